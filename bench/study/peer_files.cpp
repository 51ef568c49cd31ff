#include "peer_files.hpp"

#include <fmt/format.h>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/scenario_file.hpp>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

#include "tools/input/text_input.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"

namespace taut::bench {
namespace {

namespace fs = std::filesystem;
using tools::fail_at;

void write_file(const std::string& file, const std::string& text) {
  tools::OutputFile out(file);
  out.write(text);
  out.close();
}

// The words of a line; numbers by their place.
class Words {
 public:
  Words(const std::string& file, const tools::LineReader& lines)
      : file_(file), line_(lines.number()), words_(tools::split_words(lines.line())) {}

  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const { return words_[i]; }
  [[nodiscard]] double number(std::size_t i) const {
    const std::optional<double> number = tools::parse_number(words_[i]);
    if (!number) fail_at(file_, line_, "\"{}\" is not a number", words_[i]);
    return *number;
  }
  // Below a bound.
  [[nodiscard]] std::size_t index(std::size_t i, std::size_t bound) const {
    const double value = number(i);
    if (value < 0.0 || value >= static_cast<double>(bound)) {
      fail_at(file_, line_, "{} is not within 0 to {}", words_[i], bound - 1);
    }
    return static_cast<std::size_t>(value);
  }
  [[nodiscard]] Point point(std::size_t i) const {
    return snap({static_cast<float>(number(i)), static_cast<float>(number(i + 1))});
  }
  void check_size(bool is_right, const char* wanted) const {
    if (!is_right) fail_at(file_, line_, "{} words instead of {}", words_.size(), wanted);
  }

 private:
  const std::string& file_;
  std::size_t line_;
  std::vector<std::string_view> words_;
};

template <class Visit>
void for_each_line(const std::string& file, const Visit& visit) {
  const std::string text = tools::read_file(file);
  tools::LineReader lines(text);
  while (lines.next()) visit(Words(file, lines));
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char letter : word) {
    text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  }
  return text + "'";
}

// Where a path is told, its own length counts.
void complete(bool is_ok, PeerAnswer& answer) {
  answer.found.status = is_ok ? Status::ok : Status::no_path;
  drop_straight_points(answer.points);
  answer.found.count = answer.points.size();
  if (!answer.points.empty()) answer.found.length = path_length(answer.points);
  answer.found.cost = answer.found.length;
}

}  // namespace

PeerFolder::PeerFolder() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  static int count = 0;
  folder_ = fs::temp_directory_path() / fmt::format("taut-study-{}-{}", now, ++count);
  fs::create_directories(folder_);
}

PeerFolder::~PeerFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void run_peer(const std::string& name, const std::string& program,
              const std::vector<std::string>& arguments) {
  std::string command = quoted(program);
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  if (std::system(command.c_str()) != 0) tools::fail("{}: {} failed", name, command);
}

void write_queries(const Scene& scene, const std::string& file) {
  std::vector<ScenarioQuery> queries;
  for (const BenchQuery& query : scene.map.queries) {
    queries.push_back({0, fs::path(scene.map.file).filename().string(), scene.map.grid.width(),
                       scene.map.grid.height(), query.start, query.goal, query.octile});
  }
  std::ostringstream text;
  write_scenario(queries, text);
  write_file(file, text.str());
}

PeerAnswers read_answers(const std::string& file, std::size_t queries) {
  PeerAnswers answers;
  answers.queries.resize(queries);
  for_each_line(file, [&](const Words& words) {
    if (words.size() == 3 && words[0] == "build") {
      answers.build_ms = words.number(1);
      answers.bytes = static_cast<std::size_t>(words.number(2));
      return;
    }
    words.check_size(words.size() >= 6 && words.size() % 2 == 0, "6, and two for each point");
    PeerAnswer& answer = answers.queries[words.index(0, queries)];
    answer.time = {words.number(2), words.number(3)};
    answer.found.expanded = static_cast<std::size_t>(words.number(4));
    answer.found.length = words.number(5);
    for (std::size_t i = 6; i < words.size(); i += 2) answer.points.push_back(words.point(i));
    complete(words[1] == "ok", answer);
  });
  return answers;
}

void write_crowd_file(const tools::CrowdScenario& scenario, const std::string& file) {
  const Grid& grid = scenario.map.grid;
  std::string text = fmt::format("crowd 1\nname {}\ndt {}\nticks {}\narrive point {}\nmap {} {}\n",
                                 scenario.name, scenario.tick_seconds, scenario.ticks,
                                 scenario.tolerance, grid.width(), grid.height());
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) text += grid.is_walkable(x, y) ? '.' : '@';
    text += '\n';
  }
  text += fmt::format("units {}\n", scenario.units.size());
  for (const tools::CrowdScenario::Unit& unit : scenario.units) {
    text += fmt::format("{} {} {} {} {}", unit.at.x, unit.at.y, unit.radius, unit.speed,
                        unit.goals.size());
    for (const Point& goal : unit.goals) text += fmt::format(" {} {}", goal.x, goal.y);
    text += '\n';
  }
  write_file(file, text);
}

CrowdTrack read_positions(const std::string& file, std::size_t units) {
  CrowdTrack track;
  for_each_line(file, [&](const Words& words) {
    if (words.size() == 2 && words[0] == "us") {
      track.us = words.number(1);
      return;
    }
    words.check_size(words.size() == 2 * units, "two for each unit");
    std::vector<Point>& places = track.ticks.emplace_back();
    for (std::size_t i = 0; i < words.size(); i += 2) places.push_back(words.point(i));
  });
  return track;
}

}  // namespace taut::bench
