#include "picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include "map_view.hpp"
#include "palette.hpp"
#include "pen.hpp"
#include "shade.hpp"
#include "tile_image.hpp"

#include <taut/engine/vectors.hpp>

namespace taut::tools {
namespace {

constexpr double kRowHeight = 26.0;
constexpr double kSampleWidth = 46.0;
constexpr double kBlockGap = 24.0;

constexpr double kMethodsWidth = 400.0;
constexpr double kSymbolsWidth = 320.0;
constexpr std::size_t kSymbolRows = 9;

// Where tiles are smaller than this, a part of the map is shown magnified.
constexpr double kLeastReadableTile = 10.0;
constexpr int kLensTilePixels = 16;
constexpr int kLensTiles = 25;

double squared(double x) { return x * x; }

// Distance from a point to a polyline.
double distance_to(std::span<const Point> path, const Point& p) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double length = squared(distance(path[i - 1], path[i]));
    const double along =
        length > 0.0 ? std::clamp(dot(path[i - 1], path[i], p) / length, 0.0, 1.0) : 0.0;
    const Point foot = path[i - 1] + static_cast<float>(along) * (path[i] - path[i - 1]);
    best = std::min(best, distance(foot, p));
  }
  return best;
}

// Where the methods differ most: the point of any path farthest from the last method's path.
std::optional<Point> find_most_telling_point(const PictureSubject& subject) {
  if (subject.methods.empty()) return std::nullopt;
  const std::span<const Point> reference = subject.methods.back().path;
  std::optional<Point> most_telling;
  double farthest = -1.0;
  for (const MethodPath& row : subject.methods) {
    for (const Point& p : row.path) {
      const double far = distance_to(reference, p);
      if (far > farthest) {
        farthest = far;
        most_telling = p;
      }
    }
  }
  return most_telling;
}

// The positions of the parts of the picture.
struct Layout {
  MapView map;
  Place methods;
  Place symbols;
  std::optional<MapView> lens;
  double width = 0.0;
  double height = 0.0;
};

// The part of the map around a point that is shown magnified.
TileRect choose_lens_part(const Grid& grid, const Point& middle) {
  const int width = std::min(kLensTiles, grid.width());
  const int height = std::min(kLensTiles, grid.height());
  const auto first = [](float at, int count, int limit) {
    return std::clamp(static_cast<int>(at) - count / 2, 0, limit - count);
  };
  const int x = first(middle.x, width, grid.width());
  const int y = first(middle.y, height, grid.height());
  return {x, y, x + width, y + height};
}

Layout choose_layout(const PictureSubject& subject) {
  Layout at;
  const Grid& grid = subject.grid;
  at.map = {{0, 0, grid.width(), grid.height()},
            choose_scale(grid.width(), grid.height()),
            {kMargin, kTitleHeight + kMargin}};
  const double methods_height = subject.methods.empty()
                                    ? -kBlockGap
                                    : kRowHeight * static_cast<double>(subject.methods.size() + 1);
  const double symbols_height =
      kRowHeight *
      static_cast<double>(kSymbolRows + (subject.links.empty() ? 0U : 1U) +
                          costs_for_legend(subject.grid, subject.ground, kMostCosts).size());
  const double map_end = at.map.origin.y + at.map.height();
  if (at.map.scale.factor() < kLeastReadableTile) {
    if (const std::optional<Point> middle = find_most_telling_point(subject)) {
      at.lens = MapView{choose_lens_part(grid, *middle), {kLensTilePixels, 1}, {}};
    }
  }
  const bool is_below = at.map.width() > 1.8 * at.map.height();
  if (is_below) {
    at.methods = {kMargin, map_end + kBlockGap};
    at.symbols = {at.methods.x + kMethodsWidth + 2 * kBlockGap, at.methods.y};
    at.width = at.symbols.x + kSymbolsWidth;
    at.height = at.methods.y + std::max(methods_height, symbols_height);
    if (at.lens) at.lens->origin = {at.width, at.methods.y};
  } else {
    at.methods = {kMargin + at.map.width() + kBlockGap, at.map.origin.y};
    at.symbols = {at.methods.x, at.methods.y + methods_height + kBlockGap};
    at.width = at.methods.x + kMethodsWidth;
    at.height = at.symbols.y + symbols_height;
    if (at.lens) at.lens->origin = {at.methods.x, at.height + kBlockGap};
  }
  if (at.lens) {
    at.width = std::max(at.width, at.lens->origin.x + at.lens->width());
    at.height = std::max(at.height, at.lens->origin.y + at.lens->height());
  }
  at.width = std::max(at.width, at.map.origin.x + at.map.width()) + kMargin;
  at.height = std::max(at.height, map_end) + kMargin;
  return at;
}

