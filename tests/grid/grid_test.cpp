// Grid: making, reading and editing it, its components and costs.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <taut/grid.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Empty when the grid's components are those of a flood fill.
std::string find_component_fault(const Grid& grid) {
  const std::vector<int> wanted = label_components(grid);
  std::map<Components::Label, int> wanted_of;
  std::set<int> labels;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Tile tile = grid.tile(static_cast<TileId>(i));
    const Components::Label found = grid.components().of(tile.x, tile.y);
    if ((wanted[i] == 0) != (found == Components::kBlocked))
      return "a blocked tile has a component, or the reverse";
    if (wanted[i] == 0) continue;
    labels.insert(wanted[i]);
    const auto [entry, is_new] = wanted_of.insert({found, wanted[i]});
    if (!is_new && entry->second != wanted[i]) return "two components have one label";
  }
  if (wanted_of.size() != labels.size()) return "a component has two labels";
  if (grid.component_count() != labels.size()) return "component_count() is wrong";
  return {};
}

TileRect random_rect(Random& random, const Grid& grid, int reach) {
  const int x = random.between(-reach, grid.width());
  const int y = random.between(-reach, grid.height());
  return {x, y, x + random.between(0, reach), y + random.between(0, reach)};
}

}  // namespace

TEST_CASE("Grid: made from bytes, bits and a predicate", "[grid]") {
  for (Random& random : random_generators("grid making")) {
    for (std::size_t i = 0; i < random_count(600, 5000); ++i) {
      const int width = random.between(1, 140);
      const int height = random.between(1, 40);
      const auto count = static_cast<std::size_t>(width * height);
      std::vector<std::uint8_t> bytes(count);
      std::vector<std::uint64_t> words((count + 63) / 64);
      std::size_t walkable = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const bool is_free = random.chance(60);
        bytes[k] = is_free ? static_cast<std::uint8_t>(random.between(1, 255)) : std::uint8_t{0};
        if (is_free) words[k / 64] |= std::uint64_t{1} << (k % 64);
        walkable += is_free ? 1 : 0;
      }
      // Bits beyond the last tile have no meaning.
      if (count % 64 != 0) words.back() |= ~std::uint64_t{0} << (count % 64);
      std::size_t calls = 0;
      const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * width + x); };
      const Grid from_bytes = Grid::from_bytes(width, height, bytes);
      const Grid from_bits = Grid::from_bits(width, height, words);
      const Grid from_predicate = Grid::from_predicate(width, height, [&](int x, int y) {
        if (index(x, y) != calls++) throw std::logic_error("tiles out of order");
        return bytes[index(x, y)] != 0;
      });
      REQUIRE(calls == count);
      for (const Grid* grid : {&from_bytes, &from_bits, &from_predicate}) {
        REQUIRE(grid->width() == width);
        REQUIRE(grid->height() == height);
        REQUIRE(grid->tile_count() == count);
        REQUIRE(grid->walkable_count() == walkable);
        bool is_same = true;
        for (int y = -2; y < height + 2; ++y) {
          for (int x = -2; x < width + 2; ++x) {
            const bool is_inside = x >= 0 && y >= 0 && x < width && y < height;
            is_same &= grid->is_inside({x, y}) == is_inside;
            const bool is_free = is_inside && bytes[index(x, y)] != 0;
            is_same &= grid->is_walkable(x, y) == is_free && grid->is_walkable({x, y}) == is_free;
            if (is_inside) {
              is_same &=
                  grid->id({x, y}) == index(x, y) && grid->tile(grid->id({x, y})) == Tile{x, y};
            }
          }
        }
        REQUIRE(is_same);
        REQUIRE(find_component_fault(*grid) == "");
      }
      REQUIRE(from_bytes.bits() == from_bits.bits());
      REQUIRE(from_bytes.bits() == from_predicate.bits());
    }
  }
  CHECK(Grid(3, 2, TileState::walkable).walkable_count() == 6);
  CHECK(Grid(3, 2, TileState::blocked).walkable_count() == 0);
  const Grid far(2, 2, TileState::walkable);
  CHECK_FALSE(far.is_walkable(std::numeric_limits<int>::min(), 0));
  CHECK_FALSE(far.is_walkable(0, std::numeric_limits<int>::max()));
}

