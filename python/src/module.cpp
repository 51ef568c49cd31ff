// The module: what its classes share, and agents.
#include <pybind11/stl.h>

#include <iterator>
#include <string_view>

#include <taut/detail/require.hpp>

#include "shared_map.hpp"

namespace taut::python {
namespace {

// The words of enumerators, in the order of their numbers.
template <class Enum>
struct Word {
  Enum value;
  const char* text;
};

template <class Enum, std::size_t count>
constexpr std::array<const char*, count> make_words(const Word<Enum> (&words)[count]) {
  std::array<const char*, count> made{};
  for (const Word<Enum>& word : words) made[static_cast<std::size_t>(word.value)] = word.text;
  return made;
}

constexpr auto kStatusWords = make_words<Status>({{Status::ok, "ok"},
                                                  {Status::truncated, "truncated"},
                                                  {Status::no_path, "no_path"},
                                                  {Status::out_of_nodes, "out_of_nodes"},
                                                  {Status::invalid_input, "invalid_input"}});
constexpr auto kMethodWords = make_words<Method>(
    {{Method::best, "best"}, {Method::optimal, "optimal"}, {Method::fast, "fast"}});
constexpr auto kRuleWords =
    make_words<EndRule>({{EndRule::exact, "exact"}, {EndRule::nearest, "nearest"}});
constexpr auto kShapeWords = make_words<AgentShape>(
    {{AgentShape::point, "point"}, {AgentShape::disc, "disc"}, {AgentShape::square, "square"}});

template <class Words>
std::size_t find_word(const Words& words, std::string_view word, const char* what) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (word == words[i]) return i;
  }
  std::string known;
  for (const char* const each : words) known += std::string(known.empty() ? "" : ", ") + each;
  detail::reject(std::string("no ") + what + " is called \"" + std::string(word) +
                 "\": there are " + known);
}

template <class Words>
py::tuple to_tuple(const Words& words) {
  py::tuple made(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) made[i] = words[i];
  return made;
}

// By the values of the reasons; one of them is none.
py::tuple name_reasons() {
  constexpr std::size_t kCount = static_cast<std::size_t>(Reason::broken) + 1;
  py::tuple made(kCount);
  for (std::size_t i = 0; i < kCount; ++i) made[i] = to_string(static_cast<Reason>(i));
  return made;
}

const char* shape_of(const Agent& agent) {
  return kShapeWords[static_cast<std::size_t>(agent.shape)];
}

std::string describe_agent(const Agent& agent) {
  std::string arguments;
  if (agent.shape != AgentShape::point) {
    arguments = py::repr(py::float_(agent.radius)).cast<std::string>();
  }
  if (agent.ground != 0) {
    arguments += (arguments.empty() ? "ground=" : ", ground=") + std::to_string(agent.ground);
  }
  return std::string("Agent.") + shape_of(agent) + "(" + arguments + ")";
}

// Whether a world has the ground is its affair.
Agent make_agent(AgentShape shape, double radius, std::int64_t ground) {
  const std::string where = std::string("Agent.") + kShapeWords[static_cast<std::size_t>(shape)];
  (void)detail::require_valid(where.c_str(), Agent{shape, radius});
  return {shape, radius, to_ground(where.c_str(), ground)};
}

void define_agent(py::module_& module) {
  py::class_<Agent>(module, "Agent", "What moves: a point, a disc or an axis-parallel square.")
      .def_static(
          "point", [](std::int64_t ground) { return make_agent(AgentShape::point, 0.0, ground); },
          py::kw_only(), integer("ground") = 0, "A point, which may touch walls.")
      .def_static(
          "disc",
          [](double radius, std::int64_t ground) {
            return make_agent(AgentShape::disc, radius, ground);
          },
          py::arg("radius"), py::kw_only(), integer("ground") = 0, "A disc; the radius in tiles.")
      .def_static(
          "square",
          [](double radius, std::int64_t ground) {
            return make_agent(AgentShape::square, radius, ground);
          },
          py::arg("radius"), py::kw_only(), integer("ground") = 0,
          "A square that does not turn; the radius is half its side.")
      .def_property_readonly("shape", &shape_of, "\"point\", \"disc\" or \"square\".")
      .def_readonly("radius", &Agent::radius, "In tiles.")
      .def_readonly("ground", &Agent::ground, "The number of its ground: see World.set_ground.")
      .def(
          "__eq__", [](const Agent& a, const Agent& b) { return a == b; }, py::is_operator())
      .def("__hash__",
           [](const Agent& agent) {
             return py::hash(
                 py::make_tuple(static_cast<int>(agent.shape), agent.radius, agent.ground));
           })
      .def(py::pickle(
          [](const Agent& agent) {
            return py::make_tuple(static_cast<int>(agent.shape), agent.radius, agent.ground);
          },
          [](const py::tuple& kept) {
            const auto shape = kept[0].cast<std::size_t>();
            if (shape >= kShapeWords.size()) detail::reject("Agent: no such shape");
            return make_agent(static_cast<AgentShape>(shape), kept[1].cast<double>(),
                              kept[2].cast<std::int64_t>());
          }))
      .def("__repr__", &describe_agent);
}

}  // namespace

