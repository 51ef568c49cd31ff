#include "query_runner.hpp"

#include <taut/engine/funnel.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <limits>

namespace taut::tools {
namespace {

// The best time of a stage over several runs.
class BestTime {
 public:
  template <class Stage>
  Status measure(const Stage& stage) {
    const Clock::time_point begin = Clock::now();
    const Status status = stage();
    const double time = to_microseconds(Clock::now() - begin);
    best_us_ = std::min(best_us_, time);
    return status;
  }
  // 0 when nothing was measured.
  [[nodiscard]] double us() const noexcept {
    return best_us_ == std::numeric_limits<double>::infinity() ? 0.0 : best_us_;
  }

 private:
  double best_us_ = std::numeric_limits<double>::infinity();
};

// Which portals a method pulls through: the funnel and the first pull of smoothing use the
// compressed ones, the others use all of them.
bool is_compressed(const PullMethod& method) noexcept {
  return method.pull == Pull::funnel || method.has_smoothing;
}

bool needs_portals(const PullMethod& method) noexcept {
  return method.pull != Pull::none || method.has_smoothing;
}

template <class T>
void make_room(std::vector<T>& room, std::size_t count) {
  if (room.size() < count) room.resize(std::max(count, 2 * room.size()));
}

}  // namespace

QueryRunner::QueryRunner(const Grid& grid, const QuerySettings& settings, const Ground* costs)
    : grid_(grid),
      costs_(costs),
      has_portals_(is_walkable_rule(settings.stages->diagonal)),
      method_{settings.stages->pull, settings.stages->has_smoothing},
      cells_(make_cell_map(grid, costs, settings)) {}

QueryOutcome QueryRunner::run(const Point& start, const Point& goal, int repeat) {
  start_ = start;
  goal_ = goal;
  BestTime search;
  BestTime portals;
  BestTime pulling;
  QueryOutcome outcome;
  for (int i = 0; i < repeat; ++i) {
    outcome.status = search.measure([this] { return find(); });
    if (outcome.status != Status::ok) break;
    make_room_for_corridor();
    if (has_portals_) {
      const auto extract_own = [this] { return extract(is_compressed(method_)); };
      const bool is_timed = needs_portals(method_) && !has_path_of_search();
      outcome.status = is_timed ? portals.measure(extract_own) : extract_own();
      if (outcome.status != Status::ok) break;
      // The other kind of portals is extracted for the output.
      outcome.status = extract(!is_compressed(method_));
      if (outcome.status != Status::ok) break;
    }
    if (has_path_of_search()) {
      path_ = cells_->found().path;
    } else {
      outcome.status = pulling.measure([this] { return pull(method_); });
    }
    if (outcome.status != Status::ok) break;
  }
  outcome.times = {search.us(), portals.us(), pulling.us()};
  complete(outcome);
  return outcome;
}

void QueryRunner::complete(QueryOutcome& outcome) const {
  outcome.length = path_length(path());
  outcome.cost = costs_ != nullptr ? path_cost(grid_, *costs_, path()) : outcome.length;
  outcome.corners = path().size() > 2 ? path().size() - 2 : 0;
  outcome.expanded = cells_->found().expanded;
}

QueryOutcome QueryRunner::pull_again(const PullMethod& method, int repeat) {
  BestTime portals;
  BestTime pulling;
  QueryOutcome outcome;
  for (int i = 0; i < repeat; ++i) {
    if (needs_portals(method)) {
      outcome.status = portals.measure([&] { return extract(is_compressed(method)); });
      if (outcome.status != Status::ok) break;
    }
    outcome.status = pulling.measure([&] { return pull(method); });
    if (outcome.status != Status::ok) break;
  }
  complete(outcome);
  outcome.times.portals_us = portals.us();
  outcome.times.pull_us = pulling.us();
  return outcome;
}

std::vector<Outline> QueryRunner::outlines(std::span<const CellId> cells) const {
  std::vector<Outline> outlines;
  outlines.reserve(cells.size());
  for (const CellId cell : cells) outlines.push_back(cells_->outline(cell));
  return outlines;
}

SearchFigures QueryRunner::figures() const noexcept {
  const std::span<const Portal> pulled = is_compressed(method_) ? compressed_ : portals_;
  return {cells_->node_name(), cells_->cell_name(), corridor_.size(), pulled.size()};
}

SearchView QueryRunner::view() const {
  SearchView view = cells_->view();
  view.corridor = outlines(corridor_);
  view.portals.assign(portals_.begin(), portals_.end());
  return view;
}

void QueryRunner::forget() {
  corridor_ = {};
  portals_ = {};
  compressed_ = {};
  smoothed_ = {};
  path_ = {};
}

Status QueryRunner::find() {
  forget();
  const Status status = cells_->find(start_, goal_);
  if (status == Status::ok && !has_path_of_search()) cells_->find_cells();
  corridor_ = cells_->found().corridor;
  return status;
}

void QueryRunner::find_cells() {
  cells_->find_cells();
  corridor_ = cells_->found().corridor;
  make_room_for_corridor();
  if (has_portals_ && extract(true) == Status::ok) (void)extract(false);
}

bool QueryRunner::has_path_of_search() const {
  return method_.pull == Pull::funnel && !method_.has_smoothing && !cells_->found().path.empty();
}

void QueryRunner::make_room_for_corridor() {
  // A smoothed corridor has about as many cells. If it has more, pull() detects it.
  const std::size_t cells = 2 * corridor_.size() + 64;
  make_room(portal_room_, cells_->max_portals(corridor_.size()));
  make_room(compressed_room_, cells_->max_portals(corridor_.size()));
  make_room(smoothed_room_, cells);
  make_room(smoothed_portal_room_, cells_->max_portals(cells));
  make_room(path_room_, max_path_points(2 * cells));
  make_room(work_room_,
            max_smoothing_points(max_path_points(cells_->max_portals(corridor_.size()))));
}

Status QueryRunner::extract(bool is_compressed) {
  if (is_compressed) {
    const Result result = cells_->extract_compressed_portals(corridor_, compressed_room_);
    compressed_ = std::span<const Portal>(compressed_room_).first(result.count);
    return result.status;
  }
  const Result result = cells_->extract_portals(corridor_, portal_room_);
  portals_ = std::span<const Portal>(portal_room_).first(result.count);
  return result.status;
}

Status QueryRunner::pull(const PullMethod& method) {
  smoothed_ = {};
  if (!method.has_smoothing) {
    return pull_through(method.pull, corridor_, is_compressed(method) ? compressed_ : portals_);
  }

  const Result pulled = string_pull(start_, goal_, compressed_, work_room_);
  if (pulled.status != Status::ok) return pulled.status;
  const std::span<const Point> first_path = std::span<const Point>(work_room_).first(pulled.count);
  const Result smoothed = cells_->smooth_corridor(first_path, work_room_, smoothed_room_);
  if (smoothed.status != Status::ok) return smoothed.status;
  smoothed_ = std::span<const CellId>(smoothed_room_).first(smoothed.count);
  const Result portals = method.pull == Pull::funnel
                             ? cells_->extract_compressed_portals(smoothed_, smoothed_portal_room_)
                             : cells_->extract_portals(smoothed_, smoothed_portal_room_);
  if (portals.status != Status::ok) return portals.status;
  return pull_through(method.pull, smoothed_,
                      std::span<const Portal>(smoothed_portal_room_).first(portals.count));
}

Status QueryRunner::pull_through(Pull pull, std::span<const CellId> corridor,
                                 std::span<const Portal> portals) {
  const Result result = cells_->pull_corridor(start_, goal_, corridor, portals, pull, path_room_);
  path_ = std::span<const Point>(path_room_).first(result.count);
  return result.status;
}

}  // namespace taut::tools
