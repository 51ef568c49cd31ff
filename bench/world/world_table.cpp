// taut_bench world: the cost of edits of a World, with all that its agents need, and of those of a
// SharedWorld; whether an edit would part two places.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/finder.hpp>
#include <taut/shared_world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/figures.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

struct WorldOptions {
  BenchOptions common;
  EditScript script;
};

constexpr std::size_t kLandmarks = 8;
constexpr std::array<Agent, 3> kThreeSizes{Agent::disc(0.9), Agent::square(0.75),
                                           Agent::square(1.5)};
constexpr std::array<Agent, 3> kThreeSquares{Agent::square(0.75), Agent::square(1.0),
                                             Agent::square(1.5)};

Columns world_columns() {
  return Columns{text_column("map", 25), text_column("edit", 26)} + time_columns() +
         Columns{
             {"p999_us", "99.9 %", 9}, {"bytes_per_tile", "B/tile", 7}, count_column("wrong", 6)};
}

// Calls edit(rectangle, state): rectangles of 1 x 1 to side x side tiles at random places, blocked
// where the first tile is walkable, else opened.
template <class Edit>
void for_each_edit(const World& world, const WorldOptions& options, const Edit& edit) {
  std::mt19937 random(options.script.seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int i = 0; i < options.script.edits; ++i) {
    const int x = below(world.grid().width());
    const int y = below(world.grid().height());
    const TileRect tiles{x, y, x + 1 + below(options.script.side),
                         y + 1 + below(options.script.side)};
    edit(tiles, world.grid().is_walkable(x, y) ? TileState::blocked : TileState::walkable);
  }
}

// Queries whose status or length is not that of a world made afresh.
std::size_t count_wrong(const World& world, std::span<const Agent> agents, const BenchMap& bench) {
  World fresh(Grid::from_predicate(world.grid().width(), world.grid().height(),
                                   [&](int x, int y) { return world.grid().is_walkable(x, y); }));
  for (const Agent& agent : agents) fresh.prepare(agent);
  Finder finder(world);
  Finder fresh_finder(fresh);
  std::size_t wrong = 0;
  for (const BenchQuery& query : bench.queries) {
    const auto run_query = [&](const Agent& agent) {
      const FoundPath found =
          finder.find(center(query.start), center(query.goal), {agent, Method::optimal});
      const FoundPath expected =
          fresh_finder.find(center(query.start), center(query.goal), {agent, Method::optimal});
      // 1e-4: ties of opened square maps.
      const bool is_equal =
          found.status == expected.status &&
          (!found || std::abs(found.length - expected.length) <= 1e-4 * expected.length);
      if (!is_equal) ++wrong;
    };
    run_query({});
    for (const Agent& agent : agents) run_query(agent);
  }
  return wrong;
}

void add_world_row(const BenchMap& bench, const char* edit, const World& world, const Times& times,
                   std::size_t wrong, Table& table) {
  Row row;
  row.set("map", bench.name).set("edit", edit).set(times).set("p999_us", times.quantile(0.999));
  row.set("bytes_per_tile",
          static_cast<double>(world.memory_bytes()) / static_cast<double>(bench.grid.tile_count()));
  table.add(row.set("wrong", wrong));
}

void add_set(const BenchMap& bench, const char* edit, std::span<const Agent> agents,
             const WorldOptions& options, Table& table) {
  World world(bench.grid);
  for (const Agent& agent : agents) world.prepare(agent);
  Times times;
  for_each_edit(world, options, [&](const TileRect& tiles, TileState state) {
    times.add(time_us([&] { world.set(tiles, state); }));
  });
  add_world_row(bench, edit, world, times, count_wrong(world, agents, bench), table);
}

// The same rectangles: a swamp where the first tile is none, for points to whom it costs 5.
void add_set_class(const BenchMap& bench, const WorldOptions& options, Table& table) {
  World world(bench.grid);
  Ground ground;
  ground.set(1, 5.0F);
  world.set_ground(1, ground);
  world.prepare(Agent::point(1));
  const Grid& grid = world.grid();
  std::vector<std::uint8_t> classes(grid.tile_count(), 0);
  Times times;
  for_each_edit(world, options, [&](const TileRect& tiles, TileState) {
    const std::uint8_t next = classes[grid.id({tiles.x0, tiles.y0})] == 0 ? 1 : 0;
    times.add(time_us([&] { world.set_class(tiles, next); }));
    for (int y = tiles.y0; y < std::min(tiles.y1, grid.height()); ++y) {
      for (int x = tiles.x0; x < std::min(tiles.x1, grid.width()); ++x) {
        classes[grid.id({x, y})] = next;
      }
    }
  });
  std::size_t wrong = 0;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    wrong += grid.terrain_class(id) == classes[id] ? 0 : 1;
  }
  add_world_row(bench, "set_class", world, times, wrong, table);
}

