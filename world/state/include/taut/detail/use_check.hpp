// UseCheck: whether an object is used as it must be, in builds with assertions.
#pragma once

#include <taut/detail/api.hpp>
#include <taut/detail/threads.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// A member of an object that one thread uses at a time. Copies are flags of their own.
class UseFlag {
 public:
  UseFlag() noexcept = default;
  UseFlag(const UseFlag&) noexcept {}
  UseFlag& operator=(const UseFlag&) noexcept { return *this; }

 private:
  friend class UseCheck;
  Shared<bool> is_used_{false};
};

// Asserts that no other thread makes one of the same object while it exists. Does nothing in a
// library without assertions.
class UseCheck {
 public:
  explicit UseCheck(UseFlag& flag) noexcept : flag_(flag) { enter(); }
  ~UseCheck() { leave(); }
  UseCheck(const UseCheck&) = delete;
  UseCheck& operator=(const UseCheck&) = delete;

 private:
  void enter() const noexcept;
  void leave() const noexcept;

  UseFlag& flag_;
};

// Assertions that are named for what they check. They do nothing in a library without assertions.
void check_world_exists(bool exists) noexcept;
void check_path_is_valid(bool is_valid) noexcept;

}  // namespace taut::detail
TAUT_API_END
