// What the programs of peers share that steer crowds: reading a scenario (docs/formats.md), timing
// its ticks, writing positions (docs/study.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "adapter.hpp"

namespace peers {

struct Unit {
  float x = 0.0F;
  float y = 0.0F;
  float radius = 0.0F;
  float speed = 0.0F;
  float goal_x = 0.0F;  // the first of its goals
  float goal_y = 0.0F;
};

struct Scenario {
  Map map;
  std::vector<Unit> units;
  float seconds = 0.05F;  // of a tick
  int ticks = 0;
};

inline Scenario read_scenario(const char* file) {
  Scenario scenario;
  std::ifstream in(file);
  std::string line;
  std::string word;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "dt") words >> scenario.seconds;
    if (word == "ticks") words >> scenario.ticks;
    int count = 0;
    if (word == "map") {
      words >> count >> count;
      for (; count > 0 && std::getline(in, line); --count) scenario.map.add_row(line);
    }
    if (word != "units") continue;
    words >> count;
    for (; count > 0 && std::getline(in, line); --count) {
      std::istringstream numbers(line);
      Unit unit;
      int goals = 0;
      numbers >> unit.x >> unit.y >> unit.radius >> unit.speed >> goals;
      numbers >> unit.goal_x >> unit.goal_y;
      scenario.units.push_back(unit);
    }
  }
  return scenario;
}

// Crowd has: a constructor from a Scenario; prepare(), before each tick; tick(), which is timed;
// place(i), where unit i is.
template <class Crowd>
int run_crowd_adapter(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SCENARIO POSITIONS\n", argv[0]);
    return 2;
  }
  const Scenario scenario = read_scenario(argv[1]);
  if (scenario.units.empty()) return 2;
  Crowd crowd(scenario);
  std::FILE* const out = std::fopen(argv[2], "w");
  if (out == nullptr) return 2;
  double us = 0.0;
  for (int tick = 0; tick < scenario.ticks; ++tick) {
    crowd.prepare();
    const double begin = now_us();
    crowd.tick();
    us += now_us() - begin;
    for (std::size_t i = 0; i < scenario.units.size(); ++i) {
      const std::array<float, 2> at = crowd.place(i);
      std::fprintf(out, "%s%.9g %.9g", i == 0 ? "" : " ", static_cast<double>(at[0]),
                   static_cast<double>(at[1]));
    }
    std::fprintf(out, "\n");
  }
  std::fprintf(out, "us %.6g\n", us / scenario.ticks / static_cast<double>(scenario.units.size()));
  return std::fclose(out) == 0 ? 0 : 2;
}

}  // namespace peers
