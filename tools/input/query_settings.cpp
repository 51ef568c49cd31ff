#include "query_settings.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/landmarks.hpp>

#include "number_option.hpp"
#include "suggest.hpp"
#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

template <class T, std::size_t N>
using Words = std::array<std::pair<const char*, T>, N>;

constexpr Words<Method, 3> kMethods{
    {{"best", Method::best}, {"optimal", Method::optimal}, {"fast", Method::fast}}};
constexpr Words<MapKind, 3> kMaps{
    {{"grid", MapKind::grid}, {"quadtree", MapKind::quadtree}, {"mesh", MapKind::mesh}}};
constexpr Words<SearchKind, 3> kSearches{
    {{"astar", SearchKind::astar}, {"jps", SearchKind::jps}, {"optimal", SearchKind::optimal}}};
constexpr Words<Pull, 5> kPulls{{{"funnel", Pull::funnel},
                                 {"simple", Pull::simple},
                                 {"midpoint", Pull::midpoint},
                                 {"raycast", Pull::raycast},
                                 {"none", Pull::none}}};
constexpr Words<DiagonalRule, 4> kRules{{{"never", DiagonalRule::never},
                                         {"no-obstacles", DiagonalRule::only_if_no_obstacles},
                                         {"one-free", DiagonalRule::at_least_one_walkable},
                                         {"always", DiagonalRule::always}}};
constexpr Words<AgentShape, 2> kAgents{
    {{"disc", AgentShape::disc}, {"square", AgentShape::square}}};

constexpr auto kMostLandmarks = static_cast<std::int32_t>(Landmarks::kMaxCount);
constexpr const char* kByMap = "auto";

template <class T, std::size_t N>
const char* find_word(const Words<T, N>& words, T value) noexcept {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return word;
  }
  return "unknown";
}

using tools::to_string;
const char* to_string(SearchKind search) noexcept { return find_word(kSearches, search); }
const char* to_string(DiagonalRule rule) noexcept { return find_word(kRules, rule); }

template <class T, std::size_t N>
std::string list_choices(const Words<T, N>& words) {
  std::string choices;
  for (const auto& [word, meaning] : words) {
    choices += choices.empty() ? "" : "|";
    choices += word;
  }
  return choices;
}

template <class T, std::size_t N>
T read_choice(const std::string& name, const Words<T, N>& words, const std::string& text) {
  for (const auto& [word, meaning] : words) {
    if (text == word) return meaning;
  }
  std::vector<std::string> known;
  for (const auto& [word, meaning] : words) known.emplace_back(word);
  fail("{} {}: must be one of {}{}", name, text.empty() ? "\"\"" : shorten(text),
       list_choices(words), suggest(text, known));
}

// Adds an option that takes one of `words`; `preset` says what is taken without it.
template <class T, class Value, std::size_t N>
void add_choice(CLI::App& command, const std::string& name, const Words<T, N>& words, Value& value,
                const std::string& preset, const std::string& help) {
  const auto choose = [name, &words, &value](const std::string& text) {
    value = read_choice(name, words, text);
  };
  command.add_option_function<std::string>(name, choose, help)
      ->type_name(list_choices(words))
      ->default_str(preset);
}

// The stages that were typed, with a blank before each.
std::string name_stages(const QueryArguments& requested) {
  std::string text;
  if (requested.map) text += fmt::format(" --map {}", to_string(*requested.map));
  if (requested.search) text += fmt::format(" --search {}", to_string(*requested.search));
  if (requested.pull) text += fmt::format(" --pull {}", to_string(*requested.pull));
  if (requested.has_smoothing) text += " --repair";
  if (requested.diagonal) text += fmt::format(" --diagonal {}", to_string(*requested.diagonal));
  return text;
}

StageSettings choose_stages(const QueryArguments& requested) {
  StageSettings stages;
  const bool is_for_tiles = requested.diagonal || requested.search == SearchKind::jps ||
                            (requested.has_terrain() && (requested.pull == Pull::none ||
                                                         requested.search == SearchKind::astar));
  stages.map = requested.map.value_or(is_for_tiles ? MapKind::grid : MapKind::mesh);
  stages.search = requested.search.value_or(stages.map == MapKind::mesh ? SearchKind::optimal
                                                                        : SearchKind::astar);
  stages.pull = requested.pull.value_or(stages.pull);
  stages.has_smoothing = requested.has_smoothing;
  stages.diagonal = requested.diagonal.value_or(stages.diagonal);
  return stages;
}

