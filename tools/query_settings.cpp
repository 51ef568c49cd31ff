#include "query_settings.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <taut/engine/landmarks.hpp>

#include <array>
#include <cstddef>
#include <utility>

#include "failure.hpp"
#include "number_option.hpp"
#include "text_input.hpp"

namespace taut::tools {
namespace {

template <class T, std::size_t N>
using Words = std::array<std::pair<const char*, T>, N>;

constexpr Words<MapKind, 3> kMaps{
    {{"grid", MapKind::grid}, {"quadtree", MapKind::quadtree}, {"mesh", MapKind::mesh}}};
constexpr Words<MapKind, 2> kFieldMaps{{{"mesh", MapKind::mesh}, {"grid", MapKind::grid}}};
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

template <class T, std::size_t N>
const char* find_word(const Words<T, N>& words, T value) noexcept {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return word;
  }
  return "unknown";
}

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
  fail("{} {}: must be one of {}", name, text.empty() ? "\"\"" : shorten(text),
       list_choices(words));
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

void check_square(const QuerySettings& settings) {
  if (settings.radius == 0.0) fail("--agent square: needs --radius R, half the side of the square");
  if (settings.radius > static_cast<double>(kMaxMapSide)) {
    fail("--radius {}: a square agent's is {} at most", settings.radius, kMaxMapSide);
  }
  if (settings.map != MapKind::mesh) {
    fail("--agent square: works on --map mesh only, not on --map {}", to_string(settings.map));
  }
  if (settings.search != SearchKind::optimal) {
    fail("--agent square: works with --search optimal only, not with --search {}",
         to_string(settings.search));
  }
  if (settings.slide > 0.0) fail("--slide {}: works with --agent disc only", settings.slide);
  if (settings.has_repair) {
    fail("--repair with --agent square: its paths are optimal, there is nothing to repair");
  }
}

void check_is_no_square(const char* option, const QuerySettings& settings) {
  if (settings.agent == AgentShape::square) fail("{}: works with --agent disc only", option);
}

void check_landmarks(const QuerySettings& settings, const std::string& typed_search) {
  if (settings.map != MapKind::mesh && settings.search != SearchKind::optimal) {
    fail("--landmarks {}: works on meshes only, not {}", settings.landmarks, typed_search);
  }
  check_is_no_square("--landmarks", settings);
}

void check_index(const QuerySettings& settings, const std::string& typed_search) {
  if (settings.search != SearchKind::optimal) {
    fail("--index: works with --search optimal only, not {}", typed_search);
  }
  check_is_no_square("--index", settings);
}

void check_terrain(const QuerySettings& settings) {
  const std::string& name = settings.terrain->name;
  if (settings.map != MapKind::grid) {
    fail("{}: works on --map grid only, not on --map {}", name, to_string(settings.map));
  }
  if (settings.search != SearchKind::astar) {
    fail("{}: works with --search astar only, not with --search {}", name,
         to_string(settings.search));
  }
  if (settings.radius != 0.0 && settings.agent == AgentShape::square) {
    fail("{}: does not work with --agent square", name);
  }
  if (settings.radius > kNarrowRadius) {
    fail("{}: works with a --radius up to {} only, not with {}", name, kNarrowRadius,
         settings.radius);
  }
  if (!is_walkable_rule(settings.diagonal)) {
    fail("{} with --diagonal {}: its tile paths cut corners", name, to_string(settings.diagonal));
  }
  if (settings.pull != Pull::funnel && settings.pull != Pull::none) {
    fail("{}: works with --pull funnel and --pull none only, not with --pull {}", name,
         to_string(settings.pull));
  }
  if (settings.pull == Pull::none && settings.has_repair) {
    fail("--repair with {} and --pull none: there is nothing to repair", name);
  }
}

// Reads --terrain; a script that sets costs is as good.
void take_terrain(const QueryArguments& asked, QuerySettings& settings) {
  if (!asked.terrain.empty()) {
    settings.terrain = parse_terrain(asked.terrain);
  } else if (!asked.cost_edit.empty()) {
    settings.terrain.emplace().name = asked.cost_edit;
  }
}

void add_terrain_option(CLI::App& command, QueryArguments& asked) {
  const auto choose = [&asked](const std::string& text) {
    if (text.empty()) throw CLI::ValidationError("--terrain", "the list is empty");
    asked.terrain = text;
  };
  command
      .add_option_function<std::string>(
          "--terrain", choose,
          "what characters of the map cost, such as S=3,W=6,R=0.5: they are walkable at that "
          "factor, from 0.125 to 255; on grids")
      ->type_name("LIST");
}

// Adds the options of queries that fields do not have, out of the help: they say why.
void refuse_query_options(CLI::App& command) {
  constexpr const char* kPoints = "fields are for points";
  constexpr const char* kCorridor = "a field has no corridor, it knows the way from everywhere";
  constexpr const char* kSearch = "a field is not searched, it knows the way from everywhere";
  // What is the default of the others changes nothing. That of --search depends on the map.
  const auto add = [&command](const char* option, const auto& is_preset, const char* why) {
    const auto read = [=, name = std::string(option)](const std::string& text) {
      if (!is_preset(name, text)) fail("{} {}: {}", name, shorten(text), why);
    };
    command.add_option_function<std::string>(option, read)->group("");
  };
  using Text = std::string;
  for (const char* const option : {"--radius", "--slide"}) {
    add(
        option, [](const Text& name, const Text& text) { return read_size(name, text) == 0.0; },
        kPoints);
  }
  add(
      "--landmarks",
      [](const Text& name, const Text& text) {
        return read_count(name, 0, kMostLandmarks, text) == 0;
      },
      kSearch);
  add(
      "--agent",
      [](const Text& name, const Text& text) {
        return read_choice(name, kAgents, text) == QuerySettings{}.agent;
      },
      kPoints);
  add(
      "--pull",
      [](const Text& name, const Text& text) {
        return read_choice(name, kPulls, text) == QuerySettings{}.pull;
      },
      kCorridor);
  add(
      "--search", [](const Text&, const Text&) { return false; }, kSearch);
  for (const auto& [option, why] :
       {std::pair{"--repair", kCorridor},
        {"--index", kSearch},
        {"--near", "a field has no start; its goals must be walkable"}}) {
    const auto refuse = [name = std::string(option), reason = why] {
      fail("{}: {}", name, reason);
    };
    command.add_flag_callback(option, refuse)->group("");
  }
}

// The options that were typed and led to map and search: "with --diagonal never".
std::string name_search(const QueryArguments& asked, const QuerySettings& settings) {
  if (settings.terrain) return "with " + settings.terrain->name;
  std::string text;
  if (asked.map) text += fmt::format(" --map {}", to_string(*asked.map));
  if (asked.search) text += fmt::format(" --search {}", to_string(*asked.search));
  if (asked.diagonal) text += fmt::format(" --diagonal {}", to_string(*asked.diagonal));
  return "with" + text;
}

void check_settings(const QueryArguments& asked, const QuerySettings& settings) {
  if (settings.terrain) check_terrain(settings);
  if (settings.search == SearchKind::jps) {
    if (settings.map != MapKind::grid) {
      fail("--search jps: works on --map grid only, not on --map {}", to_string(settings.map));
    }
    if (settings.diagonal != DiagonalRule::only_if_no_obstacles) {
      fail("--search jps: works with --diagonal no-obstacles only, not with --diagonal {}",
           to_string(settings.diagonal));
    }
  }
  if (settings.search == SearchKind::optimal && settings.map == MapKind::grid) {
    fail("--search optimal: works on --map mesh and --map quadtree only, not on --map grid");
  }
  if (settings.map != MapKind::grid && settings.diagonal != QuerySettings{}.diagonal) {
    fail("--diagonal {}: works on --map grid only, not on --map {}", to_string(settings.diagonal),
         to_string(settings.map));
  }
  if (settings.radius > 0.0 && settings.pull != Pull::funnel) {
    fail("--radius {}: works with --pull funnel only, not with --pull {}", settings.radius,
         to_string(settings.pull));
  }
  if (settings.slide > 0.0 && settings.radius == 0.0) {
    fail("--slide {}: works with --radius only", settings.slide);
  }
  if (settings.agent == AgentShape::square) check_square(settings);
  if (settings.agent == AgentShape::disc && settings.radius > kMaxDiscRadius) {
    fail("--radius {}: a disc's is {} at most", settings.radius, kMaxDiscRadius);
  }
  if (settings.landmarks != 0) check_landmarks(settings, name_search(asked, settings));
  if (settings.has_index) check_index(settings, name_search(asked, settings));
  if (!is_walkable_rule(settings.diagonal)) {
    if (settings.is_near) {
      fail("--near with --diagonal {}: its tile paths cut corners, what they reach is not known",
           to_string(settings.diagonal));
    }
    if (settings.has_repair) {
      fail(
          "--repair with --diagonal {}: its tile paths cut corners, they have no portals to pull "
          "through",
          to_string(settings.diagonal));
    }
    if (settings.pull != Pull::none) {
      fail(
          "--pull {} with --diagonal {}: its tile paths cut corners, they have no portals to pull "
          "through; use --pull none",
          to_string(settings.pull), to_string(settings.diagonal));
    }
  }
}

}  // namespace

