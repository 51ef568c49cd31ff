#include "layers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "map_view.hpp"
#include "palette.hpp"
#include "shade.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/failure.hpp"
#include "tools/stages/query_runner.hpp"

#include <taut/engine/vectors.hpp>

namespace taut::tools {
namespace {

constexpr std::array<std::pair<std::string_view, Layer>, 8> kWords{
    {{"map", Layer::map},
     {"explored", Layer::explored},
     {"corridor", Layer::corridor},
     {"cells", Layer::cells},
     {"portals", Layer::portals},
     {"tile-path", Layer::tile_path},
     {"short-path", Layer::short_path},
     {"path", Layer::path}}};

constexpr double kFrame = 2.0;

// Lines and marks are as wide in small parts of a map as in large ones: these are shares of the
// longer side of the picture.
constexpr double kPathWidth = 1.0 / 100.0;
constexpr double kPortalWidth = 1.0 / 120.0;
constexpr double kCellLineWidth = 1.0 / 300.0;
constexpr double kMarkRadius = 1.0 / 48.0;

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t comma = text.find(','); comma != std::string_view::npos;
       comma = text.find(',')) {
    parts.push_back(text.substr(0, comma));
    text.remove_prefix(comma + 1);
  }
  parts.push_back(text);
  return parts;
}

class LayersPainter {
 public:
  LayersPainter(Pen& pen, const LayersSubject& subject, const MapView& view)
      : pen_(pen), subject_(subject), view_(view), size_(std::max(view.width(), view.height())) {}

  void paint() {
    draw_tiles();
    pen_.clip(view_.origin, view_.width(), view_.height());
    for (const auto& [word, layer] : kWords) {
      const std::span<const Layer> requested = subject_.layers;
      if (std::find(requested.begin(), requested.end(), layer) != requested.end()) draw(layer);
    }
    for (const LinkLine& link : subject_.links) draw_link(pen_, link, view_, size_ / 600.0);
    draw_mark(subject_.start, kInk);
    draw_mark(subject_.goal, kPaper);
    pen_.unclip();
    pen_.frame(view_.origin, view_.width(), view_.height(), {kWallColor, kFrame});
  }

 private:
  void draw(Layer layer) {
    switch (layer) {
      case Layer::map:
        return;
      case Layer::explored:
        return draw_explored();
      case Layer::corridor:
        return fill(subject_.view.corridor, kPassedColor);
      case Layer::cells:
        return draw_cells();
      case Layer::portals:
        return draw_portals();
      case Layer::tile_path:
        return draw_tile_path();
      case Layer::short_path:
        return draw_short_path();
      case Layer::path:
        for (const std::span<const Point> leg :
             legs_of(subject_.path.points, subject_.path.exits)) {
          draw_path(leg, kTautPathColor);
        }
        return;
    }
  }

  [[nodiscard]] Color color_of(Tile tile) const {
    const Grid& grid = subject_.grid;
    if (!subject_.floors.has(tile)) return kPaper;
    return grid.is_walkable(tile) ? shade(kFloorColor, grid, subject_.ground, tile) : kWallColor;
  }

  // In each row, tiles of one colour side by side are one rectangle.
  void draw_tiles() {
    const TileRect& part = view_.part;
    pen_.fill_rectangle(view_.origin, view_.width(), view_.height(), kFloorColor);
    for (int y = part.y0; y < part.y1; ++y) {
      for (int x = part.x0; x < part.x1;) {
        const int first = x;
        const Color color = color_of({x, y});
        while (x < part.x1 && color_of({x, y}) == color) ++x;
        if (color == kFloorColor) continue;
        pen_.fill_rectangle(view_.place({static_cast<float>(first), static_cast<float>(y)}),
                            (x - first) * view_.scale.factor(), view_.scale.factor(), color);
      }
    }
  }

  void draw_explored() {
    const std::vector<bool>& tiles = subject_.view.seen_tiles;
    fill(subject_.view.seen, kSeenColor);
    fill(tile_outlines([&](Tile tile) { return !tiles.empty() && tiles[subject_.grid.id(tile)]; }),
         kSeenColor);
  }

  void draw_cells() {
    std::vector<Outline> shapes = shapes_in(view_.part, subject_.view.cells);
    if (shapes.empty()) {
      shapes = tile_outlines([&](Tile tile) { return subject_.grid.is_walkable(tile); });
    }
    draw_sides(pen_, shapes, view_, {kSideColor, size_ * kCellLineWidth});
  }

  void draw_portals() {
    std::vector<std::pair<Place, Place>> lines;
    for (const Portal& portal : subject_.view.portals) {
      lines.emplace_back(view_.place(portal.left), view_.place(portal.right));
    }
    pen_.segments(lines, {kPortalLineColor, size_ * kPortalWidth});
  }

  void draw_tile_path() {
    const Ground& costs = subject_.ground;
    draw_path_by({MapKind::grid, SearchKind::astar, Pull::none},
                 costs.has_factors() ? &costs : nullptr, kTilePathColor);
  }

  void draw_short_path() {
    draw_path_by({MapKind::grid, SearchKind::astar, Pull::funnel, true}, nullptr, kPurple);
  }

