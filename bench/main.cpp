// taut_bench: measures the library table by table, and checks every answer.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "bench/harness/table.hpp"
#include "tables.hpp"

namespace taut::bench {
namespace {

constexpr int kBadInput = 2;

// The table comes first, as NAME or --NAME; without one it is `search`.
std::vector<std::string> name_table(const CLI::App& program, std::vector<std::string> words) {
  const bool is_help = !words.empty() && (words.front() == "--help" || words.front() == "-h");
  if (is_help) return words;
  std::string name = words.empty() ? "" : words.front();
  if (name.substr(0, 2) == "--") name.erase(0, 2);
  const auto is_named = [&](const CLI::App* table) { return table->get_name() == name; };
  if (!program.get_subcommands(is_named).empty()) {
    words.front() = name;
  } else {
    words.insert(words.begin(), "search");
  }
  return words;
}

int run(int argc, char** argv) {
  CLI::App program("Measures taut, table by table, and checks every answer.", "taut_bench");
  program.require_subcommand(1);
  program.footer(
      "TABLE may be written as --TABLE; without one it is search.\n"
      "Exit status: 0 all answers are right, 1 an answer is wrong, 2 bad input or usage.\n"
      "`taut_bench TABLE --help` explains the columns of a table and lists its options.\n");
  tools::Action action;
  add_search_table(program, action);
  add_mesh_table(program, action);
  add_landmarks_table(program, action);
  add_edits_table(program, action);
  add_budget_table(program, action);
  add_quadtree_table(program, action);
  add_radius_table(program, action);
  add_square_table(program, action);
  add_field_table(program, action);
  add_group_table(program, action);
#ifdef TAUT_HAS_GPPC
  add_gppc_table(program, action);
#endif
  add_distance_map_table(program, action);
  add_follow_table(program, action);
  add_funnel_table(program, action);
  add_micro_table(program, action);
  add_world_table(program, action);
  add_finder_table(program, action);
  add_save_table(program, action);
  add_terrain_table(program, action);
  add_around_table(program, action);
  add_links_table(program, action);
  add_crowd_table(program, action);
  add_study_table(program, action);
  try {
    std::vector<std::string> words = name_table(program, {argv + 1, argv + argc});
    std::reverse(words.begin(), words.end());  // as CLI11 wants it
    program.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : kBadInput;
  }
  tools::print(describe_build());
  return action();
}

}  // namespace
}  // namespace taut::bench

int main(int argc, char** argv) {
  try {
    return taut::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "taut_bench: {}\n", error.what());
    return taut::bench::kBadInput;
  }
}