void draw_title(Pen& pen, const PictureSubject& subject) {
  pen.text({kMargin, kMargin + kTitleSize}, {kTitleSize, kInk, FontWeight::bold},
           fmt::format("{}, {}", subject.map_name, subject.floors.size_text(subject.grid)));
  std::string line = fmt::format("({}) to ({})", subject.floors.text(subject.start, ", "),
                                 subject.floors.text(subject.goal, ", "));
  const bool has_corridor = !subject.view.corridor.empty();
  line +=
      subject.status == Status::ok && has_corridor
          ? fmt::format(", {} {} explored, {} {} in the corridor", subject.expanded,
                        subject.figures.node_name, subject.view.corridor.size(),
                        subject.figures.cell_name)
          : fmt::format(
                "{}, {} {} explored",
                subject.status == Status::ok ? "" : fmt::format(": {}", to_string(subject.status)),
                subject.expanded, subject.figures.node_name);
  pen.text({kMargin, kMargin + kTitleSize + 26.0}, {kTextSize, kFaintInk}, line);
}

// The legend of the paths: a line sample, name, length and corners of each method.
void draw_methods(Pen& pen, const PictureSubject& subject, const Layout& at) {
  if (subject.methods.empty()) return;
  const double text_x = at.methods.x + kSampleWidth + 12.0;
  const double length_x = at.methods.x + 285.0;
  const double corners_x = at.methods.x + kMethodsWidth;
  const Font font{kTextSize, kInk};
  const Font faint{kTextSize, kFaintInk};
  const double unit = line_unit(at.map.scale);
  double y = at.methods.y + kRowHeight / 2.0;
  pen.text({text_x, y + 5.0}, faint, "method");
  const bool has_costs = subject.ground.has_factors() || !subject.links.empty();
  pen.text_to({length_x, y + 5.0}, faint, has_costs ? "cost" : "length");
  pen.text_to({corners_x, y + 5.0}, faint, "corners (open)");
  for (const MethodPath& row : subject.methods) {
    y += kRowHeight;
    const MethodStyle& style = find_style(row);
    pen.line({{at.methods.x, y}, {at.methods.x + kSampleWidth, y}},
             {style.color, style.width * unit, style.dash * unit});
    pen.text({text_x, y + 5.0}, font, row.name);
    if (row.outcome.status != Status::ok) {
      pen.text_to({length_x, y + 5.0}, font, to_string(row.outcome.status));
      continue;
    }
    pen.text_to({length_x, y + 5.0}, font,
                fmt::format("{:.3f}", has_costs ? row.outcome.cost : row.outcome.length));
    std::string corners = fmt::to_string(row.outcome.corners);
    if (row.check.fault == PathFault::none) corners += fmt::format(" ({})", row.check.open_corners);
    pen.text_to({corners_x, y + 5.0}, font, corners);
  }
}