TEST_CASE("Grid: locate", "[grid]") {
  const Grid grid = draw_map(
      "..@\n"
      ".@.\n");
  const auto at = [&](float x, float y) { return grid.locate({x, y}); };
  CHECK(at(0.5F, 0.5F) == Tile{0, 0});
  CHECK(at(0, 0) == Tile{0, 0});
  CHECK(at(1, 0.5F) == Tile{1, 0});  // to the right
  CHECK(at(2, 0.5F) == Tile{1, 0});  // blocked to the right: left
  CHECK(at(0.5F, 1) == Tile{0, 1});  // below
  CHECK(at(1.5F, 1) == Tile{1, 0});  // blocked below: above
  CHECK(at(1, 1) == Tile{0, 1});     // right below is blocked: left before above
  CHECK(at(2, 1) == Tile{2, 1});     // right below
  CHECK(at(3, 1) == Tile{2, 1});     // the map's border: left below
  CHECK(at(0.5F, 2) == Tile{0, 1});  // the map's border: above
  CHECK(at(3, 2) == Tile{2, 1});     // the map's corner: left above
  CHECK_FALSE(at(1.5F, 1.5F).has_value());
  CHECK_FALSE(at(2.5F, 0).has_value());
  CHECK_FALSE(at(-0.25F, 0.5F).has_value());
  CHECK_FALSE(at(3.25F, 1.5F).has_value());
  CHECK_FALSE(at(0.5F, 1e9F).has_value());

  for (Random& random : random_generators("grid locate")) {
    for (std::size_t i = 0; i < random_count(9000, 100000); ++i) {
      const Grid map = make_random_map(random, 6);
      const LatticePoint place = random_place(random, map);
      // Among the walkable tiles whose closed square holds the place: larger y first, then larger
      // x, but left comes before above.
      std::optional<Tile> wanted;
      const bool on_x = place.x % 1024 == 0;
      const bool on_y = place.y % 1024 == 0;
      const Tile first{static_cast<int>(place.x / 1024), static_cast<int>(place.y / 1024)};
      std::vector<Tile> order{first};
      if (on_x) order.push_back({first.x - 1, first.y});
      if (on_y) order.push_back({first.x, first.y - 1});
      if (on_x && on_y) order.push_back({first.x - 1, first.y - 1});
      for (const Tile tile : order) {
        if (!wanted && map.is_walkable(tile)) wanted = tile;
      }
      if (map.locate(to_map_point(place)) != wanted)
        FAIL(to_drawing(map) << place.x << " " << place.y);
    }
    SUCCEED();
  }
}

TEST_CASE("Grid: edits, revision and walkable_count", "[grid]") {
  for (Random& random : random_generators("grid edits")) {
    for (std::size_t i = 0; i < random_count(300, 3000); ++i) {
      Grid grid = make_random_map(random, 80);
      std::vector<bool> wanted;
      for (std::size_t k = 0; k < grid.tile_count(); ++k) {
        wanted.push_back(grid.is_walkable(grid.tile(static_cast<TileId>(k))));
      }
      for (int edit = 0; edit < 20; ++edit) {
        const TileRect rect = random_rect(random, grid, 90);
        const TileState state = random.chance(50) ? TileState::walkable : TileState::blocked;
        const std::uint64_t revision = grid.revision();
        if (random.chance(30)) {
          grid.set(Tile{rect.x0, rect.y0}, state);
        } else {
          grid.set(rect, state);
        }
        const TileRect done =
            grid.revision() == revision ? TileRect{} : rect;  // what must have changed something
        bool is_changed = false;
        bool is_same = true;
        std::size_t walkable = 0;
        for (std::size_t k = 0; k < wanted.size(); ++k) {
          const Tile tile = grid.tile(static_cast<TileId>(k));
          const bool is_free = grid.is_walkable(tile);
          is_changed |= is_free != wanted[k];
          // Nothing outside the rectangle changes.
          const bool is_in = tile.x >= rect.x0 && tile.x < std::max(rect.x1, rect.x0 + 1) &&
                             tile.y >= rect.y0 && tile.y < std::max(rect.y1, rect.y0 + 1);
          if (is_free != wanted[k]) is_same &= is_in && is_free == (state == TileState::walkable);
          wanted[k] = is_free;
          walkable += is_free ? 1 : 0;
        }
        REQUIRE(is_same);
        REQUIRE(is_changed == !(done == TileRect{}));
        REQUIRE(grid.walkable_count() == walkable);
      }
    }
  }
  Grid grid(4, 4, TileState::walkable);
  grid.set(TileRect{1, 1, 3, 3}, TileState::blocked);
  CHECK(to_drawing(grid) == "....\n.@@.\n.@@.\n....\n");
  CHECK(grid.revision() == 1);
  grid.set(TileRect{-5, 3, 2, 9}, TileState::blocked);
  CHECK(to_drawing(grid) == "....\n.@@.\n.@@.\n@@..\n");
  grid.set(TileRect{3, 3, 1, 1}, TileState::blocked);  // no tile
  grid.set(TileRect{7, 7, 9, 9}, TileState::blocked);  // outside
  grid.set(Tile{-1, 0}, TileState::walkable);
  CHECK(grid.revision() == 2);
  grid.set(Tile{0, 3}, TileState::walkable);
  CHECK(grid.revision() == 3);
}

