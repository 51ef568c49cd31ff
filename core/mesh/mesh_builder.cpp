#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <cmath>

#include "core/base/words.hpp"

#include "outlines.hpp"

namespace taut {
namespace {

using Polygons = std::span<const std::vector<std::uint32_t>>;

bool is_less(const Point& a, const Point& b) noexcept { return a.x != b.x ? a.x < b.x : a.y < b.y; }

// A side of a polygon, by its ends in order: so both directions of an edge compare equal.
struct PolygonSide {
  Point low;
  Point high;
  EdgeId edge;
  std::size_t polygon;
  std::size_t vertex;
  bool is_forward;  // from low to high

  [[nodiscard]] bool has_ends_of(const PolygonSide& other) const noexcept {
    return low == other.low && high == other.high;
  }
};

class Builder {
 public:
  Builder(std::span<const Point> vertices, Polygons polygons)
      : vertices_(vertices), polygons_(polygons) {}

  MeshBuild run() {
    if (!has_good_polygons() || !has_good_outlines() || !link() || !is_apart()) {
      return {std::nullopt, error_};
    }
    return {ConvexMesh(parts_), {}};
  }

 private:
  bool fail(MeshFault fault, std::size_t polygon, std::size_t vertex, std::size_t other) {
    error_ = {fault, polygon, other, vertex};
    return false;
  }

  [[nodiscard]] const Point& place(std::size_t polygon, std::size_t i) const noexcept {
    const std::vector<std::uint32_t>& ring = polygons_[polygon];
    return vertices_[ring[i < ring.size() ? i : i - ring.size()]];
  }

  // Fails at the first vertex of a polygon for which is_bad(polygon, i) is true.
  template <class IsBad>
  bool has_no(MeshFault fault, const IsBad& is_bad) {
    for (std::size_t polygon = 0; polygon < polygons_.size(); ++polygon) {
      for (std::size_t i = 0; i < polygons_[polygon].size(); ++i) {
        if (is_bad(polygon, i)) return fail(fault, polygon, i, polygon);
      }
    }
    return true;
  }

  // Counts, indices, coordinates.
  bool has_good_polygons() {
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      if (polygons_[i].size() < 3) return fail(MeshFault::too_few_vertices, i, 0, i);
    }
    constexpr float kLimit = static_cast<float>(kMaxMapSide);
    const auto is_far = [](const Point& p) {
      return std::abs(p.x) > kLimit || std::abs(p.y) > kLimit;
    };
    Point low{kLimit, kLimit};
    Point high{-kLimit, -kLimit};
    return has_no(MeshFault::no_such_vertex,
                  [&](std::size_t polygon, std::size_t i) {
                    return polygons_[polygon][i] >= vertices_.size();
                  }) &&
           has_no(MeshFault::off_lattice,
                  [&](std::size_t polygon, std::size_t i) {
                    const Point& p = place(polygon, i);
                    return !is_finite(p) || (!is_far(p) && snap(p) != p);
                  }) &&
           has_no(MeshFault::too_wide, [&](std::size_t polygon, std::size_t i) {
             const Point& p = place(polygon, i);
             low = component_min(low, p);
             high = component_max(high, p);
             return is_far(p) || high.x - low.x > kLimit || high.y - low.y > kLimit;
           });
  }

