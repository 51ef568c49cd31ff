// ConvexMesh::replace() by hand, on a board of unit squares.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "support/catch.hpp"
#include "support/mesh_check.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A board of unit squares, some of which are cells of a mesh, added and removed by hand: edges
// become walls, components split, and parts are joined.
class Board {
 public:
  Board(int width, int height)
      : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}

  // Removes `removed` percent of the cells, and adds `added` percent of the empty squares.
  void change(Random& random, int removed, int added) {
    MeshPatch patch;
    std::vector<std::size_t> squares;
    for (std::size_t square = 0; square < cells_.size(); ++square) {
      if (cells_[square]) {
        if (!random.chance(removed)) continue;
        patch.removed.push_back(*cells_[square]);
        cells_[square].reset();
      }
      if (random.chance(added)) squares.push_back(square);
    }
    for (const std::size_t square : squares) add(square, squares, patch);
    patch.added.cell_begin.push_back(static_cast<EdgeId>(patch.added.edge_start.size()));
    mesh_.replace(patch);
    for (const std::size_t square : squares) {
      const Point middle{static_cast<float>(x_of(square)) + 0.5F,
                         static_cast<float>(y_of(square)) + 0.5F};
      cells_[square] = mesh_.locate(middle);
      REQUIRE(cells_[square]);
    }
  }

  [[nodiscard]] const ConvexMesh& mesh() const { return mesh_; }

 private:
  [[nodiscard]] int x_of(std::size_t square) const { return static_cast<int>(square) % width_; }
  [[nodiscard]] int y_of(std::size_t square) const { return static_cast<int>(square) / width_; }

  // `squares`, in order, are added by the same patch.
  void add(std::size_t square, const std::vector<std::size_t>& squares, MeshPatch& patch) const {
    // Sides in the order right along the top, down, left, up; the square beyond each.
    constexpr std::array<std::array<int, 2>, 4> kBeyond{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
    constexpr std::array<std::array<int, 2>, 4> kStart{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    patch.added.cell_begin.push_back(static_cast<EdgeId>(patch.added.edge_start.size()));
    for (std::size_t side = 0; side < 4; ++side) {
      patch.added.edge_start.push_back({static_cast<float>(x_of(square) + kStart[side][0]),
                                        static_cast<float>(y_of(square) + kStart[side][1])});
      const int x = x_of(square) + kBeyond[side][0];
      const int y = y_of(square) + kBeyond[side][1];
      const auto opposite = static_cast<EdgeId>((side + 2) % 4);
      EdgeId twin = kNoEdge;
      EdgeId beyond = kNoEdge;
      if (x >= 0 && y >= 0 && x < width_ && y < height_) {
        const auto other = static_cast<std::size_t>(y * width_ + x);
        const auto found = std::lower_bound(squares.begin(), squares.end(), other);
        if (cells_[other]) {
          beyond = mesh_.first_edge(*cells_[other]) + opposite;
        } else if (found != squares.end() && *found == other) {
          twin = static_cast<EdgeId>(found - squares.begin()) * 4 + opposite;
        }
      }
      patch.added.edge_twin.push_back(twin);
      patch.beyond.push_back(beyond);
    }
  }

  int width_;
  int height_;
  ConvexMesh mesh_{MeshParts{{0}, {}, {}}};
  std::vector<std::optional<CellId>> cells_;
};

}  // namespace

TEST_CASE("mesh edits: squares are added and removed", "[mesh_edit]") {
  for (Random& random : random_generators("mesh edits by hand")) {
    for (std::size_t i = 0; i < random_count(150, 4000); ++i) {
      const int width = random.between(1, 9);
      Board board(width, random.between(1, 9));
      for (int k = 0; k < 12; ++k) {
        const int removed = random.between(0, 100);
        board.change(random, removed, random.between(0, 60));
        REQUIRE(board.mesh().revision() == static_cast<std::uint64_t>(k) + 1);
        const std::string fault = find_fault(board.mesh());
        if (!fault.empty()) FAIL(fault);
      }
    }
  }
}
