// Saves: what comes back is the world that the same calls make, and damaged bytes are refused.
#include <taut/save.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/finder.hpp>

#include "support/catch.hpp"
#include "support/mixed_worlds.hpp"
#include "support/random_maps.hpp"
#include "support/same_answers.hpp"
#include "support/save_bytes.hpp"
#include "support/seed.hpp"
#include "support/temporary_folder.hpp"

namespace taut::test {
namespace {

TEST_CASE("save: what comes back answers as the world that the same calls make", "[world][save]") {
  for (Random& random : random_generators("save")) {
    std::size_t solved = 0;
    for (std::size_t i = random_count(25, 1500); i > 0; --i) {
      World world = make_mixed_world(random, 16);
      const std::size_t landmarks = random.chance(30) ? 3 : 0;
      const bool has_index = landmarks == 0 && random.chance(40);
      const std::size_t index_bytes = has_index ? std::size_t{1} << 20U : 0;
      world.keep_landmarks(landmarks);
      world.keep_index(index_bytes);
      for (int k = random.between(0, 20); k > 0; --k) edit_mixed(random, world);
      if (random.chance(50)) add_links(random, world);
      Loaded<World> loaded = read_save(save(world), "game");
      INFO(loaded.error.message());
      REQUIRE(loaded);
      compare_state(world, *loaded.value);
      REQUIRE(world.outdated_indexes() == loaded.value->outdated_indexes());
      // Landmarks that have followed edits are not those of a save.
      World same = landmarks > 0 ? make_again(world, landmarks, index_bytes) : World(world);
      // A ground that once parted classes keeps spaces of its own, which follow edits of it.
      const bool is_alike = same.spaces().size() == loaded.value->spaces().size();
      solved += compare_answers(random, same, *loaded.value);
      for (int k = 0; is_alike && k < 4; ++k) {
        Random edits = random;
        edit_mixed(edits, same);
        edit_mixed(random, *loaded.value);
        solved += compare_answers(random, same, *loaded.value);
        REQUIRE(same.outdated_landmarks() == loaded.value->outdated_landmarks());
        REQUIRE(same.outdated_indexes() == loaded.value->outdated_indexes());
      }
    }
    CHECK((is_small_share() || solved > 200));
  }
}

TEST_CASE("save: the tiles alone", "[world][save]") {
  for (Random& random : random_generators("save, tiles")) {
    const World world = make_mixed_world(random, 12);
    const Loaded<Grid> grid = read_saved_tiles(save(world), "game");
    REQUIRE(grid);
    CHECK(grid.value->bits() == world.grid().bits());
    for (TileId id = 0; id < world.grid().tile_count(); ++id) {
      REQUIRE(grid.value->terrain_class(id) == world.grid().terrain_class(id));
    }
  }
}

TEST_CASE("save: floors, and links that were removed", "[world][save]") {
  const std::vector<FloorMap> maps{{draw_map("...\n.@.\n"), {-4, 7}}, {draw_map("....\n"), {2, 3}}};
  World world(maps);
  const LinkId stairs = world.link({0, {-3.5F, 7.5F}}, {1, {3.5F, 3.5F}}, {.cost = 2.5});
  const LinkId lift = world.link({0, {-1.5F, 7.5F}}, {1, {4.5F, 3.5F}}, {.width = 0.5});
  const Point left = world.to_point({0, {-3.5F, 7.5F}});
  const LinkId wide = world.link({left, {left.x + 2.0F, left.y}}, {left.x, left.y + 1.0F});
  world.unlink(stairs);
  Loaded<World> loaded = read_save(save(world), "game");
  REQUIRE(loaded);
  World& other = *loaded.value;
  REQUIRE(other.floors().size() == 2);
  CHECK(other.to_point({1, {2.5F, 3.5F}}) == world.to_point({1, {2.5F, 3.5F}}));
  CHECK(other.find_link(stairs) == nullptr);
  REQUIRE(other.find_link(lift) != nullptr);
  CHECK(*other.find_link(lift) == *world.find_link(lift));
  REQUIRE(other.find_link(wide) != nullptr);
  CHECK(*other.find_link(wide) == *world.find_link(wide));
  CHECK(other.revision() == world.revision());
  CHECK(save(other) == save(world));
  CHECK(other.link({0, {-3.5F, 7.5F}}, {1, {3.5F, 3.5F}}) > wide);
  const Bytes bytes = save(world);
  const auto change = [&](std::string_view tag, std::size_t at, std::size_t count,
                          std::uint64_t number) {
    return refusal(with(bytes, tag, at, count, number));
  };
  const std::string floor = "a floor is not within the tiles";
  CHECK(change("FLOR", 4, 4, 0xFFFFFFFFU).find(floor) != std::string::npos);
  CHECK(change("FLOR", 12, 4, 99).find(floor) != std::string::npos);
  CHECK(change("FLOR", 0, 4, 0xFFFFFFFFU).find("a list is cut off") != std::string::npos);
  CHECK(change("LINK", 0, 4, 1).find("the number of a link") != std::string::npos);
  CHECK(change("LINK", 12, 4, 0x7FC00000U).find("an end of a link") != std::string::npos);
  CHECK(change("LINK", 20, 4, 0x7FC00000U).find("an end of a link") != std::string::npos);
  CHECK(change("LINK", 44, 8, 0x7FF0000000000000U).find("the options of a link") !=
        std::string::npos);
  CHECK(change("LINK", 70, 1, 2).find("a truth value") != std::string::npos);
  CHECK(change("LINK", 71, 1, 1).find("a byte that is not used") != std::string::npos);
}

// A small one with every section.
World make_small() {
  World world(draw_map("..@..\n....@\n"));
  world.link(Point{0.5F, 0.5F}, Point{4.5F, 0.5F}, {.cost = 1.5});
  world.set_class({0, 0, 2, 1}, 3);
  Ground ground;
  ground.set(3, 2.0F);
  ground.set(4, kBlockedTerrain);
  ground.set_margin(2, 1.5F);
  world.set_ground(7, ground);
  world.set_ground(9, Ground());
  world.prepare(Agent::disc(0.25, 7));
  world.prepare(Agent::square(0.5));
  world.prepare(Agent::disc(0.5, 9));
  world.keep_landmarks(2);
  return world;
}

TEST_CASE("save: bytes that are damaged, cut off or followed by others are refused",
          "[world][save]") {
  const Bytes bytes = save(make_small());
  REQUIRE(refusal(bytes).empty());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(i));
    REQUIRE_FALSE(refusal(cut).empty());
    for (const unsigned bit : {0U, 5U, 7U}) {
      Bytes damaged = bytes;
      damaged[i] ^= std::byte{1} << bit;
      REQUIRE_FALSE(refusal(damaged).empty());
    }
  }
  Bytes longer = bytes;
  longer.push_back(std::byte{0});
  CHECK(refusal(longer) ==
        "game: byte " + std::to_string(bytes.size()) + ": something follows the end of the save");
  CHECK(refusal({}) == "game: byte 0: this is no save of taut");
  CHECK(refusal(Bytes(bytes.begin(), bytes.end() - 1)).find("the save is cut off") !=
        std::string::npos);
}

