// What the handles of taut.h hold (internal).
#pragma once

#include <taut.h>
#include <taut_crowd.h>
#include <taut_follower.h>
#include <taut_group.h>
#include <taut_queue.h>

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
#include <taut/world.hpp>

#include "checks.hpp"
#include "live_handles.hpp"
#include "tile_spares.hpp"

struct taut_world : taut::c::Listed<taut_world> {
  explicit taut_world(std::shared_ptr<taut::World> made) : world(std::move(made)) {}

  std::shared_ptr<taut::World> world;
  mutable taut::detail::TileSpares spares{};
};

namespace taut::c {

[[nodiscard]] inline bool has_ground(const taut_world* world, std::int32_t ground) noexcept {
  if (!is_live(world) || ground < 0 || ground > 255) return false;
  return ground == 0 || world->world->find_ground(static_cast<std::uint8_t>(ground)) != nullptr;
}

}  // namespace taut::c

struct taut_finder : taut::c::Listed<taut_finder> {
  explicit taut_finder(const taut_world& of) : world(of.world), finder(world) {}

  std::shared_ptr<taut::World> world;
  taut::Finder finder;
  taut::FoundPath found;  // the last answer; its spans are the finder's memory
  double radius = 0.0;    // of the agent that it is for
  taut::OwnedPath kept;   // of a crowd, queue or group, whose memory the answer was in

  // For the pictures.
  std::vector<taut::DiscPoint> polyline;
  std::vector<taut::CellId> corridor;
  std::vector<taut::Portal> portals;
  std::vector<taut::Cone> cones;
};

struct taut_batch : taut::c::Listed<taut_batch> {
  std::vector<taut::Finder> finders;
  std::vector<taut::Request> requests;
  std::vector<taut::OwnedPath> answers;
};

struct taut_field : taut::c::Listed<taut_field> {
  explicit taut_field(const taut::Agent& agent)
      : shared(std::make_shared<taut::WorldField>(agent)), field(*shared) {}

  std::shared_ptr<taut::WorldField> shared;  // with crowds
  taut::WorldField& field;
  taut::FieldScratch scratch;
};

struct taut_queue : taut::c::Listed<taut_queue> {
  explicit taut_queue(const taut_world& of) : world(of.world), queue(*world) {}

  std::shared_ptr<taut::World> world;
  taut::FindQueue queue;
};

struct taut_group : taut::c::Listed<taut_group> {
  std::shared_ptr<taut::World> world;  // of the paths
  std::vector<taut::GroupUnit> units;
  taut::GroupPaths paths;
};

struct taut_follower : taut::c::Listed<taut_follower> {
  taut_follower(const taut_world& of, const taut::Agent& agent, double max_detour)
      : world(of.world), follower(agent, max_detour) {}

  std::shared_ptr<taut::World> world;
  taut::PathFollower follower;
};

struct taut_crowd : taut::c::Listed<taut_crowd> {
  taut_crowd(std::shared_ptr<taut::World> of, const taut::CrowdOptions& options)
      : world(std::move(of)), crowd(*world, options) {}

  std::shared_ptr<taut::World> world;
  taut::Crowd crowd;
};

namespace taut::c {

// Writes the elements that `part` has of each answer, one answer after the other.
template <class Out, class Part, class Make>
taut_status fill_parts(const taut_batch& batch, Out* out, uint32_t capacity, uint32_t* count,
                       const Part& part, const Make& make) {
  if (out == nullptr && capacity > 0) return TAUT_BAD_ARGUMENT;
  std::size_t total = 0;
  for (const taut::OwnedPath& answer : batch.answers) {
    for (const auto& element : part(answer)) {
      if (total < capacity) out[total] = make(element);
      ++total;
    }
  }
  set_count(count, total);
  return total > capacity ? TAUT_TRUNCATED : TAUT_OK;
}

}  // namespace taut::c
