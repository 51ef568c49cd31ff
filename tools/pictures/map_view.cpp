#include "map_view.hpp"

#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/input/cairo_handles.hpp"

namespace taut::tools {
namespace {

using Segment = std::pair<Place, Place>;

// Narrower tiles are drawn without lines between them.
constexpr double kLeastTileWithLines = 12.0;

// So are cells of a smaller mean area, in pixels, and searches with more shapes.
constexpr double kLeastCellArea = 36.0;
constexpr std::size_t kMostShapesWithLines = 2000;

// In drawing order: where paths overlap, the wide ones show on both sides of the narrow ones, and
// those below show through the gaps of the dashed one.
constexpr MethodStyle kFunnelStyle{{Pull::funnel, false}, false, kBlue, 3.0, 0.0};
constexpr std::array<MethodStyle, 7> kStyles{{{{Pull::funnel, false}, true, kSkyBlue, 8.0, 0.0},
                                              {{Pull::none, false}, false, kPurple, 6.0, 0.0},
                                              {{Pull::simple, false}, false, kOrange, 4.6, 0.0},
                                              {{Pull::midpoint, false}, false, kGreen, 2.0, 0.0},
                                              kFunnelStyle,
                                              {{Pull::raycast, false}, false, kVermilion, 2.0, 4.5},
                                              {{Pull::funnel, true}, false, kBlack, 1.3, 0.0}}};

// The area that a square sweeps along a path: a hexagon for each leg, with the square at both ends.
void draw_swept_squares(Pen& pen, std::span<const Place> path, double half_width) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Place& a = path[i];
    const Place& b = path[i + 1 < path.size() ? i + 1 : i];
    const double x = b.x < a.x ? -half_width : half_width;
    const double y = b.y < a.y ? -half_width : half_width;
    pen.fill_polygon({{a.x - x, a.y - y},
                      {a.x + x, a.y - y},
                      {b.x + x, b.y - y},
                      {b.x + x, b.y + y},
                      {b.x - x, b.y + y},
                      {a.x - x, a.y + y}},
                     kSweptColor);
  }
}

// Whether a path turns in open space at its inner point `at`.
bool is_open_corner(const Grid& grid, std::span<const Point> path, std::size_t at) {
  return validate_path(grid, path[at - 1], path[at + 1], path.subspan(at - 1, 3)).open_corners > 0;
}

void draw_grid_lines(Pen& pen, const MapView& view) {
  const Place end{view.origin.x + view.width(), view.origin.y + view.height()};
  std::vector<Segment> lines;
  for (int x = view.part.x0 + 1; x < view.part.x1; ++x) {
    const double column = view.place({static_cast<float>(x), 0.0F}).x;
    lines.push_back({{column, view.origin.y}, {column, end.y}});
  }
  for (int y = view.part.y0 + 1; y < view.part.y1; ++y) {
    const double row = view.place({0.0F, static_cast<float>(y)}).y;
    lines.push_back({{view.origin.x, row}, {end.x, row}});
  }
  pen.segments(lines, {kGridLineColor, 0.6});
}

// Draws the sides of cells other than tiles, unless most are too small to be distinguished.
void draw_cells(Pen& pen, const SearchView& search, const MapView& view) {
  const std::vector<Outline> shapes = shapes_in(view.part, search.cells);
  const double area = view.width() * view.height();
  if (area < kLeastCellArea * static_cast<double>(shapes.size())) return;
  draw_sides(pen, shapes, view, {kCellLineColor, 0.6});
}

void draw_portals(Pen& pen, const PictureSubject& subject, const MapView& view) {
  std::vector<Segment> lines;
  for (const Portal& portal : subject.view.portals) {
    lines.push_back({view.place(portal.left), view.place(portal.right)});
  }
  pen.segments(lines, {kPortalColor, std::clamp(view.scale.factor() / 12.0, 0.4, 1.5)});
}

bool is_in(const TileRect& part, const Point& p) {
  return p.x >= static_cast<float>(part.x0) && p.x <= static_cast<float>(part.x1) &&
         p.y >= static_cast<float>(part.y0) && p.y <= static_cast<float>(part.y1);
}

void draw_leg(Pen& pen, const PictureSubject& subject, const MapView& view,
              std::span<const Point> leg, const MethodStyle& style) {
  const double unit = line_unit(view.scale);
  std::vector<Place> places;
  places.reserve(leg.size());
  for (const Point& p : leg) places.push_back(view.place(p));
  if (places.empty()) return;
  draw_swept(pen, subject.agent, places, view.scale.factor());
  pen.line(places, {style.color, style.width * unit, style.dash * unit});
  if (subject.agent.radius > 0.0) return;  // its corners lie beside their obstacles
  // Midpoints and tile centres lie in open space nearly everywhere: marks would only hide their
  // paths.
  if (style.method.pull == Pull::midpoint || style.method.pull == Pull::none) return;
  for (std::size_t i = 1; i + 1 < leg.size(); ++i) {
    if (is_open_corner(subject.grid, leg, i)) {
      draw_open_corner_mark(pen, places[i], style, unit);
    }
  }
}

}  // namespace

void draw_sides(Pen& pen, const std::vector<Outline>& shapes, const MapView& view,
                const Stroke& stroke) {
  std::vector<std::array<float, 4>> sides;
  for (const Outline& shape : shapes) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::array<float, 2> a{shape[i].x, shape[i].y};
      const Point& after = shape[i + 1 == shape.size() ? 0 : i + 1];
      std::array<float, 2> b{after.x, after.y};
      if (b < a) std::swap(a, b);
      sides.push_back({a[0], a[1], b[0], b[1]});
    }
  }
  std::sort(sides.begin(), sides.end());
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  std::vector<Segment> lines;
  lines.reserve(sides.size());
  for (const auto& [ax, ay, bx, by] : sides) {
    lines.push_back({view.place({ax, ay}), view.place({bx, by})});
  }
  pen.segments(lines, stroke);
}

