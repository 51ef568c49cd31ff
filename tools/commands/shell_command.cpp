// taut completion, taut man: what CLI11 knows of the program, for shells and readers. So neither
// can differ from what the program takes.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "tools/input/suggest.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"

namespace taut::tools {
namespace {

struct OptionWords {
  std::string name;  // "--method", "MAP"
  std::string help;
  std::string value;                 // "FILE"; empty for a flag
  std::vector<std::string> choices;  // "best", "optimal", "fast"
  std::string preset;
  bool is_positional = false;
};

struct CommandWords {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionWords> options;
};

std::vector<std::string> find_choices(const std::string& value) {
  const bool is_list = value.find('|') != std::string::npos &&
                       std::all_of(value.begin(), value.end(), [](unsigned char c) {
                         return std::islower(c) != 0 || c == '-' || c == '|';
                       });
  return is_list ? CLI::detail::split(value, '|') : std::vector<std::string>();
}

std::vector<OptionWords> describe_options(const CLI::App& command) {
  std::vector<OptionWords> all;
  for (const CLI::Option* const option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    OptionWords& words = all.emplace_back();
    words.is_positional = option->get_positional();
    words.name = words.is_positional ? option->get_name(true) : "--" + option->get_lnames().front();
    words.help = option->get_description();
    if (option->get_expected_max() > 0) words.value = option->get_type_name();
    words.choices = find_choices(words.value);
    words.preset = option->get_default_str();
  }
  return all;
}

std::vector<CommandWords> describe_commands(const CLI::App& program) {
  std::vector<CommandWords> all;
  for (const CLI::App* const command :
       program.get_subcommands([](const CLI::App*) { return true; })) {
    all.push_back({command->get_name(), command->get_description(), command->get_footer(),
                   describe_options(*command)});
  }
  return all;
}

std::string join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// Each of the characters behind a backslash, or what is given.
std::string escape(std::string_view text, std::string_view characters,
                   std::string_view before = "\\") {
  std::string made;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) made += before;
    made += c == '\n' ? ' ' : c;
  }
  return made;
}

std::vector<std::string> names_of(const std::vector<CommandWords>& commands) {
  std::vector<std::string> names;
  for (const CommandWords& command : commands) names.push_back(command.name);
  return names;
}

// ---- shells ----

std::string complete_bash(const std::vector<CommandWords>& commands) {
  std::string values;
  std::string options;
  for (const CommandWords& command : commands) {
    std::vector<std::string> names;
    std::vector<std::string> first;  // choices of the first argument
    for (const OptionWords& option : command.options) {
      if (option.is_positional) {
        if (first.empty()) first = option.choices;
        continue;
      }
      names.push_back(option.name);
      if (option.value.empty()) continue;
      const bool is_file = option.value == "FILE";
      const std::string words = option.choices.empty() ? "" : join(option.choices);
      values += fmt::format("    '{} {}') {};;\n", command.name, option.name,
                            is_file ? "COMPREPLY=($(compgen -f -- \"$word\")); return "
                                    : fmt::format("words='{}'; takes=1 ", words));
    }
    options +=
        fmt::format("    '{}') words='{}' first='{}' ;;\n", command.name, join(names), join(first));
  }
  return fmt::format(R"(# bash completion for taut; made by `taut completion bash`
_taut() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words='' first=''
  local takes=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}} $before" in
{}  esac
  if [[ -n $takes ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [[ -n $first ]]; then
    COMPREPLY=($(compgen -W "$first" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _taut taut
)",
                     join(names_of(commands)), values, options);
}

std::string quote(std::string_view text) {  // for zsh and fish, between single quotes
  return escape(text, "\\'");
}

std::string complete_zsh(const std::vector<CommandWords>& commands) {
  const auto spell = [](std::string_view text) {  // ' ends a string of zsh, \' is one outside
    std::string made;
    for (const char c : escape(text, "[]:\\")) made += c == '\'' ? "'\\''" : std::string(1, c);
    return made;
  };
  std::string names;
  std::string cases;
  for (const CommandWords& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, spell(command.help));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const OptionWords& option : command.options) {
      const std::string action = !option.choices.empty() ? fmt::format("({})", join(option.choices))
                                 : option.value == "FILE" || option.is_positional ? "_files"
                                                                                  : "";
      if (option.is_positional) {
        const bool is_list = option.name.find("...") != std::string::npos;
        cases +=
            fmt::format("        '{}:{}:{}' \\\n", is_list ? "*" : "", spell(option.name), action);
        continue;
      }
      const std::string value =
          option.value.empty() ? "" : fmt::format(":{}:{}", spell(option.value), action);
      cases += fmt::format("        '{}[{}]{}' \\\n", option.name, spell(option.help), value);
    }
    cases += "        '*:file:_files'\n      ;;\n";
  }
  return fmt::format(R"(#compdef taut
# zsh completion for taut; made by `taut completion zsh`
_taut() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT -= 1))
  case $command in
{}  esac
}}
_taut "$@"
)",
                     names, cases);
}

