// What a query keeps of its World.
#pragma once

#include <taut/detail/anchor.hpp>
#include <taut/detail/api.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Points to a World, and follows it when it is moved. A World that was given as const must be used
// as const.
class WorldRef {
 public:
  // Points to no world.
  WorldRef() = default;
  explicit WorldRef(const World& world) : watch_(world.watch()) {}

  // Null once the world was destroyed, or if there is none.
  [[nodiscard]] World* find() const noexcept { return static_cast<World*>(watch_.find()); }
  // The same, and null once the world was assigned to.
  [[nodiscard]] const World* find_unassigned() const noexcept {
    return watch_.was_assigned() ? nullptr : find();
  }
  // Whether the world was assigned to since the last call.
  bool see_assignment() noexcept { return watch_.see_assignment(); }

 private:
  AnchorWatch watch_;
};

}  // namespace taut::detail
TAUT_API_END
