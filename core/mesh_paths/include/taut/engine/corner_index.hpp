// CornerIndex: the distances between all obstacle corners of a ConvexMesh that stands still.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

class OptimalScratch;
class TAUT_LOCAL CornerIndexBuild;
class TAUT_LOCAL CornerQuery;
class TAUT_LOCAL GoalFlags;
struct TAUT_LOCAL SaveAccess;
class TAUT_LOCAL SightRegions;

// What optimal paths need to know of a mesh: which obstacle corners each cell sees, and the
// distances between corners. build_corner_index() makes it. find_optimal_path() takes it in its
// options, and answers without a search then; find_distance() writes no path.
//
// An index belongs to the mesh that it was built on, until it is edited. Queries ignore that of
// another mesh or of an earlier revision. Any number of threads may use it.
//
// Memory    38 bytes per corner that a part of a region sees, 16 per region and 20 per label;
//           memory_bytes() tells. Regions are parts of cells.
// Source    hub labels: Abraham, Delling, Goldberg and Werneck (2012), "Hierarchical hub labelings
//           for shortest paths"; for any-angle paths Du, Shen and Cheema (2023), "Euclidean hub
//           labeling". What cells see, as exact cones, is our own; see docs/faster.md.
class CornerIndex {
 public:
  // An empty one: queries ignore it.
  CornerIndex() = default;

  [[nodiscard]] bool is_empty() const noexcept { return first_label_.empty(); }
  // Whether queries on the mesh use it: it is the mesh of the build as far as revision and number
  // of ids tell.
  [[nodiscard]] bool is_current(const ConvexMesh& mesh) const noexcept {
    return !is_empty() && mesh.revision() == revision_ && mesh.edge_ids() == edge_ids_;
  }

  [[nodiscard]] std::size_t corner_count() const noexcept { return corners_.size(); }
  // Parts of regions that see a corner, and from which paths over it lead to the same hubs.
  [[nodiscard]] std::size_t sight_count() const noexcept { return sights_.size(); }
  // Distances from a corner to a hub.
  [[nodiscard]] std::size_t label_count() const noexcept { return labels_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class CornerIndexBuild;
  friend class CornerQuery;
  friend class GoalFlags;
  friend struct SaveAccess;
  friend class SightRegions;

  // The map in parts: boxes, by which sights are flagged. A bit for each of them.
  using PartBits = std::uint16_t;
  static constexpr std::size_t kParts = 16;
  struct Parts {
    struct Cut {
      float at;            // the upper part begins there
      std::uint32_t axis;  // 0: x, 1: y
    };
    std::array<Cut, kParts> cuts{};  // [1] in two, [2] and [3] those two, and so on

    // A part that has the point.
    [[nodiscard]] PartBits of(const Point& point) const noexcept {
      std::size_t part = 1;
      while (part < kParts) {
        const Cut& cut = cuts[part];
        part = 2 * part + ((cut.axis == 0 ? point.x : point.y) >= cut.at ? 1 : 0);
      }
      return static_cast<PartBits>(1U << (part - kParts));
    }
    // All parts that have a point of a box, sides included.
    [[nodiscard]] PartBits touching(const Point& low, const Point& high,
                                    std::size_t part = 1) const noexcept {
      if (part >= kParts) return static_cast<PartBits>(1U << (part - kParts));
      const Cut& cut = cuts[part];
      std::uint32_t bits = 0;
      if ((cut.axis == 0 ? low.x : low.y) <= cut.at) bits |= touching(low, high, 2 * part);
      if ((cut.axis == 0 ? high.x : high.y) >= cut.at) bits |= touching(low, high, 2 * part + 1);
      return static_cast<PartBits>(bits);
    }
  };
  // A cell, or the part of one within a box: divided into two such parts, or with the sights that
  // its points may have.
  struct Region {
    static constexpr std::uint32_t kUndivided = 2;
    float at;             // where it is divided: the second part begins there
    std::uint32_t axis;   // along which it is divided, or kUndivided
    std::uint32_t first;  // the first part, which the second follows; or the first sight
    std::uint32_t last;   // the sight after its last one
  };
  // A part of a region that sees a corner: what lies between two rays from the corner, which are
  // exact. Shortest paths may turn at the corner from all of it, to one side only; the hubs of the
  // labels are reached without a turn in open space.
  struct Sight {
    Point at{0.0F, 0.0F};
    float right_x, right_y;
    float left_x, left_y;
    std::uint32_t half;  // 2 * corner + side (core/index/corner_graph.hpp)
    std::uint32_t first_label;
    std::uint32_t last_label;  // the one after it
  };
  static constexpr std::size_t kSightBytes = sizeof(Sight) + sizeof(PartBits);
  // The distance to a hub, and the next corner on the way there: at the hub that itself.
  struct Label {
    double distance;
    std::uint32_t hub;
    std::uint32_t next_half;
  };
  static constexpr std::size_t kLabelBytes = sizeof(Label) + sizeof(std::uint32_t);
  // docs/architecture.md: "a corner index: 38 per corner that a cell sees, 20 per label"
  static_assert(kSightBytes == 38 && kLabelBytes == 20);

  std::uint64_t revision_ = 0;
  std::size_t edge_ids_ = 0;
  std::vector<Region> regions_;  // the cells by id, and then the parts
  std::vector<Sight> sights_;
  std::vector<PartBits> flags_;  // per sight: the parts toward which a shortest path may turn there
  Parts parts_;
  // A path that arrives at a corner from one side leaves to the other. The labels of each half are
  // those to the other side, in the order of the directions to their next corners: for every point
  // that sees the corner from this side, those that would turn in open space come last.
  std::vector<std::uint32_t> first_label_;  // per half of a corner, and the end
  std::vector<Label> labels_;               // of a next corner by growing hub
  std::vector<std::uint32_t> next_labels_;  // of the next corner for the same hub
  std::vector<Point> corners_;              // most important first: these are the hubs
};

struct DistanceResult {
  Status status = Status::no_path;  // ok, no_path or invalid_input
  double length = kNoLengthLimit;   // of the shortest path; infinite without one

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// The length of the shortest path, by an index and without the path: that of find_optimal_path() up
// to the rounding of the sum.
//
// Errors    invalid_input: start or goal lies in no cell, the index is not current, or the scratch
//           was made for a mesh with fewer ids. no_path as in find_optimal_path().
// Cost      the corners that start and goal see, and their labels. Does not allocate.
[[nodiscard]] DistanceResult find_distance(const ConvexMesh& mesh, const Point& start,
                                           const Point& goal, const CornerIndex& index,
                                           OptimalScratch& scratch) noexcept;

}  // namespace taut
TAUT_API_END
