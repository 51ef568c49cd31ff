#include "terrain.hpp"

#include <taut/engine/constants.hpp>
#include <taut/map_file.hpp>
#include <taut/save.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <utility>

#include "png_map.hpp"
#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr std::size_t kColourSize = 7;  // of "#8080FF"

std::optional<std::uint32_t> parse_colour(std::string_view item) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  const std::string_view digits =
      item.substr(0, kColourSize).substr(std::min<std::size_t>(1, item.size()));
  if (item.substr(0, 1) != "#" || digits.size() + 1 != kColourSize ||
      digits.find_first_not_of(kDigits) != std::string_view::npos) {
    return std::nullopt;
  }
  std::uint32_t colour = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), colour, 16);
  return colour;
}

bool has_colour(const Terrain& terrain, std::uint32_t colour) {
  return std::any_of(terrain.colours.begin(), terrain.colours.end(),
                     [&](const ColourFactor& each) { return each.colour == colour; });
}

// What the reader of a map is told of a factor. Its class is made if there is none.
struct TileKind {
  std::uint8_t terrain_class;
  TileState state;
};

TileKind kind_of(Ground& ground, float factor) {
  if (factor == kBlockedTerrain) return {0, TileState::blocked};
  return {class_of_factor(ground, factor), TileState::walkable};
}

}  // namespace

const TerrainFactor* find_factor(const Terrain& terrain, char letter) noexcept {
  const auto found = std::find_if(terrain.factors.begin(), terrain.factors.end(),
                                  [&](const TerrainFactor& each) { return each.letter == letter; });
  return found == terrain.factors.end() ? nullptr : &*found;
}

std::optional<float> parse_factor(std::string_view text) {
  const std::optional<double> factor = parse_number(text);
  if (!factor || *factor < static_cast<double>(kLeastTerrainCost) ||
      *factor > static_cast<double>(kMostTerrainCost)) {
    return std::nullopt;
  }
  return static_cast<float>(*factor);
}

Terrain parse_terrain(const std::string& text) {
  Terrain terrain;
  terrain.text = text;
  terrain.name = "--terrain " + shorten(text);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string item = text.substr(at, end - at);
    at = end + 1;
    const std::optional<std::uint32_t> colour = parse_colour(item);
    const std::size_t equals = colour ? kColourSize : 1;
    if (item.size() < equals + 2 || item[equals] != '=' || item[0] <= ' ' || item[0] > '~') {
      fail("--terrain {}: \"{}\" is not a character, =, and a factor, as in S=3", shorten(text),
           shorten(item));
    }
    const std::string_view value = std::string_view(item).substr(equals + 1);
    const std::optional<float> factor =
        value == "x" ? std::optional(kBlockedTerrain) : parse_factor(value);
    if (!factor) {
      fail("--terrain {}: \"{}\" is neither x nor a number from {} to {}", shorten(text),
           shorten(std::string(value)), kLeastTerrainCost, kMostTerrainCost);
    }
    const bool is_known =
        colour ? has_colour(terrain, *colour) : find_factor(terrain, item[0]) != nullptr;
    if (is_known) fail("--terrain {}: {} is given twice", text, item.substr(0, equals));
    if (colour) {
      terrain.colours.push_back({*colour, *factor});
    } else {
      terrain.factors.push_back({item[0], *factor});
    }
  }
  return terrain;
}

std::uint8_t class_of_factor(Ground& ground, float factor) {
  for (std::size_t i = 0; i < kTerrainClasses; ++i) {
    const auto number = static_cast<std::uint8_t>(i);
    const bool is_free = i > 0 && ground[number] == 1.0F;
    if (is_free) ground.set(number, factor);
    if (ground[number] == factor) return number;
  }
  fail("{}: more than {} different costs", factor, kTerrainClasses);
}

Ground trim_ground(const Ground& ground, const Grid& grid) {
  Ground trimmed;
  if (!grid.has_classes()) return trimmed;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const std::uint8_t number = grid.terrain_class(id);
    if (trimmed[number] != ground[number]) trimmed.set(number, ground[number]);
  }
  return trimmed;
}

PricedMap load_terrain_map(const std::string& file, const Terrain& terrain) {
  return read_terrain_map(read_file(file), file, terrain);
}

PricedMap read_terrain_map(const std::string& bytes, const std::string& file,
                           const Terrain& terrain) {
  const bool is_image = is_png(bytes);
  if (is_save(std::as_bytes(std::span(bytes)))) {
    fail("--terrain {}: {} is a save, without characters", terrain.text, file);
  }
  if (is_image && !terrain.factors.empty()) {
    fail("--terrain {}: {} is an image, without characters", terrain.text, file);
  }
  if (!is_image && !terrain.colours.empty()) {
    fail("--terrain {}: {} is text, without colours", terrain.text, file);
  }
  Ground ground;
  Grid grid = read_terrain_floor(bytes, file, terrain, ground);
  const Ground costs = trim_ground(ground, grid);
  return {std::move(grid), costs};
}

Grid read_terrain_floor(const std::string& bytes, const std::string& file, const Terrain& terrain,
                        Ground& ground) {
  if (is_png(bytes)) {
    std::vector<MapColour> colours;
    for (const ColourFactor& each : terrain.colours) {
      const TileKind kind = kind_of(ground, each.factor);
      colours.push_back({each.colour, kind.terrain_class, kind.state});
    }
    return read_png_map(bytes, file, colours);
  }
  std::vector<MapLetter> letters;
  for (const TerrainFactor& each : terrain.factors) {
    const TileKind kind = kind_of(ground, each.factor);
    letters.push_back({each.letter, kind.terrain_class, kind.state});
  }
  Loaded<Grid> grid = read_map(bytes, file, letters);
  if (!grid) throw Failure(grid.error.message());
  return std::move(*grid.value);
}

}  // namespace taut::tools
