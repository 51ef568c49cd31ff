#include <taut/detail/world_ref.hpp>

#include <taut/world.hpp>

namespace taut::detail {

Anchor::Anchor() : place_(std::make_shared<AnchorPlace>(AnchorPlace{this})) {}

WorldRef::WorldRef(const World& world) noexcept
    : place_(world.place_), assignments_(place_ == nullptr ? 0 : place_->assignments) {}

World* WorldRef::find() const noexcept {
  const AnchorPlace* place = place_.get();
  if (place == nullptr) return nullptr;
  while (place->moved_to != nullptr) place = place->moved_to.get();
  return static_cast<World*>(place->at);
}

bool WorldRef::see_assignment() noexcept {
  const bool was = was_assigned();
  if (place_ == nullptr) return was;
  while (place_->moved_to != nullptr) place_ = std::shared_ptr(place_->moved_to);
  assignments_ = place_->assignments;
  return was;
}

bool WorldRef::was_assigned() const noexcept {
  if (place_ == nullptr) return false;
  std::uint64_t seen = assignments_;
  const AnchorPlace* place = place_.get();
  for (; place->moved_to != nullptr; place = place->moved_to.get()) {
    if (seen != place->assignments) return true;
    seen = place->assignments_then;
  }
  return seen != place->assignments;
}

}  // namespace taut::detail
