// Corner indices as bytes: what comes back, and what is refused.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/corner_index_bytes.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::size_t kNoLimit = std::size_t{1} << 32U;

Grid small_grid() {
  return draw_map(
      ".......\n"
      ".@.@.@.\n"
      "...@...\n");
}

// Its index has labels beyond their hubs.
Grid make_map_of_rooms() {
  return draw_map(
      "............\n"
      ".@@.@@@.@@@.\n"
      ".@....@...@.\n"
      ".@.@@.@.@.@.\n"
      ".....@......\n"
      ".@@@.@.@@@@.\n"
      "............\n");
}

// Answers to some queries by an index.
std::vector<Point> answer(const ConvexMesh& mesh, const CornerIndex& index) {
  OptimalOptions options;
  options.index = &index;
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh));
  std::vector<Point> all;
  for (int i = 0; i < 49; ++i) {
    const Point start{static_cast<float>(i / 7) + 0.25F, 0.5F};
    const Point goal{static_cast<float>(i % 7) + 0.75F, 2.5F};
    const PathResult found = find_optimal_path(mesh, start, goal, options, scratch, out);
    all.insert(all.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(found.count));
  }
  return all;
}

std::string fault_of(const std::string& bytes, const ConvexMesh& mesh) {
  const CornerIndexRead read = read_corner_index(bytes, mesh);
  CHECK(read.index.has_value() == read.fault.empty());
  return read.fault;
}

// FNV-1a as the format has it: words of four bytes, the first byte highest.
void set_checksum(std::string& bytes) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (std::size_t i = 80; i < bytes.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      word = word << 8U | static_cast<unsigned char>(bytes[k]);
    }
    sum = (sum ^ word) * 0x100000001b3U;
  }
  for (std::size_t i = 0; i < 8; ++i) bytes[24 + i] = static_cast<char>(sum >> (8 * i) & 0xffU);
}

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}
void set_number(std::string& bytes, std::size_t at, std::size_t size, std::uint64_t value) {
  for (std::size_t i = 0; i < size; ++i)
    bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xffU);
}

}  // namespace

TEST_CASE("corner index bytes: the same answers when read back", "[index]") {
  const ConvexMesh mesh = build_mesh(small_grid());
  const CornerIndex index = build_corner_index(mesh, kNoLimit);
  const std::string bytes = to_bytes(index, mesh);
  // As in another run of a program.
  const ConvexMesh again = build_mesh(small_grid());
  const CornerIndexRead read = read_corner_index(bytes, again);
  INFO(read.fault);
  REQUIRE(read.index.has_value());
  CHECK(read.index->is_current(again));
  CHECK(read.index->corner_count() == index.corner_count());
  CHECK(read.index->label_count() == index.label_count());
  CHECK(read.index->sight_count() == index.sight_count());
  CHECK(answer(again, *read.index) == answer(mesh, index));
  CHECK(to_bytes(*read.index, again) == bytes);

  const ConvexMesh other = build_mesh(draw_map("...\n.@.\n...\n"));
  CHECK_THROWS_AS(to_bytes(index, other), std::invalid_argument);
  CHECK_THROWS_AS(to_bytes(CornerIndex(), mesh), std::invalid_argument);
}

TEST_CASE("corner index bytes: foreign, cut off, too long or damaged", "[index]") {
  const ConvexMesh mesh = build_mesh(small_grid());
  const std::string bytes = to_bytes(build_corner_index(mesh, kNoLimit), mesh);
  REQUIRE(fault_of(bytes, mesh).empty());
  CHECK(fault_of("", mesh) == "has 0 bytes, fewer than the head of an index");
  CHECK(fault_of(std::string(100, '.'), mesh) == "is not a corner index");
  std::string version = bytes;
  version[8] = 1;
  CHECK(fault_of(version, mesh) == "has version 1 of the format, not 2");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK_FALSE(fault_of(bytes.substr(0, size), mesh).empty());
  }
  CHECK_FALSE(fault_of(bytes + '\0', mesh).empty());
  std::size_t taken = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      taken += fault_of(damaged, mesh).empty() ? 1 : 0;
    }
  }
  CHECK(taken == 0);
  // One tile differs.
  const ConvexMesh other = build_mesh(draw_map(".......\n.@.@.@.\n....@..\n"));
  CHECK(fault_of(bytes, other) == "is the index of another map");
}

