// Queues: requests that wait for their paths.
#include <taut_queue.h>

#include <chrono>

#include <taut/queue.hpp>

#include "answers.hpp"
#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::FindQueue;

namespace {

taut::FindTicket to_ticket(const taut_ticket& ticket) noexcept {
  return {ticket.number, ticket.slot};
}

// Runs a queue and tells how many requests are left.
template <class Run>
taut_status run_queue(taut_queue* queue, uint32_t* waiting, const Run& run) {
  set_count(waiting, 0);
  if (!is_live(queue)) return TAUT_BAD_ARGUMENT;
  const taut_status status = guard(nullptr, [&] { run(queue->part); });
  set_count(waiting, queue->part.waiting());
  return status;
}

}  // namespace

extern "C" {

taut_status taut_queue_create(const taut_world* world, taut_queue** queue) {
  if (queue == nullptr) return TAUT_BAD_ARGUMENT;
  *queue = nullptr;
  if (!is_live(world)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    const WorldSource source = world->source();
    *queue = new taut_queue(source, make_on<FindQueue>(source));
  });
}

void taut_queue_destroy(taut_queue* queue) {
  if (is_live(queue)) delete queue;
}

taut_status taut_queue_set_slice(taut_queue* queue, uint32_t expansions) {
  if (!is_live(queue) || expansions == 0) return TAUT_BAD_ARGUMENT;
  queue->part.set_slice(expansions);
  return TAUT_OK;
}

taut_status taut_queue_set_lead(taut_queue* queue, uint64_t requests) {
  if (!is_live(queue) || requests > std::uint64_t{1} << 32U) return TAUT_BAD_ARGUMENT;
  queue->part.set_lead(requests);
  return TAUT_OK;
}

taut_status taut_queue_submit(taut_queue* queue, float start_x, float start_y, float goal_x,
                              float goal_y, const taut_find_options* options, int32_t priority,
                              taut_ticket* ticket, taut_error* error) {
  static_assert(TAUT_MOST_PRIORITY == FindQueue::kMaxPriority);
  if (ticket == nullptr) return refuse_null(error, "ticket");
  *ticket = {0, 0, 0};
  if (!is_live(queue)) return refuse_handle(error, queue, "queue");
  const std::optional<taut::FindOptions> made = to_options(options);
  if (!made) return refuse(error, "taut: taut_queue_submit: the options are unknown");
  if (const auto bad =
          check_within(error, "FindQueue::submit: priority", priority, 0.0, TAUT_MOST_PRIORITY))
    return bad;
  return guard(error, [&] {
    const taut::FindTicket taken =
        queue->part.submit({{start_x, start_y}, {goal_x, goal_y}, *made}, priority);
    *ticket = {taken.number, taken.slot, 0};
  });
}

taut_status taut_queue_run(taut_queue* queue, uint32_t microseconds, uint32_t* waiting) {
  return run_queue(queue, waiting,
                   [&](FindQueue& of) { (void)of.run(std::chrono::microseconds(microseconds)); });
}

taut_status taut_queue_advance(taut_queue* queue, uint32_t slices, uint32_t* waiting) {
  return run_queue(queue, waiting, [&](FindQueue& of) {
    for (uint32_t i = 0; i < slices && of.advance(); ++i) continue;
  });
}

uint32_t taut_queue_waiting(const taut_queue* queue) {
  return is_live(queue) ? to_count(queue->part.waiting()) : 0;
}

taut_status taut_queue_answer(const taut_queue* queue, taut_ticket ticket, taut_finder* finder,
                              taut_path* path) {
  if (!is_live(queue) || !is_live(finder) || path == nullptr) return TAUT_BAD_ARGUMENT;
  const FindQueue& of = queue->part;
  if (queue->source.origin != finder->source.origin || !of.contains(to_ticket(ticket))) {
    return tell_failure(*finder, TAUT_BAD_ARGUMENT, path);
  }
  if (const taut::OwnedPath* const found = of.find_answer(to_ticket(ticket))) {
    return hand_over(*finder, found->view(), path);
  }
  taut::FoundPath waits;
  waits.status = taut::Status::unfinished;
  waits.revision = finder->source.read()->revision();
  return tell(*finder, waits, path);
}

taut_status taut_queue_release(taut_queue* queue, taut_ticket ticket) {
  if (!is_live(queue)) return TAUT_BAD_ARGUMENT;
  queue->part.release(to_ticket(ticket));
  return TAUT_OK;
}

}  // extern "C"