taut::Agent to_agent(const QuerySettings& settings) noexcept {
  if (settings.radius == 0.0) return {};
  const bool is_square = settings.agent == AgentShape::square;
  return is_square ? Agent::square(settings.radius) : Agent::disc(settings.radius);
}

const char* to_string(MapKind map) noexcept { return find_word(kMaps, map); }
const char* to_string(SearchKind search) noexcept { return find_word(kSearches, search); }
const char* to_string(Pull pull) noexcept { return find_word(kPulls, pull); }
const char* to_string(DiagonalRule rule) noexcept { return find_word(kRules, rule); }
const char* to_string(AgentShape agent) noexcept { return find_word(kAgents, agent); }

void add_field_options(CLI::App& command, QueryArguments& asked) {
  const auto choose_map = [&asked](const std::string& text) {
    if (text == to_string(MapKind::quadtree)) {
      fail("--map quadtree: fields are over a mesh or over tiles: must be one of mesh|grid");
    }
    asked.map = read_choice("--map", kFieldMaps, text);
  };
  command
      .add_option_function<std::string>("--map", choose_map,
                                        "distances at any angle, exact, or along tile steps")
      ->type_name(list_choices(kFieldMaps))
      ->default_str("mesh; grid with --diagonal or --terrain");
  add_choice(command, "--diagonal", kRules, asked.diagonal, to_string(asked.settings.diagonal),
             "when diagonal tile steps are allowed, on grids");
  add_terrain_option(command, asked);
  refuse_query_options(command);
}

