// The paths of disc maps.
#include <taut/disc_map.hpp>

#include <taut/constants.hpp>
#include <taut/repair.hpp>
#include <taut/tile_disc.hpp>

#include "disc_shape.hpp"

namespace taut {
namespace {

std::size_t work_size(const DiscMap& map) noexcept {
  return max_repair_points(max_path_points(map.mesh()));
}

}  // namespace

// The tile corners that paths on the mesh turn around.
class DiscCorners {
 public:
  DiscCorners(const DiscMap& map, const TileBits& walkable) noexcept
      : reach_(map.reach_), walkable_(walkable) {}

  // The corner of a blocked tile that a point is an outer corner of the grown shape of; the point
  // itself if it is none.
  [[nodiscard]] Point find(const Point& point) const noexcept {
    const auto x = static_cast<std::int32_t>(point.x() * static_cast<float>(kLatticePerTile));
    const auto y = static_cast<std::int32_t>(point.y() * static_cast<float>(kLatticePerTile));
    for (std::size_t k = 0; k < reach_.size(); ++k) {
      for (const std::int32_t right : {-1, 1}) {
        const std::int32_t corner_x = x + right * reach_[k];
        if (corner_x % kLatticePerTile != 0) continue;
        for (const std::int32_t below : {-1, 1}) {
          const std::int32_t corner_y = y + below * reach_[reach_.size() - 1 - k];
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
  std::span<const std::int32_t> reach_;
  const TileBits& walkable_;
};

// Drawn to the corners, legs may touch other tiles than before, or pass them on the other side, as
// far as the shape is no disc. Then the result is not clear of them, or it is a path too.
Result pull_disc(const DiscMap& map, const TileBits& walkable, std::span<const Point> path,
                 std::span<Point> work, std::span<DiscTurn> out) noexcept {
  if (path.size() > 2 && work.size() >= max_repair_points(path.size())) {
    const DiscCorners corners(map, walkable);
    std::size_t count = 0;
    work[count++] = path.front();
    for (const Point& point : path.subspan(1, path.size() - 2)) {
      const Point corner = corners.find(point);
      if (corner != work[count - 1]) work[count++] = corner;
    }
    work[count++] = path.back();
    const Result pulled = pull_disc(walkable, work.first(count), map.radius(), work, out);
    if (pulled.status == Status::ok) return pulled;
  }
  return pull_disc(walkable, path, map.radius(), work, out);
}

DiscMapScratch::DiscMapScratch(const DiscMap& map)
    : search(map.mesh()), path(max_path_points(map.mesh())), work(work_size(map)) {}

void DiscMapScratch::fit(const DiscMap& map) {
  is_running_ = false;
  search.fit(map.mesh());
  if (work.size() >= work_size(map)) return;
  path.resize(max_path_points(map.mesh()));
  work.resize(work_size(map));
}

std::size_t DiscMapScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + (path.capacity() + work.capacity()) * sizeof(Point);
}

void begin_disc_path(const DiscMap& map, const TileBits& walkable, const Point& start,
                     const Point& goal, const DiscMapOptions& options,
                     DiscMapScratch& scratch) noexcept {
  scratch.is_running_ = true;
  scratch.length_limit_ = options.search.length_limit;
  const bool is_sound = walkable.width() == map.width() && walkable.height() == map.height() &&
                        scratch.work.size() >= work_size(map);
  std::optional<DiscEnds> ends;
  if (is_sound) ends = find_disc_ends(walkable, start, goal, {map.radius(), options.slide});
  scratch.has_ends_ = ends.has_value();
  if (!ends) return;
  OptimalOptions on_mesh = options.search;
  on_mesh.length_limit = detail::mesh_length_limit(options.search.length_limit);
  begin_optimal_path(map.mesh(), ends->start, ends->goal, on_mesh, scratch.search);
}

std::optional<PathResult> advance_disc_path(const DiscMap& map, const TileBits& walkable,
                                            std::size_t expansions, DiscMapScratch& scratch,
                                            std::span<DiscTurn> out) noexcept {
  if (!scratch.is_running_ || !scratch.has_ends_ || scratch.work.size() < work_size(map)) {
    scratch.is_running_ = false;
    PathResult none;
    none.status = Status::invalid_input;
    return none;
  }
  const std::optional<PathResult> found =
      advance_optimal_path(map.mesh(), expansions, scratch.search, scratch.path);
  if (!found) return std::nullopt;
  scratch.is_running_ = false;
  PathResult result;
  result.expanded = found->expanded;
  result.status = found->status;
  if (found->status != Status::ok) return result;
  const Result pulled =
      pull_disc(map, walkable, std::span(scratch.path).first(found->count), scratch.work, out);
  const double length = disc_path_length(out.first(pulled.count), map.radius());
  if (pulled.status == Status::ok && length > scratch.length_limit_) {
    result.status = Status::no_path;
    return result;
  }
  result.status = pulled.status;
  result.count = pulled.count;
  result.cost = result.length = length;
  return result;
}

PathResult find_disc_path(const DiscMap& map, const TileBits& walkable, const Point& start,
                          const Point& goal, const DiscMapOptions& options, DiscMapScratch& scratch,
                          std::span<DiscTurn> out) noexcept {
  begin_disc_path(map, walkable, start, goal, options, scratch);
  return *advance_disc_path(map, walkable, kNoExpansionLimit, scratch, out);
}

}  // namespace taut