TEST_CASE("save: errors have the byte and the reason", "[world][save]") {
  const Bytes bytes = save(make_small());
  const std::size_t tiles = find_section(bytes, "TILE");
  const std::size_t agents = find_section(bytes, "AGNT");
  const std::size_t grounds = find_section(bytes, "GRND");
  const auto at = [](std::size_t byte, const std::string& what) {
    return "game: byte " + std::to_string(byte) + ": " + what;
  };
  REQUIRE(tiles == 12);
  Bytes later = bytes;
  put(later, 8, 4, 3);
  CHECK(refusal(later) == at(8, "the version is 3, this library reads 2"));
  Bytes damaged = bytes;
  damaged[tiles + 17] ^= std::byte{1};
  CHECK(refusal(damaged) == at(tiles, "the section `TILE` is damaged"));
  CHECK(refusal(with(bytes, "TILE", 0, 4, 16385)) == at(28, "the side 16385 is not valid"));
  CHECK(refusal(with(bytes, "TILE", 4, 4, 0)) == at(28, "the side 0 is not valid"));
  CHECK(refusal(with(with(bytes, "TILE", 0, 4, 16384), "TILE", 4, 4, 16384)) ==
        at(28, "the section has 10 bytes instead of 33554440"));
  CHECK(refusal(with(bytes, "TILE", 9, 1, 0xFF)) ==
        at(37, "a tile beyond the last one is walkable"));
  CHECK(refusal(with(bytes, "GRND", 0, 4, 256)) == at(grounds + 20, "a list is cut off"));
  CHECK(refusal(with(bytes, "GRND", 4, 1, 0)) == at(grounds + 20, "the ground 0 is not valid"));
  CHECK(refusal(with(bytes, "GRND", 4, 1, 9)).find("the ground 9 is not valid") !=
        std::string::npos);
  CHECK(refusal(with(bytes, "GRND", 5, 1, 2)) ==
        at(grounds + 21, "the flags of ground 7 are not valid"));
  CHECK(refusal(with(bytes, "GRND", 6, 2, 9)) ==
        at(grounds + 20, "the margin of ground 7 is not valid"));
  CHECK(refusal(with(bytes, "GRND", 8, 4, std::bit_cast<std::uint32_t>(0.5F))) ==
        at(grounds + 20, "the margin of ground 7 is not valid"));
  CHECK(refusal(with(bytes, "GRND", 12, 4, 0x7FC00000U)) ==
        at(grounds + 28, "a factor of terrain is not valid"));
  CHECK(refusal(with(bytes, "AGNT", 0, 4, 0xFFFFFFFFU)) == at(agents + 20, "a list is cut off"));
  CHECK(refusal(with(bytes, "AGNT", 4, 1, 3)) ==
        at(agents + 20, "the shape of an agent is not valid"));
  CHECK(refusal(with(bytes, "AGNT", 8, 4, 1)) ==
        at(agents + 24, "the size of an agent is not valid"));
  CHECK(refusal(with(bytes, "AGNT", 13, 1, 8)) ==
        at(agents + 29, "the ground 8 of an agent is not set"));
  CHECK(refusal(with(bytes, "KEPT", 8, 4, 65)).find("the number of landmarks 65 is not valid") !=
        std::string::npos);
  CHECK(refusal(with(bytes, "KEPT", 0, 8, 1)).find("the number of changes 4 is not valid") !=
        std::string::npos);
}