QuerySettings choose_field_settings(const QueryArguments& asked) {
  QuerySettings settings = asked.settings;
  take_terrain(asked, settings);
  settings.map =
      asked.map.value_or(asked.diagonal || settings.terrain ? MapKind::grid : MapKind::mesh);
  if (settings.terrain && settings.map != MapKind::grid) {
    fail("{}: works on --map grid only, not on --map {}", settings.terrain->name,
         to_string(settings.map));
  }
  if (asked.diagonal && settings.map != MapKind::grid) {
    fail("--diagonal {}: works on --map grid only, not on --map {}", to_string(*asked.diagonal),
         to_string(settings.map));
  }
  settings.diagonal = asked.diagonal.value_or(settings.diagonal);
  return settings;
}

void add_query_options(CLI::App& command, QueryArguments& asked) {
  QuerySettings& settings = asked.settings;
  add_choice(command, "--map", kMaps, asked.map,
             "mesh; grid with --diagonal, --search jps or --terrain",
             "the cells of the search: tiles, quadtree leaves, convex polygons");
  add_choice(command, "--search", kSearches, asked.search,
             "optimal on meshes, astar on grids and quadtrees",
             "which corridor is found: optimal is the one with the shortest path of all");
  add_choice(command, "--pull", kPulls, settings.pull, to_string(settings.pull),
             "how the corridor becomes a path: exact funnel, published funnel, portal midpoints, "
             "midpoints + raycast, cell centres");
  command.add_flag("--repair", settings.has_repair,
                   "move the corridor to where its path can be taut, before the last pull");
  add_choice(
      command, "--diagonal", kRules, asked.diagonal, to_string(settings.diagonal),
      "when diagonal tile steps are allowed, on grids; one-free and always cut corners and work "
      "only with --pull none");
  add_size_option(command, "--radius", settings.radius,
                  "radius of the agent in tiles; without --terrain the search runs on a mesh for "
                  "this radius with every --map and --search; of a disc at most 32")
      ->type_name("R")
      ->default_str("0");
  add_size_option(command, "--slide", settings.slide,
                  "start and goal nearer to a wall than the radius move up to D tiles, to the "
                  "nearest point where the agent fits")
      ->type_name("D")
      ->default_str("0");
  add_choice(
      command, "--agent", kAgents, settings.agent, to_string(settings.agent),
      "shape of the agent: a disc, or an axis-parallel square with half its side as radius, which "
      "requires the optimal search on a mesh");
  add_count_option(
      command, "--landmarks", 0, kMostLandmarks, settings.landmarks,
      "searches over meshes are guided by the distances to K landmarks per component, until the "
      "first edit")
      ->type_name("K")
      ->default_str("0");
  command.add_flag("--index", settings.has_index,
                   "optimal paths over meshes are found by an exact index of the corners, which is "
                   "built first, until the first edit");
  add_terrain_option(command, asked);
  command.add_flag("--near", settings.is_near,
                   "a goal that cannot be reached gives the path to the nearest place that can");
}

