// The settings of a query: the options that `path`, `scen` and `replay` share.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <taut/agent.hpp>
#include <taut/engine/grid_path.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "terrain.hpp"

namespace CLI {
class App;
}

namespace taut::tools {

enum class MapKind : std::uint8_t { grid, quadtree, mesh };
enum class SearchKind : std::uint8_t { astar, jps, optimal };
enum class AgentShape : std::uint8_t { disc, square };

struct QuerySettings {
  MapKind map = MapKind::mesh;
  SearchKind search = SearchKind::optimal;
  Pull pull = Pull::funnel;
  bool has_repair = false;
  DiagonalRule diagonal = DiagonalRule::only_if_no_obstacles;
  double radius = 0.0;  // of the agent, in tiles; for a square half its side
  double slide = 0.0;   // how far a disc's start and goal may move to where it fits
  AgentShape agent = AgentShape::disc;
  std::int32_t landmarks = 0;      // per component, for searches over meshes
  bool has_index = false;          // whether optimal paths are found by a corner index
  std::optional<Terrain> terrain;  // without a text where only edits set costs
  bool is_near = false;  // whether a goal that cannot be reached is replaced by the nearest place
};

// The settings as given on the command line. Map and search are chosen by the rest if not given.
struct QueryArguments {
  QuerySettings settings;
  std::optional<MapKind> map;
  std::optional<SearchKind> search;
  std::optional<DiagonalRule> diagonal;
  std::string terrain;    // the text of --terrain
  std::string cost_edit;  // the first line of a script that sets costs, with its place
};

// The words of the command line.
// The agent of the library; without a radius a point.
[[nodiscard]] taut::Agent to_agent(const QuerySettings& settings) noexcept;

[[nodiscard]] const char* to_string(MapKind map) noexcept;
[[nodiscard]] const char* to_string(SearchKind search) noexcept;
[[nodiscard]] const char* to_string(Pull pull) noexcept;
[[nodiscard]] const char* to_string(DiagonalRule rule) noexcept;
[[nodiscard]] const char* to_string(AgentShape agent) noexcept;

// Adds --map, --search, --pull, --repair, --diagonal, --radius, --slide, --agent, --landmarks,
// --index, --terrain and --near, which write to `asked`, which must outlive the parsing.
void add_query_options(CLI::App& command, QueryArguments& asked);

// The best map for the request: the mesh, or the grid if --diagonal, --search jps or --terrain
// requires it; and the best search of the map. Throws Failure with the reason when the combination
// cannot work or is not in this build.
[[nodiscard]] QuerySettings choose_settings(const QueryArguments& asked);

// The same for fields, which know only meshes and grids: --map, --diagonal and --terrain.
void add_field_options(CLI::App& command, QueryArguments& asked);
[[nodiscard]] QuerySettings choose_field_settings(const QueryArguments& asked);

// Whether the rule gives paths that a point agent can walk. The others give tile paths only, which
// cut corners.
[[nodiscard]] bool is_walkable_rule(DiagonalRule rule) noexcept;

// The options as they would be typed, including defaults: all, and those that determine the
// corridor.
[[nodiscard]] std::string describe(const QuerySettings& settings);
[[nodiscard]] std::string describe_search(const QuerySettings& settings);

[[nodiscard]] nlohmann::ordered_json to_json(const QuerySettings& settings);

}  // namespace taut::tools
