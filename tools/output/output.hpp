// Writing to files and to standard output; every failed write is reported.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace taut::tools {

// Adds an option that names a file to write, which must outlive the parsing. An empty name is
// refused.
CLI::Option* add_output_option(CLI::App& command, const std::string& name,
                               std::optional<std::string>& file, const std::string& help);

// Throws Failure where two outputs are one file, or an output is one of the inputs. Files that are
// not regular, such as /dev/null, may be written to twice.
void check_files(const std::vector<std::string>& inputs,
                 const std::vector<std::optional<std::string>>& outputs);

// A file for writing. Every error throws Failure with the file's name.
//
// The output goes to a new file beside it, such as NAME.tmp0, which replaces it in close(): an
// existing file stays intact until then, and without close() it is not changed. Files that are not
// regular, such as pipes or /dev/stdout, targets of symbolic links, and files in a folder without
// write permission are written directly.
class OutputFile {
 public:
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);

  // The file is complete only after this call.
  void close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  void open_beside();
  [[noreturn]] void fail_to_write(const std::string& reason) const;

  std::string name_;
  std::string beside_;  // the new file, while there is one
  std::unique_ptr<std::FILE, Closer> file_;
};

// Writes to standard output and flushes. A closed pipe is not an error: the rest is dropped. Throws
// Failure when the text cannot be written for another reason.
void print(std::string_view text);

// "query 3 / 888, 1200 a second, 1 s left" on one line of stderr while much runs; silent unless
// stderr is a terminal.
class Progress {
 public:
  Progress(std::string_view what, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::size_t total_;
  int shown_percent_ = -1;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
  bool is_terminal_;
};

}  // namespace taut::tools
