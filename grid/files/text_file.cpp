#include "text_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>

#ifndef __cpp_lib_to_chars
#include <clocale>
#include <cstdlib>
#endif

namespace taut {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMaxQuoted = 40;

// Reads a decimal number that fills `text`. False when it does not, or when no double can hold it.
bool parse_double(const std::string& text, double& out) {
#ifdef __cpp_lib_to_chars
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  return error == std::errc{} && stop == end;
#else
  // Standard libraries without from_chars for double: strtod rounds in the same way, but expects
  // the decimal point of the program's locale.
  std::string local = text;
  std::replace(local.begin(), local.end(), '.', std::localeconv()->decimal_point[0]);
  char* stop = nullptr;
  errno = 0;
  out = std::strtod(local.c_str(), &stop);
  return errno == 0 && stop == local.c_str() + local.size();
#endif
}

}  // namespace

TextLines::TextLines(std::string_view text) noexcept : rest_(text) {
  if (rest_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    rest_.remove_prefix(kByteOrderMark.size());
  }
}

bool TextLines::next() noexcept {
  if (rest_.empty()) {
    if (is_ended_) ++number_;
    line_ = {};
    return false;
  }
  ++number_;
  const std::size_t end = rest_.find('\n');
  is_ended_ = end != std::string_view::npos;
  line_ = rest_.substr(0, end);
  rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  return true;
}

bool TextLines::next_not_empty() noexcept {
  while (next()) {
    if (!line_.empty()) return true;
  }
  return false;
}

std::string_view next_word(std::string_view text, std::size_t& at) noexcept {
  while (at < text.size() && is_blank(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && !is_blank(text[at])) ++at;
  return text.substr(begin, at - begin);
}

std::size_t column_of(std::string_view line, std::string_view word) noexcept {
  return static_cast<std::size_t>(word.data() - line.data()) + 1;
}

std::string quote(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string quoted = "`";
  for (const char c : text.substr(0, kMaxQuoted)) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code < 0x7F) {
      quoted += c;
    } else {
      quoted += {'\\', 'x', kDigits[code / 16], kDigits[code % 16]};
    }
  }
  return quoted + (text.size() > kMaxQuoted ? "...`" : "`");
}

bool TextReader::parse_whole(std::string_view word, std::string_view what, std::int32_t low,
                             std::int32_t high, std::int32_t& out) {
  std::int32_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  const std::string name = std::string(what) + " " + quote(word);
  if (error == std::errc::invalid_argument || stop != end) {
    return fail_at(word, name + " is not a whole number");
  }
  if (error == std::errc::result_out_of_range || number < low || number > high) {
    return fail_at(word,
                   name + " is not within " + std::to_string(low) + " to " + std::to_string(high));
  }
  out = number;
  return true;
}

bool TextReader::parse_length(std::string_view word, std::string_view what, double& out) {
  double number = 0.0;
  // strtod would also accept hexadecimal numbers, signs and blanks, and both would accept `inf` and
  // `nan`.
  const bool is_decimal = word.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
                          !word.empty() && word.front() != '+';
  if (!is_decimal || !parse_double(std::string(word), number) || !std::isfinite(number) ||
      number < 0.0) {
    return fail_at(
        word, std::string(what) + " " + quote(word) + " is not a finite number from 0 upwards");
  }
  out = number;
  return true;
}

std::string FileError::message() const {
  std::string text = file;
  if (line != 0) text += ":" + std::to_string(line);
  if (column != 0) text += ":" + std::to_string(column);
  return text + ": " + what;
}

Loaded<std::string> load_text(const std::string& file) {
  const auto fail = [&file](std::string what) {
    return Loaded<std::string>{std::nullopt, {file, 0, 0, std::move(what)}};
  };
  const auto reason = [](int code) { return std::generic_category().message(code); };

  errno = 0;
  const auto close = [](std::FILE* stream) { std::fclose(stream); };
  const std::unique_ptr<std::FILE, decltype(close)> stream(std::fopen(file.c_str(), "rb"), close);
  if (stream == nullptr) return fail("cannot be opened: " + reason(errno));

  std::string text;
  std::array<char, 65536> chunk;
  for (;;) {
    errno = 0;
    const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), stream.get());
    if (std::ferror(stream.get()) != 0) return fail("cannot be read: " + reason(errno));
    if (got == 0) return {std::move(text), {}};
    if (got > kMaxFileBytes - text.size()) {
      return fail("is larger than the limit of " + std::to_string(kMaxFileBytes) + " bytes");
    }
    text.append(chunk.data(), got);
  }
}

}  // namespace taut
