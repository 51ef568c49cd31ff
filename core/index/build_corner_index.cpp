#include <taut/engine/build_corner_index.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/vectors.hpp>

#include "core/base/run_threads.hpp"

#include "corner_graph.hpp"
#include "corner_view.hpp"
#include "goal_flags.hpp"
#include "hub_labels.hpp"
#include "sight_lists.hpp"

namespace taut {

class CornerIndexBuild {
 public:
  CornerIndexBuild(const ConvexMesh& mesh, std::size_t max_bytes, std::size_t threads)
      : mesh_(mesh), max_bytes_(max_bytes), threads_(threads) {}

  [[nodiscard]] CornerIndex run() {
    list_corners();
    threads_ = std::clamp<std::size_t>(threads_, 1, 1 + corners_.size() / kCornersPerThread);
    if (!look_around()) return {};
    renumber(find_hub_order(CornerGraph(corners_, pairs_), kTreeEntries, threads_));
    const CornerGraph graph(corners_, std::exchange(pairs_, {}));
    sort_sights();
    const std::size_t bytes = result_.sights_.size() * CornerIndex::kSightBytes + fixed_bytes();
    if (bytes > max_bytes_) return {};
    const std::optional<HubLabels> labels =
        build_hub_labels(graph, (max_bytes_ - bytes) / CornerIndex::kLabelBytes, threads_);
    if (!labels) return {};
    cut_map();
    flags_.emplace(result_.parts_, corners_, graph);
    find_views();
    flags_->add_paths(*labels, threads_);
    take_labels(*labels);
    if (!split_sights()) return {};
    result_.corners_.reserve(corners_.size());
    for (const IndexCorner& corner : corners_) result_.corners_.push_back(corner.at);
    if (!list_sights()) return {};
    result_.state_ = mesh_.state();
    return std::move(result_);
  }

 private:
  using Sight = CornerIndex::Sight;
  using PartBits = CornerIndex::PartBits;
  // With fewer a thread is not worth its start.
  static constexpr std::size_t kCornersPerThread = 64;
  static constexpr std::size_t kTreeEntries = std::size_t{1} << 21U;
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct SightOf {
    CellId cell;
    Sight sight;
  };
  // A way that leads on from a corner: to the next one, and over it to some hubs; or to the corner
  // itself, which is a hub too.
  struct Way {
    std::uint32_t next;         // half of the next corner
    std::uint32_t first_label;  // up to that of the way after it
  };

  [[nodiscard]] std::size_t fixed_bytes() const noexcept {
    return corners_.size() * (sizeof(Point) + 2 * sizeof(std::uint32_t)) + sizeof(std::uint32_t) +
           list_bytes();
  }
  // Lists of free ids are not counted: whether an index fits must not depend on earlier edits.
  [[nodiscard]] std::size_t list_bytes() const noexcept {
    return mesh_.cell_count() * sizeof(CornerIndex::SightList);
  }

