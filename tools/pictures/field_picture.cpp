#include "field_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "map_view.hpp"
#include "palette.hpp"
#include "path_tree.hpp"
#include "shade.hpp"
#include "tile_image.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr double kKeyHeight = 64.0;
constexpr double kKeyBar = 14.0;
constexpr double kLeastWidth = 480.0;
constexpr double kCostsHeight = 30.0;
constexpr double kSwatch = 20.0;
constexpr double kCostLabel = 40.0;

constexpr double kMostBands = 24.0;
constexpr double kBandsPerLabel = 4.0;

// Width of the line that all paths share, in units of line_unit(), and the least that is drawn.
constexpr double kWidestBranch = 5.0;
constexpr double kThinnestBranch = 0.35;

// From near to far.
constexpr std::array<Color, 7> kNearToFar{0xFFF6D5, 0xFBE3A0, 0xCFDDA0, 0x93CDB0,
                                          0x66B2BC, 0x5590BE, 0x5A6FB0};

// Equal steps of distance, each with a colour.
class Bands {
 public:
  // Parts of a tile are a little farther than its centre: at least one tile is covered.
  explicit Bands(double farthest) : farthest_(std::max(farthest, 1.0)) {
    const double least = farthest_ / kMostBands;
    step_ = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {2.0, 2.5, 2.0}) {
      if (step_ < least) step_ *= factor;
    }
  }

  [[nodiscard]] double step() const noexcept { return step_; }
  [[nodiscard]] double farthest() const noexcept { return farthest_; }
  [[nodiscard]] int band(double distance) const noexcept {
    return static_cast<int>(distance / step_);
  }
  [[nodiscard]] Color color(int band) const {
    const double share = std::min(band * step_ / farthest_, 1.0);
    const double at = share * (kNearToFar.size() - 1.0);
    const auto i = std::min(static_cast<std::size_t>(at), kNearToFar.size() - 2);
    return mix(kNearToFar[i], kNearToFar[i + 1], at - static_cast<double>(i));
  }
  // Between two bands; each one with a label is stronger.
  [[nodiscard]] Color line(int band) const {
    const bool is_strong = band % static_cast<int>(kBandsPerLabel) == 0;
    return mix(color(band), kInk, is_strong ? 0.5 : 0.28);
  }

 private:
  double farthest_;
  double step_ = 1.0;
};

double find_farthest(const FieldSubject& subject) {
  double farthest = 0.0;
  for (int y = 0; y < subject.grid.height(); ++y) {
    for (int x = 0; x < subject.grid.width(); ++x) {
      if (!subject.grid.is_walkable(x, y)) continue;
      const double distance = subject.distances.distance(center(Tile{x, y}));
      if (std::isfinite(distance)) farthest = std::max(farthest, distance);
    }
  }
  return farthest;
}

constexpr int kOutside = -3;  // on no floor
constexpr int kBlocked = -2;
constexpr int kUnreached = -1;

// The band of each pixel of the map.
std::vector<int> find_bands(const FieldSubject& subject, const TileScale& scale,
                            const Bands& bands) {
  const int width = scale.pixels(subject.grid.width());
  const int height = scale.pixels(subject.grid.height());
  std::vector<int> found;
  found.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Point at{static_cast<float>((x + 0.5) / scale.factor()),
                     static_cast<float>((y + 0.5) / scale.factor())};
      const Tile tile{static_cast<int>(at.x), static_cast<int>(at.y)};
      if (!subject.grid.is_walkable(tile)) {
        found.push_back(subject.floors.has(tile) ? kBlocked : kOutside);
        continue;
      }
      const double distance = subject.distances.distance(at);
      found.push_back(std::isfinite(distance) ? bands.band(distance) : kUnreached);
    }
  }
  return found;
}

Surface draw_bands(const FieldSubject& subject, const TileScale& scale, const Bands& bands) {
  const int width = scale.pixels(subject.grid.width());
  const int height = scale.pixels(subject.grid.height());
  Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  if (const cairo_status_t status = cairo_surface_status(image.get());
      status != CAIRO_STATUS_SUCCESS) {
    fail("the picture of the field cannot be drawn: {}", cairo_status_to_string(status));
  }
  cairo_surface_flush(image.get());
  const std::vector<int> found = find_bands(subject, scale, bands);
  const auto band_at = [&](int x, int y) {
    return found[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  };
  unsigned char* const data = cairo_image_surface_get_data(image.get());
  const int stride = cairo_image_surface_get_stride(image.get());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int band = band_at(x, y);
      const int beside =
          std::max(band_at(std::min(x + 1, width - 1), y), band_at(x, std::min(y + 1, height - 1)));
      Color color = band == kOutside ? kPaper : band == kBlocked ? kWallColor : kUnreachedColor;
      if (band >= 0) {
        const Tile tile{static_cast<int>((x + 0.5) / scale.factor()),
                        static_cast<int>((y + 0.5) / scale.factor())};
        color = beside > band ? bands.line(beside)
                              : shade(bands.color(band), subject.grid, subject.ground, tile);
      }
      std::memcpy(data + static_cast<std::ptrdiff_t>(y) * stride + std::ptrdiff_t{4} * x, &color,
                  sizeof color);
    }
  }
  cairo_surface_mark_dirty(image.get());
  return image;
}

