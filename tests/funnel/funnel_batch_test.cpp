// string_pull_batch() against string_pull(), on every kind of vectors that the machine has.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/funnel.hpp>

#ifdef TAUT_HAS_HIGHWAY
#include <hwy/highway.h>
#endif

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/lattice.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A corridor, the room for its path, and what string_pull() makes of it.
struct Job {
  LatticeCorridor corridor;
  float scale;
  std::vector<Portal> portals;
  GuardedBlock<Point> out;
  std::vector<Point> path;
  Result result;

  Job(LatticeCorridor made, float unit, std::size_t capacity)
      : corridor(std::move(made)),
        scale(unit),
        portals(to_portals(corridor.portals, unit)),
        out(capacity),
        path(capacity),
        result(string_pull(start(), goal(), portals, path)) {}

  [[nodiscard]] Point start() const { return to_point(corridor.start, scale); }
  [[nodiscard]] Point goal() const { return to_point(corridor.goal, scale); }
  [[nodiscard]] PullTask task() { return {start(), goal(), portals, out.room()}; }
  [[nodiscard]] std::size_t bound() const { return max_path_points(portals.size()); }
};

using Jobs = std::deque<Job>;

bool has_same_bits(const Point& a, const Point& b) {
  return std::bit_cast<std::uint32_t>(a.x) == std::bit_cast<std::uint32_t>(b.x) &&
         std::bit_cast<std::uint32_t>(a.y) == std::bit_cast<std::uint32_t>(b.y);
}

// Calls check(name) with every kind of vectors that the library was built for and the machine has.
template <class Check>
void for_each_target(Check check) {
#ifdef TAUT_HAS_HIGHWAY
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    check(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
#endif
  check("what the machine has");
}

// Pulls all jobs as one batch, on every target; empty when each gets what string_pull() gives.
std::string find_batch_fault(Jobs& jobs) {
  std::vector<PullTask> tasks;
  for (Job& job : jobs) tasks.push_back(job.task());
  std::string fault;
  for_each_target([&](const char* target) {
    GuardedBlock<Result> results(tasks.size());
    std::fill(results.room().begin(), results.room().end(), Result{Status::no_path, 12345});
    for (Job& job : jobs) std::fill(job.out.room().begin(), job.out.room().end(), Point{7, 7});
    string_pull_batch(tasks, results.room());
    if (!results.is_intact()) fault = std::string(target) + " wrote past the results";
    for (std::size_t i = 0; i < jobs.size() && fault.empty(); ++i) {
      Job& job = jobs[i];
      const Result got = results.room()[i];
      const std::span<const Point> path = job.out.room();
      if (got.status == job.result.status && got.count == job.result.count && job.out.is_intact() &&
          std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(got.count),
                     job.path.begin(), has_same_bits)) {
        continue;
      }
      std::ostringstream text;
      text << target << ": task " << i << " of " << jobs.size() << ", capacity " << path.size()
           << ", scale " << job.scale << ": " << to_string(got.status) << " " << got.count
           << " instead of " << to_string(job.result.status) << " " << job.result.count
           << "\nstart " << job.corridor.start.x << " " << job.corridor.start.y << " goal "
           << job.corridor.goal.x << " " << job.corridor.goal.y << " portals";
      for (const LatticePortal& portal : job.corridor.portals) {
        text << "  " << portal.left.x << " " << portal.left.y << " " << portal.right.x << " "
             << portal.right.y;
      }
      fault = text.str();
    }
  });
  return fault;
}

LatticeCorridor make_corridor(Random& random, std::size_t max_steps) {
  const RowKind& kind = kRowKinds[random.below(kRowKinds.size())];
  const CellRow row = kind.make(random, random.below(max_steps + 1));
  return place_ends(random, row, random.chance(25) ? random.between(1, 40) : 0);
}

void add_job(Jobs& jobs, LatticeCorridor corridor, float scale, std::size_t capacity) {
  jobs.emplace_back(std::move(corridor), scale, capacity);
}

}  // namespace

TEST_CASE("string_pull_batch: random corridors of mixed kinds, lengths and units", "[batch]") {
  for (Random& random : random_generators("batch")) {
    std::size_t pulled = 0;
    for (std::size_t i = 0; i < random_count(400, 200000); ++i) {
      Jobs jobs;
      const std::size_t count = random.below(random.chance(50) ? 20 : 80);
      const std::size_t max_steps = random.chance(10) ? 400 : random.chance(50) ? 40 : 5;
      for (std::size_t k = 0; k < count; ++k) {
        LatticeCorridor corridor = make_corridor(random, max_steps);
        // A row of many steps may leave the coordinates that floats hold.
        if (max_coordinate(corridor) >= std::int64_t{1} << 24U) continue;
        if (random.chance(20)) corridor = shear(random, corridor, std::int64_t{1} << 24U);
        const auto scale = static_cast<float>(std::ldexp(1.0, random.between(-12, 12)));
        // Any room: none, some, just enough, enough for every path.
        const std::size_t bound = max_path_points(corridor.portals.size());
        const std::size_t capacity = random.chance(50) ? bound : random.below(bound + 3);
        add_job(jobs, std::move(corridor), scale, capacity);
      }
      const std::string fault = find_batch_fault(jobs);
      if (!fault.empty()) FAIL(fault);
      pulled += jobs.size();
    }
    CHECK(pulled > 0);
  }
}