TEST_CASE("save: agents and spaces that do not fit each other are refused", "[world][save]") {
  World world(draw_map("....\n....\n"));
  world.set_ground(1, Ground(2.0F));
  world.prepare(Agent::disc(0.25, 1));
  world.prepare(Agent::disc(0.5, 1));
  const Bytes bytes = save(world);
  // Three spaces of 8 bytes after their number, then two agents.
  const auto change = [&](std::size_t at, std::size_t count, std::uint64_t number) {
    return refusal(with(bytes, "AGNT", at, count, number));
  };
  CHECK(change(5, 1, 1).find("the first agent is no point") != std::string::npos);
  CHECK(change(24, 4, 256).find("an agent occurs twice") != std::string::npos);
  CHECK(change(24, 4, 257).find("an agent has no space") != std::string::npos);
  CHECK(change(44, 4, 256).find("an agent occurs twice") != std::string::npos);
  CHECK(change(33, 1, 0).find("an agent of ground 0 has no space") != std::string::npos);
  CHECK(change(21, 1, 0).find("an agent has no space") != std::string::npos);
}

TEST_CASE("save: sections that a reader does not know", "[world][save]") {
  const Bytes bytes = save(make_small());
  const auto insert = [&](const char* tag) {
    Bytes more(20);
    for (std::size_t i = 0; i < 4; ++i) more[i] = static_cast<std::byte>(tag[i]);
    put(more, 8, 8, 4);
    sign(more, 0);
    Bytes with_more = bytes;
    with_more.insert(with_more.begin() + 12, more.begin(), more.end());
    return with_more;
  };
  CHECK(refusal(insert("note")).empty());
  CHECK(refusal(insert("LINX")) == "game: byte 12: the section `LINX` is not known");
  CHECK(refusal(insert("\nINK")) == "game: byte 12: the section `\\x0AINK` is not known");
  CHECK(refusal(insert("KEPT")) == "game: byte 12: the section `TILE` is missing");
}

