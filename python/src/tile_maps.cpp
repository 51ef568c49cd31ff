// Numbers of tiles: distances, exploring, escape, turns of creatures.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include <taut/detail/require.hpp>
#include <taut/engine/distance_map.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/step_tiles.hpp>
#include <taut/engine/tile_links.hpp>

#include "shared_map.hpp"

namespace taut::python {
namespace {

using Numbers = Places;

// The keyword arguments of steps from tile to tile.
struct StepArguments {
  std::int64_t ground = 0;
  std::string diagonal;
  std::string length;
  double limit = kInfinity;
  std::string ways = "to_goals";
};

const Ground* find_costs(const World& world, std::uint8_t number) {
  const Ground* const ground = world.find_ground(number);
  if (ground == nullptr && number != 0) {
    detail::reject("World: no ground has the number " + std::to_string(number));
  }
  return ground;
}

DistanceMapOptions to_options(const World& world, const StepArguments& arguments) {
  using Rule = DiagonalRule;
  static constexpr NamedValues<Rule, 4> kRules{{{"no_obstacles", Rule::only_if_no_obstacles},
                                                {"never", Rule::never},
                                                {"one_free", Rule::at_least_one_walkable},
                                                {"always", Rule::always}}};
  static constexpr NamedValues<DiagonalLength, 2> kLengths{
      {{"sqrt2", DiagonalLength::sqrt2}, {"one", DiagonalLength::one}}};
  return {{to_value("diagonal", arguments.diagonal, kRules),
           to_value("diagonal_length", arguments.length, kLengths),
           find_costs(world, to_ground("World", arguments.ground))},
          detail::require_within("World: limit", arguments.limit, -kInfinity, kInfinity)};
}

// Those of the world: as a point of this ground passes them.
std::vector<TileLink> links_of(const World& world, const StepArguments& arguments) {
  static constexpr NamedValues<TileWays, 2> kWays{
      {{"to_goals", TileWays::to_goals}, {"from_goals", TileWays::from_goals}}};
  Agent agent;
  agent.ground = to_ground("World", arguments.ground);
  return build_tile_links(world, agent, to_value("ways", arguments.ways, kWays));
}

std::vector<TileGoal> to_goals(const py::object& places, const std::optional<Numbers>& values) {
  const Integers tiles = to_integers("World: tiles", places);
  const bool is_one = tiles.ndim() == 1 && (tiles.shape(0) == 2 || tiles.shape(0) == 0);
  if (!is_one && !(tiles.ndim() == 2 && tiles.shape(1) == 2)) {
    detail::reject("World: tiles have the shape " +
                   py::str(tiles.attr("shape")).cast<std::string>() + ", not (N, 2)");
  }
  std::vector<TileGoal> goals(static_cast<std::size_t>(tiles.size() / 2));
  if (values && static_cast<std::size_t>(values->size()) != goals.size()) {
    detail::reject("World: " + std::to_string(goals.size()) + " tiles and " +
                   std::to_string(values->size()) + " values");
  }
  const auto to_side = [](std::int64_t side) {
    return side < 0 || side > kMaxMapSide ? -1 : static_cast<std::int32_t>(side);
  };
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Tile at{to_side(tiles.data()[2 * i]), to_side(tiles.data()[2 * i + 1])};
    goals[i] = {at, values ? values->data()[i] : 0.0F};
  }
  return goals;
}

std::span<const float> view(const SharedMap& map, const Numbers& numbers, const char* what) {
  if (numbers.ndim() != 2 || numbers.shape(0) != map.grid().height() ||
      numbers.shape(1) != map.grid().width()) {
    detail::reject(std::string(what) + " has the shape " +
                   py::str(numbers.attr("shape")).cast<std::string>() + ", not that of the map");
  }
  return {numbers.data(), map.grid().tile_count()};
}

// What find(grid, goals, options, scratch, out) writes.
template <class Find>
py::array write_numbers(SharedMap& map, const py::object& tiles,
                        const std::optional<Numbers>& values, const StepArguments& arguments,
                        const char* fault, const Find& find) {
  const std::vector<TileGoal> goals = to_goals(tiles, values);
  Numbers numbers({map.grid().height(), map.grid().width()});
  const std::span<float> out(numbers.mutable_data(), map.grid().tile_count());
  const DistanceMapResult found = map.run_query([&](const World& world) {
    DistanceMapOptions options = to_options(world, arguments);
    const std::vector<TileLink> links = links_of(world, arguments);
    options.links = links;
    return map.spares().with_distances(world.grid(), [&](DistanceMapScratch& scratch) {
      return find(world.grid(), goals, options, scratch, out);
    });
  });
  if (!found) detail::reject(fault);
  return numbers;
}

py::array find_frontier(const SharedMap& map, const py::object& unknown, std::int64_t ground) {
  const std::uint8_t unknown_class = read_class("World.frontier: class", unknown);
  const std::uint8_t number = to_ground("World.frontier", ground);
  py::array_t<bool> tiles({map.grid().height(), map.grid().width()});
  bool* const out = tiles.mutable_data();
  map.run_query([&](const World& world) {
    std::vector<TileId> ids(world.grid().walkable_count());
    ids.resize(extract_frontier(world.grid(), unknown_class, find_costs(world, number), ids).count);
    std::fill_n(out, world.grid().tile_count(), false);
    for (const TileId id : ids) out[id] = true;
  });
  return tiles;
}

py::array find_distances(SharedMap& map, const py::object& goals,
                         const std::optional<Numbers>& values, std::int64_t ground,
                         const std::string& diagonal, const std::string& length, double limit,
                         const std::string& ways) {
  return write_numbers(
      map, goals, values, {ground, diagonal, length, limit, ways},
      "World.tile_distances: no goal can be walked, or a value is NaN or too far "
      "from 0",
      [](const Grid& grid, const auto& to, const auto& options, DistanceMapScratch& scratch,
         std::span<float> out) { return find_tile_distances(grid, to, options, scratch, out); });
}

py::array find_escape(SharedMap& map, const py::object& exits, const Numbers& theirs,
                      const std::optional<Numbers>& values, std::int64_t ground,
                      const std::string& diagonal, const std::string& length, double limit) {
  const std::span<const float> distances = view(map, theirs, "World.escape_map: theirs");
  return write_numbers(map, exits, values, {ground, diagonal, length, limit},
                       "World.escape_map: no exit can be walked, or a number is NaN, theirs below "
                       "0, or a value too far from 0",
                       [&](const Grid& grid, const auto& to, const auto& options,
                           DistanceMapScratch& scratch, std::span<float> out) {
                         return find_escape_map(grid, to, distances, options, scratch, out);
                       });
}

std::optional<std::array<std::int32_t, 2>> find_step(const SharedMap& map, const Numbers& values,
                                                     const std::array<std::int32_t, 2>& from,
                                                     std::int64_t ground,
                                                     const std::string& diagonal,
                                                     const std::string& length) {
  const std::span<const float> numbers = view(map, values, "World.downhill_step: values");
  const Tile tile{from[0], from[1]};
  if (!map.grid().is_inside(tile)) {
    detail::reject("World.downhill_step: the tile is outside the map");
  }
  const std::optional<Tile> next = map.run_query([&](const World& world) {
    const StepArguments arguments{ground, diagonal, length};
    const DistanceMapOptions options = to_options(world, arguments);
    return find_downhill_step(world.grid(), numbers, tile, options.steps,
                              links_of(world, arguments));
  });
  if (!next) return std::nullopt;
  return std::array{next->x, next->y};
}

// An integer for each creature: one for all, or N.
class PerCreature {
 public:
  PerCreature(const char* what, const py::object& values, std::size_t count, std::int64_t low,
              std::int64_t high)
      : values_(to_integers((std::string("World.step_tiles: ") + what).c_str(), values)) {
    if (values_.ndim() > 1 || (values_.ndim() == 1 && values_.size() != to_signed(count))) {
      detail::reject("World.step_tiles: " + std::string(what) + " has the shape " +
                     py::str(values_.attr("shape")).cast<std::string>() + ", not that of " +
                     std::to_string(count) + " creatures");
    }
    for (py::ssize_t i = 0; count > 0 && i < values_.size(); ++i) {
      const std::int64_t value = values_.data()[i];
      if (value >= low && value <= high) continue;
      detail::reject("World.step_tiles: " + std::string(what) + " " + std::to_string(value) +
                     " is not within " + std::to_string(low) + " to " + std::to_string(high));
    }
  }
  [[nodiscard]] std::int64_t operator[](std::size_t i) const {
    return values_.data()[values_.ndim() == 0 ? 0 : i];
  }

