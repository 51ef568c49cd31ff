// What a save says, checked: docs/formats.md.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <taut/engine/constants.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

#include "save_sections.hpp"
#include "world_state.hpp"

namespace taut::detail {
namespace {

constexpr std::array kSectionOrder{kTilesTag,   kClassesTag, kFloorsTag, kGroundsTag,
                                   kAgentsTag,  kLinksTag,   kKeptTag,   kIndexTag,
                                   kChangesTag, kSpacesTag,  kEndTag};

// The checksums of a byte with 0 to 7 zero bytes after it.
using ChecksumTables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr ChecksumTables make_checksum_tables() {
  ChecksumTables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t sum = i;
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum % 2 != 0 ? 0xEDB88320U : 0U);
    tables[0][i] = sum;
  }
  for (std::size_t zeros = 1; zeros < tables.size(); ++zeros) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t before = tables[zeros - 1][i];
      tables[zeros][i] = before >> 8 ^ tables[0][before & 0xFFU];
    }
  }
  return tables;
}

// By ground, shape and size.
std::tuple<int, int, double> key_of(const Agent& agent) noexcept {
  return {agent.ground, static_cast<int>(agent.shape), agent.radius};
}
bool is_before(const Agent& a, const Agent& b) noexcept { return key_of(a) < key_of(b); }

std::vector<Agent> sort_agents(std::vector<Agent> agents) {
  std::sort(agents.begin(), agents.end(), is_before);
  return agents;
}

class SaveParser {
 public:
  SaveParser(std::span<const std::byte> bytes, std::string_view name, SavePart part)
      : sections_(bytes, name), part_(part) {}

  Loaded<Saved> parse() {
    if (!sections_.read_header()) return {std::nullopt, std::move(sections_.error())};
    while (!is_ended_) {
      if (!read_section()) return {std::nullopt, std::move(sections_.error())};
      if (part_ == SavePart::tiles && saved_.grid && last_ != kTilesTag) break;
    }
    return {std::move(saved_), {}};
  }

 private:
  bool read_section() {
    const std::optional<SectionReader::Section> section = sections_.read_section();
    if (!section || !is_next(*section)) return false;
    contents_ = sections_.bytes().subspan(section->contents, section->size);
    reader_ = StateReader(contents_, section->contents);
    read_contents(section->tag);
    if (!reader_.ok()) sections_.error().what = reader_.error();
    return reader_.ok();
  }

  // Whether the section comes next, or is one to skip.
  bool is_next(const SectionReader::Section& section) {
    const auto fail = [&](const SectionTag& tag, const char* what) {
      return sections_.fail(section.begin, "the section " + quote_tag(tag) + what);
    };
    const SectionTag& tag = section.tag;
    const auto known = std::find(kSectionOrder.begin(), kSectionOrder.end(), tag);
    if (known == kSectionOrder.end()) {
      return (tag[0] >= 'a' && tag[0] <= 'z') || fail(tag, " is not known");
    }
    if (known < next_) return fail(tag, " is out of order");
    for (; next_ != known; ++next_) {
      const bool is_needed = *next_ == kTilesTag || *next_ == kAgentsTag || *next_ == kKeptTag;
      if (is_needed) return fail(*next_, " is missing");
    }
    ++next_;
    last_ = tag;
    return true;
  }

  void read_contents(const SectionTag& tag) {
    if (tag == kTilesTag) return read_tiles();
    if (tag == kClassesTag) return read_classes();
    if (part_ == SavePart::tiles) return;
    if (tag == kSpacesTag) return keep_contents();
    if (tag == kFloorsTag) {
      read_floors();
    } else if (tag == kLinksTag) {
      read_links();
    } else if (tag == kGroundsTag) {
      read_grounds();
    } else if (tag == kAgentsTag) {
      read_agents();
    } else if (tag == kKeptTag) {
      read_kept();
    } else if (tag == kIndexTag) {
      read_index();
    } else if (tag == kChangesTag) {
      read_changes();
    } else {
      is_ended_ = tag == kEndTag;
      return;
    }
    reader_.end();
  }

  bool require_size(std::size_t wanted) {
    reader_.require_at(0, contents_.size() == wanted,
                       "the section has " + std::to_string(contents_.size()) +
                           " bytes instead of " + std::to_string(wanted));
    return reader_.ok();
  }

