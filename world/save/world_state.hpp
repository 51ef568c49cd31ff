// What saves say of a World, beside tiles, classes, grounds and spaces (internal).
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/engine/constants.hpp>
#include <taut/world.hpp>

#include "state_archive.hpp"

namespace taut::detail {

inline constexpr std::size_t kGroundBytes = 8 + 4 * kTerrainClasses;
inline constexpr std::size_t kRectBytes = 16;
inline constexpr std::size_t kFloorBytes = 24;
inline constexpr std::size_t kLinkBytes = 64;
inline constexpr std::size_t kAgentBytes = 8;

template <class Archive>
void describe(Archive& archive, SameAs<TileRect> auto& tiles) {
  for (auto* const side : {&tiles.x0, &tiles.y0, &tiles.x1, &tiles.y1}) archive.any(*side);
}

template <class Archive>
void describe(Archive& archive, SameAs<Floor> auto& floor) {
  auto& [tiles, origin] = floor;
  archive(tiles);
  archive.any(origin.x);
  archive.any(origin.y);
}

template <class Archive>
void describe(Archive& archive, SameAs<Link> auto& link) {
  auto& [id, from, to, options] = link;
  auto& [cost, is_one_way, terrain_class, is_open, width, user_data] = options;
  archive(id);
  for (auto* const place : {&from.a, &from.b, &to.a, &to.b}) {
    archive.any(place->x);
    archive.any(place->y);
  }
  archive.any(cost);
  archive.any(width);
  archive(user_data, is_one_way, terrain_class, is_open);
  archive.zero();
}

// The agent of a space: its size is on the lattice.
template <class Archive>
void describe_placed(Archive& archive, SameAs<Agent> auto& agent) {
  auto steps = static_cast<std::uint32_t>(agent.radius * kLatticePerTile);
  archive.choice(agent.shape, AgentShape::square, "the shape of an agent is not valid");
  archive(agent.ground);
  archive.zero();
  archive.zero();
  archive(steps);
  if constexpr (Archive::kReads) agent.radius = static_cast<double>(steps) / kLatticePerTile;
}

}  // namespace taut::detail
