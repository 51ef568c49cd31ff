// Writing to files and to standard output, so that no failed write goes unnoticed.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace taut::tools {

// A file that is written from its beginning. Every failure throws Failure with the file's name.
class OutputFile {
 public:
  explicit OutputFile(std::string name);

  void write(std::string_view text);

  // Flushes and closes. Only after this is the text known to be in the file.
  void close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  std::string name_;
  std::unique_ptr<std::FILE, Closer> file_;
};

// Writes to standard output and flushes. A reader that went away (a closed pipe) is no failure: the
// rest is dropped. Throws Failure when the text cannot be written for another reason.
void print(std::string_view text);

// "3 / 888" on one line of stderr while a long list of queries runs; silent unless stderr is a
// terminal.
class Progress {
 public:
  Progress(std::string_view what, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done);

 private:
  std::string what_;
  std::size_t total_;
  int shown_percent_ = -1;
  bool is_terminal_;
};

}  // namespace taut::tools
