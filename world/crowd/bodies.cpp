#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr float kLongestMove = 1.5F;   // of speed times tick
constexpr float kTouchSlack = 0.02F;   // tiles: more than what floats are wrong by
constexpr float kNearHorizon = 0.9F;   // seconds
constexpr float kFarthestNear = 2.2F;  // tiles
constexpr std::size_t kLeastBins = 4096;
constexpr std::size_t kBinsPerUnit = 16;

float square_of(float v) { return v * v; }

// The distance within which a unit takes others into account, without their radius.
float reach_of(float radius, float speed) {
  return std::max(std::min(kFarthestNear, speed * kNearHorizon + radius), radius + 0.1F);
}

// In steps: whole ones, unless they are so few that the rest counts.
float longest_move_of(const Unit& unit, float dt) {
  const float longest =
      std::min(kLongestMove * unit.speed * dt * kTile, static_cast<float>(kMostMove - 2));
  return longest < static_cast<float>(kSlow) ? longest : std::floor(longest);
}

// The nearest few bodies, by the gap and then in the order of the bodies.
class Nearest {
 public:
  explicit Nearest(std::uint32_t* out) noexcept : out_(out) {}

  void add(std::uint32_t body, float far2, float radii) noexcept {
    // Most are farther than those already found: no root for them.
    if (count_ == kNeighbours && far2 > square_of(gaps_.back() + radii)) return;
    const float gap = std::sqrt(far2) - radii;
    const bool is_full = count_ == kNeighbours;
    if (is_full && !is_before(gap, body, kNeighbours - 1)) return;
    std::size_t z = is_full ? kNeighbours - 1 : count_++;
    for (; z > 0 && is_before(gap, body, z - 1); --z) {
      gaps_[z] = gaps_[z - 1];
      out_[z] = out_[z - 1];
    }
    gaps_[z] = gap;
    out_[z] = body;
  }

  // None with a wider gap would be added.
  [[nodiscard]] float most_gap() const noexcept {
    return count_ < kNeighbours ? std::numeric_limits<float>::infinity() : gaps_.back();
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(count_); }

 private:
  [[nodiscard]] bool is_before(float gap, std::uint32_t body, std::size_t z) const noexcept {
    return gap < gaps_[z] || (gap == gaps_[z] && body < out_[z]);
  }

  std::array<float, kNeighbours> gaps_{};
  std::uint32_t* out_;
  std::size_t count_ = 0;
};

}  // namespace

// Sorts the units by bins, in each by id. Bins are tiles, or larger squares where the units are far
// apart.
void Crowd::Memory::sort_units() {
  Steps low{(std::numeric_limits<std::int32_t>::max)(), (std::numeric_limits<std::int32_t>::max)()};
  Steps high{0, 0};
  widest = 0.0F;
  longest_move = 0.0F;
  for (const Unit& unit : units) {
    low = {std::min(low.x, unit.at.x), std::min(low.y, unit.at.y)};
    high = {std::max(high.x, unit.at.x), std::max(high.y, unit.at.y)};
    widest = std::max(widest, unit.radius);
    longest_move = std::max(longest_move, kLongestMove * unit.speed * dt);
  }
  box_tile = {low.x / kLatticePerTile, low.y / kLatticePerTile};
  for (bin_shift = 0;; ++bin_shift) {
    bins_wide = ((high.x / kLatticePerTile - box_tile.x) >> bin_shift) + 1;
    bins_high = ((high.y / kLatticePerTile - box_tile.y) >> bin_shift) + 1;
    const std::size_t bins =
        static_cast<std::size_t>(bins_wide) * static_cast<std::size_t>(bins_high);
    if (bins <= kLeastBins + kBinsPerUnit * units.size()) break;
  }
  const auto bin_of = [&](const Unit& unit) {
    const int x = (unit.at.x / kLatticePerTile - box_tile.x) >> bin_shift;
    const int y = (unit.at.y / kLatticePerTile - box_tile.y) >> bin_shift;
    return static_cast<std::size_t>(y * bins_wide + x);
  };
  const std::size_t bins =
      static_cast<std::size_t>(bins_wide) * static_cast<std::size_t>(bins_high);
  bin_begin.reserve(kLeastBins + kBinsPerUnit * units.capacity() + 2);  // as many as there may be
  bin_begin.assign(bins + 2, 0);
  for (const Unit& unit : units) ++bin_begin[bin_of(unit) + 2];
  for (std::size_t bin = 2; bin < bin_begin.size(); ++bin) bin_begin[bin] += bin_begin[bin - 1];
  order.resize(units.size());
  for (std::uint32_t i = 0; i < units.size(); ++i) order[bin_begin[bin_of(units[i]) + 1]++] = i;
  // In the order of the last tick, mostly that of the ids: by insertion.
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    const std::uint32_t from = order[i];
    const std::uint32_t first = bin_begin[bin_of(units[from])];
    std::uint32_t place = i;
    for (; place > first && units[order[place - 1]].id > units[from].id; --place) {
      order[place] = order[place - 1];
    }
    order[place] = from;
  }
  sorted_units.clear();
  for (const std::uint32_t from : order) sorted_units.push_back(units[from]);
  units.swap(sorted_units);
}