Agent choose_agent(const QueryArguments& requested) {
  if (requested.shape == AgentShape::square) {
    if (requested.radius == 0.0) {
      fail("--agent square: needs --radius R, half the side of the square");
    }
    if (requested.radius > static_cast<double>(kMaxMapSide)) {
      fail("--radius {}: a square agent's is {} at most", requested.radius, kMaxMapSide);
    }
    return Agent::square(requested.radius);
  }
  if (requested.radius > kMaxDiscRadius) {
    fail("--radius {}: a disc's is {} at most", requested.radius, kMaxDiscRadius);
  }
  return requested.radius > 0.0 ? Agent::disc(requested.radius) : Agent{};
}

// Stages that do not go with a body, which is searched for by the optimal search on its mesh.
void check_body(const StageSettings& stages, const Agent& agent) {
  if (stages.pull != Pull::funnel) {
    fail("--radius {}: works with --pull funnel only, not with --pull {}", agent.radius,
         to_string(stages.pull));
  }
  if (agent.shape != AgentShape::square) return;
  if (stages.map != MapKind::mesh) {
    fail("--agent square: works on --map mesh only, not on --map {}", to_string(stages.map));
  }
  if (stages.search != SearchKind::optimal) {
    fail("--agent square: works with --search optimal only, not with --search {}",
         to_string(stages.search));
  }
  if (stages.has_smoothing) {
    fail("--repair with --agent square: its paths are optimal, there is nothing to smooth");
  }
}

void check_terrain(const StageSettings& stages, const std::string& name) {
  const auto refuse = [&](const char* what, const char* value) {
    fail("{}: does not work with {} {} on --map {}", name, what, value, to_string(stages.map));
  };
  if (stages.map == MapKind::quadtree) {
    fail("{}: works on --map mesh and --map grid only, not on --map quadtree", name);
  }
  const bool is_mesh = stages.map == MapKind::mesh;
  if (stages.search != (is_mesh ? SearchKind::optimal : SearchKind::astar)) {
    refuse("--search", to_string(stages.search));
  }
  if (!is_walkable_rule(stages.diagonal)) {
    fail("{} with --diagonal {}: its tile paths cut corners", name, to_string(stages.diagonal));
  }
  if (stages.pull != Pull::funnel && (is_mesh || stages.pull != Pull::none)) {
    refuse("--pull", to_string(stages.pull));
  }
  if (stages.has_smoothing) {
    fail("--repair with {}: it makes paths shorter, not cheaper", name);
  }
}

// Rules whose tile paths cut corners.
void check_corners(const StageSettings& stages, bool is_near) {
  if (is_walkable_rule(stages.diagonal)) return;
  const char* const rule = to_string(stages.diagonal);
  if (is_near) {
    fail("--near with --diagonal {}: its tile paths cut corners, what they reach is not known",
         rule);
  }
  constexpr const char* kNoPortals =
      "its tile paths cut corners, they have no portals to pull through";
  if (stages.has_smoothing) fail("--repair with --diagonal {}: {}", rule, kNoPortals);
  if (stages.pull != Pull::none) {
    fail("--pull {} with --diagonal {}: {}; use --pull none", to_string(stages.pull), rule,
         kNoPortals);
  }
}

void check_stages(const StageSettings& stages) {
  if (stages.search == SearchKind::jps) {
    if (stages.map != MapKind::grid) {
      fail("--search jps: works on --map grid only, not on --map {}", to_string(stages.map));
    }
    if (stages.diagonal != StageSettings{}.diagonal) {
      fail("--search jps: works with --diagonal no-obstacles only, not with --diagonal {}",
           to_string(stages.diagonal));
    }
  }
  if (stages.search == SearchKind::optimal && stages.map == MapKind::grid) {
    fail("--search optimal: works on --map mesh and --map quadtree only, not on --map grid");
  }
  if (stages.map != MapKind::grid && stages.diagonal != StageSettings{}.diagonal) {
    fail("--diagonal {}: works on --map grid only, not on --map {}", to_string(stages.diagonal),
         to_string(stages.map));
  }
}

