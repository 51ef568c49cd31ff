#include "world_file.hpp"

#include <taut/engine/constants.hpp>

#include <array>
#include <filesystem>
#include <limits>
#include <unordered_map>

namespace taut::tools {
namespace {

constexpr double kHuge = std::numeric_limits<double>::max();
constexpr std::int64_t kMostOrigin = 1'000'000'000;

FileFloor read_floor(const JsonPlace& floor, const std::filesystem::path& folder) {
  constexpr std::array<std::string_view, 2> kKeys{"map", "origin"};
  floor.require_keys(kKeys);
  FileFloor result;
  const JsonPlace map = floor.at("map");
  if (map.string().empty()) map.refuse("is no name of a file");
  result.map = (folder / map.string()).string();
  result.where = map.name();
  if (floor.has("origin")) {
    const JsonPlace origin = floor.at("origin");
    if (origin.size() != 2) origin.refuse("does not have two numbers, x and y");
    const auto read = [&](std::size_t i) {
      return static_cast<std::int32_t>(origin.item(i).integer(-kMostOrigin, kMostOrigin));
    };
    result.origin = {read(0), read(1)};
  }
  return result;
}

FileEnd read_end(const JsonPlace& end, std::size_t floors) {
  if (end.size() != 5) end.refuse("does not have five numbers: floor, x0, y0, x1, y1");
  const auto last = static_cast<std::int64_t>(floors) - 1;
  FileEnd result;
  result.floor = static_cast<std::size_t>(end.item(0).integer(0, last));
  const auto read = [&](std::size_t i) {
    return static_cast<float>(end.item(i).number(0.0, kMaxMapSide));
  };
  result.first = {read(1), read(2)};
  result.last = {read(3), read(4)};
  result.where = end.name();
  return result;
}

FileLink read_link(const JsonPlace& link, std::size_t floors) {
  constexpr std::array<std::string_view, 8> kKeys{"id",      "from",  "to",    "cost",
                                                  "one_way", "width", "class", "enabled"};
  link.require_keys(kKeys);
  FileLink result;
  constexpr std::int64_t kMostId = std::numeric_limits<std::uint32_t>::max();
  result.id = static_cast<std::uint32_t>(link.at("id").integer(0, kMostId));
  result.from = read_end(link.at("from"), floors);
  result.to = read_end(link.at("to"), floors);
  result.cost = link.at("cost").number(0.0, kLargestCost);
  result.width = std::numeric_limits<double>::infinity();
  if (link.has("width")) result.width = link.at("width").number(0.0, kHuge);
  if (link.has("one_way")) result.is_one_way = link.at("one_way").boolean();
  if (link.has("enabled")) result.is_enabled = link.at("enabled").boolean();
  if (link.has("class")) {
    const JsonPlace letter = link.at("class");
    const std::string& text = letter.string();
    const bool is_one = text.size() == 1 && text[0] > ' ' && text[0] <= '~';
    if (!is_one) letter.refuse("is not one printable character but a space");
    result.letter = text[0];
  }
  result.where = link.name();
  return result;
}

}  // namespace

bool is_world_file(std::string_view bytes, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    bytes.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && bytes[first] == '{') return true;
  return std::filesystem::path(file).extension() == ".json";
}

WorldFile read_world_file(std::string_view text, const std::string& file) {
  const JsonValue value = read_json(text, file);
  const JsonPlace world(value, file);
  constexpr std::array<std::string_view, 2> kKeys{"floors", "links"};
  world.require_keys(kKeys);
  WorldFile result;
  const JsonPlace floors = world.at("floors");
  if (floors.size() == 0) floors.refuse("of floors is empty");
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  for (std::size_t i = 0; i < floors.size(); ++i) {
    result.floors.push_back(read_floor(floors.item(i), folder));
  }
  if (!world.has("links")) return result;
  const JsonPlace links = world.at("links");
  std::unordered_map<std::uint32_t, std::size_t> first_with;
  for (std::size_t i = 0; i < links.size(); ++i) {
    result.links.push_back(read_link(links.item(i), result.floors.size()));
    const auto [same, is_new] = first_with.emplace(result.links.back().id, i);
    if (!is_new) links.item(i).at("id").refuse(fmt::format("is that of links[{}]", same->second));
  }
  return result;
}

}  // namespace taut::tools
