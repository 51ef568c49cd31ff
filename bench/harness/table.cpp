#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace taut::bench {
namespace {

std::string to_csv(const Cell& cell) {
  if (const std::string* const text = std::get_if<std::string>(&cell)) return *text;
  if (const double* const number = std::get_if<double>(&cell))
    return fmt::format("{:.8g}", *number);
  if (const std::size_t* const count = std::get_if<std::size_t>(&cell)) {
    return fmt::to_string(*count);
  }
  return {};
}

std::string to_text(const Cell& cell, const Column& column) {
  if (std::holds_alternative<std::monostate>(cell)) return "-";
  if (const double* const number = std::get_if<double>(&cell)) {
    return fmt::format("{:.{}f}", *number, column.digits);
  }
  return to_csv(cell);
}

std::string aligned(const std::string& text, const Column& column) {
  return column.is_text ? fmt::format("{:<{}} ", text, column.width)
                        : fmt::format("{:>{}} ", text, column.width);
}

}  // namespace

Column text_column(std::string name, int width) { return {name, name, width, 0, true}; }

Column count_column(std::string name, int width) {
  std::string heading = name;
  std::replace(heading.begin(), heading.end(), '_', ' ');
  return {std::move(name), std::move(heading), width, 0, false};
}

Columns time_columns() {
  return {count_column("n", 7),  {"mean_us", "mean us", 10}, {"median_us", "median", 9},
          {"p95_us", "95 %", 9}, {"p99_us", "99 %", 9},      {"worst_us", "worst us", 10}};
}

Columns length_columns() {
  return {{"length_over_optimum", "len/opt", 8, 5}, {"worst_over_optimum", "worst", 7, 3}};
}

Columns operator+(Columns left, const Columns& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Row& Row::set(std::string_view column, Cell cell) {
  cells_.emplace_back(column, std::move(cell));
  return *this;
}

Row& Row::set(const Times& times) {
  set("n", times.count());
  if (times.count() == 0) return *this;
  return set("mean_us", times.mean())
      .set("median_us", times.quantile(0.5))
      .set("p95_us", times.quantile(0.95))
      .set("p99_us", times.quantile(0.99))
      .set("worst_us", times.worst());
}

Row& Row::set(const Ratios& lengths) {
  if (lengths.count() == 0) return *this;
  return set("length_over_optimum", lengths.mean()).set("worst_over_optimum", lengths.worst());
}

Table::Table(Columns columns, const std::string& csv) : columns_(std::move(columns)) {
  if (!csv.empty()) csv_.emplace(csv);
  std::string headings;
  std::string names;
  for (const Column& column : columns_) {
    names += (names.empty() ? "" : ",") + column.name;
    if (!column.heading.empty()) headings += aligned(column.heading, column);
  }
  tools::print(headings + "\n");
  if (csv_) csv_->write(names + "\n");
}

void Table::add(const Row& row) {
  std::vector<Cell> cells(columns_.size());
  for (const auto& [name, cell] : row.cells_) {
    const auto column = std::find_if(columns_.begin(), columns_.end(),
                                     [name = name](const Column& c) { return c.name == name; });
    if (column == columns_.end()) {
      throw std::logic_error("the table has no column " + std::string(name));
    }
    cells[static_cast<std::size_t>(column - columns_.begin())] = cell;
    if (name == "wrong") wrong_ += std::get<std::size_t>(cell);
  }
  std::string printed;
  std::string written;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    written += (i == 0 ? "" : ",") + to_csv(cells[i]);
    if (!columns_[i].heading.empty())
      printed += aligned(to_text(cells[i], columns_[i]), columns_[i]);
  }
  tools::print(printed + "\n");
  if (csv_) csv_->write(written + "\n");
}

int Table::finish() {
  if (csv_) csv_->close();
  return wrong_ > 0 ? 1 : 0;
}

std::string describe_build() {
#ifdef __clang__
  const char* const compiler = "clang " __clang_version__;
#else
  const char* const compiler = "gcc " __VERSION__;
#endif
#ifdef NDEBUG
  const char* const assertions = "without assertions";
#else
  const char* const assertions = "WITH ASSERTIONS";
#endif
  return fmt::format("{}, {}\n", compiler, assertions);
}

}  // namespace taut::bench
