// Floors and links of a world, and links on paths.
#include <taut_links.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <taut/world.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::Link;
using taut::LinkOptions;

namespace {

// TAUT_OK and the options, or refuses them in the words of the C++ function `call`.
taut_status take_options(const taut_link_options* options, const char* call, LinkOptions& made,
                         taut_error* error) {
  if (options == nullptr) return TAUT_OK;
  const std::string what = std::string(call) + ": class";
  if (const auto bad = check_within(error, what.c_str(), options->terrain_class, 0.0, 255.0))
    return bad;
  made.cost = options->cost;
  made.width = options->width;
  made.user_data = options->user_data;
  made.is_one_way = options->one_way != 0;
  made.terrain_class = static_cast<std::uint8_t>(options->terrain_class);
  made.is_open = options->is_open != 0;
  const std::string fault = taut::detail::find_link_fault(call, made);
  return fault.empty() ? TAUT_OK : refuse(error, ("taut: " + fault).c_str());
}

taut_link to_link(const Link& link) noexcept {
  taut_link made;
  made.options.cost = link.options.cost;
  made.options.width = link.options.width;
  made.options.user_data = link.options.user_data;
  made.options.one_way = link.options.is_one_way ? 1 : 0;
  made.options.terrain_class = link.options.terrain_class;
  made.options.is_open = link.options.is_open ? 1 : 0;
  made.options.padding = 0;
  made.from = {to_point(link.from.a), to_point(link.from.b)};
  made.to = {to_point(link.to.a), to_point(link.to.b)};
  made.id = link.id;
  made.padding = 0;
  return made;
}

taut_passed_link to_passed_link(const taut::PassedLink& passed) noexcept {
  return {passed.link, to_count(passed.exit)};
}

taut_status tell_step(const std::optional<taut::LinkStep>& taken, taut_link_step* step) noexcept {
  if (!taken) return TAUT_NO_PATH;
  *step = {taken->link, to_point(taken->entry), to_point(taken->exit)};
  return TAUT_OK;
}

taut::LinkEnd take_end(const taut_link_end& end) noexcept {
  return {taut::Point{end.a.x, end.a.y}, taut::Point{end.b.x, end.b.y}};
}

taut_status add_link(taut_world* world, const taut::LinkEnd& from, const taut::LinkEnd& to,
                     const taut_link_options* options, uint32_t* link, taut_error* error) {
  if (link == nullptr) return refuse_null(error, "link");
  *link = taut::kNoLink;
  return edit_world(world, error, [&](auto& of) -> taut_status {
    LinkOptions made;
    if (const auto bad = take_options(options, "World::link", made, error)) return bad;
    if (world->shared == nullptr) {
      const std::string fault = taut::detail::find_link_fault(*world->world, from, to);
      if (!fault.empty()) return refuse(error, ("taut: " + fault).c_str());
    }
    *link = of.link(from, to, made);
    return TAUT_OK;
  });
}

}  // namespace

