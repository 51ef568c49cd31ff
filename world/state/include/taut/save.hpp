// Saves: a world as bytes, and back.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/map_file.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

// The tiles and classes of a world, its floors, links and grounds, the agents that it is prepared
// for, its revision and the changes that it keeps, how many landmarks it keeps and how large an
// index. Meshes, landmarks and indexes are not saved. docs/formats.md has the format.
// Errors    std::invalid_argument for a broken world (World::is_broken()).
// Cost      linear in the tiles. Allocates.
[[nodiscard]] std::vector<std::byte> save(const World& world);
// To a file, by a new one (FILE.tmp) that takes its place once it is complete. Returns why it
// could not be written, or nothing: a file that was there is then as before.
[[nodiscard]] std::optional<FileError> save(const World& world, const std::string& file);

// Whether bytes begin as a save does.
[[nodiscard]] bool is_save(std::span<const std::byte> bytes) noexcept;

// Makes the world of a save. It answers every query with the bits of the world that was saved, and
// after the same edits still does. Landmarks are made again: where the saved world has edited ones
// (World::outdated_landmarks()), of several paths of one length another may be found, by another
// number of expansions. Edits go on from the revision that was saved. `name` replaces the file name
// in errors.
//
// Errors    with the byte where it is and the reason: no save, one of a later version, cut off,
//           damaged, with values that no save has.
// Cost      that of these calls: each agent has its Space, an index takes seconds on large maps.
//           What a save says of sizes is believed only as far as bytes follow. Allocates.
[[nodiscard]] Loaded<World> read_save(std::span<const std::byte> bytes, std::string_view name);
// The same from a file. World::load() does it too.
// Errors    also those of load_text().
[[nodiscard]] Loaded<World> load_save(const std::string& file);

// Its tiles and classes alone.
[[nodiscard]] Loaded<Grid> read_saved_tiles(std::span<const std::byte> bytes,
                                            std::string_view name);

}  // namespace taut
TAUT_API_END
