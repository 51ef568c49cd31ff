// Scenario files, written.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include <taut/engine/scenario_file.hpp>

namespace taut::test {

// Columns are separated by tabs, lines end in LF. A length is printed in the shortest form that
// reads back as the same double.
inline void write_scenario(std::span<const ScenarioQuery> queries, std::ostream& out) {
  out << "version 1\n";
  for (const ScenarioQuery& query : queries) {
    std::string line = std::to_string(query.bucket) + '\t' + query.map;
    for (const std::int32_t number : {query.map_width, query.map_height, query.start.x,
                                      query.start.y, query.goal.x, query.goal.y}) {
      line += '\t';
      line += std::to_string(number);
    }
    std::array<char, 32> length;  // the shortest form of a double takes 24 characters at most
    const auto end =
        std::to_chars(length.data(), length.data() + length.size(), query.octile_length);
    line += '\t';
    line.append(length.data(), end.ptr);
    out << line << '\n';
  }
}

}  // namespace taut::test
