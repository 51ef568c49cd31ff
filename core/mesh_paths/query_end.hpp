// The start and the goal of a query over a mesh, and which dead ends lead to the goal (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/status.hpp>

namespace taut {

// A point, and the cells that contain it: one but on the edges of the mesh. Inside a cell it is
// located once.
class QueryEnd {
 public:
  QueryEnd() = default;
  // In no cell until locate().
  explicit QueryEnd(const Point& point) noexcept : at_(point) {}

  void locate(const ConvexMesh& mesh) noexcept {
    cells_ = 0;
    mesh.for_each_cell_at(at_, [&](CellId cell) {
      if (cells_ == 0) first_ = cell;
      ++cells_;
    });
  }

  [[nodiscard]] const Point& at() const noexcept { return at_; }
  [[nodiscard]] bool has_cell() const noexcept { return cells_ != 0; }
  // Requires a cell.
  [[nodiscard]] CellId first_cell() const noexcept { return first_; }
  [[nodiscard]] bool is_in(const ConvexMesh& mesh, CellId cell) const noexcept {
    return cells_ == 1 ? cell == first_ : mesh.holds(cell, at_);
  }
  // Calls visit(CellId) for the cells that contain it, as ConvexMesh::for_each_cell_at().
  template <class Visit>
  void for_each_cell(const ConvexMesh& mesh, const Visit& visit) const noexcept {
    if (cells_ == 1) {
      visit(first_);
    } else if (cells_ > 1) {
      mesh.for_each_cell_at(at_, visit);
    }
  }
  // Calls visit(CellId) for those that are connected to a cell of the other end. Requires that one
  // is.
  template <class Visit>
  void for_each_cell_toward(const QueryEnd& other, const ConvexMesh& mesh,
                            const Visit& visit) const noexcept {
    if (cells_ == 1) {
      visit(first_);
    } else {
      for_each_cell(mesh, [&](CellId cell) {
        if (other.is_connected_to(mesh, cell)) visit(cell);
      });
    }
  }
  [[nodiscard]] bool is_connected_to(const QueryEnd& other, const ConvexMesh& mesh) const noexcept {
    bool is_connected = false;
    for_each_cell(mesh, [&](CellId cell) {
      is_connected = is_connected || other.is_connected_to(mesh, cell);
    });
    return is_connected;
  }

 private:
  [[nodiscard]] bool is_connected_to(const ConvexMesh& mesh, CellId other) const noexcept {
    bool is_connected = false;
    for_each_cell(
        mesh, [&](CellId cell) { is_connected = is_connected || mesh.is_connected(cell, other); });
    return is_connected;
  }

  Point at_{0.0F, 0.0F};
  CellId first_ = 0;
  std::size_t cells_ = 0;
};

// Locates both. ok: they are connected; no_path: they are not; invalid_input: one lies in no cell.
[[nodiscard]] inline Status locate_ends(const ConvexMesh& mesh, QueryEnd& start,
                                        QueryEnd& goal) noexcept {
  start.locate(mesh);
  goal.locate(mesh);
  if (!start.has_cell() || !goal.has_cell()) return Status::invalid_input;
  return start.is_connected_to(goal, mesh) ? Status::ok : Status::no_path;
}

// Whether a call with these options goes on with a query. Each call has a budget of its own.
template <class Options>
[[nodiscard]] bool are_of_query(Options options, const Options& query) noexcept {
  options.budget = query.budget;
  return options == query;
}

// What guides or answers queries, if it is current for the mesh; else null.
template <class Aid>
[[nodiscard]] const Aid* if_current(const Aid* aid, const ConvexMesh& mesh) noexcept {
  return aid != nullptr && aid->is_current(mesh) ? aid : nullptr;
}

// Makes room for a mark of each id. Allocates when there are more, then a quarter more than that;
// all are unset then.
template <class Mark>
void fit_marks(std::vector<Mark>& marks, std::size_t ids) {
  if (ids > marks.size()) marks = std::vector<Mark>(ids + ids / 4);
}

// Marks of cells: queries are numbered by multiples of kStep, and the marks of the last number
// count.
class GoalMarks {
 public:
  static constexpr std::uint32_t kStep = 4;

