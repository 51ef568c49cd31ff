// The known optima of the shared maps.
#pragma once

#include <filesystem>
#include <vector>

#include <taut/point.hpp>

namespace taut::test {

struct Optimum {
  Tile start;
  Tile goal;
  double octile = 0.0;
  double any_angle = 0.0;
};

// Reads a file NAME.optimal.csv. Throws std::runtime_error when it is not valid.
std::vector<Optimum> load_optima(const std::filesystem::path& file);

// The map files of a folder, by name.
std::vector<std::filesystem::path> find_maps(const std::filesystem::path& folder);

}  // namespace taut::test
