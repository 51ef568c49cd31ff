// read_scenario(), load_scenario() and write_scenario(): every fault by its place, every odd but
// good file, round trips.
#include <taut/engine/scenario_file.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;
using namespace std::string_literals;

namespace {

const ScenarioQuery kFirst{1, "maps/a.map", 8, 6, {1, 2}, {7, 5}, 2.82843};
const ScenarioQuery kSecond{61, "b.map", 16384, 16384, {0, 0}, {16383, 16383}, 23168.5};
const std::string kGood =
    "version 1\n"
    "1\tmaps/a.map\t8\t6\t1\t2\t7\t5\t2.82843\n"
    "61\tb.map\t16384\t16384\t0\t0\t16383\t16383\t23168.5\n";

std::string replace_all(std::string text, std::string_view part, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size()) {
    text.replace(at, part.size(), by);
  }
  return text;
}

// The first query of a text that must be good.
ScenarioQuery first_of(std::string_view text) {
  const auto read = read_scenario(text, "s");
  INFO((read ? "" : read.error.message()));
  REQUIRE(read);
  REQUIRE_FALSE(read.value->empty());
  return read.value->front();
}

bool reads_good(std::string_view text) {
  const auto read = read_scenario(text, "s");
  UNSCOPED_INFO((read ? "" : read.error.message()));
  return read && *read.value == std::vector<ScenarioQuery>{kFirst, kSecond};
}

std::string scenario_error(std::string_view text) {
  const auto read = read_scenario(text, "s");
  CHECK_FALSE(read);
  return read ? "no error" : read.error.message();
}

// The error of a query line with one of its nine columns replaced.
std::string error_with(std::size_t column, std::string_view by) {
  const std::string_view columns[] = {"1", "m", "8", "6", "1", "2", "7", "5", "2.5"};
  std::string text = "version 1\n";
  for (std::size_t i = 0; i < std::size(columns); ++i) {
    if (i > 0) text += '\t';
    text += i == column ? by : columns[i];
  }
  return scenario_error(text + "\n");
}

std::string written(const std::vector<ScenarioQuery>& queries) {
  std::ostringstream out;
  write_scenario(queries, out);
  return out.str();
}

}  // namespace

TEST_CASE("a scenario is read", "[scenario_file]") {
  CHECK(reads_good(kGood));
  CHECK(reads_good(replace_all(kGood, "version 1", "version 1.0")));
  CHECK(reads_good(replace_all(kGood, "version 1", "\tversion   1 ")));
}

TEST_CASE("columns are separated by tabs or spaces", "[scenario_file]") {
  CHECK(reads_good(replace_all(kGood, "\t", " ")));
  CHECK(reads_good(replace_all(kGood, "\t", "  \t ")));
  CHECK(reads_good(replace_all(kGood, "\n", "\t\n")));
  CHECK(reads_good(replace_all(kGood, "\t8", " 8")));
  CHECK(first_of("version 1.0\n61 maps/bg/AR.map 512 512 210 395 87 201 244.95\n") ==
        ScenarioQuery{61, "maps/bg/AR.map", 512, 512, {210, 395}, {87, 201}, 244.95});
  // Between tabs a name may hold spaces.
  CHECK(first_of("version 1\n1\t my maps/a b.map \t8\t6\t1\t2\t7\t5\t 2.5 \n").map ==
        "my maps/a b.map");
  CHECK(first_of("version 1\n1\tk\xC3\xBCste.map\t8\t6\t1\t2\t7\t5\t2.5\n").map ==
        "k\xC3\xBCste.map");
}

TEST_CASE("ends of lines, marks and blank lines of a scenario do not matter", "[scenario_file]") {
  CHECK(reads_good(replace_all(kGood, "\n", "\r\n")));
  CHECK(reads_good(replace_all(kGood, "5\n", "5\r\n")));
  CHECK(reads_good(kGood.substr(0, kGood.size() - 1)));
  CHECK(reads_good(replace_all(kGood, "\n", "\n\n \t\n")));
  CHECK(reads_good("\n" + kGood));
  CHECK(reads_good("\xEF\xBB\xBF" + kGood));
  const auto none = read_scenario("version 1\n", "s");
  REQUIRE(none);
  CHECK(none.value->empty());
}

