#include <taut/field.hpp>

#include <array>

#include <taut/detail/path_writer.hpp>

#include "field_memory.hpp"
#include "field_sight.hpp"

namespace taut {

Field::Field() : memory_(std::make_unique<FieldMemory>()) {}
Field::Field(Field&&) noexcept = default;
Field& Field::operator=(Field&&) noexcept = default;
Field::~Field() = default;

FieldScratch::FieldScratch() : memory_(std::make_unique<Memory>()) {}
FieldScratch::FieldScratch(FieldScratch&&) noexcept = default;
FieldScratch& FieldScratch::operator=(FieldScratch&&) noexcept = default;
FieldScratch::~FieldScratch() = default;

std::size_t FieldScratch::memory_bytes() const noexcept {
  const Memory& m = *memory_;
  return m.nodes.capacity() * sizeof(Memory::Node) + m.bounds.capacity() * sizeof(float) +
         m.first.capacity() * sizeof(std::uint32_t) + m.open.memory_bytes() +
         m.sight_ends.capacity() * sizeof(std::uint32_t) +
         m.vertex_marks.capacity() * sizeof(Memory::VertexMark) +
         m.targets.capacity() * sizeof(Memory::Target) + m.has_target.capacity() +
         m.distances.capacity() * sizeof(double) + m.components.capacity() * sizeof(std::uint32_t);
}

namespace {

// The shortest path from a point, if it is within reach; else one without a root.
FieldSight see(const FieldMemory& memory, const Point& point) noexcept {
  FieldSight sight(point);
  if (!memory.is_current()) return sight;
  sight.consider_cells(memory);
  return sight.distance() <= memory.reach ? sight : FieldSight(point);
}

// The same with a cell where the point may lie, which becomes one where it does.
FieldSight see(const FieldMemory& memory, const Point& point, CellId& cell) noexcept {
  FieldSight sight(point);
  if (!memory.is_current()) return sight;
  cell = sight.consider_cells(memory, cell);
  return sight.distance() <= memory.reach ? sight : FieldSight(point);
}

// Appends the points of the path to the goal, until one is refused.
template <class Append>
bool walk(const FieldMemory& memory, const Point& point, const FieldSight& sight,
          const Append& append) {
  if (!append(point)) return false;
  if (sight.has_turn() && !append(sight.first())) return false;
  for (std::uint32_t at = sight.root(); at != FieldMemory::kNone; at = memory.roots[at].before) {
    if (!append(memory.roots[at].at)) return false;
  }
  return true;
}

// The point after `point` on the path that it sees.
std::optional<Point> find_next_corner(const FieldMemory& memory, const Point& point,
                                      const FieldSight& sight) noexcept {
  if (sight.root() == FieldMemory::kNone) return std::nullopt;
  if (sight.turns()) return sight.first();
  std::array<Point, 2> path;
  PathWriter<Point> writer(path);
  (void)walk(memory, point, sight, [&](const Point& at) { return writer.append(at); });
  return path[writer.count() - 1];
}

}  // namespace

bool Field::is_current() const noexcept { return memory_->is_current(); }

double Field::reach() const noexcept { return memory_->reach; }

double Field::distance(const Point& point) const noexcept {
  return see(*memory_, snap(point)).distance();
}

std::optional<Point> Field::next_corner(const Point& point) const noexcept {
  const Point from = snap(point);
  return find_next_corner(*memory_, from, see(*memory_, from));
}

std::optional<Point> Field::next_corner(const Point& point, CellId& cell) const noexcept {
  const Point from = snap(point);
  return find_next_corner(*memory_, from, see(*memory_, from, cell));
}

std::optional<std::size_t> Field::nearest_goal(const Point& point) const noexcept {
  const FieldSight sight = see(*memory_, snap(point));
  if (sight.root() == FieldMemory::kNone) return std::nullopt;
  return memory_->roots[sight.root()].goal;
}

PathResult Field::extract_path(const Point& point, std::span<Point> out) const noexcept {
  const Point from = snap(point);
  const FieldSight sight = see(*memory_, from);
  if (sight.root() == FieldMemory::kNone) return {};
  PathWriter writer(out);
  const bool fits = walk(*memory_, from, sight, [&](const Point& at) { return writer.append(at); });
  PathResult result{fits ? Status::ok : Status::truncated, writer.count()};
  result.cost = result.length = path_length(out.first(writer.count()));
  return result;
}

std::size_t Field::funnel_count() const noexcept { return memory_->sights.size(); }

std::size_t Field::memory_bytes() const noexcept {
  const FieldMemory& m = *memory_;
  return m.roots.capacity() * sizeof(FieldMemory::Root) +
         m.sights.capacity() * sizeof(FieldMemory::Sight) +
         m.first_sight.capacity() * sizeof(std::uint32_t);
}

}  // namespace taut
