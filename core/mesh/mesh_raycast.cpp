#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

// A ray crosses a cell when a positive length of it lies in the cell. It leaves a convex cell
// through the interior of an edge or at the last vertex on its line. The sides of the line on which
// the vertices lie decide between the two.
namespace taut {

class MeshRay {
 public:
  MeshRay(const ConvexMesh& mesh, const Point& from, const Point& to) noexcept
      : mesh_(mesh), from_(from), to_(to), way_(detail::between(from, to)) {}

  [[nodiscard]] MeshRaycastResult follow() noexcept {
    result_.end = from_;
    const Start start = find_start();
    if (!start.standing || !detail::can_snap(to_)) {
      result_.status = Status::invalid_input;
      return result_;
    }
    if (from_ == to_) {
      result_.cell = *start.standing;
      arrive();
    } else if (!start.entered) {
      result_.cell = *start.standing;
      stop(start.wall, from_);
    } else {
      cross_cells(*start.entered);
    }
    return result_;
  }

 private:
  using Vector = detail::Vector;

  struct Start {
    std::optional<CellId> standing;  // the first cell that contains the point
    std::optional<CellId> entered;   // the first cell that the ray crosses
    EdgeId wall = kNoEdge;           // a wall that contains the point
  };

  // Where a ray leaves a cell: through the edge, or at the vertex that the edge starts at.
  struct Exit {
    EdgeId edge;
    bool is_at_vertex;
  };

  // The cell behind a vertex: its edge that starts there, and the number of turns to get there.
  struct Behind {
    EdgeId edge;
    std::size_t turns;
  };

  // The direction from a cell to the next one around a vertex, seen from the vertex.
  enum class Turn : std::uint8_t { left, right };

  [[nodiscard]] const Point& start_of(EdgeId edge) const noexcept {
    return mesh_.edge(edge).start();
  }
  [[nodiscard]] const Point& end_of(EdgeId edge) const noexcept {
    return start_of(mesh_.next(edge));
  }
  [[nodiscard]] Start find_start() const noexcept {
    Start start;
    mesh_.for_each_place_at(from_, [&](CellId cell, ConvexMesh::Position at) {
      if (!start.standing) start.standing = cell;
      if (at == ConvexMesh::Position::inside) {
        start.entered = cell;
        return;
      }
      bool is_entered = true;
      const EdgeId first = mesh_.first_edge(cell);
      for (std::size_t i = 0; i < mesh_.edges(cell).size(); ++i) {
        const EdgeId edge = first + static_cast<EdgeId>(i);
        const Point& a = start_of(edge);
        const Point& b = end_of(edge);
        if (orient(a, b, from_) != 0.0) continue;
        if (mesh_.edge(edge).is_wall() && start.wall == kNoEdge && is_on_segment(a, b, from_)) {
          start.wall = edge;
        }
        is_entered = is_entered && cross(detail::between(a, b), way_) >= 0.0;
      }
      if (is_entered && !start.entered) start.entered = cell;
    });
    return start;
  }

  void arrive() noexcept {
    result_.is_visible = true;
    result_.end = to_;
  }
  void stop(EdgeId wall, const Point& end) noexcept {
    result_.wall = wall;
    result_.end = end;
  }

  [[nodiscard]] Exit find_exit(CellId cell) const noexcept {
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    const EdgeId first = mesh_.first_edge(cell);
    Exit last{first, true};
    double farthest = -1.0;
    double before = cross(way_, detail::between(from_, ring.back().start()));
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vector place = detail::between(from_, ring[i].start());
      const double side = cross(way_, place);
      if (before < 0.0 && side > 0.0) {
        return {first + static_cast<EdgeId>(i == 0 ? ring.size() - 1 : i - 1), false};
      }
      if (side == 0.0 && detail::dot(way_, place) > farthest) {
        farthest = detail::dot(way_, place);
        last.edge = first + static_cast<EdgeId>(i);
      }
      before = side;
    }
    return last;
  }

