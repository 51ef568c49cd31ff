// Paths by other passages than those that units bar: A* over the cells of the space that crosses no
// closed edge.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <taut/engine/mesh_search.hpp>
#include <taut/engine/tile_disc.hpp>

#include "grid/agent/growing_pull.hpp"
#include "path_leader.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr std::size_t kMostInBar = 64;
constexpr double kLongDetour = 1.25;  // over the length of what it replaces

DiscPoint nearest_on_tile(int x, int y, const DiscPoint& to) noexcept {
  return {std::clamp(to.x, static_cast<double>(x), x + 1.0),
          std::clamp(to.y, static_cast<double>(y), y + 1.0)};
}

// Calls visit with the point of each blocked tile that is nearest to a place, if it is nearer than
// `reach` tiles.
template <class Visit>
void for_each_wall_near(const Grid& tiles, const DiscPoint& at, double reach, const Visit& visit) {
  const DiscPoint wide{reach, reach};
  for_each_blocked(tiles, at - wide, at + wide, [&](int x, int y) {
    const DiscPoint wall = nearest_on_tile(x, y, at);
    if (squared_norm(wall - at) < reach * reach) visit(wall);
    return true;
  });
}

bool is_before(const Placed& a, const Placed& b) noexcept {
  return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
}

}  // namespace

// Whether units stand from a wall on the left of the leg to one on its right, with gaps that are
// too narrow for the agent. A guess that saves time: a way may lead around one of these walls.
bool Crowd::Memory::PathLeader::is_barred(const WayHit& block) {
  const DiscPoint middle = to_place(block.at);
  const DiscPoint along = round_.path[next_].entry - from_;
  bool has_left = false;
  bool has_right = false;
  std::vector<Placed>& bar = round_.bar;
  bar.assign(1, {block.at, block.reach - options_.radius, kNoUnit});
  for (std::size_t i = 0; i < bar.size() && bar.size() < kMostInBar; ++i) {
    const Placed unit = bar[i];
    const std::int32_t reach = unit.radius + 2 * options_.radius;
    for_each_wall_near(*options_.tiles, to_place(unit.at),
                       static_cast<double>(reach) / kLatticePerTile, [&](const DiscPoint& wall) {
                         (det(along, wall - middle) > 0.0 ? has_left : has_right) = true;
                       });
    if (has_left && has_right) return true;
    const std::size_t first = bar.size();
    const PlaceBox box = box_around(unit.at, reach + memory_.most_radius());
    memory_.for_each_near(box, [&](const Placed& other) {
      const auto is_other = [&](const Placed& known) { return known.at == other.at; };
      const bool is_next = overlaps(other, unit.at, reach) && memory_.is_obstacle(other) &&
                           std::none_of(bar.begin(), bar.end(), is_other);
      if (is_next) bar.push_back(other);
      return true;
    });
    // The order in which they were found must not decide which ones are left out.
    std::sort(bar.begin() + static_cast<std::ptrdiff_t>(first), bar.end(), is_before);
  }
  return false;
}

// A path for the part that does not pass where units are in the way. False where there is none, and
// after too many.
bool Crowd::Memory::PathLeader::find_detour(const WayHit& block) {
  if (detours_ == options_.most_detours || options_.space == nullptr) return false;
  ++detours_;
  // The path came from another search: through which cells is not known.
  if (round_.closed.empty() && !search_detour()) return false;
  return close_passage(block) && search_detour();
}

// Writes the points and the corridor of a detour to WayRound.
bool Crowd::Memory::PathLeader::search_detour() {
  const ConvexMesh& mesh = options_.space->mesh();
  if (!round_.cells) round_.cells.emplace(mesh);
  round_.cells->fit(mesh);
  if (round_.points.size() < max_path_points(mesh)) round_.points.resize(max_path_points(mesh));
  const Point start = narrow(round_.path[part_first_].exit);
  const Point goal = narrow(round_.path[find_part_end()].entry);
  const PathResult found =
      detail::find_path_past(mesh, start, goal, round_.closed, *round_.cells, round_.points);
  if (!found) return false;
  round_.point_count = found.count;
  round_.corridor_count = extract_corridor(mesh, *round_.cells, round_.cells->corridor).count;
  detour_length_ = found.length;
  return true;
}

// Closes the edge of the corridor that is nearest to what is in the way.
bool Crowd::Memory::PathLeader::close_passage(const WayHit& block) {
  const ConvexMesh& mesh = options_.space->mesh();
  const DiscPoint at = to_place(block.at);
  EdgeId closest = kNoEdge;
  double least = std::numeric_limits<double>::infinity();
  const std::span<const CellId> corridor =
      std::span(round_.cells->corridor).first(round_.corridor_count);
  for (std::size_t i = 1; i < corridor.size(); ++i) {
    const EdgeId first = mesh.first_edge(corridor[i - 1]);
    EdgeId edge = first;
    do {
      const EdgeId next = mesh.next(edge);
      const MeshEdge& gap = mesh.edge(edge);
      if (!gap.is_wall() && mesh.cell_of(gap.twin()) == corridor[i]) {
        const DiscPoint begin = widen(gap.start());
        const DiscPoint end = widen(mesh.edge(next).start());
        const double far = squared_norm(detail::nearest_on(begin, end, at) - at);
        if (far < least) {
          least = far;
          closest = edge;
        }
      }
      edge = next;
    } while (edge != first);
  }
  if (closest == kNoEdge) return false;
  round_.closed.push_back(closest);
  return true;
}

bool Crowd::Memory::PathLeader::is_long_detour() const noexcept {
  const std::span<const DiscTurn> path(round_.path);
  const std::size_t count = find_part_end() + 1 - part_first_;
  const double length = disc_path_length(path.subspan(part_first_, count), radius_);
  return detour_length_ > kLongDetour * length;
}

// Replaces the part of the path, to be led past what is in its way.
bool Crowd::Memory::PathLeader::take_detour() {
  if (!pull_detour()) return false;
  const std::size_t end = find_part_end();
  std::vector<DiscTurn>& parts = round_.parts;
  parts.back().kind = round_.path[end].kind;
  for (PassedLink& link : round_.path_links) {
    if (link.exit > end) link.exit = link.exit - (end - part_first_) + (parts.size() - 1);
  }
  const auto turn = [&](std::size_t i) {
    return round_.path.begin() + static_cast<std::ptrdiff_t>(i);
  };
  round_.path.erase(turn(part_first_ + 1), turn(end + 1));
  round_.path.insert(turn(part_first_ + 1), parts.begin() + 1, parts.end());
  round_.turns.resize(part_begin_ + 1);
  from_ = round_.turns.back().exit;
  next_ = part_first_ + 1;
  return true;
}

// Writes WayRound::parts.
bool Crowd::Memory::PathLeader::pull_detour() {
  const Space& space = *options_.space;
  if (!round_.pulls) round_.pulls.emplace(space);
  round_.pulls->fit(space);
  const std::span<const Point> points = std::span(round_.points).first(round_.point_count);
  const Result pulled = detail::pull_turns(space, points, *round_.pulls, round_.parts);
  round_.parts.resize(pulled.count);
  return pulled.status == Status::ok && pulled.count > 1;
}

}  // namespace taut
