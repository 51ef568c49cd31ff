#include "query.hpp"

#include <fmt/format.h>

#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "tools/output/coordinates.hpp"
#include "tools/output/failure.hpp"
#include "tools/stages/mesh_cells.hpp"

namespace taut::tools {
namespace {

template <class Step>
double measure(const Step& step) {
  const Clock::time_point begin = Clock::now();
  step();
  return to_microseconds(Clock::now() - begin);
}

// Whether one place of a segment and one of another divide them in the same ratio, but for the
// lattice.
bool are_opposite(const LinkEnd& from, const Point& entry, const LinkEnd& to, const Point& exit) {
  struct Vec {
    double x;
    double y;
  };
  const auto between = [](const Point& a, const Point& b) {
    const auto [ax, ay] = to_numbers(a);
    const auto [bx, by] = to_numbers(b);
    return Vec{bx - ax, by - ay};
  };
  const auto length = [](const Vec& v) { return std::hypot(v.x, v.y); };
  // How far `place` is from the place of an end with this ratio.
  const auto miss = [&](const LinkEnd& end, const Point& place, double ratio) {
    const Vec all = between(end.a, end.b);
    const Vec at = between(end.a, place);
    return length({at.x - ratio * all.x, at.y - ratio * all.y});
  };
  const bool is_by_entry = length(between(from.a, from.b)) >= length(between(to.a, to.b));
  const LinkEnd& longer = is_by_entry ? from : to;
  const Vec all = between(longer.a, longer.b);
  const Vec at = between(longer.a, is_by_entry ? entry : exit);
  const double square = all.x * all.x + all.y * all.y;
  const double ratio = square > 0.0 ? (at.x * all.x + at.y * all.y) / square : 0.0;
  constexpr double kStep = 2.0 / kLatticePerTile;
  return ratio >= 0.0 && ratio <= 1.0 && miss(from, entry, ratio) <= kStep &&
         miss(to, exit, ratio) <= kStep;
}

class FinderQuery final : public Query {
 public:
  FinderQuery(LoadedMap map, const QuerySettings& settings)
      : settings_(settings),
        world_(map.world ? std::move(*map.world) : World(std::move(map.map.grid))),
        ground_(std::move(map.map.ground)),
        floors_(floors_of(world_)),
        links_(std::move(map.links)),
        finder_(world_) {
    if (settings.terrain) {
      world_.set_ground(kTerrainGround, ground_);
      settings_.agent.ground = kTerrainGround;
    }
    options_.agent = settings_.agent;
    options_.method = settings.method;
    world_.prepare(settings_.agent);
    if (settings.landmarks) {
      world_.keep_landmarks(static_cast<std::size_t>(*settings.landmarks));
    } else {
      world_.keep_landmarks();
    }
    if (settings.has_index) {
      index_us_ = measure([&] { world_.keep_index(settings.index_bytes); });
    } else {
      world_.keep_index(0);  // a save may have one
    }
    // What does not work together is told before any query.
    (void)find({0.5F, 0.5F}, {0.5F, 0.5F});
    is_warm_ = false;
  }

  QueryAnswer find(const Point& start, const Point& goal) override {
    const bool has_slide = settings_.slide > 0.0;
    start_ = has_slide ? slide(start) : start;
    goal_ = has_slide ? slide(goal) : goal;
    options_.goal = settings_.is_near && !has_slide ? EndRule::nearest : EndRule::exact;
    // The first path allocates what the others use.
    if (!is_warm_) is_warm_ = finder_.find(start_, goal_, options_).status == Status::ok;
    QueryAnswer answer;
    StageTimes& times = answer.outcome.times;
    times.is_whole = true;
    times.search_us = measure([&] { found_ = finder_.find(start_, goal_, options_); });
    if (settings_.is_near && has_slide && !found_) {
      // What is near is near to the goal that was requested.
      goal_ = goal;
      options_.goal = EndRule::nearest;
      times.search_us = measure([&] { found_ = finder_.find(start_, goal_, options_); });
    }
    if (found_.reason == Reason::bad_options) {
      fail("{}: {}", settings_.terrain ? settings_.terrain->name : "the options", why());
    }
    answer.outcome.status = found_.status;
    answer.outcome.length = found_.length;
    answer.outcome.cost = found_.cost;
    answer.outcome.expanded = found_.expanded;
    answer.points = found_.points;
    answer.turns = found_.turns;
    passed_.clear();
    for (const PassedLink& each : found_.links) {
      passed_.push_back({find_link(links_, each.link).id, each.exit, is_sound(each)});
    }
    answer.links = passed_;
    answer.outcome.corners = count_corners(answer);
    answer.start = start_;
    answer.goal = goal_;
    if (found_ && settings_.is_near) {
      answer.goal = found_.turns.empty() ? found_.points.back() : found_.turns.back().center;
    }
    return answer;
  }

