#include <taut/map_file.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

namespace taut {

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