TEST_CASE("string_pull_batch: every capacity", "[batch]") {
  for (Random& random : random_generators("batch capacity")) {
    for (std::size_t i = 0; i < random_count(150, 5000); ++i) {
      Jobs jobs;
      for (int k = 0; k < 4; ++k) {
        const LatticeCorridor corridor = make_corridor(random, 30);
        const std::size_t bound = max_path_points(corridor.portals.size());
        for (std::size_t capacity = 0; capacity <= bound; ++capacity) {
          add_job(jobs, corridor, 1.0F / 64.0F, capacity);
        }
      }
      const std::string fault = find_batch_fault(jobs);
      if (!fault.empty()) FAIL(fault);
    }
    SUCCEED();
  }
}

TEST_CASE("string_pull_batch: more turns than a lane notes, every capacity", "[batch]") {
  // A staircase: the path turns at every second portal.
  LatticeCorridor corridor{{0, 1}, {0, 0}, {}};
  for (std::int64_t i = 0; i < 40; ++i) {
    const std::int64_t y = i % 2 == 0 ? 0 : 10;
    corridor.portals.push_back({{4 * i + 2, y + 2}, {4 * i + 2, y}});
  }
  corridor.goal = {4 * 40, 1};
  Jobs jobs;
  const std::size_t bound = max_path_points(corridor.portals.size());
  for (std::size_t capacity = 0; capacity <= bound; ++capacity) {
    add_job(jobs, corridor, 1.0F, capacity);
  }
  CHECK(jobs.back().result.count > 2 * kLaneTurns);
  CHECK(find_batch_fault(jobs) == "");
}

TEST_CASE("string_pull_batch: the order of the tasks does not matter", "[batch]") {
  for (Random& random : random_generators("batch order")) {
    for (std::size_t i = 0; i < random_count(60, 2000); ++i) {
      std::vector<LatticeCorridor> corridors;
      for (int k = 0; k < 40; ++k) {
        corridors.push_back(make_corridor(random, random.chance(10) ? 200 : 12));
        if (max_coordinate(corridors.back()) >= std::int64_t{1} << 24U) corridors.pop_back();
      }
      for (int round = 0; round < 3; ++round) {
        Jobs jobs;
        for (const LatticeCorridor& corridor : corridors) {
          add_job(jobs, corridor, 1.0F, max_path_points(corridor.portals.size()));
        }
        const std::string fault = find_batch_fault(jobs);
        if (!fault.empty()) FAIL("round " << round << ": " << fault);
        for (std::size_t k = corridors.size(); k > 1; --k) {
          std::swap(corridors[k - 1], corridors[random.below(k)]);
        }
      }
    }
    SUCCEED();
  }
}

TEST_CASE("string_pull_batch: batches of any size, tasks without portals, no tasks", "[batch]") {
  for (Random& random : random_generators("batch size")) {
    for (std::size_t size = 0; size <= 40; ++size) {
      for (const std::size_t max_steps : {std::size_t{0}, std::size_t{1}, std::size_t{30}}) {
        Jobs jobs;
        for (std::size_t k = 0; k < size; ++k) {
          LatticeCorridor corridor = make_corridor(random, max_steps);
          if (max_steps == 0) {
            corridor.portals.clear();
            if (random.chance(50)) corridor.goal = corridor.start;
          }
          const std::size_t bound = max_path_points(corridor.portals.size());
          add_job(jobs, std::move(corridor), 1.0F, random.chance(80) ? bound : random.below(bound));
        }
        const std::string fault = find_batch_fault(jobs);
        if (!fault.empty()) FAIL(fault);
      }
    }
    SUCCEED();
  }
}

TEST_CASE("string_pull_batch: more results than tasks stay as they were", "[batch]") {
  std::vector<Point> out(2);
  const std::vector<PullTask> tasks(20, {{0, 0}, {1, 0}, {}, out});
  std::vector<Result> results(tasks.size() + 1, {Status::no_path, 12345});
  for_each_target([&](const char* target) {
    INFO(target);
    string_pull_batch(tasks, results);
    CHECK(results[tasks.size() - 1].status == Status::ok);
    CHECK(results[tasks.size() - 1].count == 2);
    CHECK(results[tasks.size()].status == Status::no_path);
    CHECK(results[tasks.size()].count == 12345);
  });
}

