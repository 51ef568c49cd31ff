// A world on which tiles have factors: each factor is a class of a ground.
#pragma once

#include <taut/grid.hpp>
#include <taut/world.hpp>

#include <cstdint>
#include <vector>

namespace taut::tools {

class PricedWorld {
 public:
  // The ground of the agents that mind the factors.
  static constexpr std::uint8_t kGround = 1;

  // From tiles with factors (Grid::set_cost()).
  explicit PricedWorld(const Grid& tiles);

  [[nodiscard]] World& world() noexcept { return world_; }

  // Throws Failure for more factors than there are classes.
  void set_cost(const TileRect& tiles, float factor);

 private:
  World world_;
  std::vector<float> factors_{1.0F};  // of the classes
  Ground ground_;
};

}  // namespace taut::tools
