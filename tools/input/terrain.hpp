// --terrain: what the characters, or the colours, of a map cost.
#pragma once

#include <taut/grid.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taut::tools {

struct TerrainFactor {
  char letter = '.';
  float factor = 1.0F;  // kBlockedTerrain: the tiles are blocked
};

struct ColourFactor {
  std::uint32_t colour = 0;  // 0xRRGGBB
  float factor = 1.0F;
};

struct Terrain {
  std::string text;  // as it was given; empty where only edits set costs
  std::string name;  // what messages call it
  std::vector<TerrainFactor> factors;
  std::vector<ColourFactor> colours;

  [[nodiscard]] bool is_empty() const noexcept { return factors.empty() && colours.empty(); }
};

// Reads "S=3,W=6,R=0.5,T=x", or "#8080FF=3". Throws Failure that names the value.
[[nodiscard]] Terrain parse_terrain(const std::string& text);

// That of a character of a map; null where the terrain does not name it.
[[nodiscard]] const TerrainFactor* find_factor(const Terrain& terrain, char letter) noexcept;

// A terrain factor; std::nullopt for what is no number from kLeastTerrainCost to kMostTerrainCost.
[[nodiscard]] std::optional<float> parse_factor(std::string_view text);

// The ground of an agent to whom --terrain matters. Each factor is a class of it.
inline constexpr std::uint8_t kTerrainGround = 1;

// The class with this factor. It is added to the ground where it has none. Throws Failure for more
// factors than there are classes.
[[nodiscard]] std::uint8_t class_of_factor(Ground& ground, float factor);

// Tiles with their classes, and what these cost.
struct PricedMap {
  Grid grid;
  Ground ground{};
};

// Reads a map: characters of the terrain, or colours of an image, are walkable at their factor, all
// others are what they always are. Throws Failure with the reader's error, where text is named by
// colours or an image by characters, and for a save.
[[nodiscard]] PricedMap read_terrain_map(const std::string& bytes, const std::string& file,
                                         const Terrain& terrain);
[[nodiscard]] PricedMap load_terrain_map(const std::string& file, const Terrain& terrain);

// The same for a map that is a floor of a world, from its bytes. The ground is that of all floors,
// and gets the classes of the terrain. What is named in the other way is ignored.
[[nodiscard]] Grid read_terrain_floor(const std::string& bytes, const std::string& file,
                                      const Terrain& terrain, Ground& ground);

// The ground without classes that no tile has: they cost nothing.
[[nodiscard]] Ground trim_ground(const Ground& ground, const Grid& grid);

}  // namespace taut::tools
