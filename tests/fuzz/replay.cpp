// Runs a fuzz target over files, for compilers without libFuzzer: every file of a folder, as it is
// and cut off at every STEPth length. To be linked with one *_fuzz.cpp.
//
//   replay_map_file 1 tests/fuzz/corpus/map_file
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// From a block of its own, so that memory checkers see every byte that is read beyond it.
void run(const std::string& text, std::size_t size) {
  const std::vector<std::uint8_t> block(text.begin(),
                                        text.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(block.data(), block.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t step = argc == 3 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (step == 0) {
    std::fprintf(stderr, "usage: %s STEP FOLDER\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2], error)) {
    if (entry.is_regular_file() && entry.path().filename().string().front() != '.') {
      files.push_back(entry.path());
    }
  }
  if (error || files.empty()) {
    std::fprintf(stderr, "%s: %s\n", argv[2], error ? error.message().c_str() : "no files");
    return 2;
  }
  std::sort(files.begin(), files.end());
  std::size_t inputs = 0;
  for (const std::filesystem::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    if (!in) {
      std::fprintf(stderr, "%s: cannot be read\n", file.string().c_str());
      return 2;
    }
    // A broken promise ends the program: the last name printed is the file at fault.
    std::printf("%s\n", file.string().c_str());
    std::fflush(stdout);
    for (std::size_t cut = 0; cut <= text.size(); cut += step) run(text, text.size() - cut);
    inputs += text.size() / step + 1;
  }
  std::printf("%zu inputs from %zu files: every promise kept\n", inputs, files.size());
  return 0;
}