// The legend of all other symbols.
void draw_symbols(Pen& pen, const PictureSubject& subject, const Layout& at) {
  const double x = at.symbols.x;
  const double middle = x + kSampleWidth / 2.0;
  const double unit = line_unit(at.map.scale);
  double y = at.symbols.y + kRowHeight / 2.0;
  const auto label = [&](std::string_view text) {
    pen.text({x + kSampleWidth + 12.0, y + 5.0}, {kTextSize, kInk}, text);
    y += kRowHeight;
  };
  const auto swatch = [&](Color color, std::string_view text) {
    pen.fill_rectangle({x, y - 8.0}, kSampleWidth, 16.0, color);
    pen.frame({x, y - 8.0}, kSampleWidth, 16.0, {kFaintInk, 1.0});
    label(text);
  };
  draw_start_mark(pen, {x + 10.0, y}, unit);
  draw_goal_mark(pen, {x + kSampleWidth - 12.0, y}, unit);
  label("start, goal");
  draw_open_corner_mark(pen, {middle, y}, funnel_style(), unit);
  label("corner in open space");
  pen.line({{middle, y - 8.0}, {middle, y + 8.0}}, {kPortalColor, 1.5});
  label("portal");
  if (!subject.links.empty()) {
    pen.line({{x, y}, {x + kSampleWidth, y}}, {kPurple, 1.2 * unit, 4.0 * unit});
    label("link");
  }
  swatch(kCorridorColor, "corridor");
  swatch(kSmoothedColor, "corridor after smoothing");
  swatch(kExploredColor, "explored");
  if (subject.agent.radius > 0.0) swatch(kSweptColor, "swept by the agent");
  swatch(kWalkableColor, "walkable");
  for (const float cost : costs_for_legend(subject.grid, subject.ground, kMostCosts)) {
    if (cost != 1.0F) swatch(shade(kWalkableColor, cost), fmt::format("walkable, costs {}", cost));
  }
  swatch(kBlockedColor, "blocked");
  pen.text({x, y + 5.0}, {12.0, kFaintInk}, subject.settings);
}

void draw(Pen& pen, const PictureSubject& subject, const Layout& at) {
  pen.fill_rectangle({0.0, 0.0}, at.width, at.height, kPaper);
  draw_title(pen, subject);
  draw_view(pen, subject, at.map);
  draw_methods(pen, subject, at);
  draw_symbols(pen, subject, at);
  if (at.lens) {
    const TileRect& part = at.lens->part;
    const Point corner{static_cast<float>(part.x0), static_cast<float>(part.y0)};
    pen.frame(at.map.place(corner), at.map.scale.factor() * (part.x1 - part.x0),
              at.map.scale.factor() * (part.y1 - part.y0), {kInk, 1.5});
    draw_view(pen, subject, *at.lens);
    pen.frame(at.lens->origin, at.lens->width(), at.lens->height(), {kInk, 1.5});
  }
}

}  // namespace

std::vector<LinkLine> lines_of(const World* world, std::span<const MapLink> links) {
  std::vector<LinkLine> lines;
  for (const MapLink& each : links) {
    const Link& link = *world->find_link(each.link);
    lines.push_back({{link.from.a, link.from.b}, {link.to.a, link.to.b}, link.options.is_open});
  }
  return lines;
}

PicturePath to_picture_path(const QueryAnswer& answer, const Agent& agent) {
  PicturePath path;
  constexpr double kDeviation = 0.01;
  const double radius = snap_radius(agent.radius);
  for (const QueryAnswer& leg : split_legs(answer)) {
    if (!path.points.empty()) path.exits.push_back(path.points.size());
    path.points.insert(path.points.end(), leg.points.begin(), leg.points.end());
    std::vector<DiscPoint> line(max_polyline_points(leg.turns.size(), radius, kDeviation));
    line.resize(extract_polyline(leg.turns, radius, kDeviation, line).count);
    for (const DiscPoint& point : line) path.points.push_back(narrow(point));
  }
  return path;
}

std::vector<std::span<const Point>> legs_of(std::span<const Point> points,
                                            std::span<const std::size_t> exits) {
  std::vector<std::span<const Point>> legs;
  std::size_t first = 0;
  for (const std::size_t exit : exits) {
    legs.push_back(points.subspan(first, exit - first));
    first = exit;
  }
  legs.push_back(points.subspan(first));
  return legs;
}

std::string draw_picture(const PictureSubject& subject, PictureFormat format) {
  const Layout layout = choose_layout(subject);
  return render_picture(format, layout.width, layout.height,
                        [&](Pen& pen) { draw(pen, subject, layout); });
}

}  // namespace taut::tools
