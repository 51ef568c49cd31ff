// taut pull: string-pulls corridors from a text file.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/funnel.hpp>

#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "commands.hpp"
#include "tools/input/cases_file.hpp"
#include "tools/output/coordinates.hpp"
#include "tools/output/output.hpp"

namespace taut::tools {
namespace {

int run_pull(const std::string& file) {
  const std::vector<CorridorCase> cases = load_cases(file);
  std::string text;
  std::vector<Point> room;
  for (const CorridorCase& corridor : cases) {
    room.resize(max_path_points(corridor.portals.size()));
    const Result result = string_pull(corridor.start, corridor.goal, corridor.portals, room);
    const std::span<const Point> path = std::span<const Point>(room).first(result.count);
    const auto append = std::back_inserter(text);
    fmt::format_to(append, "case {} status {} length {} path", corridor.name,
                   to_string(result.status), path_length(path));
    for (const Point& p : path) text += " " + to_text(p, " ");
    text += '\n';
  }
  print(text);
  return 0;
}

}  // namespace

void add_pull_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("pull", "string-pulls corridors from a text file, a line per case");
  const auto file = std::make_shared<std::string>();
  command.add_option("CASES", *file, "file of corridors, see below")->required();
  command.footer(
      "A case in CASES (blank lines and lines that begin with # are ignored):\n"
      "  case: NAME\n"
      "  scale: FACTOR       optional, a power of two that multiplies every coordinate\n"
      "  start: X Y\n"
      "  end: X Y\n"
      "  portals: K          then K lines LEFT_X LEFT_Y RIGHT_X RIGHT_Y\n"
      "Left is counter-clockwise: on the left hand when x points right and y up. The keys class, "
      "expected_path\nand expected_length are allowed and not used. Printed coordinates and "
      "lengths "
      "are scaled.\n");
  command.callback([file, &action] { action = [file] { return run_pull(*file); }; });
}

}  // namespace taut::tools