// Bytes made to have a valid checksum can make answers wrong. They cause no other fault.
TEST_CASE("corner index bytes: any numbers with a right checksum are safe", "[index]") {
  const Grid grid = small_grid();
  const ConvexMesh mesh = build_mesh(grid);
  const std::string bytes = to_bytes(build_corner_index(mesh, kNoLimit), mesh);
  std::size_t read = 0;
  for (Random& random : random_generators("corner index bytes")) {
    for (std::size_t i = 0; i < random_count(3000, 100'000); ++i) {
      std::string changed = bytes;
      for (int k = random.between(1, 3); k > 0; --k) {
        const int last = static_cast<int>(bytes.size()) - 1;
        changed[static_cast<std::size_t>(random.between(80, last))] =
            static_cast<char>(random.chance(50) ? random.between(0, 255) : random.between(0, 8));
      }
      set_checksum(changed);
      const CornerIndexRead result = read_corner_index(changed, mesh);
      if (!result.index) continue;
      ++read;
      const std::vector<Point> points = answer(mesh, *result.index);
      CHECK(points.size() >= 42);
      CHECK(std::all_of(points.begin(), points.end(),
                        [&](const Point& at) { return mesh.locate(at).has_value(); }));
    }
  }
  CHECK(read > 0);
}

// Queries would walk in a circle.
TEST_CASE("corner index bytes: a region divided into itself or an earlier one", "[index]") {
  // A hall that is seen from many corners.
  const ConvexMesh mesh = build_mesh(Grid::from_predicate(48, 48, [](int x, int y) {
    const bool is_inside = x > 1 && x < 46 && y > 1 && y < 46;
    return is_inside || (x + y) % 3 != 0;
  }));
  const std::string bytes = to_bytes(build_corner_index(mesh, kNoLimit), mesh);
  REQUIRE(fault_of(bytes, mesh).empty());
  const std::uint64_t regions = number_at(bytes, 32, 8);
  std::size_t tried = 0;
  for (std::uint64_t i = mesh.cell_ids(); i + 1 < regions; ++i) {
    for (const std::uint64_t first : {mesh.cell_ids() + std::uint64_t{0}, i}) {
      std::string forged = bytes;
      const std::size_t at = 80 + 16 * static_cast<std::size_t>(i);
      set_number(forged, at, 4, 0);      // at 0.0
      set_number(forged, at + 4, 4, 0);  // across x
      set_number(forged, at + 8, 4, first);
      set_checksum(forged);
      CHECK(fault_of(forged, mesh) == "contradicts itself: a region");
      ++tried;
    }
  }
  CHECK(tried > 0);
}

TEST_CASE("corner index bytes: a label whose next one is not nearer to the hub", "[index]") {
  const ConvexMesh mesh = build_mesh(make_map_of_rooms());
  const std::string bytes = to_bytes(build_corner_index(mesh, kNoLimit), mesh);
  constexpr std::size_t kBytes[]{16, 36, 4, 8};
  std::size_t begin = 80;
  for (std::size_t i = 0; i < 4; ++i) {
    begin += kBytes[i] * static_cast<std::size_t>(number_at(bytes, 32 + 8 * i, 8));
  }
  const std::uint64_t labels = number_at(bytes, 64, 8);
  std::size_t tried = 0;
  for (std::uint64_t i = 0; i < labels; ++i) {
    const std::size_t at = begin + 16 * static_cast<std::size_t>(i);
    const std::uint64_t next = number_at(bytes, at + 12, 4);
    if (number_at(bytes, at, 8) == 0 || next >= labels) continue;
    std::string forged = bytes;
    const std::size_t after = begin + 16 * static_cast<std::size_t>(next);
    set_number(forged, at, 8, number_at(bytes, after, 8));
    set_checksum(forged);
    CHECK(fault_of(forged, mesh) == "contradicts itself: a label");
    ++tried;
  }
  CHECK(tried > 0);
}
