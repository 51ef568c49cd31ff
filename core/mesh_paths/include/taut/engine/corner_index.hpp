// CornerIndex: the distances between all obstacle corners of a ConvexMesh that stands still.
#pragma once

#include <algorithm>
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
class TAUT_LOCAL SightLists;

// What optimal paths need to know of a mesh: which obstacle corners each cell sees, and the
// distances between corners. build_corner_index() makes it. find_optimal_path() takes it in its
// options, and answers without a search then; find_distance() writes no path.
//
// An index belongs to the mesh that it was built on, until it is edited. Queries ignore that of
// another mesh or of an earlier revision. Any number of threads may use it.
//
// Memory    44 bytes per corner that a part of a cell sees, 28 per cell and up to 248 more, and 24
//           per label; memory_bytes() tells.
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
    return !is_empty() && mesh.state() == state_;
  }

  [[nodiscard]] std::size_t corner_count() const noexcept { return corners_.size(); }
  // Parts of cells that see a corner, and from which paths over it lead to the same hubs.
  [[nodiscard]] std::size_t sight_count() const noexcept { return sights_.size(); }
  // Distances from a corner to a hub.
  [[nodiscard]] std::size_t label_count() const noexcept { return labels_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class CornerIndexBuild;
  friend class CornerQuery;
  friend class GoalFlags;
  friend struct SaveAccess;
  friend class SightLists;

  // The map in parts: boxes, by which sights are flagged. A bit for each of them.
  using PartBits = std::uint32_t;
  static constexpr std::size_t kParts = 32;
  struct Parts {
    struct Cut {
      float at;            // the upper part begins there
      std::uint32_t axis;  // 0: x, 1: y
    };
    std::array<Cut, kParts> cuts{};  // [1] in two, [2] and [3] those two, and so on

    // The number of a part that has the point.
    [[nodiscard]] std::size_t of(const Point& point) const noexcept {
      std::size_t part = 1;
      while (part < kParts) {
        const Cut& cut = cuts[part];
        part = 2 * part + ((cut.axis == 0 ? point.x : point.y) >= cut.at ? 1 : 0);
      }
      return part - kParts;
    }
    // All parts that have a point of a box, sides included.
    [[nodiscard]] PartBits touching(const Point& low, const Point& high,
                                    std::size_t part = 1) const noexcept {
      if (part >= kParts) return PartBits{1} << (part - kParts);
      const Cut& cut = cuts[part];
      PartBits bits = 0;
      if ((cut.axis == 0 ? low.x : low.y) <= cut.at) bits |= touching(low, high, 2 * part);
      if ((cut.axis == 0 ? high.x : high.y) >= cut.at) bits |= touching(low, high, 2 * part + 1);
      return bits;
    }
  };
  // A part of a cell that sees a corner: what lies between two rays from the corner, which are
  // exact. Shortest paths may turn at the corner from all of it, to one side only; the hubs of the
  // labels are reached without a turn in open space.
  struct Sight {
    Point at{0.0F, 0.0F};
    detail::Rays rays;
    std::uint32_t half;  // 2 * corner + side (core/index/corner_graph.hpp)
    std::uint32_t first_label;
    std::uint32_t last_label;  // the one after it
  };
  // The sights of a cell, and of which of them a point needs to be looked at. The box around the
  // cell is divided into columns and into rows, as wide as a power of two. A row of bits, one for
  // each sight, stands for each part of the map toward which a shortest path may turn there, then
  // for each column that the sight has points in, then for each row: a point needs the sights that
  // have all three bits.
  static constexpr std::size_t kBands = 16;
  static constexpr std::size_t kBitRows = kParts + 2 * kBands;
  struct SightList {
    Point low{0.0F, 0.0F};  // of the box
    float columns_per_tile;
    float rows_per_tile;
    std::uint32_t first;  // its sights, up to those of the next cell
    std::uint32_t last;
    std::uint32_t first_word;  // of its bits: words_of(last - first) for each row of them

    [[nodiscard]] std::size_t column_of(const Point& point) const noexcept {
      return band(point.x - low.x, columns_per_tile);
    }
    [[nodiscard]] std::size_t row_of(const Point& point) const noexcept {
      return band(point.y - low.y, rows_per_tile);
    }
    // Exact on the lattice. Any numbers are allowed: a forged save has others.
    [[nodiscard]] static std::size_t band(float distance, float per_tile) noexcept {
      constexpr float kLast = kBands - 1;
      return static_cast<std::size_t>((std::min)((std::max)(0.0F, distance * per_tile), kLast));
    }
  };
  [[nodiscard]] static constexpr std::size_t words_of(std::size_t sights) noexcept {
    return (sights + 31) / 32;
  }
  // How many bytes the sights of a cell take.
  [[nodiscard]] static constexpr std::size_t bytes_of(std::size_t sights) noexcept {
    return sights * sizeof(Sight) + words_of(sights) * kBitRows * sizeof(std::uint32_t);
  }
  static constexpr std::size_t kSightBytes = sizeof(Sight) + kBitRows / 8;
  // The distance to a hub, and the parts of the map toward which a shortest path may lead over it.
  struct Label {
    double distance;
    std::uint32_t hub;
    PartBits parts;
  };
  // The next corner on the way to the hub, at the hub that itself, and its label for the hub.
  struct Step {
    std::uint32_t half;
    std::uint32_t label;

    [[nodiscard]] std::uint32_t corner() const noexcept { return half / 2; }
  };
  static constexpr std::size_t kLabelBytes = sizeof(Label) + sizeof(Step);
  // docs/architecture.md: "a corner index: 44 per corner that a cell sees, 24 per label"
  static_assert(kSightBytes == 44 && kLabelBytes == 24 && sizeof(SightList) == 28);

  MeshState state_;
  std::vector<SightList> lists_;  // per cell id
  std::vector<Sight> sights_;
  std::vector<std::uint32_t> bits_;  // list by list, kBitRows rows of words
  Parts parts_;
  // A path that arrives at a corner from one side leaves to the other. The labels of each half are
  // those to the other side, in the order of the directions to their next corners: for every point
  // that sees the corner from this side, those that would turn in open space come last.
  std::vector<std::uint32_t> first_label_;  // per half of a corner, and the end
  std::vector<Label> labels_;               // of a next corner by growing hub
  std::vector<Step> steps_;                 // per label
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
