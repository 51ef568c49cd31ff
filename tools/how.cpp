#include "how.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "failure.hpp"

namespace taut::tools {
namespace {

template <class T, std::size_t N>
using Words = std::array<std::pair<const char*, T>, N>;

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

template <class T, std::size_t N>
const char* find_word(const Words<T, N>& words, T value) noexcept {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return word;
  }
  return "unknown";
}

// Adds an option that takes one of `words`; `preset` says what is taken without it.
template <class T, class Value, std::size_t N>
void add_choice(CLI::App& command, const std::string& name, const Words<T, N>& words, Value& value,
                const std::string& preset, const std::string& help) {
  std::string choices;
  for (const auto& [word, meaning] : words) {
    choices += choices.empty() ? "" : "|";
    choices += word;
  }
  const auto choose = [name, &words, &value, choices](const std::string& text) {
    for (const auto& [word, meaning] : words) {
      if (text == word) {
        value = meaning;
        return;
      }
    }
    throw CLI::ValidationError(name + " " + text, "must be one of " + choices);
  };
  command.add_option_function<std::string>(name, choose, help)
      ->type_name(choices)
      ->default_str(preset);
}

void check_square(const How& how) {
  if (how.radius == 0.0) fail("--agent square: needs --radius R, half the side of the square");
  if (how.radius > static_cast<double>(kMaxMapSide)) {
    fail("--radius {}: a square agent's is {} at most", how.radius, kMaxMapSide);
  }
  if (how.map != MapKind::mesh) {
    fail("--agent square: works on --map mesh only, not on --map {}", to_string(how.map));
  }
  if (how.search != SearchKind::optimal) {
    fail("--agent square: works with --search optimal only, not with --search {}",
         to_string(how.search));
  }
  if (how.slide > 0.0) fail("--slide {}: works with --agent disc only", how.slide);
  if (how.has_repair) {
    fail("--repair with --agent square: its paths are optimal, there is nothing to repair");
  }
}

void check_how(const How& how) {
  if (how.search == SearchKind::jps) {
    if (how.map != MapKind::grid) {
      fail("--search jps: works on --map grid only, not on --map {}", to_string(how.map));
    }
    fail("--search jps: this build has no jump point search; use --search astar");
  }
  if (how.search == SearchKind::optimal && how.map == MapKind::grid) {
    fail("--search optimal: works on --map mesh and --map quadtree only, not on --map grid");
  }
  if (how.map != MapKind::grid && how.diagonal != How{}.diagonal) {
    fail("--diagonal {}: works on --map grid only, not on --map {}", to_string(how.diagonal),
         to_string(how.map));
  }
  if (!std::isfinite(how.radius) || how.radius < 0.0) {
    fail("--radius {}: must be a number, 0 or more", how.radius);
  }
  if (how.radius > 0.0 && how.pull != Pull::funnel) {
    fail("--radius {}: works with --pull funnel only, not with --pull {}", how.radius,
         to_string(how.pull));
  }
  if (!std::isfinite(how.slide) || how.slide < 0.0) {
    fail("--slide {}: must be a number, 0 or more", how.slide);
  }
  if (how.slide > 0.0 && how.radius == 0.0) {
    fail("--slide {}: works with --radius only", how.slide);
  }
  if (how.agent == AgentShape::square) check_square(how);
  if (!is_walkable_rule(how.diagonal)) {
    if (how.has_repair) {
      fail(
          "--repair with --diagonal {}: its tile paths cut corners, they have no portals to pull "
          "through",
          to_string(how.diagonal));
    }
    if (how.pull != Pull::none) {
      fail(
          "--pull {} with --diagonal {}: its tile paths cut corners, they have no portals to pull "
          "through; use --pull none",
          to_string(how.pull), to_string(how.diagonal));
    }
  }
}

}  // namespace

const char* to_string(MapKind map) noexcept { return find_word(kMaps, map); }
const char* to_string(SearchKind search) noexcept { return find_word(kSearches, search); }
const char* to_string(Pull pull) noexcept { return find_word(kPulls, pull); }
const char* to_string(DiagonalRule rule) noexcept { return find_word(kRules, rule); }
const char* to_string(AgentShape agent) noexcept { return find_word(kAgents, agent); }

void add_how_options(CLI::App& command, HowAsked& asked) {
  How& how = asked.how;
  add_choice(command, "--map", kMaps, asked.map, "mesh; grid with --diagonal or --search jps",
             "what the tiles are cut into");
  add_choice(command, "--search", kSearches, asked.search,
             "optimal on meshes, astar on grids and quadtrees",
             "which corridor is found: optimal is the one with the shortest path of all");
  add_choice(command, "--pull", kPulls, how.pull, to_string(how.pull),
             "how the corridor becomes a path: exact funnel, published funnel, portal midpoints, "
             "midpoints + raycast, cell centres");
  command.add_flag("--repair", how.has_repair,
                   "move the corridor to where its path can be taut, before the last pull");
  add_choice(
      command, "--diagonal", kRules, asked.diagonal, to_string(how.diagonal),
      "when diagonal tile steps are allowed, on grids; one-free and always cut corners and work "
      "only with --pull none");
  command
      .add_option("--radius", how.radius,
                  "radius of the agent in tiles; above 0.5 the search runs on the half-tile "
                  "lattice, whatever the map")
      ->type_name("R")
      ->capture_default_str();
  command
      .add_option(
          "--slide", how.slide,
          "start and goal nearer to a wall than the radius move up to so many tiles, to the "
          "nearest place with room")
      ->type_name("D")
      ->capture_default_str();
  add_choice(
      command, "--agent", kAgents, how.agent, to_string(how.agent),
      "what has the radius: a disc, or an axis-parallel square of twice that side, which takes "
      "the mesh's optimal search");
}

How choose_how(const HowAsked& asked) {
  How how = asked.how;
  const bool is_for_tiles = asked.diagonal || asked.search == SearchKind::jps;
  how.map = asked.map.value_or(is_for_tiles ? MapKind::grid : MapKind::mesh);
  how.search =
      asked.search.value_or(how.map == MapKind::mesh ? SearchKind::optimal : SearchKind::astar);
  how.diagonal = asked.diagonal.value_or(how.diagonal);
  check_how(how);
  return how;
}

bool is_walkable_rule(DiagonalRule rule) noexcept {
  return rule == DiagonalRule::never || rule == DiagonalRule::only_if_no_obstacles;
}

std::string describe(const How& how) {
  return fmt::format("{} --pull {}{}{}{}{}", describe_search(how), to_string(how.pull),
                     how.has_repair ? " --repair" : "",
                     how.radius > 0.0 ? fmt::format(" --radius {}", how.radius) : "",
                     how.slide > 0.0 ? fmt::format(" --slide {}", how.slide) : "",
                     how.agent == AgentShape::square ? " --agent square" : "");
}

std::string describe_search(const How& how) {
  std::string text = fmt::format("--map {} --search {}", to_string(how.map), to_string(how.search));
  if (how.map == MapKind::grid) text += fmt::format(" --diagonal {}", to_string(how.diagonal));
  return text;
}

nlohmann::ordered_json to_json(const How& how) {
  return {{"map", to_string(how.map)},
          {"search", to_string(how.search)},
          {"pull", to_string(how.pull)},
          {"repair", how.has_repair},
          {"diagonal", to_string(how.diagonal)},
          {"radius", how.radius},
          {"slide", how.slide},
          {"agent", to_string(how.agent)}};
}

}  // namespace taut::tools
