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

  // Calls use(object) with the one that is kept, where it is and fits(object), else with a new one.
  template <class Fits, class Use, class... Args>
  auto with(const Fits& fits, const Use& use, const Args&... args) {
    std::unique_ptr<T> object(kept_.exchange(nullptr));
    if (object == nullptr || !fits(*object)) object = std::make_unique<T>(args...);
    const auto result = use(*object);
    delete kept_.exchange(object.release());
    return result;
  }
  // Leaves out what another thread has taken.
  [[nodiscard]] std::size_t memory_bytes() noexcept {
    std::unique_ptr<T> object(kept_.exchange(nullptr));
    const std::size_t bytes = object == nullptr ? 0 : object->memory_bytes();
    delete kept_.exchange(object.release());
    return bytes;
  }

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
    return sight_.with([&](const Sight& kept) { return radius >= 0.0 && radius <= kept.radius; },
                       [&](Sight& kept) { return use(kept.scratch, radius); }, radius);
  }

  template <class Use>
  auto with_distances(const Grid& grid, const Use& use) {
    return distances_.with([](const auto&) { return true; }, use, grid);
  }

  template <class Use>
  auto with_turns(const Grid& grid, std::size_t creatures, const Use& use) {
    const auto run = [&](StepTilesScratch& kept) {
      kept.fit(grid, creatures);
      return use(kept);
    };
    return turns_.with([](const auto&) { return true; }, run, grid, creatures);
  }

  // Leaves out what another thread has taken.
  [[nodiscard]] std::size_t memory_bytes() noexcept {
    return sight_.memory_bytes() + distances_.memory_bytes() + turns_.memory_bytes();
  }

 private:
  struct Sight {
    explicit Sight(double of) : radius(of), scratch(of) {}
    [[nodiscard]] std::size_t memory_bytes() const noexcept { return scratch.memory_bytes(); }

    double radius;
    SightScratch scratch;
  };

  Spare<Sight> sight_;
  Spare<DistanceMapScratch> distances_;
  Spare<StepTilesScratch> turns_;
};

}  // namespace taut::detail
