// Tells those who point to a World where it is now.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {
class World;

namespace detail {

class Anchor;

// Where a World is, shared with those who point to it.
struct AnchorPlace {
  Anchor* at;  // null once it is destroyed
  std::uint64_t assignments = 0;
  // Set when the world is moved into another: the place of the other one, and how often that had
  // been assigned to, this time included.
  std::shared_ptr<const AnchorPlace> moved_to{};
  std::uint64_t assignments_then = 0;
};

// A base of World, the same in every build. Copies are anchors of their own.
class Anchor {
 public:
  Anchor();
  Anchor(const Anchor&) : Anchor() {}
  Anchor(Anchor&& other) noexcept : place_(std::move(other.place_)) { settle(); }
  Anchor& operator=(const Anchor& other) {
    if (this != &other) *this = Anchor();
    return *this;
  }
  Anchor& operator=(Anchor&& other) noexcept {
    if (this == &other) return *this;
    if (place_ == nullptr) {
      place_ = std::move(other.place_);
      settle();
      return *this;
    }
    ++place_->assignments;
    if (other.place_ == nullptr) return *this;
    other.place_->moved_to = place_;
    other.place_->assignments_then = place_->assignments;
    other.place_.reset();
    return *this;
  }

 protected:
  ~Anchor() {
    if (place_ != nullptr) place_->at = nullptr;
  }

 private:
  friend class WorldRef;
  void settle() noexcept {
    if (place_ != nullptr) place_->at = this;
  }

  std::shared_ptr<AnchorPlace> place_;  // null once moved from
};

// Points to a World, and follows it when it is moved. A World that was given as const must be used
// as const.
class WorldRef {
 public:
  // Points to no world.
  WorldRef() = default;
  // Points to none where the world was moved from.
  explicit WorldRef(const World& world) noexcept;

  // Null once the world was destroyed, or if there is none.
  [[nodiscard]] World* find() const noexcept;
  // The same, and null once the world was assigned to.
  [[nodiscard]] const World* find_unassigned() const noexcept {
    return was_assigned() ? nullptr : find();
  }
  // Whether the world was assigned to since the last call.
  bool see_assignment() noexcept;

 private:
  [[nodiscard]] bool was_assigned() const noexcept;

  std::shared_ptr<const AnchorPlace> place_;
  std::uint64_t assignments_ = 0;  // that were seen
};

}  // namespace detail
}  // namespace taut
TAUT_API_END
