// Statistics of many queries: counts, means and times, as a table.
#pragma once

#include <taut/engine/validate.hpp>
#include <taut/status.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "answer.hpp"

namespace taut::tools {

class Summary {
 public:
  // Adds a query. `check` is the validation of its path, std::nullopt when it was not validated;
  // `reference_length` is the length to compare with, std::nullopt for no comparison.
  void add(const QueryOutcome& outcome, const std::optional<PathCheck>& check,
           std::optional<double> reference_length);

  // The table, every line ending in LF. Means and times are of the queries with status ok.
  [[nodiscard]] std::string table() const;

 private:
  std::size_t counts_[5] = {};  // by status
  std::size_t checked_ = 0;
  std::size_t invalid_paths_ = 0;
  std::size_t sound_corners_ = 0;  // of the validated paths without fault
  std::size_t open_corners_ = 0;
  std::size_t corners_ = 0;
  double length_ = 0.0;
  double cost_ = 0.0;
  std::size_t compared_ = 0;
  double sum_of_ratios_ = 0.0;
  std::vector<StageTimes> times_;
};

}  // namespace taut::tools