TEST_CASE("string_pull_batch: portals that no corridor has give some path and no fault",
          "[batch]") {
  for (Random& random : random_generators("batch nonsense")) {
    for (std::size_t i = 0; i < random_count(400, 20000); ++i) {
      std::deque<std::vector<Portal>> portals;
      std::deque<GuardedBlock<Point>> rooms;
      std::vector<PullTask> tasks;
      const bool has_wild_numbers = random.chance(10);
      const auto number = [&] {
        constexpr std::array kWild{
            std::numeric_limits<float>::quiet_NaN(),  std::numeric_limits<float>::infinity(),
            -std::numeric_limits<float>::infinity(),  std::numeric_limits<float>::max(),
            std::numeric_limits<float>::denorm_min(), -0.0F};
        if (has_wild_numbers && random.chance(20)) return kWild[random.below(kWild.size())];
        return static_cast<float>(random.between(-4, 4));
      };
      const auto any = [&]() -> Point {
        const float x = number();
        return {x, number()};
      };
      for (int k = 0; k < 30; ++k) {
        portals.emplace_back();
        const int count = random.between(0, 20);
        for (int n = 0; n < count; ++n) {
          const Point left = any();
          portals.back().push_back({left, any()});
        }
        rooms.emplace_back(max_path_points(portals.back().size()));
        const Point start = any();
        tasks.push_back({start, any(), portals.back(), rooms.back().room()});
      }
      for_each_target([&](const char* target) {
        std::vector<Result> results(tasks.size(), {Status::no_path, 0});
        string_pull_batch(tasks, results);
        for (std::size_t k = 0; k < tasks.size(); ++k) {
          const PullTask& task = tasks[k];
          const bool is_good = results[k].status == Status::ok && results[k].count >= 1 &&
                               results[k].count <= task.out.size() && rooms[k].is_intact() &&
                               has_same_bits(task.out[results[k].count - 1], task.goal);
          if (!is_good) FAIL(target << ": task " << k);
        }
      });
    }
    SUCCEED();
  }
}

TEST_CASE("string_pull_batch: a long curve before a hall is linear", "[batch]") {
  // The right ends of the portals lie on a parabola, bent towards the goal; the left ones are far
  // out. That the path turns at all of the right ones shows at the goal only.
  constexpr std::int64_t kPortals = 4096;
  LatticeCorridor corridor{{-1, 0}, {0, 0}, {}};
  for (std::int64_t i = 0; i < kPortals; ++i) {
    corridor.portals.push_back({{i * 1024, 8'000'000}, {i * 1024, -i * (i + 1) / 2}});
  }
  corridor.goal = {kPortals * 1024, -8'400'000};
  REQUIRE(max_coordinate(corridor) < std::int64_t{1} << 24U);
  Jobs jobs;
  for (int i = 0; i < 16; ++i) {
    add_job(jobs, corridor, 1.0F, max_path_points(corridor.portals.size()));
  }
  CHECK(jobs.front().result.count == kPortals + 2);
  CHECK(find_batch_fault(jobs) == "");

  using Clock = std::chrono::steady_clock;
  std::vector<PullTask> tasks;
  for (Job& job : jobs) tasks.push_back(job.task());
  std::vector<Result> results(tasks.size());
  std::chrono::duration<double> one_by_one{1e9};
  std::chrono::duration<double> batch{1e9};
  for (int round = 0; round < 3; ++round) {
    const Clock::time_point start = Clock::now();
    for (const PullTask& task : tasks) {
      results[0] = string_pull(task.start, task.goal, task.portals, task.out);
    }
    const Clock::time_point middle = Clock::now();
    string_pull_batch(tasks, results);
    one_by_one = std::min<std::chrono::duration<double>>(one_by_one, middle - start);
    batch = std::min<std::chrono::duration<double>>(batch, Clock::now() - middle);
  }
  // A scan that restarts at every corner would take hundreds of times as long.
  CHECK(batch < 20.0 * one_by_one);
}

TEST_CASE("string_pull_batch: does not allocate", "[batch][allocation]") {
  for (Random& random : random_generators("batch allocation")) {
    Jobs jobs;
    for (int k = 0; k < 200; ++k) {
      LatticeCorridor corridor = make_corridor(random, 60);
      const std::size_t bound = max_path_points(corridor.portals.size());
      add_job(jobs, std::move(corridor), 1.0F, random.chance(80) ? bound : random.below(bound));
    }
    std::vector<PullTask> tasks;
    for (Job& job : jobs) tasks.push_back(job.task());
    std::vector<Result> results(tasks.size());
    for_each_target([&](const char* target) {
      const AllocationCounter counter;
      string_pull_batch(tasks, results);
      const std::size_t taken = counter.count();
      INFO(target);
      CHECK(taken == 0);
    });
  }
}
