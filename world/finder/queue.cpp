#include <taut/queue.hpp>

#include <algorithm>
#include <new>
#include <utility>

#include <taut/detail/require.hpp>

#include "finder_memory.hpp"

namespace taut {

FindQueue::FindQueue(const World& world) : finder_(world) {}

FindQueue::FindQueue(const SharedWorld& worlds) : finder_(worlds) {}

void FindQueue::set_slice(std::size_t expansions) {
  slice_ = detail::require_within("FindQueue: slice", expansions, 1, kNoExpansionLimit);
}

void FindQueue::set_lead(std::uint64_t requests) {
  lead_ = detail::require_within<std::uint64_t>("FindQueue: lead", requests, 0,
                                                std::uint64_t{1} << 32U);
}

bool FindQueue::is_later(const Waiting& a, const Waiting& b) noexcept {
  return a.rank != b.rank ? a.rank > b.rank : a.ticket.number > b.ticket.number;
}

const FindQueue::Slot* FindQueue::find_slot(FindTicket ticket) const noexcept {
  if (ticket.number == 0 || ticket.slot >= slots_.size()) return nullptr;
  const Slot& slot = *slots_[ticket.slot];
  return slot.number == ticket.number ? &slot : nullptr;
}

FindTicket FindQueue::submit(const Request& request, int priority) {
  detail::require_within("FindQueue::submit: priority", priority, 0, kMaxPriority);
  if (free_.empty()) {
    // Reserved before the slot exists: what follows it, and release(), do not allocate.
    if (free_.capacity() <= slots_.size()) make_room(2 * slots_.size() + 16);
    slots_.push_back(std::make_unique<Slot>());
    free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  if (waiting_.size() == waiting_.capacity()) drop_released();
  const FindTicket ticket{++submitted_, free_.back()};
  free_.pop_back();
  Slot& slot = *slots_[ticket.slot];
  slot.number = ticket.number;
  slot.is_answered = false;
  slot.request = request;
  const auto number = static_cast<std::int64_t>(ticket.number);
  waiting_.push_back({number - static_cast<std::int64_t>(lead_) * priority, ticket});
  std::push_heap(waiting_.begin(), waiting_.end(), is_later);
  return ticket;
}

// For so many slots. Those that wait have twice as much room, so that released ones are dropped
// rarely. The room for slots comes last: it tells that there is the other.
void FindQueue::make_room(std::size_t slots) {
  waiting_.reserve(2 * slots);
  free_.reserve(slots);
}

void FindQueue::drop_released() noexcept {
  std::erase_if(waiting_,
                [&](const Waiting& waiting) { return find_slot(waiting.ticket) == nullptr; });
  std::make_heap(waiting_.begin(), waiting_.end(), is_later);
  released_ = 0;
}

bool FindQueue::advance() {
  if (waiting() == 0) return false;
#ifdef __cpp_exceptions
  try {
    run_slice();
  } catch (const std::bad_alloc&) {
    FoundPath failure = detail::make_failure(Status::out_of_nodes, Reason::limit);
    failure.revision = finder_.world().revision();
    answer(failure);
  }
#else
  run_slice();
#endif
  if (waiting() == 0) finder_.release();
  return waiting() > 0;
}

// Requires a request.
void FindQueue::run_slice() {
  while (!current_) {
    std::pop_heap(waiting_.begin(), waiting_.end(), is_later);
    const FindTicket next = waiting_.back().ticket;
    waiting_.pop_back();
    if (find_slot(next) != nullptr) {
      current_ = next;
    } else {
      --released_;
    }
  }
  const Request& request = slots_[current_->slot]->request;
  FindOptions options = request.options;
  options.budget = slice_;
  const FoundPath found = finder_.find(request.start, request.goal, options);
  if (found.status != Status::unfinished) answer(found);
}

// Ends the current request. Does not allocate for a failure.
void FindQueue::answer(const FoundPath& found) {
  Slot& slot = *slots_[current_->slot];
  slot.path.assign(found);
  slot.is_answered = true;
  current_.reset();
}

bool FindQueue::run(std::chrono::microseconds budget) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  while (advance()) {
    if (std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin) >= budget) {
      return true;
    }
  }
  return false;
}

const OwnedPath* FindQueue::find_answer(FindTicket ticket) const noexcept {
  const Slot* const slot = find_slot(ticket);
  return slot != nullptr && slot->is_answered ? &slot->path : nullptr;
}

void FindQueue::release(FindTicket ticket) noexcept {
  const Slot* const slot = find_slot(ticket);
  if (slot == nullptr) return;
  if (current_ == ticket) {
    current_.reset();
    // An equal request would go on with it, on the world of a SharedWorld that it began on.
    finder_.release();
  } else if (!slot->is_answered) {
    ++released_;  // it is dropped when its turn comes
  }
  slots_[ticket.slot]->number = 0;
  free_.push_back(ticket.slot);
  if (waiting() > 0) return;
  waiting_.clear();
  released_ = 0;
  finder_.release();
}

}  // namespace taut
