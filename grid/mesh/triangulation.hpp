// Triangles that fill the walkable tiles (internal).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/tile_bits.hpp>

namespace taut {

// Triangle t has the half-edges 3 t, 3 t + 1 and 3 t + 2, counter-clockwise; a half-edge goes from
// its vertex to the vertex of the next.
struct Triangulation {
  static constexpr std::uint32_t kNone = 0x7fffffffU;

  struct Vertex {
    std::int32_t x;
    std::int32_t y;
    friend bool operator==(const Vertex&, const Vertex&) = default;
    // Row by row.
    [[nodiscard]] bool is_before(const Vertex& other) const noexcept {
      return y != other.y ? y < other.y : x < other.x;
    }
  };

  std::vector<Vertex> vertices;       // corners of the outline
  std::vector<std::uint32_t> origin;  // per half-edge its vertex
  std::vector<std::uint32_t> twin;  // per half-edge the one of the triangle beyond; kNone at walls

  [[nodiscard]] static std::uint32_t next(std::uint32_t half) noexcept {
    return half % 3 == 2 ? half - 2 : half + 1;
  }
  [[nodiscard]] static std::uint32_t previous(std::uint32_t half) noexcept {
    return half % 3 == 0 ? half + 2 : half - 1;
  }
  // Twice the area of the triangle of three vertices, > 0 when they are counter-clockwise. Exact.
  [[nodiscard]] static std::int64_t area(const Vertex& p, const Vertex& q,
                                         const Vertex& r) noexcept {
    return std::int64_t{q.x - p.x} * (r.y - p.y) - std::int64_t{q.y - p.y} * (r.x - p.x);
  }
  [[nodiscard]] std::int64_t area(std::uint32_t a, std::uint32_t b,
                                  std::uint32_t c) const noexcept {
    return area(vertices[a], vertices[b], vertices[c]);
  }
};

// Rings of edges with the space on their left. Where rings, or parts of one, touch in a point, each
// has a vertex there.
struct Outline {
  std::vector<Triangulation::Vertex> vertices;
  std::vector<std::uint32_t> next;  // per vertex the one that follows
};

// Cuts the walkable tiles into triangles between the corners of their outline.
// Cost      O(rows * words of a row + corners).
// Source    Hertel and Mehlhorn (1983), "Fast triangulation of simple polygons".
[[nodiscard]] Triangulation triangulate(const TileBits& bits);

// The same for tiles of several sizes: column x of the bits lies between columns[x] and columns[x +
// 1], and likewise for rows.
// Requires  lines that grow, of 0 to 2^24; bits.width() + 1 columns, bits.height() + 1 rows.
[[nodiscard]] Triangulation triangulate(const TileBits& bits, std::span<const std::int32_t> columns,
                                        std::span<const std::int32_t> rows);

// The same for what an outline encloses. Vertices keep their ids; the half-edge without twin that
// starts at a vertex lies along the outline's edge.
// Requires  rings that do not cross, whose vertices lie on no edge of a ring but where they are
//           ends of it.
// Cost      O(n log n).
[[nodiscard]] Triangulation triangulate(const Outline& outline);

}  // namespace taut