std::vector<Finder> SharedMap::take_finders(std::size_t count) {
  std::vector<Finder> taken;
  taken.reserve(count);
  {
    const std::lock_guard<std::mutex> lock(pool_mutex_);
    while (taken.size() < count && !pool_.empty()) {
      taken.push_back(std::move(pool_.back()));
      pool_.pop_back();
    }
  }
  while (taken.size() < count) taken.emplace_back(world_);
  return taken;
}

void SharedMap::give_back(std::vector<Finder> finders) {
  const std::lock_guard<std::mutex> lock(pool_mutex_);
  for (Finder& finder : finders) pool_.push_back(std::move(finder));
}

std::uint8_t to_ground(const char* where, std::int64_t number) {
  const std::string what = std::string(where) + ": ground";
  return static_cast<std::uint8_t>(detail::require_within(what.c_str(), number, 0, kMostGround));
}

Integers to_integers(const char* what, const py::object& numbers) {
  const auto given = py::array::ensure(numbers);
  const char kind = given ? given.dtype().kind() : 'O';
  const bool is_empty_list = kind == 'f' && given.size() == 0;
  // One of 64 bits without a sign is no int64, but a number of it may be one.
  const bool is_wide = kind == 'u' && given.itemsize() == 8;
  if (kind != 'i' && kind != 'u' && !is_empty_list) {
    PyErr_Clear();
    throw py::type_error(std::string("taut: ") + what + ": " +
                         py::repr(numbers).cast<std::string>() + " is no array of integers");
  }
  if (is_wide && given.size() > 0 && given.attr("max")().cast<std::uint64_t>() > INT64_MAX) {
    detail::reject(std::string(what) + ": a number is above " + std::to_string(INT64_MAX));
  }
  return given.attr("astype")("int64").cast<Integers>();
}

Integers to_integers(const char* what, const py::object& numbers, std::int64_t low,
                     std::int64_t high) {
  Integers made = to_integers(what, numbers);
  for (py::ssize_t i = 0; i < made.size(); ++i) {
    detail::require_within(what, made.data()[i], low, high);
  }
  return made;
}

std::vector<Point> to_points(const Places& places, const char* what) {
  // An empty list has one dimension.
  const bool is_one = places.ndim() == 1 && (places.shape(0) == 2 || places.shape(0) == 0);
  const bool is_list = places.ndim() == 2 && places.shape(1) == 2;
  if (!is_one && !is_list) {
    detail::reject(std::string(what) + " has the shape " +
                   py::str(places.attr("shape")).cast<std::string>() + ", not (N, 2)");
  }
  std::vector<Point> points(static_cast<std::size_t>(places.size() / 2));
  const float* at = places.data();
  for (Point& point : points) {
    point = {at[0], at[1]};
    at += 2;
  }
  return points;
}

FindOptions to_options(const QueryArguments& arguments) {
  FindOptions options;
  options.agent = arguments.agent.value_or(Agent{});
  options.method = static_cast<Method>(find_word(kMethodWords, arguments.method, "method"));
  options.goal = static_cast<EndRule>(find_word(kRuleWords, arguments.goal, "rule for goals"));
  options.start = static_cast<EndRule>(find_word(kRuleWords, arguments.start, "rule for starts"));
  options.max_goal_distance =
      detail::require_within("max_goal_distance", arguments.max_goal_distance, 0.0, kInfinity);
  options.length_limit =
      detail::require_within("length_limit", arguments.length_limit, 0.0, kInfinity);
  if (arguments.expansion_limit) options.expansion_limit = *arguments.expansion_limit;
  return options;
}

EndRule to_end_rule(const std::string& word) {
  return static_cast<EndRule>(find_word(kRuleWords, word, "rule for goals"));
}

const char* to_word(Status status) { return kStatusWords[static_cast<std::size_t>(status)]; }
const char* to_word(Reason reason) { return to_string(reason); }
const char* to_word(Method method) { return kMethodWords[static_cast<std::size_t>(method)]; }

}  // namespace taut::python

PYBIND11_MODULE(_taut, module) {
  module.doc() = "Shortest paths through tile maps: see the package taut.";
  module.attr("__version__") = TAUT_VERSION;
  module.attr("STATUS") = taut::python::to_tuple(taut::python::kStatusWords);
  module.attr("REASON") = taut::python::name_reasons();
  taut::python::define_agent(module);
  taut::python::WorldClass world = taut::python::declare_world(module);
  taut::python::define_paths(module);
  taut::python::define_field(module);
  taut::python::define_crowd(module);
  taut::python::define_link(module);
  taut::python::define_follower(module);
  taut::python::define_world(module, world);
  taut::python::define_scenario(module);
  taut::python::define_words(module);
}