void Crowd::Memory::make_bodies() {
  bodies.resize(units.size());
  spots.resize(units.size());
  for (std::uint32_t place = 0; place < units.size(); ++place) {
    const Unit& unit = units[place];
    slots[unit.id] = place;
    Body body;
    body.at = unit.at;
    body.id = unit.id;
    body.is_buried = unit.is_buried;
    body.radius_steps = unit.radius_steps;
    body.radius = unit.radius;
    body.longest = longest_move_of(unit, dt);
    body.most_move = static_cast<std::int32_t>(std::ceil(body.longest));
    bodies[place] = body;
    spots[place] = {body.at, body.radius, static_cast<float>(body.most_move) / kTile};
  }
}

// Lists for each body those that it may touch in this tick, and the nearest few.
void Crowd::Memory::find_neighbours() {
  touching.clear();
  touches.clear();
  nearest.resize(bodies.size() * kNeighbours);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Body& body = bodies[b];
    const Unit& unit = units[b];
    body.touch_begin = static_cast<std::uint32_t>(touching.size());
    const float most = static_cast<float>(body.most_move) / kTile;
    const float reach = reach_of(body.radius, unit.speed) + widest;
    const float touch = most + longest_move + kTouchSlack;
    add_neighbours(b, reach, body.radius + widest + touch);
    body.touch_end = static_cast<std::uint32_t>(touching.size());
    const std::int32_t wide =
        body.radius_steps + body.most_move + static_cast<std::int32_t>(kTile * 0.5F);
    const PlaceBox box = box_around(body.at, wide);
    body.near_wall =
        !for_each_blocked(tiles_of(unit), box.low, box.high, [](int, int) { return false; });
  }
}

// First looks where others may touch it, in a small box. Where that holds kNeighbours, few of those
// outside can be nearer.
void Crowd::Memory::add_neighbours(std::size_t b, float reach, float touch) {
  Body& body = bodies[b];
  const Spot self = spots[b];
  Nearest near(&nearest[b * kNeighbours]);
  const auto box_of = [&](float far) {
    const auto wide = static_cast<std::int32_t>(far * kTile) + 1;
    return bins_of({body.at - Steps{wide, wide}, body.at + Steps{wide, wide}});
  };
  const BinBox inner = box_of(touch);
  for (int row = inner.y0; row <= inner.y1; ++row) {
    const std::uint32_t end = bin_start(inner.x1 + 1, row);
    for (std::uint32_t j = bin_start(inner.x0, row); j < end; ++j) {
      if (j == b) continue;
      const Spot& other = spots[j];
      const float far2 = square(to_vec(other.at - self.at));
      const float radii = self.radius + other.radius;
      const float most = radii + self.most_move + other.most_move + kTouchSlack;
      if (far2 < most * most) {
        touching.push_back(j);
        if (j > b) touches.push_back({static_cast<std::uint32_t>(b), j});
      }
      if (far2 <= reach * reach) near.add(j, far2, radii);
    }
  }
  const float most = std::min(reach, near.most_gap() + self.radius + widest);
  const BinBox outer = box_of(most);
  const auto add_bins = [&](int row, int x0, int x1) {
    if (x0 > x1) return;
    const std::uint32_t end = bin_start(x1 + 1, row);
    for (std::uint32_t j = bin_start(x0, row); j < end; ++j) {
      const float far2 = square(to_vec(spots[j].at - self.at));
      if (far2 <= reach * reach) near.add(j, far2, self.radius + spots[j].radius);
    }
  };
  for (int row = outer.y0; row <= outer.y1; ++row) {
    const bool is_inner = row >= inner.y0 && row <= inner.y1;
    add_bins(row, outer.x0, is_inner ? inner.x0 - 1 : outer.x1);
    if (is_inner) add_bins(row, inner.x1 + 1, outer.x1);
  }
  body.near_count = near.count();
}

}  // namespace taut
