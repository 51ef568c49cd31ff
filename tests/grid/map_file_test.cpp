// Maps as text: every fault by its place, every odd but good file, letters, round trips.
#include <taut/map_file.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <taut/world.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;
using namespace std::string_literals;

namespace {

// A map of four by three.
const std::string kGood =
    "type octile\n"
    "height 3\n"
    "width 4\n"
    "map\n"
    "..@.\n"
    "TGSW\n"
    ".O .\n";

// kGood with one part replaced.
std::string edited(std::string_view part, std::string_view by) {
  std::string text = kGood;
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

std::string with_crlf(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '\r');
  }
  return text;
}

// The error of reading `text` as the file `m`.
std::string map_error(std::string_view text) {
  const Loaded<Grid> read = read_map(text, "m");
  CHECK_FALSE(read);
  return read ? "no error" : read.error.message();
}

// The rows of a map that must be good.
std::string rows_of(std::string_view text) {
  const Loaded<Grid> read = read_map(text, "m");
  if (!read) return read.error.message();
  std::string rows;
  for (int y = 0; y < read.value->height(); ++y) {
    for (int x = 0; x < read.value->width(); ++x) rows += read.value->is_walkable(x, y) ? '.' : '#';
    rows += '/';
  }
  return rows;
}

std::string written(const Grid& grid) {
  std::ostringstream out;
  write_map(grid, out);
  return out.str();
}

const std::string kGoodRows = "..#./#..#/.##./";

}  // namespace

TEST_CASE("a MovingAI map is read", "[map_file]") {
  CHECK(rows_of(kGood) == kGoodRows);
  CHECK(rows_of(edited("height 3\nwidth 4", "width 4\nheight 3")) == kGoodRows);
  CHECK(rows_of(edited("height 3", "height\t 003 \t")) == kGoodRows);
  CHECK(rows_of(edited("type octile\n", " type  octile \n\n")) == kGoodRows);
}

TEST_CASE("`.`, `G` and `S` are walkable and nothing else", "[map_file]") {
  std::string drawing;
  for (char c = ' '; c <= '~'; ++c) drawing += c;
  const Loaded<Grid> read = read_map(drawing, "m");
  REQUIRE(read);
  REQUIRE(read.value->width() == static_cast<int>(drawing.size()));
  for (int x = 0; x < read.value->width(); ++x) {
    const char c = drawing[static_cast<std::size_t>(x)];
    INFO("character " << c);
    CHECK(read.value->is_walkable(x, 0) == (c == '.' || c == 'G' || c == 'S'));
  }
}

TEST_CASE("ends of lines, marks and empty lines do not matter", "[map_file]") {
  CHECK(rows_of(with_crlf(kGood)) == kGoodRows);
  CHECK(rows_of(edited("..@.\n", "..@.\r\n")) == kGoodRows);
  CHECK(rows_of(kGood.substr(0, kGood.size() - 1)) == kGoodRows);
  CHECK(rows_of(kGood.substr(0, kGood.size() - 1) + "\r") == kGoodRows);
  CHECK(rows_of(kGood + "\n\r\n\n") == kGoodRows);
  CHECK(rows_of("\n\r\n" + kGood) == kGoodRows);
  CHECK(rows_of("\xEF\xBB\xBF" + kGood) == kGoodRows);
}

TEST_CASE("a plain drawing is read", "[map_file]") {
  CHECK(rows_of("####\n#..#\n####\n") == "####/#..#/####/");
  CHECK(rows_of("\n ..\n.x.\n\n") == "#../.#./");
  CHECK(rows_of("..\r\n.#") == "../.#/");
  CHECK(rows_of("\xEF\xBB\xBF.") == "./");
  CHECK(rows_of("types\n.....\n") == "#####/...../");
}