// Whether blocking a rectangle would part two places.
struct CutQuestion {
  TileRect tiles;
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
};

// Makes the edit, compares what it does with the answer, and undoes it.
bool is_right(const World& world, World& edited, const CutQuestion& asked, const Agent& agent,
              bool would_cut) {
  edited.set(asked.tiles, TileState::blocked);
  const bool is_cut = world.is_reachable(agent, asked.start, asked.goal) &&
                      !edited.is_reachable(agent, asked.start, asked.goal);
  for (int y = asked.tiles.y0; y < std::min(asked.tiles.y1, world.grid().height()); ++y) {
    for (int x = asked.tiles.x0; x < std::min(asked.tiles.x1, world.grid().width()); ++x) {
      if (world.grid().is_walkable(x, y)) edited.set(Tile{x, y}, TileState::walkable);
    }
  }
  return is_cut == would_cut;
}

// Calls would_cut() with the rectangles whose first tile is walkable, and the queries of the map in
// turn. The world is not edited. Answers are checked after all rounds: edits would slow them down.
void add_would_cut(const BenchMap& bench, const char* edit, const Agent& agent, std::size_t links,
                   const WorldOptions& options, Table& table) {
  if (bench.queries.empty()) return;
  World world(bench.grid);
  world.prepare(agent);
  for (std::size_t i = 0; i < std::min(links, bench.queries.size()); ++i) {
    const BenchQuery& query = bench.queries[i];
    if (query.start == query.goal) continue;
    world.link(Place{0, center(query.start)}, Place{0, center(query.goal)});
  }
  std::vector<CutQuestion> questions;
  for_each_edit(world, options, [&](const TileRect& tiles, TileState state) {
    if (state == TileState::walkable) return;
    const BenchQuery& query = bench.queries[questions.size() % bench.queries.size()];
    questions.push_back({tiles, center(query.start), center(query.goal)});
  });
  World edited(world);
  RoundTimes times(questions.size());
  std::size_t wrong = 0;
  std::vector<bool> answers(questions.size());
  for (int round = 0; round < options.common.rounds; ++round) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const CutQuestion& asked = questions[i];
      times.add(i, time_us([&] {
                  answers[i] =
                      world.would_cut(std::span(&asked.tiles, 1), std::span(&asked.start, 1),
                                      std::span(&asked.goal, 1), agent);
                }));
    }
  }
  for (std::size_t i = 0; i < questions.size(); ++i) {
    wrong += is_right(world, edited, questions[i], agent, answers[i]) ? 0 : 1;
  }
  add_world_row(bench, edit, world, times.medians(), wrong, table);
}

enum class ReaderHabit : std::uint8_t { keeps, lets_go };

// Eight readers that take the newest world: the first after every other edit, each further one half
// as often as the one before. They keep it until then, or let go of it after two edits on average.
class Readers {
 public:
  explicit Readers(ReaderHabit habit) : habit_(habit) {}

  void read(const SharedWorld& shared) {
    for (std::size_t i = 0; i < held_.size(); ++i) {
      if (habit_ == ReaderHabit::lets_go && random_() % 2 == 0) held_[i].reset();
      if (random_() % (2U << i) == 0) held_[i] = shared.read();
    }
  }

 private:
  ReaderHabit habit_;
  std::mt19937 random_{20261127};
  std::array<std::shared_ptr<const World>, 8> held_;
};

struct Sharing {
  std::span<const Agent> agents{};
  std::optional<ReaderHabit> habit{};  // no readers without one
  std::size_t reserved = 0;            // copies made ahead
};

// Times an edit of a SharedWorld, which is published at once and applied to the other copies too.
void add_shared(const BenchMap& bench, const char* edit, const Sharing& sharing,
                const WorldOptions& options, Table& table) {
  World world(bench.grid);
  for (const Agent& agent : sharing.agents) world.prepare(agent);
  SharedWorld shared(world);
  if (sharing.reserved > 0) shared.reserve(sharing.reserved);
  std::optional<Readers> readers;
  if (sharing.habit) readers.emplace(*sharing.habit);
  Times times;
  for_each_edit(world, options, [&](const TileRect& tiles, TileState state) {
    world.set(tiles, state);
    times.add(time_us([&] {
      shared.set(tiles, state);
      shared.publish();
    }));
    if (readers) readers->read(shared);
  });
  const auto read = shared.read();
  add_world_row(bench, edit, *read, times, count_wrong(*read, sharing.agents, bench), table);
}

