#include "support/optima.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace taut::test {

std::vector<Optimum> load_optima(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  if (line.substr(0, line.find_last_not_of("\r") + 1) != "idx,sx,sy,gx,gy,octile,anyangle") {
    throw std::runtime_error(file.string() + " has other columns");
  }
  std::vector<Optimum> optima;
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Optimum one;
    std::size_t index = 0;
    words >> index >> one.start.x >> one.start.y >> one.goal.x >> one.goal.y >> one.octile >>
        one.any_angle;
    if (!words) throw std::runtime_error(file.string() + " has a bad line: " + line);
    optima.push_back(one);
  }
  if (optima.empty()) throw std::runtime_error(file.string() + " has no queries");
  return optima;
}

std::vector<std::filesystem::path> find_maps(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> maps;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".map") maps.push_back(entry.path());
  }
  std::sort(maps.begin(), maps.end());
  return maps;
}

}  // namespace taut::test
