#include <taut/file_error.hpp>

namespace taut {

std::string FileError::message() const {
  std::string text = file;
  if (line != 0) text += ":" + std::to_string(line);
  if (column != 0) text += ":" + std::to_string(column);
  return text + ": " + what;
}

}  // namespace taut
