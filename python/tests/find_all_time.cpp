// The batch of batch_time.py in C++: find_all_time MAP SCENARIO THREADS REPEATS prints the seconds
// of each round, and the sum of the lengths. A line on standard input begins a round.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <taut/engine/scenario_file.hpp>
#include <taut/finder.hpp>
#include <taut/map_file.hpp>

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto world = taut::World::load(argv[1]);
  const auto scenario = taut::load_scenario(argv[2]);
  const int threads = std::atoi(argv[3]);
  const int repeats = std::atoi(argv[4]);
  if (!world || !scenario || threads < 1) return 2;
  std::vector<taut::Request> requests;
  for (int i = 0; i < repeats; ++i) {
    for (const taut::ScenarioQuery& query : *scenario.value) {
      requests.push_back({center(query.start), center(query.goal), {}});
    }
  }
  std::vector<taut::Finder> finders;
  for (int i = 0; i < threads; ++i) finders.emplace_back(*world.value);
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<taut::OwnedPath> paths = find_all(requests, finders);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    double sum = 0.0;
    for (const taut::OwnedPath& path : paths) sum += path.length;
    std::printf("%.9f %.6f\n", taken.count(), sum);
    std::fflush(stdout);
  }
  return 0;
}