// The same edits of a world without landmarks and of one that keeps them; either goes first every
// other time. After some of them landmarks are rebuilt.
void add_landmarks(const BenchMap& bench, const WorldOptions& options, Table& table) {
  constexpr std::size_t kEditsPerRefresh = 100;
  World plain(bench.grid);
  World guided(bench.grid);
  guided.keep_landmarks(kLandmarks);
  // Blocking and opening.
  std::array<Times, 2> plain_times;
  std::array<Times, 2> guided_times;
  Times refresh_times;
  std::size_t edits = 0;
  for_each_edit(plain, options, [&](const TileRect& tiles, TileState state) {
    const std::size_t kind = state == TileState::blocked ? 0 : 1;
    const auto edit_plain = [&] {
      plain_times[kind].add(time_us([&] { plain.set(tiles, state); }));
    };
    if (++edits % 2 == 0) edit_plain();
    guided_times[kind].add(time_us([&] { guided.set(tiles, state); }));
    if (edits % 2 != 0) edit_plain();
    if (edits % kEditsPerRefresh != 0) return;
    refresh_times.add(time_us([&] { guided.refresh_landmarks(1); }));
  });
  const std::size_t wrong = count_wrong(guided, {}, bench);
  add_world_row(bench, "block: no landmarks", plain, plain_times[0], 0, table);
  add_world_row(bench, "block: 8 landmarks", guided, guided_times[0], wrong, table);
  add_world_row(bench, "open: no landmarks", plain, plain_times[1], 0, table);
  add_world_row(bench, "open: 8 landmarks", guided, guided_times[1], wrong, table);
  add_world_row(bench, "refresh: 1 of 8", guided, refresh_times, wrong, table);
}

int run_world(const WorldOptions& options) {
  Table table(world_columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) {
    add_set(map, "set: point", {}, options, table);
    add_set_class(map, options, table);
    add_set(map, "set: disc and 2 squares", kThreeSizes, options, table);
    add_set(map, "set: 3 squares", kThreeSquares, options, table);
    add_shared(map, "shared: disc and 2 squares", {kThreeSizes}, options, table);
    add_shared(map, "shared: 8 readers keep", {{}, ReaderHabit::keeps}, options, table);
    add_shared(map, "shared: 8 readers let go", {{}, ReaderHabit::lets_go}, options, table);
    add_shared(map, "shared: let go; reserve(3)", {{}, ReaderHabit::lets_go, 3}, options, table);
    add_shared(map, "shared: keep; reserve(12)", {{}, ReaderHabit::keeps, 12}, options, table);
    add_landmarks(map, options, table);
    add_would_cut(map, "would_cut: point", Agent::point(), 0, options, table);
    add_would_cut(map, "would_cut: disc of 0.9", Agent::disc(0.9), 0, options, table);
    add_would_cut(map, "would_cut: square of 0.75", Agent::square(0.75), 0, options, table);
    add_would_cut(map, "would_cut: square of 1", Agent::square(1.0), 0, options, table);
    add_would_cut(map, "would_cut: point; 20 links", Agent::point(), 20, options, table);
  });
  return table.finish();
}

}  // namespace

void add_world_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "world", "edits of a World and of a SharedWorld, and World::would_cut()");
  const auto options = std::make_shared<WorldOptions>();
  add_bench_options(command, options->common);
  add_edit_script(command, options->script);
  command.footer(
      "Times are CPU time of the thread, an edit each: of a rectangle at a random place, blocked "
      "when its first tile is walkable, else\nopened. The rows `set` are World::set() of a world "
      "with what the agents need beside the mesh of a point: a disc of radius\n0.9 and squares of "
      "0.75 and 1.5, or squares of 0.75, 1 and 1.5. The row `shared` is an edit of a SharedWorld, "
      "published at\nonce, and with it the one before once more on the other copy. In the rows "
      "with readers the world is one for points,\nand each reader takes the newest one after every "
      "2nd to 256th edit. The rows `would_cut` ask whether such a rectangle,\nwhere its first tile "
      "is walkable, would part the ends of a query; the world stays as it is. `wrong` counts "
      "queries\nafterwards whose status or length is not that of a world made afresh, and answers "
      "that are not those of an edit.\n");
  command.callback([options, &action] { action = [options] { return run_world(*options); }; });
}

}  // namespace taut::bench
