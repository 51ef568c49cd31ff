#include "paths.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <taut/detail/require.hpp>

namespace taut::python {
namespace {

constexpr std::size_t kMostThreads = 256;

TurnRow to_row(const DiscTurn& turn) {
  return {{turn.center.x, turn.center.y},
          {turn.entry.x, turn.entry.y},
          {turn.exit.x, turn.exit.y},
          static_cast<std::int32_t>(turn.kind),
          0};
}

// The same array, which cannot be written to.
py::array read_only(py::array array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::array points_of(const py::object& path) {
  const std::vector<Point>& points = path.cast<const Path&>().answer.points;
  static_assert(sizeof(Point) == 2 * sizeof(float));
  const auto rows = static_cast<py::ssize_t>(points.size());
  const auto* const data = reinterpret_cast<const float*>(points.data());
  return read_only(py::array_t<float>({rows, py::ssize_t{2}}, data, path));
}

py::array turns_of(const Path& path) {
  std::vector<TurnRow> rows(path.answer.turns.size());
  std::transform(path.answer.turns.begin(), path.answer.turns.end(), rows.begin(), to_row);
  return to_array(std::move(rows), 1);
}

void add_links(std::span<const PassedLink> links, std::vector<std::int64_t>& numbers) {
  for (const PassedLink& passed : links) {
    numbers.insert(numbers.end(), {passed.link, static_cast<std::int64_t>(passed.exit)});
  }
}

py::array links_of(const Path& path) {
  std::vector<std::int64_t> numbers;
  add_links(path.answer.links, numbers);
  return to_array(std::move(numbers), 2);
}

py::array polyline_of(const Path& path, double deviation) {
  const std::span<const DiscTurn> turns = path.answer.turns;
  std::vector<double> numbers;
  if (turns.empty()) {
    for (const Point& p : path.answer.points) {
      numbers.push_back(static_cast<double>(p.x));
      numbers.push_back(static_cast<double>(p.y));
    }
    return to_array(std::move(numbers), 2);
  }
  std::vector<DiscPoint> line(max_polyline_points(turns.size(), path.radius, deviation));
  const Result made = extract_polyline(turns, path.radius, deviation, line);
  if (!made) {
    detail::reject("Path.polyline: deviation " + std::to_string(deviation) +
                   " is not above 0, or too small for the radius");
  }
  for (std::size_t i = 0; i < made.count; ++i) {
    numbers.push_back(line[i].x);
    numbers.push_back(line[i].y);
  }
  return to_array(std::move(numbers), 2);
}

std::string describe_path(const Path& path) {
  if (!path.why.empty()) return "<taut.Path: " + path.why + ">";
  const std::size_t count = path.answer.points.size() + path.answer.turns.size();
  return "<taut.Path: " + std::to_string(count) + " points, length " +
         std::to_string(path.answer.length) + ">";
}

std::string describe_paths(const Paths& paths) {
  const auto found = static_cast<std::size_t>(std::count(paths.status.data(),
                                                         paths.status.data() + paths.status.size(),
                                                         static_cast<std::uint8_t>(Status::ok)));
  return "<taut.Paths: " + std::to_string(found) + " of " + std::to_string(paths.requests.size()) +
         " queries have a path>";
}

// One of the two lists may be a single point.
std::vector<Request> make_requests(const std::vector<Point>& starts,
                                   const std::vector<Point>& goals, const FindOptions& options) {
  const std::size_t count = starts.size() == 1 ? goals.size() : starts.size();
  if (goals.size() != count && goals.size() != 1) {
    detail::reject("find_paths: " + std::to_string(starts.size()) + " starts and " +
                   std::to_string(goals.size()) + " goals");
  }
  std::vector<Request> requests(count);
  for (std::size_t i = 0; i < count; ++i) {
    requests[i] = {starts[starts.size() == 1 ? 0 : i], goals[goals.size() == 1 ? 0 : i], options};
  }
  return requests;
}

// The answers side by side, before they become arrays.
struct Columns {
  explicit Columns(const std::vector<OwnedPath>& answers) {
    const std::size_t count = answers.size();
    status.reserve(count);
    reason.reserve(count);
    lengths.reserve(count);
    costs.reserve(count);
    offsets.reserve(count + 1);
    turn_offsets.reserve(count + 1);
    link_offsets.reserve(count + 1);
    std::size_t point_count = 0;
    for (const OwnedPath& answer : answers) point_count += answer.points.size();
    points.reserve(2 * point_count);
    for (const OwnedPath& answer : answers) add(answer);
  }

  void add(const OwnedPath& answer) {
    status.push_back(static_cast<std::uint8_t>(answer.status));
    reason.push_back(static_cast<std::uint8_t>(answer.reason));
    lengths.push_back(answer.length);
    costs.push_back(answer.cost);
    const auto* const numbers = reinterpret_cast<const float*>(answer.points.data());
    points.insert(points.end(), numbers, numbers + 2 * answer.points.size());
    for (const DiscTurn& turn : answer.turns) turns.push_back(to_row(turn));
    offsets.push_back(static_cast<std::int64_t>(points.size() / 2));
    turn_offsets.push_back(static_cast<std::int64_t>(turns.size()));
    add_links(answer.links, links);
    link_offsets.push_back(static_cast<std::int64_t>(links.size() / 2));
  }

  std::vector<std::uint8_t> status;
  std::vector<std::uint8_t> reason;
  std::vector<double> lengths;
  std::vector<double> costs;
  std::vector<std::int64_t> offsets{0};
  std::vector<float> points;
  std::vector<std::int64_t> turn_offsets{0};
  std::vector<TurnRow> turns;
  std::vector<std::int64_t> link_offsets{0};
  std::vector<std::int64_t> links;
};

void take_columns(Columns columns, Paths& paths) {
  paths.status = to_array(std::move(columns.status), 1);
  paths.reason = to_array(std::move(columns.reason), 1);
  paths.lengths = to_array(std::move(columns.lengths), 1);
  paths.costs = to_array(std::move(columns.costs), 1);
  paths.offsets = to_array(std::move(columns.offsets), 1);
  paths.points = to_array(std::move(columns.points), 2);
  paths.turn_offsets = to_array(std::move(columns.turn_offsets), 1);
  paths.turns = to_array(std::move(columns.turns), 1);
  paths.link_offsets = to_array(std::move(columns.link_offsets), 1);
  paths.links = to_array(std::move(columns.links), 2);
}

std::size_t index_of(const Paths& paths, py::ssize_t index) {
  const auto count = static_cast<py::ssize_t>(paths.requests.size());
  if (index < -count || index >= count) throw py::index_error("taut: no such path");
  return static_cast<std::size_t>(index < 0 ? index + count : index);
}

// The rows of one path.
py::object part_of(const py::array& rows, const py::array_t<std::int64_t>& offsets, std::size_t i) {
  const auto at = static_cast<py::ssize_t>(i);
  return rows[py::slice(static_cast<py::ssize_t>(offsets.at(at)),
                        static_cast<py::ssize_t>(offsets.at(at + 1)), 1)];
}

}  // namespace

std::shared_ptr<Path> make_path(const World& world, const FoundPath& found, const Point& start,
                                const Point& goal, const FindOptions& options) {
  auto path = std::make_shared<Path>();
  path->answer.assign(found);
  path->radius = snap_radius(options.agent.radius);
  if (!found) path->why = explain(world, found.reason, start, goal, options);
  return path;
}

std::shared_ptr<Path> find_path(SharedMap& map, const Place& start, const Place& goal,
                                const QueryArguments& arguments) {
  const FindOptions options = to_options(arguments);
  map.prepare(options.agent);
  return map.run_query([&](const World& world) {
    FinderLease lease(map, 1);
    const FoundPath found = lease.finders[0].find(to_point(start), to_point(goal), options);
    return make_path(world, found, to_point(start), to_point(goal), options);
  });
}

std::unique_ptr<Paths> gather_paths(std::shared_ptr<SharedMap> map, std::vector<Request> requests,
                                    const std::vector<OwnedPath>& answers) {
  auto paths = std::make_unique<Paths>();
  paths->map = std::move(map);
  paths->requests = std::move(requests);
  take_columns(Columns(answers), *paths);
  return paths;
}

std::unique_ptr<Paths> find_paths(std::shared_ptr<SharedMap> map, const Places& starts,
                                  const Places& goals, const QueryArguments& arguments,
                                  std::optional<std::size_t> threads) {
  const std::size_t requested = threads.value_or(
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads));
  detail::require_within("find_paths: threads", requested, 1, kMostThreads);
  const FindOptions options = to_options(arguments);
  auto paths = std::make_unique<Paths>();
  paths->map = map;
  paths->requests = make_requests(to_points(starts, "find_paths: starts"),
                                  to_points(goals, "find_paths: goals"), options);
  map->prepare(options.agent);
  Columns columns = map->run_query([&](const World&) {
    FinderLease lease(*map, std::clamp<std::size_t>(paths->requests.size(), 1, requested));
    return Columns(find_all(paths->requests, lease.finders));
  });
  take_columns(std::move(columns), *paths);
  return paths;
}

TimedPaths time_paths(const std::shared_ptr<SharedMap>& map, const Places& starts,
                      const Places& goals, const std::string& method, int rounds) {
  using Clock = std::chrono::steady_clock;
  QueryArguments arguments{{}, method, "exact", kNoLengthLimit, {}, kNoLengthLimit};
  const FindOptions options = to_options(arguments);
  TimedPaths timed;
  timed.paths = std::make_unique<Paths>();
  timed.paths->map = map;
  timed.paths->requests = make_requests(to_points(starts, "time_paths: starts"),
                                        to_points(goals, "time_paths: goals"), options);
  const std::vector<Request>& requests = timed.paths->requests;
  map->prepare(options.agent);
  Columns columns = map->run_query([&](const World&) {
    FinderLease lease(*map, 1);
    std::vector<OwnedPath> answers(requests.size());
    timed.microseconds.assign(requests.size(), kInfinity);
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto begin = Clock::now();
        const FoundPath found = lease.finders[0].find(requests[i].start, requests[i].goal, options);
        const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
        timed.microseconds[i] = std::min(timed.microseconds[i], took.count());
        if (round == 0) answers[i].assign(found);
      }
    }
    for (const OwnedPath& answer : answers) {
      timed.expanded.push_back(static_cast<std::int64_t>(answer.expanded));
    }
    return Columns(answers);
  });
  take_columns(std::move(columns), *timed.paths);
  return timed;
}

