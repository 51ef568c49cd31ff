// What the ground costs in a Space: kinds of tiles, and the factors of cells.
#include <taut/engine/space.hpp>

#include <algorithm>

#include <taut/detail/require.hpp>

#include "core/tile/tile_rect.hpp"
#include "grid/mesh/line_tiles.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

// Classes of one cost are one kind, counted by the first class of each. So grounds that part the
// classes alike have the same kinds.
void Space::name_kinds(const Ground& ground) {
  margin_ = ground.margin();
  const std::size_t sides = margin_ > 0 ? 2 : 1;  // away from walls, near them
  kind_of_class_.resize(sides * kTerrainClasses);
  kind_tiles_.resize(kTileKinds);
  kind_costs_.clear();
  for (std::size_t i = 0; i < kind_of_class_.size(); ++i) {
    const auto terrain_class = static_cast<std::uint8_t>(i % kTerrainClasses);
    const float cost =
        i < kTerrainClasses ? ground[terrain_class] : ground.near_walls(terrain_class);
    const auto known = std::find(kind_costs_.begin(), kind_costs_.end(), cost);
    kind_of_class_[i] = static_cast<TileKind>(known - kind_costs_.begin());
    if (known == kind_costs_.end()) kind_costs_.push_back(cost);
  }
}

// Returns a rectangle around the tiles that have another kind than before. Where walls have
// changed, so have the margins around them.
TileRect Space::copy_kinds(const Grid& grid, const TileRect& tiles) {
  const TileRect inside =
      detail::intersect(detail::grown(tiles, margin_), {0, 0, grid.width(), grid.height()});
  TileRect changed;
  for (int y = inside.y0; y < inside.y1; ++y) {
    for (int x = inside.x0; x < inside.x1; ++x) {
      const TileId id = grid.id({x, y});
      const bool is_near = margin_ > 0 && detail::is_near_wall(grid.bits(), {x, y}, margin_);
      const TileKind kind =
          kind_of_class_[grid.terrain_class(id) + (is_near ? kTerrainClasses : 0)];
      if (kinds_[id] == kind) continue;
      --kind_tiles_[kinds_[id]];
      ++kind_tiles_[kind];
      kinds_[id] = kind;
      changed = detail::join(changed, {x, y, x + 1, y + 1});
    }
  }
  count_kinds();
  return changed;
}

void Space::count_kinds() noexcept {
  kinds_in_use_ = 0;
  least_cost_ = kBlockedTerrain;
  for (std::size_t kind = 0; kind < kind_costs_.size(); ++kind) {
    if (kind_tiles_[kind] == 0 || kind_costs_[kind] == kBlockedTerrain) continue;
    ++kinds_in_use_;
    least_cost_ = std::min(least_cost_, kind_costs_[kind]);
  }
  if (kinds_in_use_ == 0) least_cost_ = 1.0F;
}

// The stretches of an axis that tiles lie in.
TileRect Space::find_lines(const TileRect& tiles) const noexcept {
  if (detail::is_empty(tiles)) return {};
  const LineTiles mesh = lines();
  const auto find = [&](std::span<const std::int32_t> all, int tile) {
    return std::min(find_line(all, tile * steps_), static_cast<int>(all.size()) - 1);
  };
  return {find(mesh.columns, tiles.x0), find(mesh.rows, tiles.y0), find(mesh.columns, tiles.x1),
          find(mesh.rows, tiles.y1)};
}

// From cells of the bitmap to those that the mesh is made of.
TileRect Space::to_mesh_cells(const TileRect& cells) const noexcept {
  if (!is_parted() || detail::is_empty(cells)) return cells;
  const auto find = [](const std::vector<std::int32_t>& all, const std::vector<std::int32_t>& lines,
                       int line) { return find_line(all, lines[static_cast<std::size_t>(line)]); };
  return {find(parted_columns_, columns_, cells.x0), find(parted_rows_, rows_, cells.y0),
          find(parted_columns_, columns_, cells.x1), find(parted_rows_, rows_, cells.y1)};
}

// Copies cells of the bitmap to where the sides of tiles part them.
void Space::part_cells(const TileRect& cells) noexcept {
  if (!is_parted()) return;
  const TileRect parted = to_mesh_cells(cells);
  const auto whole = [](const std::vector<std::int32_t>& lines, std::int32_t place) {
    return static_cast<int>(std::upper_bound(lines.begin(), lines.end(), place) - lines.begin()) -
           1;
  };
  for (int y = parted.y0; y < parted.y1; ++y) {
    const int row = whole(rows_, parted_rows_[static_cast<std::size_t>(y)]);
    for (int x = parted.x0; x < parted.x1; ++x) {
      const int column = whole(columns_, parted_columns_[static_cast<std::size_t>(x)]);
      parted_.put(x, y, free_.is_set(column, row));
    }
  }
}

void Space::price_cells() {
  if (!has_ground()) return;
  cell_costs_.resize(mesh_.cell_ids());
  mesh_.for_each_cell([&](CellId cell) { price_cell(cell); });
}

void Space::price_cell(CellId cell) {
  cell_costs_[cell] = kind_costs_[kind_of(lines(), mesh_, cell)];
}

// An upper bound of what a unit of length costs, before and after an edit.
double Space::most_cost() const noexcept {
  float most = has_ground() ? 0.0F : 1.0F;
  for (const float cost : kind_costs_) {
    if (cost != kBlockedTerrain) most = std::max(most, cost);
  }
  return static_cast<double>(most);
}

void Space::use_ground(const Grid& grid, const Ground& ground) {
  if (!has_ground()) detail::reject("Space::use_ground: the space was made without a ground");
  name_kinds(ground);
  update(grid, {0, 0, grid.width(), grid.height()});
  price_cells();
  const std::shared_ptr<Landmarks> landmarks = take_landmarks();
  if (landmarks == nullptr) return;
  landmarks->forget(mesh_);
  landmarks_ = landmarks;
}

}  // namespace taut
