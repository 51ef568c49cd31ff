// A folder for one test, which is removed afterwards.
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace taut::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device random;
    for (int i = 0; i < 100; ++i) {
      folder_ = std::filesystem::temp_directory_path() / ("taut-test-" + std::to_string(random()));
      if (std::filesystem::create_directory(folder_)) return;
    }
    throw std::runtime_error("no temporary folder can be made");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // The name of a file in it, which need not exist.
  [[nodiscard]] std::string file(std::string_view name) const { return (folder_ / name).string(); }
  // Writes a file and returns its name.
  std::string write(std::string_view name, std::string_view text) const {
    std::ofstream out(file(name), std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file(name));
    return file(name);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace taut::test
