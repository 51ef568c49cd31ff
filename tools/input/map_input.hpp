// The map that a command line names, whatever its format, and places on it.
#pragma once

#include <taut/grid.hpp>
#include <taut/world.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query_settings.hpp"
#include "tools/output/floors.hpp"
#include "world_file.hpp"

namespace taut::tools {

// Whether a save has a section: FLOR, LINK, crwd.
[[nodiscard]] bool has_section(std::string_view save, std::string_view tag);

// A file with the signature of PNG is read as an image (png_map.hpp), one with that of a save as
// the tiles and classes of its world (save.hpp), any other as text (map_file.hpp). Throws
// Failure with the reader's error.
[[nodiscard]] Grid load_any_map(const std::string& file);
// From the bytes of the file.
[[nodiscard]] Grid read_any_map(const std::string& bytes, const std::string& file);

// The floors of a world, for text.
[[nodiscard]] Floors floors_of(const World& world);

// A link of a world, as the user names and prices it.
struct MapLink {
  std::uint32_t id = 0;
  LinkId link = kNoLink;         // in the world
  LinkOptions options{};         // without the terrain
  std::optional<char> letter{};  // its class, in a world file
  float factor = 1.0F;           // of its class, by the terrain

  // Those of the world: priced here, so that a class of links makes no ground.
  [[nodiscard]] LinkOptions priced() const;
};

// That of a number in the world. Requires one of them, and that they are in the world's order.
[[nodiscard]] const MapLink& find_link(std::span<const MapLink> links, LinkId link);

// What MAP names.
struct LoadedMap {
  PricedMap map;
  // In the place of map.grid where it has several floors, or links.
  std::optional<World> world{};
  std::vector<MapLink> links{};
  std::vector<FileFloor> floors{};   // of a world file
  std::vector<std::string> files{};  // all that were read

  [[nodiscard]] const Grid& grid() const noexcept { return world ? world->grid() : map.grid; }
  // For text.
  [[nodiscard]] Floors place_floors() const { return world ? floors_of(*world) : Floors(); }
};

// With what characters or colours cost where --terrain names them.
[[nodiscard]] LoadedMap read_map_of(const std::optional<Terrain>& terrain, const std::string& bytes,
                                    const std::string& file);
[[nodiscard]] LoadedMap load_map_of(const QuerySettings& settings, const std::string& file);

// A place: X,Y, or F:X,Y where there are several floors; see parse_point(). Throws Failure.
[[nodiscard]] Point parse_place(std::string_view named, std::string_view text, const Grid& grid,
                                const Floors& floors);
// The same, of a place that must lie on a walkable tile of the map of this file.
[[nodiscard]] Point read_walkable_place(std::string_view named, std::string_view text,
                                        const Grid& grid, const Floors& floors,
                                        const std::string& map);

// What a command says of MAP.
inline constexpr const char* kMapHelp =
    "map file: MovingAI, plain text, PNG (dark = blocked), a save, or a world file of floors and "
    "links";

// The file's name without its folders.
[[nodiscard]] std::string file_name(const std::string& path);

}  // namespace taut::tools