  void read_tiles() {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    reader_(width, height);
    for (const std::uint32_t side : {width, height}) {
      reader_.require_at(0, side >= 1 && side <= static_cast<std::uint32_t>(kMaxMapSide),
                         "the side " + std::to_string(side) + " is not valid");
    }
    if (!reader_.ok()) return;
    const std::size_t count = std::size_t{width} * height;
    if (!require_size(8 + (count + 7) / 8)) return;
    std::vector<std::uint64_t> words((count + 63) / 64);
    for (std::size_t i = 0; i < contents_.size() - 8; ++i) {
      words[i / 8] |= std::to_integer<std::uint64_t>(contents_[8 + i]) << (8 * (i % 8));
    }
    const std::size_t used = count % 64;
    reader_.require_at(contents_.size() - 1, used == 0 || words.back() >> used == 0,
                       "a tile beyond the last one is walkable");
    if (!reader_.ok()) return;
    saved_.grid = Grid::from_bits(static_cast<int>(width), static_cast<int>(height), words);
  }

  void read_classes() {
    Grid& grid = *saved_.grid;
    if (!require_size(grid.tile_count())) return;
    for (int y = 0; y < grid.height(); ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.width());
      int first = 0;
      for (int x = 1; x <= grid.width(); ++x) {
        const std::byte own = contents_[row + static_cast<std::size_t>(first)];
        if (x < grid.width() && contents_[row + static_cast<std::size_t>(x)] == own) continue;
        grid.set_class({first, y, x, y + 1}, std::to_integer<std::uint8_t>(own));
        first = x;
      }
    }
  }

  [[nodiscard]] const SavedGround* find_ground(std::uint8_t number) const noexcept {
    for (const SavedGround& ground : saved_.grounds) {
      if (ground.number == number) return &ground;
    }
    return nullptr;
  }

  void read_grounds() {
    reader_.each(saved_.grounds, kGroundBytes, [&](SavedGround& made) { read_ground(made); });
  }

  void read_ground(SavedGround& made) {
    const std::size_t begin = reader_.at();
    std::uint8_t flags = 0;
    std::uint16_t tiles = 0;
    float factor = 0.0F;
    reader_(made.number, flags, tiles);
    reader_.any(factor);
    const std::string number = std::to_string(made.number);
    reader_.require_at(begin, made.number != 0 && find_ground(made.number) == &made,
                       "the ground " + number + " is not valid");
    const bool is_margin = tiles <= Ground::kMostMargin && factor >= 1.0F &&
                           factor <= kMostTerrainCost && (tiles > 0) == (factor != 1.0F);
    reader_.require_at(begin, is_margin, "the margin of ground " + number + " is not valid");
    for (std::size_t i = 0; reader_.ok() && i < kTerrainClasses; ++i) {
      const std::size_t at = reader_.at();
      float cost = 0.0F;
      reader_.any(cost);
      const bool is_cost =
          cost == kBlockedTerrain || (cost >= kLeastTerrainCost && cost <= kMostTerrainCost);
      reader_.require_at(at, is_cost, "a factor of terrain is not valid");
      if (is_cost) made.ground.set(static_cast<std::uint8_t>(i), cost);
    }
    if (!reader_.ok()) return;
    made.ground.set_margin(tiles, factor);
    made.has_spaces = (flags & 1) != 0;
    made.has_grid = (flags & 2) != 0;
    const bool is_parted = made.ground.has_blocked() || made.ground.has_factors();
    const bool fits = (made.has_spaces || (!is_parted && !made.has_grid)) &&
                      (made.has_grid || !made.ground.has_blocked());
    reader_.require_at(begin + 1, flags <= 3 && fits,
                       "the flags of ground " + number + " are not valid");
  }

  void read_agents() {
    for (std::vector<Agent>* const list : {&saved_.spaces, &saved_.agents}) {
      reader_.each(*list, kAgentBytes, [&](Agent& agent) {
        const std::size_t begin = reader_.at();
        describe_placed(reader_, agent);
        reader_.require_at(begin + 4, is_valid(agent), "the size of an agent is not valid");
        reader_.require_at(
            begin + 1, agent.ground == 0 || find_ground(agent.ground) != nullptr,
            "the ground " + std::to_string(agent.ground) + " of an agent is not set");
      });
    }
    if (!reader_.ok()) return;
    const bool has_point = !saved_.spaces.empty() && saved_.spaces[0] == Agent{};
    reader_.require_at(0, has_point, "the first agent is no point");
    const std::string fault = find_agents_fault();
    reader_.require_at(0, fault.empty(), fault);
  }

  // Each agent once, and those with grounds with the spaces that they have. Empty where all fit.
  [[nodiscard]] std::string find_agents_fault() const {
    const std::vector<Agent> spaces = sort_agents(saved_.spaces);
    const std::vector<Agent> agents = sort_agents(saved_.agents);
    for (const auto* list : {&spaces, &agents}) {
      if (std::adjacent_find(list->begin(), list->end()) != list->end()) {
        return "an agent occurs twice";
      }
    }
    const auto has = [](const std::vector<Agent>& list, const Agent& agent) {
      return std::binary_search(list.begin(), list.end(), agent, is_before);
    };
    for (const Agent& agent : agents) {
      if (agent.ground == 0) return "an agent of ground 0 has no space";
      Agent holder = agent;
      if (!find_ground(agent.ground)->has_spaces) holder.ground = 0;
      if (!has(spaces, holder)) return "an agent has no space";
    }
    for (const Agent& agent : spaces) {
      if (agent.ground == 0) continue;
      const bool is_held = find_ground(agent.ground)->has_spaces && has(agents, agent);
      if (!is_held) return "a space has no agent";
    }
    return "";
  }

  void read_floors() {
    const Grid& grid = *saved_.grid;
    reader_.each(saved_.floors, kFloorBytes, [&](Floor& floor) {
      const std::size_t begin = reader_.at();
      reader_(floor);
      const auto& [x0, y0, x1, y1] = floor.tiles;
      const bool is_inside =
          x0 >= 0 && y0 >= 0 && x0 < x1 && y0 < y1 && x1 <= grid.width() && y1 <= grid.height();
      reader_.require_at(begin, is_inside, "a floor is not within the tiles");
    });
    reader_.require(!saved_.floors.empty(), "there is no floor");
  }

  void read_links() {
    reader_(saved_.next_link);
    LinkId least = 0;
    reader_.each(saved_.links, kLinkBytes, [&](Link& link) {
      const std::size_t begin = reader_.at();
      reader_(link);
      reader_.require_at(begin, link.id >= least && link.id < saved_.next_link,
                         "the number of a link is not valid");
      least = link.id + 1;
      reader_.require_at(begin + 4, is_link_end(link.from) && is_link_end(link.to),
                         "an end of a link is not valid");
      const bool has_numbers = link.from != link.to && link.options.cost >= 0.0 &&
                               link.options.cost <= kLargestCost && link.options.width >= 0.0;
      reader_.require_at(begin + 36, has_numbers, "the options of a link are not valid");
    });
  }

  // On the map, as it was when it was added.
  [[nodiscard]] bool is_link_end(const LinkEnd& end) const {
    const Grid& grid = *saved_.grid;
    for (const Point& place : {end.a, end.b}) {
      const bool is_on_map = place.x >= 0.0F && place.x <= static_cast<float>(grid.width()) &&
                             place.y >= 0.0F && place.y <= static_cast<float>(grid.height());
      if (!is_on_map || snap(place) != place) return false;
    }
    return distance(end.a, end.b) <= kMaxLinkEnd;
  }

  void read_kept() {
    std::uint32_t landmarks = 0;
    reader_(saved_.revision, landmarks, saved_.index_bytes);
    reader_.require_at(8, landmarks <= Landmarks::kMaxCount || landmarks == kLandmarksByMap,
                       "the number of landmarks " + std::to_string(landmarks) + " is not valid");
    saved_.landmarks.reset();
    if (landmarks != kLandmarksByMap) saved_.landmarks = landmarks;
  }

  void read_index() {
    saved_.has_index.resize(saved_.spaces.size());
    for (std::uint8_t& mark : saved_.has_index) {
      reader_.within(mark, 0, 1, "a mark of an index is not valid");
    }
  }

  void read_changes() {
    reader_.list(saved_.changes, kRectBytes);
    const std::size_t count = saved_.changes.size();
    reader_.require_at(0, count <= 2 * World::kKeptChanges && count <= saved_.revision,
                       "the number of changes " + std::to_string(count) + " is not valid");
  }

  // Spaces are read later, once there is a world.
  void keep_contents() noexcept {
    saved_.contents = contents_;
    saved_.contents_begin = static_cast<std::size_t>(contents_.data() - sections_.bytes().data());
  }

  SectionReader sections_;
  SavePart part_;
  Saved saved_;
  // The present section.
  std::span<const std::byte> contents_;
  StateReader reader_{{}, 0};
  decltype(kSectionOrder)::const_iterator next_ = kSectionOrder.begin();
  SectionTag last_{};
  bool is_ended_ = false;
};

}  // namespace