 private:
  static py::ssize_t to_signed(std::size_t count) { return static_cast<py::ssize_t>(count); }
  Integers values_;
};

// What a turn is told of its creatures, beside their tiles.
struct CreatureArguments {
  PerCreature waited;
  PerCreature which;
  PerCreature sizes;
  PerCreature ranks;
  PerCreature stays;
  PerCreature grounds;
};

std::vector<TileCreature> to_creatures(const World& world, const std::vector<TileGoal>& tiles,
                                       const std::vector<std::span<const float>>& maps,
                                       const CreatureArguments& of, const TileSteps& steps) {
  std::vector<TileCreature> all(tiles.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].at = tiles[i].at;
    if (of.which[i] >= 0) all[i].values = maps[static_cast<std::size_t>(of.which[i])];
    all[i].steps = steps;
    all[i].steps.costs = find_costs(world, static_cast<std::uint8_t>(of.grounds[i]));
    all[i].size = static_cast<int>(of.sizes[i]);
    all[i].rank = static_cast<std::uint8_t>(of.ranks[i]);
    all[i].stays = of.stays[i] != 0;
    all[i].waited = static_cast<std::uint32_t>(of.waited[i]);
  }
  return all;
}

py::tuple step_creatures(SharedMap& map, const py::object& tiles, const std::vector<Numbers>& maps,
                         const py::object& which, const py::object& waited, const py::object& sizes,
                         const py::object& ranks, const py::object& stays,
                         const py::object& grounds, std::int64_t ground,
                         const std::string& diagonal, const std::string& length) {
  const std::vector<TileGoal> at = to_goals(tiles, std::nullopt);
  const std::size_t n = at.size();
  std::vector<std::span<const float>> numbers;
  for (const Numbers& one : maps) numbers.push_back(view(map, one, "World.step_tiles: a map"));
  const auto last = static_cast<std::int64_t>(maps.size()) - 1;
  const CreatureArguments of{{"waited", waited, n, 0, 4'294'967'295},
                             {"which", which, n, -1, last},
                             {"size", sizes, n, 1, TileCreature::kMostSize},
                             {"rank", ranks, n, 0, 255},
                             {"stays", stays, n, 0, 1},
                             {"grounds", grounds, n, 0, 255}};
  std::vector<TileCreature> all;
  const StepTilesResult result = map.run_query([&](const World& world) {
    const StepArguments arguments{ground, diagonal, length};
    all = to_creatures(world, at, numbers, of, to_options(world, arguments).steps);
    const std::vector<TileLink> links = links_of(world, arguments);
    return map.spares().with_turns(world.grid(), n, [&](StepTilesScratch& scratch) {
      return step_tiles(world.grid(), all, links, scratch);
    });
  });
  if (!result) {
    detail::reject("World.step_tiles: creatures overlap each other, or the outside of the map");
  }
  py::array_t<std::int32_t> to({static_cast<py::ssize_t>(n), py::ssize_t{2}});
  py::array_t<std::uint32_t> turns(static_cast<py::ssize_t>(n));
  for (std::size_t i = 0; i < n; ++i) {
    to.mutable_data()[2 * i] = all[i].at.x;
    to.mutable_data()[2 * i + 1] = all[i].at.y;
    turns.mutable_data()[i] = all[i].waited;
  }
  return py::make_tuple(to, turns);
}

}  // namespace

