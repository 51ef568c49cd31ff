// The search for cheap paths: its memory and its query (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/memory.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/weighted_pull.hpp>

#include "core/mesh_paths/funnel_steps.hpp"
#include "core/mesh_paths/landmark_bounds.hpp"
#include "core/mesh_paths/query_end.hpp"

#include "corner_turns.hpp"

namespace taut {

// A step of a path. All have the cost of the path so far, and the node before. The leg that ends
// here lies in the cell of `edge`.
struct PricedNode {
  enum class Kind : std::uint32_t {
    start,
    beam,    // through [low, high] of `edge`, from the root, outward; base is the cost at the root
    corner,  // at the start of `edge`; the root is the unit vector back, low the quadrant
    goal,    // `edge` is the first one of the goal's cell
  };

  detail::Vector root;
  double base;
  double low;  // in tiles from the start of the edge
  double high;
  float weight;  // of a beam
  EdgeId edge;
  std::uint32_t before;
  Kind kind;
  std::uint32_t next;       // of beams through the same edge that were expanded
  bool is_virtual = false;  // the root: that of refracted rays, rounded
};

// An edge as an axis: places on it by their distance from its start, others also by how far they
// lie beyond it.
struct EdgeFrame {
  detail::Vector start;
  detail::Vector way;  // to its end
  double length;
  detail::Vector along;  // of length 1

  EdgeFrame(const Point& from, const Point& to) noexcept
      : start(detail::to_vector(from)), way(detail::between(from, to)) {
    // Edges parallel to an axis, as borders are, exactly.
    length = way.y == 0.0 ? std::abs(way.x) : way.x == 0.0 ? std::abs(way.y) : norm(way);
    along = {way.x / length, way.y / length};
  }

  // x along the edge, y beyond it. The sign of y is exact for lattice points.
  [[nodiscard]] detail::Vector to_local(const detail::Vector& at) const noexcept {
    const detail::Vector from_start = at - start;
    return {dot(from_start, along), cross(from_start, way) / length};
  }
  [[nodiscard]] detail::Vector to_plane(double along_edge, double beyond) const noexcept {
    return {start.x + along_edge * along.x + beyond * along.y,
            start.y + along_edge * along.y - beyond * along.x};
  }
};

// What a query knows between two calls.
struct PricedQuery {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::size_t kMostFinals = 4;

  bool is_running_ = false;
  Status status_ = Status::ok;
  PricedOptions options_;
  MeshState state_;  // of the mesh
  QueryEnd start_;
  QueryEnd goal_;
  detail::Vector goal_at_;
  double unit_ = 1.0;   // the least cost of a unit of length
  double fit_ = 0.02;   // how well a refracted beam fits its virtual root, in these units
  double least_ = 1.0;  // the same for bounds; 0 without a goal
  const Landmarks* landmarks_ = nullptr;  // those of the options, where they are current
  double best_goal_ = std::numeric_limits<double>::infinity();  // no node may cost as much
  std::uint32_t last_ = kNone;                                  // the node that reached the goal
  // All that did within the error of the search, as far as there is room.
  std::array<std::uint32_t, kMostFinals> finals_{};
  std::size_t final_count_ = 0;
  std::size_t node_count_ = 0;
  std::size_t expanded_ = 0;
  bool is_full_ = false;
};

// One per PricedScratch. priced_search.cpp says how it works.
class PricedSearch : private PricedQuery {
 public:
  PricedSearch(const ConvexMesh& mesh, std::size_t places);
  [[nodiscard]] static std::size_t default_places(const ConvexMesh& mesh) noexcept;
  template <class Scratch>
  [[nodiscard]] static auto& of(Scratch& scratch) noexcept {
    return *scratch.search_;
  }

