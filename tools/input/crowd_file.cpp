#include "crowd_file.hpp"

#include <taut/agent.hpp>
#include <taut/crowd.hpp>
#include <taut/engine/constants.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr std::int32_t kMostTicks = 1000000;
constexpr std::int32_t kMostUnits = 1000000;

class CrowdReader {
 public:
  CrowdReader(const std::string& file, const std::optional<Terrain>& terrain)
      : file_(file), terrain_(terrain), text_(read_file(file)), lines_(text_) {}

  CrowdScenario read() {
    result_.file = file_;
    next();
    if (words_ != std::vector<std::string_view>{"crowd", "1"}) {
      fail_here("\"{}\" is not `crowd 1`", shorten(lines_.line()));
    }
    while (lines_.next()) {
      words_ = split_words(lines_.line());
      if (!words_.empty()) read_line();
    }
    for (const std::string_view key : {"ticks", "map", "units"}) {
      if (keys_.count(key) == 0) fail_here("no `{}`", key);
    }
    if (keys_.count("arrive") == 0) fail_here("no `arrive` or `wander`");
    for (const CrowdScenario::Unit& unit : result_.units) require_goals(unit);
    return std::move(result_);
  }

 private:
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(file_, lines_.number(), format, std::forward<Args>(args)...);
  }

  void next() {
    if (!lines_.next()) {
      fail_at(file_, std::max<std::size_t>(lines_.number(), 1), "the file ends too early");
    }
    words_ = split_words(lines_.line());
  }

  void need_words(std::size_t count) const {
    if (words_.size() != count) {
      fail_here("\"{}\" has {} words instead of {}", shorten(lines_.line()), words_.size(), count);
    }
  }

  [[nodiscard]] double number(std::size_t word, double low, double high) const {
    const std::optional<double> value = parse_number(words_[word]);
    if (!value || !(*value >= low && *value <= high)) {
      fail_here("\"{}\" is not a number from {} to {}", shorten(words_[word]), low, high);
    }
    return *value;
  }

  [[nodiscard]] std::int32_t integer(std::size_t word, std::int32_t low, std::int32_t high) const {
    const std::optional<std::int32_t> value = parse_integer(words_[word]);
    if (!value || *value < low || *value > high) {
      fail_here("\"{}\" is not an integer from {} to {}", shorten(words_[word]), low, high);
    }
    return *value;
  }

  [[nodiscard]] Point point(std::size_t word) const {
    return {static_cast<float>(number(word, 0.0, kMaxMapSide)),
            static_cast<float>(number(word + 1, 0.0, kMaxMapSide))};
  }

  void read_line() {
    const std::string_view key = words_[0];
    // A scenario has one way to arrive.
    const std::string_view said = key == "wander" ? "arrive" : key;
    if (said != "edit" && !keys_.insert(said).second) fail_here("`{}` is given twice", said);
    if (key == "name") {
      need_words(2);
      result_.name = words_[1];
    } else if (key == "dt") {
      need_words(2);
      result_.tick_seconds = number(1, 1e-4, 0.25);
    } else if (key == "ticks") {
      need_words(2);
      result_.ticks = integer(1, 1, kMostTicks);
    } else if (key == "arrive" || key == "wander") {
      read_arrival(key);
    } else if (key == "edit") {
      read_edit();
    } else if (key == "map") {
      read_map();
    } else if (key == "units") {
      need_words(2);
      const std::int32_t count = integer(1, 1, kMostUnits);
      for (std::int32_t i = 0; i < count; ++i) read_unit();
    } else {
      fail_here("unknown key \"{}\"", shorten(key));
    }
  }

  void read_edit() {
    need_words(6);
    const auto side = [&](std::size_t word) { return integer(word, 0, kMaxMapSide); };
    const TileRect tiles{side(2), side(3), side(4), side(5)};
    if (tiles.x0 >= tiles.x1 || tiles.y0 >= tiles.y1) {
      fail_here("{} {} to {} {} is no tile", tiles.x0, tiles.y0, tiles.x1, tiles.y1);
    }
    result_.edits.push_back({integer(1, 0, kMostTicks), tiles});
  }

  void read_arrival(std::string_view key) {
    if (key == "wander") {
      need_words(2);
      result_.arrival = CrowdArrival::wander;
      result_.tolerance = number(1, 0.0, kMaxMapSide);
    } else if (words_.size() > 1 && words_[1] == "disc") {
      need_words(5);
      result_.arrival = CrowdArrival::disc;
      result_.center = point(2);
      result_.tolerance = number(4, 0.0, kMaxMapSide);
    } else {
      need_words(3);
      if (words_[1] != "point") fail_here("\"{}\" is not point or disc", shorten(words_[1]));
      result_.tolerance = number(2, 0.0, kMaxMapSide);
    }
  }

  void read_map() {
    need_words(3);
    const std::int32_t width = integer(1, 1, kMaxMapSide);
    const std::int32_t height = integer(2, 1, kMaxMapSide);
    result_.map = {Grid(width, height, TileState::walkable)};
    std::string known = ".@";
    if (terrain_) {
      for (const TerrainFactor& each : terrain_->factors) known += each.letter;
    }
    for (std::int32_t y = 0; y < height; ++y) {
      next();
      need_words(1);
      if (words_[0].size() != static_cast<std::size_t>(width) ||
          words_[0].find_first_not_of(known) != std::string_view::npos) {
        fail_here("\"{}\" is not a row of {} tiles {}", shorten(words_[0]), width,
                  terrain_ ? "of " + known : ". or @");
      }
      for (std::int32_t x = 0; x < width; ++x)
        read_tile({x, y}, words_[0][static_cast<std::size_t>(x)]);
    }
  }

  void read_tile(Tile tile, char letter) {
    const TerrainFactor* const found = terrain_ ? find_factor(*terrain_, letter) : nullptr;
    const bool is_blocked = found != nullptr ? found->factor == kBlockedTerrain : letter == '@';
    if (is_blocked) {
      result_.map.grid.set(tile, TileState::blocked);
    } else if (found != nullptr) {
      result_.map.grid.set_class({tile.x, tile.y, tile.x + 1, tile.y + 1},
                                 class_of_factor(result_.map.ground, found->factor));
    }
  }

  void read_unit() {
    next();
    if (words_.size() < 5) fail_here("\"{}\" is not a unit", shorten(lines_.line()));
    CrowdScenario::Unit unit;
    unit.at = point(0);
    unit.radius = number(2, Crowd::kLeastRadius, kMaxDiscRadius);
    unit.speed = number(3, Crowd::kLeastSpeed, Crowd::kMostSpeed);
    const auto goals = static_cast<std::size_t>(integer(4, 1, kMostTicks));
    need_words(5 + 2 * goals);
    for (std::size_t goal = 0; goal < goals; ++goal) unit.goals.push_back(point(5 + 2 * goal));
    unit.line = lines_.number();
    result_.units.push_back(std::move(unit));
  }

  void require_goals(const CrowdScenario::Unit& unit) const {
    const Grid& map = result_.map.grid;
    for (const Point& goal : unit.goals) {
      if (goal.x <= static_cast<float>(map.width()) && goal.y <= static_cast<float>(map.height())) {
        continue;
      }
      fail_at(file_, unit.line, "goal {} {} is outside the map, which is {} x {} tiles", goal.x,
              goal.y, map.width(), map.height());
    }
  }

  const std::string& file_;
  const std::optional<Terrain>& terrain_;
  std::string text_;
  LineReader lines_;
  std::vector<std::string_view> words_;  // of the line
  std::set<std::string_view> keys_;      // that the file has; `wander` counts as `arrive`
  CrowdScenario result_;
};

}  // namespace

CrowdScenario load_crowd(const std::string& file, const std::optional<Terrain>& terrain) {
  if (terrain && !terrain->colours.empty()) {
    fail("--terrain {}: {} is text, without colours", terrain->text, file);
  }
  return CrowdReader(file, terrain).read();
}

}  // namespace taut::tools
