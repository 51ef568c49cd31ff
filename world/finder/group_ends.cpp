// Free places around the goal of a group. n log n in the units: sizes that are much alike share
// their places, and a tree finds the first place that is large enough.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <tuple>

#include <taut/engine/constants.hpp>
#include <taut/engine/space.hpp>

#include "finder_memory.hpp"
#include "group_memory.hpp"

namespace taut {
namespace {

using Memory = GroupPaths::Memory;
using detail::LatticePoint;
using detail::to_lattice;

// Between places, in steps of the lattice: 1/16 tile.
constexpr std::int64_t kLeastStep = kLatticePerTile / 16;
// An octave of radii is halved so often where units find no place among those of the largest one.
constexpr int kMostHalvings = 4;

std::int64_t to_steps(double radius) noexcept {
  return static_cast<std::int64_t>(std::ceil(radius * kLatticePerTile));
}

// The largest integer whose square is at most n. Requires n below 2^52.
std::int64_t root(std::int64_t n) noexcept {
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (r * r > n) --r;
  while ((r + 1) * (r + 1) <= n) ++r;
  return r;
}

// A disc or a square at its end.
struct PlacedUnit {
  LatticePoint at;
  AgentShape shape;
  std::int64_t radius;
};

// The largest radius of an agent of a shape that, (dx, dy) away from a placed one, shares no more
// than a border with it. Negative when there is none. Requires dx, dy not negative.
std::int64_t room_beside(AgentShape shape, std::int64_t dx, std::int64_t dy,
                         const PlacedUnit& placed) noexcept {
  const std::int64_t r = placed.radius;
  if (placed.shape == AgentShape::square) {
    if (shape == AgentShape::square) return std::max(dx, dy) - r;
    const std::int64_t gap_x = std::max(dx - r, std::int64_t{0});
    const std::int64_t gap_y = std::max(dy - r, std::int64_t{0});
    return root(gap_x * gap_x + gap_y * gap_y);
  }
  if (shape != AgentShape::square) return root(dx * dx + dy * dy) - r;
  // A square beside a disc. Where a side of the square is opposite to the disc's centre:
  const std::int64_t beside = std::max(dx, dy) - r;
  if (beside >= std::min(dx, dy)) return beside;
  // Else its corner is the nearest to the centre.
  std::int64_t low = -1;
  std::int64_t high = std::min(dx, dy) + 1;
  while (high - low > 1) {
    const std::int64_t half = low + (high - low) / 2;
    const bool has_room = (dx - half) * (dx - half) + (dy - half) * (dy - half) >= r * r;
    (has_room ? low : high) = half;
  }
  return low;
}

// ---- the tree of rooms ----

void build_rooms(Memory::Raster& raster) {
  raster.first_leaf = std::bit_ceil(std::max<std::size_t>(raster.places.size(), 1));
  raster.rooms.assign(2 * raster.first_leaf, -1);
  for (std::size_t i = 0; i < raster.places.size(); ++i) {
    raster.rooms[raster.first_leaf + i] = std::numeric_limits<std::int32_t>::max();
  }
  for (std::size_t i = raster.first_leaf - 1; i > 0; --i) {
    raster.rooms[i] = std::max(raster.rooms[2 * i], raster.rooms[2 * i + 1]);
  }
}

void reduce_room(Memory::Raster& raster, std::size_t place, std::int64_t room) noexcept {
  std::size_t node = raster.first_leaf + place;
  if (room >= raster.rooms[node]) return;
  raster.rooms[node] = static_cast<std::int32_t>(room);
  while (node > 1) {
    node /= 2;
    const std::int32_t most = std::max(raster.rooms[2 * node], raster.rooms[2 * node + 1]);
    if (raster.rooms[node] == most) return;
    raster.rooms[node] = most;
  }
}

// The first place with room for a radius; null when there is none.
const Memory::Place* find_place(const Memory::Raster& raster, std::int64_t radius) noexcept {
  if (raster.rooms[1] < radius) return nullptr;
  std::size_t node = 1;
  while (node < raster.first_leaf) node = 2 * node + (raster.rooms[2 * node] < radius ? 1 : 0);
  return &raster.places[node - raster.first_leaf];
}

class EndChoice {
 public:
  EndChoice(const World& world, Memory& group) noexcept : world_(world), group_(group) {}

  void run() {
    begin_rasters();
    for (int halvings = 0;; ++halvings) {
      place_by_rings();
      if (halvings == kMostHalvings || !halve_rasters()) return;
    }
  }

 private:
  // The radii of one octave, of one shape, ground and goal. Sizes are sorted by these.
  void begin_rasters() {
    group_.raster_count = 0;
    for (std::uint32_t i = 0; i < group_.size_count; ++i) {
      const Memory::Size& size = group_.sizes[i];
      if (!needs_place(size)) continue;
      if (group_.raster_count > 0) {
        Memory::Raster& last = group_.rasters[group_.raster_count - 1];
        const Memory::Size& other = group_.sizes[last.last_size];
        const bool is_alike = other.agent.shape == size.agent.shape &&
                              other.agent.ground == size.agent.ground && other.goal == size.goal &&
                              std::ilogb(other.radius()) == std::ilogb(size.radius());
        if (is_alike) {
          last.last_size = i;
          continue;
        }
      }
      add_raster(i, i);
    }
  }

