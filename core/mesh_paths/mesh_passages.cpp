#include "mesh_passages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/float_lanes.hpp"
#include "core/base/lists.hpp"

namespace taut::detail {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// Bounds are computed in float: each is less by more than they are rounded.
constexpr float kRoom = 1.0F - 0x1p-20F;

// More than lines are rounded.
constexpr float kRoundUp = 1.0F + 0x1p-20F;

}  // namespace

void PlaceBounds::begin(const ConvexMesh& mesh, std::shared_ptr<const Landmarks> landmarks) {
  mesh_ = &mesh;
  landmarks_ = std::move(landmarks);
  const bool is_known = landmarks_ != nullptr && landmarks_->is_current(mesh);
  stride_ = is_known ? landmarks_->stride() : 0;
  ranges_.clear();
}

// What is not known is NaN: a comparison with it is false.
std::size_t PlaceBounds::add(const Point& place, std::uint32_t component) {
  if (stride_ == 0) return 0;
  const std::size_t first = ranges_.size();
  ranges_.resize(first + 2 * stride_);
  float* const low = ranges_.data() + first;
  float* const high = low + stride_;
  std::fill(low, high, 0.0F);
  std::fill(high, high + stride_, kFar);
  mesh_->for_each_cell_at(place, [&](CellId cell) {
    if (mesh_->component(cell) != component) return;
    for (const MeshEdge& edge : mesh_->edges(cell)) {
      const float line = kRoundUp * static_cast<float>(distance(place, edge.start()));
      const std::span<const float> row = landmarks_->distances(edge.vertex());
      for (std::size_t i = 0; i < stride_; ++i) {
        if (row[i] - line > low[i]) low[i] = row[i] - line;
        if (row[i] + line < high[i]) high[i] = row[i] + line;
      }
    }
  });
  return first / (2 * stride_);
}

// The slack of the landmarks is for differences of two rows; lines are rounded as they are.
double PlaceBounds::least_distance(std::size_t a, std::size_t b) const noexcept {
  const float* const low_a = ranges_.data() + a * 2 * stride_;
  const float* const low_b = ranges_.data() + b * 2 * stride_;
  FloatLanes most = fill_lanes(0.0F);
  for (std::size_t i = 0; i < stride_; i += kFloatLanes) {
    most = larger(load_lanes(low_a + i) - load_lanes(low_b + stride_ + i), most);
    most = larger(load_lanes(low_b + i) - load_lanes(low_a + stride_ + i), most);
  }
  return static_cast<double>(largest(most) - 2.0F * landmarks_->slack());
}

float PlaceBounds::least_distance_from(VertexId vertex, std::size_t place) const noexcept {
  const float* const row = landmarks_->distances(vertex).data();
  const float* const low = ranges_.data() + place * 2 * stride_;
  FloatLanes most = fill_lanes(0.0F);
  for (std::size_t i = 0; i < stride_; i += kFloatLanes) {
    const FloatLanes known = load_lanes(row + i);
    most = larger(load_lanes(low + i) - known, most);
    most = larger(known - load_lanes(low + stride_ + i), most);
  }
  return largest(most) - 2.0F * landmarks_->slack();
}

void MeshPassages::assign(const ConvexMesh& mesh, std::vector<Passage> passages) {
  all_ = std::move(passages);
  entries_.clear();
  has_entry_.assign(mesh.cell_ids() / 64 + 1, 0);
  // Nothing may allocate while cells are visited.
  const auto for_each_entry = [&](const auto& visit) {
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      mesh.for_each_cell_at(all_[i].entry, [&](CellId cell) {
        if (mesh.component(cell) == all_[i].from) visit(Entry{cell, i});
      });
    }
  };
  std::size_t count = 0;
  for_each_entry([&](const Entry&) { ++count; });
  entries_.reserve(count);
  for_each_entry([&](const Entry& entry) {
    entries_.push_back(entry);
    has_entry_[entry.cell / 64] |= std::uint64_t{1} << (entry.cell % 64);
  });
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.cell, a.passage) < std::tie(b.cell, b.passage);
  });
  place_entries();
  find_ways_in(mesh);
}

// Dead ends are trees: entries are counted from the leaves inward, each cell once.
void MeshPassages::find_ways_in(const ConvexMesh& mesh) {
  std::vector<CellId> cells;
  std::vector<std::uint64_t> is_seen(has_entry_.size());
  for (const Entry& entry : entries_) {
    for (CellId cell = entry.cell;; cell = mesh.cell_toward_exit(cell)) {
      const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
      if ((is_seen[cell / 64] & bit) != 0) break;
      is_seen[cell / 64] |= bit;
      cells.push_back(cell);
      if (!mesh.is_dead_end(cell)) break;
    }
  }
  std::sort(cells.begin(), cells.end());
  struct Way {
    std::uint32_t held = 0;  // entries in the cell, and in what is attached to it
    std::uint32_t open = 0;  // cells attached to it that are not counted
  };
  std::vector<Way> ways(cells.size());
  const auto way_of = [&](CellId cell) -> Way& {
    return ways[static_cast<std::size_t>(std::lower_bound(cells.begin(), cells.end(), cell) -
                                         cells.begin())];
  };
  for (const Entry& entry : entries_) ++way_of(entry.cell).held;
  for (const CellId cell : cells) {
    if (mesh.is_dead_end(cell)) ++way_of(mesh.cell_toward_exit(cell)).open;
  }
  std::vector<std::uint32_t> totals(parts_.size());
  const auto part_of = [&](std::uint32_t component) {
    return static_cast<std::size_t>(find_part(component) - parts_.data());
  };
  for (const Entry& entry : entries_) ++totals[part_of(all_[entry.passage].from)];
  for (const CellId leaf : cells) {
    // The last one that is counted goes on with the cell that it is attached to.
    for (CellId cell = leaf; way_of(cell).open == 0 && mesh.is_dead_end(cell);) {
      Way& way = way_of(cell);
      way.open = kNone;
      cell = mesh.cell_toward_exit(cell);
      way_of(cell).held += way.held;
      --way_of(cell).open;
    }
  }
  ways_in_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint32_t component = mesh.component(cells[i]);
    ways_in_.push_back({cells[i], component, ways[i].held == totals[part_of(component)]});
  }
}

