// How a query is answered: the options that `path`, `scen` and `replay` share.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <taut/grid_path.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace taut::tools {

enum class MapKind : std::uint8_t { grid, quadtree, mesh };
enum class SearchKind : std::uint8_t { astar, jps, optimal };
enum class AgentShape : std::uint8_t { disc, square };

struct How {
  MapKind map = MapKind::mesh;
  SearchKind search = SearchKind::optimal;
  Pull pull = Pull::funnel;
  bool has_repair = false;
  DiagonalRule diagonal = DiagonalRule::only_if_no_obstacles;
  double radius = 0.0;  // of the agent, in tiles; of a square half its side
  double slide = 0.0;   // how far a disc's start and goal may move to where it has room
  AgentShape agent = AgentShape::disc;
};

// What the command line says of it. Map and search follow the rest where it does not name them.
struct HowAsked {
  How how;
  std::optional<MapKind> map;
  std::optional<SearchKind> search;
  std::optional<DiagonalRule> diagonal;
};

// The words of the command line.
[[nodiscard]] const char* to_string(MapKind map) noexcept;
[[nodiscard]] const char* to_string(SearchKind search) noexcept;
[[nodiscard]] const char* to_string(Pull pull) noexcept;
[[nodiscard]] const char* to_string(DiagonalRule rule) noexcept;
[[nodiscard]] const char* to_string(AgentShape agent) noexcept;

// Adds --map, --search, --pull, --repair, --diagonal, --radius, --slide and --agent, which write to
// `asked`, which must outlive the parsing.
void add_how_options(CLI::App& command, HowAsked& asked);

// The map that is best at what was asked for: the mesh, or the grid where --diagonal or --search
// jps ask for it; and the best search of the map. Throws Failure with the reason when the
// combination cannot work or is not in this build.
[[nodiscard]] How choose_how(const HowAsked& asked);

// Whether the rule gives paths that a point agent can walk. The others give tile paths only, which
// cut corners.
[[nodiscard]] bool is_walkable_rule(DiagonalRule rule) noexcept;

// The options as they would be typed, defaults included: all, and those that decide on the
// corridor.
[[nodiscard]] std::string describe(const How& how);
[[nodiscard]] std::string describe_search(const How& how);

[[nodiscard]] nlohmann::ordered_json to_json(const How& how);

}  // namespace taut::tools
