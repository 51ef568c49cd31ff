// FindQueue: many queries, answered within a time budget per tick.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/finder.hpp>

TAUT_API_BEGIN
namespace taut {

// Identifies a request of one FindQueue.
struct FindTicket {
  std::uint64_t number = 0;  // 0: no request
  std::uint32_t slot = 0;
  friend bool operator==(const FindTicket&, const FindTicket&) = default;
};

// Requests that wait for their paths, and the finder that answers them, one after the other.
//
// Order     Request number n, counted in order of submission, of priority p begins before those of
//           larger n - lead() * p; ties: the one submitted first. So requests of one priority are
//           answered in order of submission, and none starves: a request overtakes one of lower
//           priority only if fewer than lead times the difference of their priorities were
//           submitted in between. A request that has begun is answered before the next one begins.
// Answers   are those of Finder::find() on the world when the query ends. An edit makes the current
//           query begin again: the budget must allow the longest query to end between two edits.
//           On a SharedWorld those on the world that was published last when the query began, which
//           publish() does not disturb: OwnedPath::revision tells which.
// Threads   One thread uses a queue. Several may share the requests on a SharedWorld, each with a
//           queue of its own. The world must outlive the queue, and may be moved. A queue keeps no
//           world of a SharedWorld once all its requests are answered or released.
// Memory    that of a Finder; a request and its path until release(), then reused. Once there is
//           enough, only the finder allocates. A request for which memory runs out is answered:
//           out_of_nodes with Reason::limit. A submit() that throws std::bad_alloc adds nothing.
class FindQueue {
 public:
  static constexpr int kMaxPriority = 255;

  explicit FindQueue(const World& world);
  explicit FindQueue(const SharedWorld& worlds);

  // Expansions between two readings of the clock, 32 at first. run() exceeds its budget by at most
  // one slice, or by one begin or end of a query. Replaces FindOptions::budget.
  // Errors    std::invalid_argument for 0.
  void set_slice(std::size_t expansions);
  [[nodiscard]] std::size_t slice() const noexcept { return slice_; }

  // How many requests submitted before it a request overtakes per step of priority, 100 at first.
  // Holds for requests that are submitted from now on.
  // Errors    std::invalid_argument above 2^32.
  void set_lead(std::uint64_t requests);
  [[nodiscard]] std::uint64_t lead() const noexcept { return lead_; }

  // Adds a request. The ticket is valid until release().
  // Errors    std::invalid_argument for a priority outside 0 to kMaxPriority.
  // Cost      O(log n) in the requests that wait, on average. May allocate.
  FindTicket submit(const Request& request, int priority = 0);

  // Answers requests until none is left or the time is over. The clock is read after each slice, so
  // at least one slice is run. Returns whether a request is left without an answer.
  bool run(std::chrono::microseconds budget);

  // Runs one slice: begins the next request if none is current, and advances it by slice()
  // expansions or to its answer. Returns whether a request is left without an answer.
  bool advance();

  // The answer to a request; null while there is none, and for an invalid ticket. Valid until its
  // release().
  [[nodiscard]] const OwnedPath* find_answer(FindTicket ticket) const noexcept;

  // Whether a ticket is valid: its request waits, is current or has its answer.
  [[nodiscard]] bool contains(FindTicket ticket) const noexcept {
    return find_slot(ticket) != nullptr;
  }

  // Removes a request, whether it waits, is current or has its answer. Does nothing for an invalid
  // ticket.
  // Cost      constant. Does not allocate.
  void release(FindTicket ticket) noexcept;

  // Requests without an answer.
  [[nodiscard]] std::size_t waiting() const noexcept {
    return waiting_.size() - released_ + (current_ ? 1U : 0U);
  }

 private:
  friend struct SaveAccess;
  struct Slot {
    std::uint64_t number = 0;  // 0: free
    bool is_answered = false;
    Request request;
    OwnedPath path;
  };
  struct Waiting {
    std::int64_t rank;
    FindTicket ticket;
  };

  [[nodiscard]] static bool is_later(const Waiting& a, const Waiting& b) noexcept;
  [[nodiscard]] const Slot* find_slot(FindTicket ticket) const noexcept;
  void make_room(std::size_t slots);
  void drop_released() noexcept;
  void run_slice();
  void answer(const FoundPath& found);

  Finder finder_;
  std::size_t slice_ = 32;
  std::uint64_t lead_ = 100;
  std::uint64_t submitted_ = 0;
  std::vector<std::unique_ptr<Slot>> slots_;  // answers stay where they are
  std::vector<std::uint32_t> free_;           // slots
  std::vector<Waiting> waiting_;  // a heap with the next request on top, and released ones
  std::size_t released_ = 0;      // of them
  std::optional<FindTicket> current_;
};

}  // namespace taut
TAUT_API_END