bool MeshPassages::holds_all(CellId cell, std::uint32_t component) const noexcept {
  if (find_part(component) == nullptr) return true;
  const auto way = std::partition_point(ways_in_.begin(), ways_in_.end(),
                                        [&](const WayIn& other) { return other.cell < cell; });
  return way != ways_in_.end() && way->cell == cell && way->holds_all;
}

const MeshPassages::Part* MeshPassages::find_part(std::uint32_t component) const noexcept {
  const auto part = std::partition_point(
      parts_.begin(), parts_.end(), [&](const Part& other) { return other.component < component; });
  return part != parts_.end() && part->component == component ? &*part : nullptr;
}

void MeshPassages::place_entries() {
  std::vector<std::uint32_t> order(all_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return all_[a].from < all_[b].from; });
  parts_.clear();
  placed_.clear();
  const auto fill_up = [&] {
    placed_.resize((placed_.size() + kFloatLanes - 1) / kFloatLanes * kFloatLanes, kNone);
    if (!parts_.empty()) parts_.back().end = placed_.size();
  };
  for (const std::uint32_t i : order) {
    if (parts_.empty() || parts_.back().component != all_[i].from) {
      fill_up();
      parts_.push_back({all_[i].from, placed_.size(), 0});
    }
    placed_.push_back(i);
  }
  fill_up();
  x_.assign(placed_.size(), 0.0F);
  y_.assign(placed_.size(), 0.0F);
  for (std::size_t place = 0; place < placed_.size(); ++place) {
    if (placed_[place] == kNone) continue;
    x_[place] = all_[placed_[place]].entry.x;
    y_[place] = all_[placed_[place]].entry.y;
  }
}

std::span<const MeshPassages::Entry> MeshPassages::entries_in(CellId cell) const noexcept {
  const auto first = std::partition_point(entries_.begin(), entries_.end(),
                                          [&](const Entry& entry) { return entry.cell < cell; });
  auto last = first;
  while (last != entries_.end() && last->cell == cell) ++last;
  return {first, last};
}

std::size_t MeshPassages::memory_bytes() const noexcept {
  return bytes_of(all_, entries_, ways_in_, has_entry_, parts_, placed_, x_, y_);
}

void TargetBounds::fit(const ConvexMesh& mesh, const MeshPassages& passages) {
  if (known_.size() < mesh.vertex_ids()) known_.resize(mesh.vertex_ids() + mesh.vertex_ids() / 4);
  if (rests_.size() < passages.placed_.size()) rests_.resize(passages.placed_.size());
}

void TargetBounds::begin(const PassageQuery& over, const Point& goal) noexcept {
  over_ = &over;
  goal_ = goal;
  likely_ = 0;
  if (++query_ == 0) {
    std::fill(known_.begin(), known_.end(), Known{});
    query_ = 1;
  }
  const std::vector<std::uint32_t>& placed = over.passages->placed_;
  for (std::size_t place = 0; place < placed.size(); ++place) {
    const std::uint32_t passage = placed[place];
    rests_[place] = passage == MeshPassages::kNone ? kFar : static_cast<float>(over.rests[passage]);
  }
}

float TargetBounds::measure(const Point& at, std::uint32_t component, VertexId vertex) noexcept {
  const MeshPassages& passages = *over_->passages;
  const bool has_landmarks = vertex != kNone && !over_->bounds->is_empty();
  const auto least_distance = [&](float line, std::size_t place) {
    return has_landmarks ? (std::max)(line, over_->bounds->least_distance_from(vertex, place))
                         : line;
  };
  float least = kFar;
  if (component == over_->goal_component) {
    least = least_distance(static_cast<float>(distance(at, goal_)), 2 * passages.all().size() + 1);
  }
  const MeshPassages::Part* const part = passages.find_part(component);
  if (part == nullptr) return kRoom * least;
  const auto look_at = [&](float line, std::size_t i) {
    if (!(line + rests_[i] < least)) return;
    const float sum = least_distance(line, std::size_t{2} * passages.placed_[i]) + rests_[i];
    if (!(sum < least)) return;
    least = sum;
    likely_ = i;
  };
  if (has_landmarks && likely_ >= part->first && likely_ < part->end) {
    // Rounded as below: the order in which entries are looked at must not matter.
    const float x = passages.x_[likely_] - at.x;
    const float y = passages.y_[likely_] - at.y;
    look_at(std::sqrt(x * x + y * y), likely_);
  }
  const FloatLanes at_x = fill_lanes(at.x);
  const FloatLanes at_y = fill_lanes(at.y);
  for (std::size_t i = part->first; i < part->end; i += kFloatLanes) {
    const FloatLanes x = load_lanes(passages.x_.data() + i) - at_x;
    const FloatLanes y = load_lanes(passages.y_.data() + i) - at_y;
    const FloatLanes lines = square_root(x * x + y * y);
    for (std::size_t k = 0; k < kFloatLanes; ++k) look_at(lines[k], i + k);
  }
  return kRoom * least;
}

}  // namespace taut::detail