TEST_CASE("lengths are read exactly", "[scenario_file]") {
  const auto length = [](const std::string& text) {
    return first_of("version 1\n1 m 8 6 1 2 7 5 " + text).octile_length;
  };
  CHECK(length("0") == 0.0);
  CHECK(length("7") == 7.0);
  CHECK(length("2.82843") == 2.82843);
  CHECK(length("2.00000000") == 2.0);
  CHECK(length("0.1") == 0.1);
  CHECK(length("1.4142135623730951") == 1.4142135623730951);
  CHECK(length("1e3") == 1000.0);
  CHECK(length("1.5E-2") == 0.015);
  CHECK(length("9007199254740993") == 9007199254740992.0);
  CHECK(length("1.7976931348623157e308") == std::numeric_limits<double>::max());
}

TEST_CASE("faults in the version are named by their place", "[scenario_file]") {
  CHECK(scenario_error("") == "s:1: the file ends before `version 1`");
  CHECK(scenario_error("\n \n") == "s:3: the file ends before `version 1`");
  CHECK(scenario_error("version\n") == "s:1:8: `version` has no value");
  CHECK(scenario_error("version 2\n") == "s:1:9: unknown version `2`: only 1 is read");
  CHECK(scenario_error("version 1.5\n") == "s:1:9: unknown version `1.5`: only 1 is read");
  CHECK(scenario_error("version 1 2\n") == "s:1:11: unexpected `2`");
  CHECK(scenario_error("1 m 8 6 1 2 7 5 2.5\n") ==
        "s:1:1: expected `version 1` before `1 m 8 6 1 2 7 5 2.5`");
}

TEST_CASE("too few and too many columns are named", "[scenario_file]") {
  CHECK(scenario_error("version 1\n1\n") == "s:2:2: 1 columns instead of 9");
  CHECK(scenario_error("version 1\n1 m 8 6 1 2 7 5\n") == "s:2:16: 8 columns instead of 9");
  CHECK(scenario_error("version 1\n\n1\tm\t8\t6\t1\t2\t7\t5\n") ==
        "s:3:16: 8 columns instead of 9");
  CHECK(scenario_error("version 1\n1 m 8 6 1 2 7 5 2.5 9\n") == "s:2:21: `9` is a tenth column");
  CHECK(scenario_error("version 1\n1\tm\t8\t6\t1\t2\t7\t5\t2.5\tx\n") ==
        "s:2:21: `x` is a tenth column");
  CHECK(scenario_error(kGood + "x\n") == "s:4:2: 1 columns instead of 9");
}

TEST_CASE("faults in the columns are named by their value", "[scenario_file]") {
  CHECK(error_with(0, "-1") == "s:2:1: bucket `-1` is not within 0 to 2147483647");
  CHECK(error_with(0, "2147483648") == "s:2:1: bucket `2147483648` is not within 0 to 2147483647");
  CHECK(error_with(0, "x") == "s:2:1: bucket `x` is not a whole number");
  CHECK(error_with(1, "") == "s:2:3: the map has no name");
  CHECK(error_with(1, "  ") == "s:2:5: the map has no name");
  CHECK(error_with(1, "a\0b"s) == "s:2:4: map name `a\\x00b` holds a control character");
  CHECK(error_with(1, "ab\r") == "s:2:5: map name `ab\\x0D` holds a control character");
  CHECK(error_with(2, "0") == "s:2:5: map width `0` is not within 1 to 16384");
  CHECK(error_with(2, "20000") == "s:2:5: map width `20000` is not within 1 to 16384");
  CHECK(error_with(3, "16385") == "s:2:7: map height `16385` is not within 1 to 16384");
  CHECK(error_with(3, "") == "s:2:7: map height `` is not a whole number");
  CHECK(error_with(4, "8") == "s:2:9: start x `8` is not within 0 to 7");
  CHECK(error_with(4, "1.5") == "s:2:9: start x `1.5` is not a whole number");
  CHECK(error_with(5, "-1") == "s:2:11: start y `-1` is not within 0 to 5");
  CHECK(error_with(6, "99999999999999999999") ==
        "s:2:13: goal x `99999999999999999999` is not within 0 to 7");
  CHECK(error_with(7, "6") == "s:2:15: goal y `6` is not within 0 to 5");
  for (const std::string_view length : {"-1", "+1", "nan", "inf", "1e999", "1e-999", "0x10", "2,5",
                                        "2.5.1", ".", "e5", "abc", "2.5 1", ""}) {
    CHECK(error_with(8, length) == "s:2:17: octile length `" + std::string(length) +
                                       "` is not a finite number from 0 upwards");
  }
}

