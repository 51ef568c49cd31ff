// The format of saves (internal): docs/formats.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <taut/agent.hpp>
#include <taut/grid.hpp>
#include <taut/map_file.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

namespace taut::detail {

inline constexpr std::array<std::uint8_t, 8> kSaveSignature{0x89, 'T',  'A',  'U',
                                                            'T',  '\r', '\n', 0x1A};
inline constexpr std::uint32_t kSaveVersion = 2;
// The signature and the version; and what is before the contents of a section: its tag, the
// checksum of tag, size and contents, the size.
inline constexpr std::size_t kSaveHeaderBytes = 12;
inline constexpr std::size_t kSectionHeaderBytes = 16;

// Sections. Readers skip those that they do not know, whose tags begin with a small letter, and
// refuse others.
using SectionTag = std::array<char, 4>;
inline constexpr SectionTag kTilesTag{'T', 'I', 'L', 'E'};
inline constexpr SectionTag kFloorsTag{'F', 'L', 'O', 'R'};
inline constexpr SectionTag kLinksTag{'L', 'I', 'N', 'K'};
inline constexpr SectionTag kClassesTag{'C', 'L', 'A', 'S'};
inline constexpr SectionTag kGroundsTag{'G', 'R', 'N', 'D'};
inline constexpr SectionTag kAgentsTag{'A', 'G', 'N', 'T'};
inline constexpr SectionTag kKeptTag{'K', 'E', 'P', 'T'};
inline constexpr SectionTag kIndexTag{'i', 'n', 'd', 'x'};
inline constexpr SectionTag kChangesTag{'C', 'H', 'N', 'G'};
inline constexpr SectionTag kSpacesTag{'m', 'e', 's', 'h'};
inline constexpr SectionTag kEndTag{'E', 'N', 'D', ' '};
// Beside a world, or alone.
inline constexpr SectionTag kCrowdTag{'c', 'r', 'w', 'd'};
inline constexpr SectionTag kQueueTag{'q', 'u', 'e', 'u'};
inline constexpr SectionTag kFollowerTag{'f', 'o', 'l', 'l'};

// CRC-32 as of zip and PNG, over several spans one after the other. Begin with 0.
[[nodiscard]] std::uint32_t add_to_checksum(std::uint32_t sum,
                                            std::span<const std::byte> bytes) noexcept;

// The checksum of a section of these bytes, which begin with its tag.
[[nodiscard]] std::uint32_t section_checksum(std::span<const std::byte> section) noexcept;

// The sections of a save, one after the other.
class SectionReader {
 public:
  struct Section {
    SectionTag tag;
    std::size_t begin;     // where it begins
    std::size_t contents;  // where these do
    std::size_t size;      // of the contents
  };

  SectionReader(std::span<const std::byte> bytes, std::string_view name) : bytes_(bytes) {
    error_.file = name;
  }

  // Where these fail, and fail() does, error() tells why.
  [[nodiscard]] bool read_header();
  // The next section, whose checksum is right. Requires read_header().
  [[nodiscard]] std::optional<Section> read_section();
  bool fail(std::size_t at, const std::string& what) {
    error_.what = "byte " + std::to_string(at) + ": " + what;
    return false;
  }

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] FileError& error() noexcept { return error_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  FileError error_;
};

// A tag in messages: `TILE`.
[[nodiscard]] std::string quote_tag(const SectionTag& tag);

// Numbers of N bytes, the least significant one first.
template <class Number>
[[nodiscard]] Number read_number(std::span<const std::byte> bytes) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    number |= std::uint64_t{std::to_integer<std::uint8_t>(bytes[i])} << (8 * i);
  }
  return static_cast<Number>(number);
}
template <class Number>
void write_number(Number number, std::vector<std::byte>& out) {
  const auto bits = static_cast<std::uint64_t>(number);
  std::array<std::byte, sizeof(Number)> bytes;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes[i] = static_cast<std::byte>(bits >> (8 * i) & 0xFF);
  }
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// Writes a save: its header, then sections.
class SectionWriter {
 public:
  SectionWriter() {
    for (const std::uint8_t byte : kSaveSignature) bytes_.push_back(std::byte{byte});
    write_number(kSaveVersion, bytes_);
  }

  template <class WriteContents>
  void write(const SectionTag& tag, const WriteContents& write_contents) {
    const std::size_t begin = bytes_.size();
    for (const char c : tag) bytes_.push_back(static_cast<std::byte>(c));
    bytes_.resize(begin + kSectionHeaderBytes);
    write_contents(bytes_);
    put<std::uint64_t>(begin + 8, bytes_.size() - begin - kSectionHeaderBytes);
    put(begin + 4, section_checksum(std::span(bytes_).subspan(begin)));
  }

  [[nodiscard]] std::vector<std::byte> finish() {
    write(kEndTag, [](std::vector<std::byte>&) {});
    return std::move(bytes_);
  }

 private:
  template <class Number>
  void put(std::size_t at, Number number) {
    std::vector<std::byte> out;
    write_number(number, out);
    std::copy(out.begin(), out.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  std::vector<std::byte> bytes_;
};

// Writes all sections of a world.
void write_world(SectionWriter& writer, const World& world, SaveForm form);

// Replaces a file by a new one once that is complete.
[[nodiscard]] std::optional<FileError> replace_file(std::span<const std::byte> bytes,
                                                    const std::string& file);

struct SavedGround {
  std::uint8_t number;
  bool has_spaces;
  bool has_grid;
  Ground ground;
};

// Written for a number of landmarks that each space chooses.
inline constexpr std::uint32_t kLandmarksByMap = 0xffffffffU;

// What a save says, with values that are valid each.
struct Saved {
  std::optional<Grid> grid;
  std::vector<SavedGround> grounds;
  std::vector<Agent> spaces;  // of which there are spaces, in their order, the first a point
  std::vector<Agent> agents;  // those with grounds, by ground
  std::vector<Floor> floors;
  std::vector<Link> links;
  LinkId next_link = 0;
  std::uint64_t revision = 0;
  std::optional<std::size_t> landmarks{0};  // nothing: as many as each space needs
  std::uint64_t index_bytes = 0;
  std::vector<std::uint8_t> has_index;  // per space: 1 where it is current; empty: all
  std::vector<TileRect> changes;
  // In the full form: the section of the spaces, and where it begins in the file.
  std::optional<std::span<const std::byte>> contents;
  std::size_t contents_begin = 0;

  [[nodiscard]] bool keeps_index(std::size_t space) const noexcept {
    return index_bytes > 0 && (has_index.empty() || has_index[space] == 1);
  }
};

// Everything, or the sections of the grid only.
enum class SavePart : std::uint8_t { all, tiles };

[[nodiscard]] Loaded<Saved> parse_save(std::span<const std::byte> bytes, std::string_view name,
                                       SavePart part);

}  // namespace taut::detail
