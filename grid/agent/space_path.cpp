// The paths of spaces.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/engine/constants.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>

#include "core/base/lists.hpp"

#include "slit_walk.hpp"

namespace taut {
namespace {

// The tile corners that paths on the mesh of a disc turn around.
class DiscCorners {
 public:
  DiscCorners(std::span<const std::int32_t> extents, const TileBits& walkable) noexcept
      : extents_(extents), walkable_(walkable) {}

  // The corner of a blocked tile that a point is an outer corner of the grown shape of; the point
  // itself if it is none.
  [[nodiscard]] Point find(const Point& point) const noexcept {
    const auto x = static_cast<std::int32_t>(point.x * static_cast<float>(kLatticePerTile));
    const auto y = static_cast<std::int32_t>(point.y * static_cast<float>(kLatticePerTile));
    for (std::size_t k = 0; k < extents_.size(); ++k) {
      for (const std::int32_t right : {-1, 1}) {
        const std::int32_t corner_x = x + right * extents_[k];
        if (corner_x % kLatticePerTile != 0) continue;
        for (const std::int32_t below : {-1, 1}) {
          const std::int32_t corner_y = y + below * extents_[extents_.size() - 1 - k];
          if (corner_y % kLatticePerTile != 0) continue;
          const int column = corner_x / kLatticePerTile;
          const int row = corner_y / kLatticePerTile;
          // The tile lies beyond its corner.
          if (walkable_.is_set(right > 0 ? column : column - 1, below > 0 ? row : row - 1))
            continue;
          return {static_cast<float>(column), static_cast<float>(row)};
        }
      }
    }
    return point;
  }

 private:
  std::span<const std::int32_t> extents_;
  const TileBits& walkable_;
};

}  // namespace

class SpacePaths {
 public:
  // `path` has two points or more.
  [[nodiscard]] static std::optional<Point> find_step(const Space& space,
                                                      std::span<const Point> path) noexcept {
    path = path.first(std::min(path.size(), kMaxStepPoints));
    if (space.is_exact()) return path[1];
    return space.is_opened() ? find_step_in_slits(space, path) : find_disc_step(space, path);
  }

  SpacePaths(const Space& space, SpaceScratch& scratch) noexcept
      : space_(space), scratch_(scratch) {}

  void fit() {
    scratch_.search.fit(space_.mesh());
    if (space_.is_exact()) return;
    const std::size_t points = max_path_points(space_);
    if (scratch_.path.size() < points) scratch_.path.resize(points, Point{0.0F, 0.0F});
    if (space_.is_opened()) {
      if (space_.has_costs() && scratch_.bends.size() < points) {
        scratch_.bends.resize(points, Point{0.0F, 0.0F});
      }
      if (scratch_.slits_ == nullptr) scratch_.slits_ = detail::make_hidden<SlitWalk>();
      scratch_.slits_->fit(space_);
    } else if (scratch_.work.size() < max_smoothing_points(points)) {
      scratch_.work.resize(max_smoothing_points(points), Point{0.0F, 0.0F});
    }
  }

  [[nodiscard]] PathResult find(const Point& start, const Point& goal,
                                const OptimalOptions& options, const PathRoom& out) noexcept {
    const Point from = snap(start);
    const Point to = snap(goal);
    const bool is_exact = space_.is_exact();
    // The search on the mesh knows where points and most squares are.
    const bool is_sound = is_exact || (fits() && space_.has_room(from) && space_.has_room(to));
    if (!is_sound) return {Status::invalid_input, 0, 0.0, 0};
    OptimalOptions on_mesh = options;
    on_mesh.length_limit = space_.mesh_length_limit(options.length_limit);
    const PathResult found = find_optimal_path(space_.mesh(), from, to, on_mesh, scratch_.search,
                                               is_exact ? out.points : scratch_.path);
    if (is_exact || found.status != Status::ok) return found;
    const Result pulled = pull(std::span(scratch_.path).first(found.count), out);
    PathResult result{pulled.status, pulled.count, 0.0, found.expanded};
    result.length = space_.is_opened()
                        ? path_length(out.points.first(pulled.count))
                        : disc_path_length(out.turns.first(pulled.count), space_.agent().radius);
    result.cost = result.length;
    if (result.status == Status::ok && result.length > options.length_limit) {
      return {Status::no_path, 0, 0.0, found.expanded};
    }
    return result;
  }

  [[nodiscard]] Result pull(std::span<const Point> path, const PathRoom& out) noexcept {
    if (path.empty()) return {Status::invalid_input, 0};
    if (space_.is_exact()) {
      const std::size_t count = std::min(path.size(), out.points.size());
      std::copy_n(path.begin(), count, out.points.begin());
      return {count < path.size() ? Status::truncated : Status::ok, count};
    }
    if (!space_.is_opened()) return pull_to_disc(path, out.turns);
    if (!has_slits()) return {Status::invalid_input, 0};
    return pull_into_slits(path, out.points);
  }

 private:
  // If several corners are rounded to one place with room, the last one counts.
  [[nodiscard]] static std::optional<Point> find_step_in_slits(
      const Space& space, std::span<const Point> path) noexcept {
    for (std::size_t i = 1; i < path.size(); ++i) {
      const std::optional<Point> end = find_room(space, path[i]);
      if (!end || *end == path.front()) continue;
      SlitWalk walk;
      return walk.find_turn(space, path.first(i + 1), *end);
    }
    return std::nullopt;
  }