TEST_CASE("a text that is no map is no drawing", "[map_file]") {
  const auto message = [](const char* text) { return read_map(text, "m").error.message(); };
  CHECK(message("hello") == "m:1:1: is no drawing: nothing is walkable, and `h` is no usual wall");
  CHECK(message("@@@\n@x@\n") ==
        "m:2:2: is no drawing: nothing is walkable, and `x` is no usual wall");
  for (const char* const text : {"@#OT\nWX @\n", "hel.o", "x@\n@S\n"}) CHECK(read_map(text, "m"));
}

TEST_CASE("faults in the header of a map are named by their place", "[map_file]") {
  CHECK(map_error(edited("octile", "hex")) == "m:1:6: unknown type `hex`: only `octile` is read");
  CHECK(map_error(edited("type octile", "type")) == "m:1:5: `type` has no value");
  CHECK(map_error(edited("type octile", "type octile x")) == "m:1:13: unexpected `x`");
  CHECK(map_error(edited("type octile\n", "")) == "m:1:1: expected `type octile` before `height`");
  CHECK(map_error(edited("height 3", "type octile")) == "m:2:1: `type` is given twice");
  CHECK(map_error("map\n...\n") == "m:1:1: expected `type octile` before `map`");
  CHECK(map_error(edited("height 3\n", "")) == "m:3:1: expected `height` before `map`");
  CHECK(map_error(edited("width 4\n", "")) == "m:3:1: expected `width` before `map`");
  CHECK(map_error(edited("width 4", "height 4")) == "m:3:1: `height` is given twice");
  CHECK(map_error(edited("width 4", "width 4\nwidth 4")) == "m:4:1: `width` is given twice");
  CHECK(map_error(edited("width 4", "depth 4")) ==
        "m:3:1: unknown header line `depth 4`: expected `type`, `height`, `width` or `map`");
  CHECK(map_error(edited("map\n", "map x\n")) == "m:4:5: unexpected `x`");
  CHECK(map_error(edited("map\n", "maps\n")) ==
        "m:4:1: unknown header line `maps`: expected `type`, `height`, `width` or `map`");
  CHECK(map_error("type octile\nheight 3\nwidth 4\n") == "m:4: the file ends before `map`");
  CHECK(map_error("type octile") == "m:1: the file ends before `map`");
  CHECK(map_error("type octile\n") == "m:2: the file ends before `map`");
}

TEST_CASE("sizes that are no sizes are named by their value", "[map_file]") {
  CHECK(map_error(edited("height 3", "height")) == "m:2:7: `height` has no value");
  CHECK(map_error(edited("height 3", "height 0")) == "m:2:8: height `0` is not within 1 to 16384");
  CHECK(map_error(edited("height 3", "height -3")) ==
        "m:2:8: height `-3` is not within 1 to 16384");
  CHECK(map_error(edited("width 4", "width 20000")) ==
        "m:3:7: width `20000` is not within 1 to 16384");
  CHECK(map_error(edited("width 4", "width 16385")) ==
        "m:3:7: width `16385` is not within 1 to 16384");
  CHECK(map_error(edited("width 4", "width  4294967300")) ==
        "m:3:8: width `4294967300` is not within 1 to 16384");
  CHECK(map_error(edited("width 4", "width 99999999999999999999")) ==
        "m:3:7: width `99999999999999999999` is not within 1 to 16384");
  CHECK(map_error(edited("width 4", "width four")) == "m:3:7: width `four` is not a whole number");
  CHECK(map_error(edited("width 4", "width 4x")) == "m:3:7: width `4x` is not a whole number");
  CHECK(map_error(edited("width 4", "width 4.0")) == "m:3:7: width `4.0` is not a whole number");
  CHECK(map_error(edited("width 4", "width +4")) == "m:3:7: width `+4` is not a whole number");
  CHECK(map_error(edited("width 4", "width 0x4")) == "m:3:7: width `0x4` is not a whole number");
  CHECK(map_error(edited("width 4", "width 4 5")) == "m:3:9: unexpected `5`");
  CHECK(map_error(edited("width 4", "width 4\0"s)) ==
        "m:3:7: width `4\\x00` is not a whole number");
}