  [[nodiscard]] bool is_reached_before(const Exit& exit) const noexcept {
    const Point& place = start_of(exit.edge);
    if (exit.is_at_vertex) return detail::dot(way_, detail::between(to_, place)) >= 0.0;
    return orient(place, end_of(exit.edge), to_) >= 0.0;
  }

  // The edge that starts at the same vertex in the next cell; nothing beyond a wall.
  [[nodiscard]] std::optional<EdgeId> turn_around(EdgeId edge, Turn turn) const noexcept {
    if (turn == Turn::left) {
      const EdgeId twin = mesh_.edge(mesh_.previous(edge)).twin();
      return twin == kNoEdge ? std::nullopt : std::optional(twin);
    }
    const EdgeId twin = mesh_.edge(edge).twin();
    return twin == kNoEdge ? std::nullopt : std::optional(mesh_.next(twin));
  }

  // The first cell in that direction that the ray crosses behind the vertex.
  [[nodiscard]] std::optional<Behind> find_behind(EdgeId edge, Turn turn) const noexcept {
    const Point& vertex = start_of(edge);
    for (std::size_t turns = 1;; ++turns) {
      const std::optional<EdgeId> next = turn_around(edge, turn);
      if (!next) return std::nullopt;
      edge = *next;
      if (cross(detail::between(vertex, end_of(edge)), way_) >= 0.0 &&
          cross(way_, detail::between(vertex, start_of(mesh_.previous(edge)))) >= 0.0) {
        return Behind{edge, turns};
      }
    }
  }

  // The first wall to the right around the vertex. Requires one.
  [[nodiscard]] EdgeId find_wall(EdgeId edge) const noexcept {
    while (!mesh_.edge(edge).is_wall()) edge = *turn_around(edge, Turn::right);
    return edge;
  }

  // The cell that the ray enters behind a vertex; nothing when it stops there.
  [[nodiscard]] std::optional<CellId> pass_vertex(EdgeId edge) noexcept {
    const std::optional<Behind> left = find_behind(edge, Turn::left);
    const std::optional<Behind> right = find_behind(edge, Turn::right);
    if (!left && !right) {
      stop(find_wall(edge), start_of(edge));
      return std::nullopt;
    }
    const bool is_right = !left || (right && right->turns < left->turns);
    return mesh_.cell_of(is_right ? right->edge : left->edge);
  }

  [[nodiscard]] Point meet(EdgeId edge) const noexcept {
    const Point& a = start_of(edge);
    const Vector along = detail::between(a, end_of(edge));
    const double t = cross(detail::between(from_, a), along) / cross(way_, along);
    return {static_cast<float>(static_cast<double>(from_.x) + t * way_.x),
            static_cast<float>(static_cast<double>(from_.y) + t * way_.y)};
  }

  void cross_cells(CellId cell) noexcept {
    for (;;) {
      result_.cell = cell;
      const Exit exit = find_exit(cell);
      if (is_reached_before(exit)) return arrive();
      if (exit.is_at_vertex) {
        const std::optional<CellId> behind = pass_vertex(exit.edge);
        if (!behind) return;
        cell = *behind;
      } else {
        if (mesh_.edge(exit.edge).is_wall()) return stop(exit.edge, meet(exit.edge));
        cell = mesh_.cell_of(mesh_.edge(exit.edge).twin());
      }
    }
  }

  const ConvexMesh& mesh_;
  const Point from_;
  const Point to_;
  const Vector way_;
  MeshRaycastResult result_;
};

MeshRaycastResult raycast(const ConvexMesh& mesh, const Point& from, const Point& to) noexcept {
  return MeshRay(mesh, from, to).follow();
}

bool is_visible(const ConvexMesh& mesh, const Point& from, const Point& to) noexcept {
  return raycast(mesh, from, to).is_visible;
}

}  // namespace taut
