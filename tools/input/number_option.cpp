#include "number_option.hpp"

#include <CLI/CLI.hpp>

#include <optional>

#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// As it was typed; in quotes where that is not seen otherwise.
std::string typed(std::string_view text) {
  const bool is_plain = !text.empty() && text.find_first_of(" \t\r\n") == std::string_view::npos;
  return is_plain ? shorten(text) : '"' + shorten(text) + '"';
}

}  // namespace

double read_size(std::string_view name, std::string_view text) {
  const std::optional<double> value = parse_number(text);
  if (!value || *value < 0.0) {
    fail("{} {}: must be a finite decimal number, 0 or more", name, typed(text));
  }
  return *value;
}

std::int32_t read_count(std::string_view name, std::int32_t least, std::int32_t most,
                        std::string_view text) {
  const std::optional<std::int32_t> value = parse_integer(text);
  if (!value || *value < least || *value > most) {
    fail("{} {}: must be a whole number from {} to {}", name, typed(text), least, most);
  }
  return *value;
}

CLI::Option* add_size_option(CLI::App& command, const std::string& name, double& size,
                             const std::string& help) {
  const auto choose = [name, &size](const std::string& text) { size = read_size(name, text); };
  return command.add_option_function<std::string>(name, choose, help);
}

CLI::Option* add_count_option(CLI::App& command, const std::string& name, std::int32_t least,
                              std::int32_t most, std::int32_t& count, const std::string& help) {
  const auto choose = [name, least, most, &count](const std::string& text) {
    count = read_count(name, least, most, text);
  };
  return command.add_option_function<std::string>(name, choose, help);
}

}  // namespace taut::tools
