// would_cut().
#include "space_cut.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include <taut/engine/geometry.hpp>

#include "core/tile/tile_rect.hpp"
#include "core/tile/tile_walk.hpp"

#include "free_cells.hpp"

// The free cells of the space's bitmap, joined across their sides, are connected as the places of
// the agent are (space.cpp, free_cells.cpp), and its mesh fills them. The edit takes cells of the
// bitmap away: the cells of the mesh that they touch leave holes, as an edit of the mesh does
// (mesh_hole.hpp), and what remains in the holes joins the cells around.
namespace taut {

SpaceCut::SpaceCut(const Space& space, std::span<const TileRect> rectangles)
    : space_(space), lines_{space.free(), space.columns_, space.rows_, space.steps_} {
  const TileRect map{0, 0, space.tiles_.width(), space.tiles_.height()};
  for (const TileRect& tiles : rectangles) {
    const TileRect inside = detail::intersect(tiles, map);
    if (!detail::is_empty(inside)) rectangles_.push_back(inside);
  }
  extents_ = space.extents_;
  if (extents_.empty()) extents_.push_back(0);
}

bool SpaceCut::is_under(const Tile& tile) const noexcept {
  return std::any_of(rectangles_.begin(), rectangles_.end(),
                     [&](const TileRect& tiles) { return detail::holds(tiles, tile); });
}

// Whether a disc at a lattice point overlaps a rectangle.
bool SpaceCut::overlaps(const Point& place, const TileRect& tiles) const noexcept {
  const auto steps = [](double value) {
    return static_cast<std::int64_t>(value * static_cast<double>(kLatticePerTile));
  };
  const auto gap = [](std::int64_t at, std::int64_t low, std::int64_t high) {
    return std::max({low - at, at - high, std::int64_t{0}});
  };
  const std::int64_t radius = steps(space_.agent_.radius);
  const std::int64_t x = gap(steps(static_cast<double>(place.x)), steps(tiles.x0), steps(tiles.x1));
  const std::int64_t y = gap(steps(static_cast<double>(place.y)), steps(tiles.y0), steps(tiles.y1));
  return x * x + y * y < radius * radius;
}

SpaceCut::Few<Tile> SpaceCut::find_cells(const Point& place) const noexcept {
  Few<Tile> cells;
  if (space_.is_grown()) {
    if (const std::optional<Tile> cell = find_grown_cell(place)) cells.add(*cell);
    return cells;
  }
  for (const Tile& tile : tiles_touching(place)) {
    if (space_.tiles_.is_set(tile.x, tile.y) && !is_under(tile)) cells.add(tile);
  }
  return cells;
}

std::optional<Tile> SpaceCut::find_grown_cell(const Point& place) const noexcept {
  if (space_.is_opened_) {
    const Tile cell{space_.find_stretch(place.x), space_.find_stretch(place.y)};
    return is_covered(cell.x, cell.y) ? std::nullopt : std::optional<Tile>(cell);
  }
  const bool is_disc = space_.agent_.shape == AgentShape::disc;
  if (is_disc && std::any_of(rectangles_.begin(), rectangles_.end(),
                             [&](const TileRect& r) { return overlaps(place, r); })) {
    return std::nullopt;
  }
  const Tile first{find_stretch(space_.columns_, place.x), find_stretch(space_.rows_, place.y)};
  for (int y = first.y; y < first.y + 2; ++y) {
    for (int x = first.x; x < first.x + 2; ++x) {
      if (holds(x, y, place) && space_.free_.is_set(x, y) && !is_covered(x, y)) return Tile{x, y};
    }
  }
  return std::nullopt;
}

// The first stretch that does not end before a coordinate.
int SpaceCut::find_stretch(const std::vector<std::int32_t>& lines, float place) const noexcept {
  const double at = static_cast<double>(place) * space_.steps_;
  const auto line = std::lower_bound(lines.begin() + 1, lines.end(), at);
  return static_cast<int>(line - lines.begin()) - 1;
}

bool SpaceCut::holds(int x, int y, const Point& place) const noexcept {
  const auto is_in = [&](const std::vector<std::int32_t>& lines, int i, float coordinate) {
    const auto at = static_cast<std::size_t>(i);
    const double value = static_cast<double>(coordinate) * space_.steps_;
    return at + 1 < lines.size() && lines[at] <= value && value <= lines[at + 1];
  };
  return is_in(space_.columns_, x, place.x) && is_in(space_.rows_, y, place.y);
}

bool SpaceCut::is_covered(int x, int y) const noexcept {
  for (const TileRect& tiles : rectangles_) {
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      if (detail::holds(covered_by(tiles, k), {x, y})) return true;
    }
  }
  return false;
}

// The cells that a rectangle of tiles covers, grown by one of the shape's.
TileRect SpaceCut::covered_by(const TileRect& tiles, std::size_t k) const noexcept {
  if (!space_.is_grown()) return tiles;
  const detail::GrownTiles grown{space_.tiles_, extents_, lines_.columns, lines_.rows,
                                 space_.steps_};
  return detail::find_covered(grown, tiles, extents_[k], extents_[extents_.size() - 1 - k]);
}

std::vector<SpaceCut::Place> SpaceCut::look_at(std::span<const Point> places) const {
  std::vector<Place> found;
  for (const Point& place : places) {
    if (!detail::can_snap(place)) continue;
    const Point at = snap(place);
    if (!space_.has_room(at)) continue;
    const PlaceComponents before = space_.find_components(at);
    if (before.count != 0) found.push_back({before, find_cells(at)});
  }
  return found;
}

