// The sides of what a field reaches within a distance, cell by cell (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/field_range.hpp>
#include <taut/geometry.hpp>

#include "field_memory.hpp"

namespace taut {

// In a cell the distance is the least over some sources: the roots of its funnels, each in its
// cone, and the ends of entry edges where paths turn, each beside a cone. What is reached is a
// union of parts of discs around them. So a line or a circle can enter or leave it only where it
// crosses a circle, a ray or an edge: between two such places one point decides.
class RangeTracer {
 public:
  RangeTracer(const FieldMemory& memory, double limit, RangeOutline& outline) noexcept
      : m_(memory), limit_(limit), outline_(outline) {}

  void trace(CellId cell);

 private:
  using Vector = detail::Vector;
  using Sight = FieldMemory::Sight;
  using Gate = FieldMemory::Gate;
  static constexpr std::size_t kNone = ~std::size_t{0};

  enum class Part : std::uint8_t { cone, right, left };

  struct Source {
    Vector center;
    double cost;    // of the path from the centre
    double radius;  // of the disc that is reached
    std::uint32_t sight;
    Part part;
  };
  struct Line {
    Vector from;
    Vector along;
  };
  struct Interval {
    double from;
    double to;
  };

  void list_sources(CellId cell);
  void add_source(std::uint32_t sight, Part part, const Vector& center, double cost);
  void trace_arcs(std::size_t source);
  void trace_legs(const Line& edge, SideKind kind);
  [[nodiscard]] std::size_t nearest_source(const Vector& point) const noexcept;
  [[nodiscard]] bool is_inside(const Vector& point) const noexcept;
  void cut_circle(const Source& circle, const Line& line);
  void cut_circle(const Source& circle, const Source& other);
  void cut_line(const Line& line, const Line& other);
  void cut_line(const Line& line, const Source& circle);
  template <class IsKept>
  void keep_intervals(const IsKept& is_kept);

  const FieldMemory& m_;
  double limit_;
  RangeOutline& outline_;
  // Of the cell.
  std::vector<Source> sources_;
  std::vector<Line> edges_;
  std::vector<Line> rays_;
  // Of a circle, as angles, or of an edge, as shares of its length.
  std::vector<double> cuts_;
  std::vector<Interval> kept_;
};

}  // namespace taut
