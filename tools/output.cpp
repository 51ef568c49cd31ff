#include "output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "failure.hpp"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace taut::tools {
namespace {

bool is_stderr_terminal() {
#ifdef _WIN32
  return _isatty(_fileno(stderr)) != 0;
#else
  return isatty(STDERR_FILENO) != 0;
#endif
}

}  // namespace

OutputFile::OutputFile(std::string name) : name_(std::move(name)) {
  errno = 0;
  file_.reset(std::fopen(name_.c_str(), "wb"));
  if (!file_) fail("{}: cannot be written: {}", name_, std::strerror(errno));
}

void OutputFile::write(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
    fail("{}: cannot be written: {}", name_, std::strerror(errno));
  }
}

void OutputFile::close() {
  errno = 0;
  if (std::fclose(file_.release()) != 0) {
    fail("{}: cannot be written: {}", name_, std::strerror(errno));
  }
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
  if (percent == shown_percent_) return;
  shown_percent_ = percent;
  fmt::print(stderr, "\r{} {} / {}", what_, done, total_);
}

}  // namespace taut::tools
