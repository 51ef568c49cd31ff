// Writing to files and to standard output, so that no failed write goes unnoticed.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace taut::tools {

// Adds an option that names a file to write, which must outlive the parsing. An empty name is
// refused.
void add_output_option(CLI::App& command, const std::string& name, std::optional<std::string>& file,
                       const std::string& help);

// A file that is written from its beginning. Every failure throws Failure with the file's name.
//
// What is written goes to a new file beside it, NAME.tmp0 or so, which takes its place in close():
// so a file that was there stays whole until then, and without close() it stays as it was. Written
// directly is what is no plain file, such as a pipe or /dev/stdout, what a symbolic link names, and
// a file in a folder that takes no new ones.
class OutputFile {
 public:
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);

  // Only after this is the text in the file.
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
