// Worlds that one thread edits while others query.
#include <taut_shared.h>

#include <memory>

#include <taut/detail/threads.hpp>  // TAUT_HAS_THREADS

#include "answers.hpp"
#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;

namespace {

bool is_shared(const taut_world* world) noexcept {
  return is_live(world) && world->shared != nullptr;
}

// Handles keep worlds that are not const: is_published says which are not edited.
std::shared_ptr<taut::World> as_held(std::shared_ptr<const taut::World> world) noexcept {
  return std::const_pointer_cast<taut::World>(std::move(world));
}

}  // namespace

extern "C" {

taut_status taut_world_share(taut_world* world, taut_error* error) {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (world->shared != nullptr) return refuse(error, "taut: SharedWorld: the world is shared");
  if (world->world->is_broken()) return refuse(error, "taut: SharedWorld: the world is broken");
#if TAUT_HAS_THREADS
  return guard(error, [&] {
    auto shared = std::make_shared<taut::SharedWorld>(taut::World(*world->world));
    world->world = as_held(shared->read());
    world->shared = std::move(shared);
  });
#else
  return refuse(error, "taut: SharedWorld: there are no threads");
#endif
}

taut_status taut_world_publish(taut_world* world) {
  if (!is_shared(world) || world->is_published) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    world->shared->publish();
    world->world = as_held(world->shared->read());
  });
}

taut_status taut_world_published(const taut_world* world, taut_world** published) {
  if (published == nullptr) return TAUT_BAD_ARGUMENT;
  *published = nullptr;
  if (!is_shared(world)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    auto made = std::make_unique<taut_world>(as_held(world->shared->read()));
    made->shared = world->shared;
    made->is_published = true;
    *published = made.release();
  });
}

taut_status taut_world_reserve(taut_world* world, uint32_t readers) {
  constexpr uint32_t kMostReaders = 256;
  if (!is_shared(world) || world->is_published || readers > kMostReaders) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { world->shared->reserve(readers); });
}

taut_status taut_world_catch_up(taut_world* world, uint32_t edits, uint32_t* left) {
  set_count(left, 0);
  if (!is_shared(world) || world->is_published) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { set_count(left, world->shared->catch_up(edits)); });
}

taut_status taut_finder_release(taut_finder* finder) {
  if (!is_live(finder)) return TAUT_BAD_ARGUMENT;
  finder->found = make_failure(taut::Reason::none);
  finder->finder.release();
  return TAUT_OK;
}

uint32_t taut_world_copy_count(const taut_world* world) {
  if (!is_live(world)) return 0;
  return world->shared != nullptr && !world->is_published ? to_count(world->shared->copy_count())
                                                          : 1;
}

taut_status taut_index_build(const taut_world* world, uint64_t max_bytes, taut_index** index) {
  if (index == nullptr) return TAUT_BAD_ARGUMENT;
  *index = nullptr;
  if (!is_live(world)) return TAUT_BAD_ARGUMENT;
  const std::shared_ptr<const taut::World> now = world->source().read();
  if (now->is_broken()) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    *index = std::make_unique<taut_index>(now->build_index(to_size(max_bytes))).release();
  });
}

taut_status taut_world_use_index(taut_world* world, const taut_index* index, uint32_t* outdated) {
  set_count(outdated, 0);
  if (!is_live(index)) return TAUT_BAD_ARGUMENT;
  return edit_world(world, nullptr,
                    [&](auto& of) { set_count(outdated, of.use_index(index->index)); });
}

uint64_t taut_index_memory(const taut_index* index) {
  return is_live(index) ? index->index.memory_bytes() : 0;
}

void taut_index_destroy(taut_index* index) {
  if (is_live(index)) delete index;
}

}  // extern "C"