  void add_raster(std::uint32_t first, std::uint32_t last) {
    if (group_.raster_count == group_.rasters.size()) group_.rasters.emplace_back();
    Memory::Raster& raster = group_.rasters[group_.raster_count++];
    raster.first_size = first;
    raster.last_size = last;
  }

  // In two, by their radii, the rasters that lack places. Returns whether there is one.
  bool halve_rasters() {
    bool is_any = false;
    for (std::size_t i = group_.raster_count; i > 0; --i) {
      const std::uint32_t first = group_.rasters[i - 1].first_size;
      const std::uint32_t last = group_.rasters[i - 1].last_size;
      if (!group_.rasters[i - 1].lacks_places || first == last) continue;
      const double middle = 0.5 * (group_.sizes[first].radius() + group_.sizes[last].radius());
      std::uint32_t split = last;
      for (std::uint32_t size = last; size > first; --size) {
        if (needs_place(group_.sizes[size]) && group_.sizes[size].radius() > middle) split = size;
      }
      std::uint32_t below = split - 1;
      while (!needs_place(group_.sizes[below])) --below;
      group_.rasters[i - 1].last_size = below;
      add_raster(split, last);
      is_any = true;
    }
    return is_any;
  }

  void place_by_rings() {
    double radius = first_radius();
    std::size_t places_before = 0;
    least_radius_ = 0.0;
    for (;;) {
      std::size_t places = 0;
      for (std::size_t i = 0; i < group_.raster_count; ++i) {
        collect(group_.rasters[i], radius);
        places += group_.rasters[i].places.size();
      }
      // What lies farther away is wanted only while there is more of it.
      if (place_all() || (places == places_before && radius >= least_radius_)) return;
      places_before = places;
      radius *= 2.0;
    }
  }

  // Within it there is room for all units on open ground.
  [[nodiscard]] double first_radius() const noexcept {
    double area = 0.0;
    double most = 0.0;
    for (std::size_t i = 0; i < group_.size_count; ++i) {
      const Memory::Size& size = group_.sizes[i];
      area += 4.0 * size.radius() * size.radius() * static_cast<double>(size.units.size());
      most = std::max(most, size.radius());
    }
    return std::sqrt(area) + 2.0 * most;
  }

  // Points take no room. Where the goal is no place, there is no path.
  [[nodiscard]] bool needs_place(const Memory::Size& size) const noexcept {
    return size.radius() > 0.0 && world_.has_room(size.agent, size.goal);
  }

  // The places within radius, the nearest first.
  void collect(Memory::Raster& raster, double radius) {
    raster.places.clear();
    Memory::Size& size = group_.sizes[raster.last_size];
    raster.goal = to_lattice(size.goal);
    // On the lattice, so that two steps are never less than the size.
    raster.step = std::max(to_steps(group_.sizes[raster.first_size].radius()), kLeastStep);
    raster.most = to_steps(size.radius());
    // No place within this cost lies farther away than the radius.
    const Space& space = *world_.find_space(size.agent);
    const double limit = radius * static_cast<double>(space.least_cost());
    const std::optional<std::uint32_t> component = space.find_component(size.goal);
    note_costs(space, raster.step);
    WorldField& field = group_.field_of(size.agent);
    field.set_goals(std::array{FieldGoal{size.goal}}, {limit});
    if (!field.update(world_, group_.scratch)) return build_rooms(raster);
    const auto most =
        static_cast<std::int64_t>(radius * kLatticePerTile / static_cast<double>(raster.step));
    const auto low = [&](std::int64_t at) {
      return static_cast<int>(std::max(-most, -(at / raster.step)));
    };
    const auto high = [&](std::int64_t at, int side) {
      const std::int64_t beyond = std::int64_t{side} * kLatticePerTile - at;
      return static_cast<int>(std::min(most, beyond / raster.step));
    };
    raster.first_x = low(raster.goal.x);
    raster.first_y = low(raster.goal.y);
    raster.columns = high(raster.goal.x, world_.grid().width()) - raster.first_x + 1;
    const int last_y = high(raster.goal.y, world_.grid().height());
    for (int y = raster.first_y; y <= last_y; ++y) {
      for (int x = raster.first_x; x < raster.first_x + raster.columns; ++x) {
        const Point at = place_at(raster, x, y);
        const double away = field.distance(at);
        // From where links lead to the goal none need lead back.
        const bool is_beside = world_.links().empty() || space.find_component(at) == component;
        if (away <= limit && is_beside) raster.places.push_back({away, at});
      }
    }
    sort_places(raster, last_y - raster.first_y + 1);
  }

  [[nodiscard]] static Point place_at(const Memory::Raster& raster, int x, int y) noexcept {
    constexpr auto kScale = static_cast<float>(kLatticePerTile);
    return {static_cast<float>(raster.goal.x + x * raster.step) / kScale,
            static_cast<float>(raster.goal.y + y * raster.step) / kScale};
  }