  // Whether all outlines are convex and counter-clockwise and go round once.
  bool has_good_outlines() {
    const auto is_repeated = [&](std::size_t polygon, std::size_t i) {
      return place(polygon, i) == place(polygon, i + 1);
    };
    if (!has_no(MeshFault::repeated_vertex, is_repeated)) return false;
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      if (const auto [turns, at] = convexity(i, -1.0); turns == 1) {
        return fail(MeshFault::clockwise, i, at, i);
      }
    }
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      if (const auto [turns, at] = convexity(i, 1.0); turns != 1) {
        return fail(MeshFault::not_convex, i, at, i);
      }
    }
    return true;
  }

  [[nodiscard]] detail::Convexity convexity(std::size_t polygon, double hand) const noexcept {
    return detail::find_convexity(polygons_[polygon].size(), hand,
                                  [&](std::size_t i) -> const Point& { return place(polygon, i); });
  }

  bool link() {
    std::vector<PolygonSide> sides;
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      parts_.cell_begin.push_back(static_cast<EdgeId>(parts_.edge_start.size()));
      for (std::size_t k = 0; k < polygons_[i].size(); ++k) {
        const Point& a = place(i, k);
        const Point& b = place(i, k + 1);
        const bool is_forward = is_less(a, b);
        sides.push_back({is_forward ? a : b, is_forward ? b : a,
                         static_cast<EdgeId>(parts_.edge_start.size()), i, k, is_forward});
        parts_.edge_start.push_back(a);
      }
    }
    parts_.cell_begin.push_back(static_cast<EdgeId>(parts_.edge_start.size()));
    parts_.edge_twin.assign(parts_.edge_start.size(), kNoEdge);
    std::sort(sides.begin(), sides.end(), [](const PolygonSide& a, const PolygonSide& b) {
      if (a.low != b.low) return is_less(a.low, b.low);
      if (a.high != b.high) return is_less(a.high, b.high);
      return a.edge < b.edge;
    });
    for (std::size_t i = 2; i < sides.size(); ++i) {
      if (sides[i].has_ends_of(sides[i - 2])) {
        return fail(MeshFault::edge_shared_twice, sides[i].polygon, sides[i].vertex,
                    sides[i - 2].polygon);
      }
    }
    for (std::size_t i = 1; i < sides.size(); ++i) {
      const PolygonSide& a = sides[i - 1];
      const PolygonSide& b = sides[i];
      if (!a.has_ends_of(b)) continue;
      if (a.is_forward == b.is_forward) {
        return fail(MeshFault::overlap, b.polygon, b.vertex, a.polygon);
      }
      parts_.edge_twin[a.edge] = b.edge;
      parts_.edge_twin[b.edge] = a.edge;
    }
    return true;
  }

  // Compares all pairs of polygons whose boxes touch.
  bool is_apart() {
    struct Box {
      Point low;
      Point high;
      std::size_t polygon;
    };
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      Box box{place(i, 0), place(i, 0), i};
      for (std::size_t k = 1; k < polygons_[i].size(); ++k) {
        box.low = component_min(box.low, place(i, k));
        box.high = component_max(box.high, place(i, k));
      }
      boxes.push_back(box);
    }
    std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
      return a.low.x != b.low.x ? a.low.x < b.low.x : a.polygon < b.polygon;
    });
    const auto for_each_pair = [&](const auto& is_good) {
      std::vector<Box> open;  // boxes that reach to the x of the current one
      for (const Box& box : boxes) {
        open.erase(std::remove_if(open.begin(), open.end(),
                                  [&](const Box& other) { return other.high.x < box.low.x; }),
                   open.end());
        for (const Box& other : open) {
          if (other.high.y < box.low.y || other.low.y > box.high.y) continue;
          if (!is_good(box.polygon, other.polygon)) return false;
        }
        open.push_back(box);
      }
      return true;
    };
    return for_each_pair([&](std::size_t a, std::size_t b) {
             if (has_side_between(a, b) || has_side_between(b, a)) return true;
             return fail(MeshFault::overlap, a, 0, b);
           }) &&
           for_each_pair([&](std::size_t a, std::size_t b) { return has_whole_edges(a, b); });
  }

  // Whether the line through a side of polygon a has all of polygon b beyond it. Convex polygons
  // without common inside always have such a side, of one or of the other.
  [[nodiscard]] bool has_side_between(std::size_t a, std::size_t b) const noexcept {
    for (std::size_t i = 0; i < polygons_[a].size(); ++i) {
      const auto is_beyond = [&](std::uint32_t vertex) {
        return orient(place(a, i), place(a, i + 1), vertices_[vertex]) <= 0.0;
      };
      if (std::all_of(polygons_[b].begin(), polygons_[b].end(), is_beyond)) return true;
    }
    return false;
  }

  bool has_whole_edges(std::size_t a, std::size_t b) {
    for (std::size_t i = 0; i < polygons_[a].size(); ++i) {
      if (parts_.edge_twin[parts_.cell_begin[a] + i] != kNoEdge) continue;
      for (std::size_t k = 0; k < polygons_[b].size(); ++k) {
        if (parts_.edge_twin[parts_.cell_begin[b] + k] != kNoEdge) continue;
        const Point& p = place(a, i);
        const Point& q = place(a, i + 1);
        const Point& r = place(b, k);
        const Point& s = place(b, k + 1);
        if (orient(p, q, r) != 0.0 || orient(p, q, s) != 0.0) continue;
        const auto [low, high] = std::minmax(p, q, is_less);
        const auto [other_low, other_high] = std::minmax(r, s, is_less);
        if (is_less(low, other_high) && is_less(other_low, high)) {
          return fail(MeshFault::edge_shared_partly, a, i, b);
        }
      }
    }
    return true;
  }

  std::span<const Point> vertices_;
  Polygons polygons_;
  MeshParts parts_;
  MeshError error_;
};

}  // namespace

const char* to_string(MeshFault fault) noexcept {
  return detail::word_of<MeshFault::edge_shared_partly>(
      fault,
      {"none", "too_few_vertices", "no_such_vertex", "off_lattice", "too_wide", "repeated_vertex",
       "clockwise", "not_convex", "edge_shared_twice", "overlap", "edge_shared_partly"});
}

std::string MeshError::message() const {
  std::string text = "polygon " + std::to_string(polygon) + ", vertex " + std::to_string(vertex) +
                     ": " + to_string(fault);
  if (other != polygon) text += " with polygon " + std::to_string(other);
  return text;
}

MeshBuild build_mesh(std::span<const Point> vertices,
                     std::span<const std::vector<std::uint32_t>> polygons) {
  return Builder(vertices, polygons).run();
}

}  // namespace taut