std::string describe_landmarks(const QuerySettings& settings) {
  return settings.landmarks ? fmt::to_string(*settings.landmarks) : std::string(kByMap);
}

// What guides searches over meshes.
void check_aids(const QuerySettings& settings, const std::string& typed_stages) {
  if (settings.terrain && settings.has_index) {
    fail("--index: it knows lengths, not the costs of {}", settings.terrain->name);
  }
  const bool is_optimal = !settings.stages || settings.stages->search == SearchKind::optimal;
  const bool is_over_mesh =
      is_optimal || (settings.stages && settings.stages->map == MapKind::mesh);
  if (settings.landmarks != 0 && !is_over_mesh) {
    fail("--landmarks {}: works on meshes only, not with{}", describe_landmarks(settings),
         typed_stages);
  }
  if (!settings.has_index) return;
  if (!is_optimal) fail("--index: works with --search optimal only, not with{}", typed_stages);
  if (settings.method != Method::best && settings.method != Method::optimal) {
    fail("--index: finds optimal paths, so it does not work with --method {}",
         to_string(settings.method));
  }
}

// What every command does with its arguments: terrain, of which a script may set costs, and agent.
QuerySettings choose_common(const QueryArguments& requested) {
  QuerySettings settings = requested.settings;
  if (!requested.terrain.empty()) {
    settings.terrain = parse_terrain(requested.terrain);
  } else if (!requested.cost_edit.empty()) {
    settings.terrain.emplace().name = requested.cost_edit;
  }
  settings.agent = choose_agent(requested);
  return settings;
}

}  // namespace

void add_field_options(CLI::App& command, QueryArguments& requested) {
  add_query_options(command, requested);
  for (const char* const option : {"--method", "--search", "--pull", "--repair", "--slide",
                                   "--landmarks", "--index", "--index-bytes", "--near"}) {
    command.get_option(option)->group("");
  }
  command.get_option("--map")
      ->type_name("mesh|grid")
      ->default_str("mesh; grid with --diagonal or --terrain")
      ->description("distances at any angle, exact, or along tile steps");
  command.get_option("--radius")->description("radius of the agent in tiles, on meshes");
  command.get_option("--diagonal")->description("when diagonal tile steps are allowed, on grids");
}

QuerySettings choose_field_settings(const QueryArguments& requested) {
  constexpr const char* kCorridor = "a field has no corridor, it knows the way from everywhere";
  constexpr const char* kSearch = "a field is not searched, it knows the way from everywhere";
  if (requested.settings.slide != 0.0) {
    fail("--slide {}: a field has no start; its goals must be walkable", requested.settings.slide);
  }
  if (requested.method) fail("--method {}: {}", to_string(*requested.method), kSearch);
  if (requested.search) fail("--search {}: {}", to_string(*requested.search), kSearch);
  if (requested.settings.landmarks != 0) {
    fail("--landmarks {}: {}", describe_landmarks(requested.settings), kSearch);
  }
  if (requested.settings.has_index || requested.index_bytes) fail("--index: {}", kSearch);
  if (requested.pull.value_or(Pull::funnel) != Pull::funnel) {
    fail("--pull {}: {}", to_string(*requested.pull), kCorridor);
  }
  if (requested.has_smoothing) fail("--repair: {}", kCorridor);
  if (requested.settings.is_near) fail("--near: a field has no start; its goals must be walkable");
  QuerySettings settings = choose_common(requested);
  StageSettings& stages = settings.stages.emplace();
  stages.diagonal = requested.diagonal.value_or(stages.diagonal);
  const bool is_for_tiles = requested.diagonal || (settings.terrain && requested.radius == 0.0);
  stages.map = requested.map.value_or(is_for_tiles ? MapKind::grid : MapKind::mesh);
  if (stages.map == MapKind::quadtree) {
    fail("--map quadtree: fields are over a mesh or over tiles: must be one of mesh|grid");
  }
  if (stages.map == MapKind::grid && settings.agent.radius > 0.0) {
    fail("--radius {}: works on --map mesh only, not on --map grid", settings.agent.radius);
  }
  if (stages.map == MapKind::mesh && requested.diagonal) {
    fail("--diagonal {}: works on --map grid only, not on --map mesh",
         to_string(*requested.diagonal));
  }
  return settings;
}

