#include <taut/detail/answer_stamp.hpp>

#include <memory>
#include <vector>

#include <taut/detail/mutex.hpp>

namespace taut::detail {
namespace {

// All counts that were ever made, and those of them that no finder uses.
struct Counts {
  Mutex mutex;
  std::vector<std::unique_ptr<CallCount>> all;
  std::vector<CallCount*> free;  // with room for all
};

// Never destroyed: finders may be static objects.
Counts& counts() {
  static Counts* const all = new Counts;
  return *all;
}

}  // namespace

AnswerClock::AnswerClock() {
  Counts& own = counts();
  const MutexLock lock(own.mutex);
  if (own.free.empty()) {
    own.free.reserve(own.all.size() + 1);
    own.all.push_back(std::make_unique<CallCount>(0));
    calls_ = own.all.back().get();
    return;
  }
  calls_ = own.free.back();
  own.free.pop_back();
}

AnswerClock::~AnswerClock() {
  begin_call();
  Counts& own = counts();
  const MutexLock lock(own.mutex);
  own.free.push_back(calls_);
}

}  // namespace taut::detail
