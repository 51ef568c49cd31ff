// Any sequence of calls of the C interface, with any arguments: every status is one that taut.h
// names, no buffer is written beyond its capacity, and what is found can be walked. `./run fuzz`
// builds and runs it.
#include <taut_crowd.h>
#include <taut_maps.h>
#include <taut_pictures.h>
#include <taut_shared.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "fuzz/c_call.hpp"
#include "fuzz/check.hpp"
#include "fuzz/crowd_calls.hpp"
#include "fuzz/link_calls.hpp"
#include "fuzz/tile_calls.hpp"
#include "fuzz/walk_calls.hpp"

using taut::fuzz::CallInput;
using taut::fuzz::check_status;
using taut::fuzz::fill;
using taut::fuzz::require;

namespace {

constexpr std::uint32_t kHandles = 3;

class Calls {
 public:
  explicit Calls(CallInput input) : input_(input) {}
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;
  ~Calls() {
    for (taut_world* world : worlds_) taut_world_destroy(world);
    for (taut_finder* finder : finders_) taut_finder_destroy(finder);
    for (taut_field* field : fields_) taut_field_destroy(field);
    for (taut_crowd* crowd : crowds_) taut_crowd_destroy(crowd);
    taut_batch_destroy(batch_);
  }

  void run() {
    for (int calls = 0; calls < 200 && !input_.is_empty(); ++calls) call();
  }

 private:
  void call() {
    const std::uint8_t code = input_.byte();
    const std::uint32_t at = input_.byte() % kHandles;
    taut_world* const world = worlds_[at];
    if (code >= 0xC0)
      return code % 4 == 0 ? make_crowd(at)
                           : taut::fuzz::move_crowd(input_, crowds_[at], fields_[pick()], error_);
    if (code >= 0xB0 && code < 0xB8) return walk(at);
    if (code >= 0xB8 && code % 2 == 0) return taut::fuzz::edit_links(input_, world, error_);
    if (code >= 0xB8) {
      return taut::fuzz::read_links(input_, world, finders_[at], batch_, fields_[at]);
    }
    switch (code % 16) {
      case 0:
        return make_world(at);
      case 1:
        return edit(world);
      case 2:
        return prepare(world);
      case 3:
        return make_finder(at);
      case 4:
      case 5:
        return find(finders_[at]);
      case 6:
        return advance(finders_[at]);
      case 7:
        return read_path(finders_[at]);
      case 8:
        return run_query(world);
      case 9:
        return draw(world, finders_[at]);
      case 10:
        return make_field(at);
      case 11:
        return update_field(fields_[at]);
      case 12:
        return query_field(fields_[at]);
      case 13:
        return find_by_field(fields_[at]);
      case 14:
        return find_all(world);
      default:
        return explain(world);
    }
  }

  void walk(std::uint32_t at) {
    switch (input_.byte() % 5) {
      case 0:
        return share(at);
      case 1:
        return walkers_.make(input_, worlds_[at], error_);
      case 2:
        return taut::fuzz::run_queue(input_, walkers_, finders_[at], error_);
      case 3:
        return taut::fuzz::find_group(input_, walkers_, finders_[at]);
      default:
        return taut::fuzz::follow(input_, walkers_, finders_[at]);
    }
  }

  [[nodiscard]] std::uint32_t pick() { return input_.byte() % kHandles; }

  // Makes it a shared world; or one of another place what it has published.
  void share(std::uint32_t at) {
    const taut_status status = taut_world_share(worlds_[at], &error_);
    check_status(status);
    if (status == TAUT_OK) std::replace(world_of_.begin(), world_of_.end(), at, kHandles);
    if (input_.byte() % 2 == 0) return check_status(taut_world_publish(worlds_[at]));
    const std::uint32_t to = pick();
    taut_world* seen = nullptr;
    check_status(taut_world_published(worlds_[at], &seen));
    if (seen == nullptr) return;
    require(taut_world_revision(seen) == taut_world_revision(worlds_[at]), "what was published");
    taut_world_destroy(worlds_[to]);
    std::replace(world_of_.begin(), world_of_.end(), to, kHandles);
    worlds_[to] = seen;
  }

