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

namespace taut::detail {
namespace {

constexpr std::array kSectionOrder{kTilesTag,   kClassesTag, kFloorsTag, kGroundsTag,
                                   kAgentsTag,  kLinksTag,   kKeptTag,   kIndexTag,
                                   kChangesTag, kSpacesTag,  kEndTag};
constexpr std::size_t kGroundBytes = 8 + 4 * kTerrainClasses;
constexpr std::size_t kAgentBytes = 8;
constexpr std::size_t kRectBytes = 16;
constexpr std::size_t kFloorBytes = 24;
constexpr std::size_t kLinkBytes = 64;

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
      : sections_(bytes, name), bytes_(bytes), part_(part) {}

  Loaded<Saved> parse() {
    if (!sections_.read_header()) return {std::nullopt, std::move(sections_.error())};
    while (!is_ended_) {
      if (!read_section()) return {std::nullopt, std::move(sections_.error())};
      if (part_ == SavePart::tiles && saved_.grid && last_ != kTilesTag) break;
    }
    return {std::move(saved_), {}};
  }

 private:
  bool fail(std::size_t at, const std::string& what) { return sections_.fail(at, what); }

  // A value that no save has.
  bool fail_value(const char* what, const std::string& value) {
    return fail(at_, std::string(what) + " " + value + " is not valid");
  }

  template <class Number>
  Number take() noexcept {
    const auto number = read_number<Number>(bytes_.subspan(at_, sizeof(Number)));
    at_ += sizeof(Number);
    return number;
  }
  float take_float() noexcept { return std::bit_cast<float>(take<std::uint32_t>()); }

  bool read_section() {
    const std::optional<SectionReader::Section> section = sections_.read_section();
    if (!section) return false;
    at_ = section->contents;
    size_ = section->size;
    return read_contents(section->begin, section->tag);
  }

  bool read_contents(std::size_t begin, const SectionTag& tag) {
    const auto known = std::find(kSectionOrder.begin(), kSectionOrder.end(), tag);
    if (known == kSectionOrder.end()) {
      if (tag[0] >= 'a' && tag[0] <= 'z') return true;
      return fail(begin, "the section " + quote_tag(tag) + " is not known");
    }
    if (known < next_) return fail(begin, "the section " + quote_tag(tag) + " is out of order");
    for (; next_ != known; ++next_) {
      const bool is_needed = *next_ == kTilesTag || *next_ == kAgentsTag || *next_ == kKeptTag;
      if (is_needed) return fail(begin, "the section " + quote_tag(*next_) + " is missing");
    }
    ++next_;
    last_ = tag;
    if (tag == kTilesTag) return read_tiles();
    if (tag == kClassesTag) return read_classes();
    if (part_ == SavePart::tiles) return true;
    if (tag == kFloorsTag) return read_floors();
    if (tag == kLinksTag) return read_links();
    if (tag == kGroundsTag) return read_grounds();
    if (tag == kAgentsTag) return read_agents();
    if (tag == kKeptTag) return read_kept();
    if (tag == kIndexTag) return read_index();
    if (tag == kChangesTag) return read_changes();
    if (tag == kSpacesTag) return keep_contents();
    return read_end(begin);
  }

  bool require_size(std::uint64_t wanted) {
    if (size_ == wanted) return true;
    return fail(at_, "the section has " + std::to_string(size_) + " bytes instead of " +
                         std::to_string(wanted));
  }

  bool read_tiles() {
    if (size_ < 8) return require_size(8);
    const std::size_t begin = at_;
    const auto width = take<std::uint32_t>();
    const auto height = take<std::uint32_t>();
    at_ = begin;
    for (const std::uint32_t side : {width, height}) {
      const bool is_side = side >= 1 && side <= static_cast<std::uint32_t>(kMaxMapSide);
      if (!is_side) return fail_value("the side", std::to_string(side));
    }
    const std::size_t count = std::size_t{width} * height;
    if (!require_size(8 + (count + 7) / 8)) return false;
    at_ += 8;
    std::vector<std::uint64_t> words((count + 63) / 64);
    for (std::size_t i = 0; i < size_ - 8; ++i) {
      words[i / 8] |= std::uint64_t{take<std::uint8_t>()} << (8 * (i % 8));
    }
    const std::size_t used = count % 64;
    if (used != 0 && words.back() >> used != 0) {
      return fail(at_ - 1, "a tile beyond the last one is walkable");
    }
    saved_.grid = Grid::from_bits(static_cast<int>(width), static_cast<int>(height), words);
    return true;
  }

  bool read_classes() {
    Grid& grid = *saved_.grid;
    if (!require_size(grid.tile_count())) return false;
    const auto classes = bytes_.subspan(at_, size_);
    for (int y = 0; y < grid.height(); ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.width());
      int first = 0;
      for (int x = 1; x <= grid.width(); ++x) {
        const std::byte own = classes[row + static_cast<std::size_t>(first)];
        if (x < grid.width() && classes[row + static_cast<std::size_t>(x)] == own) continue;
        grid.set_class({first, y, x, y + 1}, std::to_integer<std::uint8_t>(own));
        first = x;
      }
    }
    return true;
  }

