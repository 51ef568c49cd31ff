// taut_bench follow: many units' paths after one building.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/follower.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/places.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

struct FollowOptions {
  BenchOptions common;
  int units = 500;
  int edits = 1000;
  int side = 4;
};

Columns follow_columns() {
  return Columns{text_column("map", 25),
                 text_column("work", 9),
                 count_column("units", 6),
                 {"points", "points", 7}} +
         time_columns() + Columns{{"cut", "cut", 7}, count_column("wrong", 6)};
}

// Units that stand at the starts of their paths.
class Units {
 public:
  Units(World& world, const BenchMap& map, std::size_t most) : world_(world) {
    Finder finder(world);
    std::vector<BenchQuery> queries = map.queries;
    keep_evenly(queries, most);
    for (const BenchQuery& query : queries) {
      const FoundPath found = finder.find(center(query.start), center(query.goal));
      if (found) paths_.emplace_back(found.points.begin(), found.points.end());
    }
    followers_.resize(paths_.size());
    for (PathFollower& follower : followers_) pointers_.push_back(&follower);
    cut_.resize(paths_.size());
  }

  [[nodiscard]] std::size_t count() const { return paths_.size(); }
  [[nodiscard]] double mean_points() const {
    std::size_t points = 0;
    for (const std::vector<Point>& path : paths_) points += path.size();
    return static_cast<double>(points) / static_cast<double>(paths_.size());
  }

  void begin() {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      FoundPath found;
      found.status = Status::ok;
      found.points = paths_[i];
      followers_[i].set(world_, found);
    }
  }
  // Afterwards cut() are the units whose paths are cut.
  void update() { count_ = find_cut_paths(world_, pointers_, cut_).count; }
  [[nodiscard]] std::span<const std::uint32_t> cut() const { return std::span(cut_).first(count_); }

  // How many units were told wrong.
  [[nodiscard]] std::size_t count_wrong() const {
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < paths_.size(); ++i) {
      const bool is_cut = std::find(cut().begin(), cut().end(), i) != cut().end();
      wrong += is_cut == world_.is_walkable(std::span<const Point>(paths_[i])) ? 1U : 0U;
    }
    return wrong;
  }

 private:
  World& world_;
  std::vector<std::vector<Point>> paths_;
  std::vector<PathFollower> followers_;
  std::vector<PathFollower*> pointers_;
  std::vector<std::uint32_t> cut_;
  std::size_t count_ = 0;
};

// A square of walkable tiles; nothing after many tries.
std::optional<TileRect> find_site(const Grid& grid, Places& places, int side) {
  for (int tries = 0; tries < 10'000; ++tries) {
    const Tile tile = places.tile();
    const TileRect site{tile.x, tile.y, tile.x + side, tile.y + side};
    bool is_free = true;
    for (int y = site.y0; is_free && y < site.y1; ++y) {
      for (int x = site.x0; is_free && x < site.x1; ++x) is_free = grid.is_walkable(x, y);
    }
    if (is_free) return site;
  }
  return std::nullopt;
}

// Puts other things into the caches, as what a game does between two edits.
class Caches {
 public:
  void spoil() { std::iota(memory_.begin(), memory_.end(), memory_.back()); }

 private:
  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>(std::size_t{1} << 20);
};

void add_follow_rows(const BenchMap& map, const FollowOptions& options, Table& table) {
  World world(map.grid);
  Units units(world, map, static_cast<std::size_t>(options.units));
  if (units.count() == 0) return;
  Places places(map.grid);
  Caches caches;
  Times builds;
  Times removals;
  std::size_t cut = 0;
  std::size_t wrong = 0;
  for (int i = 0; i < options.edits; ++i) {
    const std::optional<TileRect> site = find_site(world.grid(), places, options.side);
    if (!site) break;
    units.begin();
    world.set(*site, TileState::blocked);
    caches.spoil();
    builds.add(time_us([&] { units.update(); }));
    cut += units.cut().size();
    wrong += units.count_wrong();
    world.set(*site, TileState::walkable);
    caches.spoil();
    removals.add(time_us([&] { units.update(); }));
    wrong += units.cut().size();
  }
  const auto add = [&](const char* work, const Times& times, double mean_cut, std::size_t errors) {
    Row row;
    table.add(row.set("map", map.name)
                  .set("work", work)
                  .set("units", units.count())
                  .set("points", units.mean_points())
                  .set(times)
                  .set("cut", mean_cut)
                  .set("wrong", errors));
  };
  const double edits = static_cast<double>(std::max<std::size_t>(builds.count(), 1));
  add("build", builds, static_cast<double>(cut) / edits, wrong);
  add("remove", removals, 0.0, 0);
}

int run_follow(const FollowOptions& options) {
  Table table(follow_columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) { add_follow_rows(map, options, table); });
  return table.finish();
}

}  // namespace

void add_follow_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("follow", "which of many units' paths a building cuts");
  const auto options = std::make_shared<FollowOptions>();
  add_map_and_csv(command, options->common);
  command.add_option("--units", options->units, "number of units, as far as there are queries")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--edits", options->edits, "number of buildings")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  command.add_option("--side", options->side, "side of a building, in tiles")
      ->type_name("N")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.footer(
      "Times are CPU time of the thread: of find_cut_paths() of all units, after a building was "
      "put on walkable tiles (build)\nand after it was taken away (remove), with other data in "
      "the caches. Units stand at the starts of optimal paths,\n`points` long in the mean; `cut` "
      "is how many a building cuts in the mean. `wrong` counts units told wrong.\n");
  command.callback([options, &action] { action = [options] { return run_follow(*options); }; });
}

}  // namespace taut::bench
