// Answers queries on a map stage by stage and measures the time of each stage.
#pragma once

#include <taut/engine/grid_path.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cell_map.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/output/answer.hpp"
#include "tools/output/search_view.hpp"

namespace taut::tools {

// How a corridor becomes a path.
struct PullMethod {
  Pull pull = Pull::funnel;
  bool has_smoothing = false;

  friend bool operator==(const PullMethod&, const PullMethod&) = default;
};

// Allocates the memory of queries once and answers them one after the other, for a point. The last
// result is available until the next query. The grid may be edited between queries; edit() must
// follow each edit.
class QueryRunner {
 public:
  // Both must outlive it; without costs all tiles are alike. Requires settings.stages.
  QueryRunner(const Grid& grid, const QuerySettings& settings, const Ground* costs = nullptr);

  // Runs all stages `repeat` times; times are the best of each stage, 0 for stages that the search
  // makes unnecessary by finding the path itself. start and goal must be on the lattice.
  QueryOutcome run(const Point& start, const Point& goal, int repeat);

  // Finds the corridor and the portals of the last run() that was ok, where that needed none of
  // them: with an index. They are empty where that fails.
  void find_cells();

  // Runs only portals and pull, on the corridor that run() found, by another method. Requires that
  // run() was ok, and a rule that is_walkable_rule() unless the method is `none` without smoothing.
  QueryOutcome pull_again(const PullMethod& method, int repeat);

  // With this outcome of the last call.
  [[nodiscard]] QueryAnswer answer(const QueryOutcome& outcome) const noexcept {
    return {outcome, path_, {}, {}, start_, goal_};
  }
  [[nodiscard]] std::span<const Point> path() const noexcept { return path_; }

  // To be called after each edit of the grid: updates the map of the queries, if it is not the
  // grid.
  void edit(const TileRect& tiles, TileState state) { cells_->edit(tiles, state); }

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  // What the last query used.
  [[nodiscard]] const CellMap& cells() const noexcept { return *cells_; }
  [[nodiscard]] std::span<const CellId> corridor() const noexcept { return corridor_; }
  [[nodiscard]] std::span<const Portal> portals() const noexcept { return portals_; }
  // The corridor that the last smoothing made; empty when there was none.
  [[nodiscard]] std::span<const CellId> smoothed() const noexcept { return smoothed_; }
  [[nodiscard]] std::vector<Outline> outlines(std::span<const CellId> cells) const;
  [[nodiscard]] SearchFigures figures() const noexcept;
  [[nodiscard]] SearchView view() const;

 private:
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
  const Ground* costs_;
  bool has_portals_;  // the tile paths of some diagonal rules have none
  PullMethod method_;
  std::unique_ptr<CellMap> cells_;
  // These grow between the stages, outside the measured time.
  std::vector<Portal> portal_room_;
  std::vector<Portal> compressed_room_;
  std::vector<CellId> smoothed_room_;
  std::vector<Portal> smoothed_portal_room_;
  std::vector<Point> path_room_;
  std::vector<Point> work_room_;

  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
  std::span<const CellId> corridor_;
  std::span<const Portal> portals_;
  std::span<const Portal> compressed_;
  std::span<const CellId> smoothed_;
  std::span<const Point> path_;
};

}  // namespace taut::tools
