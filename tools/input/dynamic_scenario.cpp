#include "dynamic_scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "grid/files/text_file.hpp"

namespace taut::tools {
namespace {

constexpr std::int32_t kMostInteger = std::numeric_limits<std::int32_t>::max();

// Reads lines of words.
class WordReader : protected TextReader {
 public:
  using TextReader::TextReader;

  [[nodiscard]] FileError& error() noexcept { return error_; }

 protected:
  [[nodiscard]] bool read_number(std::string_view what, std::int32_t low, std::int32_t high,
                                 std::int32_t& out) {
    const std::string_view value = word();
    if (value.empty()) return fail(lines_.line().size() + 1, std::string(what) + " is missing");
    return parse_whole(value, what, low, high, out);
  }

  // Reads the first word of a line, which must be `key`.
  [[nodiscard]] bool read_key(std::string_view key) {
    if (!next_line()) return fail(0, "the file ends before `" + std::string(key) + "`");
    const std::string_view found = word();
    return found == key ||
           fail(1, "expected `" + std::string(key) + "` before " + quote(lines_.line()));
  }
  // Reads a line of `key` and a number.
  [[nodiscard]] bool read_line(std::string_view key, std::int32_t low, std::int32_t high,
                               std::int32_t& out) {
    return read_key(key) && read_number(key, low, high, out) && end_line();
  }
};

class PatchReader : WordReader {
 public:
  using WordReader::error;
  using WordReader::WordReader;

  [[nodiscard]] bool read(std::vector<Grid>& patches) {
    std::int32_t count = 0;
    if (!read_type() || !read_line("patches", 0, kMostInteger, count)) return false;
    for (std::int32_t i = 0; i < count; ++i) {
      std::int32_t number = 0;
      std::int32_t width = 0;
      std::int32_t height = 0;
      if (!read_line("patch", i, i, number) || !read_line("height", 1, kMaxMapSide, height) ||
          !read_line("width", 1, kMaxMapSide, width) || !read_key("map") || !end_line() ||
          !read_rows(width, height, patches)) {
        return false;
      }
    }
    return !next_line() || fail(1, "unexpected " + quote(lines_.line()));
  }

 private:
  [[nodiscard]] bool read_type() {
    if (!read_key("type")) return false;
    const std::string_view type = word();
    if (type != "patch") return fail(0, "expected `type patch` before " + quote(lines_.line()));
    return end_line();
  }

  [[nodiscard]] bool read_rows(std::int32_t width, std::int32_t height,
                               std::vector<Grid>& patches) {
    std::vector<std::uint8_t> tiles;
    for (std::int32_t y = 0; y < height; ++y) {
      if (!next_line()) {
        return fail(0, "the file ends after " + std::to_string(y) + " of " +
                           std::to_string(height) + " rows");
      }
      const std::string_view row = lines_.line();
      if (row.size() != static_cast<std::size_t>(width)) {
        return fail(1, "row " + std::to_string(y + 1) + " has " + std::to_string(row.size()) +
                           " tiles, the patch has width " + std::to_string(width));
      }
      const auto odd = std::find_if_not(row.begin(), row.end(), is_printable);
      if (odd != row.end()) {
        return fail_at(row.substr(static_cast<std::size_t>(odd - row.begin())),
                       "row " + std::to_string(y + 1) + " is no row of tiles: " + quote(row));
      }
      for (const char c : row) tiles.push_back(kUsualFloors.find(c) < kUsualFloors.size() ? 1 : 0);
    }
    patches.push_back(Grid::from_bytes(width, height, tiles));
    return true;
  }
};

class DynamicReader : WordReader {
 public:
  using WordReader::error;
  using WordReader::WordReader;

  [[nodiscard]] bool read_header() {
    std::int32_t version = 0;
    return read_line("version", 2, 2, version) &&
           read_line("height", 1, kMaxMapSide, scenario_.height) &&
           read_line("width", 1, kMaxMapSide, scenario_.width) && read_costs() && read_file();
  }
  [[nodiscard]] const std::string& patch_file() const noexcept { return file_; }
  [[nodiscard]] std::vector<Grid>& patches() noexcept { return scenario_.patches; }

  [[nodiscard]] Loaded<DynamicScenario> read_commands() {
    bool is_read = read_key("commands") && end_line();
    while (is_read && next_line()) is_read = read_command();
    if (!is_read) return {std::nullopt, std::move(error_)};
    return {std::move(scenario_), {}};
  }

