// Whether an answer still is its finder's last one.
#pragma once

#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/detail/threads.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// How often a finder was called. It is never freed: stamps may outlive the finder.
using CallCount = Shared<std::uint64_t>;

// What an answer keeps: which call made it.
struct AnswerStamp {
  const CallCount* calls = nullptr;  // null: no finder holds the answer, which stays valid
  std::uint64_t number = 0;

  [[nodiscard]] bool is_current() const noexcept {
    return calls == nullptr || calls->get() == number;
  }
};

// What a finder holds.
class AnswerClock {
 public:
  AnswerClock();
  ~AnswerClock();
  AnswerClock(const AnswerClock&) = delete;
  AnswerClock& operator=(const AnswerClock&) = delete;

  // Answers of calls before are not current any more.
  void begin_call() noexcept { calls_->set(calls_->get() + 1); }
  [[nodiscard]] AnswerStamp stamp() const noexcept { return {calls_, calls_->get()}; }

 private:
  CallCount* calls_;
};

}  // namespace taut::detail
TAUT_API_END
