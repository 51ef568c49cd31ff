// The settings of a query: the options that `path`, `scen` and `replay` share.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <taut/agent.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/world.hpp>

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

// Stages of the engine.
struct StageSettings {
  MapKind map = MapKind::mesh;
  SearchKind search = SearchKind::optimal;
  Pull pull = Pull::funnel;
  bool has_smoothing = false;
  DiagonalRule diagonal = DiagonalRule::only_if_no_obstacles;
};

struct QuerySettings {
  Method method = Method::best;
  std::optional<StageSettings> stages;  // where these were chosen instead of a method
  Agent agent;
  double slide = 0.0;  // how far a disc's start and goal may move to where it fits
  // Per component, for searches over meshes; nothing: as many as the map needs.
  std::optional<std::int32_t> landmarks{0};
  bool has_index = false;  // whether optimal paths are found by a corner index
  std::size_t index_bytes = World::kDefaultIndexBytes;
  std::optional<Terrain> terrain;  // without a text where only edits set costs
  bool is_near = false;  // whether a goal that cannot be reached is replaced by the nearest place

  // Whether a game's Finder answers. It does for all bodies, and for meshes whose cells cost
  // differently: they have no other search.
  [[nodiscard]] bool is_by_finder() const noexcept {
    return !stages || agent.radius > 0.0 || (terrain && stages->map == MapKind::mesh);
  }
};

// The settings as given on the command line.
struct QueryArguments {
  QuerySettings settings;
  std::optional<Method> method;
  std::optional<MapKind> map;
  std::optional<SearchKind> search;
  std::optional<Pull> pull;
  bool has_smoothing = false;
  std::optional<DiagonalRule> diagonal;
  AgentShape shape = AgentShape::disc;
  double radius = 0.0;
  std::optional<double> index_bytes;
  std::string terrain;    // the text of --terrain
  std::string cost_edit;  // the first line of a script that sets costs, with its place

  [[nodiscard]] bool has_terrain() const noexcept { return !terrain.empty() || !cost_edit.empty(); }
};

// The words of the command line.
[[nodiscard]] const char* to_string(MapKind map) noexcept;
[[nodiscard]] const char* to_string(Pull pull) noexcept;

// Adds --terrain, whose text is written to `terrain`, which must outlive the parsing.
void add_terrain_option(CLI::App& command, std::string& terrain);

// Adds the options of a query, which write to `requested`, which must outlive the parsing.
void add_query_options(CLI::App& command, QueryArguments& requested);

// A method, or stages where one was chosen: then the best map for the request, which is the mesh,
// or the grid if --diagonal or --search jps requires it, and the best search of the map.
// Throws Failure with the reason when the combination cannot work.
[[nodiscard]] QuerySettings choose_settings(const QueryArguments& requested);

// The same for fields, which know meshes and grids: --map, --diagonal, --terrain, --radius and
// --agent. The other options of queries are refused with the reason, unless they say what is so in
// any case.
void add_field_options(CLI::App& command, QueryArguments& requested);
[[nodiscard]] QuerySettings choose_field_settings(const QueryArguments& requested);

// Whether the rule gives paths that a point agent can walk. The others give tile paths only, which
// cut corners.
[[nodiscard]] bool is_walkable_rule(DiagonalRule rule) noexcept;
[[nodiscard]] bool has_walkable_paths(const QuerySettings& settings) noexcept;

// The options as they would be typed, including defaults: all, and those that determine the
// corridor.
[[nodiscard]] std::string describe(const QuerySettings& settings);
[[nodiscard]] std::string describe_search(const QuerySettings& settings);

// null for what does not apply.
[[nodiscard]] nlohmann::ordered_json to_json(const QuerySettings& settings);

}  // namespace taut::tools
