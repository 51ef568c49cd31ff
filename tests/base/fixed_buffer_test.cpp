// FixedBuffer and the names of statuses.
#include <string>

#include <taut/engine/baselines.hpp>
#include <taut/engine/fixed_buffer.hpp>
#include <taut/engine/funnel.hpp>

#include "support/catch.hpp"

using namespace taut;

TEST_CASE("FixedBuffer: takes what a writer wrote", "[fixed_buffer]") {
  FixedBuffer<Point, 3> path;
  CHECK(path.size() == 0);
  CHECK(path.view().empty());
  CHECK(path.room().size() == 3);

  const Portal portal{{2, 2}, {2, 0}};
  CHECK(path.take(string_pull({1, 1}, {3, 5}, {&portal, 1}, path.room())) == Status::ok);
  REQUIRE(path.size() == 3);
  CHECK(path[0] == Point{1, 1});
  CHECK(path[1] == Point{2, 2});
  CHECK(path[2] == Point{3, 5});
  std::size_t count = 0;
  for (const Point& point : path) count += point.x > 0 ? 1 : 0;
  CHECK(count == 3);

  FixedBuffer<Point, 2> small;
  CHECK(small.take(string_pull({1, 1}, {3, 5}, {&portal, 1}, small.room())) == Status::truncated);
  CHECK(small.size() == 2);
  CHECK(small.view().back() == Point{2, 2});

  // It may be filled again, with less.
  CHECK(path.take(string_pull({1, 1}, {1, 1}, {}, path.room())) == Status::ok);
  CHECK(path.size() == 1);
}

TEST_CASE("Status: names", "[status]") {
  CHECK(std::string(to_string(Status::ok)) == "ok");
  CHECK(std::string(to_string(Status::truncated)) == "truncated");
  CHECK(std::string(to_string(Status::no_path)) == "no_path");
  CHECK(std::string(to_string(Status::out_of_nodes)) == "out_of_nodes");
  CHECK(std::string(to_string(Status::invalid_input)) == "invalid_input");
}
