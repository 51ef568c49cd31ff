// Maps and queries as files have them.
#pragma once

#include <cstddef>
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

}  // namespace peers
