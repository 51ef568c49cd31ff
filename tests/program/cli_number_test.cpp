// Options of the program that take a number: one way to read them.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("numbers of options are decimal, whole texts and finite", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "....\n");
  const std::string scen = folder.write("scen", "version 1\n");
  struct Option {
    std::vector<std::string> words;
    std::string allowed;
    std::string good;
  };
  const std::string size = "must be a finite decimal number, 0 or more";
  const std::vector<std::string> path{"path", map, "0,0", "2,0"};
  const auto with = [](std::vector<std::string> words, const char* option) {
    words.emplace_back(option);
    return words;
  };
  const std::vector<Option> options{
      {with(path, "--radius"), size, "+1e-1"},
      {with({"path", map, "0,0", "2,0", "--radius", "0.1"}, "--slide"), size, ".5"},
      {with({"field", map, "0,0"}, "--max"), size, "1."},
      {with({"field", map, "0,0"}, "--radius"), size, "0e-999"},
      {with(path, "--landmarks"), "must be a whole number from 0 to 64", "+2"},
      {with({"field", map, "0,0"}, "--landmarks"), "must be a whole number from 0 to 64", "+0"},
      {with({"scen", map, scen}, "--every"), "must be a whole number from 1 to 2147483647", "2"},
      {with({"scen", map, scen}, "--repeat"), "must be a whole number from 1 to 2147483647", "1"}};
  for (const Option& option : options) {
    for (const std::string bad :
         {"0x1", "inf", "-inf", "nan", "1e400", "1e-400", "-1", "1e", "1,5", "x"}) {
      std::vector<std::string> words = option.words;
      words.push_back(bad);
      CHECK(is_refused(run_program(words),
                       {words[words.size() - 2] + " " + bad + ": " + option.allowed}));
    }
    for (const std::string bad : {"", " ", " 1", "1 ", "\t1"}) {
      std::vector<std::string> words = option.words;
      words.push_back(bad);
      CHECK(is_refused(run_program(words), {option.words.back() + " \"", option.allowed}));
    }
    std::vector<std::string> words = option.words;
    words.push_back(option.good);
    CHECK(run_program(words).status == 0);
    words.back() = std::string(100'000, '7') + "x";
    const ProgramRun cut = run_program(words);
    CHECK(is_refused(cut, {option.words.back() + " 777", "777...: " + option.allowed}));
    CHECK(cut.err.size() < 200);
  }
}

TEST_CASE("numbers too small for a double are not taken as 0", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "....\n");
  CHECK(is_refused(run_program({"field", map, "0,0,1e-400"}), {"0,0,1e-400", "the cost"}));
  CHECK(is_refused(run_program({"path", map, "0,0", "1e-400,0"}), {"goal", "not a number"}));
  CHECK(run_program({"path", map, "0,0", "2,0", "--radius", "1e-310"}).status == 0);
  CHECK(run_program({"field", map, "0,0,-0.00e-400"}).status == 0);
}

TEST_CASE("what does not work together is named as it was typed", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "..S.\n");
  const auto refuses = [&](const std::vector<std::string>& options, const std::string& reason) {
    std::vector<std::string> words{"path", map, "0,0", "3,0"};
    words.insert(words.end(), options.begin(), options.end());
    return is_refused(run_program(words), {reason + "\n"});
  };
  CHECK(refuses({"--index", "--terrain", "S=3"},
                "--index: it knows lengths, not the costs of --terrain S=3"));
  CHECK(refuses({"--landmarks", "4", "--terrain", "S=3", "--map", "grid"},
                "--landmarks 4: works on meshes only, not with --map grid"));
  CHECK(refuses({"--index", "--diagonal", "never"},
                "--index: works with --search optimal only, not with --diagonal never"));
  CHECK(refuses({"--landmarks", "4", "--map", "grid"},
                "--landmarks 4: works on meshes only, not with --map grid"));
}