TEST_CASE("faults in the rows of a map are named by their place", "[map_file]") {
  CHECK(map_error(edited("TGSW", "TGS")) == "m:6:4: row 2 has 3 tiles, the header says width 4");
  CHECK(map_error(edited("TGSW", "TGSW.")) == "m:6:5: row 2 has 5 tiles, the header says width 4");
  CHECK(map_error(edited("TGSW", "")) == "m:6:1: row 2 has 0 tiles, the header says width 4");
  CHECK(map_error(edited("TGSW\n", "")) == "m:7: the file ends after 2 of 3 rows");
  CHECK(map_error(edited(".O .\n", "\n\n")) == "m:7: the file ends after 2 of 3 rows");
  CHECK(map_error(kGood + "....\n") == "m:8: row 4, but the header says height 3");
  CHECK(map_error(kGood + "\n.\n") == "m:8: row 4, but the header says height 3");
  CHECK(map_error(edited("TGSW", "T\0SW"s)) == "m:6:2: row 2 holds control character 0x00");
  CHECK(map_error(edited("TGSW", "TG\tW")) == "m:6:3: row 2 holds control character 0x09");
  CHECK(map_error(edited("TGSW", "TGS\x7F")) == "m:6:4: row 2 holds control character 0x7F");
  CHECK(map_error(edited("TGSW", "TG\rSW")) == "m:6:3: row 2 holds control character 0x0D");
  CHECK(map_error(edited("TGSW", "TGSW\x1A")) == "m:6:5: row 2 holds control character 0x1A");
  CHECK(map_error(edited("TGSW", "T\xE2\x96\x88")) == "m:6:2: row 2 holds non-ASCII byte 0xE2");
  // The first fault of a row is the one that is named.
  CHECK(map_error(edited("TGSW", "TGSW.\t")) ==
        "m:6:5: row 2 has 6 tiles, the header says width 4");
  CHECK(map_error(edited("TGSW", "T\tS")) == "m:6:2: row 2 holds control character 0x09");
}

TEST_CASE("faults in a drawing are named by their place", "[map_file]") {
  CHECK(map_error("") == "m:1: the file has no rows");
  CHECK(map_error("\xEF\xBB\xBF") == "m:1: the file has no rows");
  CHECK(map_error("\n\r\n\n") == "m:4: the file has no rows");
  CHECK(map_error("...\n..\n...\n") == "m:2:3: row 2 has 2 tiles, the first row has 3");
  CHECK(map_error("...\n....\n") == "m:2:4: row 2 has 4 tiles, the first row has 3");
  CHECK(map_error("\n...\n\n...\n") == "m:3:1: row 2 has 0 tiles, the first row has 3");
  CHECK(map_error(".\t.\n") == "m:1:2: row 1 holds control character 0x09");
  CHECK(map_error("\xFF\xFE.\n") == "m:1:1: row 1 holds non-ASCII byte 0xFF");
  CHECK(map_error("\x89PNG\r\n\x1A\n") == "m:1:1: row 1 holds non-ASCII byte 0x89");
}

TEST_CASE("sizes up to the limit are read, and none beyond", "[map_file]") {
  const auto limit = static_cast<std::size_t>(kMaxMapSide);
  const Loaded<Grid> wide = read_map(std::string(limit, '.'), "m");
  REQUIRE(wide);
  CHECK(wide.value->width() == kMaxMapSide);
  CHECK(wide.value->walkable_count() == limit);
  CHECK(map_error(std::string(limit + 1, '.')) ==
        "m:1:16385: row 1 has 16385 tiles, the limit is 16384");
  CHECK(map_error(std::string(20000, '.')) ==
        "m:1:16385: row 1 has 20000 tiles, the limit is 16384");

  std::string tall;
  for (std::size_t y = 0; y < limit; ++y) tall += ".\n";
  const Loaded<Grid> high = read_map(tall, "m");
  REQUIRE(high);
  CHECK(high.value->height() == kMaxMapSide);
  CHECK(map_error(tall + ".\n") == "m:16385: more rows than the limit 16384");
  CHECK(read_map("type octile\nheight 16384\nwidth 1\nmap\n" + tall, "m"));

  // Were the sizes believed, this would take a quarter of a gigabyte.
  CHECK(map_error("type octile\nheight 16384\nwidth 16384\nmap\n..........\n") ==
        "m:5:11: row 1 has 10 tiles, the header says width 16384");
  CHECK(map_error("type octile\nheight 16384\nwidth 10\nmap\n..........\n") ==
        "m:6: the file ends after 1 of 16384 rows");
}

