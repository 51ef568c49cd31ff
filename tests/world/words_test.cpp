// The words of the front's enumerators, through the header that includes the whole front.
#include <taut/taut.hpp>

#include <initializer_list>
#include <set>
#include <string>

#include "support/catch.hpp"

namespace taut::test {
namespace {

// The words differ, and the number after the last one has none.
template <class Enum>
void check_words(std::initializer_list<Enum> all) {
  std::set<std::string> words;
  for (const Enum one : all) words.insert(to_string(one));
  CHECK(words.size() == all.size());
  CHECK(words.count("unknown") == 0);
  const auto past = static_cast<Enum>(static_cast<int>(*(all.end() - 1)) + 1);
  CHECK(std::string(to_string(past)) == "unknown");
}

}  // namespace

TEST_CASE("words: each enumerator of the front has one of its own") {
  check_words({Status::ok, Status::truncated, Status::no_path, Status::out_of_nodes,
               Status::invalid_input, Status::unfinished});
  check_words({Reason::none, Reason::start_blocked, Reason::goal_blocked, Reason::start_too_near,
               Reason::goal_too_near, Reason::not_connected, Reason::too_narrow, Reason::limit,
               Reason::not_prepared, Reason::bad_options, Reason::goal_too_far, Reason::stale,
               Reason::broken});
  check_words({TileState::blocked, TileState::walkable});
  check_words({AgentShape::point, AgentShape::disc, AgentShape::square});
  check_words({CornerKind::start, CornerKind::left, CornerKind::right, CornerKind::goal});
  check_words({UnitState::idle, UnitState::waiting, UnitState::walking, UnitState::blocked,
               UnitState::yielding, UnitState::arrived, UnitState::no_way, UnitState::at_link});
  check_words({FollowStatus::on_path, FollowStatus::maybe_shorter, FollowStatus::arrived,
               FollowStatus::at_link, FollowStatus::no_path, FollowStatus::off_path,
               FollowStatus::goal_lost, FollowStatus::cut});
  check_words({Method::best, Method::optimal, Method::fast});
  check_words({EndRule::exact, EndRule::nearest});
  check_words({GroupMethod::best, GroupMethod::searches, GroupMethod::field});
  CHECK(std::string(to_string(Method::optimal)) == "optimal");
  CHECK(std::string(to_string(Reason::too_narrow)) == "too_narrow");
}

}  // namespace taut::test
