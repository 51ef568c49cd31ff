// Tables of measurements: printed row by row, and written as CSV.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "figures.hpp"
#include "tools/output/output.hpp"

namespace taut::bench {

struct Column {
  std::string name;     // in the CSV
  std::string heading;  // when printed; a column without one is in the CSV only
  int width = 9;        // when printed
  int digits = 2;       // after the point, when printed; counts have none
  bool is_text = false;
};

using Columns = std::vector<Column>;

[[nodiscard]] Column text_column(std::string name, int width);
[[nodiscard]] Column count_column(std::string name, int width = 9);

// n,mean_us,median_us,p95_us,p99_us,worst_us
[[nodiscard]] Columns time_columns();
// length_over_optimum,worst_over_optimum
[[nodiscard]] Columns length_columns();

[[nodiscard]] Columns operator+(Columns left, const Columns& right);

// std::monostate is an empty field, printed as a dash.
using Cell = std::variant<std::monostate, std::string, double, std::size_t>;

class Row {
 public:
  Row& set(std::string_view column, Cell cell);
  // Sets the columns of the two functions above; empty fields where nothing was measured.
  Row& set(const Times& times);
  Row& set(const Ratios& lengths);

 private:
  friend class Table;

  std::vector<std::pair<std::string_view, Cell>> cells_;
};

class Table {
 public:
  // Prints the headings. `csv` names a file to be written, none when it is empty.
  Table(Columns columns, const std::string& csv);

  // Columns that the row does not set stay empty. Throws std::logic_error when it sets one that the
  // table does not have.
  void add(const Row& row);

  // The sum of the column `wrong`.
  [[nodiscard]] std::size_t wrong() const noexcept { return wrong_; }

  // Ends the CSV file and returns the exit status: 1 when an answer was wrong.
  [[nodiscard]] int finish();

 private:
  Columns columns_;
  std::optional<tools::OutputFile> csv_;
  std::size_t wrong_ = 0;
};

// Compiler and assertions, a line.
[[nodiscard]] std::string describe_build();

}  // namespace taut::bench
