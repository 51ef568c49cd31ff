// Anchor: tells those who point to an object whether it still is where it was.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

class Anchor;

// Where an object is, shared with those who point to it.
struct AnchorPlace {
  const Anchor* at;  // null once it is destroyed
  std::uint64_t assignments = 0;
};

// What a pointer to an object with an Anchor keeps beside it.
class AnchorWatch {
 public:
  // Asserts that the object was neither moved nor destroyed.
  void check() const noexcept;
  // Whether the object was assigned to since the last call. Requires what check() asserts.
  [[nodiscard]] bool sees_assignment() noexcept {
    return std::exchange(assignments_, place_->assignments) != place_->assignments;
  }

 private:
  friend class Anchor;
  AnchorWatch(std::shared_ptr<const AnchorPlace> place, const Anchor* seen) noexcept
      : place_(std::move(place)), seen_(seen), assignments_(place_->assignments) {}

  std::shared_ptr<const AnchorPlace> place_;
  [[maybe_unused]] const Anchor* seen_;
  std::uint64_t assignments_;
};

// A member of such an object, the same in every build. Copies are anchors of their own.
class Anchor {
 public:
  Anchor() : place_(std::make_shared<AnchorPlace>(AnchorPlace{this})) {}
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
    other.leave();
    other.place_.reset();
    return *this;
  }
  ~Anchor() { leave(); }

  // Requires an object that was not moved from.
  [[nodiscard]] AnchorWatch watch() const noexcept { return {place_, this}; }

 private:
  void settle() noexcept {
    if (place_ != nullptr) place_->at = this;
  }
  void leave() noexcept {
    if (place_ != nullptr) place_->at = nullptr;
  }

  std::shared_ptr<AnchorPlace> place_;  // null once moved from
};

}  // namespace taut::detail
TAUT_API_END