TEST_CASE("errors show foreign bytes and long lines harmlessly", "[map_file]") {
  CHECK(map_error("type \x1B[31m\n") == "m:1:6: unknown type `\\x1B[31m`: only `octile` is read");
  CHECK(map_error("type " + std::string(50, 'a')) ==
        "m:1:6: unknown type `" + std::string(40, 'a') + "...`: only `octile` is read");
  const FileError whole_file{"maps/a.map", 0, 0, "is odd"};
  CHECK(whole_file.message() == "maps/a.map: is odd");
}

TEST_CASE("every beginning of a map is a map or an error", "[map_file]") {
  for (const std::string& text : {kGood, with_crlf(kGood)}) {
    std::size_t good = 0;
    for (std::size_t size = 4; size < text.size(); ++size) {  // below it is a drawing
      const std::string block = text.substr(0, size);
      const Loaded<Grid> read = read_map(block, "m");
      if (read) ++good;
      CHECK((read || !read.error.what.empty()));
    }
    // Only the end of the last line can be missing.
    CHECK(good == (text == kGood ? 1 : 2));
  }
}

TEST_CASE("files that cannot be read are named", "[map_file]") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "taut_map_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string missing = (folder / "missing.map").string();
  const Loaded<Grid> none = load_map(missing);
  REQUIRE_FALSE(none);
  CHECK(none.error.file == missing);
  CHECK(none.error.line == 0);
  CHECK(none.error.what == "cannot be opened: No such file or directory");

  const Loaded<Grid> directory = load_map(folder.string());
  REQUIRE_FALSE(directory);
  CHECK(directory.error.file == folder.string());
  CHECK(directory.error.line == 0);
  CHECK(directory.error.what.substr(0, 10) == "cannot be ");

  const std::string file = (folder / "good.map").string();
  std::ofstream(file, std::ios::binary) << with_crlf(kGood);
  const Loaded<Grid> read = load_map(file);
  REQUIRE(read);
  CHECK(written(*read.value) == written(*read_map(kGood, "m").value));
  std::ofstream(file, std::ios::binary) << edited("width 4", "width 5");
  CHECK(load_map(file).error.message() ==
        file + ":5:5: row 1 has 4 tiles, the header says width 5");
  std::ofstream(file, std::ios::binary).close();
  CHECK(load_map(file).error.message() == file + ":1: the file has no rows");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a map is written as MovingAI's are", "[map_file]") {
  CHECK(written(*read_map(kGood, "m").value) ==
        "type octile\nheight 3\nwidth 4\nmap\n..@.\n@..@\n.@@.\n");
}

TEST_CASE("what is written is read back", "[map_file]") {
  for (Random& random : random_generators("map_file round trips")) {
    const std::size_t count = random_count(300, 3000);
    for (std::size_t i = 0; i < count; ++i) {
      // Sides around the 64 tiles of a word are the hard ones for packing.
      const Grid grid = make_random_map(random, i % 3 == 0 ? 140 : 20);
      const std::string text = written(grid);
      const Loaded<Grid> unix_lines = read_map(text, "m");
      REQUIRE(unix_lines);
      REQUIRE(unix_lines.value->bits() == grid.bits());
      REQUIRE(unix_lines.value->walkable_count() == grid.walkable_count());
      const Loaded<Grid> windows_lines = read_map(with_crlf(text), "m");
      REQUIRE(windows_lines);
      REQUIRE(windows_lines.value->bits() == grid.bits());
      const Loaded<Grid> drawing =
          read_map(std::string_view(text).substr(text.find("map\n") + 4), "m");
      REQUIRE(drawing);
      REQUIRE(drawing.value->bits() == grid.bits());
    }
  }
}