  std::string why() const override {
    if (found_) return "";
    std::string text = explain(world_, found_.reason, start_, goal_, options_);
    if (floors_.has_several()) name_place(start_, text);
    if (floors_.has_several() && goal_ != start_) name_place(goal_, text);
    return text;
  }

  SearchFigures figures() override {
    const std::vector<CellId> cells = corridor();
    SearchFigures figures;
    if (found_.method == Method::optimal) figures.node_name = "funnels";
    if (!cells.empty()) {
      figures.corridor = cells.size();
      figures.portals = cells.size() - 1;
    }
    return figures;
  }

  SearchView view() override {
    SearchView view;
    const Space* const space = finder_.space();
    if (space == nullptr) return view;
    view.cells = outlines_of(space->mesh());
    const std::vector<CellId> cells = corridor();
    for (const CellId cell : cells) view.corridor.push_back(outline_of(space->mesh(), cell));
    view.portals.resize(max_edge_portals(cells.size()));
    view.portals.resize(extract_portals(space->mesh(), cells, view.portals).count);
    std::vector<Cone> cones(std::min(found_.expanded, kMaxCones));
    cones.resize(finder_.extract_cones(cones).count);
    view.seen = outlines_of(cones);
    return view;
  }

  double set(const TileRect& tiles, TileState state) override {
    return measure([&] { world_.set(tiles, state); });
  }
  double set_cost(const TileRect& tiles, float factor) override {
    return measure([&] {
      const std::uint8_t terrain_class = class_of_factor(ground_, factor);
      world_.set_ground(kTerrainGround, ground_);
      world_.set_class(tiles, terrain_class);
    });
  }
  double set_link(std::size_t index, const MapLink& link) override {
    links_[index] = link;
    return measure([&] { world_.change_link(link.link, link.priced()); });
  }
  const Grid& grid() const noexcept override { return world_.grid(settings_.agent.ground); }
  const Floors& floors() const noexcept override { return floors_; }
  std::span<const MapLink> links() const noexcept override { return links_; }
  const World* world() const noexcept override { return &world_; }
  const Ground& ground() const noexcept override { return ground_; }

  std::string index_text() const override {
    if (!settings_.has_index) return {};
    const Space* const space = world_.find_space(options_.agent);
    return describe_index(space->index().get(), settings_.index_bytes, index_us_);
  }

 private:
  [[nodiscard]] bool is_sound(const PassedLink& passed) const {
    const Link& link = *world_.find_link(passed.link);
    const auto at = [&](std::size_t i) {
      return found_.turns.empty() ? found_.points[i] : found_.turns[i].center;
    };
    const Point entry = at(passed.exit - 1);
    const Point exit = at(passed.exit);
    const bool is_back = !link.options.is_one_way && are_opposite(link.to, entry, link.from, exit);
    return is_back || are_opposite(link.from, entry, link.to, exit);
  }

  static std::size_t count_corners(const QueryAnswer& answer) {
    std::size_t corners = 0;
    for (const QueryAnswer& leg : split_legs(answer)) {
      const std::size_t points = leg.points.size() + leg.turns.size();
      if (points > 2) corners += points - 2;
    }
    return corners;
  }

  // A sentence of the library has places as they are on the grid.
  void name_place(const Point& place, std::string& text) const {
    const auto written = [](double x, double y) { return fmt::format("{:.6g}, {:.6g})", x, y); };
    const auto [x, y] = to_numbers(place);
    const std::string there = '(' + written(x, y);
    const std::size_t at = text.find(there);
    if (at == std::string::npos) return;
    const auto [own_x, own_y] = floors_.local(place);
    text.replace(at, there.size(),
                 fmt::format("({}:{}", floors_.find(place), written(own_x, own_y)));
  }

