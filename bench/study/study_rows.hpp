// The tidy table of the study: a row per query and method.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/figures.hpp"
#include "study_method.hpp"
#include "tools/output/output.hpp"

namespace taut::bench {

struct StudyRow {
  std::string map;
  std::string family;
  std::size_t query = 0;
  std::optional<int> bucket{};
  std::string method;
  std::string agent = "point";
  std::string status = "ok";
  std::optional<double> length{};
  std::optional<double> optimum{};
  std::optional<double> cost{};
  std::optional<std::size_t> corners{};
  std::optional<std::size_t> expanded{};
  std::optional<MedianInterval> us{};
  std::optional<double> build_ms{};
  std::optional<std::size_t> bytes{};
};

// "point", "disc 0.4", "square 0.4".
[[nodiscard]] std::string to_string(const Agent& agent);

class StudyTable {
 public:
  // Writes the header to the file.
  explicit StudyTable(const std::string& csv);

  void add(const StudyRow& row);
  // Measures the methods on the queries of the scene in turns, checks each answer, and adds a row
  // per query and method, and one of its warm times. Wrong answers have the status `wrong`.
  void add_queries(const Scene& scene, const std::vector<StudyMethod>& methods,
                   const Rounds& rounds);

  [[nodiscard]] std::size_t wrong() const noexcept { return wrong_; }
  void close() { csv_.close(); }

 private:
  tools::OutputFile csv_;
  std::size_t wrong_ = 0;
};

}  // namespace taut::bench
