// Groups: the paths of many units to one goal.
#include <taut_group.h>

#include <optional>
#include <vector>

#include <taut/group.hpp>

#include "answers.hpp"
#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::GroupMethod;
using taut::GroupOptions;

static_assert(TAUT_GROUP_BEST == static_cast<int>(GroupMethod::best));
static_assert(TAUT_GROUP_SEARCHES == static_cast<int>(GroupMethod::searches));
static_assert(TAUT_GROUP_FIELD == static_cast<int>(GroupMethod::field));

namespace {

// Nothing for unknown enumerators.
std::optional<GroupOptions> to_group_options(const taut_group_options* options) noexcept {
  GroupOptions made;
  if (options == nullptr) return made;
  const std::optional<taut::FindOptions> find = to_options(&options->find);
  if (!find || options->ends < TAUT_ENDS_GOAL || options->ends > TAUT_ENDS_SPREAD ||
      options->method < TAUT_GROUP_BEST || options->method > TAUT_GROUP_FIELD) {
    return std::nullopt;
  }
  made.find = *find;
  made.spreads = options->ends == TAUT_ENDS_SPREAD;
  made.method = static_cast<GroupMethod>(options->method);
  return made;
}

// False for an agent that there is not.
bool take_units(const taut_group_unit* units, uint32_t count, std::vector<taut::GroupUnit>& taken) {
  taken.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    const std::optional<taut::Agent> agent = to_agent(&units[i].agent);
    if (!agent) return false;
    taken[i] = {{units[i].start.x, units[i].start.y}, *agent};
  }
  return true;
}

}  // namespace

extern "C" {

void taut_group_options_init(taut_group_options* options) {
  if (options == nullptr) return;
  taut_find_options_init(&options->find);
  options->ends = TAUT_ENDS_GOAL;
  options->method = TAUT_GROUP_BEST;
}

taut_status taut_group_create(taut_group** group) {
  if (group == nullptr) return TAUT_BAD_ARGUMENT;
  *group = nullptr;
  return guard(nullptr, [&] { *group = new taut_group(); });
}

void taut_group_destroy(taut_group* group) {
  if (is_live(group)) delete group;
}

taut_status taut_find_group(taut_finder* finder, const taut_group_unit* units, uint32_t unit_count,
                            float goal_x, float goal_y, const taut_group_options* options,
                            taut_group* group, taut_group_result* result) {
  if (result != nullptr) *result = {0, 0, 0, 0};
  if (!is_live(finder) || !is_live(group)) return TAUT_BAD_ARGUMENT;
  if (units == nullptr && unit_count > 0) return TAUT_BAD_ARGUMENT;
  const std::optional<GroupOptions> made = to_group_options(options);
  if (!made) return TAUT_BAD_ARGUMENT;
  finder->found = make_failure(taut::Reason::none);
  return guard(nullptr, [&]() -> taut_status {
    if (!take_units(units, unit_count, group->units)) return TAUT_BAD_ARGUMENT;
    group->origin = finder->source.origin;
    const taut::Result found =
        finder->finder.find_group(group->units, {goal_x, goal_y}, *made, group->paths);
    if (result != nullptr) {
      *result = {to_count(found.count), to_count(group->paths.search_count()),
                 to_count(group->paths.field_count()), 0};
    }
    return to_status(found.status);
  });
}

uint32_t taut_group_size(const taut_group* group) {
  return is_live(group) ? to_count(group->paths.size()) : 0;
}

taut_status taut_group_path(const taut_group* group, uint32_t unit, taut_finder* finder,
                            taut_path* path) {
  if (!is_live(group) || !is_live(finder) || path == nullptr) return TAUT_BAD_ARGUMENT;
  if (unit >= group->paths.size() || group->origin != finder->source.origin) {
    return tell_failure(*finder, TAUT_BAD_ARGUMENT, path);
  }
  return hand_over(*finder, group->paths.path(unit).view(), path);
}

taut_status taut_group_end(const taut_group* group, uint32_t unit, taut_point* end) {
  if (!is_live(group) || end == nullptr || unit >= group->paths.size()) return TAUT_BAD_ARGUMENT;
  *end = to_point(group->paths.end(unit));
  return TAUT_OK;
}

}  // extern "C"