std::uint32_t add_to_checksum(std::uint32_t sum, std::span<const std::byte> bytes) noexcept {
  static constexpr ChecksumTables kTables = make_checksum_tables();
  sum = ~sum;
  // Eight bytes at a time, because indexes may have 100 MB.
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    const std::uint64_t word = read_number<std::uint64_t>(bytes.first(8)) ^ sum;
    sum = 0;
    for (std::size_t i = 0; i < 8; ++i) sum ^= kTables[7 - i][word >> (8 * i) & 0xFFU];
  }
  for (const std::byte byte : bytes) {
    sum = sum >> 8 ^ kTables[0][(sum ^ std::to_integer<std::uint32_t>(byte)) & 0xFFU];
  }
  return ~sum;
}

std::uint32_t section_checksum(std::span<const std::byte> section) noexcept {
  return add_to_checksum(add_to_checksum(0, section.first(4)), section.subspan(8));
}

std::string quote_tag(const SectionTag& tag) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = "`";
  for (const char c : tag) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code < 0x7F) {
      text += c;
    } else {
      text += {'\\', 'x', kDigits[code / 16], kDigits[code % 16]};
    }
  }
  return text + "`";
}

bool SectionReader::read_header() {
  if (!is_save(bytes_)) return fail(0, "this is no save of taut");
  if (bytes_.size() < kSaveHeaderBytes) return fail(bytes_.size(), "the save is cut off");
  const auto version = read_number<std::uint32_t>(bytes_.subspan(kSaveSignature.size(), 4));
  at_ = kSaveHeaderBytes;
  if (version == kSaveVersion) return true;
  return fail(kSaveSignature.size(), "the version is " + std::to_string(version) +
                                         ", this library reads " + std::to_string(kSaveVersion));
}

