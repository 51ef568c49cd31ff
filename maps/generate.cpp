// Draws the maps of this folder and chooses their queries: NAME.map and NAME.map.scen.
//
//   taut_maps DIR           writes all of them into the folder DIR
//   taut_maps --check DIR   compares them with those in DIR; exit status 1 when one differs
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include <taut/engine/scenario_file.hpp>
#include <taut/map_file.hpp>

#include "generator/maps.hpp"
#include "generator/queries.hpp"

namespace {

constexpr std::uint64_t kQuerySeed = 20240601;

enum class Task { write, check };

std::optional<std::string> read_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

bool write_file(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "%s: cannot be written\n", file.c_str());
  return static_cast<bool>(out);
}

bool check_file(const std::string& file, const std::string& text) {
  const std::optional<std::string> found = read_file(file);
  if (found == text) return true;
  std::fprintf(stderr, "%s: %s\n", file.c_str(),
               found ? "is not what the generator makes" : "cannot be read");
  return false;
}

bool handle(Task task, const std::string& file, const std::string& text) {
  return task == Task::write ? write_file(file, text) : check_file(file, text);
}

bool run(Task task, const std::string& folder) {
  bool is_good = true;
  for (const taut::maps::OwnMap& map : taut::maps::own_maps()) {
    const std::string name = std::string(map.name) + ".map";
    const std::string text = taut::maps::map_text(map);
    is_good = handle(task, folder + "/" + name, text) && is_good;

    const taut::Loaded<taut::Grid> grid = taut::read_map(text, name);
    if (!grid) {
      std::fprintf(stderr, "%s\n", grid.error.message().c_str());
      return false;
    }
    std::ostringstream scenario;
    taut::write_scenario(taut::maps::choose_queries(*grid.value, name, map.queries, kQuerySeed),
                         scenario);
    is_good = handle(task, folder + "/" + name + ".scen", scenario.str()) && is_good;
  }
  return is_good;
}

}  // namespace

int main(int argc, char** argv) {
  const bool checks = argc == 3 && std::string_view(argv[1]) == "--check";
  if (argc != 2 && !checks) {
    std::fprintf(stderr, "usage: taut_maps [--check] DIR\n");
    return 2;
  }
  return run(checks ? Task::check : Task::write, argv[argc - 1]) ? 0 : 1;
}
