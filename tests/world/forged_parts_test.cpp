// Saves of crowds, queues and followers that no call made, and that would do harm.
#include <taut/save.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/follower.hpp>
#include <taut/queue.hpp>

#include "support/catch.hpp"
#include "support/crowds.hpp"
#include "support/save_bytes.hpp"

namespace taut::test {
namespace {

constexpr std::size_t kFirstSection = 12;

// Bytes as a save has them.
class Pattern {
 public:
  Pattern& u8(std::uint8_t number) { return add(number, 1); }
  Pattern& u32(std::uint32_t number) { return add(number, 4); }
  Pattern& u64(std::uint64_t number) { return add(number, 8); }
  Pattern& point(const Point& p) {
    return u32(std::bit_cast<std::uint32_t>(p.x)).u32(std::bit_cast<std::uint32_t>(p.y));
  }
  Pattern& place(double x, double y) {
    return u64(std::bit_cast<std::uint64_t>(x)).u64(std::bit_cast<std::uint64_t>(y));
  }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  Pattern& add(std::uint64_t number, std::size_t count) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + count);
    put(bytes_, at, count, number);
    return *this;
  }

  Bytes bytes_;
};

// Replaces the only place where a pattern is by another, of any length.
Bytes replace(Bytes bytes, const Pattern& old, const Pattern& other) {
  const auto& wanted = old.bytes();
  const auto at = std::search(bytes.begin(), bytes.end(), wanted.begin(), wanted.end());
  REQUIRE(at != bytes.end());
  REQUIRE(std::search(at + 1, bytes.end(), wanted.begin(), wanted.end()) == bytes.end());
  const auto behind = bytes.erase(at, at + static_cast<std::ptrdiff_t>(wanted.size()));
  bytes.insert(behind, other.bytes().begin(), other.bytes().end());
  const std::size_t size = number_at(bytes, kFirstSection + 8, 8);
  put(bytes, kFirstSection + 8, 8, size + other.bytes().size() - wanted.size());
  sign(bytes, kFirstSection);
  return bytes;
}

template <class Part>
std::string error_of(const Loaded<Part>& loaded) {
  return loaded ? "" : loaded.error.message();
}

}  // namespace

TEST_CASE("save: a path that does not end with its goal is refused") {
  const World world(Grid(20, 20, TileState::walkable));
  Finder finder(world);
  PathFollower follower;
  follower.set(world, finder.find({1.5F, 1.5F}, {10.5F, 1.5F}));
  const Bytes bytes = save(follower);
  REQUIRE(read_follower(bytes, "game", world));
  const auto goal = [](double entry, CornerKind kind) {
    Pattern turn;
    turn.point({10.5F, 1.5F}).place(entry, 1.5).place(10.5, 1.5).u32(0);
    return turn.u8(static_cast<std::uint8_t>(kind));
  };
  Pattern own;
  own.point({10.5F, 1.5F}).place(10.5, 1.5).place(10.5, 1.5);
  const auto at = std::search(bytes.begin(), bytes.end(), own.bytes().begin(), own.bytes().end());
  REQUIRE(at != bytes.end());
  // With the portal that it has.
  Pattern old = own;
  const auto portal = static_cast<std::size_t>(at - bytes.begin()) + own.bytes().size();
  old.u32(static_cast<std::uint32_t>(number_at(bytes, portal, 4)));
  old.u8(static_cast<std::uint8_t>(CornerKind::goal));
  for (const CornerKind kind : {CornerKind::right, CornerKind::start}) {
    CHECK(error_of(read_follower(replace(bytes, old, goal(10.5, kind)), "game", world)) != "");
  }
  CHECK(error_of(read_follower(replace(bytes, old, goal(10.0, CornerKind::goal)), "game", world)) !=
        "");
}

TEST_CASE("save: a number that is free twice is refused") {
  World world(Grid(20, 20, TileState::walkable));
  Crowd crowd(world);
  for (int i = 0; i < 15; ++i) {
    REQUIRE(crowd.add(kDisc, {2.5F + static_cast<float>(i), 3.5F}) == static_cast<UnitId>(i));
  }
  crowd.remove(11);
  crowd.remove(7);
  const Bytes bytes = save(crowd);
  REQUIRE(read_crowd(bytes, "game", world));
  const Bytes forged =
      replace(bytes, Pattern().u32(2).u32(11).u32(7), Pattern().u32(2).u32(11).u32(11));
  CHECK(error_of(read_crowd(forged, "game", world)) != "");
}

TEST_CASE("save: two units with one request are refused") {
  World world(Grid(20, 20, TileState::walkable));
  Crowd crowd(world);
  for (const float y : {3.5F, 8.5F}) {
    const UnitId unit = *crowd.add(kDisc, {3.5F, y});
    REQUIRE(crowd.order(unit, {15.5F, y}));
  }
  const Bytes bytes = save(crowd);
  REQUIRE(read_crowd(bytes, "game", world));
  constexpr std::uint32_t kNoField = 0xFFFFFFFFU;
  const Bytes forged =
      replace(bytes, Pattern().u64(2).u32(1).u32(kNoField), Pattern().u64(1).u32(0).u32(kNoField));
  CHECK(error_of(read_crowd(forged, "game", world)) != "");
}

TEST_CASE("save: an answer with points and turns is refused") {
  const World world(Grid(20, 20, TileState::walkable));
  FindQueue queue(world);
  (void)queue.submit({{1.5F, 1.5F}, {10.5F, 1.5F}, {}});
  while (queue.advance()) {
  }
  const Bytes bytes = save(queue);
  REQUIRE(read_queue(bytes, "game", world));
  Pattern own;
  own.u32(2).point({1.5F, 1.5F}).point({10.5F, 1.5F});
  Pattern old = own;
  old.u32(0);
  Pattern other = own;
  other.u32(1).point({0.0F, 0.0F}).place(0.0, 0.0).place(0.0, 0.0).u32(0).u8(0);
  CHECK(error_of(read_queue(replace(bytes, old, other), "game", world)) != "");
}

}  // namespace taut::test
