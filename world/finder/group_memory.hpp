// What a GroupPaths holds (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <taut/detail/world_ref.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/field.hpp>
#include <taut/group.hpp>

#include "core/base/lists.hpp"
#include "core/tile/lattice_ray.hpp"

namespace taut {

namespace detail {

// How far find_group() has come.
struct GroupProgress {
  bool is_running = false;
  Result result{};        // what find_group() returns
  std::size_t count = 0;  // of units that have answers
  std::size_t searches = 0;
  std::size_t fields_built = 0;
  // Units up to here without a size, then sizes, then units of a size are done.
  std::size_t next_single = 0;
  std::size_t next_size = 0;
  std::size_t next_unit = 0;
  std::size_t expanded = 0;   // by the searches for the present size
  bool has_field = false;     // for the rest of the present size
  bool is_searching = false;  // for a unit, unless the finder has begun something else
  std::size_t size_count = 0;
  std::size_t raster_count = 0;
};

}  // namespace detail

struct GroupPaths::Memory : detail::GroupProgress {
  // What find_group() was called with, to see whether a call goes on.
  struct Query {
    std::vector<GroupUnit> units;
    Point goal{0.0F, 0.0F};
    GroupOptions options;
    std::shared_ptr<const World> kept;  // the world, where it is shared
    detail::WorldRef ref;               // the world
    std::uint64_t revision = 0;
  };

  // The units of one size that have one goal, of this group.
  struct Size {
    Agent agent;
    Point goal{0.0F, 0.0F};
    std::vector<std::uint32_t> units;  // their indices
    std::uint32_t raster = 0;          // of its places, if it needs one

    [[nodiscard]] double radius() const noexcept { return agent.radius; }
  };

  // Where a unit may end.
  struct Place {
    double distance;  // from the goal
    Point at{0.0F, 0.0F};
  };

  // The places of sizes that are much alike and have one goal: points around it in equal steps that
  // the largest of them reaches, the nearest first. Each knows how large an agent has room there
  // beside those that are placed.
  struct Raster {
    std::uint32_t first_size;
    std::uint32_t last_size;  // the largest one
    bool lacks_places;        // for one of its units or more
    detail::LatticePoint goal;
    std::int64_t step;  // here and below in 1/1024 tile
    std::int64_t most;  // the largest size's radius
    int first_x;        // the sides of the raster, in steps from the goal
    int first_y;
    int columns;
    std::vector<Place> places;
    std::vector<std::int32_t> ranks;  // by row and column: the place's index, -1 without a place
    // A tree of maxima over the places; the leaves are the radii that have room.
    std::vector<std::int32_t> rooms;
    std::size_t first_leaf;
  };

  // Kept from group to group. Valid until the next call.
  WorldField& field_of(const Agent& agent) {
    for (WorldField& field : fields) {
      if (field.agent() == agent) return field;
    }
    return fields.emplace_back(agent);
  }

  Query query;
  std::vector<OwnedPath> answers;
  std::vector<std::uint8_t> is_answered;  // per unit
  std::vector<Point> starts;              // moved by FindOptions::start
  std::vector<Point> ends;
  std::vector<std::uint8_t> has_end;
  std::vector<std::uint32_t> size_of;  // per unit; kNone for those that are searched for singly
  std::vector<std::uint32_t> order;    // of units
  std::vector<WorldField> fields;      // for some agents of this and earlier groups
  std::vector<Size> sizes;             // of this group, the first size_count
  std::vector<Raster> rasters;         // the first raster_count
  std::vector<Point> targets;
  FieldScratch scratch;
};

// Chooses the ends of the units of all sizes (GroupOptions::spreads).
void spread_ends(const World& world, GroupPaths::Memory& group);

}  // namespace taut
