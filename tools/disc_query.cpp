#include "disc_query.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <taut/engine/clear_point.hpp>
#include <taut/engine/disc_funnel.hpp>
#include <taut/engine/tile_disc.hpp>

#include <algorithm>

#include "cell_map.hpp"
#include "coordinates.hpp"

namespace taut::tools {
namespace {

constexpr double kPictureDeviation = 0.01;

bool has_arc(const DiscTurn& turn) noexcept { return turn.entry != turn.exit; }

const char* side_name(CornerKind kind) noexcept {
  return kind == CornerKind::left ? "left" : "right";
}

// Calls visit(point, turn whose arc begins there or nullptr) for each point of the path.
template <class Visit>
void for_each_point(std::span<const DiscTurn> turns, const Visit& visit) {
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const DiscTurn& turn = turns[i];
    visit(turn.entry, has_arc(turn) ? &turn : nullptr);
    if (has_arc(turn)) visit(turn.exit, nullptr);
  }
}

}  // namespace

std::optional<Point> DiscQuery::find_end(const Point& asked) const noexcept {
  return find_clear_point(grid_.bits(), snap(asked), radius_, slide_);
}

Status DiscQuery::pull(std::span<const Point> path, CellMap& cells) {
  const std::size_t room = max_repair_points(path.size() + 2);
  if (work_.size() < room) {
    work_.resize(2 * room);
    turns_.resize(max_disc_turns(work_.size()));
  }
  const std::optional<Result> in_space = cells.pull_disc(path, turns_);
  const Result result = in_space ? *in_space
                        : grid_.has_costs()
                            ? pull_disc_along(grid_.bits(), path, radius_, work_, turns_)
                            : pull_disc(grid_.bits(), path, radius_, work_, turns_);
  count_ = result.status == Status::ok ? result.count : 0;
  return result.status;
}

std::string to_csv(std::span<const DiscTurn> turns) {
  std::string text;
  for_each_point(turns, [&](const DiscPoint& at, const DiscTurn* arc) {
    text += (text.empty() ? "" : ";") + to_text(at, " ");
    if (arc != nullptr) {
      text += fmt::format("@{}:{}", to_text(arc->center, " "),
                          arc->kind == CornerKind::left ? 'l' : 'r');
    }
  });
  return text;
}

std::string to_text(std::span<const DiscTurn> turns) {
  std::string text;
  for_each_point(turns, [&](const DiscPoint& at, const DiscTurn* arc) {
    text += "  " + to_text(at, " ");
    if (arc != nullptr) {
      text +=
          fmt::format(", arc with {} on the {}", to_text(arc->center, " "), side_name(arc->kind));
    }
    text += '\n';
  });
  return text;
}

nlohmann::ordered_json points_to_json(std::span<const DiscTurn> turns) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for_each_point(turns,
                 [&](const DiscPoint& at, const DiscTurn*) { points.push_back(to_numbers(at)); });
  return points;
}

nlohmann::ordered_json arcs_to_json(std::span<const DiscTurn> turns) {
  nlohmann::ordered_json arcs = nlohmann::ordered_json::array();
  std::size_t index = 0;
  for_each_point(turns, [&](const DiscPoint&, const DiscTurn* arc) {
    if (arc != nullptr) {
      arcs.push_back(
          {{"point", index}, {"center", to_numbers(arc->center)}, {"side", side_name(arc->kind)}});
    }
    ++index;
  });
  return arcs;
}

std::vector<Point> to_picture_path(std::span<const DiscTurn> turns, double radius) {
  std::vector<DiscPoint> line(max_polyline_points(turns.size(), radius, kPictureDeviation));
  line.resize(extract_polyline(turns, radius, kPictureDeviation, line).count);
  std::vector<Point> path;
  path.reserve(line.size());
  for (const DiscPoint& point : line) path.push_back(narrow(point));
  return path;
}

}  // namespace taut::tools