namespace {

void define_path(py::module_& module) {
  py::class_<Path, std::shared_ptr<Path>>(module, "Path",
                                          "The answer to a query; true when there is a path.")
      .def("__bool__", [](const Path& path) { return path.answer.status == Status::ok; })
      .def("__len__",
           [](const Path& path) { return path.answer.points.size() + path.answer.turns.size(); })
      .def("__repr__", &describe_path)
      .def_property_readonly("points", &points_of,
                             "N x 2, float32, of a point or a square: a view, not a copy.")
      .def_property_readonly("turns", &turns_of,
                             "Of a disc: center, entry, exit, kind (1 left, 2 right) of each turn.")
      .def_property_readonly("links", &links_of,
                             "N x 2, int64: the id of each link that it passes, and the index of\n"
                             "the point, of a disc that of the turn, where the path goes on.")
      .def("polyline", &polyline_of, py::arg("deviation") = 0.01,
           "N x 2, float64: the points; arcs of a disc as chords at most `deviation` tiles away.")
      .def_property_readonly(
          "length", [](const Path& path) { return path.answer.length; },
          "In tiles; infinity without a path.")
      .def_property_readonly(
          "cost", [](const Path& path) { return path.answer.cost; },
          "Tiles times factor of the agent's ground, the length on ground 0; and links.")
      .def_property_readonly(
          "status", [](const Path& path) { return to_word(path.answer.status); },
          "One of taut.STATUS.")
      .def_property_readonly(
          "reason", [](const Path& path) { return to_word(path.answer.reason); },
          "Why there is no path: one of taut.REASON.")
      .def_readonly("why", &Path::why, "The reason as a sentence; empty when there is a path.")
      .def_property_readonly(
          "method", [](const Path& path) { return to_word(path.answer.method); },
          "The method that made the path.")
      .def_property_readonly(
          "expanded", [](const Path& path) { return path.answer.expanded; }, "Nodes expanded.")
      .def_property_readonly(
          "revision", [](const Path& path) { return path.answer.revision; },
          "Of the world that was queried.");
}

void define_batch(py::module_& module) {
  py::class_<Paths>(module, "Paths", "The answers to find_paths(), side by side in arrays.")
      .def("__len__", [](const Paths& paths) { return paths.requests.size(); })
      .def("__repr__", &describe_paths)
      .def(
          "__getitem__",
          [](const Paths& paths, py::ssize_t index) {
            return part_of(paths.points, paths.offsets, index_of(paths, index));
          },
          integer("index"), "The points of one path: a view, empty where there is none.")
      .def("__iter__",
           [](const py::object& paths) {
             return py::reinterpret_steal<py::object>(PySeqIter_New(paths.ptr()));
           })
      .def(
          "turns_of",
          [](const Paths& paths, py::ssize_t index) {
            return part_of(paths.turns, paths.turn_offsets, index_of(paths, index));
          },
          integer("index"), "The turns of one path of a disc.")
      .def(
          "links_of",
          [](const Paths& paths, py::ssize_t index) {
            return part_of(paths.links, paths.link_offsets, index_of(paths, index));
          },
          integer("index"), "The links of one path, as Path.links.")
      .def(
          "why",
          [](const Paths& paths, py::ssize_t index) -> std::string {
            const std::size_t at = index_of(paths, index);
            const auto reason = static_cast<Reason>(paths.reason.at(static_cast<py::ssize_t>(at)));
            if (reason == Reason::none) return "";
            const Request& request = paths.requests[at];
            return paths.map->run_query([&](const World& world) {
              return explain(world, reason, request.start, request.goal, request.options);
            });
          },
          integer("index"), "Why there is no such path, as a sentence.")
      .def_readonly("status", &Paths::status, "uint8: indices into taut.STATUS; 0 is ok.")
      .def_readonly("reason", &Paths::reason, "uint8: indices into taut.REASON.")
      .def_readonly("lengths", &Paths::lengths, "float64, in tiles; infinity without a path.")
      .def_readonly("costs", &Paths::costs, "float64: as Path.cost.")
      .def_readonly("offsets", &Paths::offsets,
                    "int64, one more than paths: path i is points[offsets[i]:offsets[i + 1]].")
      .def_readonly("points", &Paths::points, "N x 2, float32: of all paths.")
      .def_readonly("turn_offsets", &Paths::turn_offsets, "As offsets, for turns.")
      .def_readonly("turns", &Paths::turns, "Of all paths of discs.")
      .def_readonly("link_offsets", &Paths::link_offsets, "As offsets, for links.")
      .def_readonly("links", &Paths::links, "N x 2, int64: of all paths.");
}

}  // namespace

void define_paths(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(TurnRow, center, entry, exit, kind);
  define_path(module);
  define_batch(module);
}

}  // namespace taut::python
