// Queries by landmarks beside the same queries without.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <taut/engine/landmarks.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>

namespace taut::test {

// Each search has memory of its own.
class GuidedPair {
 public:
  GuidedPair(const ConvexMesh& mesh, const Landmarks& landmarks)
      : mesh_(mesh), landmarks_(landmarks), out_(max_path_points(mesh)) {}

  // After an edit.
  void fit() {
    plain_.fit(mesh_);
    guided_.fit(mesh_);
    cells_.fit(mesh_);
    out_.resize(max_path_points(mesh_));
  }

  [[nodiscard]] PathResult find(const Point& start, const Point& goal) {
    return find_optimal_path(mesh_, start, goal, {}, plain_, out_);
  }
  // Whether the search by landmarks finds paths as long as without, and A* by landmarks none that
  // are shorter.
  [[nodiscard]] bool agree(const Point& start, const Point& goal) {
    const PathResult plain = find(start, goal);
    OptimalOptions options;
    options.landmarks = &landmarks_;
    const PathResult guided = find_optimal_path(mesh_, start, goal, options, guided_, out_);
    MeshSearchOptions cell_options;
    cell_options.landmarks = &landmarks_;
    const PathResult over_cells = find_path(mesh_, start, goal, cell_options, cells_, out_);
    expanded_ += plain.expanded;
    guided_expanded_ += guided.expanded;
    is_guided_ = plain.expanded != guided.expanded;
    const double room = 1e-12 * (1.0 + plain.length);
    return plain.status == guided.status && std::abs(plain.length - guided.length) <= room &&
           plain.status == over_cells.status && over_cells.length >= plain.length - room;
  }
  // Whether the last two optimal searches differed: short ones do without landmarks.
  [[nodiscard]] bool is_guided() const { return is_guided_; }
  [[nodiscard]] std::size_t expanded() const { return expanded_; }
  [[nodiscard]] std::size_t guided_expanded() const { return guided_expanded_; }

 private:
  const ConvexMesh& mesh_;
  const Landmarks& landmarks_;
  OptimalScratch plain_{mesh_};
  OptimalScratch guided_{mesh_};
  MeshScratch cells_{mesh_};
  std::vector<Point> out_;
  bool is_guided_ = false;
  std::size_t expanded_ = 0;
  std::size_t guided_expanded_ = 0;
};

}  // namespace taut::test
