// ComponentLabels: components of any cells, through edits that remove and add several at once.
#include <taut/detail/component_edits.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using detail::ComponentLabels;

// A torus of squares, of which some are cells, in blocks of any size; counts its calls.
struct Board {
  int width;
  int height;
  int block_side;
  std::vector<bool> is_cell = std::vector<bool>(static_cast<std::size_t>(width * height), false);
  mutable std::size_t visits = 0;

  [[nodiscard]] std::size_t index(int cell) const { return static_cast<std::size_t>(cell); }
  [[nodiscard]] int block(int cell) const {
    return cell / width / block_side * width + cell % width / block_side;
  }
  template <class Visit>
  void for_each_neighbor(int cell, const Visit& visit) const {
    ++visits;
    const int x = cell % width;
    const int y = cell / width;
    visit(y * width + (x + 1) % width);
    visit((y + 1) % height * width + x);
    visit(y * width + (x + width - 1) % width);
    visit((y + height - 1) % height * width + x);
  }
};

std::string find_fault(const Board& board, const ComponentLabels& labels) {
  std::map<ComponentLabels::Label, int> first_of;
  std::set<int> reached;
  std::size_t count = 0;
  for (int seed = 0; seed < board.width * board.height; ++seed) {
    const bool is_cell = board.is_cell[board.index(seed)];
    if (labels.has(board.index(seed)) != is_cell) return "a cell is missing, or there is one more";
    if ((labels.of(board.index(seed)) != ComponentLabels::kNone) != is_cell) return "a label";
    if (!is_cell || reached.count(seed) != 0) continue;
    ++count;
    const ComponentLabels::Label label = labels.of(board.index(seed));
    if (!first_of.emplace(label, seed).second) return "two components have one label";
    std::vector<int> queue{seed};
    reached.insert(seed);
    while (!queue.empty()) {
      const int cell = queue.back();
      queue.pop_back();
      if (labels.of(board.index(cell)) != label) return "a component has two labels";
      board.for_each_neighbor(cell, [&](int neighbor) {
        if (!board.is_cell[board.index(neighbor)] || !reached.insert(neighbor).second) return;
        queue.push_back(neighbor);
      });
    }
  }
  return labels.count() == count ? "" : "count() is wrong";
}

// One edit: cells removed and cells added, which may be the same.
void edit(Board& board, ComponentLabels& labels, const std::vector<int>& removed,
          const std::vector<int>& added) {
  std::vector<int> beside;
  for (const int cell : removed) {
    board.for_each_neighbor(cell, [&](int neighbor) { beside.push_back(neighbor); });
  }
  for (const int cell : removed) {
    labels.remove(board, cell);
    board.is_cell[board.index(cell)] = false;
  }
  std::erase_if(beside, [&](int cell) { return !labels.has(board.index(cell)); });
  for (const int cell : added) {
    labels.add(board, cell);
    board.is_cell[board.index(cell)] = true;
  }
  labels.split(board, beside);
}

// The same without squares that are not cells.
struct Cells {
  const Board& board;
  [[nodiscard]] std::size_t index(int cell) const { return board.index(cell); }
  [[nodiscard]] int block(int cell) const { return board.block(cell); }
  template <class Visit>
  void for_each_neighbor(int cell, const Visit& visit) const {
    board.for_each_neighbor(cell, [&](int neighbor) {
      if (board.is_cell[board.index(neighbor)]) visit(neighbor);
    });
  }
};

ComponentLabels label_cells(const Board& board) {
  ComponentLabels labels(board.is_cell.size());
  const auto for_each_cell = [&](const auto& visit) {
    for (int cell = 0; cell < board.width * board.height; ++cell) {
      if (board.is_cell[board.index(cell)]) visit(cell);
    }
  };
  labels.build(Cells{board}, for_each_cell);
  return labels;
}

}  // namespace

TEST_CASE("ComponentLabels: edits that remove and add cells at once", "[components]") {
  for (Random& random : random_generators("component labels")) {
    for (std::size_t i = 0; i < random_count(800, 30000); ++i) {
      Board board{random.between(3, 16), random.between(3, 16), random.between(1, 8)};
      const int density = random.between(0, 100);
      for (std::size_t cell = 0; cell < board.is_cell.size(); ++cell) {
        board.is_cell[cell] = random.chance(density);
      }
      ComponentLabels labels = label_cells(board);
      REQUIRE(find_fault(board, labels).empty());
      for (int k = 0; k < 30; ++k) {
        // Cells of a rectangle; some removed cells are added again.
        const int x0 = random.between(0, board.width - 1);
        const int y0 = random.between(0, board.height - 1);
        const int x1 = random.between(x0, board.width - 1);
        const int y1 = random.between(y0, board.height - 1);
        const int goes = random.between(0, 100);
        const int comes = random.between(0, 100);
        std::vector<int> removed;
        std::vector<int> added;
        for (int y = y0; y <= y1; ++y) {
          for (int x = x0; x <= x1; ++x) {
            const int cell = y * board.width + x;
            const bool is_cell = board.is_cell[board.index(cell)];
            const bool is_removed = is_cell && random.chance(goes);
            if (is_removed) removed.push_back(cell);
            if ((!is_cell || is_removed) && random.chance(comes)) added.push_back(cell);
          }
        }
        edit(board, labels, removed, added);
        const std::string fault = find_fault(board, labels);
        INFO("map " << i << ", edit " << k);
        REQUIRE(fault == "");
      }
      std::vector<int> all;
      for (int cell = 0; cell < board.width * board.height; ++cell) {
        if (board.is_cell[board.index(cell)]) all.push_back(cell);
      }
      edit(board, labels, all, {});
      REQUIRE(labels.count() == 0);
      REQUIRE(labels.piece_count() == 0);
    }
  }
}

// Counted, not timed: the work of cutting and joining halves does not grow with the map, except for
// the pieces, a 1024th of the cells.
TEST_CASE("ComponentLabels: a map cut in halves costs some blocks and pieces", "[components]") {
  for (const int side : {128, 256, 512}) {
    Board board{side, side, 32};
    const int door = 7;
    for (int cell = 0; cell < side * side; ++cell) {
      const int y = cell / side;
      board.is_cell[board.index(cell)] = (y != side / 2 - 5 || cell % side == door) && y != 0;
    }
    ComponentLabels labels = label_cells(board);
    const auto blocks = static_cast<std::size_t>(side / 32 * (side / 32));
    CHECK(labels.count() == 1);
    CHECK(labels.piece_count() == blocks + static_cast<std::size_t>(side / 32) - 1);
    const int at = (side / 2 - 5) * side + door;
    for (int i = 0; i < 4; ++i) {
      board.visits = 0;
      edit(board, labels, {at}, {});
      CHECK(labels.count() == 2);
      CHECK(board.visits <= 2 * 32 * 32);
      board.visits = 0;
      edit(board, labels, {}, {at});
      CHECK(labels.count() == 1);
      CHECK(board.visits <= 2 * 32 * 32);
    }
  }
}
