// What a GroupPaths holds (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/field.hpp>
#include <taut/find_group.hpp>
#include <taut/world_field.hpp>

namespace taut {

struct GroupPaths::Memory {
  // Where a unit may end.
  struct Place {
    double distance;  // from the goal
    Point at{0.0F, 0.0F};
  };

  // The units of one size, of this group.
  struct Size {
    WorldField field;
    std::vector<std::uint32_t> units;  // their indices
    std::vector<Place> places;         // the nearest first
    std::size_t next = 0;              // of the places that no unit tried

    [[nodiscard]] double radius() const noexcept { return field.agent().radius; }
  };

  // A disc or a square at its end.
  struct Placed {
    Point at{0.0F, 0.0F};
    AgentShape shape;
    double radius;
  };

  static constexpr std::uint32_t kNoSize = 0xffffffffU;

  std::vector<OwnedPath> answers;
  std::vector<Point> ends;
  std::vector<std::uint8_t> has_end;
  std::vector<std::uint32_t> size_of;  // per unit; kNoSize where the agent is not prepared
  std::size_t count = 0;               // of units that have answers
  std::vector<Size> sizes;             // of this group and of earlier ones
  std::vector<Placed> placed;
  std::vector<Point> targets;
  FieldScratch scratch;
};

// Chooses the ends of the units of all sizes (GroupEnds::spread).
void spread_ends(const World& world, const Point& goal, GroupPaths::Memory& group);

}  // namespace taut