void define_world_tile_maps(WorldClass& world) {
  const auto ground = integer("ground") = 0;
  const auto diagonal = py::arg("diagonal") = "no_obstacles";
  const auto length = py::arg("diagonal_length") = "sqrt2";
  const auto limit = py::arg("limit") = kInfinity;
  const auto values = py::arg("values") = py::none();
  world
      .def("frontier", &find_frontier, py::arg("unknown_class"), py::kw_only(), ground,
           "bool, height x width: the tiles of other classes, walkable on this ground, that share\n"
           "an edge with a tile of this class. To explore, walk to the nearest of them.")
      .def(
          "tile_distances", &find_distances, py::arg("goals"), values, py::kw_only(), ground,
          diagonal, length, limit, py::arg("ways") = "to_goals",
          "float32, height x width: the distance of each tile to the nearest goal by tile steps\n"
          "and links; inf where there is none. goals: N x 2 tiles; values: what the distance\n"
          "begins with. diagonal: \"no_obstacles\", \"never\", \"one_free\", \"always\";\n"
          "diagonal_length: \"sqrt2\" or \"one\". Classes cost what the ground tells. ways, where\n"
          "links go one way: \"to_goals\", or \"from_goals\" for where others can be.")
      .def("escape_map", &find_escape, py::arg("exits"), py::arg("theirs"), values, py::kw_only(),
           ground, diagonal, length, limit,
           "float32, height x width: where it is below 0, steps downhill lead to an exit over "
           "tiles\n"
           "on none of which others can be as soon, whose distances are `theirs`.")
      .def(
          "step_tiles", &step_creatures, py::arg("tiles"), py::arg("maps"), py::arg("which") = 0,
          py::kw_only(), py::arg("waited") = 0, py::arg("size") = 1, py::arg("rank") = 0,
          py::arg("stays") = 0, py::arg("grounds") = 0, ground, diagonal, length,
          "One turn of creatures that stand on tiles (N x 2): each makes at most one step, down\n"
          "maps[which[i]] (-1: none) or out of the way of one that goes first. No two overlap\n"
          "after it, and none has passed another. Returns their tiles (int32), and the turns that\n"
          "each has waited, which are given to the next call. waited, size, rank, stays and\n"
          "grounds are one number for all, or N. ground: whose links are passed.")
      .def("downhill_step", &find_step, py::arg("values"), integer("tile"), py::kw_only(), ground,
           diagonal, length,
           "The tile (x, y) to step to over such a map, or None: a neighbour, or the other end of\n"
           "a link.");
}

}  // namespace taut::python
