// What the handles of taut.h hold (internal).
#pragma once

#include <taut.h>
#include <taut_crowd.h>
#include <taut_follower.h>
#include <taut_group.h>
#include <taut_queue.h>
#include <taut_shared.h>

#include <memory>
#include <utility>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

#include "checks.hpp"
#include "live_handles.hpp"
#include "tile_spares.hpp"

namespace taut::c {

// Where the world of a handle comes from: it is kept, and read when a call begins.
struct WorldSource {
  std::shared_ptr<World> world;         // null where there is a shared one
  std::shared_ptr<SharedWorld> shared;  // null where there is a world
  std::shared_ptr<const void> origin;   // tells worlds apart: kept, no other has its address

  [[nodiscard]] std::shared_ptr<const World> read() const {
    return shared != nullptr ? shared->read() : world;
  }
};

// Returns call() of the World or the SharedWorld of a source.
template <class Call>
auto visit_world(const WorldSource& source, const Call& call) {
  return source.shared != nullptr ? call(*source.shared) : call(*source.world);
}

// Makes a Finder, FindQueue or Crowd.
template <class Made, class... More>
Made make_on(const WorldSource& source, const More&... more) {
  return visit_world(source, [&](auto& world) { return Made(world, more...); });
}

// A handle that has a part on a world.
template <class Handle, class Part>
struct OnWorld : Listed<Handle> {
  OnWorld(WorldSource of, Part made) : source(std::move(of)), part(std::move(made)) {}

  WorldSource source;
  Part part;
};

}  // namespace taut::c

struct taut_world : taut::c::Listed<taut_world> {
  explicit taut_world(std::shared_ptr<taut::World> made) : world(std::move(made)) {}

  [[nodiscard]] taut::c::WorldSource source() const {
    if (is_published) return {world, nullptr, shared};
    if (shared != nullptr) return {nullptr, shared, shared};
    return {world, nullptr, world};
  }

  std::shared_ptr<taut::World> world;         // what was published last, where it is shared
  std::shared_ptr<taut::SharedWorld> shared;  // null unless it is shared, or was published
  bool is_published = false;                  // by taut_world_published(): refuses edits
  mutable taut::detail::TileSpares spares{};
};

namespace taut::c {

// Makes a world from what a constructor of World takes.
template <class From>
[[nodiscard]] taut_world* make_world(From&& from) {
  return new taut_world(std::make_shared<World>(std::forward<From>(from)));
}

[[nodiscard]] inline bool has_ground(const taut_world* world, std::int32_t ground) noexcept {
  if (!is_live(world) || ground < 0 || ground > 255) return false;
  return ground == 0 || world->world->find_ground(static_cast<std::uint8_t>(ground)) != nullptr;
}

}  // namespace taut::c

struct taut_index : taut::c::Listed<taut_index> {
  explicit taut_index(taut::WorldIndex made) : index(std::move(made)) {}

  taut::WorldIndex index;
};

struct taut_finder : taut::c::Listed<taut_finder> {
  explicit taut_finder(const taut_world& of)
      : source(of.source()), finder(taut::c::make_on<taut::Finder>(source)) {}

  taut::c::WorldSource source;
  taut::Finder finder;
  taut::FoundPath found;  // the last answer; its spans are the finder's memory
  taut::OwnedPath kept;   // a copy of an answer in the memory of a crowd, queue or group

  // For the pictures: of the last find, also where an answer of others was handed over since.
  std::size_t expanded = 0;
  std::vector<taut::DiscPoint> polyline;
  std::vector<taut::CellId> corridor;
  std::vector<taut::Portal> portals;
  std::vector<taut::Cone> cones;
};

struct taut_batch : taut::c::Listed<taut_batch> {
  taut::c::WorldSource source;
  std::vector<taut::Finder> finders;
  std::vector<taut::Request> requests;
  std::vector<taut::OwnedPath> answers;
};

struct taut_field : taut::c::Listed<taut_field> {
  explicit taut_field(const taut::Agent& agent)
      : taut_field(std::make_shared<taut::WorldField>(agent)) {}
  explicit taut_field(std::shared_ptr<taut::WorldField> of)
      : shared(std::move(of)), field(*shared) {}

  // Whether it was updated on another world than that of a source.
  [[nodiscard]] bool is_foreign(const taut::c::WorldSource& source) const noexcept {
    return origin != nullptr && origin != source.origin;
  }

  std::shared_ptr<const void> origin;        // tells the world of the last update: WorldSource
  std::shared_ptr<taut::WorldField> shared;  // with crowds
  taut::WorldField& field;
  taut::FieldScratch scratch;
};

struct taut_queue : taut::c::OnWorld<taut_queue, taut::FindQueue> {
  using OnWorld::OnWorld;
};

struct taut_group : taut::c::Listed<taut_group> {
  std::shared_ptr<const void> origin;  // tells the world of the paths: WorldSource
  std::vector<taut::GroupUnit> units;
  taut::GroupPaths paths;
};

struct taut_follower : taut::c::OnWorld<taut_follower, taut::PathFollower> {
  using OnWorld::OnWorld;
};

struct taut_crowd : taut::c::OnWorld<taut_crowd, taut::Crowd> {
  using OnWorld::OnWorld;
};

namespace taut::c {

// Calls edit() with the World or the SharedWorld of a handle.
template <class Edit>
taut_status edit_world(taut_world* world, taut_error* error, const Edit& edit) noexcept {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (world->is_published) return refuse(error, "taut: World: what was published is not edited");
  return guard(error, [&] {
    if (world->shared != nullptr) return run([&] { return edit(*world->shared); });
    return run([&] { return edit(*world->world); });
  });
}

// TAUT_OK, or refuses a world that is not edited: a crowd prepares its world for its units.
inline taut_status check_crowd_world(const taut_world* world, taut_error* error) noexcept {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (!world->is_published) return TAUT_OK;
  return refuse(error, "taut: Crowd: what was published is not edited: take the shared world");
}

// Writes make(element) of the elements of get(*handle).
template <class Handle, class Out, class Make, class Get>
taut_status fill_from(const Handle* handle, Out* out, std::uint32_t capacity, std::uint32_t* count,
                      const Make& make, const Get& get) {
  set_count(count, 0);
  if (!is_live(handle)) return TAUT_BAD_ARGUMENT;
  const auto elements = get(*handle);
  return fill(out, capacity, count, elements.size(),
              [&](std::size_t i) { return make(elements[i]); });
}

// Writes the elements of a member of each answer, one answer after the other.
template <class Element, class Out, class Make>
taut_status fill_parts(const taut_batch* batch, Out* out, std::uint32_t capacity,
                       std::uint32_t* count, std::vector<Element> OwnedPath::*member,
                       const Make& make) {
  set_count(count, 0);
  if (!is_live(batch) || (out == nullptr && capacity > 0)) return TAUT_BAD_ARGUMENT;
  std::size_t total = 0;
  for (const OwnedPath& answer : batch->answers) {
    for (const Element& element : answer.*member) {
      if (total < capacity) out[total] = make(element);
      ++total;
    }
  }
  set_count(count, total);
  return total > capacity ? TAUT_TRUNCATED : TAUT_OK;
}

}  // namespace taut::c