  void draw_path_by(const StageSettings& stages, const Ground* costs, Color color) {
    QuerySettings settings;
    settings.stages = stages;
    QueryRunner runner(subject_.grid, settings, costs);
    if (runner.run(subject_.start, subject_.goal, 1).status != Status::ok) return;
    draw_line(runner.path(), color);
  }

  void draw_path(std::span<const Point> path, Color color) {
    if (path.empty()) return;
    draw_swept(pen_, subject_.agent, places(path), view_.scale.factor());
    draw_line(path, color);
  }

  void draw_line(std::span<const Point> path, Color color) {
    pen_.line(places(path), {color, size_ * kPathWidth});
  }

  // The start is a disc, the goal a ring.
  void draw_mark(const Point& at, Color middle) {
    const double radius = size_ * kMarkRadius;
    pen_.disc(view_.place(at), radius, kInk, {kPaper, radius / 4.0});
    pen_.disc(view_.place(at), radius / 2.0, middle, {middle, 1.0});
  }

  void fill(const std::vector<Outline>& shapes, Color color) {
    std::vector<std::vector<Place>> polygons;
    polygons.reserve(shapes.size());
    for (const Outline& shape : shapes) polygons.push_back(places(shape));
    pen_.fill_polygons(polygons, color);
  }

  [[nodiscard]] std::vector<Place> places(std::span<const Point> points) const {
    std::vector<Place> result;
    result.reserve(points.size());
    for (const Point& p : points) result.push_back(view_.place(p));
    return result;
  }

  // The tiles in the part that are wanted.
  template <class IsWanted>
  [[nodiscard]] std::vector<Outline> tile_outlines(const IsWanted& is_wanted) const {
    std::vector<Outline> result;
    for (int y = view_.part.y0; y < view_.part.y1; ++y) {
      for (int x = view_.part.x0; x < view_.part.x1; ++x) {
        if (!is_wanted(Tile{x, y})) continue;
        const Point corner{static_cast<float>(x), static_cast<float>(y)};
        result.push_back({corner, corner + Point{1.0F, 0.0F}, corner + Point{1.0F, 1.0F},
                          corner + Point{0.0F, 1.0F}});
      }
    }
    return result;
  }

  Pen& pen_;
  const LayersSubject& subject_;
  const MapView& view_;
  double size_;
};

}  // namespace

std::string layer_words() {
  std::string words;
  for (const auto& [word, layer] : kWords) {
    words += words.empty() ? "" : ", ";
    words += word;
  }
  return words;
}

std::vector<Layer> parse_layers(std::string_view text) {
  std::vector<Layer> layers;
  for (const std::string_view part : split_at_commas(text)) {
    const auto* const found = std::find_if(kWords.begin(), kWords.end(),
                                           [&](const auto& known) { return known.first == part; });
    if (found == kWords.end()) {
      fail("--layers {}: \"{}\" is not one of {}", text, part, layer_words());
    }
    layers.push_back(found->second);
  }
  return layers;
}

TileRect parse_part(std::string_view text, const Grid& grid, const Floors& floors) {
  TileRect map{0, 0, grid.width(), grid.height()};
  std::string_view rest = text;
  if (floors.has_several()) {
    const std::optional<std::int32_t> floor = parse_integer(text.substr(0, text.find(':')));
    if (!floor || *floor < 0 || static_cast<std::size_t>(*floor) >= floors.rects().size()) {
      fail("--part {}: write F:X0,Y0,X1,Y1 with a floor from 0 to {}", shorten(text),
           floors.rects().size() - 1);
    }
    map = floors.rects()[static_cast<std::size_t>(*floor)];
    rest.remove_prefix(std::min(text.find(':'), text.size() - 1) + 1);
  }
  const std::vector<std::string_view> words = split_at_commas(rest);
  std::array<std::int32_t, 4> sides{};
  if (words.size() != sides.size()) fail("--part {}: write X0,Y0,X1,Y1", text);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const std::optional<std::int32_t> side = parse_integer(words[i]);
    if (!side) fail("--part {}: {}", shorten(text), explain_integer(words[i]));
    sides[i] = *side;
  }
  const auto [x0, y0, x1, y1] = sides;
  if (x0 >= x1 || y0 >= y1) fail("--part {}: the rectangle is empty", text);
  const int width = map.x1 - map.x0;
  const int height = map.y1 - map.y0;
  if (x0 < 0 || y0 < 0 || x1 > width || y1 > height) {
    fail("--part {}: reaches beyond the map, which is {} x {} tiles", text, width, height);
  }
  return {map.x0 + x0, map.y0 + y0, map.x0 + x1, map.y0 + y1};
}

std::string draw_layers(const LayersSubject& subject, PictureFormat format) {
  const TileRect& part = subject.part;
  const MapView view{part, choose_scale(part.x1 - part.x0, part.y1 - part.y0), {kFrame, kFrame}};
  return render_picture(format, view.width() + 2.0 * kFrame, view.height() + 2.0 * kFrame,
                        [&](Pen& pen) { LayersPainter(pen, subject, view).paint(); });
}

}  // namespace taut::tools
