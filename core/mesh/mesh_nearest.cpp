#include <taut/mesh_nearest.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

// The squared distance of a lattice point from a line is a fraction: a product of 51 bits squared
// over one of 51 bits. Fractions are compared in integers, in steps of the finest lattice on which
// coordinates of the size at hand can lie.
namespace taut {
namespace {

__extension__ using Uint128 = unsigned __int128;

// 192 bits.
struct Product {
  Uint128 high;
  std::uint64_t low;
  [[nodiscard]] bool operator<(const Product& other) const noexcept {
    return high != other.high ? high < other.high : low < other.low;
  }
  [[nodiscard]] bool operator==(const Product&) const noexcept = default;
};

Product multiply(Uint128 a, std::uint64_t b) noexcept {
  const Uint128 low = static_cast<Uint128>(static_cast<std::uint64_t>(a)) * b;
  const Uint128 high = (a >> 64U) * b + (low >> 64U);
  return {high, static_cast<std::uint64_t>(low)};
}

struct SquaredDistance {
  Uint128 part = ~Uint128{0};
  std::uint64_t whole = 1;
  [[nodiscard]] bool operator<(const SquaredDistance& other) const noexcept {
    return multiply(part, other.whole) < multiply(other.part, whole);
  }
  [[nodiscard]] bool operator==(const SquaredDistance& other) const noexcept {
    return multiply(part, other.whole) == multiply(other.part, whole);
  }
  [[nodiscard]] double rounded() const noexcept {
    return static_cast<double>(part) / static_cast<double>(whole);
  }
};

class NearestCell {
 public:
  NearestCell(const ConvexMesh& mesh, const Point& point) noexcept
      : mesh_(mesh), point_(point), scale_(find_scale(mesh, point)) {}

  // Accept tells which cells count.
  template <class Accept>
  [[nodiscard]] std::optional<NearestPlace> find(const Accept& accept) noexcept {
    for (float reach = 1.0F;; reach *= 2.0F) {
      const Point low = point_ - Point(reach, reach);
      const Point high = point_ + Point(reach, reach);
      mesh_.for_each_cell_touching(low, high, [&](CellId cell) {
        if (accept(cell)) look_at(cell);
      });
      // The corners of the square may have been rounded.
      const double sure = 0.99 * static_cast<double>(reach) * scale_;
      if (best_ && least_.rounded() <= sure * sure) return best_;
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

  void look_at(CellId cell) noexcept {
    const auto take = [&](const SquaredDistance& distance, const Point& place) {
      if (least_ < distance || (best_ && least_ == distance && best_->cell <= cell)) return;
      least_ = distance;
      best_ = NearestPlace{cell, place};
    };
    if (mesh_.holds(cell, point_)) return take({0, 1}, point_);
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    const MeshEdge* from = &ring.back();
    for (const MeshEdge& to : ring) {
      const Steps a = to_steps(from->start());
      const Steps along = minus(to_steps(to.start()), a);
      const Steps away = minus(to_steps(point_), a);
      const std::int64_t ahead = inner(along, away);
      const std::int64_t length = inner(along, along);
      if (ahead <= 0) {
        take({static_cast<Uint128>(inner(away, away)), 1}, from->start());
      } else if (ahead < length) {
        const auto beside =
            static_cast<std::uint64_t>(std::abs(along.x * away.y - along.y * away.x));
        const double share = static_cast<double>(ahead) / static_cast<double>(length);
        take({static_cast<Uint128>(beside) * beside, static_cast<std::uint64_t>(length)},
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
    const detail::Vector way = detail::between(a, b);
    return {static_cast<float>(static_cast<double>(a.x()) + share * way.x),
            static_cast<float>(static_cast<double>(a.y()) + share * way.y)};
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