TEST_CASE("Grid: components after every edit", "[grid][components]") {
  for (Random& random : random_generators("grid components")) {
    const std::size_t maps = random_count(180, 2500);
    for (std::size_t i = 0; i < maps; ++i) {
      Grid grid = make_random_map(random, random.chance(80) ? 14 : 70);
      REQUIRE(find_component_fault(grid) == "");
      const int reach = random.chance(50) ? 1 : random.between(2, 20);
      const int open_percent = random.between(20, 80);
      for (int edit = 0; edit < 150; ++edit) {
        const TileRect rect = random_rect(random, grid, reach);
        const TileState state =
            random.chance(open_percent) ? TileState::walkable : TileState::blocked;
        const std::string before = to_drawing(grid);
        if (random.chance(50)) {
          grid.set(Tile{rect.x0, rect.y0}, state);
        } else {
          grid.set(rect, state);
        }
        const std::string fault = find_component_fault(grid);
        if (!fault.empty()) {
          FAIL(fault << " after setting " << rect.x0 << " " << rect.y0 << " " << rect.x1 << " "
                     << rect.y1 << (state == TileState::walkable ? " walkable" : " blocked")
                     << " in\n"
                     << before);
        }
      }
      for (int k = 0; k < 20; ++k) {
        const auto a = static_cast<TileId>(random.below(grid.tile_count()));
        const auto b = static_cast<TileId>(random.below(grid.tile_count()));
        const std::vector<int> labels = label_components(grid);
        REQUIRE(grid.is_connected(grid.tile(a), grid.tile(b)) ==
                (labels[a] != 0 && labels[a] == labels[b]));
      }
    }
  }
}

TEST_CASE("Grid: many edits of one map leave nothing behind", "[grid][components]") {
  for (Random& random : random_generators("grid, many edits")) {
    Grid grid = make_random_map(random, 40);
    const std::size_t edits = random_count(9000, 60000);
    for (std::size_t edit = 0; edit < edits; ++edit) {
      grid.set(Tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)},
               random.chance(50) ? TileState::walkable : TileState::blocked);
      const std::string fault = find_component_fault(grid);
      if (!fault.empty()) FAIL(fault << " after edit " << edit << "\n" << to_drawing(grid));
    }
    // 4 bytes per tile, 16 per piece, of which there is one for every other tile at most, 24 per
    // pair of linked ones, of which there are as many as tiles along the borders of blocks; vectors
    // may hold room for twice as many; and what any map takes.
    const std::size_t pieces = grid.tile_count() / 2 + 2;
    const auto border = static_cast<std::size_t>(grid.width() + grid.height());
    CHECK(grid.components().memory_bytes() <=
          4 * grid.tile_count() + 2 * (16 * pieces + 24 * border) + 2048);
  }
}

// Rooms of two and three blocks a side, so that pieces, links between them and components are all
// added and removed.
TEST_CASE("Grid: components of maps cut in halves", "[grid][components]") {
  for (Random& random : random_generators("grid halves")) {
    for (std::size_t i = 0; i < random_count(60, 1500); ++i) {
      const int width = random.between(30, 100);
      const int height = random.between(30, 100);
      const int noise = random.chance(50) ? 0 : random.between(1, 40);
      Grid grid =
          Grid::from_predicate(width, height, [&](int, int) { return !random.chance(noise); });
      std::vector<TileRect> walls;
      for (int edit = 0; edit < 30; ++edit) {
        TileRect wall{0, 0, width, height};
        const bool is_level = random.chance(50);
        // Near the borders of blocks more often than not.
        const int side = is_level ? height : width;
        const int at =
            random.chance(60)
                ? std::clamp(32 * random.between(0, 3) + random.between(-2, 1), 0, side - 1)
                : random.between(0, side - 1);
        (is_level ? wall.y0 : wall.x0) = at;
        (is_level ? wall.y1 : wall.x1) = at + random.between(1, 3);
        if (random.chance(30)) {
          (is_level ? wall.x0 : wall.y0) = random.between(0, 40);
        }
        grid.set(wall, TileState::blocked);
        if (random.chance(50)) walls.push_back(wall);
        if (random.chance(60)) {
          // A door.
          const int door = random.between(0, (is_level ? width : height) - 1);
          grid.set(is_level ? TileRect{door, wall.y0, door + 1, wall.y1}
                            : TileRect{wall.x0, door, wall.x1, door + 1},
                   TileState::walkable);
        }
        if (!walls.empty() && random.chance(50)) {
          grid.set(walls.back(), TileState::walkable);
          walls.pop_back();
        }
        const std::string fault = find_component_fault(grid);
        if (!fault.empty()) FAIL(fault << " after edit " << edit << "\n" << to_drawing(grid));
      }
    }
  }
}

