// The command line of the taut program, and what it says of a wrong one.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "tools/input/suggest.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"

namespace taut::tools {
namespace {

constexpr int kBadInput = 2;

int report(std::string_view message) {
  const std::string line = "taut: " + to_line(message) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  return kBadInput;
}

constexpr const char* kCommands = "path, scen, replay, field, pull, info, crowd or optimum";

// Words with a blank between; long ones are cut.
template <class Words>
std::string join_shortened(const Words& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + shorten(word);
  return text;
}

// The option that the first of the words that looks like one was meant to be.
std::string suggest_option(const CLI::App& program, const std::vector<std::string>& words) {
  const auto typed = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 2 && word.substr(0, 2) == "--";
  });
  if (typed == words.end()) return "";
  std::vector<std::string> known;
  for (const CLI::App* const command : program.get_subcommands()) {
    for (const CLI::Option* const option : command->get_options()) {
      if (option->get_group().empty()) continue;  // hidden
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
  }
  return suggest(typed->substr(0, typed->find('=')), known);
}

// "--radius: given 2 times: 0.1 0.2", of the first option with one value that was; or empty.
std::string find_repeated_option(const CLI::App& program) {
  for (const CLI::App* const command : program.get_subcommands()) {
    for (const CLI::Option* const option : command->get_options()) {
      const std::vector<std::string> values = option->results();
      if (option->get_items_expected_max() != 1 || values.size() < 2) continue;
      return fmt::format("{}: given {} times: {}", option->get_name(), values.size(),
                         join_shortened(values));
    }
  }
  return "";
}

// Reports an error of the command line, with the words that no option took.
int report_usage(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<std::string> rest = program.remaining(true);
  const std::string message = join_shortened(split_words(error.what()));
  const std::string word = rest.empty() ? "" : shorten(rest.front());
  if (!word.empty() && program.get_subcommands().empty() && word.front() != '-') {
    std::vector<std::string> known;
    for (const CLI::App* const command :
         program.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(command->get_name());
    }
    return report(
        fmt::format("{}: not a command; a command is {}{}", word, kCommands, suggest(word, known)));
  }
  // A number such as -.5 looks like an option.
  if (!word.empty() && error.get_name() == "RequiredError") {
    return report(fmt::format("{}: not an option{}; {}{}", word,
                              word.substr(0, 2) == "-." ? " (write -0.5 for -.5)" : "", message,
                              suggest_option(program, rest)));
  }
  if (error.get_name() == "ArgumentMismatch") {
    const std::string repeated = find_repeated_option(program);
    if (!repeated.empty()) return report(repeated);
  }
  // Its message has the words in reverse.
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    return report(fmt::format("The following {} not expected: {}{}",
                              rest.size() == 1 ? "argument was" : "arguments were",
                              join_shortened(rest), suggest_option(program, rest)));
  }
  return report(message);
}

int run_commands(int argc, char** argv) {
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
  add_crowd_command(program, action);
  add_info_command(program, action);
  add_optimum_command(program, action);
  add_shell_commands(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return report_usage(program, error);
    std::ostringstream text;
    program.exit(error, text, text);
    print(text.str());
    return 0;
  }
  if (!action) return report(fmt::format("no command given: {} (see taut --help)", kCommands));
  return action();
}

}  // namespace

int run(int argc, char** argv) {
  try {
    return run_commands(argc, argv);
  } catch (const std::bad_alloc&) {
    return report("not enough memory");
  } catch (const std::exception& error) {
    return report(error.what());
  }
}

}  // namespace taut::tools
