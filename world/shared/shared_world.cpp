#include <taut/shared_world.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/detail/threads.hpp>
#include <taut/engine/space.hpp>

#include "core/base/run_threads.hpp"

namespace taut {

// What readers share with the writer.
struct SharedWorld::Published {
  detail::Mutex mutex;
  std::shared_ptr<const World> world;
};

struct SharedWorld::Copy {
  Copy(const World& of, std::uint64_t made) : world(of), edit_count(made) {}
  Copy(World&& of, std::uint64_t made) : world(std::move(of)), edit_count(made) {}

  World world;
  std::uint64_t edit_count;          // the number of edits applied to it
  detail::Shared<bool> held{false};  // whether readers hold it
};

namespace {

// The pointer that readers share. Its deleter tells the writer that no reader is left.
// shared_ptr::use_count() would not do: it does not order reads before the next edit.
template <class Copy>
std::shared_ptr<const World> share(const std::shared_ptr<Copy>& copy) {
  copy->held.set(true);
  return {&copy->world, [copy](const World*) { copy->held.set(false); }};
}

}  // namespace

SharedWorld::SharedWorld(World world) {
  if (world.is_broken()) detail::reject("SharedWorld: an edit of the world ran out of memory");
  copies_.push_back(std::make_shared<Copy>(world, 0));
  copies_.push_back(std::make_shared<Copy>(std::move(world), 0));
  newest_ = copies_.front();
  published_ = std::make_unique<Published>();
  published_->world = share(newest_);
}

SharedWorld::~SharedWorld() = default;

std::shared_ptr<const World> SharedWorld::read() const {
  const detail::MutexLock lock(published_->mutex);
  return published_->world;
}

void SharedWorld::set(const TileRect& tiles, TileState state) {
  make([=](World& world) { world.set(tiles, state); });
}

void SharedWorld::set(Tile tile, TileState state) {
  if (newest_->world.grid().is_inside(tile)) {
    set({tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
  }
}

void SharedWorld::set(std::span<const TileRect> rectangles, TileState state) {
  std::vector<Edit> edits;
  edits.reserve(rectangles.size());
  for (const TileRect& tiles : rectangles) {
    edits.emplace_back([=](World& world) { world.set(tiles, state); });
  }
  make_all(edits);
}

void SharedWorld::set_class(const TileRect& tiles, std::uint8_t terrain_class) {
  make([=](World& world) { world.set_class(tiles, terrain_class); });
}

void SharedWorld::set_ground(std::uint8_t number, const Ground& ground) {
  make([=](World& world) { world.set_ground(number, ground); });
}

// The first copy makes the index; the others share it.
void SharedWorld::prepare(const Agent& agent) {
  make([agent, index = std::shared_ptr<const CornerIndex>()](World& world) mutable {
    world.prepare(agent, index);
    index = world.find_space(agent)->index();
  });
}

LinkId SharedWorld::link(const LinkEnd& from, const LinkEnd& to, const LinkOptions& options) {
  make([=](World& world) { world.link(from, to, options); });
  return draft_->world.links().back().id;
}

void SharedWorld::change_link(LinkId id, const LinkOptions& options) {
  make([=](World& world) { world.change_link(id, options); });
}

void SharedWorld::unlink(LinkId id) {
  make([=](World& world) { world.unlink(id); });
}

void SharedWorld::keep_landmarks() {
  make([](World& world) { world.keep_landmarks(); });
}

void SharedWorld::keep_landmarks(std::size_t count) {
  make([=](World& world) { world.keep_landmarks(count); });
}

std::size_t SharedWorld::refresh_landmarks(std::size_t fields) {
  const std::size_t before = (has_edits() ? draft() : *newest_).world.outdated_landmarks();
  if (before == 0 || fields == 0) return before;
  make([=](World& world) { world.refresh_landmarks(fields); });
  return draft_->world.outdated_landmarks();
}

void SharedWorld::keep_index(std::size_t max_bytes) {
  const World& before = draft().world;
  use_index(before.make_index(max_bytes, before.spaces_.size(), detail::count_cores()));
}

std::size_t SharedWorld::refresh_index(std::size_t spaces) {
  const World& before = (has_edits() ? draft() : *newest_).world;
  if (before.outdated_indexes() == 0 || spaces == 0) return before.outdated_indexes();
  return use_index(before.make_index(before.index_bytes_, spaces, detail::count_cores()));
}

std::size_t SharedWorld::use_index(const WorldIndex& index) {
  make([=](World& world) { world.use_index(index); });
  return draft_->world.outdated_indexes();
}

void SharedWorld::make(Edit edit) { make_all(std::span(&edit, 1)); }

// Edits the draft, then keeps the edits. Where one throws, the draft has edits that are not kept,
// or is broken: then it is not used again (is_spoilt()).
void SharedWorld::make_all(std::span<Edit> edits) {
  Copy& copy = draft();
  (void)catch_up((spare_ + 1) * edits.size());  // before the edits, as it may throw
  for (Edit& edit : edits) {
    edit(copy.world);
    ++copy.edit_count;
  }
  edits_.insert(edits_.end(), std::move_iterator(edits.begin()), std::move_iterator(edits.end()));
}

// Whether a call threw while it edited the copy.
bool SharedWorld::is_spoilt(const Copy& copy) const noexcept {
  return copy.world.is_broken() || copy.edit_count > edit_count();
}

// Whether there are edits that are not published.
bool SharedWorld::has_edits() const noexcept { return edit_count() > newest_->edit_count; }

// The copy with all edits made so far. Nothing changes for readers and edits where it throws.
SharedWorld::Copy& SharedWorld::draft() {
  if (draft_ && is_spoilt(*draft_)) draft_ = nullptr;
  if (!draft_) {
    std::erase_if(copies_, [this](const auto& copy) { return is_spoilt(*copy); });
    make_draft();
  }
  return *draft_;
}

// Takes the copy that lacks the fewest edits, of those that no reader holds; or a new one.
void SharedWorld::make_draft() {
  std::shared_ptr<Copy> best;
  for (const std::shared_ptr<Copy>& copy : copies_) {
    if (copy == newest_ || copy->held.get()) continue;
    if (!best || copy->edit_count > best->edit_count) best = copy;
  }
  if (!best) {
    best = std::make_shared<Copy>(newest_->world, newest_->edit_count);
    copies_.push_back(best);
  }
  for (; best->edit_count < edit_count(); ++best->edit_count) {
    edits_[best->edit_count - forgotten_](best->world);
  }
  draft_ = std::move(best);
}

void SharedWorld::reserve(std::size_t readers) {
  while (copies_.size() < readers + 2) {
    copies_.push_back(std::make_shared<Copy>(newest_->world, newest_->edit_count));
  }
  spare_ = std::max<std::size_t>(readers, 1);
}

std::size_t SharedWorld::catch_up(std::size_t edits) {
  std::vector<Copy*> free;
  for (const std::shared_ptr<Copy>& copy : copies_) {
    const bool is_free = copy != newest_ && copy != draft_ && !copy->held.get();
    if (is_free && !is_spoilt(*copy)) free.push_back(copy.get());
  }
  std::sort(free.begin(), free.end(),
            [](const Copy* a, const Copy* b) { return a->edit_count > b->edit_count; });
  // More are left to lag until they are dropped. One may be the next draft.
  free.resize(std::min(free.size(), spare_ + (draft_ == nullptr ? 1 : 0)));
  std::size_t lacking = 0;
  for (Copy* const copy : free) {
    lacking += static_cast<std::size_t>(edit_count() - copy->edit_count);
    for (; edits > 0 && copy->edit_count < edit_count(); --edits, --lacking) {
      edits_[copy->edit_count - forgotten_](copy->world);
      ++copy->edit_count;
    }
  }
  return lacking;
}

void SharedWorld::publish() {
  if (!has_edits()) return;
  (void)draft();
  std::shared_ptr<const World> world = share(draft_);  // from here on nothing throws
  newest_ = std::exchange(draft_, nullptr);
  {
    const detail::MutexLock lock(published_->mutex);
    published_->world.swap(world);
  }
  drop_outdated();
}

// Drops copies that lack too many edits, then the edits that no copy lacks.
void SharedWorld::drop_outdated() noexcept {
  const std::uint64_t now = edit_count();
  std::uint64_t least = now;
  std::erase_if(copies_, [&](const std::shared_ptr<Copy>& copy) {
    if (copy->edit_count + kKeptEdits < now) return true;
    least = std::min(least, copy->edit_count);
    return false;
  });
  edits_.erase(edits_.begin(), edits_.begin() + static_cast<std::ptrdiff_t>(least - forgotten_));
  forgotten_ = least;
}

}  // namespace taut
