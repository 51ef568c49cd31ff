#include <taut/engine/field.hpp>

#include <array>

#include <taut/detail/path_writer.hpp>

#include "core/base/lists.hpp"

#include "field_memory.hpp"
#include "field_sight.hpp"
#include "reached_tiles.hpp"

namespace taut {

Field::Field() : memory_(detail::make_hidden<FieldMemory>()) {}

FieldScratch::FieldScratch() : memory_(detail::make_hidden<Memory>()) {}

std::size_t FieldScratch::memory_bytes() const noexcept {
  const Memory& m = *memory_;
  // docs/architecture.md: "64 per funnel to build it"
  static_assert(sizeof(Memory::Node) == 64);
  return m.edge_trees.memory_bytes() + m.open.memory_bytes() + m.goals.memory_bytes() +
         detail::bytes_of(m.nodes, m.bounds, m.first, m.sight_ends, m.by_bounds, m.starts,
                          m.nearest, m.vertex_marks, m.targets, m.has_target, m.distances,
                          m.components);
}

namespace {

// The shortest path from a point, if it is within reach. `cell`, where the point may lie, becomes
// one where it does.
FieldSight look(const FieldMemory& memory, const Point& point, CellId& cell) noexcept {
  FieldSight sight(snap(point));
  if (!memory.is_current()) return sight;
  cell = sight.consider_cells(memory, cell);
  sight.forget_beyond(memory.known_distance);
  return sight;
}

FieldSight look(const FieldMemory& memory, const Point& point) noexcept {
  CellId none = 0xffffffffU;
  return look(memory, point, none);
}

// Appends the points of the path to the goal, until one is refused.
template <class Append>
bool walk(const FieldMemory& memory, const FieldSight& sight, const Append& append) {
  if (!append(sight.point())) return false;
  if (sight.has_turn() && !append(sight.first())) return false;
  for (std::uint32_t at = sight.root(); at != FieldMemory::kNone; at = memory.roots[at].before) {
    if (!append(memory.roots[at].at)) return false;
  }
  return true;
}

// The point after the first on the path.
std::optional<Point> find_next_corner(const FieldMemory& memory, const FieldSight& sight) noexcept {
  if (sight.root() == FieldMemory::kNone) return std::nullopt;
  if (sight.turns()) return sight.first();
  std::array<Point, 2> path;
  PathWriter writer(path);
  (void)walk(memory, sight, [&](const Point& at) { return writer.append(at); });
  return path[writer.count() - 1];
}

}  // namespace

bool Field::is_current() const noexcept { return memory_->is_current(); }

double Field::known_distance() const noexcept { return memory_->known_distance; }

double Field::distance(const Point& point) const noexcept {
  return look(*memory_, point).distance();
}

std::optional<Point> Field::next_corner(const Point& point) const noexcept {
  return find_next_corner(*memory_, look(*memory_, point));
}

std::optional<Point> Field::next_corner(const Point& point, CellId& cell) const noexcept {
  return find_next_corner(*memory_, look(*memory_, point, cell));
}

std::optional<std::size_t> Field::nearest_goal(const Point& point) const noexcept {
  const FieldSight sight = look(*memory_, point);
  if (sight.root() == FieldMemory::kNone) return std::nullopt;
  return memory_->roots[sight.root()].goal;
}

PathResult Field::extract_path(const Point& point, std::span<Point> out) const noexcept {
  const FieldSight sight = look(*memory_, point);
  if (sight.root() == FieldMemory::kNone) return {};
  PathWriter writer(out);
  const bool fits = walk(*memory_, sight, [&](const Point& at) { return writer.append(at); });
  PathResult result{fits ? Status::ok : Status::truncated, writer.count()};
  result.cost = result.length = path_length(out.first(writer.count()));
  return result;
}

std::size_t Field::funnel_count() const noexcept { return memory_->sights.size(); }

// docs/architecture.md: "a field: 56 per funnel kept, 32 per corner"
static_assert(sizeof(FieldMemory::Sight) + sizeof(FieldMemory::Gate) == 56 &&
              sizeof(FieldMemory::Root) == 32);

std::size_t Field::memory_bytes() const noexcept {
  const FieldMemory& m = *memory_;
  return detail::bytes_of(m.roots, m.sights, m.gates, m.first_sight) + m.goals.memory_bytes();
}

Result extract_reached_tiles(const Field& field, double limit,
                             std::span<ReachedTile> out) noexcept {
  const FieldMemory& memory = *field.memory_;
  if (!memory.is_current()) return {Status::ok, 0};
  // Funnels enter it.
  const auto is_entered = [&](CellId cell) {
    return memory.first_sight[cell] != memory.first_sight[cell + 1];
  };
  return write_reached_tiles(
      *memory.mesh, limit, is_entered, [&](const Point& point) { return field.distance(point); },
      out);
}

}  // namespace taut