TEST_CASE("Grid: where there are very many components, edits do not look at all of them",
          "[grid][components]") {
  constexpr int kSide = 300;
  Grid grid = Grid::from_predicate(kSide, kSide, [](int x, int y) { return (x + y) % 2 == 0; });
  const auto far_label = [&] { return grid.components().of(kSide - 1, kSide - 1); };
  const std::size_t components = grid.component_count();
  CHECK(components == kSide * kSide / 2);
  // Each opens a tile between four others, which are one component then, or blocks it again.
  // Recomputed labels would give another one to the last tile.
  std::size_t renumbered = 0;
  Random random(5);
  for (int edit = 0; edit < 4000; ++edit) {
    const Components::Label before = far_label();
    const int x = 2 * random.between(1, kSide / 2 - 2) + 1;
    const int y = 2 * random.between(1, kSide / 2 - 2);
    const bool is_open = grid.is_walkable(x, y);
    grid.set(Tile{x, y}, is_open ? TileState::blocked : TileState::walkable);
    if (far_label() != before) ++renumbered;
  }
  CHECK(renumbered <= 1);
  CHECK(find_component_fault(grid) == "");
}

TEST_CASE("Grid: copies are independent", "[grid]") {
  Grid grid(5, 5, TileState::walkable);
  const Grid copy = grid;
  grid.set(TileRect{2, 0, 3, 5}, TileState::blocked);
  CHECK(grid.component_count() == 2);
  CHECK(copy.component_count() == 1);
  CHECK(copy.is_walkable(2, 2));
}

TEST_CASE("Grid: classes of terrain", "[grid]") {
  Grid grid(6, 4, TileState::walkable);
  CHECK_FALSE(grid.has_classes());
  const std::uint64_t revision = grid.revision();
  const std::size_t bytes = grid.memory_bytes();
  grid.set_class({0, 0, 6, 4}, 0);
  CHECK(grid.memory_bytes() == bytes);
  CHECK(grid.revision() == revision);
  grid.set_class({-3, 1, 2, 99}, 7);
  CHECK(grid.has_classes());
  CHECK(grid.revision() == revision + 1);
  CHECK(grid.memory_bytes() >= bytes + grid.tile_count());
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile tile = grid.tile(id);
    CHECK(grid.terrain_class(id) == (tile.x < 2 && tile.y >= 1 ? 7 : 0));
  }
  // The same again changes nothing, nor does what lies outside.
  grid.set_class({-3, 1, 2, 99}, 7);
  grid.set_class({9, 9, 12, 12}, 3);
  CHECK(grid.revision() == revision + 1);
}

TEST_CASE("Grid: classes that were set back are none", "[grid]") {
  for (Random& random : random_generators("classes set back")) {
    Grid grid(6, 4, TileState::walkable);
    std::size_t none = 0;
    for (std::size_t i = random_count(500, 5'000); i > 0; --i) {
      const int x = random.between(-1, 5);
      const int y = random.between(-1, 3);
      const TileRect tiles{x, y, x + random.between(1, 7), y + random.between(1, 5)};
      grid.set_class(tiles, static_cast<std::uint8_t>(random.below(2)));
      if (random.chance(10)) grid.set_class({0, 0, 6, 4}, 0);
      bool has_classes = false;
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        has_classes = has_classes || grid.terrain_class(id) != 0;
      }
      REQUIRE(grid.has_classes() == has_classes);
      none += has_classes ? 0 : 1;
    }
    CHECK((is_small_share() || none > 0));
  }
}

TEST_CASE("Grid: tiles outside are connected with none") {
  const Grid grid(5, 4, TileState::walkable);
  CHECK(grid.is_connected({0, 0}, {4, 3}));
  for (const Tile& outside : {Tile{-1, 0}, Tile{5, 0}, Tile{0, 4}, Tile{1 << 30, -(1 << 30)}}) {
    CHECK_FALSE(grid.is_connected({0, 0}, outside));
    CHECK_FALSE(grid.is_connected(outside, {0, 0}));
    CHECK_FALSE(grid.is_connected(outside, outside));
  }
}