// One that holds the middle of a free cell.
CellId SpaceCut::mesh_cell_of(const Tile& cell) const noexcept {
  const std::optional<CellId> found = space_.mesh_.locate(lines_.middle(cell.x, cell.y));
  assert(found.has_value());
  return *found;
}

SpaceCut::Area SpaceCut::area_of(const Tile& cell) const noexcept {
  const CellId at = mesh_cell_of(cell);
  const std::uint32_t component = space_.mesh_.component(at);
  const std::size_t hole = search_->hole_of(at);
  if (hole == holes_.size()) return {component, search_->part_of_cell(at)};
  const std::uint32_t part = holes_[hole].find({lines_.column(cell.x) + lines_.column(cell.x + 1),
                                                lines_.row(cell.y) + lines_.row(cell.y + 1)});
  return {component, search_->part_of_hole(hole, part)};
}

void SpaceCut::make_holes() {
  std::vector<TileRect> boxes = find_boxes();
  while (merge(boxes)) {
  }
  holes_.reserve(boxes.size());
  for (const TileRect& box : boxes) add_hole(box);
}

// The boxes of the cells that each rectangle covers.
std::vector<TileRect> SpaceCut::find_boxes() {
  std::vector<TileRect> boxes;
  for (const TileRect& tiles : rectangles_) {
    TileRect box;
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      const TileRect cells = covered_by(tiles, k);
      if (detail::is_empty(cells)) continue;
      covered_.push_back(cells);
      box = detail::join(box, cells);
    }
    if (!detail::is_empty(box)) boxes.push_back(box);
  }
  return boxes;
}

// Joins boxes that touch one cell of the mesh, or two that are neighbours. Returns whether there
// were some.
bool SpaceCut::merge(std::vector<TileRect>& boxes) const {
  if (boxes.size() < 2) return false;
  struct Touched {
    CellId cell;
    bool is_beside;  // a neighbour of one that is touched
    std::size_t box;
  };
  std::vector<Touched> touched;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const TileRect& box = boxes[i];
    const auto touch = [&](CellId cell) {
      touched.push_back({cell, false, i});
      for (const MeshEdge& edge : space_.mesh_.edges(cell)) {
        if (!edge.is_wall()) touched.push_back({space_.mesh_.cell_of(edge.twin()), true, i});
      }
    };
    space_.mesh_.for_each_cell_touching(lines_.corner(box.x0, box.y0),
                                        lines_.corner(box.x1, box.y1), touch);
  }
  std::sort(touched.begin(), touched.end(), [](const Touched& a, const Touched& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.is_beside < b.is_beside;
  });
  std::vector<std::size_t> first(boxes.size());
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = i;
  const auto first_of = [&](std::size_t box) {
    while (first[box] != box) box = first[box];
    return box;
  };
  for (std::size_t i = 1, begin = 0; i < touched.size(); ++i) {
    if (touched[i].cell != touched[begin].cell) begin = i;
    if (!touched[begin].is_beside) first[first_of(touched[i].box)] = first_of(touched[begin].box);
  }
  std::vector<TileRect> merged;
  std::vector<std::size_t> place(boxes.size(), boxes.size());  // in `merged`
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    std::size_t& at = place[first_of(i)];
    if (at == boxes.size()) {
      at = merged.size();
      merged.push_back(boxes[i]);
    } else {
      merged[at] = detail::join(merged[at], boxes[i]);
    }
  }
  merged.swap(boxes);
  return boxes.size() < merged.size();
}

void SpaceCut::add_hole(const TileRect& box) {
  const TileBits& free = space_.free();
  const TileRect window =
      detail::intersect(detail::grown(box, 1), {0, 0, free.width(), free.height()});
  const auto to_window = [&](const TileRect& cells) -> TileRect {
    return {cells.x0 - window.x0, cells.y0 - window.y0, cells.x1 - window.x0, cells.y1 - window.y0};
  };
  const TileBits before = free.part(window);
  TileBits after = before;
  for (const TileRect& cells : covered_) after.put(to_window(cells), false);
  if (after == before) return;
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> rows;
  for (int x = window.x0; x <= window.x1; ++x) columns.push_back(lines_.column(x));
  for (int y = window.y0; y <= window.y1; ++y) rows.push_back(lines_.row(y));
  holes_.emplace_back(LineTiles{after, columns, rows, space_.steps_}, space_.mesh_, to_window(box));
}

bool would_cut(const Space& space, std::span<const TileRect> rectangles,
               std::span<const Point> starts, std::span<const Point> goals) {
  SpaceCut cut(space, rectangles);
  if (cut.is_empty()) return false;
  std::vector<SpaceCut::Place> from = cut.look_at(starts);
  std::vector<SpaceCut::Place> to = cut.look_at(goals);
  if (keep_pairs(from, to, std::equal_to<>())) return true;
  if (from.empty()) return false;
  std::vector<std::uint32_t> components;
  for (const std::vector<SpaceCut::Place>* const places : {&from, &to}) {
    for (const SpaceCut::Place& place : *places) {
      for (const Tile& cell : place.cells) components.push_back(cut.component_of(cell));
    }
  }
  cut.search([&](std::uint32_t component) {
    return std::find(components.begin(), components.end(), component) != components.end();
  });
  cut.find_later(from);
  cut.find_later(to);
  return parts_pair(from, to, std::equal_to<>(), std::equal_to<>());
}

}  // namespace taut