void add_terrain_option(CLI::App& command, std::string& terrain) {
  const auto choose = [&terrain](const std::string& text) {
    if (text.empty()) throw CLI::ValidationError("--terrain", "the list is empty");
    terrain = text;
  };
  command
      .add_option_function<std::string>(
          "--terrain", choose,
          "what characters of the map cost, such as S=3,W=6,R=0.5,T=x: they are walkable at that "
          "factor, from 0.125 to 255, or blocked; colours of a PNG, such as #8080FF=3")
      ->type_name("LIST");
}

void add_query_options(CLI::App& command, QueryArguments& requested) {
  QuerySettings& settings = requested.settings;
  add_choice(command, "--method", kMethods, requested.method, "best",
             "how a game's paths are found: optimal, fast, or the best of both; the next five "
             "options choose stages of the engine instead");
  add_choice(command, "--map", kMaps, requested.map, "mesh; grid with --diagonal or --search jps",
             "the cells of the search: tiles, quadtree leaves, convex polygons");
  add_choice(command, "--search", kSearches, requested.search,
             "optimal on meshes, astar on grids and quadtrees",
             "which corridor is found: optimal is the one with the shortest path of all");
  add_choice(command, "--pull", kPulls, requested.pull, "funnel",
             "how the corridor becomes a path: exact funnel, published funnel, portal midpoints, "
             "midpoints + raycast, cell centres");
  command.add_flag("--repair", requested.has_smoothing,
                   "move the corridor to where its path can be taut, before the last pull");
  add_choice(
      command, "--diagonal", kRules, requested.diagonal, "no-obstacles",
      "when diagonal tile steps are allowed, on grids; one-free and always cut corners and work "
      "only with --pull none");
  add_size_option(command, "--radius", requested.radius,
                  "radius of the agent in tiles; the search runs on a mesh for this radius with "
                  "every --map and --search; of a disc at most 32")
      ->type_name("R")
      ->default_str("0");
  add_size_option(command, "--slide", settings.slide,
                  "start and goal nearer to a wall than the radius move up to D tiles, to the "
                  "nearest point where the agent fits")
      ->type_name("D")
      ->default_str("0");
  add_choice(command, "--agent", kAgents, requested.shape, "disc",
             "shape of the agent: a disc, or an axis-parallel square with half its side as radius");
  const auto read_landmarks = [&settings](const std::string& text) {
    settings.landmarks.reset();
    if (text != kByMap) settings.landmarks = read_count("--landmarks", 0, kMostLandmarks, text);
  };
  command
      .add_option_function<std::string>(
          "--landmarks", read_landmarks,
          "searches over meshes are guided by the distances to K landmarks per component; auto: as "
          "many as make them faster")
      ->type_name("K|auto")
      ->default_str("0");
  command.add_flag("--index", settings.has_index,
                   "optimal paths over meshes are found by an exact index of the corners, which is "
                   "built first, until the first edit");
  const auto read_bytes = [&requested](const std::string& text) {
    requested.index_bytes = read_size("--index-bytes", text);
  };
  command
      .add_option_function<std::string>("--index-bytes", read_bytes,
                                        "an index that would take more is not built")
      ->type_name("N")
      ->default_str("268435456");
  add_terrain_option(command, requested.terrain);
  command.add_flag("--near", settings.is_near,
                   "a goal that cannot be reached gives the path to the nearest place that can");
}

