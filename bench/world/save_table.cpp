// taut_bench save: what a save takes to write and to read, in both forms.
#include <CLI/CLI.hpp>

#include <taut/finder.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

// What the world holds beside its tiles.
struct Setup {
  const char* name;
  std::vector<Agent> agents;
  std::size_t landmarks;
  std::size_t index_bytes;

  [[nodiscard]] World build(const Grid& grid) const {
    World world(grid);
    for (const Agent& agent : agents) world.prepare(agent);
    world.keep_landmarks(landmarks);
    world.keep_index(index_bytes);
    return world;
  }
};

std::vector<Setup> list_setups() {
  const std::vector<Agent> agents{Agent::disc(0.4), Agent::disc(0.9), Agent::square(0.5)};
  return {{"point", {}, 0, 0},
          {"4 agents", agents, 0, 0},
          {"8 landmarks", {}, 8, 0},
          {"index", {}, 0, World::kDefaultIndexBytes}};
}

Columns save_columns() {
  return {text_column("map", 25),
          text_column("world", 12),
          {"build_us", "build us", 11, 0},
          count_column("light_bytes", 11),
          {"light_save_us", "save us", 9, 0},
          {"light_load_us", "load us", 11, 0},
          count_column("full_bytes", 11),
          {"full_save_us", "save us", 9, 0},
          {"full_load_us", "load us", 9, 0},
          {"build_over_load", "x faster", 8, 1},
          count_column("wrong", 6)};
}

struct FormTimes {
  std::size_t bytes = 0;
  double save_us = std::numeric_limits<double>::infinity();
  double load_us = std::numeric_limits<double>::infinity();
};

// Saves and loads a world, and returns how many queries of the map have another answer then.
std::size_t time_form(const BenchMap& map, const World& world, SaveForm form, FormTimes& best) {
  std::vector<std::byte> bytes;
  Loaded<World> loaded;
  best.save_us = std::min(best.save_us, time_us([&] { bytes = save(world, form); }));
  best.load_us = std::min(best.load_us, time_us([&] { loaded = read_save(bytes, map.name); }));
  best.bytes = bytes.size();
  if (!loaded) return map.queries.size();
  Finder finder(world);
  Finder other(*loaded.value);
  return static_cast<std::size_t>(
      std::count_if(map.queries.begin(), map.queries.end(), [&](const BenchQuery& query) {
        const FoundPath path = finder.find(center(query.start), center(query.goal));
        return !is_same(path, other.find(center(query.start), center(query.goal)));
      }));
}

void add_save_row(const BenchMap& map, const Setup& setup, int rounds, Table& table) {
  double build_us = std::numeric_limits<double>::infinity();
  FormTimes light;
  FormTimes full;
  std::size_t wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    std::optional<World> world;
    build_us = std::min(build_us, time_us([&] { world.emplace(setup.build(map.grid)); }));
    wrong += time_form(map, *world, SaveForm::light, light);
    wrong += time_form(map, *world, SaveForm::full, full);
  }
  Row row;
  row.set("map", map.name)
      .set("world", setup.name)
      .set("build_us", build_us)
      .set("light_bytes", light.bytes)
      .set("light_save_us", light.save_us)
      .set("light_load_us", light.load_us)
      .set("full_bytes", full.bytes)
      .set("full_save_us", full.save_us)
      .set("full_load_us", full.load_us)
      .set("build_over_load", build_us / full.load_us)
      .set("wrong", wrong);
  table.add(row);
}

int run_save(const BenchOptions& options) {
  Table table(save_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    for (const Setup& setup : list_setups()) add_save_row(map, setup, options.rounds, table);
  });
  return table.finish();
}

}  // namespace

void add_save_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand("save", "saves of both forms beside building");
  const auto options = std::make_shared<BenchOptions>();
  options->rounds = 3;
  add_bench_options(command, *options);
  command.footer(
      "`build` is the time to make the world from its tiles. It is saved to memory and loaded "
      "again: `save` and `load` behind\n`light_bytes` are those of the light form, behind "
      "`full_bytes` those of the full one, and `x faster` is `build` over\nthe latter's `load`. "
      "CPU time of the thread, the best round. `wrong` counts queries that a loaded world answers\n"
      "with other bits or expansions.\n");
  command.callback([options, &action] { action = [options] { return run_save(*options); }; });
}

}  // namespace taut::bench
