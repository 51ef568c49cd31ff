#include "detour_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <taut/engine/constants.hpp>

namespace taut::crowds {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr std::uint32_t kMostSearches = (1U << 30U) - 1;
constexpr std::uint32_t kStartNode = (std::numeric_limits<std::uint32_t>::max)();

float tiles_between(const Steps& a, const Steps& b) noexcept {
  const Steps to = b - a;
  return std::sqrt(static_cast<float>(dot(to, to))) / static_cast<float>(kLatticePerTile);
}

std::int32_t divide_down(std::int32_t a, std::int32_t b) noexcept {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

}  // namespace

bool is_leg_free(const Grid& tiles, const Steps& from, const Steps& to, std::int32_t radius,
                 const std::vector<Standing>& standing, std::int64_t margin) noexcept {
  const Steps move = to - from;
  if (dot(move, move) > std::int64_t{kMostMove} * kMostMove) return false;
  const bool is_past_all =
      std::all_of(standing.begin(), standing.end(), [&](const Standing& other) {
        return keeps_distance(from - other.at, move, other.reach + margin);
      });
  return is_past_all && can_move(tiles, from, move, radius);
}

DetourMap::Node& DetourMap::node_at(std::uint32_t id) noexcept {
  Node& node = nodes_[id];
  if (node.search != search_) {
    node = {kInfinite, kInfinite, kStartNode, 0, 0, 0};
    node.search = search_ & kMostSearches;
  }
  return node;
}

Steps DetourMap::place_of(std::uint32_t node) const noexcept {
  const auto id = static_cast<std::int32_t>(node);
  return origin_ + Steps{id % kSide * spacing_, id / kSide * spacing_};
}

// Nodes are on the centres of tiles too. A node keeps so much distance from what stands that the
// step to its neighbour does as well.
void DetourMap::begin(const Steps& start, std::int32_t spacing,
                      const std::vector<Standing>& standing) {
  start_ = start;
  spacing_ = spacing;
  const std::int32_t shift = kLatticePerTile / 2 % spacing;
  const auto first = [&](std::int32_t at) {
    return (divide_down(at, spacing) - kSide / 2) * spacing + shift;
  };
  origin_ = {first(start.x), first(start.y)};
  search_ = (search_ + 1) & kMostSearches;
  if (search_ == 0 || nodes_.empty()) nodes_.assign(std::size_t{kSide} * kSide, {});
  if (search_ == 0) search_ = 1;
  open_.clear();
  for (const Standing& other : standing) {
    const std::int64_t square = other.reach * other.reach + std::int64_t{spacing} * spacing / 2;
    const Steps at = other.at - origin_;
    const auto wide = static_cast<std::int32_t>(other.reach) + spacing;
    const auto range = [&](std::int32_t v) {
      return std::clamp(divide_down(v, spacing), 0, kSide - 1);
    };
    for (std::int32_t y = range(at.y - wide); y <= range(at.y + wide); ++y) {
      for (std::int32_t x = range(at.x - wide); x <= range(at.x + wide); ++x) {
        const Steps to = Steps{x * spacing, y * spacing} - at;
        if (dot(to, to) < square) node_at(static_cast<std::uint32_t>(y * kSide + x)).is_blocked = 1;
      }
    }
  }
}

void DetourMap::add_end(const Steps& place, float rest) {
  const Steps at = place - origin_;
  const std::int32_t x = divide_down(at.x + spacing_ / 2, spacing_);
  const std::int32_t y = divide_down(at.y + spacing_ / 2, spacing_);
  if (x < 0 || y < 0 || x >= kSide || y >= kSide) return;
  Node& node = node_at(static_cast<std::uint32_t>(y * kSide + x));
  node.rest = std::min(node.rest, rest);
}

void DetourMap::reach(std::uint32_t id, float cost, std::uint32_t from, const Steps& last) {
  Node& node = node_at(id);
  if (node.is_closed != 0 || node.is_blocked != 0 || cost >= node.cost) return;
  node.cost = cost;
  node.from = from;
  open_.push_back({cost + tiles_between(place_of(id), last), id});
  std::push_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.node > b.node;
  });
}

void DetourMap::expand(std::uint32_t id, const Grid& tiles, std::int32_t radius,
                       const Steps& last) {
  const Steps at = place_of(id);
  const float straight = static_cast<float>(spacing_) / static_cast<float>(kLatticePerTile);
  const auto column = static_cast<std::int32_t>(id) % kSide;
  const auto row = static_cast<std::int32_t>(id) / kSide;
  for (std::int32_t dy = -1; dy <= 1; ++dy) {
    for (std::int32_t dx = -1; dx <= 1; ++dx) {
      const std::int32_t x = column + dx;
      const std::int32_t y = row + dy;
      if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= kSide || y >= kSide) continue;
      const auto to = static_cast<std::uint32_t>(y * kSide + x);
      const float cost = nodes_[id].cost + (dx != 0 && dy != 0 ? 1.41421356F : 1.0F) * straight;
      const Node& node = node_at(to);
      if (node.is_closed != 0 || node.is_blocked != 0 || cost >= node.cost) continue;
      if (can_move(tiles, at, {dx * spacing_, dy * spacing_}, radius)) reach(to, cost, id, last);
    }
  }
}

bool DetourMap::find(const Grid& tiles, std::int32_t radius, const Steps& last,
                     const std::vector<Standing>& standing, std::vector<Steps>& way) {
  constexpr std::int32_t kMiddle = kSide / 2;
  for (std::int32_t y = kMiddle - 2; y <= kMiddle + 2; ++y) {
    for (std::int32_t x = kMiddle - 2; x <= kMiddle + 2; ++x) {
      const auto id = static_cast<std::uint32_t>(y * kSide + x);
      const Steps place = place_of(id);
      if (node_at(id).is_blocked != 0 || !is_leg_free(tiles, start_, place, radius, standing, 0)) {
        continue;
      }
      reach(id, tiles_between(start_, place), kStartNode, last);
    }
  }
  float best = kInfinite;
  std::uint32_t end = kStartNode;
  for (std::size_t expanded = 0; !open_.empty() && expanded < kMostExpansions;) {
    std::pop_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) {
      return a.bound != b.bound ? a.bound > b.bound : a.node > b.node;
    });
    const Open next = open_.back();
    open_.pop_back();
    if (next.bound >= best) break;
    Node& node = node_at(next.node);
    if (node.is_closed != 0) continue;
    node.is_closed = 1;
    ++expanded;
    if (node.cost + node.rest < best) {
      best = node.cost + node.rest;
      end = next.node;
    }
    expand(next.node, tiles, radius, last);
  }
  if (end == kStartNode) return false;
  write_way(end, way);
  return true;
}

void DetourMap::write_way(std::uint32_t end, std::vector<Steps>& way) const {
  way.clear();
  for (std::uint32_t node = end; node != kStartNode; node = nodes_[node].from) {
    way.push_back(place_of(node));
  }
  way.push_back(start_);
  std::reverse(way.begin(), way.end());
}

}  // namespace taut::crowds
