// Whether an answer still is its finder's last one.
#pragma once

#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/detail/threads.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// The calls that were made of a finder. It is never freed: others use it after the finder's end.
using CallCount = Shared<std::uint64_t>;

// What an answer keeps: which call made it.
struct AnswerStamp {
  const CallCount* calls = nullptr;  // null: an answer that no finder keeps
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
