// Anchor: tells those who point to an object where it is now.
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
  Anchor* at;  // null once it is destroyed
  std::uint64_t assignments = 0;
  // Set when the object is moved into another: the place of the other one, and how often that had
  // been assigned to, this time included.
  std::shared_ptr<const AnchorPlace> moved_to{};
  std::uint64_t assignments_then = 0;
};

// What a pointer to an object with an Anchor keeps: it follows moves of the object.
class AnchorWatch {
 public:
  // Watches no object.
  AnchorWatch() = default;

  // Null once the object was destroyed, or if no object is watched.
  [[nodiscard]] Anchor* find() const noexcept {
    const AnchorPlace* place = place_.get();
    if (place == nullptr) return nullptr;
    while (place->moved_to != nullptr) place = place->moved_to.get();
    return place->at;
  }
  // Whether the object was assigned to since it was watched, or since see_assignment().
  [[nodiscard]] bool was_assigned() const noexcept {
    if (place_ == nullptr) return false;
    std::uint64_t seen = assignments_;
    const AnchorPlace* place = place_.get();
    for (; place->moved_to != nullptr; place = place->moved_to.get()) {
      if (seen != place->assignments) return true;
      seen = place->assignments_then;
    }
    return seen != place->assignments;
  }
  // The same, and starts to count again.
  bool see_assignment() noexcept {
    const bool was = was_assigned();
    if (place_ == nullptr) return was;
    while (place_->moved_to != nullptr) place_ = std::shared_ptr(place_->moved_to);
    assignments_ = place_->assignments;
    return was;
  }

 private:
  friend class Anchor;
  explicit AnchorWatch(std::shared_ptr<const AnchorPlace> place) noexcept
      : place_(std::move(place)), assignments_(place_ == nullptr ? 0 : place_->assignments) {}

  std::shared_ptr<const AnchorPlace> place_;
  std::uint64_t assignments_ = 0;
};

// A base of such an object, the same in every build. Copies are anchors of their own.
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
    if (other.place_ == nullptr) return *this;
    other.place_->moved_to = place_;
    other.place_->assignments_then = place_->assignments;
    other.place_.reset();
    return *this;
  }

  // Watches no object when this one was moved from.
  [[nodiscard]] AnchorWatch watch() const noexcept { return AnchorWatch(place_); }

 protected:
  ~Anchor() {
    if (place_ != nullptr) place_->at = nullptr;
  }

 private:
  void settle() noexcept {
    if (place_ != nullptr) place_->at = this;
  }

  std::shared_ptr<AnchorPlace> place_;  // null once moved from
};

}  // namespace taut::detail
TAUT_API_END
