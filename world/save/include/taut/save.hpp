// Saves: a world, its crowds, queues and followers as bytes, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/detail/api.hpp>
#include <taut/follower.hpp>
#include <taut/grid.hpp>
#include <taut/map_file.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

// What a save holds of a world. Readers find the form in the bytes.
enum class SaveForm : std::uint8_t {
  // The tiles and classes, floors, links and grounds, the agents that it is prepared for, its
  // revision and the changes that it keeps, how many landmarks it keeps and how large an index.
  // Readers rebuild meshes, landmarks and indexes. For games, and for files that are kept.
  light,
  // Also the meshes, the landmarks as edits have left them, and the current indexes. It takes about
  // as many bytes as these hold, and loads faster.
  full,
};

// docs/formats.md has the format.
// Errors    std::invalid_argument for a broken world (World::is_broken()).
// Cost      linear in the tiles, and in the bytes. Allocates.
[[nodiscard]] std::vector<std::byte> save(const World& world, SaveForm form = SaveForm::light);
// Writes a new file, FILE.tmp, which replaces FILE once it is complete. Returns why it could not be
// written, or nothing; after an error FILE is as before.
[[nodiscard]] std::optional<FileError> save(const World& world, const std::string& file,
                                            SaveForm form = SaveForm::light);

// Whether bytes begin as a save does.
[[nodiscard]] bool is_save(std::span<const std::byte> bytes) noexcept;

// Makes the world of a save. It answers every query with the bits of the world that was saved, also
// after the same edits; in the full form with the same expansions too. In the light form landmarks
// are rebuilt. If the saved world has edited ones (World::outdated_landmarks()), or chose their
// number before an edit, another of several paths of one length may be found, with another number
// of expansions. Revisions continue from the
// one that was saved. `name` replaces the file name in errors.
//
// All that a save says is checked: sizes against the bytes, meshes against the tiles, numbers
// against what they refer to. A forged index or forged landmarks can make answers wrong, but do no
// other harm.
//
// Errors    with the number of the byte and the reason: no save, a later version, cut off, damaged,
//           values that no save has.
// Cost      light form: building a Space for each agent, landmarks and indexes, which take seconds
//           on large maps. Full form: linear in the bytes and tiles, and sorting the corners.
//           Allocates.
[[nodiscard]] Loaded<World> read_save(std::span<const std::byte> bytes, std::string_view name);
// The same from a file. World::load() does it too.
// Errors    also those of load_text().
[[nodiscard]] Loaded<World> load_save(const std::string& file);

// Its tiles and classes alone.
[[nodiscard]] Loaded<Grid> read_saved_tiles(std::span<const std::byte> bytes,
                                            std::string_view name);

// ---- what is on a world ----
//
// A crowd with its units, orders, paths and searches, a queue with its requests and answers, a
// follower with its path. After
//
//     save(world, crowd, "game.taut");
//     std::optional<World> world = load_save("game.taut").value;
//     std::optional<Crowd> crowd = load_crowd("game.taut", *world).value;
//
// the same calls on both give the same bits as on those that were saved, even in the middle of a
// search, or between an edit and the tick after it. Ids and tickets stay valid. The crowd has
// fields of its own for orders along fields: Crowd::field().
//
// Not in a save are
// - time: with a CrowdOptions::budget, and in FindQueue::run(), a clock decides when paths are
//   found;
// - a group that Finder::find_group() has not finished: the same call begins anew, and has the same
//   answers;
// - in the light form, landmarks that have followed edits (see read_save());
// - an older world of a SharedWorld on which a search had begun, or a field was built: it begins
//   again, or is built, on the newest one;
// - a search that goes on without the landmarks or the index that were made since it began: it
//   begins again with them;
// - a search whose request was released: an equal request does not go on with it.
//
// For a SharedWorld save what it has published, read(), and load into one that has published it.

// A part alone, for files of the game's own. Bytes hold one part.
[[nodiscard]] std::vector<std::byte> save(const Crowd& crowd);
[[nodiscard]] std::vector<std::byte> save(const FindQueue& queue);
[[nodiscard]] std::vector<std::byte> save(const PathFollower& follower);
// A world and the crowd on it.
// Errors    std::invalid_argument where the crowd is on another world.
[[nodiscard]] std::vector<std::byte> save(const World& world, const Crowd& crowd,
                                          SaveForm form = SaveForm::light);
[[nodiscard]] std::optional<FileError> save(const World& world, const Crowd& crowd,
                                            const std::string& file,
                                            SaveForm form = SaveForm::light);

// Read such bytes, alone or beside a world. The given world is the one that was saved, or one of
// the same size with as many edits or more.
//
// Errors    with the byte where it is and the reason: those of read_save(); bytes without such a
//           part; a part of a larger revision than the world's, or for agents that it is not
//           prepared for; units that overlap, and whatever else no call could have made.
//           std::invalid_argument for a broken world.
// Cost      linear in the bytes, and the searches that had begun; a crowd's fields are rebuilt.
//           Allocates.
[[nodiscard]] Loaded<Crowd> read_crowd(std::span<const std::byte> bytes, std::string_view name,
                                       World& world);
[[nodiscard]] Loaded<Crowd> read_crowd(std::span<const std::byte> bytes, std::string_view name,
                                       const SharedWorld& worlds);
[[nodiscard]] Loaded<Crowd> load_crowd(const std::string& file, World& world);
[[nodiscard]] Loaded<FindQueue> read_queue(std::span<const std::byte> bytes, std::string_view name,
                                           const World& world);
[[nodiscard]] Loaded<FindQueue> read_queue(std::span<const std::byte> bytes, std::string_view name,
                                           const SharedWorld& worlds);
[[nodiscard]] Loaded<PathFollower> read_follower(std::span<const std::byte> bytes,
                                                 std::string_view name, const World& world);

}  // namespace taut
TAUT_API_END
