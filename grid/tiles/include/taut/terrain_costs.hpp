// What the classes of terrain cost one kind of mover.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <taut/constants.hpp>
#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

inline constexpr std::size_t kTerrainClasses = 256;

// The factor of a class that the mover cannot enter.
inline constexpr float kBlockedTerrain = std::numeric_limits<float>::infinity();

// A factor on length for each class of terrain (Grid::set_class()), as one kind of mover finds it:
// boats, wagons and scouts each bring a table to their queries on one grid. A query with a table
// uses it instead of the factors of Grid::set_cost(). Tiles of a class that is blocked count as
// blocked tiles. Queries keep a pointer to the table while they run. Memory: 1 KB.
class TerrainCosts {
 public:
  // The same factor for every class.
  // Errors    std::invalid_argument, here and below, for a factor that is neither kBlockedTerrain
  //           nor within kLeastTerrainCost to kMostTerrainCost; then nothing is set.
  explicit TerrainCosts(float factor = 1.0F);

  void set(std::uint8_t terrain_class, float factor);

  [[nodiscard]] float operator[](std::uint8_t terrain_class) const noexcept {
    return factors_[terrain_class];
  }
  [[nodiscard]] bool is_blocked(std::uint8_t terrain_class) const noexcept {
    return factors_[terrain_class] == kBlockedTerrain;
  }
  // Whether any class is blocked.
  [[nodiscard]] bool has_blocked() const noexcept { return blocked_ > 0; }

  friend bool operator==(const TerrainCosts&, const TerrainCosts&) = default;

 private:
  std::array<float, kTerrainClasses> factors_;
  std::size_t blocked_;  // classes
};

}  // namespace taut
TAUT_API_END