void draw_tree(Pen& pen, const FieldSubject& subject, const MapView& view) {
  const std::vector<PathBranch> branches = collect_branches(subject.grid, subject.distances);
  if (branches.empty()) return;
  const double most = static_cast<double>(branches.back().tiles);
  const double unit = line_unit(view.scale);
  for (const PathBranch& branch : branches) {
    const double width = kWidestBranch * std::sqrt(static_cast<double>(branch.tiles) / most);
    if (width < kThinnestBranch) continue;
    pen.line({view.place(branch.from), view.place(branch.to)}, {kInk, width * unit});
  }
}

void draw_key(Pen& pen, const Bands& bands, const Place& corner, double width) {
  const int last = bands.band(bands.farthest());
  const double step = width / (last + 1);
  for (int band = 0; band <= last; ++band) {
    const double x = corner.x + band * step;
    pen.fill_rectangle({x, corner.y}, step + (band < last ? 1.0 : 0.0), kKeyBar, bands.color(band));
    if (band % static_cast<int>(kBandsPerLabel) != 0) continue;
    pen.line({{x, corner.y}, {x, corner.y + kKeyBar + 4.0}}, {kFaintInk, 1.0});
    pen.text({x + 3.0, corner.y + kKeyBar + 17.0}, {kTextSize, kInk},
             fmt::format("{}", band * bands.step()));
  }
  pen.frame(corner, width, kKeyBar, {kFaintInk, 1.0});
}

// What the shades of tiles mean, in one row.
void draw_cost_key(Pen& pen, const FieldSubject& subject, const Place& corner) {
  const double base = corner.y + kKeyBar - 2.0;
  pen.text({corner.x, base}, {kTextSize, kInk}, "cost");
  double x = corner.x + kCostLabel;
  for (const float cost : costs_for_legend(subject.grid, subject.ground, kMostCosts)) {
    pen.fill_rectangle({x, corner.y}, kSwatch, kKeyBar, shade(kNearToFar[1], cost));
    pen.frame({x, corner.y}, kSwatch, kKeyBar, {kFaintInk, 1.0});
    pen.text({x + kSwatch + 5.0, base}, {kTextSize, kInk}, fmt::format("{}", cost));
    x += (kLeastWidth - kCostLabel) / static_cast<double>(kMostCosts);
  }
}

void draw(Pen& pen, const FieldSubject& subject, const MapView& view, const Bands& bands) {
  const Surface image = draw_bands(subject, view.scale, bands);
  pen.image(view.origin, image.get());
  pen.clip(view.origin, view.width(), view.height());
  draw_tree(pen, subject, view);
  for (const LinkLine& link : subject.links) draw_link(pen, link, view, line_unit(view.scale));
  pen.unclip();
  if (!subject.floors.has_several()) {
    pen.frame(view.origin, view.width(), view.height(), {kFaintInk, 1.0});
  }
  draw_floors(pen, subject.floors, view);
  for (const PlaceToGo& goal : subject.goals) {
    draw_goal_mark(pen, view.place(goal.at), line_unit(view.scale));
  }
}

}  // namespace

std::string draw_field(const FieldSubject& subject, PictureFormat format) {
  const Grid& grid = subject.grid;
  const MapView view{{0, 0, grid.width(), grid.height()},
                     choose_scale(grid.width(), grid.height()),
                     {kMargin, kTitleHeight + kMargin}};
  const Bands bands(find_farthest(subject));
  const double map_end = view.origin.y + view.height();
  const double width = std::max(view.width(), kLeastWidth) + 2.0 * kMargin;
  const double height =
      map_end + kKeyHeight + kMargin + (subject.ground.has_factors() ? kCostsHeight : 0.0);
  return render_picture(format, width, height, [&](Pen& pen) {
    pen.fill_rectangle({0.0, 0.0}, width, height, kPaper);
    pen.text({kMargin, kMargin + kTitleSize}, {kTitleSize, kInk, FontWeight::bold},
             fmt::format("{}, {}", subject.map_name, subject.floors.size_text(grid)));
    const char* const how = subject.kind == MapKind::mesh ? "at any angle" : "by tile steps";
    pen.text({kMargin, kMargin + kTitleSize + 26.0}, {kTextSize, kFaintInk},
             fmt::format("{} to the nearest of {} goal{}, {}; lines: the paths from all tiles",
                         subject.ground.has_factors() ? "cost" : "distance", subject.goals.size(),
                         subject.goals.size() == 1 ? "" : "s", how));
    draw(pen, subject, view, bands);
    draw_key(pen, bands, {kMargin, map_end + kMargin}, width - 2.0 * kMargin);
    if (subject.ground.has_factors())
      draw_cost_key(pen, subject, {kMargin, map_end + kKeyHeight + 2.0});
  });
}

}  // namespace taut::tools