  void make_world(std::uint32_t at) {
    taut_world_destroy(worlds_[at]);
    worlds_[at] = nullptr;
    std::replace(world_of_.begin(), world_of_.end(), at, kHandles);
    const std::uint8_t kind = input_.byte();
    if (kind % 4 == 0) {
      std::vector<char> text;
      for (std::uint32_t i = input_.capacity(); i > 0; --i) {
        text.push_back("\n.@.G"[input_.byte() % 5]);
      }
      const std::array<taut_letter, 2> letters{
          {{input_.byte(), input_.byte(), input_.byte() % 2}, {'G', 3, 1}}};
      const auto length = static_cast<std::uint32_t>(text.size());
      check_status(taut_world_read_letters(text.data(), length, nullptr, letters.data(), kind % 3,
                                           &worlds_[at], &error_));
      check_status(taut_world_write(worlds_[at], letters.data(), kind % 3, text.data(), length,
                                    nullptr, &error_));
      return;
    }
    std::int32_t width = input_.integer();
    std::int32_t height = input_.integer();
    if (width > 32 || height > 32) width = height = 20;
    std::vector<std::uint8_t> tiles(32 * 32);
    std::uint32_t random = kind;
    for (std::uint8_t& tile : tiles) {
      random = random * 1664525U + 1013904223U;
      tile = (random >> 24U) > kind ? 1 : 0;
    }
    check_status(taut_world_create(width, height, kind % 4 == 1 ? nullptr : tiles.data(),
                                   &worlds_[at], &error_));
  }

