#include "json_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// Deeper values are refused: no file of ours has them, and values are freed by recursion.
constexpr std::size_t kMostDepth = 64;

// Reads a text and counts what was read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

 private:
  const char* at_;
  const char** reached_;
};

// What the parser of the library calls.
class JsonBuilder final : public nlohmann::json::json_sax_t {
 public:
  JsonBuilder(std::string_view text, const std::string& file)
      : file_(file), counted_(text.data()), reached_(text.data()) {}

  [[nodiscard]] const char** reached() noexcept { return &reached_; }
  [[nodiscard]] JsonValue take() noexcept { return std::move(root_); }

  bool null() override {
    add(JsonKind::null);
    return true;
  }
  bool boolean(bool value) override {
    add(JsonKind::boolean).is_true = value;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    return add_number(static_cast<double>(value), std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number(static_cast<double>(value), std::to_string(value));
  }
  bool number_float(number_float_t value, const string_t& text) override {
    return add_number(value, text);
  }
  bool string(string_t& value) override {
    add(JsonKind::string).text = value;
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonKind::object); }
  bool start_array(std::size_t) override { return open(JsonKind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    std::vector<std::string>& keys = open_.back()->keys;
    if (std::find(keys.begin(), keys.end(), value) != keys.end()) {
      fail_at(file_, line(), "the key \"{}\" is given twice", shorten(value));
    }
    keys.push_back(value);
    return true;
  }
  // The message of the library, without its numbers of lines where it has any.
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::json::exception& error) override {
    std::string_view what = error.what();
    what.remove_prefix(std::min(what.find("] ") + 2, what.size()));
    if (what.substr(0, 11) == "parse error") {
      what.remove_prefix(std::min(what.find(": ") + 2, what.size()));
    }
    fail_at(file_, line(), "{}", what);
  }

 private:
  // The line of what was read last. A number is read with the character behind it.
  std::size_t line() {
    const char* const end = reached_ > counted_ ? reached_ - 1 : counted_;
    line_ += static_cast<std::size_t>(std::count(counted_, end, '\n'));
    counted_ = end;
    return line_;
  }

  JsonValue& add(JsonKind kind) {
    JsonValue& made = open_.empty() ? root_ : open_.back()->items.emplace_back();
    made.kind = kind;
    made.line = line();
    return made;
  }
  bool add_number(double value, const std::string& text) {
    JsonValue& made = add(JsonKind::number);
    made.number = value;
    made.text = text;
    return true;
  }
  bool open(JsonKind kind) {
    if (open_.size() == kMostDepth) {
      fail_at(file_, line(), "values are nested more than {} deep", kMostDepth);
    }
    open_.push_back(&add(kind));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& file_;
  const char* counted_;  // up to where lines were counted
  const char* reached_;
  std::size_t line_ = 1;
  JsonValue root_;
  std::vector<JsonValue*> open_;  // the one that grows is the last: those before it stay
};

}  // namespace

JsonValue read_json(std::string_view text, const std::string& file) {
  JsonBuilder builder(text, file);
  const char** const reached = builder.reached();
  (void)nlohmann::json::sax_parse(CountingIterator(text.data(), reached),
                                  CountingIterator(text.data() + text.size(), reached), &builder);
  return builder.take();
}

void JsonPlace::fail(std::string_view what) const {
  throw Failure(fmt::format("{}: {}", name(), what));
}

std::string JsonPlace::name() const {
  return fmt::format("{}:{}{}{}", *file_, value_->line, path_.empty() ? "" : ": ", path_);
}

void JsonPlace::refuse(std::string_view what) const { fail(fmt::format("{} {}", shown(), what)); }

std::string JsonPlace::shown() const {
  switch (value_->kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return value_->is_true ? "true" : "false";
    case JsonKind::number:
      return shorten(value_->text);
    case JsonKind::string:
      return '"' + shorten(value_->text) + '"';
    case JsonKind::array:
      return "an array";
    case JsonKind::object:
      return "an object";
  }
  return "";
}

void JsonPlace::require_keys(std::span<const std::string_view> known) const {
  if (value_->kind != JsonKind::object) refuse("is not an object");
  for (const std::string& key : value_->keys) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      at(key).fail(fmt::format("unknown key; known are {}", fmt::join(known, ", ")));
    }
  }
}

const JsonValue* JsonPlace::find(std::string_view key) const noexcept {
  const std::vector<std::string>& keys = value_->keys;
  const auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) return nullptr;
  return &value_->items[static_cast<std::size_t>(found - keys.begin())];
}

bool JsonPlace::has(std::string_view key) const noexcept { return find(key) != nullptr; }

JsonPlace JsonPlace::at(std::string_view key) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) fail(fmt::format("the key \"{}\" is missing", key));
  JsonPlace place(*found, *file_);
  place.path_ = path_ + (path_.empty() ? "" : ".") + shorten(key);
  return place;
}

std::size_t JsonPlace::size() const {
  if (value_->kind != JsonKind::array) refuse("is not an array");
  return value_->items.size();
}

JsonPlace JsonPlace::item(std::size_t index) const {
  JsonPlace place(value_->items[index], *file_);
  place.path_ = fmt::format("{}[{}]", path_, index);
  return place;
}

const std::string& JsonPlace::string() const {
  if (value_->kind != JsonKind::string) refuse("is not a string");
  return value_->text;
}

bool JsonPlace::boolean() const {
  if (value_->kind != JsonKind::boolean) refuse("is not true or false");
  return value_->is_true;
}

double JsonPlace::number(double low, double high) const {
  const bool is_one = value_->kind == JsonKind::number;
  if (!is_one || !(value_->number >= low && value_->number <= high)) {
    const bool has_end = high < std::numeric_limits<double>::max();
    refuse(has_end ? fmt::format("is not a number from {} to {}", low, high)
                   : fmt::format("is not a number, {} or more", low));
  }
  return value_->number;
}

std::int64_t JsonPlace::integer(std::int64_t low, std::int64_t high) const {
  const bool is_one =
      value_->kind == JsonKind::number && value_->number >= static_cast<double>(low) &&
      value_->number <= static_cast<double>(high) && std::rint(value_->number) == value_->number;
  if (!is_one) refuse(fmt::format("is not an integer from {} to {}", low, high));
  return static_cast<std::int64_t>(value_->number);
}

}  // namespace taut::tools
