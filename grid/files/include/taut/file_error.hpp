// The result of a file reader: a value, or the error and its position; and load_text(), which all
// readers use.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

// Why something could not be read, and where. Lines and columns count from 1, columns in bytes (a
// tab counts 1, a UTF-8 byte order mark 0); 0 means that the error has no single line or column.
struct FileError {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string what;  // names the offending value; printable for any file

  // "file:line:column: what"; numbers that are 0 are omitted.
  [[nodiscard]] std::string message() const;
};

// A value, or the error that prevented reading it.
template <class T>
struct Loaded {
  std::optional<T> value;
  FileError error;  // meaningful when there is no value

  [[nodiscard]] explicit operator bool() const noexcept { return value.has_value(); }
};

// Largest file that is read: larger than every map (16 384 x 16 384 tiles are 256 MiB) and every
// realistic scenario.
inline constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20U;

// Reads a whole file unchanged in one pass, so pipes work too.
//
// Errors    a missing or unreadable file, and one larger than kMaxFileBytes, which is not read
//           further.
[[nodiscard]] Loaded<std::string> load_text(const std::string& file);

}  // namespace taut
TAUT_API_END
