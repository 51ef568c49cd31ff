// What the program tells shells, readers and those who mistype; the line that shows how far it is.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut::test;

namespace {

const std::vector<std::string> kCommands{"path", "scen",  "replay", "field",
                                         "pull", "crowd", "info",   "optimum"};

// The names of options that a text has, such as --method.
std::set<std::string> find_options(const std::string& text) {
  std::set<std::string> names;
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at)) {
    std::size_t end = at + 2;
    while (end < text.size() && (std::islower(static_cast<unsigned char>(text[end])) != 0 ||
                                 (text[end] == '-' && end > at + 2))) {
      ++end;
    }
    if (end > at + 2) names.insert(text.substr(at, end - at));
    at = end;
  }
  return names;
}

// Options at the beginning of a line of help.
std::set<std::string> offered_by(const std::string& command) {
  std::set<std::string> names;
  const ProgramRun help = run_program({command, "--help"});
  CHECK(help.status == 0);
  for (const std::string& line : lines_of(help.out)) {
    const std::size_t at = line.find_first_not_of(' ');
    if (at == std::string::npos || line.substr(at, 2) == "no") continue;
    const std::size_t name = line.substr(at, 3) == "-h," ? line.find("--") : at;
    if (name == std::string::npos || name > 8 || line.substr(name, 2) != "--") continue;
    names.insert(*find_options(line.substr(name)).begin());
  }
  return names;
}

std::string run_shell(const TemporaryFolder& folder, const std::string& command) {
  const std::string out = folder.file("shell.out");
  REQUIRE(std::system((command + " >'" + out + "' 2>&1").c_str()) == 0);
  return read_file(out);
}

bool has_program(const std::string& name) {
  if (std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0) return true;
  WARN("SKIPPED: " << name << " is not installed");
  return false;
}

}  // namespace

TEST_CASE("words that are mistyped are answered with the nearest one", "[cli]") {
  const std::string map = own_map("dungeon.map");
  const auto refused = [&](std::vector<std::string> more, const std::string& hint) {
    std::vector<std::string> words{"path", map, "73,49", "76,8"};
    words.insert(words.end(), more.begin(), more.end());
    return is_refused(run_program(words), {hint});
  };
  CHECK(is_refused(run_program({"filed", map, "1,1"}), {"filed", "; did you mean field?"}));
  CHECK(
      refused({"--method", "optmial"}, "must be one of best|optimal|fast; did you mean optimal?"));
  CHECK(refused({"--method", "Fast"}, "did you mean fast?"));
  CHECK(refused({"--search", "a-star"}, "did you mean astar?"));
  CHECK(refused({"--raduis", "3"}, "--raduis 3; did you mean --radius?"));
  CHECK(refused({"--metod=fast"}, "did you mean --method?"));
  CHECK(refused({"--no_such_thing", "3"}, "not expected: --no_such_thing 3"));
  CHECK(
      run_program({"path", map, "73,49", "76,8", "--method", "zigzag"}).err.find("did you mean") ==
      std::string::npos);
  CHECK(is_refused(run_program({"completion", "bsh"}), {"bsh", "did you mean bash?"}));
  CHECK(is_refused(run_program({"completion"}), {"SHELL"}));
}

TEST_CASE("completion and the manual have every command and every option", "[cli]") {
  const ProgramRun man = run_program({"man"});
  CHECK(man.status == 0);
  std::string plain = man.out;
  plain.erase(std::remove(plain.begin(), plain.end(), '\\'), plain.end());
  std::vector<std::string> texts{plain};
  for (const char* const shell : {"bash", "zsh", "fish"}) {
    const ProgramRun run = run_program({"completion", shell});
    CHECK(run.status == 0);
    texts.push_back(run.out);
  }
  for (const std::string& command : kCommands) {
    const std::set<std::string> options = offered_by(command);
    CHECK(options.count("--help") == 1);
    for (const std::string& text : texts) {
      CHECK(text.find(command) != std::string::npos);
      for (const std::string& option : options) {
        INFO(command << " " << option);
        const std::string in_fish =
            "__fish_seen_subcommand_from " + command + "' -l " + option.substr(2) + " ";
        const bool is_fish = text.rfind("# fish", 0) == 0;
        CHECK(text.find(is_fish ? in_fish : option) != std::string::npos);
      }
    }
  }
}

TEST_CASE("bash completes commands, options, values and files", "[cli]") {
  if (!has_program("bash")) return;
  const TemporaryFolder folder;
  const std::string script = folder.write("taut.bash", run_program({"completion", "bash"}).out);
  const std::string file = folder.write("one.map", ".\n");
  const auto complete = [&](const std::string& words) {
    return run_shell(folder, "bash -c 'source " + script + "; COMP_WORDS=(" + words +
                                 "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _taut; " +
                                 "echo \"${COMPREPLY[*]}\"'");
  };
  CHECK(complete("taut p") == "path pull\n");
  CHECK(complete("taut path --m") == "--method --map\n");
  CHECK(complete("taut path a.map 1,1 2,2 --method \"\"") == "best optimal fast\n");
  CHECK(complete("taut field --me") == "\n");
  CHECK(complete("taut path " + folder.file("on")) == file + "\n");
  CHECK(complete("taut scen a b --csv " + folder.file("on")) == file + "\n");
  CHECK(complete("taut path --radius \"\"") == "\n");
  CHECK(complete("taut completion f") == "fish\n");
}

TEST_CASE("zsh, fish and man take what the program prints", "[cli]") {
  const TemporaryFolder folder;
  for (const char* const shell : {"zsh", "fish"}) {
    if (!has_program(shell)) continue;
    const std::string script = folder.write(shell, run_program({"completion", shell}).out);
    CHECK(run_shell(folder, std::string(shell) + " -n '" + script + "'").empty());
  }
  if (!has_program("groff")) return;
  const std::string page = folder.write("taut.1", run_program({"man"}).out);
  const std::string shown =
      run_shell(folder, "groff -ww -man -Tascii -P-cbou '" + page + "' | cat");
  CHECK(shown.find("warning") == std::string::npos);
  CHECK(shown.find("EXIT STATUS") != std::string::npos);
}

TEST_CASE("progress: the rate and the time left, on a terminal only", "[cli]") {
  if (!has_program("script")) return;
  const TemporaryFolder folder;
  const std::string map = own_map("dungeon.map");
  const std::string command = std::string("'") + TAUT_PROGRAM + "' scen '" + map + "' '" + map +
                              ".scen' --repeat 300 --map grid --search astar";
  CHECK(run_shell(folder, "{ " + command + " 2>&1 >/dev/null; }").empty());
  // `script` gives the program a terminal, whose text it copies.
  const std::string shown =
      run_shell(folder, "script -qec \"" + command + "\" /dev/null </dev/null | cat");
  CHECK(shown.find("query 0 / ") != std::string::npos);
  CHECK(shown.find(" a second, ") != std::string::npos);
  CHECK(shown.find(" s left") != std::string::npos);
  CHECK(shown.find("\r\x1b[K") != std::string::npos);
}
