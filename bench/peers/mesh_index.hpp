// What the programs of EPS and EHL read and write, and how they are run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "map_files.hpp"
#include "rectangle_mesh.hpp"

namespace peers {

// A folder with a map as a mesh of rectangles and as a grid, and the index that programs build from
// them. They look up in the grid whether a vertex of the mesh is a corner around which paths turn:
// the square beside it, between its walls, is blocked. With a tile per square that goes wrong where
// the side of a rectangle ends in the middle of a wall. So tiles are two squares wide, only the
// squares beside such corners are blocked, and a margin keeps the lookups inside the grid.
class MeshIndex {
 public:
  static constexpr int kUnit = 2;
  static constexpr int kMargin = 1;
  static constexpr int kSeconds = 120;

  MeshIndex(const Map& map, std::string folder, const char* mesh, const char* grid)
      : folder_(std::move(folder)) {
    if (is_built()) return;
    write(mesh, RectangleMesh(map).text(kUnit, kMargin));
    write(grid, draw_corners(map));
  }

  [[nodiscard]] bool is_built() const { return std::filesystem::exists(file("built")); }
  void set_built() const { write("built", ""); }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_ + "/" + name; }
  void make_folder(const std::string& name) const {
    std::filesystem::create_directories(file(name));
  }

  // In the folder, on one thread, kSeconds of CPU time at most: on maps of many corners some take
  // hours. Throws std::runtime_error where it fails or writes no `output`.
  void run(const std::string& program, std::initializer_list<std::string> arguments,
           const std::string& output) const {
    std::string command = "cd '" + folder_ + "' && ulimit -t " + std::to_string(kSeconds) +
                          " && OMP_NUM_THREADS=1 '" + program + "'";
    for (const std::string& argument : arguments) command += " '" + argument + "'";
    const int status = std::system((command + " >log.txt 2>&1").c_str());
    if (status == 0 && std::filesystem::exists(file(output))) return;
    throw std::runtime_error(command + " failed");
  }

  // The center of a tile.
  template <class Point>
  [[nodiscard]] static Point center(int x, int y) {
    return {kUnit * (x + kMargin + 0.5), kUnit * (y + kMargin + 0.5)};
  }
  [[nodiscard]] static std::array<double, 2> in_tiles(double x, double y) {
    return {x / kUnit - kMargin, y / kUnit - kMargin};
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    std::ofstream(file(name)) << text;
  }

  static std::string draw_corners(const Map& map) {
    const int width = kUnit * (map.width + 2 * kMargin);
    const int height = kUnit * (map.height + 2 * kMargin);
    std::vector<std::string> rows(static_cast<std::size_t>(height),
                                  std::string(static_cast<std::size_t>(width), '.'));
    for (int y = 0; y <= map.height; ++y) {
      for (int x = 0; x <= map.width; ++x) {
        int blocked = 0;
        int column = 0;
        int row = 0;
        for (const auto& [dx, dy] : {Step{-1, -1}, Step{0, -1}, Step{-1, 0}, Step{0, 0}}) {
          if (map.at(x + dx, y + dy)) continue;
          ++blocked;
          column = kUnit * (x + kMargin) + dx;
          row = kUnit * (y + kMargin) + dy;
        }
        if (blocked == 1)
          rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = '@';
      }
    }
    std::string text = "type octile\nheight " + std::to_string(height) + "\nwidth " +
                       std::to_string(width) + "\nmap\n";
    for (const std::string& row : rows) text += row + "\n";
    return text;
  }

  struct Step {
    int x, y;
  };

  std::string folder_;
};

}  // namespace peers
