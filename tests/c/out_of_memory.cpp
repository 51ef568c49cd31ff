// The interface for C when memory runs out. Each allocation of each of a sequence of calls fails
// once. The call returns TAUT_OUT_OF_MEMORY, does it when it is repeated, and nothing leaks. A
// world that an edit broke says so.
#include <taut_crowd.h>
#include <taut_follower.h>
#include <taut_group.h>
#include <taut_links.h>
#include <taut_maps.h>
#include <taut_pictures.h>
#include <taut_queue.h>
#include <taut_shared.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>

#include "support/allocation_counter.hpp"

namespace {

using taut::test::live_blocks;
using taut::test::SharedFailure;

constexpr std::size_t kNever = 1'000'000'000;
constexpr int kNoEdit = -1;

int failures = 0;
int edit_count = 0;
long broken_worlds = 0;
long failed_allocations = 0;

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "out of memory: %s\n", what);
  ++failures;
}

// The calls of one run; between them nothing is allocated. The allocation of that number fails in
// each of them, or in one edit alone: edits may break the world, and calls after that are left out.
class Run {
 public:
  Run(std::size_t failing, int failing_edit) : failing_(failing), failing_edit_(failing_edit) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    taut_crowd_destroy(crowd_);
    taut_queue_destroy(queue_);
    taut_group_destroy(group_);
    taut_follower_destroy(follower_);
    taut_field_destroy(field_);
    taut_batch_destroy(batch_);
    taut_finder_destroy(early_);
    taut_finder_destroy(finder_);
    taut_world_destroy(read_);
    taut_world_destroy(world_);
  }

  void make_all() {
    make_worlds();
    if (!is_over_) find_all_kinds();
    if (!is_over_) query_batch();
    if (!is_over_) queue_requests();
    if (!is_over_) find_group();
    if (!is_over_) follow();
    if (!is_over_) query_field(kNarrow);
    if (!is_over_) query_field(kWalker);
    if (!is_over_) move_crowd();
    if (!is_over_) pass_link();
    if (!is_over_) share();
  }

  [[nodiscard]] bool has_failed() const { return has_failed_; }
  [[nodiscard]] int edit_count() const { return edit_count_; }

 private:
  template <class Call>
  void call(const char* what, const Call& call) {
    arm(failing_edit_ == kNoEdit);
    if (!is_over_ && fails(what, call)) check(call() == TAUT_OK, what);
  }
  // Edits world_, which may be broken if this fails.
  template <class Edit>
  void edit(const char* what, const Edit& edit) {
    arm(edit_count_++ == failing_edit_);
    if (is_over_ || !fails(what, edit)) return;
    const taut_status again = edit();
    if (again == TAUT_OK) return;
    is_over_ = true;
    ++broken_worlds;
    check(again == TAUT_BAD_ARGUMENT, "an edit of a broken world");
    check_broken();
  }
  void set(int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    edit("taut_world_set", [&] { return taut_world_set(world_, x0, y0, x1, y1, 0); });
  }

  void check_broken() {
    taut_error error{};
    check(taut_world_set_class(world_, 0, 0, 1, 1, 2, &error) == TAUT_BAD_ARGUMENT &&
              std::strstr(error.text, "memory") != nullptr,
          "words for a broken world");
    check(taut_world_prepare_agent(world_, &kSquare, nullptr) == TAUT_BAD_ARGUMENT, "prepare");
    taut_path path;
    check(taut_find(early_, 1.5F, 1.5F, 10.5F, 2.5F, nullptr, &path) == TAUT_INVALID_INPUT &&
              path.reason == TAUT_REASON_BROKEN,
          "a query on a broken world");
    check(taut_path_corridor(early_, nullptr, 0, nullptr) == TAUT_INVALID_INPUT, "its corridor");
    check(taut_finder_create(world_, &finder_) == TAUT_BAD_ARGUMENT && finder_ == nullptr,
          "a finder of a broken world");
    check(taut_world_is_prepared(world_, nullptr) == 0, "an agent of a broken world");
    check(taut_world_has_room(world_, nullptr, 1.5F, 1.5F) == 0, "room in a broken world");
    taut_point place;
    check(taut_nearest_place(world_, nullptr, 1.5F, 1.5F, 2.5F, 1.5F, 9.0, &place) ==
              TAUT_INVALID_INPUT,
          "a place in a broken world");
    check(taut_world_changes_since(world_, 0, nullptr, 0, nullptr) == TAUT_INVALID_INPUT,
          "changes of a broken world");
    check(taut_world_mesh(world_, nullptr, nullptr, 0, nullptr, nullptr, 0, nullptr) ==
              TAUT_INVALID_INPUT,
          "the mesh of a broken world");
  }

  void arm(bool is_due) {
    if (is_due) {
      failure_.arm(failing_);
    } else {
      failure_.disarm();
    }
  }

  // Returns whether an allocation failed since arm().
  bool notes_failure() {
    if (!failure_.has_failed()) return false;
    has_failed_ = true;
    ++failed_allocations;
    return true;
  }

  // The same of a call.
  template <class Call>
  bool fails(const char* what, const Call& call) {
    const taut_status status = call();
    const bool has_failed = notes_failure();
    check(status == (has_failed ? TAUT_OUT_OF_MEMORY : TAUT_OK), what);
    return has_failed;
  }

  void make_worlds() {
    call("taut_world_create", [&] { return taut_world_create(12, 9, nullptr, &world_, nullptr); });
    static constexpr char kMap[] = "......\n.@..@.\n......\n";
    call("taut_world_read", [&] {
      constexpr auto kLength = static_cast<std::uint32_t>(sizeof kMap - 1);
      return taut_world_read(kMap, kLength, nullptr, &read_, nullptr);
    });
    call("taut_world_write", [&] {
      std::array<char, 128> text;
      return taut_world_write(read_, nullptr, 0, text.data(), 128, nullptr, nullptr);
    });
    taut_world_destroy(std::exchange(read_, nullptr));
    call("taut_world_read_letters", [&] {
      constexpr auto kLength = static_cast<std::uint32_t>(sizeof kMap - 1);
      const taut_letter wall{'@', 4, 0};
      return taut_world_read_letters(kMap, kLength, nullptr, &wall, 1, &read_, nullptr);
    });
    call("taut_world_set_class",
         [&] { return taut_world_set_class(world_, 1, 6, 3, 8, 2, nullptr); });
    std::array<float, TAUT_GROUND_CLASSES> factors;
    factors.fill(1.0F);
    factors[2] = std::numeric_limits<float>::infinity();
    call("taut_world_set_ground",
         [&] { return taut_world_set_ground(world_, 1, factors.data(), nullptr); });
    factors[2] = 4.0F;
    call("taut_world_set_ground, costs",
         [&] { return taut_world_set_ground(world_, 2, factors.data(), nullptr); });
    call("taut_finder_create", [&] { return taut_finder_create(world_, &early_); });
    set(4, 0, 6, 7);
    for (const taut_agent& agent : {kNarrow, kWide, kSquare, kWalker}) {
      call("taut_world_prepare_agent",
           [&] { return taut_world_prepare_agent(world_, &agent, nullptr); });
    }
    edit("taut_world_set_class, grounds",
         [&] { return taut_world_set_class(world_, 7, 1, 9, 3, 2, nullptr); });
    factors[2] = 3.0F;
    edit("taut_world_set_ground, again",
         [&] { return taut_world_set_ground(world_, 2, factors.data(), nullptr); });
    call("taut_world_keep_landmarks",
         [&] { return taut_world_keep_landmarks(world_, 2, nullptr); });
    set(8, 4, 9, 9);
    call("taut_world_refresh_landmarks",
         [&] { return taut_world_refresh_landmarks(world_, 1, nullptr); });
    call("taut_world_keep_index", [&] { return taut_world_keep_index(world_, 1U << 20U); });
    set(0, 8, 1, 9);
    call("taut_world_refresh_index", [&] { return taut_world_refresh_index(world_, 2, nullptr); });
    call("taut_world_set_class",
         [&] { return taut_world_set_class(read_, 2, 0, 4, 3, 4, nullptr); });
    call("taut_finder_create", [&] { return taut_finder_create(world_, &finder_); });
  }

  // After all else: a link to the room behind the walls, which queries then pass.
  void pass_link() {
    std::uint32_t link = 0;
    const auto cost = [](double value) {
      taut_link_options options;
      taut_link_options_init(&options);
      options.cost = value;
      return options;
    };
    const taut_link_options cheap = cost(0.5);
    call("taut_world_link",
         [&] { return taut_world_link(world_, 2.5F, 1.5F, 9.5F, 2.5F, &cheap, &link, nullptr); });
    const taut_link_options free = cost(0.0);
    call("taut_world_change_link",
         [&] { return taut_world_change_link(world_, link, &free, nullptr); });
    taut_find_options options;
    taut_find_options_init(&options);
    for (const taut_agent& agent : {taut_agent{}, kWalker, kNarrow}) {
      options.agent = agent;
      call("taut_find, over a link", [&] { return find(options); });
      if (is_over_) continue;
      std::uint32_t count = 0;
      taut_passed_link passed{};
      check(taut_path_links(finder_, &passed, 1, &count) == TAUT_OK && count == 1, "a link passed");
      query_field(agent);
    }
  }

  // Edits of a shared world leave it whole.
  void share() {
    call("taut_world_share", [&] { return taut_world_share(read_, nullptr); });
    for (const std::int32_t walkable : {0, 1}) {
      call("taut_world_set, shared", [&] { return taut_world_set(read_, 3, 0, 4, 3, walkable); });
      call("taut_world_publish", [&] { return taut_world_publish(read_); });
      taut_world* seen = nullptr;
      call("taut_world_published", [&] { return taut_world_published(read_, &seen); });
      check(taut_world_is_walkable(seen, 3, 0) == walkable, "what was published");
      taut_world_destroy(seen);
    }
    taut_index* index = nullptr;
    call("taut_index_build", [&] { return taut_index_build(read_, 1 << 20, &index); });
    call("taut_world_use_index", [&] { return taut_world_use_index(read_, index, nullptr); });
    taut_index_destroy(index);
  }

  taut_status find(const taut_find_options& options) {
    taut_path path;
    return taut_find(finder_, 1.5F, 1.5F, 10.5F, 2.5F, &options, &path);
  }

  void find_all_kinds() {
    taut_find_options options;
    taut_find_options_init(&options);
    for (int method = TAUT_METHOD_BEST; method <= TAUT_METHOD_FAST; ++method) {
      options.method = method;
      call("taut_find", [&] { return find(options); });
    }
    taut_find_options_init(&options);
    for (const taut_agent& agent : {kWalker, kSquare, kNarrow, kWide}) {
      options.agent = agent;
      call("taut_find, agents", [&] { return find(options); });
    }
    call("taut_path_polyline", [&] {
      std::array<taut_point, 256> line;
      return taut_path_polyline(finder_, 0.01, line.data(), 256, nullptr);
    });
    taut_find_options_init(&options);
    call("taut_find", [&] { return find(options); });
    std::array<std::uint32_t, 64> cells;
    std::array<taut_portal, 64> portals;
    std::array<taut_cone, 64> cones;
    call("taut_path_corridor",
         [&] { return taut_path_corridor(finder_, cells.data(), 64, nullptr); });
    call("taut_path_portals",
         [&] { return taut_path_portals(finder_, portals.data(), 64, nullptr); });
    call("taut_path_cones", [&] { return taut_path_cones(finder_, cones.data(), 64, nullptr); });
    std::array<char, 256> words;
    call("taut_visible_tiles",
         [&] { return taut_visible_tiles(world_, 0, 1, 1, 5.0, cells.data(), 64, nullptr); });
    std::array<taut_point, 64> corners;
    call("taut_visibility_polygon", [&] {
      return taut_visibility_polygon(world_, 0, 1.5F, 1.5F, 5.0, corners.data(), 64, nullptr);
    });
    std::array<float, 256> numbers;
    const taut_tile_goal exit{1, 1, 0.0F};
    call("taut_frontier",
         [&] { return taut_frontier(world_, 0, 0, cells.data(), 64, nullptr, nullptr); });
    call("taut_tile_distances", [&] {
      return taut_tile_distances(world_, nullptr, &exit, 1, numbers.data(), 256, nullptr, nullptr);
    });
    std::array<float, 256> escape;
    call("taut_escape_map", [&] {
      return taut_escape_map(world_, nullptr, &exit, 1, numbers.data(), escape.data(), 256, nullptr,
                             nullptr);
    });
    taut_tile_creature creature;
    taut_tile_creature_init(&creature);
    creature.values = numbers.data();
    call("taut_step_tiles",
         [&] { return taut_step_tiles(world_, nullptr, &creature, 1, nullptr, nullptr); });
    call("taut_explain", [&] {
      return taut_explain(world_, TAUT_REASON_GOAL_BLOCKED, 1, 1, 4, 1, nullptr, words.data(), 256,
                          nullptr);
    });
  }

  void query_batch() {
    call("taut_batch_create", [&] { return taut_batch_create(world_, 3, &batch_, nullptr); });
    taut_query query;
    query.start = {1.5F, 1.5F};
    query.goal = {10.5F, 2.5F};
    query.options = 0;
    std::array<taut_query, 8> queries;
    queries.fill(query);
    std::array<taut_path, 8> paths{};
    call("taut_find_all", [&] {
      return taut_find_all(batch_, queries.data(), 8, nullptr, 0, paths.data(), nullptr);
    });
    for (const taut_path& path : paths) check(path.status == TAUT_OK, "a path of a batch");
  }

  void queue_requests() {
    call("taut_queue_create", [&] { return taut_queue_create(world_, &queue_); });
    for (int i = 0; i < 3; ++i) {
      taut_ticket ticket;
      call("taut_queue_submit", [&] {
        return taut_queue_submit(queue_, 1.5F, 1.5F, 10.5F, 2.5F, nullptr, i, &ticket, nullptr);
      });
      // A request that memory runs out for has an answer.
      arm(failing_edit_ == kNoEdit);
      check(taut_queue_advance(queue_, 1000, nullptr) == TAUT_OK, "taut_queue_advance");
      taut_path path;
      if (notes_failure()) {
        check(taut_queue_answer(queue_, ticket, finder_, &path) == TAUT_OUT_OF_NODES &&
                  path.reason == TAUT_REASON_LIMIT,
              "an answer for want of memory");
      } else {
        call("taut_queue_answer",
             [&] { return taut_queue_answer(queue_, ticket, finder_, &path); });
      }
    }
  }

  void find_group() {
    call("taut_group_create", [&] { return taut_group_create(&group_); });
    std::array<taut_group_unit, 3> units{};
    for (taut_group_unit& unit : units) unit = {{10.5F, 2.5F}, kNarrow};
    units[0].start.y = 6.5F;
    for (const std::int32_t method : {TAUT_GROUP_SEARCHES, TAUT_GROUP_FIELD}) {
      taut_group_options options;
      taut_group_options_init(&options);
      options.ends = TAUT_ENDS_SPREAD;
      options.method = method;
      taut_group_result result;
      call("taut_find_group", [&] {
        return taut_find_group(finder_, units.data(), 3, 1.5F, 1.5F, &options, group_, &result);
      });
      check(result.found == 3, "paths of a group");
      taut_path path;
      call("taut_group_path", [&] { return taut_group_path(group_, 0, finder_, &path); });
    }
  }

  void follow() {
    call("taut_follower_create",
         [&] { return taut_follower_create(world_, &kNarrow, 2.0, &follower_, nullptr); });
    call("taut_follower_set", [&] { return taut_follower_set(follower_, finder_); });
    check(taut_follower_update(follower_) == TAUT_FOLLOW_ON_PATH, "a path is followed");
  }

  void query_field(const taut_agent& agent) {
    taut_field_destroy(field_);
    field_ = nullptr;
    const taut_goal goal{{1.5F, 1.5F}, 0.0};
    call("taut_field_create", [&] { return taut_field_create(&agent, &field_, nullptr); });
    call("taut_field_set_goals",
         [&] { return taut_field_set_goals(field_, &goal, 1, INFINITY, nullptr); });
    call("taut_field_update", [&] { return taut_field_update(field_, world_, nullptr); });
    std::array<float, 12 * 9> distances{};
    call("taut_field_distances",
         [&] { return taut_field_distances(field_, distances.data(), 12 * 9, nullptr); });
    check(distances[0] > 0.0F && distances[0] < 2.0F, "a distance");
    taut_path path;
    call("taut_find_by_field",
         [&] { return taut_find_by_field(finder_, field_, 10.5F, 2.5F, &path); });
  }

  // Along the field of query_field().
  void move_crowd() {
    std::array<std::uint32_t, 3> units{};
    call("taut_crowd_create", [&] { return taut_crowd_create(world_, nullptr, &crowd_, nullptr); });
    for (std::uint32_t& unit : units) {
      const auto x = static_cast<float>(8 + (&unit - units.data()));
      call("taut_crowd_add",
           [&] { return taut_crowd_add(crowd_, &kWalker, x, 2.5F, nullptr, &unit, nullptr); });
    }
    const taut_point place{1.5F, 1.5F};
    const auto advance = [&](int ticks) {
      arm(failing_edit_ == kNoEdit);
      bool has_failed = false;
      for (int i = 0; i < ticks; ++i) {
        // A search that has no memory is answered: its unit has no way.
        const taut_status status = taut_crowd_advance(crowd_, 0.05, nullptr);
        has_failed = has_failed || notes_failure();
        check(status == TAUT_OK || (has_failed && status == TAUT_OUT_OF_MEMORY),
              "taut_crowd_advance");
      }
    };
    call("taut_crowd_order", [&] { return taut_crowd_order(crowd_, units[0], 1.5F, 1.5F); });
    call("taut_crowd_order_group",
         [&] { return taut_crowd_order_group(crowd_, units.data(), 3, 1.5F, 1.5F, nullptr); });
    advance(4);
    call("taut_crowd_order_places",
         [&] { return taut_crowd_order_places(crowd_, units.data(), 3, &place, 1, nullptr); });
    taut_find_options around;
    taut_find_options_init(&around);
    around.agent = kWalker;
    taut_path led;
    call("taut_crowd_find", [&] {
      return taut_crowd_find(crowd_, finder_, 1.5F, 2.5F, 11.5F, 2.5F, &around, TAUT_OBSTACLES_ALL,
                             units.data(), 1, &led);
    });
    call("taut_crowd_order_field",
         [&] { return taut_crowd_order_field(crowd_, units.data(), 3, field_, nullptr); });
    advance(4);
    std::array<taut_unit_state, 3> states{};
    check(taut_crowd_states(crowd_, states.data(), 3, nullptr) == TAUT_OK &&
              states[0] == TAUT_UNIT_WALKING,
          "a unit walks");
  }

  static constexpr taut_agent kNarrow{0.3, TAUT_AGENT_DISC, 0};
  static constexpr taut_agent kWalker{0.3, TAUT_AGENT_DISC, 2};  // its tiles cost differently
  static constexpr taut_agent kWide{0.8, TAUT_AGENT_DISC, 0};
  static constexpr taut_agent kSquare{0.75, TAUT_AGENT_SQUARE, 0};

  const std::size_t failing_;
  const int failing_edit_;  // kNoEdit: the calls that are no edits
  SharedFailure failure_;
  bool has_failed_ = false;
  int edit_count_ = 0;
  bool is_over_ = false;
  taut_world* world_ = nullptr;
  taut_world* read_ = nullptr;
  taut_finder* early_ = nullptr;  // made before the edits
  taut_finder* finder_ = nullptr;
  taut_batch* batch_ = nullptr;
  taut_field* field_ = nullptr;
  taut_crowd* crowd_ = nullptr;
  taut_queue* queue_ = nullptr;
  taut_group* group_ = nullptr;
  taut_follower* follower_ = nullptr;
};

// Returns whether an allocation failed.
bool run(std::size_t failing, int failing_edit) {
  const long before = live_blocks();
  bool has_failed = false;
  {
    Run calls(failing, failing_edit);
    calls.make_all();
    has_failed = calls.has_failed();
    edit_count = std::max(edit_count, calls.edit_count());
  }
  // The first run leaves what is kept for all finders to come.
  check(live_blocks() == before || failing == kNever, "a block is lost");
  return has_failed;
}

}  // namespace

int main() {
  run(kNever, kNoEdit);  // what is allocated once
  for (int edit = kNoEdit; edit < edit_count; ++edit) {
    for (std::size_t k = 0; failures == 0 && run(k, edit); ++k) {
    }
  }
  check(failed_allocations > 5000, "there are allocations");
  check(broken_worlds > 4, "there are edits that break a world");
  std::printf("c: %ld allocations of calls failed, %ld of them broke a world\n", failed_allocations,
              broken_worlds);
  return failures == 0 ? 0 : 1;
}