QuerySettings choose_settings(const QueryArguments& asked) {
  QuerySettings settings = asked.settings;
  take_terrain(asked, settings);
  const bool is_for_tiles =
      asked.diagonal || asked.search == SearchKind::jps || settings.terrain.has_value();
  settings.map = asked.map.value_or(is_for_tiles ? MapKind::grid : MapKind::mesh);
  settings.search = asked.search.value_or(settings.map == MapKind::mesh ? SearchKind::optimal
                                                                        : SearchKind::astar);
  settings.diagonal = asked.diagonal.value_or(settings.diagonal);
  check_settings(asked, settings);
  return settings;
}

bool is_walkable_rule(DiagonalRule rule) noexcept {
  return rule == DiagonalRule::never || rule == DiagonalRule::only_if_no_obstacles;
}

std::string describe(const QuerySettings& settings) {
  return fmt::format(
      "{} --pull {}{}{}{}{}{}{}{}{}", describe_search(settings), to_string(settings.pull),
      settings.has_repair ? " --repair" : "",
      settings.radius > 0.0 ? fmt::format(" --radius {}", settings.radius) : "",
      settings.slide > 0.0 ? fmt::format(" --slide {}", settings.slide) : "",
      settings.agent == AgentShape::square ? " --agent square" : "",
      settings.landmarks > 0 ? fmt::format(" --landmarks {}", settings.landmarks) : "",
      settings.has_index ? " --index" : "",
      settings.terrain && !settings.terrain->text.empty() ? " --terrain " + settings.terrain->text
                                                          : "",
      settings.is_near ? " --near" : "");
}

std::string describe_search(const QuerySettings& settings) {
  std::string text =
      fmt::format("--map {} --search {}", to_string(settings.map), to_string(settings.search));
  if (settings.map == MapKind::grid)
    text += fmt::format(" --diagonal {}", to_string(settings.diagonal));
  return text;
}

nlohmann::ordered_json to_json(const QuerySettings& settings) {
  return {{"map", to_string(settings.map)},
          {"search", to_string(settings.search)},
          {"pull", to_string(settings.pull)},
          {"repair", settings.has_repair},
          {"diagonal", to_string(settings.diagonal)},
          {"radius", settings.radius},
          {"slide", settings.slide},
          {"agent", to_string(settings.agent)},
          {"landmarks", settings.landmarks},
          {"index", settings.has_index},
          {"terrain", settings.terrain ? settings.terrain->text : ""},
          {"near", settings.is_near}};
}

}  // namespace taut::tools
