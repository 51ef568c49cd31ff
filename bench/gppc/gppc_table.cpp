// taut_bench gppc: the entries for the Grid-Based Path Planning Competition, run as its kits run
// them.
#include <CLI/CLI.hpp>

#include <taut/grid.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/figures.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

#include "entry_library.hpp"
#include "patches.hpp"
#include "path_validator.hpp"

namespace taut::bench {
namespace {

struct GppcOptions {
  BenchOptions common;
  EditScript script{0, 8, 1};
};

Columns columns() {
  return {text_column("map", 25),        text_column("entry", 13),
          {"init_ms", "init ms", 9, 2},  count_column("queries", 8),
          {"mean_us", "mean us", 10, 2}, {"p99_us", "99 %", 10, 1},
          {"worst_us", "worst", 10, 1},  count_column("edits", 7),
          {"edit_us", "edit us", 9, 1},  {"edit_worst_us", "worst", 10, 1},
          count_column("wrong", 6)};
}

// The map as its owner holds it: the bits that the entry reads, and the same as a grid for
// validators.
class ActiveMap {
 public:
  explicit ActiveMap(const Grid& grid)
      : grid_(grid), bits_((grid.tile_count() + 7) / 8), patch_bits_(bits_.size()) {
    for (int y = 0; y < grid.height(); ++y) {
      for (int x = 0; x < grid.width(); ++x) set_bit(bits_, index(x, y), grid.is_walkable(x, y));
    }
  }

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] gppc_patch whole() const noexcept {
    return {bits_.data(),
            static_cast<std::uint16_t>(grid_.width()),
            static_cast<std::uint16_t>(grid_.height()),
            {0, 0}};
  }

  // Changes a rectangle: one kind of tiles, or each at random. The patch is valid until the next.
  [[nodiscard]] gppc_patch edit(std::mt19937& random, int side) {
    const auto below = [&](int count) {
      return static_cast<int>(random() % static_cast<std::uint32_t>(count));
    };
    const int width = std::min(1 + below(side), grid_.width());
    const int height = std::min(1 + below(side), grid_.height());
    const int left = below(grid_.width() - width + 1);
    const int top = below(grid_.height() - height + 1);
    const int kind = below(3);
    std::size_t i = 0;
    for (int y = top; y < top + height; ++y) {
      for (int x = left; x < left + width; ++x) {
        const bool is_open = kind == 2 ? below(2) == 0 : kind == 1;
        grid_.set(Tile{x, y}, is_open ? TileState::walkable : TileState::blocked);
        set_bit(bits_, index(x, y), is_open);
        set_bit(patch_bits_, i++, is_open);
      }
    }
    return {patch_bits_.data(),
            static_cast<std::uint16_t>(width),
            static_cast<std::uint16_t>(height),
            {static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(top)}};
  }

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept { return grid_.id({x, y}); }
  static void set_bit(std::vector<std::uint8_t>& bits, std::size_t i, bool is_set) noexcept {
    const auto mask = static_cast<std::uint8_t>(1U << (i % 8));
    bits[i / 8] = static_cast<std::uint8_t>(is_set ? bits[i / 8] | mask : bits[i / 8] & ~mask);
  }

  Grid grid_;
  std::vector<std::uint8_t> bits_;
  std::vector<std::uint8_t> patch_bits_;
};

// The parts of a path, until one is complete.
std::vector<gppc_point> find_path(const EntryLibrary& entry, void* data, gppc_point start,
                                  gppc_point goal) {
  std::vector<gppc_point> path;
  for (;;) {
    const gppc_path part = entry.find(data, start, goal);
    path.insert(path.end(), part.path, part.path + part.length);
    if (part.incomplete == 0) return path;
  }
}

// The times of several runs of the same queries and edits.
struct GppcFigures {
  GppcFigures(std::size_t query_count, std::size_t edit_count)
      : queries(query_count), edits(edit_count) {}

  Times inits;
  RoundTimes queries;
  RoundTimes edits;
  std::size_t wrong = 0;
};

template <class Validator>
void run_entry(const BenchMap& map, const EntryLibrary& entry, const EditScript& script,
               GppcFigures& figures) {
  ActiveMap active(map.grid);
  Validator validator(map.grid);
  std::mt19937 random(script.seed);
  entry.preprocess(active.whole(), "");
  void* data = nullptr;
  figures.inits.add(time_us([&] { data = entry.begin(active.whole(), ""); }));
  const auto place = [](Tile tile) -> gppc_point {
    return {static_cast<std::uint16_t>(tile.x), static_cast<std::uint16_t>(tile.y)};
  };
  std::size_t edit = 0;
  for (std::size_t i = 0; i < map.queries.size(); ++i) {
    // The edits are spread over the queries.
    for (; edit < static_cast<std::size_t>(script.edits) * (i + 1) / map.queries.size(); ++edit) {
      const gppc_patch patch = active.edit(random, script.side);
      figures.edits.add(edit, time_us([&] { entry.change(data, &patch, 1); }));
    }
    const BenchQuery& query = map.queries[i];
    if (!active.grid().is_walkable(query.start) || !active.grid().is_walkable(query.goal)) continue;
    const gppc_point start = place(query.start);
    const gppc_point goal = place(query.goal);
    std::vector<gppc_point> path;
    figures.queries.add(i, time_us([&] { path = find_path(entry, data, start, goal); }));
    figures.wrong += validator.is_right(active.grid(), start, goal, path) ? 0U : 1U;
  }
  entry.end(data);
}

template <class Validator>
void add_row(const BenchMap& map, const EntryLibrary& entry, const GppcOptions& options,
             Table& table) {
  GppcFigures figures(map.queries.size(), static_cast<std::size_t>(options.script.edits));
  for (int round = 0; round < options.common.rounds; ++round) {
    run_entry<Validator>(map, entry, options.script, figures);
  }
  const Times queries = figures.queries.medians();
  const Times edits = figures.edits.medians();
  Row row;
  row.set("map", map.name).set("entry", entry.name());
  row.set("init_ms", figures.inits.quantile(0.5) / 1000.0);
  row.set("queries", queries.count()).set("mean_us", queries.mean());
  row.set("p99_us", queries.quantile(0.99)).set("worst_us", queries.worst());
  if (edits.count() > 0) {
    row.set("edits", edits.count()).set("edit_us", edits.mean());
    row.set("edit_worst_us", edits.worst());
  }
  table.add(row.set("wrong", figures.wrong));
}

int run(const GppcOptions& options) {
  const EntryLibrary steps(TAUT_GPPC_GRID);
  const EntryLibrary any_angle(TAUT_GPPC_ANY_ANGLE);
  Table table(columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) {
    add_row<StepValidator>(map, steps, options, table);
    add_row<AnyAngleValidator>(map, any_angle, options, table);
  });
  return table.finish();
}

}  // namespace

void add_gppc_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "gppc", "entries for the Grid-Based Path Planning Competition, run as its kits run them");
  const auto options = std::make_shared<GppcOptions>();
  add_bench_options(command, options->common);
  add_edit_script(command, options->script);
  command.footer(
      "Two shared libraries with the competition's entry points: taut-jps with tile steps, "
      "taut-optimal at any angle, from corner to\ncorner. Times are CPU time of the thread, "
      "medians "
      "of the rounds; each round runs each query once. With --edits a patch changes the map "
      "between queries, and queries\nwith a "
      "blocked end are left out. `wrong` counts paths that are not valid or longer than those of "
      "A* over tiles and of the\noptimal search on a mesh made afresh.\n");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace taut::bench
