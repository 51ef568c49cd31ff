#include "canvas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace taut::maps {

namespace {

std::uint64_t mix(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;

// From 0 to 1, one fixed value per lattice point.
double lattice_value(std::uint64_t seed, std::int64_t x, std::int64_t y) noexcept {
  const std::uint64_t row = mix(seed + static_cast<std::uint64_t>(y) * kStep);
  const std::uint64_t value = mix(row + static_cast<std::uint64_t>(x) * kStep);
  return static_cast<double>(value >> 11U) * 0x1p-53;
}

}  // namespace

Canvas::Canvas(int width, int height, char fill)
    : width_(width),
      height_(height),
      tiles_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}

void Canvas::fill_rect(int x, int y, int width, int height, char c) noexcept {
  for (int row = y; row < y + height; ++row) {
    for (int column = x; column < x + width; ++column) set(column, row, c);
  }
}

void Canvas::fill_disc(double x, double y, double radius, char c) noexcept {
  draw_line(x, y, x, y, 2.0 * radius, c);
}

void Canvas::draw_line(double x0, double y0, double x1, double y1, double width, char c) noexcept {
  const double half = width / 2.0;
  const int first_x = static_cast<int>(std::floor(std::min(x0, x1) - half));
  const int first_y = static_cast<int>(std::floor(std::min(y0, y1) - half));
  const int last_x = static_cast<int>(std::floor(std::max(x0, x1) + half));
  const int last_y = static_cast<int>(std::floor(std::max(y0, y1) + half));
  for (int y = first_y; y <= last_y; ++y) {
    for (int x = first_x; x <= last_x; ++x) {
      if (distance_to_segment(x + 0.5, y + 0.5, x0, y0, x1, y1) < half) set(x, y, c);
    }
  }
}

std::string Canvas::text() const {
  std::string rows;
  rows.reserve(tiles_.size() + static_cast<std::size_t>(height_));
  for (int y = 0; y < height_; ++y) {
    rows.append(tiles_.data() + index(0, y), static_cast<std::size_t>(width_));
    rows += '\n';
  }
  return rows;
}

void fill_pockets(Canvas& canvas, std::size_t least, char c) {
  const auto width = static_cast<std::size_t>(canvas.width());
  std::vector<bool> seen(width * static_cast<std::size_t>(canvas.height()), false);
  std::vector<std::pair<int, int>> group;
  const auto visit = [&](int x, int y) {
    if (!is_walkable(canvas.at(x, y))) return;
    const std::size_t i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
    if (seen[i]) return;
    seen[i] = true;
    group.emplace_back(x, y);
  };
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      group.clear();
      visit(x, y);
      for (std::size_t i = 0; i < group.size(); ++i) {
        const auto [from_x, from_y] = group[i];
        visit(from_x - 1, from_y);
        visit(from_x + 1, from_y);
        visit(from_x, from_y - 1);
        visit(from_x, from_y + 1);
      }
      if (group.size() >= least) continue;
      for (const auto& [tile_x, tile_y] : group) canvas.set(tile_x, tile_y, c);
    }
  }
}

std::uint64_t Random::next() noexcept {
  state_ += kStep;
  return mix(state_);
}

int Random::between(int low, int high) noexcept {
  const auto count = static_cast<std::uint64_t>(high - low + 1);
  return low + static_cast<int>((next() >> 32U) * count >> 32U);
}

double Noise::at(double x, double y) const noexcept {
  double sum = 0.0;
  double weight = 1.0;
  double weights = 0.0;
  double u = x / size_;
  double v = y / size_;
  for (int octave = 0; octave < octaves_; ++octave) {
    // Each octave is turned by the angle of a 3-4-5 triangle, so that no direction of the lattice
    // shows.
    const double turned = 0.8 * u - 0.6 * v;
    v = 0.6 * u + 0.8 * v;
    u = turned;
    const double cell_x = std::floor(u);
    const double cell_y = std::floor(v);
    const auto i = static_cast<std::int64_t>(cell_x);
    const auto j = static_cast<std::int64_t>(cell_y);
    const auto smooth = [](double t) noexcept { return t * t * (3.0 - 2.0 * t); };
    const double s = smooth(u - cell_x);
    const double t = smooth(v - cell_y);
    const std::uint64_t seed = seed_ + static_cast<std::uint64_t>(octave);
    const double low = lattice_value(seed, i, j) * (1.0 - s) + lattice_value(seed, i + 1, j) * s;
    const double high =
        lattice_value(seed, i, j + 1) * (1.0 - s) + lattice_value(seed, i + 1, j + 1) * s;
    sum += weight * (low * (1.0 - t) + high * t);
    weights += weight;
    weight /= 2.0;
    u *= 2.0;
    v *= 2.0;
  }
  return sum / weights;
}

double distance_to_segment(double x, double y, double x0, double y0, double x1,
                           double y1) noexcept {
  const double dx = x1 - x0;
  const double dy = y1 - y0;
  const double square = dx * dx + dy * dy;
  const double along = square > 0.0 ? ((x - x0) * dx + (y - y0) * dy) / square : 0.0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double off_x = x - (x0 + t * dx);
  const double off_y = y - (y0 + t * dy);
  return std::sqrt(off_x * off_x + off_y * off_y);
}

}  // namespace taut::maps
