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

// Ids are the numbers of the events.
void add_event(Json& events, const char* type, std::span<const Point> points) {
  Json event{{"type", type}, {"id", events.size()}};
  event["points"] = to_json(points);
  events.push_back(std::move(event));
}

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
  Json events = Json::array();
  add_event(events, "source", std::span(&answer.start, 1));
  add_event(events, "destination", std::span(&answer.goal, 1));
  for (const Outline& outline : view.seen) add_event(events, "expand", outline);
  for (const Outline& outline : view.corridor) add_event(events, "cell", outline);
  for (const Portal& portal : view.portals) {
    add_event(events, "portal", std::array{portal.left, portal.right});
  }
  for (const QueryAnswer& leg : split_legs(answer)) {
    const std::vector<Point> points = path_points(leg);
    for (std::size_t i = 1; i < points.size(); ++i) {
      add_event(events, "path", std::array{points[i - 1], points[i]});
    }
  }
  Json trace{{"version", "1.4.0"}};
  trace["views"]["main"] =
      Json::array({view_of("expand", "polygon", "cyan"), view_of("cell", "polygon", "green"),
                   view_of("portal", "path", "orange"), view_of("path", "path", "red")});
  trace["pivot"] = {{"x", "${{ $.points[0].x }}"}, {"y", "${{ $.points[0].y }}"}};
  trace["events"] = std::move(events);
  return trace;
}

}  // namespace taut::tools