namespace {

constexpr MapLetter kSwampLetter{'S', 1};

// State and class of each tile, as "walkable 3".
std::vector<std::pair<bool, int>> kinds_of(const Grid& grid) {
  std::vector<std::pair<bool, int>> kinds;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    kinds.emplace_back(grid.is_walkable(grid.tile(id)), grid.terrain_class(id));
  }
  return kinds;
}

}  // namespace

TEST_CASE("letters stand for classes, walkable and blocked", "[map_file]") {
  const std::vector<MapLetter> letters{
      kSwampLetter, {'W', 255}, {'T', 2, TileState::blocked}, {'.', 7, TileState::blocked}};
  for (const std::string& text : {kGood, with_crlf(kGood), kGood.substr(kGood.find("map\n") + 4)}) {
    const Loaded<Grid> read = read_map(text, "m", letters);
    REQUIRE(read);
    const std::pair<bool, int> wall{false, 0}, floor{true, 0}, dot{false, 7};
    CHECK(kinds_of(*read.value) == std::vector<std::pair<bool, int>>{dot,
                                                                     dot,
                                                                     wall,
                                                                     dot,  //
                                                                     {false, 2},
                                                                     floor,
                                                                     {true, 1},
                                                                     {true, 255},  //
                                                                     dot,
                                                                     wall,
                                                                     wall,
                                                                     dot});
  }
  // Errors are those of the text; only what is no letter is unusual.
  CHECK(read_map("WW\nW@\n", "m", letters).value->walkable_count() == 3);
  CHECK(read_map("Wq\nW@\n", "m", letters));
  CHECK_FALSE(read_map(".q\n.@\n", "m", letters));
  CHECK(read_map("TT\nT@\n", "m", letters).value->walkable_count() == 0);
  CHECK(read_map("Tq\nT@\n", "m", letters).error.message() ==
        "m:1:2: is no drawing: nothing is walkable, and `q` is no usual wall");
  CHECK(read_map("WW\nW\n", "m", letters).error.message() ==
        "m:2:2: row 2 has 1 tiles, the first row has 2");
  const std::string file = (std::filesystem::temp_directory_path() / "taut_letters.map").string();
  std::ofstream(file, std::ios::binary) << kGood;
  CHECK(load_map(file, letters).value->terrain_class(6) == 1);
  CHECK(World::load(file, letters).value->grid().terrain_class(6) == 1);
  CHECK_FALSE(World::load(file).value->grid().has_classes());
  std::filesystem::remove(file);
}

TEST_CASE("bad letters are refused", "[map_file]") {
  const auto message = [](std::vector<MapLetter> letters) {
    const std::string words = read_map(kGood, "m", letters).error.message();
    CHECK(format_map(*read_map(kGood, "m").value, letters).error.message() ==
          "format_map" + words.substr(1));
    return words;
  };
  CHECK(message({kSwampLetter, {'W', 2}, kSwampLetter}) == "m: letter `S` is given twice");
  CHECK(message({{'\n', 1}}) == "m: letter `\\x0A` is not printable ASCII");
  CHECK(message({{'\x7F', 1}}) == "m: letter `\\x7F` is not printable ASCII");
  CHECK(message({{'\xC3', 1}}) == "m: letter `\\xC3` is not printable ASCII");
  for (char c = ' '; c <= '~'; ++c) CHECK(read_map(kGood, "m", std::vector{MapLetter{c, 3}}));
}