std::vector<Outline> shapes_in(const TileRect& part, const std::vector<Outline>& shapes) {
  std::vector<Outline> found;
  for (const Outline& shape : shapes) {
    Point low = shape.front();
    Point high = low;
    for (const Point& p : shape) {
      low = component_min(low, p);
      high = component_max(high, p);
    }
    if (low.x < static_cast<float>(part.x1) && high.x > static_cast<float>(part.x0) &&
        low.y < static_cast<float>(part.y1) && high.y > static_cast<float>(part.y0)) {
      found.push_back(shape);
    }
  }
  return found;
}

void draw_swept(Pen& pen, const Agent& agent, const std::vector<Place>& path, double tile_pixels) {
  const double radius = snap_radius(agent.radius) * tile_pixels;
  if (agent.shape == AgentShape::square) draw_swept_squares(pen, path, radius);
  if (agent.shape != AgentShape::disc) return;
  pen.line(path, {kSweptColor, 2.0 * radius});
  for (const Place& end : {path.front(), path.back()}) {
    pen.disc(end, radius, kSweptColor, {kSweptColor, 0.1});
  }
}

const MethodStyle& find_style(const MethodPath& row) {
  return *std::find_if(kStyles.begin(), kStyles.end(), [&](const MethodStyle& style) {
    return style.method == row.method && style.is_of_optimal_search == row.is_of_optimal_search;
  });
}

const MethodStyle& funnel_style() { return kFunnelStyle; }

double line_unit(const TileScale& scale) { return std::clamp(scale.factor() / 12.0, 1.0, 2.0); }

void draw_view(Pen& pen, const PictureSubject& subject, const MapView& view) {
  const Surface tiles = draw_tiles(subject, view.part, view.scale);
  pen.image(view.origin, tiles.get());
  const SearchView& search = subject.view;
  if (search.cells.empty() && view.scale.factor() >= kLeastTileWithLines) {
    draw_grid_lines(pen, view);
  }
  pen.clip(view.origin, view.width(), view.height());
  if (search.seen.size() <= kMostShapesWithLines) {
    draw_sides(pen, search.seen, view, {kSeenLineColor, 0.5});
  }
  draw_cells(pen, search, view);
  draw_portals(pen, subject, view);
  for (const MethodStyle& style : kStyles) {
    for (const MethodPath& row : subject.methods) {
      if (&find_style(row) != &style) continue;
      for (const std::span<const Point> leg : legs_of(row.path, row.exits)) {
        draw_leg(pen, subject, view, leg, style);
      }
    }
  }
  const double unit = line_unit(view.scale);
  for (const LinkLine& link : subject.links) draw_link(pen, link, view, unit);
  pen.unclip();
  if (!subject.floors.has_several()) {
    pen.frame(view.origin, view.width(), view.height(), {kFaintInk, 1.0});
  }
  draw_floors(pen, subject.floors, view);
  if (is_in(view.part, subject.start)) draw_start_mark(pen, view.place(subject.start), unit);
  if (is_in(view.part, subject.goal)) draw_goal_mark(pen, view.place(subject.goal), unit);
}

void draw_floors(Pen& pen, const Floors& floors, const MapView& view) {
  if (!floors.has_several()) return;
  pen.clip(view.origin, view.width(), view.height());
  for (std::size_t i = 0; i < floors.rects().size(); ++i) {
    const TileRect& on = floors.rects()[i];
    const Place corner = view.place({static_cast<float>(on.x0), static_cast<float>(on.y0)});
    pen.frame(corner, view.scale.factor() * (on.x1 - on.x0), view.scale.factor() * (on.y1 - on.y0),
              {kFaintInk, 1.0});
    pen.disc({corner.x + 12.0, corner.y + 12.0}, 9.0, kPaper, {kFaintInk, 1.0});
    pen.text({corner.x + 8.0, corner.y + 16.5}, {12.0, kInk, FontWeight::bold}, std::to_string(i));
  }
  pen.unclip();
}

void draw_link(Pen& pen, const LinkLine& link, const MapView& view, double unit) {
  const Color color = link.is_open ? kPurple : kFaintInk;
  const auto middle = [&](const Point& a, const Point& b) {
    return Place{0.5 * (view.place(a).x + view.place(b).x),
                 0.5 * (view.place(a).y + view.place(b).y)};
  };
  pen.line({middle(link.from[0], link.from[1]), middle(link.to[0], link.to[1])},
           {color, 1.2 * unit, 4.0 * unit});
  for (const auto& [a, b] : {std::pair(link.from[0], link.from[1]), {link.to[0], link.to[1]}}) {
    if (a != b) pen.line({view.place(a), view.place(b)}, {color, 3.0 * unit});
    pen.disc(middle(a, b), 2.2 * unit, kPaper, {color, 1.2 * unit});
  }
}

void draw_start_mark(Pen& pen, const Place& place, double unit) {
  pen.disc(place, 4.0 + 2.5 * unit, kGreen, {kInk, 1.5 * unit});
}

void draw_goal_mark(Pen& pen, const Place& place, double unit) {
  pen.diamond(place, 5.0 + 3.0 * unit, kVermilion, {kInk, 1.5 * unit});
}

void draw_open_corner_mark(Pen& pen, const Place& place, const MethodStyle& style, double unit) {
  pen.disc(place, unit * (1.5 + 0.5 * style.width), kPaper, {style.color, 1.4 * unit});
}

}  // namespace taut::tools
