#include <taut/shared_world.hpp>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/mutex.hpp>
#include <taut/detail/require.hpp>
#include <taut/detail/threads.hpp>
#include <taut/engine/space.hpp>

#include "core/base/run_threads.hpp"

namespace taut {

// The writer's copies of the world, and the edits that some of them may lack.
struct SharedWorld::Copies {
  struct Copy {
    Copy(const World& of, std::uint64_t made) : world(of), edit_count(made) {}
    Copy(World&& of, std::uint64_t made) : world(std::move(of)), edit_count(made) {}

    World world;
    std::uint64_t edit_count;          // the number of edits applied to it
    detail::Shared<bool> held{false};  // whether readers hold it
  };
  // Made in each copy; it may keep for the others what the first one made.
  using Edit = std::function<void(World&)>;

  explicit Copies(World world);
  void make(Edit edit);
  void make_all(std::span<Edit> added);
  [[nodiscard]] Copy& draft();
  // The world with all edits made so far. Makes no draft where they are published.
  [[nodiscard]] const World& latest() { return (has_edits() ? draft() : *newest).world; }
  void reserve(std::size_t readers);
  std::size_t catch_up(std::size_t count);
  void publish();
  // Whether there are edits that are not published.
  [[nodiscard]] bool has_edits() const noexcept { return edit_count() > newest->edit_count; }

  std::vector<std::shared_ptr<Copy>> all;
  std::shared_ptr<Copy> newest;   // what is published
  std::shared_ptr<Copy> current;  // the copy being edited, if any; see draft()
  std::deque<Edit> edits;         // the edits that some copy may lack
  std::uint64_t forgotten = 0;    // the number of edits before them
  std::size_t spare = 1;          // copies to be kept up to date, beside published one and draft

  // What readers share with the writer.
  detail::Mutex mutex;
  std::shared_ptr<const World> published;

