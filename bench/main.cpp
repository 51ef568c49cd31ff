// taut_bench: measures the library table by table, and checks every answer.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>

#include "table.hpp"
#include "tables.hpp"

namespace taut::bench {
namespace {

constexpr int kBadInput = 2;

int run(int argc, char** argv) {
  CLI::App program("Measures taut, table by table, and checks every answer.", "taut_bench");
  program.require_subcommand(1);
  program.footer(
      "Exit status: 0 all answers are right, 1 an answer is wrong, 2 bad input or usage.\n"
      "`taut_bench TABLE --help` explains the columns of a table and lists its options.\n");
  tools::Action action;
  add_search_table(program, action);
  add_mesh_table(program, action);
  add_edits_table(program, action);
  add_quadtree_table(program, action);
  add_radius_table(program, action);
  add_square_table(program, action);
  add_funnel_table(program, action);
  add_micro_table(program, action);
  try {
    program.parse(argc, argv);
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