  static void sort_places(Memory::Raster& raster, int rows) {
    std::sort(raster.places.begin(), raster.places.end(),
              [](const Memory::Place& a, const Memory::Place& b) {
                return std::make_tuple(a.distance, a.at.y, a.at.x) <
                       std::make_tuple(b.distance, b.at.y, b.at.x);
              });
    raster.ranks.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(raster.columns),
                        -1);
    for (std::size_t i = 0; i < raster.places.size(); ++i) {
      const LatticePoint at = to_lattice(raster.places[i].at);
      const auto x = (at.x - raster.goal.x) / raster.step - raster.first_x;
      const auto y = (at.y - raster.goal.y) / raster.step - raster.first_y;
      raster.ranks[static_cast<std::size_t>(y * raster.columns + x)] = static_cast<std::int32_t>(i);
    }
    build_rooms(raster);
  }

  // On ground so expensive that a cost leads less than some steps, a larger cost may have places.
  void note_costs(const Space& space, std::int64_t step) noexcept {
    if (!space.has_costs()) return;
    const std::span<const float> costs = space.cell_costs();
    const double most = static_cast<double>(*std::max_element(costs.begin(), costs.end()));
    const double steps = 4.0 * static_cast<double>(step) / kLatticePerTile;
    least_radius_ = std::max(least_radius_, steps * most / static_cast<double>(space.least_cost()));
  }

  // Whether every unit has an end whose goal is a place for it.
  bool place_all() {
    for (std::size_t i = 0; i < group_.raster_count; ++i) {
      Memory::Raster& raster = group_.rasters[i];
      raster.lacks_places = false;
      for (std::uint32_t size = raster.first_size; size <= raster.last_size; ++size) {
        raster_of_size(size) = static_cast<std::uint32_t>(i);
      }
    }
    bool has_all = true;
    for (std::size_t unit = 0; unit < group_.size_of.size(); ++unit) {
      if (group_.size_of[unit] == detail::kNone) continue;
      const Memory::Size& size = group_.sizes[group_.size_of[unit]];
      if (!needs_place(size)) continue;
      Memory::Raster& raster = group_.rasters[raster_of_size(group_.size_of[unit])];
      const std::int64_t radius = to_steps(size.radius());
      const Memory::Place* const place = find_place(raster, radius);
      group_.has_end[unit] = place != nullptr ? 1 : 0;
      if (place != nullptr) {
        group_.ends[unit] = place->at;
        take_room({to_lattice(place->at), size.agent.shape, radius});
      } else {
        raster.lacks_places = true;
        has_all = false;
      }
    }
    return has_all;
  }

  [[nodiscard]] std::uint32_t& raster_of_size(std::uint32_t size) noexcept {
    return group_.sizes[size].raster;
  }

  // From all places beside an agent that was placed.
  void take_room(const PlacedUnit& placed) noexcept {
    for (std::size_t i = 0; i < group_.raster_count; ++i) {
      Memory::Raster& raster = group_.rasters[i];
      if (raster.places.empty()) continue;
      const AgentShape shape = group_.sizes[raster.last_size].agent.shape;
      const std::int64_t radius = placed.radius + raster.most;
      const auto rows = static_cast<std::int64_t>(raster.ranks.size()) / raster.columns;
      const std::int64_t x0 = first_beside(placed.at.x - radius, raster.goal.x, raster);
      const std::int64_t y0 = first_beside(placed.at.y - radius, raster.goal.y, raster);
      for (std::int64_t y = std::max<std::int64_t>(y0, raster.first_y); y < raster.first_y + rows;
           ++y) {
        const std::int64_t dy = std::abs(raster.goal.y + y * raster.step - placed.at.y);
        if (dy > radius && raster.goal.y + y * raster.step > placed.at.y) break;
        for (std::int64_t x = std::max<std::int64_t>(x0, raster.first_x);
             x < raster.first_x + raster.columns; ++x) {
          const std::int64_t dx = std::abs(raster.goal.x + x * raster.step - placed.at.x);
          if (dx > radius && raster.goal.x + x * raster.step > placed.at.x) break;
          const std::int32_t rank = raster.ranks[static_cast<std::size_t>(
              (y - raster.first_y) * raster.columns + x - raster.first_x)];
          if (rank < 0) continue;
          reduce_room(raster, static_cast<std::size_t>(rank), room_beside(shape, dx, dy, placed));
        }
      }
    }
  }

  // The first step of a raster at `v` or beyond, or one before it.
  [[nodiscard]] static std::int64_t first_beside(std::int64_t v, std::int64_t goal,
                                                 const Memory::Raster& raster) noexcept {
    return (v - goal) / raster.step - 1;
  }

  const World& world_;
  Memory& group_;
  double least_radius_ = 0.0;  // one within which there are places beside the goal, if any
};

}  // namespace

void spread_ends(const World& world, GroupPaths::Memory& group) { EndChoice(world, group).run(); }

}  // namespace taut
