#include <taut/engine/space.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/tile_disc.hpp>

#include "core/base/lists.hpp"
#include "core/tile/tile_rect.hpp"
#include "core/tile/tile_walk.hpp"
#include "grid/mesh/line_tiles.hpp"
#include "grid/mesh/mesh_check.hpp"

#include "disc_shape.hpp"
#include "free_cells.hpp"

// Squares. A blocked tile (i, j), grown by the half-width r, is the open rectangle from (i - r, j -
// r) to (i + 1 + r, j + 1 + r), and the outside of the map grows inwards. In general there are two
// lines per tile along an axis, which coincide where 2 r is an integer.
//
// Opened spaces. Let 2 r be an integer, and e a step of the mesh's lattice. Then the exact lines
// are one tile apart, and those of r - e lie in pairs, e before and e behind each exact line. A
// pair encloses a thin column, which represents its exact line; the wide columns between pairs
// represent the open intervals between lines. A cell of the bitmap is covered by a tile grown by r
// - e exactly when the point, open segment or open square that it represents is covered by the tile
// grown by r. So the function that shrinks thin columns and rows to their lines and stretches the
// wide ones maps the mesh's space onto the exact one. Both have the same connectivity, and the
// function lengthens no path by more than the factor 1 / (1 - 2 e). That bounds the cost of
// choosing between two routes in the mesh. All lines of r - e differ, so no two obstacles of the
// mesh touch in a point.
namespace taut {

using detail::GrownTiles;
using detail::is_empty;
using detail::join;

namespace {

// Free cells in rows, those runs of them that begin in a box.
std::size_t count_runs(const TileBits& bits, const TileRect& box) noexcept {
  std::size_t runs = 0;
  for (int y = box.y0; y < box.y1; ++y) {
    for (int x = box.x0; x < box.x1; ++x) {
      if (bits.is_set_near(x, y) && !bits.is_set_near(x - 1, y)) ++runs;
    }
  }
  return runs;
}

// Cells that may begin runs when a box changes: also those right behind it.
TileRect with_next_column(const TileRect& box, const TileBits& bits) noexcept {
  return {box.x0, box.y0, std::min(box.x1 + 1, bits.width()), box.y1};
}

TileBits make_bitmap(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) {
  return {std::max(1, static_cast<int>(columns.size()) - 1),
          std::max(1, static_cast<int>(rows.size()) - 1)};
}

}  // namespace

Space::Space(const Grid& grid, const Agent& agent) : Space(grid, agent, nullptr) { build(grid); }

Space::Space(const Grid& grid, const Agent& agent, const Ground& ground)
    : Space(grid, agent, &ground) {
  build(grid);
}

Space::Space(const Grid& grid, const Agent& agent, const Ground* ground)
    : agent_(detail::require_valid("Space", agent)),
      tiles_(grid.bits()),
      mesh_(MeshParts{{0}, {}, {}}) {
  if (agent_.radius > 0.0) draw_lines(ground != nullptr);
  if (ground != nullptr) {
    name_kinds(*ground);
    kinds_.resize(grid.tile_count());
    kind_tiles_[0] = grid.tile_count();
    copy_kinds(grid, {0, 0, grid.width(), grid.height()});
  }
  if (!is_grown() || !has_cells()) return;
  const TileRect all{0, 0, free_.width(), free_.height()};
  detail::update_free_cells({tiles_, extents_, columns_, rows_, steps_}, all, free_);
  if (is_opened_) runs_ = count_runs(free_, all);
  part_cells(all);
}

// Chooses the shape of the agent, and the lines of its bitmaps.
void Space::draw_lines(bool has_ground) {
  const double radius = agent_.radius;
  const int side = std::max(tiles_.width(), tiles_.height());
  steps_ = kLatticePerTile;
  if (agent_.shape == AgentShape::disc) {
    // Bitmaps have room for so many lines per tile of a map of this size, and for the tiles' sides.
    extents_ = detail::choose_disc_shape(radius, (kMaxBitsSide - kMaxMapSide) / side);
  } else {
    const auto half = static_cast<std::int32_t>(radius * kLatticePerTile);
    is_opened_ = 2 * half % kLatticePerTile == 0;
    if (is_opened_) {
      const int most = kMaxMapSide / static_cast<int>(std::bit_ceil(static_cast<unsigned>(side)));
      // find_priced_path() passes no gap of 1e-5 tiles.
      steps_ *= has_ground ? std::min(most, 4) : most;
    }
    // More than the sides of a map closes all of it too, and would not fit.
    constexpr std::int64_t kMaxExtent = std::int64_t{kMaxMapSide} * kLatticePerTile;
    const std::int64_t wanted = std::int64_t{half} * (steps_ / kLatticePerTile);
    const auto exact = static_cast<std::int32_t>(std::min(wanted, kMaxExtent));
    extents_ = {is_opened_ ? exact - 1 : exact};
  }
  std::vector<std::int32_t> parted = extents_;
  if (has_ground) parted.insert(parted.begin(), 0);
  const auto draw = [&](const std::vector<std::int32_t>& by, std::vector<std::int32_t>& columns,
                        std::vector<std::int32_t>& rows) {
    columns = detail::make_lines(tiles_.width(), by, steps_);
    rows = detail::make_lines(tiles_.height(), by, steps_);
    return make_bitmap(columns, rows);
  };
  free_ = draw(is_opened_ ? extents_ : parted, columns_, rows_);
  if (has_ground && is_opened_) parted_ = draw(parted, parted_columns_, parted_rows_);
}

void Space::build(const Grid& grid) {
  if (!has_cells()) return;
  mesh_ = is_grown() || has_ground() ? build_mesh(lines()) : build_mesh(grid);
  price_cells();
}

std::optional<MeshFlaw> Space::use_mesh(const MeshParts& parts) {
  if (has_cells()) {
    if (auto flaw = find_flaw(lines(), parts)) return flaw;
    mesh_ = ConvexMesh(parts);
  } else if (!parts.edge_start.empty()) {
    return MeshFlaw{0, "the agent has no room on the map"};
  }
  price_cells();
  return std::nullopt;
}

LineTiles Space::lines() const noexcept {
  if (is_parted()) {
    return {parted_, parted_columns_, parted_rows_, steps_, kinds_, tiles_.width()};
  }
  return {free(), columns_, rows_, steps_, kinds_, tiles_.width()};
}

void Space::update(const Grid& grid, const TileRect& tiles) {
  detail::require_within("Space::update: width", grid.width(), tiles_.width(), tiles_.width());
  detail::require_within("Space::update: height", grid.height(), tiles_.height(), tiles_.height());
  const TileRect inside = detail::intersect(tiles, {0, 0, tiles_.width(), tiles_.height()});
  if (is_empty(inside)) return;
  if (has_landmarks() && !landmark_tiles_) landmark_tiles_ = tiles_;
  const TileRect opened = find_opened(grid.bits(), inside);
  const bool is_all_known = is_empty(opened) || (!has_ground() && are_all_known(inside, opened));
  copy_tiles(grid.bits(), inside);
  const TileRect priced = has_ground() ? copy_kinds(grid, inside) : TileRect{};
  const bool is_cheaper = !is_empty(opened) || !is_empty(priced);
  // Also where the mesh stays: with a tile that is opened later there may be more space.
  if (is_cheaper && landmark_tiles_) mark_known(opened, is_all_known && is_empty(priced));
  const SpaceChange change = is_cheaper ? SpaceChange::grows : SpaceChange::shrinks;
  if (!is_grown()) {
    const TileRect changed = join(inside, priced);
    const bool is_opened_alone = is_cheaper && is_all_known && is_empty(priced);
    return edit(changed, change, is_opened_alone ? opened : changed);
  }
  if (!has_cells()) return;
  const GrownTiles grown{tiles_, extents_, columns_, rows_, steps_};
  const TileRect box = detail::find_covered(grown, inside, extents_.back(), extents_.back());
  const TileRect beginnings = with_next_column(box, free_);
  if (is_opened_) runs_ -= count_runs(free_, beginnings);
  const TileRect changed = detail::update_free_cells(grown, box, free_);
  if (is_opened_) runs_ += count_runs(free_, beginnings);
  part_cells(changed);
  const TileRect both = join(to_mesh_cells(changed), find_lines(priced));
  if (!is_empty(both)) edit(both, change, both);
}

// A box of the tiles that become walkable and were not when the landmarks were valid for all space:
// where a building is removed again, no way is shorter than before it was placed.
TileRect Space::find_opened(const TileBits& tiles, const TileRect& inside) const noexcept {
  TileRect opened;
  for (int y = inside.y0; y < inside.y1; ++y) {
    for (int x = inside.x0; x < inside.x1; ++x) {
      if (!tiles.is_set_near(x, y) || tiles_.is_set_near(x, y)) continue;
      if (landmark_tiles_ && landmark_tiles_->is_set_near(x, y)) continue;
      opened = join(opened, {x, y, x + 1, y + 1});
    }
  }
  return opened;
}

// Whether the landmarks know of no more space around tiles than there is, so that they stay valid
// for all that they know and the tiles. Else places near the tiles may be behind a building.
bool Space::are_all_known(const TileRect& inside, const TileRect& opened) const noexcept {
  if (!landmark_tiles_) return true;
  const int reach = is_grown() ? 2 * static_cast<int>(std::ceil(agent_.radius)) + 2 : 1;
  const TileRect around = detail::intersect(join(inside, detail::grown(opened, reach)),
                                            {0, 0, tiles_.width(), tiles_.height()});
  for (int y = around.y0; y < around.y1; ++y) {
    for (int x = around.x0; x < around.x1; ++x) {
      if (landmark_tiles_->is_set_near(x, y) && !tiles_.is_set_near(x, y)) return false;
    }
  }
  return true;
}

// After an edit that opens tiles or makes space cheaper: what the landmarks are valid for.
void Space::mark_known(const TileRect& opened, bool are_others_kept) {
  if (!are_others_kept) {
    landmark_tiles_ = tiles_;
    return;
  }
  for (int y = opened.y0; y < opened.y1; ++y) {
    for (int x = opened.x0; x < opened.x1; ++x) {
      if (tiles_.is_set_near(x, y)) landmark_tiles_->put(x, y, true);
    }
  }
}

void Space::copy_tiles(const TileBits& tiles, const TileRect& inside) noexcept {
  for (int y = inside.y0; y < inside.y1; ++y) {
    for (int x = inside.x0; x < inside.x1; ++x) tiles_.put(x, y, tiles.is_set_near(x, y));
  }
}

// Edits the mesh where cells of the bitmap have changed. Landmarks follow the change in `box`.
void Space::edit(const TileRect& changed, SpaceChange change, const TileRect& box) {
  const LineTiles lines = this->lines();
  if (!has_landmarks() && !has_ground()) return edit_mesh(lines, changed, mesh_, nullptr);
  const std::shared_ptr<Landmarks> landmarks = take_landmarks();
  MeshJournal journal;
  edit_mesh(lines, changed, mesh_, &journal);
  if (has_ground()) {
    cell_costs_.resize(mesh_.cell_ids());
    for (const CellId cell : journal.added()) price_cell(cell);
  }
  if (landmarks == nullptr) return;
  landmarks->follow(mesh_, journal, change, lines.corner(box.x0, box.y0),
                    lines.corner(box.x1, box.y1), {static_cast<double>(least_cost_), most_cost()});
  landmarks_ = landmarks;
}

// The landmarks, to be changed and given back: a copy where others have them too, such as queries
// in slices and copies of the space. Null where there are none.
std::shared_ptr<Landmarks> Space::take_landmarks() {
  if (landmarks_.use_count() != 1) {
    return landmarks_ == nullptr ? nullptr : std::make_shared<Landmarks>(*landmarks_);
  }
  // Another thread may have read them until it let go of them. use_count() does not order its reads
  // before what follows here; to release an owner of one's own does.
  std::shared_ptr<Landmarks>(landmarks_).reset();
  return std::exchange(landmarks_, nullptr);
}

bool Space::is_exact() const noexcept { return agent_.shape != AgentShape::disc && !is_opened_; }

int Space::find_stretch(float place) const noexcept {
  const double from_first = static_cast<double>(place) - agent_.radius;
  const double line = std::floor(from_first);
  return 2 * static_cast<int>(line) + (from_first > line ? 1 : 0);
}

bool Space::has_room(const Point& place) const noexcept {
  if (!detail::can_snap(place)) return false;
  if (!is_grown()) return locate(tiles_, place).has_value();
  if (agent_.shape == AgentShape::disc) return has_clearance(tiles_, place, agent_.radius);
  if (!is_opened_) return mesh_.locate(place).has_value();
  return free_.is_set(find_stretch(place.x), find_stretch(place.y));
}

// Obstacles that are grown never just touch: around a place all cells are connected. A point may
// stand between two tiles that touch at a corner.
std::optional<CellId> Space::find_cell(const Point& place) const noexcept {
  if (is_grown()) return mesh_.locate(place);
  const std::optional<Tile> tile = locate(tiles_, place);
  return tile ? mesh_.locate(center(*tile)) : std::nullopt;
}

bool Space::is_connected(const Point& a, const Point& b) const noexcept {
  const std::optional<std::uint32_t> first = find_component(a);
  const std::optional<std::uint32_t> last = find_component(b);
  if (!first || !last || first == last || is_grown()) return first && first == last;
  const PlaceComponents from = find_components(a);
  const PlaceComponents to = find_components(b);
  return std::find_first_of(from.begin(), from.end(), to.begin(), to.end()) != from.end();
}

std::optional<std::uint32_t> Space::find_component(const Point& place) const noexcept {
  const std::optional<CellId> cell = find_cell(place);
  return cell ? std::optional(mesh_.component(*cell)) : std::nullopt;
}

PlaceComponents Space::find_components(const Point& place) const noexcept {
  PlaceComponents found;
  mesh_.for_each_cell_at(place, [&](CellId cell) {
    const std::uint32_t component = mesh_.component(cell);
    const bool is_known = std::find(found.begin(), found.end(), component) != found.end();
    if (!is_known && found.count < found.components.size()) {
      found.components[found.count++] = component;
    }
  });
  return found;
}

double Space::mesh_length_limit(double limit) const noexcept {
  const bool is_larger = agent_.shape == AgentShape::disc && is_grown();
  return is_larger ? detail::disc_length_limit(limit) : limit;
}

std::size_t Space::memory_bytes() const noexcept {
  std::size_t bytes =
      mesh_.memory_bytes() + tiles_.memory_bytes() + free_.memory_bytes() + parted_.memory_bytes() +
      detail::bytes_of(extents_, columns_, rows_, parted_columns_, parted_rows_, kind_of_class_,
                       kinds_, kind_costs_, cell_costs_, kind_tiles_);
  if (landmarks_ != nullptr) bytes += landmarks_->memory_bytes();
  if (landmark_tiles_) bytes += landmark_tiles_->memory_bytes();
  return index_ == nullptr ? bytes : bytes + index_->memory_bytes();
}

}  // namespace taut
