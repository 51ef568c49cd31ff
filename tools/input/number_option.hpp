// Options that take a number. All read it in one way: the whole text as a decimal number. Empty
// texts, blanks, hexadecimal numbers, "nan", "inf" and what no double holds are refused, by a
// message with the option, the text as it was typed and what is allowed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace taut::tools {

// The number of an option, 0 or more. Throws Failure.
[[nodiscard]] double read_size(std::string_view name, std::string_view text);

// The same for a whole number from `least` to `most`.
[[nodiscard]] std::int32_t read_count(std::string_view name, std::int32_t least, std::int32_t most,
                                      std::string_view text);

// Add an option for such a number, which must outlive the parsing.
CLI::Option* add_size_option(CLI::App& command, const std::string& name, double& size,
                             const std::string& help);
CLI::Option* add_count_option(CLI::App& command, const std::string& name, std::int32_t least,
                              std::int32_t most, std::int32_t& count, const std::string& help);

}  // namespace taut::tools
