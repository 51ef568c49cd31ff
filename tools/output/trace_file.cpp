#include "trace_file.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "coordinates.hpp"

namespace taut::tools {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(std::span<const Point> points) {
  Json list = Json::array();
  for (const Point& point : points) {
    const auto [x, y] = to_numbers(point);
    list.push_back({{"x", x}, {"y", y}});
  }
  return list;
}

// Counts the events: each has an id, and refers to the one before it of its kind.
class Events {
 public:
  void add(const char* type, std::span<const Point> points) {
    Json event{{"type", type}, {"id", events_.size()}};
    event["points"] = to_json(points);
    events_.push_back(std::move(event));
  }
  [[nodiscard]] Json take() { return std::move(events_); }

 private:
  Json events_ = Json::array();
};

Json view_of(const char* type, const char* shape, const char* colour) {
  Json component{{"$", shape}};
  component["$if"] = "${{ $.type === '" + std::string(type) + "' }}";
  component["points"] = "${{ $.points }}";
  component["fill"] = "${{ color." + std::string(colour) + " }}";
  component["alpha"] = 0.5;
  if (component["$"] == "path") component["line-width"] = 0.2;
  return component;
}

std::vector<Point> path_points(const QueryAnswer& answer) {
  std::vector<Point> points(answer.points.begin(), answer.points.end());
  for (const DiscTurn& turn : answer.turns) points.push_back(turn.center);
  return points;
}

}  // namespace

Json make_trace(const SearchView& view, const QueryAnswer& answer) {
  Events events;
  events.add("source", std::span(&answer.start, 1));
  events.add("destination", std::span(&answer.goal, 1));
  for (const Outline& outline : view.seen) events.add("expand", outline);
  for (const Outline& outline : view.corridor) events.add("cell", outline);
  for (const Portal& portal : view.portals) {
    events.add("portal", std::array{portal.left, portal.right});
  }
  for (const QueryAnswer& leg : split_legs(answer)) {
    const std::vector<Point> points = path_points(leg);
    for (std::size_t i = 1; i < points.size(); ++i) {
      events.add("path", std::array{points[i - 1], points[i]});
    }
  }
  Json trace{{"version", "1.4.0"}};
  trace["views"]["main"] =
      Json::array({view_of("expand", "polygon", "cyan"), view_of("cell", "polygon", "green"),
                   view_of("portal", "path", "orange"), view_of("path", "path", "red")});
  trace["pivot"] = {{"x", "${{ $.points[0].x }}"}, {"y", "${{ $.points[0].y }}"}};
  trace["events"] = events.take();
  return trace;
}

}  // namespace taut::tools