std::string complete_fish(const std::vector<CommandWords>& commands) {
  std::string text = "# fish completion for taut; made by `taut completion fish`\n";
  const auto append = std::back_inserter(text);
  for (const CommandWords& command : commands) {
    fmt::format_to(append, "complete -c taut -n __fish_use_subcommand -f -a '{}' -d '{}'\n",
                   command.name, quote(command.help));
    for (const OptionWords& option : command.options) {
      const std::string where =
          fmt::format("complete -c taut -n '__fish_seen_subcommand_from {}'", command.name);
      const std::string choices =
          option.choices.empty() ? "" : fmt::format(" -a '{}'", join(option.choices));
      if (option.is_positional) {
        if (!choices.empty()) fmt::format_to(append, "{} -f{}\n", where, choices);
        continue;
      }
      const char* const value = option.value.empty() ? "" : option.value == "FILE" ? " -r" : " -x";
      fmt::format_to(append, "{} -l {}{}{} -d '{}'\n", where, option.name.substr(2), value, choices,
                     quote(option.help));
    }
  }
  return text;
}

// ---- man ----

// Text for troff: no line of it is a request.
std::string to_troff(std::string_view text) {
  std::string made;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) made += "\\&";
    if (c == '\\') {
      made += "\\e";
    } else if (c == '-') {
      made += "\\-";
    } else {
      made += c;
    }
    begins = c == '\n';
  }
  return made;
}

std::string write_man(const CLI::App& program, const std::vector<CommandWords>& commands) {
  std::string text = fmt::format(".\\\" Made by `taut man`.\n.TH TAUT 1 \"\" \"{}\"\n",
                                 to_troff(program.version()));
  const auto append = std::back_inserter(text);
  fmt::format_to(append, ".SH NAME\ntaut \\- straight paths through tile worlds\n");
  text += ".SH SYNOPSIS\n.B taut\n.I COMMAND\n[arguments and options]\n.SH COMMANDS\n";
  for (const CommandWords& command : commands) {
    fmt::format_to(append, ".SS taut {}", to_troff(command.name));
    for (const OptionWords& option : command.options) {
      if (option.is_positional) fmt::format_to(append, " {}", to_troff(option.name));
    }
    fmt::format_to(append, " [options]\n{}\n", to_troff(command.help));
    for (const OptionWords& option : command.options) {
      const std::string value = option.value.empty() || option.is_positional
                                    ? ""
                                    : fmt::format(" \\fI{}\\fR", to_troff(option.value));
      fmt::format_to(append, ".TP\n\\fB{}\\fR{}\n{}", to_troff(option.name), value,
                     to_troff(option.help));
      if (!option.preset.empty()) fmt::format_to(append, " (default: {})", to_troff(option.preset));
      text += '\n';
    }
    if (!command.footer.empty()) {
      fmt::format_to(append, ".PP\n.nf\n{}\n.fi\n", to_troff(command.footer));
    }
  }
  fmt::format_to(append, ".SH EXIT STATUS\n.nf\n{}\n.fi\n", to_troff(program.get_footer()));
  return text;
}

std::string complete(const std::string& shell, const std::vector<CommandWords>& commands) {
  if (shell == "bash") return complete_bash(commands);
  if (shell == "zsh") return complete_zsh(commands);
  if (shell == "fish") return complete_fish(commands);
  fail("completion {}: must be one of bash|zsh|fish{}", shell.empty() ? "\"\"" : shell,
       suggest(shell, {"bash", "zsh", "fish"}));
}

}  // namespace

void add_shell_commands(CLI::App& program, Action& action) {
  CLI::App& completion =
      *program.add_subcommand("completion", "the script that completes taut in a shell");
  const auto shell = std::make_shared<std::string>();
  completion.add_option("SHELL", *shell, "bash, zsh or fish")
      ->type_name("bash|zsh|fish")
      ->required();
  completion.footer(
      "bash: source <(taut completion bash). An installation has the scripts where shells look.\n");
  completion.callback([shell, &program, &action] {
    action = [shell, &program] {
      print(complete(*shell, describe_commands(program)));
      return 0;
    };
  });
  CLI::App& man = *program.add_subcommand("man", "the manual page: taut man | man -l -");
  man.callback([&program, &action] {
    action = [&program] {
      print(write_man(program, describe_commands(program)));
      return 0;
    };
  });
}

}  // namespace taut::tools
