#include "generated_map.hpp"

#include <array>
#include <random>
#include <utility>

#include "tools/input/text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::bench {
namespace {

constexpr std::array<std::pair<std::string_view, GeneratedMap>, 4> kKinds{
    {{"empty", {MapKind::empty, 0, 0}},
     {"random", {MapKind::random, 0, 10}},
     {"pillars", {MapKind::pillars, 0, 2}},
     {"rows", {MapKind::rows, 0, 0}}}};

int parse_count(std::string_view text, std::string_view word, int most) {
  const std::optional<double> number = tools::parse_number(word);
  const int count = number && *number >= 1.0 && *number <= most ? static_cast<int>(*number) : 0;
  if (count == 0 || static_cast<double>(count) != *number) {
    tools::fail("{}: \"{}\" is not a number from 1 to {}", text, word, most);
  }
  return count;
}

}  // namespace

Grid repeat(const Grid& grid, int width, int height) {
  return Grid::from_predicate(width, height, [&](int x, int y) {
    return grid.is_walkable(x % grid.width(), y % grid.height());
  });
}

std::optional<GeneratedMap> parse_generated_map(std::string_view text) {
  for (const auto& [name, defaults] : kKinds) {
    if (text.substr(0, text.find(':')) != name || text.size() == name.size()) continue;
    GeneratedMap map = defaults;
    const std::string_view numbers = text.substr(name.size() + 1);
    const std::size_t colon = numbers.find(':');
    map.side = parse_count(text, numbers.substr(0, colon), kMaxMapSide);
    if (colon == std::string_view::npos) return map;
    if (map.number == 0) tools::fail("{}: a map of this kind has one number", text);
    map.number = parse_count(text, numbers.substr(colon + 1), 99);
    return map;
  }
  return std::nullopt;
}

Grid GeneratedMap::make() const {
  std::mt19937 random(1);
  return Grid::from_predicate(side, kind == MapKind::rows ? 5 : side, [&](int x, int y) {
    switch (kind) {
      case MapKind::empty:
        return true;
      case MapKind::random:
        return random() % 100 >= static_cast<unsigned>(number);
      case MapKind::pillars:
        return x % number != 1 % number || y % number != 1 % number;
      case MapKind::rows:
        return x % 2 == 0 || y % 2 == 0;
    }
    return true;
  });
}

}  // namespace taut::bench
