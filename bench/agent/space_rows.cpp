#include "space_rows.hpp"

#include <taut/engine/disc_path.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/free_squares.hpp"

namespace taut::bench {
namespace {

constexpr std::array<double, 4> kRadii{0.4, 0.9, 1.5, 3.2};
constexpr std::size_t kEdits = 200;

class SpaceBench {
 public:
  SpaceBench(const BenchMap& map, const ConvexMesh& mesh, double radius, int rounds)
      : map_(map),
        rounds_(rounds),
        faults_(map, "disc"),
        radius_(radius),
        mesh_(mesh),
        space_(map.grid, Agent::disc(radius)),
        point_scratch_(mesh),
        scratch_(space_),
        point_path_(max_path_points(mesh)),
        path_(max_path_points(space_)),
        turns_(max_disc_turns(space_)) {}

  void run() {
    for (std::size_t i = 0; i < map_.queries.size(); ++i) {
      start_ = center(map_.queries[i].start);
      goal_ = center(map_.queries[i].goal);
      if (space_.has_room(start_) && space_.has_room(goal_)) run_query(i);
    }
  }

  void add_rows(Table& table) const {
    table.add(row("point: find_optimal_path", point_));
    table.add(row("disc: find_optimal_path", search_));
    Row pulled = row("disc: pull_path", pull_).set("wrong", faults_.count());
    if (lengths_.count() > 0) {
      pulled.set("length_over_mesh", lengths_.mean()).set("worst_over_mesh", lengths_.worst());
    }
    table.add(pulled);
  }

  // Edits that block a tile and open it again, beside those of the point's mesh.
  void add_edit_rows(Table& table) const {
    Times builds;
    for (int i = 0; i < std::min(rounds_, 3); ++i) {
      builds.add(time_us([&] { const Space space(map_.grid, space_.agent()); }));
    }
    table.add(row("Space", builds).set("kib", static_cast<double>(space_.memory_bytes()) / 1024));
    Grid grid = map_.grid;
    ConvexMesh mesh = mesh_;
    Space space = space_;
    Times point;
    Times disc;
    for (const TileRect& tiles : find_free_squares(map_.grid, 1, kEdits)) {
      for (const TileState state : {TileState::blocked, TileState::walkable}) {
        grid.set(tiles, state);
        point.add(time_us([&] { edit_mesh(grid, tiles, mesh); }));
        disc.add(time_us([&] { space.update(grid, tiles); }));
      }
    }
    table.add(row("point: edit_mesh 1 x 1 tiles", point));
    table.add(row("Space::update 1 x 1 tiles", disc));
  }

 private:
  [[nodiscard]] Row row(const char* work, const Times& times) const {
    return Row().set("map", map_.name).set("radius", radius_).set("work", work).set(times);
  }

  // The point and the disc alternate.
  void run_query(std::size_t query) {
    double point = std::numeric_limits<double>::infinity();
    double search = point;
    double pulling = point;
    PathResult found;
    Result pulled;
    for (int i = 0; i < rounds_; ++i) {
      point = std::min(point, time_us([&] {
                         static_cast<void>(find_optimal_path(mesh_, start_, goal_, {},
                                                             point_scratch_, point_path_));
                       }));
      search = std::min(search, time_us([&] {
                          found = find_optimal_path(space_.mesh(), start_, goal_, {},
                                                    scratch_.search, path_);
                        }));
      if (found.status == Status::no_path) return;
      if (found.status != Status::ok) return faults_.note(query, to_string(found.status));
      const std::span<const Point> path = std::span(path_).first(found.count);
      pulling = std::min(
          pulling, time_us([&] { pulled = pull_path(space_, path, scratch_, {.turns = turns_}); }));
    }
    const std::span<const DiscTurn> turns = std::span(turns_).first(pulled.count);
    const DiscCheck check = validate_disc_path(map_.grid, start_, goal_, turns, radius_);
    if (pulled.status != Status::ok) faults_.note(query, to_string(pulled.status));
    if (check.fault != DiscFault::none) faults_.note(query, to_string(check.fault));
    point_.add(point);
    search_.add(search);
    pull_.add(pulling);
    if (found.length > 0.0)
      lengths_.add(disc_path_length(turns, space_.agent().radius), found.length);
  }

  const BenchMap& map_;
  int rounds_;
  Faults faults_;
  double radius_;
  const ConvexMesh& mesh_;
  Space space_;
  OptimalScratch point_scratch_;
  SpaceScratch scratch_;
  std::vector<Point> point_path_;
  std::vector<Point> path_;
  std::vector<DiscTurn> turns_;
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
  Times point_;
  Times search_;
  Times pull_;
  Ratios lengths_;
};

}  // namespace

void add_space_rows(const BenchMap& map, int rounds, Table& table) {
  const ConvexMesh mesh = build_mesh(map.grid);
  for (const double radius : kRadii) {
    SpaceBench bench(map, mesh, radius, rounds);
    bench.run();
    bench.add_rows(table);
    bench.add_edit_rows(table);
  }
}

}  // namespace taut::bench
