#include <algorithm>
#include <cmath>
#include <numbers>

#include "crowd_memory.hpp"

namespace taut::crowds {
namespace {

// Directions that are tried: tangents of half their angles to the way, 0, 16, 32 and 54 degrees.
constexpr std::array<float, 7> kLeans{0.0F,      0.14093F, -0.14093F, 0.28757F,
                                      -0.28757F, 0.51473F, -0.51473F};
// Where the flow is read along each, in tiles.
constexpr std::array<float, 10> kSamples{0.9F, 1.8F,  2.8F,  4.0F,  5.5F,
                                         7.5F, 10.0F, 13.5F, 18.0F, 24.0F};
constexpr float kLeastLook = 1.2F;
// Costs, in expected delays: of a turn, of another direction than before, of a wall, and what
// the left is cheaper, in any case and where others come.
constexpr float kTurnCost = 0.9F;
constexpr float kChangeCost = 0.24F;
constexpr float kWallCost = 1.5F;
constexpr float kDelayCost = 0.5F;
constexpr float kSideBias = 0.06F;
constexpr float kSideBiasAgainst = 0.6F;
constexpr float kFade = 0.8F;  // of what is farther
constexpr float kLeanRate = 0.44F;
constexpr float kThinFlow = 0.02F;

}  // namespace

FlowMap::FlowMap(int width, int height)
    : width_(width),
      height_(height),
      blocks_wide_((width + kSide - 1) >> kShift),
      block_of_(static_cast<std::size_t>(blocks_wide_) *
                static_cast<std::size_t>((height + kSide - 1) >> kShift)),
      blocks_(1) {}

void FlowMap::clear() noexcept {
  for (const std::uint32_t id : used_) {
    blocks_[block_of_[id]].fill({});
    block_of_[id] = 0;
  }
  used_.clear();
  taken_ = 1;
}

void FlowMap::add(Vec place, float area, Vec velocity) {
  const float fx = place.x - 0.5F;
  const float fy = place.y - 0.5F;
  const int x0 = tile_at(fx);
  const int y0 = tile_at(fy);
  const float ax = fx - static_cast<float>(x0);
  const float ay = fy - static_cast<float>(y0);
  for (int corner = 0; corner < 4; ++corner) {
    const int x = x0 + (corner & 1);
    const int y = y0 + (corner >> 1);
    if (x < 0 || y < 0 || x >= width_ || y >= height_) continue;
    std::uint32_t& block = block_of_[block_id(x, y)];
    if (block == 0) {
      if (taken_ == blocks_.size()) blocks_.emplace_back();
      used_.push_back(static_cast<std::uint32_t>(block_id(x, y)));
      block = static_cast<std::uint32_t>(taken_++);
    }
    Cell& cell = blocks_[block][cell_id(x, y)];
    const float part =
        area * ((corner & 1) != 0 ? ax : 1.0F - ax) * ((corner >> 1) != 0 ? ay : 1.0F - ay);
    cell.area += part;
    cell.momentum = cell.momentum + velocity * part;
  }
}

}  // namespace taut::crowds

namespace taut {

using namespace crowds;

void Crowd::Memory::make_flow() {
  flow.clear();
  for (const Unit& unit : units) {
    const float area = std::numbers::pi_v<float> * unit.radius * unit.radius;
    flow.add(to_vec(unit.at), area, unit.velocity);
  }
}

// The direction with the least turn and expected delay: where units are, as far as they do not move
// along.
Vec Crowd::Memory::lean(Unit& unit, const Grid& tiles, Vec way, float clear) {
  const float look = std::min(kSamples.back(), clear);
  if (look < kLeastLook) {
    unit.lean *= 0.7F;
    return way;
  }
  // Every other tick: the flow changes slowly.
  if ((ticks + static_cast<std::uint32_t>(unit.base_right)) % 2 != 0) return turn(way, unit.lean);
  const Vec at = to_vec(unit.at);
  float best = (std::numeric_limits<float>::max)();
  float pick = 0.0F;
  float against = 0.0F;
  for (const float tangent : kLeans) {
    const Vec ray = turn(way, tangent);
    const float side = tangent == 0.0F ? 0.0F : tangent > 0.0F ? 1.0F : -1.0F;
    float cost = kTurnCost * (1.0F - dot(ray, way)) + kChangeCost * std::fabs(tangent - unit.lean) -
                 side * (kSideBias + kSideBiasAgainst * std::min(against, 1.0F));
    float weight = 1.0F;
    for (const float sample : kSamples) {
      if (sample > look || cost >= best) break;  // it only becomes more
      const Vec p = at + ray * (sample + unit.radius);
      const int x = tile_at(p.x);
      const int y = tile_at(p.y);
      if (!tiles.is_walkable(x, y)) {
        if (side != 0.0F) cost += weight * kWallCost;
        break;
      }
      const FlowMap::Cell& cell = flow.at(x, y);
      if (cell.area >= kThinFlow) {
        const float along = dot(cell.momentum, ray) / (cell.area * unit.speed);
        const float full = weight * std::min(cell.area, 1.0F);
        cost += full * std::max(0.0F, 1.0F - along) * kDelayCost;
        if (side == 0.0F) against += full * std::max(0.0F, -along);
      }
      weight *= kFade;
    }
    if (cost < best) {
      best = cost;
      pick = tangent;
    }
  }
  unit.lean += kLeanRate * (pick - unit.lean);
  return turn(way, unit.lean);
}

// Where many meet at a corner they do not all take the place beside it: each aims at a place in the
// gap, by the angle from which it comes, so that their ways do not cross.
Vec Crowd::Memory::aim_through(const Unit& unit, const Grid& tiles, const Wish& wish, Vec way) {
  constexpr float kStep = 0.25F;
  constexpr float kWidest = 5.0F;
  constexpr float kSpread = 0.6F;
  constexpr float kCrowded = 0.3F;
  const Vec across = direction(wish.entry - wish.corner);
  if (across.x == 0.0F && across.y == 0.0F) return way;
  const Vec at = to_vec(unit.at);
  const Vec entry = at + wish.entry;
  if (flow.at(tile_at(entry.x), tile_at(entry.y)).area < kCrowded) return way;
  const Vec corner = at + wish.corner;
  float width = kStep;
  for (; width < kWidest; width += kStep) {
    const Vec p = corner + across * width;
    if (!tiles.is_walkable(tile_at(p.x), tile_at(p.y))) break;
  }
  const float low = unit.radius;
  if (width - kStep <= 2.0F * low) return way;
  const float high = std::min(width - low, kWidest);
  const float middle = 0.5F * (low + high);
  const float beside = std::clamp(-dot(wish.corner, across), low, high);
  const Vec from_middle = wish.corner * -1.0F - across * middle;
  const float aside = dot(from_middle, across);
  const float depth = std::fabs(det(from_middle, across));
  const float lane = middle + (high - middle) * aside / (std::fabs(aside) + depth + 1e-3F);
  const Vec aim = direction(wish.corner + across * (beside + (lane - beside) * kSpread));
  return dot(aim, way) > 0.2F ? aim : way;
}

}  // namespace taut
