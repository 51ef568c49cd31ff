// JSON files, with the line of each value, for messages.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace taut::tools {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

struct JsonValue {
  JsonKind kind = JsonKind::null;
  bool is_true = false;
  double number = 0.0;
  std::string text;               // of a string, or a number as it is written
  std::vector<std::string> keys;  // of an object, in order, each once
  std::vector<JsonValue> items;   // of an array, or what the keys are of
  std::size_t line = 0;
};

// Throws Failure with file and line where the text is no JSON, a key is there twice, or values are
// nested too deeply.
[[nodiscard]] JsonValue read_json(std::string_view text, const std::string& file);

// A value and where it is, such as links[3].cost. Each call throws Failure with file, line, this
// place and the value where it is not as required.
class JsonPlace {
 public:
  JsonPlace(const JsonValue& value, const std::string& file) : value_(&value), file_(&file) {}

  // "file:line: links[3].cost".
  [[nodiscard]] std::string name() const;
  // This name and what.
  [[noreturn]] void fail(std::string_view what) const;
  // The same, with the value before it.
  [[noreturn]] void refuse(std::string_view what) const;

  // That it is an object, without other keys.
  void require_keys(std::span<const std::string_view> known) const;
  [[nodiscard]] bool has(std::string_view key) const noexcept;
  [[nodiscard]] JsonPlace at(std::string_view key) const;

  // An array.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] JsonPlace item(std::size_t index) const;

  [[nodiscard]] const std::string& string() const;
  [[nodiscard]] bool boolean() const;
  // From low to high.
  [[nodiscard]] double number(double low, double high) const;
  [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high) const;

 private:
  [[nodiscard]] const JsonValue* find(std::string_view key) const noexcept;
  [[nodiscard]] std::string shown() const;

  const JsonValue* value_;
  const std::string* file_;
  std::string path_;
};

}  // namespace taut::tools
