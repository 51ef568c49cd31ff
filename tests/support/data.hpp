// Where the shared test data lie.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace taut::test {

// The folder of the shared data: TAUT_DATA, or shared/data beside the source tree. std::nullopt
// when it does not exist; then prints the line that marks the test as skipped.
inline std::optional<std::filesystem::path> find_shared_data(std::string_view part) {
  std::filesystem::path folder;
  if (const char* text = std::getenv("TAUT_DATA"); text != nullptr && *text != '\0') {
    folder = text;
  } else {
    folder = std::filesystem::path(TAUT_SOURCE_DIR) / ".." / "shared" / "data";
  }
  folder /= part;
  std::error_code error;
  if (std::filesystem::exists(folder, error)) return folder;
  std::printf("SKIPPED: the shared test data are not there: %s (set TAUT_DATA to their folder)\n",
              folder.string().c_str());
  std::fflush(stdout);
  return std::nullopt;
}

// The test data of the source tree.
inline std::filesystem::path own_data(std::string_view part) {
  return std::filesystem::path(TAUT_SOURCE_DIR) / "tests" / "data" / part;
}

// A map of ours, by the name of its file.
inline std::string own_map(std::string_view name) {
  return (std::filesystem::path(TAUT_SOURCE_DIR) / "maps" / name).string();
}

}  // namespace taut::test
