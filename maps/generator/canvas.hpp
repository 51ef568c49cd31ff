// What the maps are drawn with: a sheet of characters, random numbers, noise. The numbers are the
// same on every machine: integers, and doubles only in sums, products and square roots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace taut::maps {

// The characters of MovingAI maps that are used.
inline constexpr char kGround = '.';
inline constexpr char kPaved = 'G';     // walkable
inline constexpr char kShallows = 'S';  // walkable
inline constexpr char kRock = '@';
inline constexpr char kTree = 'T';
inline constexpr char kWater = 'W';

[[nodiscard]] constexpr bool is_walkable(char c) noexcept {
  return c == kGround || c == kPaved || c == kShallows;
}

class Canvas {
 public:
  Canvas(int width, int height, char fill);

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }

  // Rock outside.
  [[nodiscard]] char at(int x, int y) const noexcept {
    return is_inside(x, y) ? tiles_[index(x, y)] : kRock;
  }
  [[nodiscard]] bool is_inside(int x, int y) const noexcept {
    return x >= 0 && y >= 0 && x < width_ && y < height_;
  }

  // All drawing functions ignore what lies outside.
  void set(int x, int y, char c) noexcept {
    if (is_inside(x, y)) tiles_[index(x, y)] = c;
  }
  void fill_rect(int x, int y, int width, int height, char c) noexcept;
  // The tiles whose centre is nearer than `radius` to the point (x, y), in tiles.
  void fill_disc(double x, double y, double radius, char c) noexcept;
  // The tiles whose centre is nearer than width / 2 to the segment.
  void draw_line(double x0, double y0, double x1, double y1, double width, char c) noexcept;

  // The rows, each with a line end.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<char> tiles_;
};

// Blocks, with `c`, every group of orthogonally connected walkable tiles that is smaller than
// `least`.
void fill_pockets(Canvas& canvas, std::size_t least, char c);

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  [[nodiscard]] std::uint64_t next() noexcept;

  // An integer from low to high, both included.
  [[nodiscard]] int between(int low, int high) noexcept;

  // True in `percent` of 100 cases.
  [[nodiscard]] bool happens(int percent) noexcept { return between(0, 99) < percent; }

 private:
  std::uint64_t state_;
};

// Smooth noise from 0 to 1 that varies over `size` tiles, with finer and weaker noise on top.
class Noise {
 public:
  Noise(std::uint64_t seed, double size, int octaves) noexcept
      : seed_(seed), size_(size), octaves_(octaves) {}

  [[nodiscard]] double at(double x, double y) const noexcept;

 private:
  std::uint64_t seed_;
  double size_;
  int octaves_;
};

[[nodiscard]] double distance_to_segment(double x, double y, double x0, double y0, double x1,
                                         double y1) noexcept;

}  // namespace taut::maps