  // The nearest place where a disc fits, if there is one in reach.
  [[nodiscard]] Point slide(const Point& end) const {
    const double radius = snap_radius(settings_.agent.radius);
    return find_clear_point(grid().bits(), end, radius, settings_.slide).value_or(end);
  }

  [[nodiscard]] std::vector<CellId> corridor() {
    const Space* const space = finder_.space();
    std::vector<CellId> cells(space != nullptr ? space->mesh().cell_count() : 0);
    cells.resize(found_ ? finder_.extract_corridor(cells).count : 0);
    return cells;
  }

  QuerySettings settings_;
  World world_;
  Ground ground_;
  Floors floors_;
  std::vector<MapLink> links_;
  FindOptions options_;
  Finder finder_;
  double index_us_ = 0.0;
  bool is_warm_ = false;
  // The last query.
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
  FoundPath found_;
  std::vector<AnswerLink> passed_;
};

class StageQuery final : public Query {
 public:
  StageQuery(PricedMap map, const QuerySettings& settings)
      : settings_(settings),
        map_(std::move(map)),
        runner_(map_.grid, settings, settings.terrain ? &map_.ground : nullptr) {
    if (!settings.is_near) return;
    // What can be reached does not depend on costs.
    QuerySettings near;
    near.is_near = true;
    near_ = std::make_unique<FinderQuery>(LoadedMap{map_}, near);
  }

  QueryAnswer find(const Point& start, const Point& goal) override {
    answer_ = runner_.answer(runner_.run(start, goal, 1));
    const Status status = answer_.outcome.status;
    if (near_ && (status == Status::no_path || status == Status::invalid_input)) {
      const QueryAnswer nearest = near_->find(start, goal);
      if (nearest.outcome.status == Status::ok) {
        answer_ = runner_.answer(runner_.run(start, nearest.goal, 1));
      }
    }
    return answer_;
  }

  std::string why() const override {
    if (answer_.outcome.status == Status::ok) return "";
    if (answer_.outcome.status == Status::out_of_nodes) return "No path was found within memory.";
    return fmt::format("No way leads from ({}) to ({}).", to_text(answer_.start, ", "),
                       to_text(answer_.goal, ", "));
  }

  // An index answers without a corridor.
  SearchFigures figures() override {
    if (answer_.outcome.status == Status::ok) runner_.find_cells();
    return runner_.figures();
  }
  SearchView view() override { return runner_.view(); }
  QueryRunner* stages() noexcept override { return &runner_; }

  double set(const TileRect& tiles, TileState state) override {
    if (near_) near_->set(tiles, state);
    // Where the map is the grid, its own edit counts.
    const double grid_us = measure([&] { map_.grid.set(tiles, state); });
    const double map_us = measure([&] { runner_.edit(tiles, state); });
    return settings_.stages->map == MapKind::grid ? grid_us + map_us : map_us;
  }
  double set_cost(const TileRect& tiles, float factor) override {
    return measure([&] { map_.grid.set_class(tiles, class_of_factor(map_.ground, factor)); });
  }
  const Grid& grid() const noexcept override { return map_.grid; }
  const Floors& floors() const noexcept override { return floors_; }
  const Ground& ground() const noexcept override { return map_.ground; }
  std::string index_text() const override { return runner_.cells().index_text(); }

 private:
  QuerySettings settings_;
  PricedMap map_;
  Floors floors_;
  QueryRunner runner_;
  std::unique_ptr<FinderQuery> near_;
  QueryAnswer answer_;
};

}  // namespace

std::string index_line(const Query& query) {
  const std::string text = query.index_text();
  return text.empty() ? text : fmt::format("index       {}\n", text);
}

std::unique_ptr<Query> make_query(LoadedMap map, const QuerySettings& settings) {
  if (map.world && settings.stages) {
    fail("{}: stages of the engine know neither floors nor links, which {} has; use --method",
         describe(settings), map.files.front());
  }
  if (settings.is_by_finder()) return std::make_unique<FinderQuery>(std::move(map), settings);
  return std::make_unique<StageQuery>(std::move(map.map), settings);
}

}  // namespace taut::tools
