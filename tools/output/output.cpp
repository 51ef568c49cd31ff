#include "output.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "failure.hpp"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace taut::tools {
namespace {

namespace fs = std::filesystem;

bool is_stderr_terminal() {
#ifdef _WIN32
  return _isatty(_fileno(stderr)) != 0;
#else
  return isatty(STDERR_FILENO) != 0;
#endif
}

// The file that is written by this name: symbolic links may lead to one that does not exist yet.
// The name itself where that cannot be known.
fs::path find_target(const std::string& name) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path target = name;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(target, error)); ++i) {
    target = target.parent_path() / fs::read_symlink(target, error);
  }
  target = fs::weakly_canonical(fs::absolute(target, error), error);
  return error ? fs::path(name) : target;
}

// Whether two names are of one file, which may not exist yet.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  const fs::file_status there = fs::status(a, error);
  if (fs::exists(there)) return fs::is_regular_file(there) && fs::equivalent(a, b, error);
  return find_target(a) == find_target(b);
}

// "1:02:03 h", "4:05 min" or "6 s".
std::string time_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::min(std::ceil(seconds), 3.6e8));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

void check_files(const std::vector<std::string>& inputs,
                 const std::vector<std::optional<std::string>>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i]) continue;
    for (const std::string& input : inputs) {
      if (is_same_file(*outputs[i], input)) {
        fail("{}: is read by this command, it cannot be written too", *outputs[i]);
      }
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (outputs[k] && is_same_file(*outputs[i], *outputs[k])) {
        fail("{}: named for two outputs", *outputs[i]);
      }
    }
  }
}

CLI::Option* add_output_option(CLI::App& command, const std::string& name,
                               std::optional<std::string>& file, const std::string& help) {
  const auto choose = [name, &file](const std::string& text) {
    if (text.empty()) fail("{} \"\": the name of the file is empty", name);
    file = text;
  };
  return command.add_option_function<std::string>(name, choose, help)->type_name("FILE");
}

OutputFile::OutputFile(std::string name) : name_(std::move(name)) {
  open_beside();
  if (file_) return;
  errno = 0;
  file_.reset(std::fopen(name_.c_str(), "wb"));
  if (!file_) fail_to_write(std::strerror(errno));
}

OutputFile::~OutputFile() {
  file_.reset();
  std::error_code ignored;
  if (!beside_.empty()) fs::remove(beside_, ignored);
}

void OutputFile::open_beside() {
  constexpr int kTries = 100;
  std::error_code ignored;
  const fs::file_status there = fs::symlink_status(name_, ignored);
  const bool is_there = there.type() == fs::file_type::regular;
  if (!is_there && there.type() != fs::file_type::not_found) return;
  errno = 0;
  // A file that may not be written is not replaced either.
  if (is_there && !std::unique_ptr<std::FILE, Closer>(std::fopen(name_.c_str(), "r+b"))) {
    fail_to_write(std::strerror(errno));
  }
  for (int i = 0; i < kTries && !file_; ++i) {
    beside_ = name_ + ".tmp" + std::to_string(i);
    errno = 0;
    file_.reset(std::fopen(beside_.c_str(), "wbx"));
    if (errno != EEXIST) break;
  }
  if (!file_) {
    beside_.clear();
  } else if (is_there) {
    fs::permissions(beside_, there.permissions(), ignored);
  }
}

void OutputFile::fail_to_write(const std::string& reason) const {
  fail("{}: cannot be written: {}", name_, reason);
}

void OutputFile::write(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
    fail_to_write(std::strerror(errno));
  }
}

void OutputFile::close() {
  errno = 0;
  if (std::fclose(file_.release()) != 0) fail_to_write(std::strerror(errno));
  if (beside_.empty()) return;
  std::error_code error;
  fs::rename(beside_, name_, error);
  if (error) fail_to_write(error.message());
  beside_.clear();
}

void print(std::string_view text) {
  errno = 0;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (is_written && std::fflush(stdout) == 0) return;
  if (errno != EPIPE) fail("standard output: cannot be written: {}", std::strerror(errno));
}

Progress::Progress(std::string_view what, std::size_t total)
    : what_(what), total_(total), is_terminal_(is_stderr_terminal()) {}

Progress::~Progress() {
  if (shown_percent_ >= 0) fmt::print(stderr, "\r\033[K");
}

void Progress::show(std::size_t done) {
  if (!is_terminal_ || total_ == 0) return;
  const int percent = static_cast<int>(100 * done / total_);
  const Clock::time_point now = Clock::now();
  if (percent == shown_percent_ && now - shown_ < std::chrono::seconds(1)) return;
  shown_percent_ = percent;
  shown_ = now;
  std::string line = fmt::format("\r{} {} / {}", what_, done, total_);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  // Before that a rate says little.
  if (done > 0 && seconds > 0.1) {
    const double rate = static_cast<double>(done) / seconds;
    line += fmt::format(", {:.{}f} a second, {} left", rate, rate < 10.0 ? 1 : 0,
                        time_text(static_cast<double>(total_ - done) / rate));
  }
  fmt::print(stderr, "{}\033[K", line);
}

}  // namespace taut::tools