 private:
  [[nodiscard]] bool read_costs() {
    constexpr std::int32_t kMostCosts = 128;
    if (!read_key("cost") || !read_number("number of costs", 1, kMostCosts, costs_)) return false;
    for (std::int32_t i = 0; i < costs_; ++i) {
      const std::string_view name = word();
      if (name.empty()) return fail(lines_.line().size() + 1, "the name of a cost is missing");
      if (name == "octile") octile_ = i;
    }
    if (octile_ < 0) return fail(1, "no cost is `octile`: " + quote(lines_.line()));
    return end_line();
  }

  [[nodiscard]] bool read_file() {
    if (!read_key("patch")) return false;
    const std::string_view name = word();
    if (name.empty()) return fail(lines_.line().size() + 1, "`patch` has no file");
    if (std::any_of(name.begin(), name.end(), is_control)) {
      return fail_at(name, "file name " + quote(name) + " holds a control character");
    }
    file_ = name;
    return end_line();
  }

  [[nodiscard]] bool read_command() {
    const std::string_view kind = word();
    if (kind == "P") return read_patch();
    if (kind == "Q") return read_query();
    return fail(1, "expected `P` or `Q` before " + quote(lines_.line()));
  }

  [[nodiscard]] bool read_patch() {
    std::int32_t bucket = 0;
    std::int32_t patch = 0;
    PlacedPatch placed;
    const auto last = static_cast<std::int32_t>(scenario_.patches.size()) - 1;
    if (!read_number("bucket", 0, kMostInteger, bucket) || !read_number("patch", 0, last, patch)) {
      return false;
    }
    placed.patch = static_cast<std::size_t>(patch);
    const Grid& tiles = scenario_.patches[placed.patch];
    if (!read_number("x of the patch", 0, scenario_.width - tiles.width(), placed.at.x) ||
        !read_number("y of the patch", 0, scenario_.height - tiles.height(), placed.at.y)) {
      return false;
    }
    before_.push_back(placed);
    return end_line();
  }

  [[nodiscard]] bool read_query() {
    DynamicQuery made;
    ScenarioQuery& query = made.query;
    query.map = file_;
    query.map_width = scenario_.width;
    query.map_height = scenario_.height;
    if (!read_number("bucket", 0, kMostInteger, query.bucket) ||
        !read_number("start x", 0, scenario_.width - 1, query.start.x) ||
        !read_number("start y", 0, scenario_.height - 1, query.start.y) ||
        !read_number("goal x", 0, scenario_.width - 1, query.goal.x) ||
        !read_number("goal y", 0, scenario_.height - 1, query.goal.y)) {
      return false;
    }
    for (std::int32_t i = 0; i < costs_; ++i) {
      const std::string_view value = word();
      if (value.empty()) return fail(lines_.line().size() + 1, "a cost is missing");
      double cost = 0.0;
      if (!parse_length(value, "cost", cost)) return false;
      if (i == octile_) query.octile_length = cost;
    }
    made.before = std::exchange(before_, {});
    scenario_.queries.push_back(std::move(made));
    return end_line();
  }

  DynamicScenario scenario_;
  std::string file_;
  std::int32_t costs_ = 0;
  std::int32_t octile_ = -1;
  std::vector<PlacedPatch> before_;  // the patches before the next query
};

// The path of a file that another file names.
std::string beside(const std::string& file, const std::string& name) {
  return std::filesystem::path(file).replace_filename(name).string();
}

Loaded<DynamicScenario> read_with(DynamicReader& reader, std::string_view patches,
                                  std::string_view patches_name) {
  PatchReader patch_reader(patches, patches_name);
  if (!patch_reader.read(reader.patches())) return {std::nullopt, std::move(patch_reader.error())};
  return reader.read_commands();
}

}  // namespace

Loaded<DynamicScenario> read_dynamic_scenario(std::string_view text, std::string_view name,
                                              std::string_view patches,
                                              std::string_view patches_name) {
  DynamicReader reader(text, name);
  if (!reader.read_header()) return {std::nullopt, std::move(reader.error())};
  return read_with(reader, patches, patches_name);
}

Loaded<DynamicScenario> load_dynamic_scenario(const std::string& file) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  DynamicReader reader(*text.value, file);
  if (!reader.read_header()) return {std::nullopt, std::move(reader.error())};
  const std::string patch_file = beside(file, reader.patch_file());
  Loaded<std::string> patches = load_text(patch_file);
  if (!patches) return {std::nullopt, std::move(patches.error)};
  return read_with(reader, *patches.value, patch_file);
}

}  // namespace taut::tools