  // Marks the dead ends that contain the goal, and the cells that they are attached to: a path may
  // enter these. Where the goal is on an edge it has several cells, and a dead end may contain
  // those of its component, or some of them. for_each_goal_cell(visit) calls visit(CellId) for
  // those that count. Returns whether a dead end contains one.
  template <class ForEach>
  static bool mark(const ConvexMesh& mesh, const ForEach& for_each_goal_cell, std::uint32_t number,
                   std::span<std::uint32_t> marks) noexcept {
    bool has_dead_ends = false;
    std::array<Held, kMostComponents> held;
    std::size_t components = 0;
    for_each_goal_cell([&](CellId cell) {
      const std::uint32_t component = mesh.component(cell);
      std::size_t at = 0;
      while (at < components && held[at].component != component) ++at;
      const bool is_first = at == components && components < held.size();
      if (is_first) held[components++] = {component, cell};
      // Where there are more, none is said to hold all.
      CellId& innermost = held[(std::min)(at, held.size() - 1)].innermost;
      const std::uint32_t own = number + (is_first ? kHoldsAll : 0);
      for (; mesh.is_dead_end(cell) && !is_marked(marks[cell], number);
           cell = mesh.cell_toward_exit(cell)) {
        has_dead_ends = true;
        marks[cell] = own;
      }
      const bool meets = is_marked(marks[cell], number);
      if (!meets) marks[cell] = own;
      // Those up to where the ways out of all cells meet do not contain all of them.
      while (!is_first && innermost != kNoCell && !(meets && marks[cell] == number) &&
             innermost != cell) {
        marks[innermost] = number;
        innermost = mesh.is_dead_end(innermost) ? mesh.cell_toward_exit(innermost) : kNoCell;
      }
    });
    return has_dead_ends;
  }

  // The same for the cells of a goal that a start is connected to. Requires that there are some.
  static bool mark(const ConvexMesh& mesh, const QueryEnd& start, const QueryEnd& goal,
                   std::uint32_t number, std::span<std::uint32_t> marks) noexcept {
    const auto for_each_goal_cell = [&](const auto& visit) {
      goal.for_each_cell_toward(start, mesh, visit);
    };
    return mark(mesh, for_each_goal_cell, number, marks);
  }

  // Marks one cell, where a component has several targets: `holds_all` is whether all cells of all
  // of them are this one or attached to it.
  static void mark_cell(CellId cell, bool holds_all, std::uint32_t number,
                        std::span<std::uint32_t> marks) noexcept {
    marks[cell] = number + (holds_all ? kHoldsAll : 0);
  }

  // Whether all cells of the goal in its component are the cell or attached to it.
  [[nodiscard]] static bool holds_all(std::uint32_t mark, std::uint32_t number) noexcept {
    return mark == number + kHoldsAll;
  }
  // Whether the cell is a dead end that contains the goal, or such a dead end is attached to it.
  [[nodiscard]] static bool is_marked(std::uint32_t mark, std::uint32_t number) noexcept {
    return (mark & ~(kStep - 1)) == number;
  }
  // Whether a path may leave the cell by an edge. None leads out of a dead end that contains the
  // goal, with all cells that it is in, nor into one that does not contain it.
  [[nodiscard]] static bool is_open(const ConvexMesh& mesh, CellId cell, const MeshEdge& edge,
                                    std::uint32_t number,
                                    std::span<const std::uint32_t> marks) noexcept {
    if (edge.is_wall()) return false;
    if (edge.leads_to_dead_end()) return is_marked(marks[mesh.cell_of(edge.twin())], number);
    return !holds_all(marks[cell], number) || !mesh.is_dead_end(cell);
  }

 private:
  static constexpr std::uint32_t kHoldsAll = 2;
  static constexpr CellId kNoCell = 0xffffffffU;
  // More meet at no point of a map: corners of obstacles have a quarter turn or more.
  static constexpr std::size_t kMostComponents = 4;
  // The innermost dead end that contains all cells of the goal in a component so far; those further
  // out do, too.
  struct Held {
    std::uint32_t component = 0;
    CellId innermost = kNoCell;
  };
};

}  // namespace taut
