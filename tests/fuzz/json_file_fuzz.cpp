// Any bytes as JSON: read_json() gives what another reader of JSON reads, or an error that can be
// shown.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "fuzz/check.hpp"
#include "fuzz/failure_check.hpp"
#include "tools/input/json_file.hpp"

using taut::fuzz::require;
using taut::tools::JsonKind;
using taut::tools::JsonValue;

namespace {

using Json = nlohmann::ordered_json;

void check_same(const JsonValue& value, const Json& other);

void check_items(const JsonValue& value, const Json& other) {
  require(value.items.size() == other.size(), "as many items");
  for (std::size_t i = 0; i < value.items.size(); ++i) check_same(value.items[i], other[i]);
}

void check_members(const JsonValue& value, const Json& other) {
  require(value.keys.size() == other.size(), "as many keys");
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    require(other.contains(value.keys[i]), "the same keys");
    check_same(value.items[i], other[value.keys[i]]);
  }
}

void check_same(const JsonValue& value, const Json& other) {
  switch (value.kind) {
    case JsonKind::null:
      return require(other.is_null(), "null");
    case JsonKind::boolean:
      return require(other == value.is_true, "the same truth");
    case JsonKind::number:
      return require(other.is_number() && other.get<double>() == value.number, "the same number");
    case JsonKind::string:
      return require(other == value.text, "the same string");
    case JsonKind::array:
      require(other.is_array(), "an array");
      return check_items(value, other);
    case JsonKind::object:
      require(other.is_object(), "an object");
      return check_members(value, other);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  taut::fuzz::read_or_fail("input.json", [&] {
    const JsonValue value = taut::tools::read_json(text, "input.json");
    const Json other = Json::parse(text, nullptr, false);
    require(!other.is_discarded(), "others read it too");
    check_same(value, other);
  });
  return 0;
}
