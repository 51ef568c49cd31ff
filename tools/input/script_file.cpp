#include "script_file.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

struct Verb {
  std::string_view word;
  StepKind kind;
  std::string_view takes;           // its numbers
  std::string_view takes_on_floor;  // the same where there are several
};

constexpr std::array<Verb, 6> kVerbs{
    {{"block", StepKind::block, "4 numbers, X0 Y0 X1 Y1", "5 numbers, F X0 Y0 X1 Y1"},
     {"open", StepKind::open, "4 numbers, X0 Y0 X1 Y1", "5 numbers, F X0 Y0 X1 Y1"},
     {"cost", StepKind::cost, "5 numbers, X0 Y0 X1 Y1 C", "6 numbers, F X0 Y0 X1 Y1 C"},
     {"class", StepKind::terrain_class, "X0 Y0 X1 Y1 and a character",
      "F X0 Y0 X1 Y1 and a character"},
     {"path", StepKind::path, "4 numbers, SX SY GX GY", "6 numbers, F SX SY F GX GY"},
     {"link", StepKind::link_on, "ID and on, off or cost C", "ID and on, off or cost C"}}};

class ScriptReader {
 public:
  ScriptReader(const std::string& file, const ScriptMap& map)
      : file_(file), map_(map), text_(read_file(file)), lines_(text_) {}

  std::vector<ScriptStep> read() {
    std::vector<ScriptStep> steps;
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      words_ = split_words(line.substr(0, line.find('#')));
      next_ = 1;
      if (!words_.empty()) steps.push_back(read_step());
    }
    return steps;
  }

 private:
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(file_, lines_.number(), format, std::forward<Args>(args)...);
  }

  ScriptStep read_step() {
    const std::string_view word = words_.front();
    const auto* const verb = std::find_if(kVerbs.begin(), kVerbs.end(),
                                          [&](const Verb& each) { return each.word == word; });
    if (verb == kVerbs.end()) {
      fail_here("\"{}\" is not one of block, open, cost, class, link, path", shorten(word));
    }
    ScriptStep step;
    step.kind = verb->kind;
    check_count(*verb);
    if (step.kind == StepKind::link_on) {
      read_link(step);
    } else if (step.kind == StepKind::path) {
      std::tie(step.start_floor, step.start) = read_tile();
      std::tie(step.goal_floor, step.goal) = read_tile();
    } else {
      step.tiles = read_tiles();
      if (step.kind == StepKind::cost) step.factor = read_factor();
      if (step.kind == StepKind::terrain_class) step.factor = read_class();
    }
    step.text = fmt::format("{}:{}: {}", file_, lines_.number(), fmt::join(words_, " "));
    return step;
  }

  void check_count(const Verb& verb) const {
    const std::size_t floors = map_.floors.has_several() ? 1 : 0;
    const std::size_t given = words_.size() - 1;
    std::size_t wanted = 4 + floors;
    if (verb.kind == StepKind::cost || verb.kind == StepKind::terrain_class) ++wanted;
    if (verb.kind == StepKind::path) wanted += floors;
    if (verb.kind == StepKind::link_on) wanted = given > 1 && words_[2] == "cost" ? 3 : 2;
    if (given == wanted) return;
    fail_here("{} takes {}, not {}", verb.word, floors == 1 ? verb.takes_on_floor : verb.takes,
              given);
  }

  std::string_view next() { return words_[next_++]; }

  std::int32_t integer() {
    const std::string_view word = next();
    const std::optional<std::int32_t> value = parse_integer(word);
    if (!value) fail_here("{}", explain_integer(word));
    return *value;
  }

  std::size_t read_floor() {
    if (!map_.floors.has_several()) return 0;
    const std::int32_t floor = integer();
    const auto count = static_cast<std::int32_t>(map_.floors.rects().size());
    if (floor < 0 || floor >= count) {
      fail_here("{} is not a floor from 0 to {}", floor, count - 1);
    }
    return static_cast<std::size_t>(floor);
  }

  // Where a floor lies on the grid.
  [[nodiscard]] TileRect rect_of(std::size_t floor) const {
    if (map_.floors.has_several()) return map_.floors.rects()[floor];
    return {0, 0, map_.grid.width(), map_.grid.height()};
  }

  std::pair<std::size_t, Tile> read_tile() {
    const std::size_t floor = read_floor();
    Tile tile;
    tile.x = integer();
    tile.y = integer();
    const TileRect on = rect_of(floor);
    const int width = on.x1 - on.x0;
    const int height = on.y1 - on.y0;
    if (tile.x < 0 || tile.y < 0 || tile.x >= width || tile.y >= height) {
      fail_here("tile {} {} is outside the map{}, which is {} x {} tiles", tile.x, tile.y,
                map_.floors.has_several() ? fmt::format(" of floor {}", floor) : "", width, height);
    }
    return {floor, tile};
  }

  TileRect read_tiles() {
    const TileRect on = rect_of(read_floor());
    const auto side = [&](int low, int high) {
      const auto at = std::int64_t{integer()} + low;
      return static_cast<std::int32_t>(std::clamp<std::int64_t>(at, low, high));
    };
    TileRect tiles;
    tiles.x0 = side(on.x0, on.x1);
    tiles.y0 = side(on.y0, on.y1);
    tiles.x1 = side(on.x0, on.x1);
    tiles.y1 = side(on.y0, on.y1);
    return tiles;
  }

  float read_factor() {
    const std::string_view word = next();
    const std::optional<float> factor = parse_factor(word);
    if (!factor) {
      fail_here("\"{}\" is not a number from {} to {}", shorten(word), kLeastTerrainCost,
                kMostTerrainCost);
    }
    return *factor;
  }

  float read_class() {
    const std::string_view word = next();
    if (word.size() != 1 || word[0] <= ' ' || word[0] > '~') {
      fail_here("\"{}\" is not one printable character", shorten(word));
    }
    const TerrainFactor* const found = map_.terrain ? find_factor(*map_.terrain, word[0]) : nullptr;
    return found != nullptr ? found->factor : 1.0F;
  }

  void read_link(ScriptStep& step) {
    const std::string_view id = next();
    const std::optional<double> number = parse_number(id);
    const auto found = std::find_if(map_.links.begin(), map_.links.end(), [&](const MapLink& link) {
      return number && static_cast<double>(link.id) == *number;
    });
    if (found == map_.links.end()) fail_here("there is no link \"{}\"", shorten(id));
    step.link = static_cast<std::size_t>(found - map_.links.begin());
    const std::string_view what = next();
    if (what == "off") {
      step.kind = StepKind::link_off;
    } else if (what == "cost") {
      step.kind = StepKind::link_cost;
      const std::string_view word = next();
      const std::optional<double> cost = parse_number(word);
      if (!cost || *cost < 0.0) fail_here("\"{}\" is not a number, 0 or more", shorten(word));
      step.cost = *cost;
    } else if (what != "on") {
      fail_here("\"{}\" is not on, off or cost", shorten(what));
    }
  }

  const std::string& file_;
  const ScriptMap& map_;
  std::string text_;
  LineReader lines_;
  std::vector<std::string_view> words_;  // of the line
  std::size_t next_ = 1;                 // of these
};

}  // namespace

std::vector<ScriptStep> load_script(const std::string& file, const ScriptMap& map) {
  return ScriptReader(file, map).read();
}

}  // namespace taut::tools