QuerySettings choose_settings(const QueryArguments& requested) {
  QuerySettings settings = choose_common(requested);
  const std::string typed = name_stages(requested);
  if (requested.method && !typed.empty()) {
    fail("--method {}: chooses all stages, so it does not work with{}",
         to_string(*requested.method), typed);
  }
  settings.method = requested.method.value_or(settings.method);
  if (requested.index_bytes) {
    if (!settings.has_index)
      fail("--index-bytes {}: works with --index only", *requested.index_bytes);
    constexpr double kMost = 1e15;
    settings.index_bytes = static_cast<std::size_t>(std::min(*requested.index_bytes, kMost));
  }
  if (settings.slide > 0.0 && settings.agent.shape != AgentShape::disc) {
    fail("--slide {}: works with {} only", settings.slide,
         settings.agent.radius == 0.0 ? "--radius" : "--agent disc");
  }
  if (!typed.empty()) {
    settings.stages = choose_stages(requested);
    if (settings.terrain) check_terrain(*settings.stages, settings.terrain->name);
    check_stages(*settings.stages);
    if (settings.agent.radius > 0.0) check_body(*settings.stages, settings.agent);
    check_corners(*settings.stages, settings.is_near);
  }
  check_aids(settings, typed);
  return settings;
}

bool is_walkable_rule(DiagonalRule rule) noexcept {
  return rule == DiagonalRule::never || rule == DiagonalRule::only_if_no_obstacles;
}

bool has_walkable_paths(const QuerySettings& settings) noexcept {
  return !settings.stages || is_walkable_rule(settings.stages->diagonal);
}

std::string describe(const QuerySettings& settings) {
  std::string text = describe_search(settings);
  if (settings.stages) {
    text += fmt::format(" --pull {}{}", to_string(settings.stages->pull),
                        settings.stages->has_smoothing ? " --repair" : "");
  }
  if (settings.agent.radius > 0.0) text += fmt::format(" --radius {}", settings.agent.radius);
  if (settings.slide > 0.0) text += fmt::format(" --slide {}", settings.slide);
  if (settings.agent.shape == AgentShape::square) text += " --agent square";
  if (settings.landmarks != 0) text += " --landmarks " + describe_landmarks(settings);
  if (settings.has_index) text += " --index";
  if (settings.index_bytes != World::kDefaultIndexBytes) {
    text += fmt::format(" --index-bytes {}", settings.index_bytes);
  }
  if (settings.terrain && !settings.terrain->text.empty()) {
    text += " --terrain " + settings.terrain->text;
  }
  if (settings.is_near) text += " --near";
  return text;
}

std::string describe_search(const QuerySettings& settings) {
  if (!settings.stages) return fmt::format("--method {}", to_string(settings.method));
  const StageSettings& stages = *settings.stages;
  std::string text =
      fmt::format("--map {} --search {}", to_string(stages.map), to_string(stages.search));
  if (stages.map == MapKind::grid) {
    text += fmt::format(" --diagonal {}", to_string(stages.diagonal));
  }
  return text;
}

const char* to_string(MapKind map) noexcept { return find_word(kMaps, map); }
const char* to_string(Pull pull) noexcept { return find_word(kPulls, pull); }

nlohmann::ordered_json to_json(const QuerySettings& settings) {
  nlohmann::ordered_json json = {{"method", nullptr}, {"map", nullptr},    {"search", nullptr},
                                 {"pull", nullptr},   {"repair", nullptr}, {"diagonal", nullptr}};
  if (const std::optional<StageSettings>& stages = settings.stages) {
    json["map"] = to_string(stages->map);
    json["search"] = to_string(stages->search);
    json["pull"] = to_string(stages->pull);
    json["repair"] = stages->has_smoothing;
    json["diagonal"] = to_string(stages->diagonal);
  } else {
    json["method"] = to_string(settings.method);
  }
  const bool is_square = settings.agent.shape == AgentShape::square;
  json["radius"] = settings.agent.radius;
  json["slide"] = settings.slide;
  json["agent"] = is_square ? "square" : "disc";
  json["landmarks"] = kByMap;
  if (settings.landmarks) json["landmarks"] = *settings.landmarks;
  json["index"] = settings.has_index;
  json["terrain"] = settings.terrain ? settings.terrain->text : "";
  json["near"] = settings.is_near;
  return json;
}

}  // namespace taut::tools
