// The taut program: paths, scenarios, replays and pictures on the command line.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>

#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"

namespace taut::tools {
namespace {

constexpr int kBadInput = 2;

int report(std::string_view message) {
  const std::string line = "taut: " + to_line(message) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  return kBadInput;
}

int run(int argc, char** argv) {
  CLI::App program("taut: straight paths through tile worlds", "taut");
  program.set_version_flag("--version", "taut " TAUT_VERSION);
  program.require_subcommand(0, 1);
  program.footer(
      "Exit status: 0 done, 1 no path (path only), 2 bad input or usage.\n"
      "`taut COMMAND --help` lists the options of a command.\n");
  Action action;
  add_path_command(program, action);
  add_scen_command(program, action);
  add_replay_command(program, action);
  add_field_command(program, action);
  add_pull_command(program, action);
  add_info_command(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return report(error.what());
    std::ostringstream text;
    program.exit(error, text, text);
    print(text.str());
    return 0;
  }
  if (!action)
    return report("no command given: path, scen, replay, field, pull or info (see taut --help)");
  return action();
}

}  // namespace
}  // namespace taut::tools

int main(int argc, char** argv) {
  // Failed writes are reported where they happen.
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  try {
    return taut::tools::run(argc, argv);
  } catch (const std::bad_alloc&) {
    return taut::tools::report("not enough memory");
  } catch (const std::exception& error) {
    return taut::tools::report(error.what());
  }
}