  void edit(taut_world* world) {
    const std::uint64_t before = taut_world_revision(world);
    const taut_rect rect{input_.integer(), input_.integer(), input_.integer(), input_.integer()};
    const std::uint8_t kind = input_.byte();
    if (kind % 16 == 8) {
      std::array<float, TAUT_GROUND_CLASSES> factors;
      factors.fill(1.0F);
      factors[1] = static_cast<float>(input_.number());
      factors[2] = std::numeric_limits<float>::infinity();
      check_status(taut_world_set_ground(world, input_.choice(4), factors.data(), &error_));
    } else if (kind % 4 == 0) {
      check_status(taut_world_set_class(world, rect.x0, rect.y0, rect.x1, rect.y1, input_.choice(4),
                                        &error_));
    } else if (kind % 4 == 1) {
      check_status(taut_world_set_rects(world, &rect, 1, kind & 4));
    } else {
      check_status(
          taut_world_set(world, rect.x0, rect.y0, rect.x1, rect.y1, kind % 4 == 2 ? 0 : 1));
    }
    if (taut_world_revision(world) == before) return;
    const auto changes = fill<taut_rect>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_world_changes_since(world, before, out, capacity, count);
    });
    require(changes.size() <= 1, "an edit is one change");
  }

  void prepare(taut_world* world) {
    const taut_agent agent = input_.agent();
    const taut_status status = taut_world_prepare_agent(world, &agent, &error_);
    check_status(status);
    check_status(taut_world_publish(world));
    require(taut_world_is_prepared(world, &agent) == 1 || status != TAUT_OK,
            "a world is prepared for what it was prepared for");
    const auto choice = input_.choice(5);
    check_status(taut_world_refresh_landmarks(world, 1, nullptr));
    check_status(taut_world_keep_landmarks(world, static_cast<std::uint32_t>(choice), &error_));
    check_status(taut_world_refresh_index(world, 1, nullptr));
    check_status(taut_world_keep_index(world, choice % 2 == 0 ? 0 : 1U << 20U));
  }

  void make_finder(std::uint32_t at) {
    taut_finder_destroy(finders_[at]);
    const std::uint32_t of = pick();
    check_status(taut_finder_create(worlds_[of], &finders_[at]));
    world_of_[at] = of;
  }

  void find(taut_finder* finder) {
    const taut_find_options options = input_.options();
    const float x = input_.place();
    const float y = input_.place();
    taut_path path;
    const float goal_x = input_.place();
    const taut_status status = taut_find(finder, x, y, goal_x, input_.place(), &options, &path);
    check_status(status);
    if (finder == nullptr) return;
    require(status == path.status, "a path has the status that is returned");
    require((status == TAUT_OK) == (path.point_count + path.turn_count > 0),
            "a path has points or turns exactly when there is one");
    require((status == TAUT_OK) == (path.reason == TAUT_REASON_NONE), "a failure has a reason");
    check_walkable(finder, options.agent, path);
  }

  // While the finder's world lives.
  void check_walkable(taut_finder* finder, const taut_agent& agent, const taut_path& path) {
    for (std::uint32_t at = 0; at < kHandles; ++at) {
      if (finders_[at] != finder || world_of_[at] == kHandles || path.point_count == 0) continue;
      require(taut::fuzz::are_legs_walkable(worlds_[world_of_[at]], agent, finder, path),
              "each leg of a path can be walked");
    }
  }

  void advance(taut_finder* finder) {
    taut_find_options options = input_.options();
    taut_path path;
    const float x = input_.place();
    const float y = input_.place();
    const float goal_x = input_.place();
    const float goal_y = input_.place();
    const std::uint8_t calls = input_.byte();
    options.budget = calls;
    for (int i = 0; i < calls % 8; ++i) {
      check_status(taut_find(finder, x, y, goal_x, goal_y, &options, &path));
    }
  }

  void read_path(taut_finder* finder) {
    const auto line = fill<taut_point>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_path_points(finder, out, capacity, count);
    });
    if (finder != nullptr && !line.empty()) {
      require(line.front().x == taut_path_point_data(finder)->x, "both forms are the same points");
    }
    const auto turns = fill<taut_turn>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_path_turns(finder, out, capacity, count);
    });
    const double deviation = input_.number();
    // So fine a polyline would take too long to write.
    const double used = deviation < 1e-3 ? 1e-3 : deviation;
    (void)fill<taut_point>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_path_polyline(finder, used, out, capacity, count);
    });
    const taut_agent agent = input_.agent();
    (void)taut_world_is_walkable_disc(worlds_[pick()], &agent, turns.data(),
                                      static_cast<std::uint32_t>(turns.size()));
    (void)taut_world_is_walkable_path(worlds_[pick()], &agent, line.data(),
                                      static_cast<std::uint32_t>(line.size()));
  }

  void run_query(taut_world* world) {
    const taut_agent agent = input_.agent();
    const float x = input_.place();
    const float y = input_.place();
    const float to_x = input_.place();
    const float to_y = input_.place();
    taut_ray ray;
    taut_point place;
    check_status(taut_raycast(world, agent.ground, x, y, to_x, to_y, &ray));
    if (taut_nearest_walkable(world, 0, x, y, &place) == TAUT_OK) {
      require(taut_world_has_room(world, nullptr, place.x, place.y) == 1,
              "the nearest walkable place is walkable");
    }
    const taut_status status =
        taut_nearest_place(world, &agent, x, y, to_x, to_y, input_.number(), &place);
    check_status(status);
    if (status == TAUT_OK) {
      require(taut_world_has_room(world, &agent, place.x, place.y) == 1,
              "the agent has room at the nearest place");
    }
    taut::fuzz::look(world, agent, x, y, error_);
    const std::int32_t has_room = taut_world_has_room(world, &agent, x, y);
    require(taut_world_is_reachable(world, &agent, x, y, x, y) == has_room,
            "a place with room is reached from itself");
    const std::int32_t is_reached = taut_world_is_reachable(world, &agent, x, y, to_x, to_y);
    const taut_rect rect{input_.integer(), 0, input_.integer(), 9};
    const taut_point from{x, y};
    const taut_point to{to_x, to_y};
    std::int32_t is_cut = 0;
    check_status(taut_world_would_cut(world, &agent, &rect, 1, &from, 1, &to, 1, &is_cut));
    require(is_cut <= is_reached, "only what is connected is cut");
    (void)taut_world_is_walkable(world, input_.integer(), input_.integer());
    const std::array<taut_point, 3> path{taut_point{x, y}, {to_x, to_y}, {y, to_x}};
    (void)taut_world_is_walkable_path(world, &agent, path.data(), input_.byte() % 4U);
    std::array<taut_turn, 2> turns{};
    for (taut_turn& turn : turns) {
      turn = {input_.number(),
              input_.number(),
              input_.number(),
              input_.number(),
              {input_.place(), input_.place()},
              input_.choice(4),
              0};
    }
    (void)taut_world_is_walkable_disc(world, &agent, turns.data(), 2);
  }

  void draw(taut_world* world, taut_finder* finder) {
    (void)fill<std::uint8_t>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_world_tiles(world, out, capacity, count);
    });
    (void)fill<std::uint8_t>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_world_classes(world, out, capacity, count);
    });
    (void)fill<std::uint32_t>(input_, [&](auto* out, auto capacity, auto* count) {
      const taut_status status =
          taut_world_mesh(world, nullptr, out, capacity, count, nullptr, 0, nullptr);
      if (status == TAUT_BAD_ARGUMENT) return status;
      return taut_status{*count > capacity ? TAUT_TRUNCATED : TAUT_OK};
    });
    (void)fill<std::uint32_t>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_path_corridor(finder, out, capacity, count);
    });
    (void)fill<taut_portal>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_path_portals(finder, out, capacity, count);
    });
    (void)fill<taut_cone>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_path_cones(finder, out, capacity, count);
    });
  }

  void make_field(std::uint32_t at) {
    taut_field_destroy(fields_[at]);
    const taut_agent agent = input_.agent();
    check_status(
        taut_field_create(input_.byte() % 2 == 0 ? &agent : nullptr, &fields_[at], &error_));
  }

  void update_field(taut_field* field) {
    std::vector<taut_goal> goals(input_.byte() % 4U);
    for (taut_goal& goal : goals) {
      const bool is_free = input_.byte() % 2 == 0;
      goal = {{input_.place(), input_.place()}, is_free ? 0.0 : input_.number()};
    }
    const bool is_whole = input_.byte() % 2 == 0;
    check_status(taut_field_set_goals(field, goals.data(), static_cast<std::uint32_t>(goals.size()),
                                      is_whole ? INFINITY : input_.number(), &error_));
    taut_field_result result;
    check_status(taut_field_update(field, worlds_[pick()], &result));
  }

  void query_field(taut_field* field) {
    const float x = input_.place();
    const float y = input_.place();
    taut_point corner;
    std::uint32_t goal = 0;
    const double distance = taut_field_distance(field, x, y);
    require(distance >= 0.0, "a distance is not negative");
    require(std::isfinite(distance) == (taut_field_reason(field, x, y) == TAUT_REASON_NONE),
            "a place without a distance has a reason");
    check_status(taut_field_next_corner(field, x, y, &corner));
    check_status(taut_field_nearest_goal(field, x, y, &goal));
    (void)fill<float>(input_, [&](auto* out, auto capacity, auto* count) {
      return taut_field_distances(field, out, capacity, count);
    });
  }

  void find_by_field(taut_field* field) {
    taut_path path;
    const float x = input_.place();
    check_status(taut_find_by_field(finders_[pick()], field, x, input_.place(), &path));
  }

  void find_all(taut_world* world) {
    taut_batch_destroy(batch_);
    check_status(taut_batch_create(world, input_.byte() % 3U, &batch_, &error_));
    std::array<taut_find_options, 2> options{input_.options(), input_.options()};
    std::vector<taut_query> queries(input_.byte() % 6U);
    std::vector<taut_path> paths(queries.size());
    for (taut_query& query : queries) {
      query.start = {input_.place(), input_.place()};
      query.goal = {input_.place(), input_.place()};
      query.options = input_.byte() % 3U;
    }
    const auto count = static_cast<std::uint32_t>(queries.size());
    const taut_status status =
        taut_find_all(batch_, queries.data(), count, options.data(), 2, paths.data(), &error_);
    check_status(status);
    if (status == TAUT_OK) {
      for (const taut_path& path : paths) check_status(path.status);
    }
    (void)fill<taut_point>(input_, [&](auto* out, auto capacity, auto* total) {
      return taut_batch_points(batch_, out, capacity, total);
    });
    (void)fill<taut_turn>(input_, [&](auto* out, auto capacity, auto* total) {
      return taut_batch_turns(batch_, out, capacity, total);
    });
  }

  void explain(taut_world* world) {
    const taut_find_options options = input_.options();
    const std::int32_t reason = input_.choice(15);
    const float x = input_.place();
    const float y = input_.place();
    const float goal_x = input_.place();
    const float goal_y = input_.place();
    std::array<char, 41> text{};
    text.back() = '!';
    std::uint32_t length = 0;
    const std::uint32_t capacity = input_.capacity();
    check_status(taut_explain(world, reason, x, y, goal_x, goal_y, &options, text.data(), capacity,
                              &length));
    require(text.back() == '!', "no word is written behind the buffer");
  }

  void make_crowd(std::uint32_t at) {
    taut_crowd_destroy(crowds_[at]);
    const taut_crowd_options options{input_.byte(), input_.choice(2), input_.byte()};
    check_status(taut_crowd_create(worlds_[pick()], input_.byte() % 2 == 0 ? &options : nullptr,
                                   &crowds_[at], &error_));
  }

  CallInput input_;
  taut_error error_;
  std::array<taut_world*, kHandles> worlds_{};
  std::array<taut_finder*, kHandles> finders_{};
  std::array<std::uint32_t, kHandles> world_of_{};  // of a finder; kHandles once it is destroyed
  std::array<taut_field*, kHandles> fields_{};
  std::array<taut_crowd*, kHandles> crowds_{};
  taut_batch* batch_ = nullptr;
  taut::fuzz::Walkers walkers_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Calls(CallInput(data, size)).run();
  return 0;
}