TEST_CASE("every beginning of a scenario is a scenario or an error", "[scenario_file]") {
  for (std::size_t size = 0; size < kGood.size(); ++size) {
    const std::string block = kGood.substr(0, size);
    const auto read = read_scenario(block, "s");
    CHECK((read || !read.error.what.empty()));
    if (read) CHECK(read.value->size() <= 2);
  }
}

TEST_CASE("scenario files that cannot be read are named", "[scenario_file]") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "taut_scenario_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "a.map.scen").string();
  CHECK(load_scenario(file).error.message() ==
        file + ": cannot be opened: No such file or directory");
  CHECK(load_scenario(folder.string()).error.message().substr(0, folder.string().size() + 12) ==
        folder.string() + ": cannot be ");
  std::ofstream(file, std::ios::binary) << kGood;
  const auto read = load_scenario(file);
  REQUIRE(read);
  CHECK(*read.value == std::vector<ScenarioQuery>{kFirst, kSecond});
  std::ofstream(file, std::ios::binary) << "version 3";
  CHECK(load_scenario(file).error.message() == file + ":1:9: unknown version `3`: only 1 is read");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a scenario is written as MovingAI's are", "[scenario_file]") {
  CHECK(written({kFirst, kSecond}) == kGood);
  CHECK(written({}) == "version 1\n");
}

TEST_CASE("what is written of a scenario is read back", "[scenario_file]") {
  constexpr std::string_view kNames[] = {"m", "maps/my maps/a b.map", "0", "k\xC3\xBCste.map",
                                         "a\\b"};
  for (Random& random : random_generators("scenario_file round trips")) {
    std::vector<ScenarioQuery> queries;
    const std::size_t count = random_count(20000, 1000000);
    for (std::size_t i = 0; i < count; ++i) {
      ScenarioQuery query;
      query.bucket = static_cast<std::int32_t>(random.next() >> 33U);
      query.map = kNames[random.below(std::size(kNames))];
      query.map_width = random.between(1, kMaxMapSide);
      query.map_height = random.between(1, kMaxMapSide);
      query.start = {random.between(0, query.map_width - 1),
                     random.between(0, query.map_height - 1)};
      query.goal = {random.between(0, query.map_width - 1),
                    random.between(0, query.map_height - 1)};
      // Any bits that are a finite double, and lengths as tile paths have them.
      query.octile_length = std::bit_cast<double>(random.next() >> 1U);
      if (!std::isnormal(query.octile_length) || random.chance(50)) {
        query.octile_length = random.between(0, 5000) + random.between(0, 5000) * std::sqrt(2.0);
      }
      queries.push_back(query);
    }
    const auto read = read_scenario(written(queries), "s");
    INFO((read ? "" : read.error.message()));
    REQUIRE(read);
    REQUIRE(*read.value == queries);
  }
}

TEST_CASE("the scenarios of the benchmark set are read", "[scenario_file][data]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  // Queries and the sum of their lengths, counted by another program.
  struct Count {
    const char* name;
    std::size_t queries;
    double length;
  };
  for (const Count& count : {Count{"32room_000", 1900, 729675.925},
                             {"AR0011SR", 1280, 328192.86},
                             {"Aurora", 2990, 1799911.136},
                             {"Berlin_0_1024", 3850, 2964528.997},
                             {"arena", 160, 5078.06867},
                             {"brc202d", 2519, 1269040.527},
                             {"den520d", 888, 157748.5055},
                             {"divideandconquer", 1280, 328143.87},
                             {"maze512-1-0", 11960, 28650116},
                             {"maze512-32-0", 5760, 6658577.057},
                             {"orz900d", 7015, 9845824.971},
                             {"random512-10-0", 1670, 564510.3939}}) {
    const auto read = load_scenario((*folder / (std::string(count.name) + ".map.scen")).string());
    INFO(count.name << " " << (read ? "" : read.error.message()));
    REQUIRE(read);
    CHECK(read.value->size() == count.queries);
    double length = 0.0;
    for (const ScenarioQuery& query : *read.value) length += query.octile_length;
    CHECK(std::abs(length - count.length) < 1e-9 * count.length);
  }
}