  // The place with room that a corner of an opened mesh stands for, a step of the mesh away.
  [[nodiscard]] static std::optional<Point> find_room(const Space& space,
                                                      const Point& corner) noexcept {
    constexpr float kStep = 1.0F / static_cast<float>(kLatticePerTile);
    const Point near = snap(corner);
    for (const float y : {0.0F, -kStep, kStep}) {
      for (const float x : {0.0F, -kStep, kStep}) {
        const Point place{near.x + x, near.y + y};
        if (space.has_room(place)) return place;
      }
    }
    return std::nullopt;
  }

  // As pull_to_disc(): four turns say where the first one leads.
  [[nodiscard]] static std::optional<Point> find_disc_step(const Space& space,
                                                           std::span<const Point> path) noexcept {
    const double radius = space.agent().radius;
    if (space.has_costs()) return find_disc_step_along(space.tiles_, path, radius);
    std::array<Point, 4> drawn;
    const std::span<const Point> line = draw_to_corners(space, path, drawn);
    if (const auto step = taut::find_disc_step(space.tiles_, line, radius)) return step;
    return taut::find_disc_step(space.tiles_, path, radius);
  }

  [[nodiscard]] bool has_slits() const noexcept {
    return scratch_.slits_ != nullptr && scratch_.slits_->fits(space_);
  }
  [[nodiscard]] bool fits() const noexcept {
    const std::size_t points = max_path_points(space_);
    if (scratch_.path.size() < points) return false;
    return space_.is_opened() ? has_slits() : scratch_.work.size() >= max_smoothing_points(points);
  }

  [[nodiscard]] Result pull_into_slits(std::span<const Point> path, std::span<Point> out) noexcept {
    const std::span<const Point> bends = space_.has_costs() ? find_bends(path) : std::span<Point>();
    if (!scratch_.slits_->follow(space_, path, bends)) return {Status::out_of_nodes, 0};
    return string_pull(path.front(), path.back(), scratch_.slits_->portals(), out);
  }

  // Where tiles cost differently a path bends in open space: the places where the agent may do so.
  [[nodiscard]] std::span<Point> find_bends(std::span<const Point> path) noexcept {
    if (scratch_.bends.size() < path.size()) return {};
    const std::span<Point> bends = std::span(scratch_.bends).first(path.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
      bends[i] = snap(path[i]);
      if (is_at_obstacle(path[i]) || !space_.has_room(bends[i])) bends[i] = {-1.0F, -1.0F};
    }
    return bends;
  }

  // Whether a point of a path on the mesh is a corner of grown obstacles.
  [[nodiscard]] bool is_at_obstacle(const Point& point) const noexcept {
    bool is_corner = false;
    space_.mesh().for_each_cell_at(point, [&](CellId cell) {
      for (const MeshEdge& edge : space_.mesh().edges(cell)) {
        is_corner = is_corner || (edge.start() == point && edge.is_corner());
      }
    });
    return is_corner;
  }

  // Drawn to the corners, legs may touch other tiles than before, or pass them on the other side,
  // as far as the shape is no disc. Then the result is not clear of them, or it is a path too.
  // Where tiles cost differently, a bend that was drawn to a corner would make the disc turn back.
  [[nodiscard]] Result pull_to_disc(std::span<const Point> path, std::span<DiscTurn> out) noexcept {
    const std::span<Point> work = scratch_.work;
    const double radius = space_.agent().radius;
    if (space_.has_costs()) return pull_disc_along(space_.tiles_, path, radius, work, out);
    if (path.size() > 2 && work.size() >= max_smoothing_points(path.size())) {
      const std::span<const Point> line = draw_to_corners(space_, path, work);
      const Result pulled = pull_disc(space_.tiles_, line, radius, work, out);
      if (pulled.status == Status::ok) return pulled;
    }
    return pull_disc(space_.tiles_, path, radius, work, out);
  }

  // The path, or as much of it as fits, with the corners of tiles in place of those of the shape
  // between its ends; in the front of `drawn`.
  [[nodiscard]] static std::span<const Point> draw_to_corners(const Space& space,
                                                              std::span<const Point> path,
                                                              std::span<Point> drawn) noexcept {
    const DiscCorners corners(space.extents_, space.tiles_);
    std::size_t count = 0;
    drawn[count++] = path.front();
    std::size_t last = 1;
    for (; last + 1 < path.size() && count + 1 < drawn.size(); ++last) {
      const Point corner = corners.find(path[last]);
      if (corner != drawn[count - 1]) drawn[count++] = corner;
    }
    drawn[count++] = path[last];
    return drawn.first(count);
  }

  const Space& space_;
  SpaceScratch& scratch_;
};

SpaceScratch::SpaceScratch(const Space& space) : search(space.mesh()) { fit(space); }

void SpaceScratch::fit(const Space& space) { SpacePaths(space, *this).fit(); }

std::size_t SpaceScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + detail::bytes_of(path, work, bends) +
         (slits_ != nullptr ? slits_->memory_bytes() : 0);
}

PathResult find_optimal_path(const Space& space, const Point& start, const Point& goal,
                             const OptimalOptions& options, SpaceScratch& scratch,
                             const PathRoom& out) noexcept {
  return SpacePaths(space, scratch).find(start, goal, options, out);
}

std::optional<Point> find_step(const Space& space, std::span<const Point> path) noexcept {
  if (path.size() < 2) return std::nullopt;
  return SpacePaths::find_step(space, path);
}

Result pull_path(const Space& space, std::span<const Point> path, SpaceScratch& scratch,
                 const PathRoom& out) noexcept {
  return SpacePaths(space, scratch).pull(path, out);
}

}  // namespace taut