TEST_CASE("a map with classes is written by letters", "[map_file]") {
  Grid grid = *read_map("...\n.@@\n", "m").value;
  const std::string header = "type octile\nheight 2\nwidth 3\nmap\n";
  CHECK(*format_map(grid).value == written(grid));
  grid.set_class({0, 0, 2, 2}, 1);
  CHECK(written(grid) == header + "...\n.@@\n");  // without classes
  CHECK(format_map(grid).error.message() ==
        "format_map: no letter is given for tile (0, 0), which is walkable and of class 1");
  std::vector<MapLetter> letters{kSwampLetter, {'s', 1}};
  CHECK(format_map(grid, letters).error.message() ==
        "format_map: no letter is given for tile (1, 1), which is blocked and of class 1");
  letters.push_back({'@', 1, TileState::blocked});
  CHECK(*format_map(grid, letters).value == header + "SS.\nS@#\n");
  letters.push_back({'.', 9});
  CHECK(*format_map(grid, letters).value == header + "SSG\nS@#\n");
  letters.push_back({'G', 10});
  CHECK(format_map(grid, letters).error.message() ==
        "format_map: no letter is given for tile (2, 0), which is walkable and of class 0");
  letters.push_back({'!', 0});
  CHECK(*format_map(grid, letters).value == header + "SS!\nS@#\n");
}

TEST_CASE("what is written by letters is read back", "[map_file]") {
  for (Random& random : random_generators("map_file round trips by letters")) {
    const std::size_t count = random_count(100, 1000);
    for (std::size_t i = 0; i < count; ++i) {
      Grid grid = make_random_map(random, i % 3 == 0 ? 140 : 20);
      // All characters in random order stand for the classes 0 to 20.
      std::string characters;
      for (char c = ' '; c <= '~'; ++c) characters += c;
      std::vector<MapLetter> letters;
      for (int k = 0; k < 42; ++k) {
        const auto at =
            static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(characters.size())));
        letters.push_back({characters[at], static_cast<std::uint8_t>(k / 2),
                           k % 2 == 0 ? TileState::walkable : TileState::blocked});
        characters.erase(at, 1);
      }
      for (int k = random.between(0, 9); k > 0; --k) {
        grid.set_class(random_rect(random, grid.width(), grid.height()),
                       static_cast<std::uint8_t>(random.between(0, 20)));
      }
      const Loaded<std::string> text = format_map(grid, letters);
      REQUIRE(text);
      const Loaded<Grid> read = read_map(*text.value, "m", letters);
      REQUIRE(read);
      REQUIRE(kinds_of(*read.value) == kinds_of(grid));
      REQUIRE(read.value->has_classes() == grid.has_classes());
    }
  }
}

TEST_CASE("the maps of the benchmark set are read", "[map_file][data]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  // Sizes and walkable tiles, counted by another program.
  struct Count {
    const char* name;
    int width, height;
    std::size_t walkable;
  };
  for (const Count& count : {Count{"32room_000", 512, 512, 240671},
                             {"AR0011SR", 512, 512, 120458},
                             {"Aurora", 1024, 768, 493772},
                             {"Berlin_0_1024", 1024, 1024, 794748},
                             {"arena", 49, 49, 2054},
                             {"brc202d", 530, 481, 43151},
                             {"den520d", 256, 257, 28178},
                             {"divideandconquer", 512, 512, 132650},
                             {"maze512-1-0", 512, 512, 131071},
                             {"maze512-32-0", 512, 512, 253840},
                             {"orz900d", 1491, 656, 96603},
                             {"random512-10-0", 512, 512, 235900}}) {
    const Loaded<Grid> read = load_map((*folder / (std::string(count.name) + ".map")).string());
    INFO(count.name << " " << (read ? "" : read.error.message()));
    REQUIRE(read);
    CHECK(read.value->width() == count.width);
    CHECK(read.value->height() == count.height);
    CHECK(read.value->walkable_count() == count.walkable);
  }
}
