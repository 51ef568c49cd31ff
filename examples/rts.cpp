// A strategy game without players: units of three sizes get orders, on roads and through swamps,
// buildings are placed and removed on their ways, and two workers search for paths, within 2 ms a
// tick.
//
//   example_rts [PICTURE.png [SIDE [UNITS]]]
#include <taut/follower.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "game_picture.hpp"

namespace {

using taut::Point;
using taut::TileRect;
using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

constexpr microseconds kTick{2000};
constexpr std::size_t kWorkers = 2;
constexpr std::uint8_t kRoad = 1;  // classes
constexpr std::uint8_t kSwamp = 2;
constexpr std::uint8_t kFeet = 1;  // the ground of all units
constexpr std::array<taut::Agent, 3> kSizes{taut::Agent::disc(0.4, kFeet),
                                            taut::Agent::square(0.75, kFeet),
                                            taut::Agent::square(1.0, kFeet)};
constexpr std::array kColors{taut::tools::kBlue, taut::tools::kVermilion, taut::tools::kPurple};
constexpr int kTicks = 200;
constexpr int kOrdersEvery = 80;      // ticks: all units get an order
constexpr int kBuildingEvery = 4;     // a building is placed or removed
constexpr double kStep = 0.3;         // of a unit in a tick, in tiles
constexpr microseconds kMoving{300};  // left for the units' steps

// The same numbers on every machine.
class Dice {
 public:
  [[nodiscard]] int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  std::mt19937 random_{7};
};

// Open ground with swamps, roads and rocks.
taut::Grid make_land(int side, Dice& dice) {
  taut::Grid land(side, side, taut::TileState::walkable);
  for (int i = 0; i < side * side / 1000; ++i) {
    const int x = dice.below(side);
    const int y = dice.below(side);
    land.set_class({x, y, x + 4 + dice.below(16), y + 4 + dice.below(16)}, kSwamp);
  }
  for (int at = side / 8; at < side; at += side / 4) {
    land.set_class({at, 0, at + 3, side}, kRoad);
    land.set_class({0, at, side, at + 3}, kRoad);
  }
  for (int i = 0; i < side * side / 200; ++i) {
    const int x = dice.below(side);
    const int y = dice.below(side);
    land.set({x, y, x + 1 + dice.below(12), y + 1 + dice.below(12)}, taut::TileState::blocked);
  }
  return land;
}

struct Unit {
  std::size_t size;  // of kSizes
  Point at;
  Point goal;
  std::vector<Point> trail;
  taut::PathFollower path;
  taut::FindQueue* queue;  // whose worker searches for it
  taut::FindTicket ticket;
};

class Game {
 public:
  Game(int side, std::size_t count, Dice& dice) : dice_(dice), shared_(make_world(side, dice)) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = i % kSizes.size();
      const Point at = find_free_place(kSizes[size]);
      units_.push_back(
          {size, at, at, {at}, taut::PathFollower(kSizes[size]), &queues_[i % kWorkers], {}});
    }
    for (Unit& unit : units_) paths_.push_back(&unit.path);
  }

  void tick() {
    const Clock::time_point begin = Clock::now();
    if (now_ % kOrdersEvery == 0 && now_ < kTicks) give_orders();
    if (now_ % kBuildingEvery == 0) build();
    const auto spent = std::chrono::duration_cast<microseconds>(Clock::now() - begin);
    search(std::max(kTick - kMoving - spent, microseconds{0}));
    move();
    times_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    for (Unit& unit : units_) {
      if (unit.trail.back() != unit.at) unit.trail.push_back(unit.at);
    }
    ++now_;
    if (ordered_ >= 0 && queues_[0].waiting() + queues_[1].waiting() == 0) {
      longest_wait_ = std::max(longest_wait_, now_ - ordered_);
      ordered_ = -1;
    }
  }

  [[nodiscard]] bool goes_on() const { return now_ < kTicks || (ordered_ >= 0 && now_ < 5000); }

  // Whether all orders were answered, and each was obeyed.
  bool report() {
    std::sort(times_.begin(), times_.end());
    const auto share = [&](double part) {
      return times_[static_cast<std::size_t>(part * static_cast<double>(times_.size() - 1))];
    };
    std::printf("%zu units, %d ticks, %d paths cut by buildings\n", units_.size(), now_,
                cut_count_);
    std::printf("ms a tick: 50 %% %.2f, 95 %% %.2f, 99 %% %.2f, worst %.2f\n", share(0.5),
                share(0.95), share(0.99), share(1.0));
    std::printf("all orders answered within %d ticks\n", longest_wait_);
    return ordered_ < 0 && failures_ == 0 && cut_count_ > 0;
  }

  void draw(const std::string& file) const {
    const taut::Grid& grid = shared_.read()->grid();
    examples::GamePicture picture(grid, grid.width() > 256 ? 2.0 : 5.0);
    for (taut::TileId id = 0; id < grid.tile_count(); ++id) {
      const taut::Tile tile = grid.tile(id);
      const std::uint8_t kind = grid.terrain_class(id);
      if (kind == 0 || !grid.is_walkable(tile)) continue;
      picture.fill({tile.x, tile.y, tile.x + 1, tile.y + 1}, kind == kRoad ? 0xE6D3A8 : 0xB9D3A0);
    }
    for (const TileRect& building : buildings_) picture.fill(building, taut::tools::kOrange);
    for (const Unit& unit : units_) picture.trail(unit.trail, kColors[unit.size], 1.0);
    for (const Unit& unit : units_) {
      picture.disc(unit.at, grid.width() > 256 ? 2.0 : kSizes[unit.size].radius,
                   kColors[unit.size]);
    }
    picture.save(file);
  }

 private:
  [[nodiscard]] Point random_place() {
    const int side = shared_.read()->grid().width();
    return taut::center(taut::Tile{dice_.below(side), dice_.below(side)});
  }
  [[nodiscard]] Point find_free_place(const taut::Agent& agent) {
    Point place = random_place();
    while (!shared_.read()->has_room(agent, place)) place = random_place();
    return place;
  }

  void give_orders() {
    ordered_ = now_;
    for (Unit& unit : units_) {
      unit.goal = random_place();
      order(unit);
    }
  }

  // Places a building, or removes the oldest of many.
  void build() {
    const Point corner = random_place();
    const int x = static_cast<int>(corner.x);
    const int y = static_cast<int>(corner.y);
    const TileRect site{x, y, x + 4 + dice_.below(4), y + 4 + dice_.below(4)};
    bool is_taken = std::any_of(units_.begin(), units_.end(), [&](const Unit& unit) {
      const TileRect around{site.x0 - 3, site.y0 - 3, site.x1 + 3, site.y1 + 3};
      return unit.at.x > static_cast<float>(around.x0) &&
             unit.at.x < static_cast<float>(around.x1) &&
             unit.at.y > static_cast<float>(around.y0) && unit.at.y < static_cast<float>(around.y1);
    });
    const taut::Grid& grid = shared_.read()->grid();
    for (int i = 0; i < 64; ++i) {
      is_taken = is_taken || !grid.is_walkable(site.x0 + i % 8, site.y0 + i / 8);
    }
    if (buildings_.size() < 20 && !is_taken) {
      buildings_.push_back(site);
      edit(site, taut::TileState::blocked);
    } else if (buildings_.size() > 8) {
      edit(buildings_.front(), taut::TileState::walkable);
      buildings_.erase(buildings_.begin());
    }
  }

  // ---- Glue: how the game calls the library. ----
  static taut::World make_world(int side, Dice& dice) {
    taut::World world(make_land(side, dice));
    taut::Ground feet;
    feet.set(kRoad, 0.5F);
    feet.set(kSwamp, 3.0F);
    world.set_ground(kFeet, feet);
    for (const taut::Agent& size : kSizes) world.prepare(size);
    world.keep_landmarks();  // they outlive buildings that come and go
    return world;
  }
  void order(Unit& unit) {
    unit.queue->release(unit.ticket);  // of an order that is out of date
    const Point start = unit.path.find_start(*shared_.read(), unit.at);
    unit.ticket = unit.queue->submit(
        {start, unit.goal, {unit.path.agent(), taut::Method::best, taut::EndRule::nearest}});
  }
  void edit(const TileRect& tiles, taut::TileState state) {
    shared_.set(tiles, state);
    shared_.publish();
    std::vector<std::uint32_t> cut(units_.size());
    cut.resize(find_cut_paths(*shared_.read(), paths_, cut).count);
    for (const std::uint32_t i : cut) order(units_[i]);
    cut_count_ += static_cast<int>(cut.size());
  }
  void search(microseconds budget) {
    std::thread worker([&] { queues_[1].run(budget); });
    queues_[0].run(budget);
    worker.join();
  }
  void move() {
    const std::shared_ptr<const taut::World> world = shared_.read();
    for (Unit& unit : units_) {
      if (const taut::OwnedPath* found = unit.queue->find_answer(unit.ticket)) {
        failures_ += *found ? 0 : 1;
        const taut::FollowStatus status = unit.path.set(*world, found->view());
        status == taut::FollowStatus::cut ? order(unit) : unit.queue->release(unit.ticket);
      }
      if (needs_search(unit.path.status())) continue;  // waits
      unit.path.move(*world, narrow(unit.path.place_ahead(kStep)));
      unit.at = narrow(unit.path.place());
    }
  }
  // ---- End of the glue. ----

  Dice& dice_;
  taut::SharedWorld shared_;
  std::array<taut::FindQueue, kWorkers> queues_{taut::FindQueue(shared_), taut::FindQueue(shared_)};
  std::vector<Unit> units_;
  std::vector<taut::PathFollower*> paths_;
  std::vector<TileRect> buildings_;  // the oldest first
  std::vector<double> times_;        // of ticks, in ms
  int now_ = 0;
  int ordered_ = -1;  // the tick of orders that have no answer yet; -1: none
  int longest_wait_ = 0;
  int cut_count_ = 0;
  int failures_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    Dice dice;
    const int side = argc > 2 ? std::atoi(argv[2]) : 96;
    const int units = argc > 3 ? std::atoi(argv[3]) : 60;
    Game game(side, static_cast<std::size_t>(units), dice);
    while (game.goes_on()) game.tick();
    if (argc > 1) game.draw(argv[1]);
    return game.report() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "example_rts: %s\n", error.what());
    return 2;
  }
}
