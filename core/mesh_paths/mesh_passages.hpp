// Ways between places of a mesh that do not lead over its cells, as the optimal search passes them,
// and lower bounds of the distances between places (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/landmarks.hpp>

#include "core/base/lists.hpp"

TAUT_API_BEGIN
namespace taut::detail {

// A place sees the vertices of its cells, whose distances to each landmark are known. So its own
// distance lies within a range, and two places are at least as far apart as their ranges.
class PlaceBounds {
 public:
  // Forgets all places. Bounds nothing where the landmarks are null, or not current for the mesh.
  // Both have to stay as they are.
  void begin(const ConvexMesh& mesh, std::shared_ptr<const Landmarks> landmarks);
  [[nodiscard]] const Landmarks* landmarks() const noexcept { return landmarks_.get(); }
  // Adds a place in a component of the mesh; its index.
  std::size_t add(const Point& place, std::uint32_t component);
  // Bounds nothing from now on.
  void leave() noexcept { stride_ = 0; }
  // Forgets the places behind the first `count`.
  void keep(std::size_t count) { ranges_.resize(count * 2 * stride_); }

  [[nodiscard]] bool is_empty() const noexcept { return stride_ == 0; }
  // No way from one place to another of its component is shorter.
  [[nodiscard]] double least_distance(std::size_t a, std::size_t b) const noexcept;
  // The same from a vertex of the mesh.
  [[nodiscard]] float least_distance_from(VertexId vertex, std::size_t place) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return ranges_.capacity() * sizeof(float);
  }

 private:
  const ConvexMesh* mesh_ = nullptr;
  std::shared_ptr<const Landmarks> landmarks_;
  std::size_t stride_ = 0;     // landmarks
  std::vector<float> ranges_;  // of each place, least distances and then largest ones
};

// A lane of a link in one direction that an agent may pass. Components are those of the mesh.
struct Passage {
  Point entry;
  Point exit;
  std::uint32_t from;  // component of the entry
  std::uint32_t to;    // of the exit
  double cost;
  std::uint32_t link;  // the passage back has the same link and lane
  std::int32_t lane;
  bool is_back;  // from the link's `to` to its `from`
};

// The passages of a mesh. Entries lie in cells, and are targets of a search in their component.
class MeshPassages {
 public:
  // Components and cells are those of the mesh as it is; all places lie in cells.
  void assign(const ConvexMesh& mesh, std::vector<Passage> passages);

  [[nodiscard]] std::span<const Passage> all() const noexcept { return all_; }
  [[nodiscard]] bool has_entry(CellId cell) const noexcept {
    return (has_entry_[cell / 64] >> (cell % 64) & 1U) != 0;
  }
  struct Entry {
    CellId cell;
    std::uint32_t passage;
  };
  [[nodiscard]] std::span<const Entry> entries_in(CellId cell) const noexcept;
  // The cells that hold an entry, or that a dead end with one is attached to: paths may enter these
  // dead ends.
  struct WayIn {
    CellId cell;
    std::uint32_t component;
    bool holds_all;  // see holds_all()
  };
  // By cell.
  [[nodiscard]] std::span<const WayIn> ways_in() const noexcept { return ways_in_; }
  // Whether all cells of all entries of a component are this one or attached to it. True if there
  // is no entry.
  [[nodiscard]] bool holds_all(CellId cell, std::uint32_t component) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class TargetBounds;

  // The entries in a component: a range of places, whose end is one of lanes.
  struct Part {
    std::uint32_t component;
    std::size_t first;
    std::size_t end;
  };
  [[nodiscard]] const Part* find_part(std::uint32_t component) const noexcept;
  void place_entries();
  void find_ways_in(const ConvexMesh& mesh);

  std::vector<Passage> all_;
  std::vector<Entry> entries_;  // by cell
  std::vector<WayIn> ways_in_;
  std::vector<std::uint64_t> has_entry_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> placed_;  // the passage at each place; kNone fills a part up
  std::vector<float> x_;               // of each place
  std::vector<float> y_;
  static constexpr std::uint32_t kNone = 0xffffffffU;
};

// What a query needs of the passages; it stays as it is until the query ends.
struct PassageQuery {
  const MeshPassages* passages = nullptr;
  // Lower bounds of what is left from the entry of each passage on, as lengths; infinite where it
  // is of no use.
  std::span<const double> rests{};
  double cost_of_length = 1.0;  // what a unit of length costs
  std::uint32_t start_component = 0;
  std::uint32_t goal_component = 0;
  // Its places: the entry of passage i is 2 i, the goal the one behind all exits and the start.
  const PlaceBounds* bounds = nullptr;
};

// What is left to the goal of a query from a vertex of the mesh, at least: straight to the goal, or
// to an entry and on from there.
class TargetBounds {
 public:
  // Allocates when it has fewer places than there are vertices or entries.
  void fit(const ConvexMesh& mesh, const MeshPassages& passages);
  // Requires fit(). Does not allocate.
  void begin(const PassageQuery& over, const Point& goal) noexcept;

  [[nodiscard]] double from_vertex(VertexId vertex, const Point& at,
                                   std::uint32_t component) noexcept {
    Known& known = known_[vertex];
    // A vertex between two components belongs to both.
    if (known.query == query_ && known.component == component) {
      return static_cast<double>(known.rest);
    }
    known = {measure(at, component, vertex), component, query_};
    return static_cast<double>(known.rest);
  }
  [[nodiscard]] double from_place(const Point& at, std::uint32_t component) noexcept {
    return static_cast<double>(measure(at, component, kNone));
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept { return bytes_of(known_, rests_); }

 private:
  struct Known {
    float rest = 0.0F;
    std::uint32_t component = 0;
    std::uint32_t query = 0;
  };
  static constexpr VertexId kNone = 0xffffffffU;

  [[nodiscard]] float measure(const Point& at, std::uint32_t component, VertexId vertex) noexcept;

  const PassageQuery* over_ = nullptr;
  Point goal_{0.0F, 0.0F};
  std::size_t likely_ = 0;  // the place of the entry that was the best last
  std::uint32_t query_ = 0;
  std::vector<Known> known_;  // per vertex
  std::vector<float> rests_;  // per place of an entry
};

}  // namespace taut::detail
TAUT_API_END
