// What the programs of peers share: reading a map and its queries, timing, writing answers
// (docs/study.md). A peer is a class with the members that run_adapter() names.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace peers {

struct Map {
  int width = 0;
  int height = 0;
  std::vector<char> is_open;  // row by row

  [[nodiscard]] bool at(int x, int y) const {
    return x >= 0 && y >= 0 && x < width && y < height &&
           is_open[static_cast<std::size_t>(y * width + x)] != 0;
  }
  // A diagonal step needs both tiles beside it.
  [[nodiscard]] bool has_step(int x, int y, int dx, int dy) const {
    return at(x + dx, y + dy) && at(x + dx, y) && at(x, y + dy);
  }
  void add_row(const std::string& row) {
    width = static_cast<int>(row.size());
    for (const char letter : row) {
      is_open.push_back(letter == '.' || letter == 'G' || letter == 'S' ? 1 : 0);
    }
    ++height;
  }
};

struct Query {
  int start_x = 0;
  int start_y = 0;
  int goal_x = 0;
  int goal_y = 0;
};

struct Answer {
  bool is_ok = false;
  std::size_t expanded = 0;
  std::vector<std::array<double, 2>> path;  // x, y in tiles; centres are at .5
};

inline double now_us() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

inline Map read_map(const char* file) {
  Map map;
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line) && line.substr(0, 3) != "map") {
  }
  while (std::getline(in, line)) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) map.add_row(line);
  }
  return map;
}

inline std::vector<Query> read_queries(const char* file) {
  std::vector<Query> queries;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);  // version
  while (std::getline(in, line)) {
    for (char& letter : line) letter = letter == '\t' ? ' ' : letter;
    std::istringstream words(line);
    std::string skipped;
    Query query;
    words >> skipped >> skipped >> skipped >> skipped;
    if (words >> query.start_x >> query.start_y >> query.goal_x >> query.goal_y) {
      queries.push_back(query);
    }
  }
  return queries;
}

// Peer has: a constructor from a Map, which builds; bytes(); find(query), which is timed and keeps
// what it found; answer(), which turns that into an Answer.
template <class Peer>
int run_adapter(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s MAP QUERIES ANSWERS\n", argv[0]);
    return 2;
  }
  const Map map = read_map(argv[1]);
  const std::vector<Query> queries = read_queries(argv[2]);
  double begin = now_us();
  Peer peer(map);
  const double build_us = now_us() - begin;
  std::vector<double> cold(queries.size());
  std::vector<double> warm(queries.size());
  const auto time = [&](const Query& query) {
    begin = now_us();
    peer.find(query);
    return now_us() - begin;
  };
  for (const Query& query : queries) peer.find(query);  // which allocates
  for (std::size_t i = 0; i < queries.size(); ++i) cold[i] = time(queries[i]);
  std::FILE* const out = std::fopen(argv[3], "w");
  if (out == nullptr) return 2;
  std::fprintf(out, "build %.6g %zu\n", build_us / 1000.0, peer.bytes());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    peer.find(queries[i]);
    warm[i] = time(queries[i]);
    const Answer answer = peer.answer();
    std::fprintf(out, "%zu %s %.6g %.6g %zu 0", i, answer.is_ok ? "ok" : "no_path", cold[i],
                 warm[i], answer.expanded);
    for (const auto& [x, y] : answer.path) std::fprintf(out, " %.9g %.9g", x, y);
    std::fprintf(out, "\n");
  }
  return std::fclose(out) == 0 ? 0 : 2;
}

}  // namespace peers