// Files of this version are to be read by all later ones.
TEST_CASE("save: the bytes of version 2", "[world][save]") {
  World world(draw_map(".@.\n...\n"));
  world.set(Tile{0, 1}, TileState::blocked);
  world.prepare(Agent::square(0.5));
  const std::vector<unsigned> expected{
      0x89, 'T', 'A', 'U', 'T', 13, 10, 26, 2,    0, 0, 0,                                      //
      'T',  'I', 'L', 'E', 0,   0,  0,  0,  9,    0, 0, 0, 0, 0, 0, 0,                          //
      3,    0,   0,   0,   2,   0,  0,  0,  0x35,                                               //
      'A',  'G', 'N', 'T', 0,   0,  0,  0,  24,   0, 0, 0, 0, 0, 0, 0,                          //
      2,    0,   0,   0,   0,   0,  0,  0,  0,    0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0,  //
      'K',  'E', 'P', 'T', 0,   0,  0,  0,  20,   0, 0, 0, 0, 0, 0, 0,                          //
      1,    0,   0,   0,   0,   0,  0,  0,  0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,              //
      'C',  'H', 'N', 'G', 0,   0,  0,  0,  20,   0, 0, 0, 0, 0, 0, 0,                          //
      1,    0,   0,   0,   0,   0,  0,  0,  1,    0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,              //
      'E',  'N', 'D', ' ', 0,   0,  0,  0,  0,    0, 0, 0, 0, 0, 0, 0};
  Bytes wanted;
  for (const unsigned byte : expected) wanted.push_back(static_cast<std::byte>(byte));
  for (std::size_t at = 12; at < wanted.size(); at += 16 + number_at(wanted, at + 8, 8)) {
    sign(wanted, at);
  }
  CHECK(save(world) == wanted);
  // A checksum that is known: that of the last section.
  CHECK(number_at(wanted, wanted.size() - 12, 4) ==
        checksum_of(wanted, wanted.size() - 16, wanted.size()));
  CHECK(refusal(wanted).empty());
}

TEST_CASE("save: files", "[world][save]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("game.taut", "what was there before");
  World world = make_small();
  REQUIRE_FALSE(save(world, file));
  const Loaded<World> saved = load_save(file);
  REQUIRE(saved);
  CHECK(save(*saved.value) == save(world));
  const Loaded<World> loaded = World::load(file);
  REQUIRE(loaded);
  CHECK(save(*loaded.value) == save(world));
  CHECK_FALSE(std::filesystem::exists(file + ".tmp"));
  const std::string nowhere = folder.file("none/game.taut");
  const std::optional<FileError> error = save(world, nowhere);
  REQUIRE(error);
  CHECK(error->message() == nowhere + ": cannot be created: No such file or directory");
  CHECK(load_save(nowhere).error.message() ==
        nowhere + ": cannot be opened: No such file or directory");
  const std::string map = folder.write("a.map", ".@.\n");
  CHECK(load_save(map).error.message() == map + ": byte 0: this is no save of taut");
  CHECK(World::load(map));
  std::filesystem::create_directory(folder.file("folder"));
  CHECK(save(world, folder.file("folder")));
  CHECK_FALSE(std::filesystem::exists(folder.file("folder.tmp")));
}

}  // namespace
}  // namespace taut::test