extern "C" {

taut_status taut_world_create_floors(const taut_world* const* floors, const int32_t* origins,
                                     uint32_t count, taut_world** world, taut_error* error) {
  if (world == nullptr) return refuse_null(error, "world");
  *world = nullptr;
  if (floors == nullptr && count > 0) return refuse_null(error, "floors");
  return guard(error, [&] {
    std::vector<taut::FloorMap> maps;
    for (std::size_t i = 0; i < count; ++i) {
      if (floors[i] == nullptr) return refuse_null(error, "floors");
      if (!is_live(floors[i])) return refuse_handle(error, floors[i], "world");
      taut::Tile origin;
      if (origins != nullptr) origin = {origins[2 * i], origins[2 * i + 1]};
      maps.push_back({floors[i]->world->grid(), origin});
    }
    const std::string fault = taut::detail::find_floors_fault(maps);
    if (!fault.empty()) return refuse(error, ("taut: " + fault).c_str());
    *world = make_world(maps);
    return taut_status{TAUT_OK};
  });
}

uint32_t taut_world_floor_count(const taut_world* world) {
  return !is_live(world) ? 0 : to_count(world->world->floors().size());
}

taut_status taut_world_to_point(const taut_world* world, int32_t floor, float x, float y,
                                taut_point* point) {
  if (!is_live(world) || point == nullptr) return TAUT_BAD_ARGUMENT;
  const taut::Point made = world->world->to_point({floor, {x, y}});
  if (!std::isfinite(made.x)) return TAUT_INVALID_INPUT;
  *point = to_point(made);
  return TAUT_OK;
}

taut_status taut_world_to_place(const taut_world* world, float x, float y, int32_t* floor,
                                taut_point* place) {
  if (!is_live(world) || floor == nullptr || place == nullptr) return TAUT_BAD_ARGUMENT;
  const taut::Place made = world->world->to_place({x, y});
  if (made.floor < 0) return TAUT_INVALID_INPUT;
  *floor = made.floor;
  *place = to_point(made.at);
  return TAUT_OK;
}

void taut_link_options_init(taut_link_options* options) {
  if (options == nullptr) return;
  *options = {0.0, std::numeric_limits<double>::infinity(), 0, 0, 0, 1, 0};
}

taut_status taut_world_link(taut_world* world, float from_x, float from_y, float to_x, float to_y,
                            const taut_link_options* options, uint32_t* link, taut_error* error) {
  return add_link(world, {from_x, from_y}, {to_x, to_y}, options, link, error);
}

taut_status taut_world_link_ends(taut_world* world, const taut_link_end* from,
                                 const taut_link_end* to, const taut_link_options* options,
                                 uint32_t* link, taut_error* error) {
  if (link != nullptr) *link = taut::kNoLink;
  if (from == nullptr) return refuse_null(error, "from");
  if (to == nullptr) return refuse_null(error, "to");
  return add_link(world, take_end(*from), take_end(*to), options, link, error);
}

taut_status taut_world_change_link(taut_world* world, uint32_t link,
                                   const taut_link_options* options, taut_error* error) {
  return edit_world(world, error, [&](auto& of) -> taut_status {
    LinkOptions made;
    if (const auto bad = take_options(options, "World::change_link", made, error)) return bad;
    if (world->world->find_link(link) == nullptr) return TAUT_INVALID_INPUT;
    of.change_link(link, made);
    return TAUT_OK;
  });
}

taut_status taut_world_unlink(taut_world* world, uint32_t link) {
  return edit_world(world, nullptr, [&](auto& of) -> taut_status {
    if (world->world->find_link(link) == nullptr) return TAUT_INVALID_INPUT;
    of.unlink(link);
    return TAUT_OK;
  });
}

taut_status taut_world_find_link(const taut_world* world, uint32_t link, taut_link* out) {
  if (!is_live(world) || out == nullptr) return TAUT_BAD_ARGUMENT;
  const Link* const found = world->world->find_link(link);
  if (found == nullptr) return TAUT_INVALID_INPUT;
  *out = to_link(*found);
  return TAUT_OK;
}

taut_status taut_world_links(const taut_world* world, taut_link* out, uint32_t capacity,
                             uint32_t* count) {
  return fill_from(world, out, capacity, count, to_link,
                   [](auto& of) { return of.world->links(); });
}

taut_status taut_path_links(const taut_finder* finder, taut_passed_link* out, uint32_t capacity,
                            uint32_t* count) {
  return fill_from(finder, out, capacity, count, to_passed_link,
                   [](auto& of) { return of.found.links; });
}

taut_status taut_batch_links(const taut_batch* batch, taut_passed_link* out, uint32_t capacity,
                             uint32_t* count) {
  return fill_parts(batch, out, capacity, count, &taut::OwnedPath::links, to_passed_link);
}

taut_status taut_field_link_at(const taut_field* field, float x, float y, taut_link_step* step) {
  if (!is_live(field) || step == nullptr) return TAUT_BAD_ARGUMENT;
  return tell_step(field->field.link_at({x, y}), step);
}

taut_status taut_crowd_link(const taut_crowd* crowd, uint32_t unit, taut_link_step* step) {
  if (!is_live(crowd) || step == nullptr) return TAUT_BAD_ARGUMENT;
  if (!crowd->part.contains(unit)) return TAUT_INVALID_INPUT;
  return tell_step(crowd->part.link(unit), step);
}

taut_status taut_crowd_pass_link(taut_crowd* crowd, uint32_t unit) {
  if (!is_live(crowd)) return TAUT_BAD_ARGUMENT;
  if (!crowd->part.contains(unit)) return TAUT_INVALID_INPUT;
  return crowd->part.pass_link(unit) ? TAUT_OK : TAUT_NO_PATH;
}

}  // extern "C"