 private:
  [[nodiscard]] static std::shared_ptr<const World> share(const std::shared_ptr<Copy>& copy);
  void make_draft();
  [[nodiscard]] bool is_spoilt(const Copy& copy) const noexcept;
  void drop_outdated() noexcept;
  [[nodiscard]] std::uint64_t edit_count() const noexcept { return forgotten + edits.size(); }
};

// The pointer that readers share. Its deleter tells the writer that no reader is left.
// shared_ptr::use_count() would not do: it does not order reads before the next edit.
std::shared_ptr<const World> SharedWorld::Copies::share(const std::shared_ptr<Copy>& copy) {
  copy->held.set(true);
  return {&copy->world, [copy](const World*) { copy->held.set(false); }};
}

SharedWorld::Copies::Copies(World world) {
  all.push_back(std::make_shared<Copy>(world, 0));
  all.push_back(std::make_shared<Copy>(std::move(world), 0));
  newest = all.front();
  published = share(newest);
}

SharedWorld::SharedWorld(World world) {
  if (world.is_broken()) detail::reject("SharedWorld: an edit of the world ran out of memory");
  copies_ = detail::make_hidden<Copies>(std::move(world));
}

std::shared_ptr<const World> SharedWorld::read() const {
  const detail::MutexLock lock(copies_->mutex);
  return copies_->published;
}

void SharedWorld::set(const TileRect& tiles, TileState state) {
  copies_->make([=](World& world) { world.set(tiles, state); });
}

void SharedWorld::set(Tile tile, TileState state) {
  if (copies_->newest->world.grid().is_inside(tile)) {
    set({tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
  }
}

void SharedWorld::set(std::span<const TileRect> rectangles, TileState state) {
  std::vector<Copies::Edit> edits;
  edits.reserve(rectangles.size());
  for (const TileRect& tiles : rectangles) {
    edits.emplace_back([=](World& world) { world.set(tiles, state); });
  }
  copies_->make_all(edits);
}

void SharedWorld::set_class(const TileRect& tiles, std::uint8_t terrain_class) {
  copies_->make([=](World& world) { world.set_class(tiles, terrain_class); });
}

void SharedWorld::set_ground(std::uint8_t number, const Ground& ground) {
  copies_->make([=](World& world) { world.set_ground(number, ground); });
}

// The first copy makes the index; the others share it.
void SharedWorld::prepare(const Agent& agent) {
  copies_->make([agent, index = std::shared_ptr<const CornerIndex>()](World& world) mutable {
    world.prepare(agent, index);
    index = world.find_space(agent)->index();
  });
}

LinkId SharedWorld::link(const LinkEnd& from, const LinkEnd& to, const LinkOptions& options) {
  copies_->make([=](World& world) { world.link(from, to, options); });
  return copies_->current->world.links().back().id;
}

void SharedWorld::change_link(LinkId id, const LinkOptions& options) {
  copies_->make([=](World& world) { world.change_link(id, options); });
}

void SharedWorld::unlink(LinkId id) {
  copies_->make([=](World& world) { world.unlink(id); });
}

void SharedWorld::keep_landmarks() {
  copies_->make([](World& world) { world.keep_landmarks(); });
}

void SharedWorld::keep_landmarks(std::size_t count) {
  copies_->make([=](World& world) { world.keep_landmarks(count); });
}

std::size_t SharedWorld::refresh_landmarks(std::size_t fields) {
  const std::size_t before = copies_->latest().outdated_landmarks();
  if (before == 0 || fields == 0) return before;
  copies_->make([=](World& world) { world.refresh_landmarks(fields); });
  return copies_->current->world.outdated_landmarks();
}

void SharedWorld::keep_index(std::size_t max_bytes) {
  const World& before = copies_->draft().world;
  use_index(before.make_index(max_bytes, before.spaces_.size(), detail::count_cores()));
}

std::size_t SharedWorld::refresh_index(std::size_t spaces) {
  const World& before = copies_->latest();
  if (before.outdated_indexes() == 0 || spaces == 0) return before.outdated_indexes();
  return use_index(before.make_index(before.index_bytes_, spaces, detail::count_cores()));
}

std::size_t SharedWorld::use_index(const WorldIndex& index) {
  copies_->make([=](World& world) { world.use_index(index); });
  return copies_->current->world.outdated_indexes();
}

void SharedWorld::reserve(std::size_t readers) { copies_->reserve(readers); }

std::size_t SharedWorld::catch_up(std::size_t edits) { return copies_->catch_up(edits); }

void SharedWorld::publish() { copies_->publish(); }

std::size_t SharedWorld::copy_count() const noexcept { return copies_->all.size(); }

void SharedWorld::Copies::make(Edit edit) { make_all(std::span(&edit, 1)); }

// Edits the draft, then keeps the edits. Where one throws, the draft has edits that are not kept,
// or is broken: then it is not used again (is_spoilt()).
void SharedWorld::Copies::make_all(std::span<Edit> added) {
  Copy& copy = draft();
  (void)catch_up((spare + 1) * added.size());  // before the edits, as it may throw
  for (Edit& edit : added) {
    edit(copy.world);
    ++copy.edit_count;
  }
  edits.insert(edits.end(), std::move_iterator(added.begin()), std::move_iterator(added.end()));
}

// Whether a call threw while it edited the copy.
bool SharedWorld::Copies::is_spoilt(const Copy& copy) const noexcept {
  return copy.world.is_broken() || copy.edit_count > edit_count();
}

// The copy with all edits made so far. Nothing changes for readers and edits where it throws.
SharedWorld::Copies::Copy& SharedWorld::Copies::draft() {
  if (current && is_spoilt(*current)) current = nullptr;
  if (!current) {
    std::erase_if(all, [this](const auto& copy) { return is_spoilt(*copy); });
    make_draft();
  }
  return *current;
}

// Takes the copy that lacks the fewest edits, of those that no reader holds; or a new one.
void SharedWorld::Copies::make_draft() {
  std::shared_ptr<Copy> best;
  for (const std::shared_ptr<Copy>& copy : all) {
    if (copy == newest || copy->held.get()) continue;
    if (!best || copy->edit_count > best->edit_count) best = copy;
  }
  if (!best) {
    best = std::make_shared<Copy>(newest->world, newest->edit_count);
    all.push_back(best);
  }
  for (; best->edit_count < edit_count(); ++best->edit_count) {
    edits[best->edit_count - forgotten](best->world);
  }
  current = std::move(best);
}

void SharedWorld::Copies::reserve(std::size_t readers) {
  while (all.size() < readers + 2) {
    all.push_back(std::make_shared<Copy>(newest->world, newest->edit_count));
  }
  spare = std::max<std::size_t>(readers, 1);
}

std::size_t SharedWorld::Copies::catch_up(std::size_t count) {
  std::vector<Copy*> free;
  for (const std::shared_ptr<Copy>& copy : all) {
    const bool is_free = copy != newest && copy != current && !copy->held.get();
    if (is_free && !is_spoilt(*copy)) free.push_back(copy.get());
  }
  std::sort(free.begin(), free.end(),
            [](const Copy* a, const Copy* b) { return a->edit_count > b->edit_count; });
  // More are left to lag until they are dropped. One may be the next draft.
  free.resize(std::min(free.size(), spare + (current == nullptr ? 1 : 0)));
  std::size_t lacking = 0;
  for (Copy* const copy : free) {
    lacking += static_cast<std::size_t>(edit_count() - copy->edit_count);
    for (; count > 0 && copy->edit_count < edit_count(); --count, --lacking) {
      edits[copy->edit_count - forgotten](copy->world);
      ++copy->edit_count;
    }
  }
  return lacking;
}

void SharedWorld::Copies::publish() {
  if (!has_edits()) return;
  (void)draft();
  std::shared_ptr<const World> world = share(current);  // from here on nothing throws
  newest = std::exchange(current, nullptr);
  {
    const detail::MutexLock lock(mutex);
    published.swap(world);
  }
  drop_outdated();
}

// Drops copies that lack too many edits, then the edits that no copy lacks.
void SharedWorld::Copies::drop_outdated() noexcept {
  const std::uint64_t now = edit_count();
  std::uint64_t least = now;
  std::erase_if(all, [&](const std::shared_ptr<Copy>& copy) {
    if (copy->edit_count + kKeptEdits < now) return true;
    least = std::min(least, copy->edit_count);
    return false;
  });
  edits.erase(edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(least - forgotten));
  forgotten = least;
}

}  // namespace taut
