#include "crowd_page.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "tools/output/output.hpp"

namespace taut::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kFrameSeconds = 0.1;
constexpr double kMostNumber = 65535.0;

constexpr std::string_view kPage =
#include "crowd_page.inc"
    ;
constexpr std::string_view kDataMark = "{{DATA}}";

std::string to_base64(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(bytes.size() - i, 3);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | (k < left ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= left ? kDigits[group >> (18U - 6U * k) & 63U] : '=';
    }
  }
  return text;
}

// The directions of the colour wheel: units that are sent the same way have one colour.
int hue_of(const CrowdScenario& scenario, const CrowdScenario::Unit& unit) {
  if (scenario.arrival == CrowdArrival::disc) return 205;
  const double x = static_cast<double>(unit.goals[0].x - unit.at.x);
  const double y = static_cast<double>(unit.goals[0].y - unit.at.y);
  return (static_cast<int>(std::lround(std::atan2(y, x) * 180.0 / std::numbers::pi)) + 565) % 360;
}

// Rows of equal tiles other than plain ones, and the edits: tick, rectangle, factor; null where
// they are blocked.
Json list_rectangles(const CrowdScenario& scenario) {
  const Grid& grid = scenario.map.grid;
  const auto price = [&](int x, int y) {
    if (!grid.is_walkable(x, y)) return kBlockedTerrain;
    return scenario.map.ground[grid.terrain_class(grid.id({x, y}))];
  };
  Json rectangles = Json::array();
  const auto add = [&](std::int32_t tick, const TileRect& tiles, float factor) {
    Json shown = nullptr;
    if (factor != kBlockedTerrain) shown = factor;
    rectangles.push_back({tick, tiles.x0, tiles.y0, tiles.x1, tiles.y1, std::move(shown)});
  };
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width();) {
      const int first = x;
      const float factor = price(x, y);
      while (x < grid.width() && price(x, y) == factor) ++x;
      if (factor != 1.0F) add(0, {first, y, x, y + 1}, factor);
    }
  }
  for (const CrowdScenario::Edit& edit : scenario.edits) {
    add(edit.tick, edit.tiles, kBlockedTerrain);
  }
  return rectangles;
}

}  // namespace

CrowdPage::CrowdPage(const CrowdScenario& scenario, std::vector<std::string> states)
    : scenario_(scenario),
      states_(std::move(states)),
      ticks_per_frame_(std::max(
          1, static_cast<std::int32_t>(std::lround(kFrameSeconds / scenario.tick_seconds)))),
      scale_(std::max(scenario.map.grid.width(), scenario.map.grid.height()) / kMostNumber) {
  for (const CrowdScenario::Unit& unit : scenario.units) add(unit.at, 0);
}

void CrowdPage::add(const Point& at, std::size_t state) {
  for (const float coordinate : {at.x, at.y}) {
    const auto number =
        static_cast<std::uint32_t>(std::lround(static_cast<double>(coordinate) / scale_));
    frames_.push_back(static_cast<std::uint8_t>(number & 255U));
    frames_.push_back(static_cast<std::uint8_t>(number >> 8U & 255U));
  }
  pending_.push_back(static_cast<std::uint8_t>(state));
  if (pending_.size() < scenario_.units.size()) return;
  frames_.insert(frames_.end(), pending_.begin(), pending_.end());
  pending_.clear();
}

void CrowdPage::write(const std::string& file) const {
  Json data;
  data["name"] = scenario_.name;
  data["width"] = scenario_.map.grid.width();
  data["height"] = scenario_.map.grid.height();
  data["tickSeconds"] = scenario_.tick_seconds;
  data["frameSeconds"] = scenario_.tick_seconds * ticks_per_frame_;
  data["scale"] = scale_;
  data["states"] = states_;
  data["hasOneOrder"] = scenario_.arrival == CrowdArrival::disc;
  data["rects"] = list_rectangles(scenario_);
  for (const CrowdScenario::Unit& unit : scenario_.units) {
    data["radii"].push_back(unit.radius);
    data["hues"].push_back(hue_of(scenario_, unit));
  }
  data["frames"] = to_base64(frames_);
  // In a script element `<` could end it: as an escape it is the same text to JSON.
  std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  for (std::size_t i = 0; (i = text.find('<', i)) != std::string::npos;) {
    text.replace(i, 1, "\\u003c");
  }
  const std::size_t mark = kPage.find(kDataMark);
  OutputFile page(file);
  page.write(kPage.substr(0, mark));
  page.write(text);
  page.write(kPage.substr(mark + kDataMark.size()));
  page.close();
}

}  // namespace taut::tools
