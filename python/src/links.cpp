// Floors, and links: ways between two places of a world that do not lead over its tiles.
#include <pybind11/stl.h>

#include <cmath>
#include <variant>

#include <taut/detail/require.hpp>
#include <taut/world.hpp>

#include "shared_map.hpp"

namespace taut::python {
namespace {

// A place, or the two ends of a segment.
using End = std::variant<Place, std::array<Place, 2>>;

LinkEnd to_end(const End& end) {
  if (const auto* const place = std::get_if<Place>(&end)) return to_point(*place);
  const auto& ends = std::get<std::array<Place, 2>>(end);
  return {to_point(ends[0]), to_point(ends[1])};
}

End read_end(const LinkEnd& end) {
  if (end.a == end.b) return to_place(end.a);
  return std::array{to_place(end.a), to_place(end.b)};
}

// The keyword arguments of a link; those of change_link() that are not given stay as they are.
struct LinkArguments {
  std::optional<double> cost;
  std::optional<bool> one_way;
  std::optional<double> width;
  std::optional<std::int64_t> terrain_class;
  std::optional<bool> is_open;
  std::optional<std::uint64_t> user_data;
};

void change_options(const char* call, const LinkArguments& arguments, LinkOptions& options) {
  if (arguments.cost) options.cost = *arguments.cost;
  if (arguments.one_way) {
    options.is_one_way = *arguments.one_way;
  }
  if (arguments.width) options.width = *arguments.width;
  if (arguments.terrain_class) {
    const std::string what = std::string(call) + ": class";
    options.terrain_class = static_cast<std::uint8_t>(
        detail::require_within(what.c_str(), *arguments.terrain_class, 0, kTerrainClasses - 1));
  }
  if (arguments.is_open) options.is_open = *arguments.is_open;
  if (arguments.user_data) options.user_data = *arguments.user_data;
}

LinkId add_link(SharedMap& map, const End& start, const End& end, const LinkArguments& arguments) {
  LinkOptions options;
  change_options("World::link", arguments, options);
  return map.edit([&](World& of) { return of.link(to_end(start), to_end(end), options); });
}

// Whether there is such a link.
bool change_link(SharedMap& map, LinkId id, const LinkArguments& arguments) {
  return map.edit([&](World& of) {
    const Link* const link = of.find_link(id);
    LinkOptions options = link != nullptr ? link->options : LinkOptions{};
    const bool is_there = link != nullptr;
    change_options("World::change_link", arguments, options);
    of.change_link(id, options);
    return is_there;
  });
}

bool remove_link(SharedMap& map, LinkId id) {
  return map.edit([&](World& of) {
    const bool is_there = of.find_link(id) != nullptr;
    of.unlink(id);
    return is_there;
  });
}

std::vector<Link> list_links(const SharedMap& map) {
  return map.run_query(
      [](const World& of) { return std::vector<Link>(of.links().begin(), of.links().end()); });
}

std::string describe_link(const Link& link) {
  const auto place = [](const Point& at) {
    return "(" + detail::to_text(static_cast<double>(at.x)) + ", " +
           detail::to_text(static_cast<double>(at.y)) + ")";
  };
  const auto places = [&](const LinkEnd& end) {
    return end.a == end.b ? place(end.a) : "(" + place(end.a) + ", " + place(end.b) + ")";
  };
  return "<taut.Link " + std::to_string(link.id) + ": " + places(link.from) + " to " +
         places(link.to) + (link.options.is_open ? ">" : ", closed>");
}

template <class Member>
auto read_option(Member member) {
  return [member](const Link& link) { return link.options.*member; };
}

// The tiles and classes of other worlds are its floors.
std::shared_ptr<SharedMap> join_floors(
    const std::vector<std::shared_ptr<SharedMap>>& floors,
    const std::optional<std::vector<std::array<int, 2>>>& origins) {
  if (origins && origins->size() != floors.size()) {
    detail::reject("World.of_floors: " + std::to_string(origins->size()) + " origins for " +
                   std::to_string(floors.size()) + " floors");
  }
  std::vector<FloorMap> maps;
  for (std::size_t i = 0; i < floors.size(); ++i) {
    if (floors[i] == nullptr) {
      throw py::type_error("taut: World.of_floors: worlds[" + std::to_string(i) +
                           "] is None, not a World");
    }
    const std::array<int, 2> at = origins ? (*origins)[i] : std::array<int, 2>{0, 0};
    maps.push_back(
        {floors[i]->run_query([](const World& of) { return of.grid(); }), {at[0], at[1]}});
  }
  return std::make_shared<SharedMap>(World(maps));
}

std::pair<float, float> to_pair(const Point& point) { return {point.x, point.y}; }

std::pair<float, float> point_on_floor(const SharedMap& map, int floor, const Place& place) {
  const Point point = map.run_query([&](const World& of) {
    return of.to_point({floor, to_point(place)});
  });
  if (!std::isfinite(point.x)) {
    detail::reject("World.to_point: the place is not on floor " + std::to_string(floor));
  }
  return to_pair(point);
}

std::pair<int, std::pair<float, float>> place_on_floor(const SharedMap& map, const Place& point) {
  const taut::Place place =
      map.run_query([&](const World& of) { return of.to_place(to_point(point)); });
  if (place.floor < 0) detail::reject("World.to_place: the point is on no floor");
  return {place.floor, to_pair(place.at)};
}

}  // namespace

void define_link(py::module_& module) {
  py::class_<Link>(module, "Link", "A link of a world, as it was when World.links was read.")
      .def("__repr__", &describe_link)
      .def_property_readonly(
          "id", [](const Link& link) { return link.id; },
          "Grows with each link of the world; none is used twice.")
      .def_property_readonly(
          "start", [](const Link& link) { return read_end(link.from); },
          "A place, or the two ends of a segment; snapped.")
      .def_property_readonly(
          "end", [](const Link& link) { return read_end(link.to); }, "As start.")
      .def_property_readonly("cost", read_option(&LinkOptions::cost), "What it costs to pass.")
      .def_property_readonly(
          "one_way", [](const Link& link) { return link.options.is_one_way; },
          "Whether it leads from start to end only.")
      .def_property_readonly("width", read_option(&LinkOptions::width),
                             "In tiles: agents whose diameter is larger do not pass.")
      .def_property_readonly("terrain_class", read_option(&LinkOptions::terrain_class),
                             "By which grounds price or block it.")
      .def_property_readonly("is_open", read_option(&LinkOptions::is_open),
                             "Nobody passes a closed one.")
      .def_property_readonly("user_data", read_option(&LinkOptions::user_data), "Your own.");
}

void define_world_links(WorldClass& world) {
  world
      .def_static("of_floors", &join_floors, py::arg("worlds"), py::arg("origins") = py::none(),
                  "A world whose floors are the tiles and classes of others; links join them.\n"
                  "`origins`: of the first tile of each floor, in your plane; else all (0, 0).")
      .def_property_readonly(
          "floor_count",
          [](const SharedMap& map) {
            return map.run_query([](const World& of) { return of.floors().size(); });
          },
          "1, unless the world was made of floors.")
      .def("to_point", &point_on_floor, integer("floor"), py::arg("place"),
           "From a place of a floor to a place of the world. ValueError: it is not on it.")
      .def("to_place", &place_on_floor, py::arg("point"),
           "The floor that a place of the world is on, and the place there.")
      .def(
          "link",
          [](SharedMap& map, const End& start, const End& end, double cost, bool one_way,
             double width, std::int64_t terrain_class, bool is_open, std::uint64_t user_data) {
            return add_link(map, start, end,
                            {cost, one_way, width, terrain_class, is_open, user_data});
          },
          py::arg("start"), py::arg("end"), py::kw_only(), py::arg("cost") = 0.0,
          py::arg("one_way").none(false) = false, py::arg("width") = kInfinity,
          integer("terrain_class") = 0, py::arg("is_open").none(false) = true,
          integer("user_data") = 0,
          "Adds a link between two places, such as stairs, a ladder or a teleporter; returns its\n"
          "id. Two places instead of one are a segment, as of wide stairs: who enters at a place\n"
          "of it leaves at that of the other end that divides it in the same ratio. Paths and\n"
          "fields of all agents use it where that costs less. cost: to pass, in the unit of\n"
          "Path.cost; a ground multiplies it by its factor for terrain_class, or blocks the link.\n"
          "width: agents whose diameter is larger do not pass. user_data: your own.")
      .def(
          "change_link",
          [](SharedMap& map, LinkId id, std::optional<double> cost, std::optional<bool> one_way,
             std::optional<double> width, std::optional<std::int64_t> terrain_class,
             std::optional<bool> is_open, std::optional<std::uint64_t> user_data) {
            return change_link(map, id, {cost, one_way, width, terrain_class, is_open, user_data});
          },
          integer("id"), py::kw_only(), py::arg("cost") = py::none(),
          py::arg("one_way") = py::none(), py::arg("width") = py::none(),
          integer("terrain_class") = py::none(), py::arg("is_open") = py::none(),
          integer("user_data") = py::none(),
          "Opens, closes or prices a link: what is not given stays. Returns whether there is one.")
      .def("unlink", &remove_link, integer("id"), "Removes a link. Returns whether there was one.")
      .def_property_readonly("links", &list_links, "All links, by growing id: copies.");
}

}  // namespace taut::python
