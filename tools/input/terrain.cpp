#include "terrain.hpp"

#include <taut/engine/constants.hpp>
#include <taut/map_file.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "png_map.hpp"
#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// Calls visit(row, y) for each row of a map file.
template <class Visit>
void for_each_row(std::string_view text, const Visit& visit) {
  bool is_header = false;
  bool is_first = true;
  int y = 0;
  for (LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (is_first && line.empty()) continue;
    const std::vector<std::string_view> words = split_words(line);
    const std::string_view word = words.empty() ? std::string_view() : words.front();
    if (std::exchange(is_first, false)) {
      is_header = word == "type" || word == "height" || word == "width" || word == "map";
    }
    if (!is_header) {
      visit(line, y++);
    } else if (word == "map") {
      is_header = false;
    }
  }
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
    if (item.size() < 3 || item[1] != '=' || item[0] <= ' ' || item[0] > '~') {
      fail("--terrain {}: \"{}\" is not a character, =, and a factor, as in S=3", shorten(text),
           shorten(item));
    }
    const std::string_view value = std::string_view(item).substr(2);
    const std::optional<float> factor =
        value == "x" ? std::optional(kBlockedTerrain) : parse_factor(value);
    if (!factor) {
      fail("--terrain {}: \"{}\" is neither x nor a number from {} to {}", shorten(text),
           shorten(item.substr(2)), kLeastTerrainCost, kMostTerrainCost);
    }
    if (find_factor(terrain, item[0]) != nullptr) {
      fail("--terrain {}: {} is given twice", text, item[0]);
    }
    terrain.factors.push_back({item[0], *factor});
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

PricedMap load_terrain_map(const std::string& file, const Terrain& terrain) {
  std::string bytes = read_file(file);
  if (is_png(bytes)) fail("--terrain {}: {} is an image, without characters", terrain.text, file);
  // The rows with `.` or `@` in place of the terrain's characters make the grid.
  std::string walkable = bytes;
  for_each_row(bytes, [&](std::string_view row, int) {
    const auto begin = static_cast<std::size_t>(row.data() - bytes.data());
    for (std::size_t i = begin; i < begin + row.size(); ++i) {
      const TerrainFactor* const found = find_factor(terrain, bytes[i]);
      if (found != nullptr) walkable[i] = found->factor == kBlockedTerrain ? '@' : '.';
    }
  });
  Loaded<Grid> grid = read_map(walkable, file);
  if (!grid) throw Failure(grid.error.message());
  PricedMap map{std::move(*grid.value)};
  for_each_row(bytes, [&](std::string_view row, int y) {
    for (std::size_t i = 0; i < row.size();) {
      const std::size_t first = i;
      while (i < row.size() && row[i] == row[first]) ++i;
      const TerrainFactor* const found = find_factor(terrain, row[first]);
      if (found == nullptr || found->factor == kBlockedTerrain) continue;
      map.grid.set_class({static_cast<int>(first), y, static_cast<int>(i), y + 1},
                         class_of_factor(map.ground, found->factor));
    }
  });
  return map;
}

}  // namespace taut::tools
