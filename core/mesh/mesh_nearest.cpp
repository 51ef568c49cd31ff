#include <taut/mesh_nearest.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

// The squared distance of a lattice point from a line is a fraction: a product of 51 bits squared
// over one of 51 bits. Fractions are compared in integers, in steps of the finest lattice on which
// coordinates of that size can lie.
namespace taut {
namespace {

// A number of 192 bits, in digits of 32 bits, the least significant one first.
using Digits = std::array<std::uint32_t, 6>;

// Requires a product of at most 192 bits.
Digits multiply(const Digits& a, std::uint64_t b) noexcept {
  Digits product{};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::uint64_t factor = k == 0 ? b & 0xffffffffU : b >> 32U;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i + k < a.size(); ++i) {
      carry += a[i] * factor + product[i + k];
      product[i + k] = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
  }
  return product;
}

struct SquaredDistance {
  Digits part{0xffffffffU, 0xffffffffU, 0xffffffffU, 0xffffffffU, 0, 0};
  std::uint64_t whole = 1;

  // Less than 0, 0 or greater, as this is less than the other, equal or greater.
  [[nodiscard]] int compare(const SquaredDistance& other) const noexcept {
    const Digits own = multiply(part, other.whole);
    const Digits others = multiply(other.part, whole);
    for (std::size_t i = own.size(); i-- > 0;) {
      if (own[i] != others[i]) return own[i] < others[i] ? -1 : 1;
    }
    return 0;
  }
  [[nodiscard]] double rounded() const noexcept {
    double sum = 0.0;
    for (std::size_t i = part.size(); i-- > 0;) sum = sum * 0x1p32 + static_cast<double>(part[i]);
    return sum / static_cast<double>(whole);
  }
};

class NearestCell {
 public:
  NearestCell(const ConvexMesh& mesh, const Point& point) noexcept
      : mesh_(mesh), point_(point), scale_(find_scale(mesh, point)) {}

  // The nearest of the cells for which accept(cell) is true.
  template <class Accept>
  [[nodiscard]] std::optional<NearestPlace> find(const Accept& accept) noexcept {
    for (float reach = 1.0F;; reach *= 2.0F) {
      const Point low = point_ - Point(reach, reach);
      const Point high = point_ + Point(reach, reach);
      mesh_.for_each_cell_touching(low, high, [&](CellId cell) {
        if (accept(cell)) add(cell);
      });
      // The corners of the square are rounded: cells nearer than this were all visited.
      const double visited = 0.99 * static_cast<double>(reach) * scale_;
      if (best_ && least_.rounded() <= visited * visited) return best_;
      const bool holds_all = low.x() < mesh_.low().x() && low.y() < mesh_.low().y() &&
                             high.x() > mesh_.high().x() && high.y() > mesh_.high().y();
      if (holds_all) return best_;
    }
  }

 private:
  struct Steps {
    std::int64_t x;
    std::int64_t y;
  };

  [[nodiscard]] static double find_scale(const ConvexMesh& mesh, const Point& point) noexcept {
    const float most =
        std::max({mesh.low().cwiseAbs().maxCoeff(), mesh.high().cwiseAbs().maxCoeff(),
                  point.cwiseAbs().maxCoeff(), 1.0F});
    int exponent = 0;
    const bool is_power = std::frexp(most, &exponent) == 0.5F;
    return std::ldexp(1.0, 24 - (is_power ? exponent - 1 : exponent));
  }
  [[nodiscard]] Steps to_steps(const Point& p) const noexcept {
    return {std::llround(static_cast<double>(p.x()) * scale_),
            std::llround(static_cast<double>(p.y()) * scale_)};
  }

  void add(CellId cell) noexcept {
    const auto take = [&](const SquaredDistance& distance, const Point& place) {
      const int order = distance.compare(least_);
      if (order > 0 || (best_ && order == 0 && best_->cell <= cell)) return;
      least_ = distance;
      best_ = NearestPlace{cell, place};
    };
    if (mesh_.holds(cell, point_)) return take({{}, 1}, point_);
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    const MeshEdge* from = &ring.back();
    for (const MeshEdge& to : ring) {
      const Steps a = to_steps(from->start());
      const Steps along = minus(to_steps(to.start()), a);
      const Steps away = minus(to_steps(point_), a);
      const std::int64_t ahead = inner(along, away);
      const std::int64_t length = inner(along, along);
      if (ahead <= 0) {
        take({multiply({1}, static_cast<std::uint64_t>(inner(away, away))), 1}, from->start());
      } else if (ahead < length) {
        const auto beside =
            static_cast<std::uint64_t>(std::abs(along.x * away.y - along.y * away.x));
        const double share = static_cast<double>(ahead) / static_cast<double>(length);
        take({multiply(multiply({1}, beside), beside), static_cast<std::uint64_t>(length)},
             between(from->start(), to.start(), share));
      }
      from = &to;
    }
  }

  [[nodiscard]] static Steps minus(const Steps& a, const Steps& b) noexcept {
    return {a.x - b.x, a.y - b.y};
  }
  [[nodiscard]] static std::int64_t inner(const Steps& a, const Steps& b) noexcept {
    return a.x * b.x + a.y * b.y;
  }
  [[nodiscard]] static Point between(const Point& a, const Point& b, double share) noexcept {
    const detail::Vector along = detail::between(a, b);
    return {static_cast<float>(static_cast<double>(a.x()) + share * along.x),
            static_cast<float>(static_cast<double>(a.y()) + share * along.y)};
  }

  const ConvexMesh& mesh_;
  const Point point_;
  const double scale_;  // steps per tile
  SquaredDistance least_;
  std::optional<NearestPlace> best_;
};

}  // namespace

std::optional<NearestPlace> find_nearest_walkable(const ConvexMesh& mesh,
                                                  const Point& point) noexcept {
  if (mesh.cell_count() == 0 || !point.allFinite()) return std::nullopt;
  return NearestCell(mesh, point).find([](CellId) { return true; });
}

std::optional<NearestPlace> find_nearest_connected(const ConvexMesh& mesh, CellId from,
                                                   const Point& point) noexcept {
  if (!mesh.is_cell(from) || !point.allFinite()) return std::nullopt;
  return NearestCell(mesh, point).find([&](CellId cell) { return mesh.is_connected(from, cell); });
}

}  // namespace taut
