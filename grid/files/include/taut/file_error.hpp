// What a reader of files gives back: a value, or why there is none and where; and the reader of
// whole files that all others stand on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace taut {

// Why something could not be read, and where. Lines and columns count from 1, columns in bytes (a
// tab is one, the byte order mark of UTF-8 is none); 0 means that the fault has no one line or
// column.
struct FileError {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string what;  // names the offending value, printable whatever the file holds

  // "file:line:column: what", without the numbers that are 0.
  [[nodiscard]] std::string message() const;
};

// A value, or the error that kept it from being read.
template <class T>
struct Loaded {
  std::optional<T> value;
  FileError error;  // meaningful when there is no value

  [[nodiscard]] explicit operator bool() const noexcept { return value.has_value(); }
};

// Largest file that is read: above every map (16 384 x 16 384 tiles are 256 MiB) and every sane
// scenario.
inline constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20U;

// Reads a whole file as it is, from its beginning to its end and once: a pipe will do.
//
// Errors    a missing or unreadable file, and one above kMaxFileBytes, of which no more is read.
[[nodiscard]] Loaded<std::string> load_text(const std::string& file);

}  // namespace taut
