// Hidden: an object is destroyed once, by its last owner.
#include <type_traits>
#include <utility>

#include <taut/detail/memory.hpp>

#include "support/catch.hpp"

using namespace taut;

namespace {

struct Counted {
  explicit Counted(int& living) : count(living) { ++count; }
  ~Counted() { --count; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  int& count;
};

using Owner = detail::Hidden<Counted>;

}  // namespace

TEST_CASE("Hidden: moves, and what is moved from", "[hidden]") {
  static_assert(!std::is_copy_constructible_v<Owner> && !std::is_copy_assignable_v<Owner>);
  static_assert(std::is_nothrow_move_constructible_v<Owner>);
  static_assert(std::is_nothrow_move_assignable_v<Owner>);
  int living = 0;
  {
    Owner first = detail::make_hidden<Counted>(living);
    Owner second = detail::make_hidden<Counted>(living);
    const Counted* const kept = second.get();
    CHECK(living == 2);
    first = std::move(second);
    CHECK(living == 1);
    CHECK((first.get() == kept && second == nullptr && !second));

    Owner& same = first;
    first = std::move(same);
    CHECK((living == 1 && first.get() == kept));

    const Owner third(std::move(first));
    CHECK((living == 1 && third.get() == kept && first == nullptr));
    first = Owner();
    CHECK((living == 1 && first == nullptr));
  }
  CHECK(living == 0);
  CHECK(Owner() == nullptr);
}
