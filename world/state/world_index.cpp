// The indexes of a World.
#include <algorithm>
#include <cassert>

#include <taut/world.hpp>

#include "search_aids.hpp"

namespace taut {

std::size_t WorldIndex::memory_bytes() const noexcept {
  std::size_t bytes = parts_.capacity() * sizeof(Part);
  for (const Part& part : parts_) bytes += part.index->memory_bytes();
  return bytes;
}

void World::keep_index(std::size_t max_bytes) {
  use_index(make_index(max_bytes, spaces_.size(), detail::count_cores()));
}

WorldIndex World::build_index(std::size_t max_bytes) const {
  return make_index(max_bytes, spaces_.size(), 1);
}

// Those that the world has, and of `spaces` others new ones.
WorldIndex World::make_index(std::size_t max_bytes, std::size_t spaces, std::size_t threads) const {
  require_sound();
  WorldIndex made;
  made.max_bytes_ = max_bytes;
  if (max_bytes == 0) return made;
  made.parts_.reserve(spaces_.size());
  for (const Space& space : spaces_) {
    const bool is_kept = max_bytes == index_bytes_ && space.is_index_current();
    if (!is_kept && spaces == 0) continue;
    if (!is_kept) --spaces;
    made.parts_.push_back(
        {space.agent(), space.mesh().revision(),
         is_kept ? space.index() : detail::build_index_of(space, max_bytes, threads)});
  }
  return made;
}

std::size_t World::use_index(const WorldIndex& index) {
  require_sound();
  index_bytes_ = index.max_bytes_;
  for (Space& space : spaces_) {
    if (index_bytes_ == 0) space.use_index(nullptr);
    for (const WorldIndex::Part& part : index.parts_) {
      if (part.agent != space.agent() || part.mesh_revision != space.mesh().revision()) continue;
      assert(part.index->is_empty() || part.index->is_current(space.mesh()));
      space.use_index(part.index);
    }
  }
  return outdated_indexes();
}

std::size_t World::refresh_index(std::size_t spaces) {
  return use_index(make_index(index_bytes_, spaces, detail::count_cores()));
}

std::size_t World::outdated_indexes() const noexcept {
  if (index_bytes_ == 0) return 0;
  return static_cast<std::size_t>(
      std::count_if(spaces_.begin(), spaces_.end(),
                    [](const Space& space) { return !space.is_index_current(); }));
}

bool World::has_index(const Agent& agent) const noexcept {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  return space != nullptr && space->index() != nullptr && space->index()->is_current(space->mesh());
}

}  // namespace taut