  bool read_grounds() {
    if (size_ < 4) return require_size(4);
    const auto count = take<std::uint32_t>();
    if (count > 255) return fail_value("the number of grounds", std::to_string(count));
    if (!require_size(4 + count * kGroundBytes)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!read_ground()) return false;
    }
    return true;
  }

  [[nodiscard]] const SavedGround* find_ground(std::uint8_t number) const noexcept {
    for (const SavedGround& ground : saved_.grounds) {
      if (ground.number == number) return &ground;
    }
    return nullptr;
  }

  bool read_ground() {
    const std::size_t begin = at_;
    const auto number = take<std::uint8_t>();
    const auto flags = take<std::uint8_t>();
    const auto tiles = take<std::uint16_t>();
    const float factor = take_float();
    const bool has_margin = tiles > 0;
    const bool is_factor = factor >= 1.0F && factor <= kMostTerrainCost;
    if (number == 0 || find_ground(number) != nullptr) {
      return fail(begin, "the ground " + std::to_string(number) + " is not valid");
    }
    if (tiles > Ground::kMostMargin || !is_factor || has_margin != (factor != 1.0F)) {
      return fail(begin, "the margin of ground " + std::to_string(number) + " is not valid");
    }
    SavedGround made{number, (flags & 1) != 0, (flags & 2) != 0, Ground()};
    for (std::size_t i = 0; i < kTerrainClasses; ++i) {
      const float cost = take_float();
      const bool is_cost =
          cost == kBlockedTerrain || (cost >= kLeastTerrainCost && cost <= kMostTerrainCost);
      if (!is_cost) return fail(at_ - 4, "a factor of terrain is not valid");
      made.ground.set(static_cast<std::uint8_t>(i), cost);
    }
    made.ground.set_margin(tiles, factor);
    const bool is_parted = made.ground.has_blocked() || made.ground.has_factors();
    const bool fits = (made.has_spaces || (!is_parted && !made.has_grid)) &&
                      (made.has_grid || !made.ground.has_blocked());
    if (flags > 3 || !fits) {
      return fail(begin + 1, "the flags of ground " + std::to_string(number) + " are not valid");
    }
    saved_.grounds.push_back(made);
    return true;
  }

  bool read_agents() {
    const std::size_t begin = at_;
    const std::size_t end = begin + size_;
    for (std::vector<Agent>* const list : {&saved_.spaces, &saved_.agents}) {
      if (end - at_ < 4) return fail(at_, "the list of agents is cut off");
      const auto count = take<std::uint32_t>();
      if (count > (end - at_) / kAgentBytes) return fail(at_, "the list of agents is cut off");
      list->reserve(count);
      for (std::uint32_t i = 0; i < count; ++i) {
        if (!read_agent(*list)) return false;
      }
    }
    if (at_ != end) return require_size(at_ - begin);
    if (saved_.spaces.empty() || saved_.spaces[0] != Agent{}) {
      return fail(begin, "the first agent is no point");
    }
    return check_agents(begin);
  }

  bool read_agent(std::vector<Agent>& list) {
    const std::size_t begin = at_;
    const auto shape = take<std::uint8_t>();
    const auto ground = take<std::uint8_t>();
    const auto unused = take<std::uint16_t>();
    const auto steps = take<std::uint32_t>();
    if (shape > static_cast<std::uint8_t>(AgentShape::square) || unused != 0) {
      return fail(begin, "the shape of an agent is not valid");
    }
    const Agent agent{static_cast<AgentShape>(shape),
                      static_cast<double>(steps) / static_cast<double>(kLatticePerTile), ground};
    if (!is_valid(agent)) return fail(begin + 4, "the size of an agent is not valid");
    if (ground != 0 && find_ground(ground) == nullptr) {
      return fail(begin + 1, "the ground " + std::to_string(ground) + " of an agent is not set");
    }
    list.push_back(agent);
    return true;
  }

  // Each agent once, and those with grounds with the spaces that they have.
  bool check_agents(std::size_t begin) {
    const std::vector<Agent> spaces = sort_agents(saved_.spaces);
    const std::vector<Agent> agents = sort_agents(saved_.agents);
    for (const auto* list : {&spaces, &agents}) {
      if (std::adjacent_find(list->begin(), list->end()) != list->end()) {
        return fail(begin, "an agent occurs twice");
      }
    }
    const auto has = [](const std::vector<Agent>& list, const Agent& agent) {
      return std::binary_search(list.begin(), list.end(), agent, is_before);
    };
    for (const Agent& agent : agents) {
      if (agent.ground == 0) return fail(begin, "an agent of ground 0 has no space");
      Agent holder = agent;
      if (!find_ground(agent.ground)->has_spaces) holder.ground = 0;
      if (!has(spaces, holder)) return fail(begin, "an agent has no space");
    }
    for (const Agent& agent : spaces) {
      if (agent.ground == 0) continue;
      const bool is_held = find_ground(agent.ground)->has_spaces && has(agents, agent);
      if (!is_held) return fail(begin, "a space has no agent");
    }
    return true;
  }

  bool read_floors() {
    if (size_ < 4) return require_size(4);
    const auto count = take<std::uint32_t>();
    if (!require_size(4 + std::uint64_t{count} * kFloorBytes)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t begin = at_;
      std::array<std::int32_t, 6> n{};
      for (std::int32_t& number : n) number = static_cast<std::int32_t>(take<std::uint32_t>());
      const bool is_inside = n[0] >= 0 && n[1] >= 0 && n[0] < n[2] && n[1] < n[3] &&
                             n[2] <= saved_.grid->width() && n[3] <= saved_.grid->height();
      if (!is_inside) return fail(begin, "a floor is not within the tiles");
      saved_.floors.push_back({{n[0], n[1], n[2], n[3]}, {n[4], n[5]}});
    }
    return count > 0 || fail(at_, "there is no floor");
  }

  bool read_links() {
    if (size_ < 8) return require_size(8);
    saved_.next_link = take<LinkId>();
    const auto count = take<std::uint32_t>();
    if (!require_size(8 + std::uint64_t{count} * kLinkBytes)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!read_link()) return false;
    }
    return true;
  }

  bool read_link() {
    const std::size_t begin = at_;
    Link link;
    link.id = take<LinkId>();
    for (Point* const end : {&link.from.a, &link.from.b, &link.to.a, &link.to.b}) {
      end->x = take_float();
      end->y = take_float();
    }
    link.options.cost = std::bit_cast<double>(take<std::uint64_t>());
    link.options.width = std::bit_cast<double>(take<std::uint64_t>());
    link.options.user_data = take<std::uint64_t>();
    const auto ways = take<std::uint8_t>();
    link.options.terrain_class = take<std::uint8_t>();
    const auto is_open = take<std::uint16_t>();
    link.options.is_one_way = ways == 1;
    link.options.is_open = is_open == 1;
    const bool is_new =
        link.id < saved_.next_link && (saved_.links.empty() || saved_.links.back().id < link.id);
    if (!is_new) return fail(begin, "the number of a link is not valid");
    if (!is_link_end(link.from) || !is_link_end(link.to)) {
      return fail(begin + 4, "an end of a link is not valid");
    }
    const bool has_numbers = link.from != link.to && link.options.cost >= 0.0 &&
                             link.options.cost <= kLargestCost && link.options.width >= 0.0 &&
                             ways <= 1 && is_open <= 1;
    if (!has_numbers) return fail(begin + 36, "the options of a link are not valid");
    saved_.links.push_back(link);
    return true;
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

  bool read_kept() {
    if (!require_size(20)) return false;
    saved_.revision = take<std::uint64_t>();
    const auto landmarks = take<std::uint32_t>();
    if (landmarks > Landmarks::kMaxCount && landmarks != kLandmarksByMap) {
      return fail_value("the number of landmarks", std::to_string(landmarks));
    }
    saved_.landmarks.reset();
    if (landmarks != kLandmarksByMap) saved_.landmarks = landmarks;
    saved_.index_bytes = take<std::uint64_t>();
    return true;
  }

  bool read_index() {
    if (!require_size(saved_.spaces.size())) return false;
    for (std::size_t i = 0; i < size_; ++i) {
      saved_.has_index.push_back(take<std::uint8_t>());
      if (saved_.has_index.back() > 1) return fail(at_ - 1, "a mark of an index is not valid");
    }
    return true;
  }

  bool read_changes() {
    if (size_ < 4) return require_size(4);
    const auto count = take<std::uint32_t>();
    if (count > 2 * World::kKeptChanges || count > saved_.revision) {
      return fail_value("the number of changes", std::to_string(count));
    }
    if (!require_size(4 + count * kRectBytes)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::array<std::int32_t, 4> sides{};
      for (std::int32_t& side : sides) side = static_cast<std::int32_t>(take<std::uint32_t>());
      saved_.changes.push_back({sides[0], sides[1], sides[2], sides[3]});
    }
    return true;
  }

  // Spaces are read later, once there is a world.
  bool keep_contents() noexcept {
    saved_.contents = bytes_.subspan(at_, size_);
    saved_.contents_begin = at_;
    return true;
  }

  bool read_end(std::size_t begin) {
    is_ended_ = true;
    if (!require_size(0)) return false;
    const std::size_t end = begin + kSectionHeaderBytes;
    return end == bytes_.size() || fail(end, "something follows the end of the save");
  }

  SectionReader sections_;
  std::span<const std::byte> bytes_;
  SavePart part_;
  Saved saved_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;  // of the contents of the present section
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
  return section;
}

Loaded<Saved> parse_save(std::span<const std::byte> bytes, std::string_view name, SavePart part) {
  return SaveParser(bytes, name, part).parse();
}

}  // namespace taut::detail
