// The commands of the program.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace taut::tools {

// Runs the program and returns its exit status. What went wrong is on the standard error.
int run(int argc, char** argv);

// Runs the command of the command line and returns the exit status. Throws Failure.
using Action = std::function<int()>;

// Each adds a command to the program; when it is the one on the command line, parsing sets
// `action`, which must outlive the parsing.
void add_path_command(CLI::App& program, Action& action);
void add_scen_command(CLI::App& program, Action& action);
void add_optimum_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_field_command(CLI::App& program, Action& action);
void add_pull_command(CLI::App& program, Action& action);
void add_crowd_command(CLI::App& program, Action& action);
void add_info_command(CLI::App& program, Action& action);
// Completion for shells and the manual page, made of what CLI11 knows of all commands.
void add_shell_commands(CLI::App& program, Action& action);

}  // namespace taut::tools
