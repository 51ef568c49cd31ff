#include "support/program.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <taut/point.hpp>

#include "support/data.hpp"

namespace taut::test {
namespace {

std::string quote(const std::string& argument) {
  std::string quoted = "'";
  for (const char c : argument) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_line(const std::vector<std::string>& arguments) {
  // For programs built with the leak sanitizer; others do not look at it.
  std::string line = "LSAN_OPTIONS=" +
                     quote("suppressions=" + own_data("leak_suppressions.txt").string() +
                           ":print_suppressions=0") +
                     " " + quote(TAUT_PROGRAM);
  for (const std::string& argument : arguments) line += " " + quote(argument);
  return line;
}

int shell(const std::string& line) {
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

ProgramRun run_line(const std::string& line, const std::string& out_file) {
  const TemporaryFolder folder;
  const std::string out = out_file.empty() ? folder.file("out") : out_file;
  const std::string err = folder.file("err");
  ProgramRun run;
  run.status = shell(line + " >> " + quote(out) + " 2> " + quote(err));
  if (out_file.empty()) run.out = read_file(out);
  run.err = read_file(err);
  return run;
}

// Reads XML from left to right; each function returns false at the first fault.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : rest_(text) {}

  std::string find_fault() {
    if (starts_with("<?xml") && !skip_past("?>")) return "the declaration has no end";
    bool has_root = false;
    while (!rest_.empty()) {
      if (rest_.front() != '<') {
        const std::size_t end = std::min(rest_.find('<'), rest_.size());
        const std::string_view text = rest_.substr(0, end);
        if (open_.empty() && text.find_first_not_of(" \t\r\n") != std::string_view::npos) {
          return "text outside of the root: " + std::string(text.substr(0, 40));
        }
        if (!is_sound_text(text)) return "a stray & or > in " + std::string(text.substr(0, 40));
        rest_.remove_prefix(end);
      } else if (starts_with("<!--")) {
        if (!skip_past("-->")) return "a comment has no end";
      } else if (starts_with("</")) {
        rest_.remove_prefix(2);
        const std::string name = take_name();
        skip_blanks();
        if (open_.empty() || open_.back() != name || !take(">")) return "unexpected </" + name;
        open_.pop_back();
      } else {
        if (open_.empty() && has_root) return "a second root";
        has_root = true;
        const std::string_view here = rest_.substr(0, 60);
        if (!take_element()) return "a faulty element: " + std::string(here);
      }
    }
    if (!open_.empty()) return "no end of <" + open_.back();
    return has_root ? "" : "no root";
  }

 private:
  [[nodiscard]] bool starts_with(std::string_view text) const {
    return rest_.substr(0, text.size()) == text;
  }
  bool take(std::string_view text) {
    if (!starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool skip_past(std::string_view text) {
    const std::size_t at = rest_.find(text);
    if (at == std::string_view::npos) return false;
    rest_.remove_prefix(at + text.size());
    return true;
  }
  bool skip_blanks() {
    const std::size_t end = std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size());
    rest_.remove_prefix(end);
    return end > 0;
  }
  std::string take_name() {
    std::size_t end = 0;
    while (end < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[end])) != 0 ||
            std::string_view("_:-.").find(rest_[end]) != std::string_view::npos)) {
      ++end;
    }
    std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return name;
  }
  // References are the only place of an ampersand.
  static bool is_sound_text(std::string_view text) {
    for (std::size_t at = text.find('&'); at != std::string_view::npos;
         at = text.find('&', at + 1)) {
      const std::size_t end = text.find(';', at);
      if (end == std::string_view::npos || end == at + 1 || end > at + 10) return false;
    }
    return text.find('<') == std::string_view::npos;
  }
  bool take_element() {
    rest_.remove_prefix(1);
    const std::string name = take_name();
    if (name.empty()) return false;
    std::vector<std::string> attributes;
    while (true) {
      const bool has_blank = skip_blanks();
      if (take("/>")) return true;
      if (take(">")) {
        open_.push_back(name);
        return true;
      }
      const std::string attribute = take_name();
      if (!has_blank || attribute.empty() || !take("=\"")) return false;
      if (std::find(attributes.begin(), attributes.end(), attribute) != attributes.end())
        return false;
      attributes.push_back(attribute);
      const std::size_t end = rest_.find('"');
      if (end == std::string_view::npos || !is_sound_text(rest_.substr(0, end))) return false;
      rest_.remove_prefix(end + 1);
    }
  }

  std::string_view rest_;
  std::vector<std::string> open_;
};

}  // namespace

ProgramRun run_program(const std::vector<std::string>& arguments, const std::string& out_file) {
  return run_line(command_line(arguments), out_file);
}

ProgramRun run_program_piped(const std::vector<std::string>& arguments,
                             const std::string& in_file) {
  return run_line("cat " + quote(in_file) + " | " + command_line(arguments), "");
}

ProgramRun run_program_with_file_limit(const std::vector<std::string>& arguments, int kibibytes) {
  // In blocks of 512 bytes, as POSIX has them.
  return run_line("( ulimit -f " + std::to_string(2 * kibibytes) + "; exec env " +
                      command_line(arguments) + " )",
                  "");
}

ProgramRun run_program_unread(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  const std::string err = folder.file("err");
  const std::string status = folder.file("status");
  shell("{ " + command_line(arguments) + " 2> " + quote(err) + "; echo $? > " + quote(status) +
        "; } | true");
  ProgramRun run;
  run.err = read_file(err);
  run.status = std::stoi(read_file(status));
  return run;
}

bool is_refused(const ProgramRun& run, const std::vector<std::string>& fragments) {
  const bool is_one_line = run.err.substr(0, 6) == "taut: " &&
                           std::count(run.err.begin(), run.err.end(), '\n') == 1 &&
                           run.err.back() == '\n';
  bool is_right = run.status == 2 && run.out.empty() && is_one_line;
  for (const std::string& fragment : fragments) {
    if (run.err.find(fragment) != std::string::npos) continue;
    std::fprintf(stderr, "not in the error: %s\n", fragment.c_str());
    is_right = false;
  }
  if (!is_right) {
    std::fprintf(stderr, "status %d\nstdout: %s\nstderr: %s\n", run.status, run.out.c_str(),
                 run.err.c_str());
  }
  return is_right;
}

std::string read_file(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + name);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  if (!lines.back().empty()) throw std::runtime_error("no LF at the end of " + text);
  lines.pop_back();
  return lines;
}

std::vector<std::vector<std::string>> read_csv(const std::string& file) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(read_file(file))) rows.push_back(split(line, ','));
  return rows;
}

std::string value_of(const std::string& text, std::string_view name) {
  for (const std::string& line : split(text, '\n')) {
    if (line.substr(0, name.size()) != name) continue;
    const std::size_t begin = line.find_first_not_of(' ', name.size());
    // The name must be the whole of the line's first words.
    if (begin != std::string::npos && begin > name.size()) return line.substr(begin);
  }
  return "";
}

Point tile_center(const std::vector<std::string>& row, std::size_t column) {
  return center(Tile{std::stoi(row[column]), std::stoi(row[column + 1])});
}

std::vector<Point> parse_points(const std::string& text) {
  std::vector<Point> points;
  for (const std::string& part : split(text, ';')) {
    std::istringstream in(part);
    float x = 0.0F;
    float y = 0.0F;
    std::string rest;
    if (!(in >> x >> y) || in >> rest) throw std::runtime_error("no point: " + part);
    points.push_back({x, y});
  }
  return points;
}

std::string find_xml_fault(std::string_view text) { return XmlReader(text).find_fault(); }

}  // namespace taut::test