  // Lists the corners by place, and around each the edges that start there. Of two at one place,
  // and of edges, the ends decide: ids depend on the edits that led to the mesh.
  void list_corners() {
    struct Start {
      std::array<float, 6> key;  // the corner, the end of its wall, the end of the edge
      VertexId vertex;
      EdgeId edge;
    };
    std::vector<Start> starts;
    std::vector<Point> wall_ends(mesh_.vertex_ids());
    mesh_.for_each_cell([&](CellId cell) {
      const std::span<const MeshEdge> ring = mesh_.edges(cell);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (!ring[i].is_corner()) continue;
        const Point& at = ring[i].start();
        const Point& end = ring[i + 1 == ring.size() ? 0 : i + 1].start();
        if (ring[i].is_wall()) wall_ends[ring[i].vertex()] = end;
        starts.push_back({{at.y, at.x, 0.0F, 0.0F, end.y, end.x},
                          ring[i].vertex(),
                          mesh_.first_edge(cell) + static_cast<EdgeId>(i)});
      }
    });
    for (Start& start : starts) {
      start.key[2] = wall_ends[start.vertex].y;
      start.key[3] = wall_ends[start.vertex].x;
    }
    std::sort(starts.begin(), starts.end(),
              [](const Start& a, const Start& b) { return a.key < b.key; });
    place_.assign(mesh_.vertex_ids(), 0);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Start& start = starts[i];
      if (i == 0 || start.vertex != starts[i - 1].vertex) {
        place_[start.vertex] = static_cast<std::uint32_t>(corners_.size());
        corners_.push_back({mesh_.edge(start.edge).start(), {}, {}});
        first_of_fan_.push_back(static_cast<std::uint32_t>(i));
      }
      fan_.push_back(start.edge);
      find_walls(start.edge);
    }
    first_of_fan_.push_back(static_cast<std::uint32_t>(fan_.size()));
  }

  // Sets the walls beside the last corner that are next to this edge, which starts there.
  void find_walls(EdgeId edge) {
    IndexCorner& corner = corners_.back();
    const MeshEdge& next = mesh_.edge(mesh_.next(edge));
    const MeshEdge& before = mesh_.edge(mesh_.previous(edge));
    if (mesh_.edge(edge).is_wall()) corner.out_wall = detail::between(corner.at, next.start());
    if (before.is_wall()) corner.in_wall = detail::between(corner.at, before.start());
  }

  // What some corners see.
  struct Seen {
    std::vector<SightOf> sights;
    std::vector<CornerGraph::Pair> pairs;
  };

  // Finds what each corner sees. False when that takes more than max_bytes_.
  [[nodiscard]] bool look_around() {
    constexpr std::size_t kCornersAtOnce = 32;
    const std::size_t fixed = fixed_bytes();
    const std::size_t most =
        max_bytes_ < fixed ? 0 : (max_bytes_ - fixed) / CornerIndex::kSightBytes;
    detail::Shared<std::size_t> count(0);
    std::vector<Seen> seen((corners_.size() + kCornersAtOnce - 1) / kCornersAtOnce);
    detail::run_blocks(
        seen.size(), threads_, [&](std::size_t /*thread*/) { return CornerView(mesh_); },
        [&](CornerView& view, std::size_t block) {
          const std::size_t first = block * kCornersAtOnce;
          const std::size_t end = std::min(first + kCornersAtOnce, corners_.size());
          for (std::size_t i = first; i < end && count.get() <= most; ++i) {
            look(view, static_cast<std::uint32_t>(i), seen[block]);
            count.add(view.cones().size());
          }
        });
    if (count.get() > most) return false;
    sights_.reserve(count.get());
    for (Seen& block : seen) {
      sights_.insert(sights_.end(), block.sights.begin(), block.sights.end());
      pairs_.insert(pairs_.end(), block.pairs.begin(), block.pairs.end());
      block = {};
    }
    return true;
  }

  void look(CornerView& view, std::uint32_t corner, Seen& seen) const {
    const Point& at = corners_[corner].at;
    view.look(corners_[corner],
              std::span(fan_).subspan(first_of_fan_[corner],
                                      first_of_fan_[corner + 1] - first_of_fan_[corner]));
    for (const CornerCone& cone : view.cones()) {
      seen.sights.push_back(
          {cone.cell,
           {at, detail::to_rays(cone.right_ray, cone.left_ray), half_of(corner, cone.side), 0, 0}});
    }
    std::vector<VertexId> others(view.corners().begin(), view.corners().end());
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const VertexId vertex : others) seen.pairs.emplace_back(corner, place_[vertex]);
  }

  // Makes the order of the hubs the numbers of the corners.
  void renumber(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> number(order.size());
    std::vector<IndexCorner> corners;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      number[order[i]] = i;
      corners.push_back(corners_[order[i]]);
    }
    corners_ = std::move(corners);
    for (CornerGraph::Pair& pair : pairs_) pair = {number[pair.first], number[pair.second]};
    for (SightOf& of : sights_) {
      of.sight.half = 2 * number[of.sight.half / 2] + of.sight.half % 2;
    }
  }

  // Puts the sights in the order of the cells.
  void sort_sights() {
    std::vector<std::uint32_t>& first = first_sight_;
    first.assign(mesh_.cell_ids() + 1, 0);
    for (const SightOf& of : sights_) ++first[of.cell];
    std::uint32_t end = 0;
    for (std::uint32_t& begin : first) begin = end += begin;
    result_.sights_.resize(end);
    for (std::size_t i = sights_.size(); i-- > 0;) {
      result_.sights_[--first[sights_[i].cell]] = sights_[i].sight;
    }
    sights_ = {};
  }

  // Cuts the map into parts with as many corners, each time across its longer side.
  void cut_map() {
    std::vector<Point> places;
    for (const IndexCorner& corner : corners_) places.push_back(corner.at);
    cut_part(places, 1);
  }

  void cut_part(std::span<Point> places, std::size_t part) {
    if (part >= CornerIndex::kParts || places.empty()) return;
    Point low = places.front();
    Point high = low;
    for (const Point& place : places) {
      low = component_min(low, place);
      high = component_max(high, place);
    }
    const bool is_wide = high.x - low.x >= high.y - low.y;
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    std::nth_element(
        places.begin(), middle, places.end(),
        [is_wide](const Point& a, const Point& b) { return is_wide ? a.x < b.x : a.y < b.y; });
    const std::size_t half = places.size() / 2;
    result_.parts_.cuts[part] = {is_wide ? middle->x : middle->y, is_wide ? 0U : 1U};
    cut_part(places.first(half), 2 * part);
    cut_part(places.subspan(half), 2 * part + 1);
  }

  void find_views() {
    mesh_.for_each_cell([&](CellId cell) {
      const SightLists::Box box(mesh_.edges(cell));
      const PartBits parts = result_.parts_.touching(box.low, box.high);
      for (std::uint32_t i = first_sight_[cell]; i < first_sight_[cell + 1]; ++i) {
        flags_->add_view(result_.sights_[i], parts);
      }
    });
  }

  // Lists the labels of both halves of each corner, way by way.
  void take_labels(const HubLabels& labels) {
    std::vector<std::uint32_t> first{0};  // per corner, of its labels among all
    for (const std::vector<HubLabel>& own : labels) {
      first.push_back(first.back() + static_cast<std::uint32_t>(own.size()));
    }
    std::vector<Half> halves(2 * corners_.size());
    detail::run_blocks(
        halves.size(), threads_, [](std::size_t /*thread*/) { return 0; },
        [&](int, std::size_t i) { halves[i] = list_labels(i, labels[i / 2]); });
    // Per label its places in the index, of both halves.
    std::vector<std::array<std::uint32_t, 2>> places(first.back(), {kNone, kNone});
    result_.labels_.reserve(first.back() + corners_.size());
    result_.first_label_.reserve(halves.size() + 1);
    for (std::uint32_t i = 0; i < halves.size(); ++i) {
      const std::vector<HubLabel>& own = labels[i / 2];
      first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
      result_.first_label_.push_back(static_cast<std::uint32_t>(result_.labels_.size()));
      const std::vector<std::uint32_t>& order = halves[i].order;
      for (std::size_t k = 0; k < order.size(); ++k) {
        const HubLabel& label = own[order[k]];
        if (k == 0 || label.before != own[order[k - 1]].before) add_way(i, label);
        places[first[i / 2] + order[k]][i % 2] = static_cast<std::uint32_t>(result_.labels_.size());
        result_.labels_.push_back({label.distance, label.hub, halves[i].parts[k]});
      }
      halves[i] = {};
    }
    first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
    ways_.push_back({0, static_cast<std::uint32_t>(result_.labels_.size())});
    result_.first_label_.push_back(ways_.back().first_label);
    link_labels(labels, first, places);
  }

  // The labels of a corner for paths that arrive from a side, in the order of ways: their places
  // among all of the corner, and toward which parts of the map each is needed.
  struct Half {
    std::vector<std::uint32_t> order;
    std::vector<PartBits> parts;
  };

  [[nodiscard]] Half list_labels(std::size_t half, const std::vector<HubLabel>& own) const {
    const auto number = static_cast<std::uint32_t>(half / 2);
    const CornerSide side = side_of_half(half);
    const IndexCorner& corner = corners_[number];
    std::vector<std::uint32_t> order;
    const auto way_of = [&](std::uint32_t place) {
      return detail::between(corner.at, corners_[own[place].before].at);
    };
    for (std::uint32_t k = 0; k < own.size(); ++k) {
      const bool is_own = own[k].before == number;
      if (corner.has_sides() ? is_own || corner.side_of(way_of(k)) != side
                             : side == CornerSide::out) {
        order.push_back(k);
      }
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t to_a = own[a].before;
      const std::uint32_t to_b = own[b].before;
      if (to_a == to_b) return a < b;
      if (to_a == number || to_b == number) return to_a == number;
      const double turn = corner.has_sides() ? cross(way_of(a), way_of(b)) : 0.0;
      if (turn != 0.0) return side == CornerSide::out ? turn < 0.0 : turn > 0.0;
      return to_a < to_b;
    });
    std::vector<PartBits> parts;
    parts.reserve(order.size());
    for (const std::uint32_t place : order) {
      parts.push_back(flags_->find_label_flags(number, side, place, own[place]));
    }
    return {std::move(order), std::move(parts)};
  }

  void add_way(std::uint32_t half, const HubLabel& label) {
    const std::uint32_t number = half / 2;
    const IndexCorner& corner = corners_[number];
    const IndexCorner& next = corners_[label.before];
    const bool is_own = label.before == number;
    // A corner without sides lets all ways pass: they have no direction. Nor has that to itself.
    directions_.push_back(corner.has_sides() ? detail::between(corner.at, next.at)
                                             : detail::Vector{});
    const CornerSide entered =
        is_own ? side_of_half(half) : next.side_of(detail::between(next.at, corner.at));
    ways_.push_back(
        {half_of(label.before, entered), static_cast<std::uint32_t>(result_.labels_.size())});
  }

  // Divides the sights into parts whose points reach the same hubs, and gives them their labels.
  // False when they take more than max_bytes_.
  [[nodiscard]] bool split_sights() {
    const std::vector<Sight> whole = std::exchange(result_.sights_, {});
    const std::size_t bytes =
        result_.memory_bytes() + corners_.size() * sizeof(Point) + list_bytes();
    result_.sights_.reserve(whole.size());
    std::uint32_t begin = 0;
    for (std::size_t cell = 0; cell + 1 < first_sight_.size(); ++cell) {
      const std::uint32_t end = first_sight_[cell + 1];
      first_sight_[cell] = static_cast<std::uint32_t>(result_.sights_.size());
      for (; begin < end; ++begin) split(whole[begin]);
      if (result_.sights_.size() * CornerIndex::kSightBytes + bytes > max_bytes_) return false;
    }
    first_sight_.back() = static_cast<std::uint32_t>(result_.sights_.size());
    return true;
  }

  // Brings the sights into their final form. False when they take more than max_bytes_.
  [[nodiscard]] bool list_sights() {
    const std::vector<Sight> sights = std::exchange(result_.sights_, {});
    const auto count = [&](CellId cell) { return first_sight_[cell + 1] - first_sight_[cell]; };
    std::size_t bytes = result_.memory_bytes() + list_bytes();
    mesh_.for_each_cell([&](CellId cell) { bytes += CornerIndex::bytes_of(count(cell)); });
    if (bytes > max_bytes_) return false;
    const SightLists lists(result_, mesh_, first_sight_);
    detail::run_blocks(
        mesh_.cell_ids(), threads_, [](std::size_t /*thread*/) { return std::vector<PartBits>(); },
        [&](std::vector<PartBits>& parts, std::size_t i) {
          const auto cell = static_cast<CellId>(i);
          const auto own = std::span(sights).subspan(first_sight_[cell], count(cell));
          if (own.empty()) return;
          parts.clear();
          for (const Sight& sight : own) parts.push_back(find_parts(sight));
          lists.set(mesh_, cell, own, parts);
        });
    return true;
  }

  // The parts of the map toward which a sight is needed.
  [[nodiscard]] PartBits find_parts(const Sight& sight) const noexcept {
    PartBits parts = 0;
    for (std::uint32_t i = sight.first_label; i < sight.last_label; ++i) {
      parts |= result_.labels_[i].parts;
    }
    return parts & flags_->find_flags(sight);
  }

  // From the right ray to the left one, ways of paths that come from `out` end to pass, one after
  // the other, and those of `in` begin to: where the point is straight behind the way.
  void split(Sight sight) {
    const bool is_in = sight.half % 2 != 0;
    const detail::Vector left = detail::to_vector(sight.rays.left);
    const std::size_t last = count_passing(sight.half, left);
    std::size_t count = count_passing(sight.half, detail::to_vector(sight.rays.right));
    while (count != last) {
      const std::size_t changing = is_in ? count : count - 1;
      const detail::Vector& way = directions_[first_way_[sight.half] + changing];
      const detail::Vector ray = -way;
      if (cross(detail::to_vector(sight.rays.right), ray) > 0.0) {
        add_part(sight, ray, count);
        sight.rays.right = detail::to_float(ray);
      }
      count = is_in ? count + 1 : count - 1;
    }
    add_part(sight, left, count);
  }

  // How many ways of a half, the first ones, turn at the corner as they may for paths that come
  // along a line.
  [[nodiscard]] std::size_t count_passing(std::uint32_t half, const detail::Vector& line) const {
    const double turned = half % 2 == 0 ? 1.0 : -1.0;
    const std::uint32_t end = first_way_[half + 1];
    std::uint32_t way = first_way_[half];
    while (way != end && turned * cross(line, directions_[way]) <= 0.0) ++way;
    return way - first_way_[half];
  }

  // Adds what lies between the right ray of a sight and another ray.
  void add_part(Sight sight, const detail::Vector& left, std::size_t ways) {
    const Way* const first = &ways_[first_way_[sight.half]];
    sight.rays.left = detail::to_float(left);
    sight.first_label = first->first_label;
    sight.last_label = first[ways].first_label;
    result_.sights_.push_back(sight);
  }

  // Joins each label to that of the next corner for the same hub.
  void link_labels(const HubLabels& labels, const std::vector<std::uint32_t>& first,
                   const std::vector<std::array<std::uint32_t, 2>>& places) {
    result_.steps_.resize(result_.labels_.size());
    for (std::size_t k = 0; k + 1 < ways_.size(); ++k) {
      const Way& way = ways_[k];
      const std::vector<HubLabel>& next = labels[way.next / 2];
      for (std::uint32_t i = way.first_label; i < ways_[k + 1].first_label; ++i) {
        const auto at =
            std::lower_bound(next.begin(), next.end(), result_.labels_[i].hub,
                             [](const HubLabel& a, std::uint32_t hub) { return a.hub < hub; });
        const auto place = first[way.next / 2] + static_cast<std::size_t>(at - next.begin());
        // Where paths are equally long but for rounding, the label may be that of the other half.
        const std::uint32_t same = places[place][way.next % 2];
        result_.steps_[i] = {way.next, same != kNone ? same : places[place][1 - way.next % 2]};
      }
    }
  }

  const ConvexMesh& mesh_;
  std::size_t max_bytes_;
  std::size_t threads_;
  CornerIndex result_;
  std::vector<IndexCorner> corners_;
  std::vector<std::uint32_t> place_;         // of each corner in corners_, by vertex
  std::vector<EdgeId> fan_;                  // corner by corner
  std::vector<std::uint32_t> first_of_fan_;  // per corner, and the end of the last one
  std::vector<CornerGraph::Pair> pairs_;
  std::vector<SightOf> sights_;
  std::optional<GoalFlags> flags_;
  std::vector<std::uint32_t> first_sight_;  // per cell id, and the end of the last one
  std::vector<std::uint32_t> first_way_;    // per half of a corner, and the end of the last one
  std::vector<Way> ways_;                   // and one more, for the end of the labels
  std::vector<detail::Vector> directions_;  // of the ways
};

CornerIndex build_corner_index(const ConvexMesh& mesh, std::size_t max_bytes, std::size_t threads) {
  return CornerIndexBuild(mesh, max_bytes, threads).run();
}

}  // namespace taut
