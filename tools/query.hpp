// Answers queries on a map stage by stage and measures the time of each stage.
#pragma once

#include <taut/engine/grid_path.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cell_map.hpp"
#include "disc_query.hpp"
#include "near_goal.hpp"
#include "query_settings.hpp"

namespace taut::tools {

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double to_microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

struct StageTimes {
  double search_us = 0.0;
  double portals_us = 0.0;
  double pull_us = 0.0;  // with the repair, when there is one

  [[nodiscard]] double total_us() const noexcept { return search_us + portals_us + pull_us; }
};

// The best time of each stage in two runs of a query.
[[nodiscard]] inline StageTimes best_of(const StageTimes& a, const StageTimes& b) noexcept {
  return {std::min(a.search_us, b.search_us), std::min(a.portals_us, b.portals_us),
          std::min(a.pull_us, b.pull_us)};
}

struct QueryOutcome {
  Status status = Status::no_path;
  double length = 0.0;
  double cost = 0.0;         // by the terrain; the length where there is none
  std::size_t corners = 0;   // where the path turns
  std::size_t expanded = 0;  // by the search
  StageTimes times;
};

class QueryRunner;

// The index of --index, as a line of a summary; empty without one.
[[nodiscard]] std::string index_line(const QueryRunner& runner);

// How a corridor becomes a path.
struct PullMethod {
  Pull pull = Pull::funnel;
  bool has_repair = false;

  friend bool operator==(const PullMethod&, const PullMethod&) = default;
};

// Allocates the memory of queries once and answers them one after the other. The last result is
// available until the next query. The grid may be edited between queries; edit() must follow each
// edit.
class QueryRunner {
 public:
  QueryRunner(const Grid& grid, const QuerySettings& settings);

  // Runs all stages `repeat` times; times are the best of each stage, 0 for stages that the search
  // makes unnecessary by finding the path itself. start and goal must be on the lattice. With
  // status ok path() is the path; for a disc, disc()->turns() is. A goal that cannot be reached is
  // replaced by the nearest place with --near: then only the second query counts.
  QueryOutcome run(const Point& start, const Point& goal, int repeat);

  // Finds the corridor and the portals of the last run() that was ok, where that needed none of
  // them: with an index. They are empty where that fails.
  void find_cells();

  // Runs only portals and pull, on the corridor that run() found, by another method. Requires that
  // run() was ok, and a rule that is_walkable_rule() unless the method is `none` without repair.
  QueryOutcome pull_again(const PullMethod& method, int repeat);

  // For a disc: the path of a point from which its own was made.
  [[nodiscard]] std::span<const Point> path() const noexcept { return path_; }

  // The path in the format of the CSV; empty unless the last query was ok.
  [[nodiscard]] std::string path_to_csv() const;

  // Half the side of a square agent; 0 for others.
  [[nodiscard]] double half_width() const noexcept { return half_width_; }

  // The stages for a disc; nullptr for other agents.
  [[nodiscard]] const DiscQuery* disc() const noexcept { return disc_.get(); }

  // To be called after each edit of the grid: updates the map of the queries, if it is not the
  // grid.
  void edit(const TileRect& tiles, TileState state) {
    cells_->edit(tiles, state);
    if (near_) near_->edit(tiles, state);
  }

  // The same after an edit of costs.
  void edit_costs() { cells_->edit_costs(); }

  // Validates path() for the agent, a point or a square; for a disc its own path, with blocked_leg
  // for every fault of validate_disc_path().
  [[nodiscard]] PathCheck check() const noexcept;

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  // Of the last query; for a disc after sliding. The goal may be a nearer one (--near).
  [[nodiscard]] const Point& start() const noexcept { return start_; }
  [[nodiscard]] const Point& goal() const noexcept { return goal_; }
  [[nodiscard]] const CellMap& cells() const noexcept { return *cells_; }
  [[nodiscard]] std::span<const CellId> corridor() const noexcept { return corridor_; }
  [[nodiscard]] std::span<const Portal> portals() const noexcept { return portals_; }
  // The portals that the method of run() pulls through.
  [[nodiscard]] std::span<const Portal> pulled_portals() const noexcept;
  // The corridor that the last repair made; empty when there was none.
  [[nodiscard]] std::span<const CellId> repaired() const noexcept { return repaired_; }
  [[nodiscard]] std::size_t expanded() const { return cells_->expanded(); }
  // The name of what it counts.
  [[nodiscard]] const char* node_name() const { return cells_->node_name(); }

 private:
  QueryOutcome run_to(const Point& start, const Point& goal, int repeat);
  QueryOutcome run_wide(int repeat);
  void complete(QueryOutcome& outcome) const;
  void forget();
  [[nodiscard]] Status find();
  [[nodiscard]] bool has_path_of_search() const;
  void make_room_for_corridor();
  [[nodiscard]] Status extract(bool is_compressed);
  [[nodiscard]] Status pull(const PullMethod& method);
  [[nodiscard]] Status pull_through(Pull pull, std::span<const CellId> corridor,
                                    std::span<const Portal> portals);

  const Grid& grid_;
  bool has_portals_;  // the tile paths of some diagonal rules have none
  PullMethod method_;
  double half_width_;
  std::unique_ptr<CellMap> cells_;
  std::unique_ptr<DiscQuery> disc_;
  std::unique_ptr<NearGoal> near_;
  // These grow between the stages, outside the measured time.
  std::vector<Portal> portal_room_;
  std::vector<Portal> compressed_room_;
  std::vector<CellId> repaired_room_;
  std::vector<Portal> repaired_portal_room_;
  std::vector<Point> path_room_;
  std::vector<Point> work_room_;

  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
  std::span<const CellId> corridor_;
  std::span<const Portal> portals_;
  std::span<const Portal> compressed_;
  std::span<const CellId> repaired_;
  std::span<const Point> path_;
};

}  // namespace taut::tools