  void fit(const ConvexMesh& mesh);
  [[nodiscard]] bool grow();
  [[nodiscard]] std::size_t places() const noexcept { return places_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  [[nodiscard]] PathResult find(const PricedMesh& priced, const Point& start, const Point& goal,
                                const PricedOptions& options, std::span<Point> out);

  // What it costs to come to a vertex, NaN where no path did. Requires spread().
  [[nodiscard]] double cost_at(VertexId vertex) const noexcept {
    const VertexMark& mark = vertex_marks_[vertex];
    return mark.query == number_ ? mark.cost : std::numeric_limits<double>::quiet_NaN();
  }

  // From goals to everywhere, where that costs at most `limit`. Returns false where memory is full:
  // then it must grow().
  [[nodiscard]] bool spread(const PricedMesh& priced, std::span<const FieldGoal> goals,
                            double limit);
  // The way from the goals to a point.
  struct Answer {
    double cost = std::numeric_limits<double>::infinity();
    std::uint32_t node = kNone;  // none: there is no way
    CellId cell = 0;             // of the point, that the last leg lies in
    double place = 0.0;          // where that crosses the edge of a beam
  };
  [[nodiscard]] Answer answer(const Point& point) const noexcept;
  [[nodiscard]] std::size_t goal_of(const Answer& answer) const noexcept;
  // The first place from the point towards the goal where the way may bend.
  [[nodiscard]] Point next_place(Answer answer, const Point& point) const noexcept;
  // Writes the path from the point to its goal, with the memory of another search.
  PathResult write_way(const Answer& answer, const Point& point, PricedSearch& scratch,
                       std::span<Point> out) const;
  [[nodiscard]] bool is_of(const ConvexMesh& mesh) const noexcept { return mesh.state() == state_; }
  [[nodiscard]] std::size_t expanded() const noexcept { return expanded_; }
  // Whether the search has entered a cell.
  [[nodiscard]] bool has_entered(CellId cell) const noexcept;

  [[nodiscard]] Result write_corridor(const ConvexMesh& mesh, std::span<CellId> out) const noexcept;

 private:
  using Node = PricedNode;
  using Kind = PricedNode::Kind;
  using Vector = detail::Vector;

  struct VertexMark {
    double cost;
    std::uint32_t query;
    std::uint32_t node;  // of the path to it; kNone where it cannot turn
    detail::QuadrantCosts quadrants;
  };
  struct EdgeMark {
    std::uint32_t query;
    std::uint32_t first;  // of the beams that were expanded
  };
  // What the way from a vertex to the goal costs at least, by landmarks.
  struct VertexRest {
    std::uint32_t query;
    float cost;
  };
  // A beam in the frame of its edge.
  struct Wave {
    double along;   // where its root is
    double behind;  // how far before the edge
    double base;
    double weight;

    [[nodiscard]] double at(double place) const noexcept {
      const double x = place - along;
      return base + weight * std::sqrt(x * x + behind * behind);
    }
    // Where the straight line from the root to a place beyond the edge, or its mirror image before
    // it, crosses it. Requires behind > 0.
    [[nodiscard]] double cross(const Vector& to) const noexcept {
      return along + (to.x - along) * behind / (behind + std::abs(to.y));
    }
  };
  struct Crossing {
    double cost;
    double place;
  };
  // What beams and corners are emitted from: a root with its cost, and the node before.
  struct Source {
    Vector root;
    double base;
    double weight;
    std::uint32_t node;
    bool is_virtual = false;
  };

  [[nodiscard]] static Wave wave_of(const EdgeFrame& frame, const Source& source) noexcept {
    const Vector root = frame.to_local(source.root);
    return {root.x, -root.y, source.base, source.weight};
  }
  [[nodiscard]] Source source_of(std::uint32_t beam) const noexcept {
    const Node& node = nodes_[beam];
    return {node.root, node.base, static_cast<double>(node.weight), beam, node.is_virtual};
  }

  // ---- a query (priced_search.cpp) ----

  [[nodiscard]] bool goes_on(const Point& start, const Point& goal,
                             const PricedOptions& options) const noexcept;
  void begin(const PricedMesh& priced, const Point& start, const Point& goal,
             const PricedOptions& options) noexcept;
  [[nodiscard]] bool search(std::size_t pause) noexcept;
  void prepare() noexcept;
  void open_start(const QueryEnd& start, double cost, std::size_t index) noexcept;
  [[nodiscard]] bool is_outdated(std::uint32_t index) const noexcept;
  [[nodiscard]] bool is_beaten(std::uint32_t corner) const noexcept;
  void expand(std::uint32_t index) noexcept;
  void expand_beam(std::uint32_t index, const EdgeFrame& frame, const Wave& wave) noexcept;

  [[nodiscard]] std::uint32_t add(const Node& node, double f) noexcept;
  void add_beam(EdgeId edge, const EdgeFrame& frame, const Source& source, double low,
                double high) noexcept;
  void add_goal(CellId cell, double cost, std::uint32_t before) noexcept;
  void reach_corner(EdgeId edge, double cost, const Vector& from, std::uint32_t before) noexcept;
  [[nodiscard]] static Crossing cross_interval(const Wave& wave, double low, double high,
                                               const Vector& to, double beyond) noexcept;
  [[nodiscard]] double bound(const EdgeFrame& frame, const Wave& wave, double low,
                             double high) const noexcept;
  [[nodiscard]] double bound_by_landmarks(EdgeId edge, const EdgeFrame& frame, const Wave& wave,
                                          double low, double high) noexcept;
  [[nodiscard]] double rest_at(VertexId vertex) noexcept;

  // ---- pruning (priced_rivals.cpp) ----

  class Rivals;
  [[nodiscard]] bool is_dominated(const Node& node, const EdgeFrame& frame,
                                  const Wave& wave) const noexcept;

  // ---- fields (priced_field.cpp) ----

  [[nodiscard]] Point find_bend(const Answer& answer, const Point& point) const noexcept;

  // ---- beams and corners (priced_beams.cpp) ----

  void light(EdgeId entry, EdgeId other, const Source& source, const Vector& right,
             const Vector& left) noexcept;
  void light_beyond(const EdgeFrame& frame, const Source& source, double low, double high) noexcept;
  void refract(std::uint32_t index, const EdgeFrame& frame, const Wave& wave, double low,
               double high, double beyond) noexcept;
  void refract_piece(std::uint32_t index, const EdgeFrame& frame, const Wave& wave, double low,
                     double high, double beyond, int depth) noexcept;
  void follow_border(EdgeId edge, double from, int hand, double cost,
                     std::uint32_t before) noexcept;
  void expand_corner(std::uint32_t index) noexcept;
  void light_wedge(EdgeId out, EdgeId in, const detail::CornerTurns& turns,
                   std::uint32_t index) noexcept;
  [[nodiscard]] detail::QuadrantCosts measure_quadrants(EdgeId edge) const noexcept;
  [[nodiscard]] std::size_t find_quadrant(EdgeId edge, const Vector& back) const noexcept;
  // Calls visit(out, in) for each cell around the start of an edge: its edges that start and end
  // there.
  template <class Visit>
  void for_each_wedge(EdgeId edge, const Visit& visit) const noexcept;

  // ---- paths (priced_path.cpp) ----

  struct Pull {
    WeightedScratch scratch{64};
    std::vector<std::uint32_t> chain;  // of nodes, from the start
    std::vector<EdgeId> doors;         // the edges that the path passes
    std::vector<Portal> portals;
    std::vector<float> costs;
  };

  [[nodiscard]] bool find_doors(std::uint32_t last, CellId cell, Pull& pull) const;
  [[nodiscard]] bool turn_around(EdgeId corner, CellId& cell, CellId to, Pull& pull) const;
  [[nodiscard]] WeightedResult pull_path(const Point& start, const Point& goal, Pull& pull,
                                         std::span<Point> out) const;
  PathResult write_path(std::span<Point> out);

  // ---- the mesh ----

  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return *mesh_; }
  [[nodiscard]] double cost_of(CellId cell) const noexcept {
    return static_cast<double>(costs_[cell]);
  }
  [[nodiscard]] EdgeFrame frame_of(EdgeId edge) const noexcept {
    return {mesh().edge(edge).start(), mesh().edge(mesh().next(edge)).start()};
  }
  [[nodiscard]] bool has_goal(CellId cell) const noexcept {
    return goal_.has_cell() && goal_.is_in(mesh(), cell);
  }
  [[nodiscard]] double way_to_goal(const Vector& at) const noexcept { return norm(goal_at_ - at); }

  const ConvexMesh* mesh_ = nullptr;  // of the present call
  std::span<const float> costs_;

  std::size_t places_;
  // docs/architecture.md: "the priced search: 72 per place of a node, 40 per vertex"
  static_assert(sizeof(Node) + sizeof(detail::OpenByFloat) == 72);
  static_assert(sizeof(VertexMark) + sizeof(VertexRest) == 40);
  detail::UnsetArray<Node> nodes_;
  OpenHeap<detail::OpenByFloat> open_;  // numbers are ~nodes: of equal ones the newest is first
  std::vector<VertexMark> vertex_marks_;
  std::vector<VertexRest> vertex_rests_;
  std::vector<EdgeMark> edge_marks_;
  std::uint32_t number_ = 0;  // of the query
  detail::LandmarkBounds bounds_;
  Pull pull_;  // of the last path
  // The nodes of starts, by their cells.
  std::vector<std::pair<CellId, std::uint32_t>> starts_;
};

}  // namespace taut
