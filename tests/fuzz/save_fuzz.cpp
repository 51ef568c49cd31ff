// Any bytes as a save: read_save() gives an error that can be shown, or a world that survives
// saving and reading in both forms, queries and edits; so do the readers of crowds, queues and
// followers. Bytes whose checksums are wrong are also read with right ones. `./run fuzz` builds and
// runs it.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/finder.hpp>
#include <taut/save.hpp>

#include "fuzz/check.hpp"
#include "support/save_bytes.hpp"

using taut::fuzz::require;
using taut::test::Bytes;
using taut::test::number_at;

namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kSectionHeader = 16;
// More tiles times agents take too long.
constexpr std::size_t kMostWork = 4000;

// Calls visit(begin, end) for the sections that are there as a whole.
template <class Visit>
void for_each_section(const Bytes& bytes, const Visit& visit) {
  std::size_t at = kHeader;
  while (at + kSectionHeader <= bytes.size()) {
    const std::uint64_t size = number_at(bytes, at + 8, 8);
    if (size > bytes.size() - at - kSectionHeader) return;
    const std::size_t end = at + kSectionHeader + static_cast<std::size_t>(size);
    visit(at, end);
    at = end;
  }
}

void check_error(const taut::FileError& error, std::size_t size) {
  require(error.file == "input", "the error names the file");
  require(error.what.size() < 200 && error.what.rfind("byte ", 0) == 0, "it has a place, briefly");
  for (const char c : error.what) require(c >= ' ' && c <= '~', "it can be printed");
  require(std::stoull(error.what.substr(5)) <= size, "its place is in the bytes");
}

// Checks that what read(bytes) loads survives saving and reading, and calls use() with it.
template <class Read, class Use>
void check_part(const Bytes& bytes, const Read& read, const Use& use) {
  auto part = read(bytes);
  if (!part) return check_error(part.error, bytes.size());
  const Bytes written = taut::save(*part.value);
  const auto again = read(written);
  require(static_cast<bool>(again), "what was saved of a part can be read");
  require(taut::save(*again.value) == written, "what was saved is the same part");
  use(*part.value);
}

// What may follow a world.
void check_parts(const Bytes& bytes, taut::World& world) {
  check_part(
      bytes, [&](const Bytes& of) { return taut::read_crowd(of, "input", world); },
      [](taut::Crowd& crowd) {
        for (int tick = 0; tick < 4; ++tick) crowd.advance(0.05);
      });
  check_part(
      bytes, [&](const Bytes& of) { return taut::read_queue(of, "input", world); },
      [](taut::FindQueue& queue) {
        for (int slice = 0; slice < 8; ++slice) queue.advance();
      });
  check_part(
      bytes, [&](const Bytes& of) { return taut::read_follower(of, "input", world); },
      [&](taut::PathFollower& follower) {
        follower.move(world, {1.5F, 1.5F});
      });
}

// Queries all spaces: forged meshes, landmarks and indexes must do no harm.
void ask(const taut::World& world) {
  taut::Finder finder(world);
  const taut::Grid& grid = world.grid();
  for (const taut::Space& space : world.spaces()) {
    for (const taut::Method method : {taut::Method::optimal, taut::Method::fast}) {
      const auto count = static_cast<taut::TileId>(grid.tile_count());
      for (taut::TileId i = 0; i < count; i += 1 + count / 8) {
        const taut::TileId other = count - 1 - i;
        (void)finder.find(taut::center(grid.tile(i)), taut::center(grid.tile(other)),
                          {space.agent(), method});
      }
    }
  }
}

void check_full(taut::World world) {
  const Bytes written = taut::save(world, taut::SaveForm::full);
  taut::Loaded<taut::World> again = taut::read_save(written, "input");
  require(static_cast<bool>(again), "what was saved in full can be read");
  require(taut::save(*again.value, taut::SaveForm::full) == written,
          "what was saved in full is the same world");
  ask(world);
  const taut::TileRect part{0, 0, (world.grid().width() + 1) / 2, (world.grid().height() + 1) / 2};
  for (const auto state : {taut::TileState::blocked, taut::TileState::walkable}) {
    world.set(part, state);
    ask(world);
  }
}

void check(const Bytes& bytes) {
  const taut::Loaded<taut::Grid> grid = taut::read_saved_tiles(bytes, "input");
  if (!grid) {
    check_error(grid.error, bytes.size());
    return;
  }
  require(grid.value->tile_count() <= 8 * bytes.size(), "every tile was in the bytes");
  std::size_t agents = 1;
  for_each_section(bytes, [&](std::size_t begin, std::size_t end) {
    if (bytes[begin] == std::byte{'A'}) agents += (end - begin) / 8;
  });
  if (agents * grid.value->tile_count() > kMostWork) return;
  taut::Loaded<taut::World> world = taut::read_save(bytes, "input");
  if (!world) {
    check_error(world.error, bytes.size());
    return;
  }
  require(world.value->grid().bits() == grid.value->bits(), "both readers find the same tiles");
  const Bytes written = taut::save(*world.value);
  const taut::Loaded<taut::World> again = taut::read_save(written, "input");
  require(static_cast<bool>(again), "what was saved can be read");
  require(taut::save(*again.value) == written, "what was saved is the same world");
  check_full(*world.value);
  check_parts(bytes, *world.value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = std::byte{data[i]};
  check(bytes);
  const Bytes before = bytes;
  for_each_section(before, [&](std::size_t begin, std::size_t) { taut::test::sign(bytes, begin); });
  if (bytes != before) check(bytes);
  return 0;
}