std::optional<SectionReader::Section> SectionReader::read_section() {
  Section section{{}, at_, at_ + kSectionHeaderBytes, 0};
  const std::size_t left = bytes_.size() - at_;
  if (left < kSectionHeaderBytes) {
    fail(bytes_.size(), "the save is cut off");
    return std::nullopt;
  }
  const std::span<const std::byte> from = bytes_.subspan(at_);
  for (std::size_t i = 0; i < 4; ++i) section.tag[i] = static_cast<char>(from[i]);
  const auto sum = read_number<std::uint32_t>(from.subspan(4, 4));
  const auto size = read_number<std::uint64_t>(from.subspan(8, 8));
  if (size > left - kSectionHeaderBytes) {
    fail(at_, "the section " + quote_tag(section.tag) + " has " + std::to_string(size) +
                  " bytes, of which " + std::to_string(left - kSectionHeaderBytes) + " are there");
    return std::nullopt;
  }
  section.size = static_cast<std::size_t>(size);
  if (section_checksum(from.first(kSectionHeaderBytes + section.size)) != sum) {
    fail(at_, "the section " + quote_tag(section.tag) + " is damaged");
    return std::nullopt;
  }
  at_ = section.contents + section.size;
  if (section.tag == kEndTag && (section.size != 0 || at_ != bytes_.size())) {
    fail(section.contents, "something follows the end of the save");
    return std::nullopt;
  }
  return section;
}

Loaded<Saved> parse_save(std::span<const std::byte> bytes, std::string_view name, SavePart part) {
  return SaveParser(bytes, name, part).parse();
}

}  // namespace taut::detail
