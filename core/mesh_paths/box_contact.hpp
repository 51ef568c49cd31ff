// Where walkable space touches a box in which more space opens (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

#include "core/mesh/outlines.hpp"

namespace taut::detail {

// The contact: all walkable points of the closed box before it opens. Cells around it make it a
// line along the sides of the box, in one piece where the cells at each joint share its vertex:
// where obstacles touch at a point each side has a vertex there.
class BoxContact {
 public:
  // The contact follows two sides of the box, `before` and `after` a corner.
  struct Bend {
    VertexId vertex;
    double before;
    double after;
  };

  // Of the removed cells of a journal.
  BoxContact(const MeshJournal& journal, const Point& low, const Point& high) noexcept
      : low_(low), high_(high) {
    for (std::size_t i = 0; i < journal.removed_count(); ++i) {
      const std::span<const MeshEdge> ring = journal.removed(i);
      if (!touches(ring, low, high)) continue;
      ++cells_;
      is_line_ = is_line_ && add(ring);
    }
    is_line_ = is_line_ && join();
  }

  // Whether no cell touches the box.
  [[nodiscard]] bool is_empty() const noexcept { return cells_ == 0; }
  // Whether the straight way between any two points of it was walkable before.
  [[nodiscard]] bool is_straight() const noexcept {
    return cells_ <= 1 || (is_line_ && !has_bend_);
  }
  [[nodiscard]] std::optional<Bend> bend() const noexcept {
    return is_line_ && has_bend_ ? std::optional(bend_) : std::nullopt;
  }

 private:
  static constexpr std::size_t kMostParts = 64;

  // A part of a side of the box, by places counter-clockwise around it. Without a vertex where the
  // edge of the cell goes on beyond the side.
  struct Part {
    double from;
    double to;
    VertexId first;
    VertexId last;
  };

  [[nodiscard]] double width() const noexcept { return as_double(high_.x) - as_double(low_.x); }
  [[nodiscard]] double height() const noexcept { return as_double(high_.y) - as_double(low_.y); }
  [[nodiscard]] double all_round() const noexcept { return 2.0 * (width() + height()); }
  static double as_double(float value) noexcept { return static_cast<double>(value); }

  // The sides: bottom, right, top, left.
  [[nodiscard]] std::array<double, 4> side_lengths() const noexcept {
    return {width(), height(), width(), height()};
  }
  // How far a point is along each side.
  [[nodiscard]] std::array<double, 4> along_sides(const Point& p) const noexcept {
    const double from_left = as_double(p.x) - as_double(low_.x);
    const double from_bottom = as_double(p.y) - as_double(low_.y);
    return {from_left, from_bottom, width() - from_left, height() - from_bottom};
  }
  [[nodiscard]] std::array<bool, 4> on_sides(const Point& p) const noexcept {
    return {p.y == low_.y, p.x == high_.x, p.y == high_.y, p.x == low_.x};
  }

  // Returns whether the part of a cell in the box is a line.
  bool add(std::span<const MeshEdge> ring) noexcept {
    if (overlaps(ring, low_, high_)) return false;
    bool has_part = false;
    const MeshEdge* from = &ring.back();
    for (const MeshEdge& to : ring) {
      const Point& at = to.start();
      if (at.x >= low_.x && at.x <= high_.x && at.y >= low_.y && at.y <= high_.y) {
        if (corners_ == corner_.size()) return false;
        corner_[corners_++] = to.vertex();
        has_part = true;
      }
      if (!add_side(*from, to, has_part)) return false;
      from = &to;
    }
    return has_part;
  }

  // The cell is to the left of its edges, and so goes around the box clockwise.
  bool add_side(const MeshEdge& from, const MeshEdge& to, bool& has_part) noexcept {
    const std::array<bool, 4> is_from_on = on_sides(from.start());
    const std::array<bool, 4> is_to_on = on_sides(to.start());
    double corner = 0.0;
    for (std::size_t side = 0; side < 4; ++side) {
      const double length = side_lengths()[side];
      const double first = along_sides(to.start())[side];
      const double last = along_sides(from.start())[side];
      if (is_from_on[side] && is_to_on[side] && first < last && first < length && last > 0.0) {
        if (parts_ == part_.size()) return false;
        part_[parts_++] = {corner + std::max(first, 0.0), corner + std::min(last, length),
                           first < 0.0 ? kNoEdge : to.vertex(),
                           last > length ? kNoEdge : from.vertex()};
        has_part = true;
      }
      corner += length;
    }
    return true;
  }

  // Returns whether the parts are one line with at most one bend.
  bool join() noexcept {
    const std::span<Part> parts(part_.data(), parts_);
    const std::span<const VertexId> corners(corner_.data(), corners_);
    const auto is_joint = [&](VertexId corner) {
      if (parts.empty()) return corner == corners.front();
      return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
        return part.first == corner || part.last == corner;
      });
    };
    if (!std::all_of(corners.begin(), corners.end(), is_joint)) return false;
    if (parts.empty()) return true;
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.from < b.from; });
    std::size_t ends = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& next = parts[i + 1 == parts.size() ? 0 : i + 1];
      const double at = i + 1 == parts.size() ? next.from + all_round() : next.from;
      const bool is_joined =
          parts[i].last != kNoEdge && parts[i].last == next.first && parts[i].to == at;
      if (is_joined) continue;
      ++ends;
      last = i;
    }
    return ends == 1 && find_bend(parts, last);
  }

  bool find_bend(std::span<const Part> parts, std::size_t last) noexcept {
    const double from = parts[last + 1 == parts.size() ? 0 : last + 1].from;
    double to = parts[last].to;
    if (to <= from) to += all_round();
    double corner = 0.0;
    for (std::size_t i = 0; i < 8; ++i) {
      if (corner > from && corner < to) {
        if (has_bend_) return false;
        has_bend_ = true;
        const auto before = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
          return part.to == corner || part.to + all_round() == corner;
        });
        if (before == parts.end()) return false;
        bend_ = {before->last, corner - from, to - corner};
      }
      corner += side_lengths()[i % 4];
    }
    return true;
  }

  Point low_;
  Point high_;
  std::size_t cells_ = 0;
  bool is_line_ = true;
  bool has_bend_ = false;
  Bend bend_{kNoEdge, 0.0, 0.0};
  std::size_t parts_ = 0;
  std::size_t corners_ = 0;
  std::array<Part, kMostParts> part_;
  std::array<VertexId, kMostParts> corner_;
};

}  // namespace taut::detail
