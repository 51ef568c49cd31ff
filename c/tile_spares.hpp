// The memory of sight, of distance maps and of turns, kept from call to call, of any number of
// threads (internal).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

#include <taut/engine/distance_map.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/step_tiles.hpp>

namespace taut::detail {

// Holds at most one object: who takes it has it alone, and others make one of their own.
template <class T>
class Spare {
 public:
  Spare() = default;
  Spare(const Spare&) = delete;
  Spare& operator=(const Spare&) = delete;
  ~Spare() { delete kept_.load(); }

  // Null where there is none.
  [[nodiscard]] std::unique_ptr<T> take() noexcept {
    return std::unique_ptr<T>(kept_.exchange(nullptr));
  }
  void give_back(std::unique_ptr<T> object) noexcept { delete kept_.exchange(object.release()); }

 private:
  std::atomic<T*> kept_{nullptr};
};

// Memory for calls on one World, whose sides never change.
class TileSpares {
 public:
  // Calls use(scratch, radius) with the memory of sight up to a radius. Beyond the map there is
  // nothing to see: a radius of more than twice its longer side becomes that.
  // Errors    those of SightScratch.
  template <class Use>
  auto with_sight(const Grid& grid, double radius, const Use& use) {
    const double all = 2.0 * std::max(grid.width(), grid.height());
    if (radius > all && radius <= kMaxMapSide) radius = all;
    std::unique_ptr<Sight> sight = sight_.take();
    if (sight == nullptr || !(radius >= 0.0 && radius <= sight->radius)) {
      sight = std::make_unique<Sight>(Sight{radius, SightScratch(radius)});
    }
    const auto result = use(sight->scratch, radius);
    sight_.give_back(std::move(sight));
    return result;
  }

  template <class Use>
  auto with_distances(const Grid& grid, const Use& use) {
    std::unique_ptr<DistanceMapScratch> distances = distances_.take();
    if (distances == nullptr) distances = std::make_unique<DistanceMapScratch>(grid);
    const auto result = use(*distances);
    distances_.give_back(std::move(distances));
    return result;
  }

  template <class Use>
  auto with_turns(const Grid& grid, std::size_t creatures, const Use& use) {
    std::unique_ptr<StepTilesScratch> turns = turns_.take();
    if (turns == nullptr) turns = std::make_unique<StepTilesScratch>(grid, creatures);
    turns->fit(grid, creatures);
    const auto result = use(*turns);
    turns_.give_back(std::move(turns));
    return result;
  }

  // Leaves out what another thread has taken.
  [[nodiscard]] std::size_t memory_bytes() noexcept {
    std::size_t bytes = 0;
    if (std::unique_ptr<Sight> sight = sight_.take()) {
      bytes += sight->scratch.memory_bytes();
      sight_.give_back(std::move(sight));
    }
    if (std::unique_ptr<DistanceMapScratch> distances = distances_.take()) {
      bytes += distances->memory_bytes();
      distances_.give_back(std::move(distances));
    }
    if (std::unique_ptr<StepTilesScratch> turns = turns_.take()) {
      bytes += turns->memory_bytes();
      turns_.give_back(std::move(turns));
    }
    return bytes;
  }

 private:
  struct Sight {
    double radius;
    SightScratch scratch;
  };

  Spare<Sight> sight_;
  Spare<DistanceMapScratch> distances_;
  Spare<StepTilesScratch> turns_;
};

}  // namespace taut::detail
