#include "support/funnel_cases.hpp"

#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace taut::test {

namespace {

// Reads a file line by line, without comments and blank lines.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& file) : file_(file), in_(file) {
    if (!in_) throw std::runtime_error(file.string() + ": cannot be read");
  }

  bool next(std::string& line) {
    while (std::getline(in_, line)) {
      ++number_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.find_first_not_of(" \t") != std::string::npos && line[0] != '#') return true;
    }
    return false;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(file_.string() + ":" + std::to_string(number_) + ": " + what);
  }

 private:
  std::filesystem::path file_;
  std::ifstream in_;
  std::size_t number_ = 0;
};

template <class T>
T take(std::istringstream& words, const LineReader& reader) {
  T value{};
  if (!(words >> value)) reader.fail("expected a number in: " + words.str());
  return value;
}

LatticePoint take_point(std::istringstream& words, const LineReader& reader) {
  const auto x = take<std::int64_t>(words, reader);
  const auto y = take<std::int64_t>(words, reader);
  return {x, y};
}

void expect_end(std::istringstream& words, const LineReader& reader) {
  std::string rest;
  if (words >> rest) reader.fail("too much in: " + words.str());
}

std::istringstream next_words(LineReader& reader) {
  std::string line;
  if (!reader.next(line)) reader.fail("the file ends within a case");
  return std::istringstream(line);
}

}  // namespace

std::vector<FunnelCase> load_funnel_cases(const std::filesystem::path& file) {
  LineReader reader(file);
  std::vector<FunnelCase> cases;
  std::string line;
  while (reader.next(line)) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "case:") {
      cases.emplace_back();
      words >> cases.back().name;
      continue;
    }
    if (cases.empty()) reader.fail("expected 'case:', found: " + line);
    FunnelCase& current = cases.back();
    if (key == "class:") {
      words >> current.kind;
    } else if (key == "scale:") {
      current.scale = take<double>(words, reader);
    } else if (key == "start:") {
      current.corridor.start = take_point(words, reader);
    } else if (key == "end:") {
      current.corridor.goal = take_point(words, reader);
    } else if (key == "portals:") {
      const auto count = take<std::size_t>(words, reader);
      for (std::size_t i = 0; i < count; ++i) {
        std::istringstream row = next_words(reader);
        const LatticePoint left = take_point(row, reader);
        current.corridor.portals.push_back({left, take_point(row, reader)});
        expect_end(row, reader);
      }
    } else if (key == "expected_path:") {
      const auto count = take<std::size_t>(words, reader);
      std::istringstream row = next_words(reader);
      for (std::size_t i = 0; i < count; ++i) current.expected.push_back(take_point(row, reader));
      expect_end(row, reader);
    } else if (key == "expected_length:") {
      current.expected_length = take<double>(words, reader);
    } else {
      reader.fail("unknown key: " + key);
    }
    expect_end(words, reader);
  }
  return cases;
}

void write_funnel_case(std::ostream& out, const FunnelCase& funnel_case) {
  const LatticeCorridor& corridor = funnel_case.corridor;
  out << "case: " << funnel_case.name << "\nclass: " << funnel_case.kind << "\n";
  out.precision(17);
  if (funnel_case.scale != 1.0) out << "scale: " << funnel_case.scale << "\n";
  out << "start: " << corridor.start.x << " " << corridor.start.y << "\nend: " << corridor.goal.x
      << " " << corridor.goal.y << "\nportals: " << corridor.portals.size() << "\n";
  for (const LatticePortal& portal : corridor.portals) {
    out << "  " << portal.left.x << " " << portal.left.y << "  " << portal.right.x << " "
        << portal.right.y << "\n";
  }
  out << "expected_path: " << funnel_case.expected.size() << "\n ";
  for (const LatticePoint& point : funnel_case.expected)
    out << " " << point.x << " " << point.y << " ";
  out << "\nexpected_length: " << funnel_case.expected_length << "\n\n";
}

}  // namespace taut::test
