// Queries by a CornerIndex (internal).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <taut/detail/path_writer.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>
#include <taut/engine/geometry.hpp>

#include "query_end.hpp"

namespace taut {

// The cheapest root at a vertex in a query, or the cheapest way to a hub.
struct VertexMark {
  double cost;
  std::uint32_t query;
  std::uint32_t root;
};

// The shortest path from start to goal is a straight line, or leads over a corner that start sees,
// on to one that goal sees. The way between the two leads over a hub of both.
class CornerQuery {
 public:
  // Uses a mark for each corner; those of `query` are its own. Start and goal are located, and must
  // outlive the query.
  CornerQuery(const ConvexMesh& mesh, const CornerIndex& index, std::span<VertexMark> marks,
              std::uint32_t query, const QueryEnd& start, const QueryEnd& goal) noexcept
      : mesh_(mesh), index_(index), marks_(marks), query_(query), start_(start), goal_(goal) {}

  // The length of the shortest path; infinite when the index knows none.
  [[nodiscard]] double find() noexcept;

  // Appends the points of the path found, until one is refused. Returns whether all were accepted.
  [[nodiscard]] bool write(PathWriter& path) noexcept;

 private:
  using SightList = CornerIndex::SightList;
  using Sight = CornerIndex::Sight;
  using Label = CornerIndex::Label;
  using Step = CornerIndex::Step;
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  // Sights that are looked at together. Most of them are in no cache, and nor are their labels:
  // they are fetched before the first one is read.
  static constexpr std::size_t kBatch = 128;
  struct Batch {
    std::array<const Sight*, kBatch> sights;
    std::size_t size = 0;
  };

  template <class Flush>
  void list_candidates(const QueryEnd& end, const QueryEnd& other, Batch& batch,
                       const Flush& flush) const noexcept;
  void keep_seen(const Point& from, Batch& batch) const noexcept;
  template <class Visit>
  void for_each_label(const QueryEnd& end, const QueryEnd& other, Batch& batch,
                      const Visit& visit) const noexcept;
  void leave_start(Batch& batch) noexcept;
  void reach_goal(Batch& batch) noexcept;
  [[nodiscard]] Step find_first(std::uint32_t hub) const noexcept;

  const ConvexMesh& mesh_;
  const CornerIndex& index_;
  std::span<VertexMark> marks_;
  std::uint32_t query_;
  const QueryEnd& start_;
  const QueryEnd& goal_;
  // The corners of the path found; none where it is straight.
  double length_ = kFar;
  bool is_straight_ = false;
  std::uint32_t first_half_ = 0;  // its first corner, as start sees it
  Step last_{0, 0};               // its last corner, as goal sees it, and the label for the hub
};

}  // namespace taut
