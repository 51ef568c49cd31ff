// taut_bench links: paths over floors and links, beside the same legs as queries of their own.
#include <CLI/CLI.hpp>

#include <taut/finder.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/figures.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

constexpr int kFloors = 3;
constexpr double kLinkCost = 3.0;

struct LinksTableOptions {
  BenchOptions common;
  std::size_t queries = 200;
  std::vector<std::size_t> links{20};
  std::vector<std::size_t> landmarks{0, 8, 16};
  double radius = 0.0;
  double width = 0.0;
};

Columns links_columns() {
  return {text_column("map", 18),         count_column("links", 5),
          count_column("marks", 5),       count_column("n", 5),
          {"over_us", "over", 8},         {"legs_us", "legs", 8},
          {"plain_us", "plain legs", 10}, {"ratio", "sums", 6},
          {"median_ratio", "median", 6},  {"p95_ratio", "95 %", 6},
          {"worst_ratio", "worst", 7},    {"plain_ratio", "to plain", 8},
          {"expanded", "expanded", 9, 0}, {"legs_expanded", "of legs", 7, 0},
          {"build_ms", "build ms", 8},    count_column("wrong", 6)};
}

// The end of a link at a tile: a point, or a segment across it.
LinkEnd end_at(const World& world, const Place& place, double width) {
  const Point at = world.to_point(place);
  if (width == 0.0) return at;
  const auto half = static_cast<float>(width / 2.0);
  const Point a{at.x - half, at.y};
  const Point b{at.x + half, at.y};
  const bool has_room = world.has_room({}, a) && world.has_room({}, b);
  return has_room ? LinkEnd(a, b) : LinkEnd(at);
}

// Stairs: each joins a tile with the same one of the next floor.
void add_stairs(const BenchMap& map, std::size_t count, double width, World& world) {
  std::vector<BenchQuery> places = map.queries;
  keep_evenly(places, count);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int floor = static_cast<int>(i % (kFloors - 1));
    const Tile tile = i % 4 < 2 ? places[i].start : places[i].goal;
    const LinkEnd from = end_at(world, {floor, center(tile)}, width);
    const LinkEnd to = end_at(world, {floor + 1, center(tile)}, width);
    world.link(from, to, {.cost = kLinkCost});
  }
}

struct LinksTimes {
  Times over;
  Times legs;
  Times plain;
  Times ratios;
  double expanded = 0.0;
  double legs_expanded = 0.0;
  std::size_t wrong = 0;
};

// The legs of a path: what is walked between its links.
std::vector<Request> legs_of(const FoundPath& path, const Point& start, const Point& goal,
                             const Agent& agent) {
  std::vector<Point> ends{start};
  for (const PassedLink& link : path.links) {
    if (path.points.empty()) {
      const DiscPoint& entry = path.turns[link.exit - 1].entry;
      const DiscPoint& exit = path.turns[link.exit].exit;
      ends.push_back({static_cast<float>(entry.x), static_cast<float>(entry.y)});
      ends.push_back({static_cast<float>(exit.x), static_cast<float>(exit.y)});
    } else {
      ends.push_back(path.points[link.exit - 1]);
      ends.push_back(path.points[link.exit]);
    }
  }
  ends.push_back(goal);
  std::vector<Request> legs;
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    legs.push_back({ends[i], ends[i + 1], {agent, Method::optimal}});
  }
  return legs;
}

struct Finders {
  Finder over;
  Finder legs;   // without links, with the landmarks
  Finder plain;  // without either
};

void measure_query(const Request& request, int rounds, Finders& finders, LinksTimes& measured) {
  const FoundPath path = finders.over.find(request.start, request.goal, request.options);
  if (!path || path.links.empty()) return;
  const std::vector<Request> legs =
      legs_of(path, request.start, request.goal, request.options.agent);
  measured.expanded += static_cast<double>(path.expanded);
  for (const Request& leg : legs) {
    const FoundPath found = finders.legs.find(leg.start, leg.goal, leg.options);
    measured.legs_expanded += static_cast<double>(found.expanded);
  }
  const double cost = path.cost;
  const double links = static_cast<double>(path.links.size()) * kLinkCost;
  Times over;
  Times apart;
  Times plain;
  double walked = 0.0;
  const auto find_legs = [&](Finder& finder) {
    walked = 0.0;
    for (const Request& leg : legs) walked += finder.find(leg.start, leg.goal, leg.options).length;
  };
  for (int round = 0; round < rounds; ++round) {
    over.add(
        time_us([&] { (void)finders.over.find(request.start, request.goal, request.options); }));
    apart.add(time_us([&] { find_legs(finders.legs); }));
    plain.add(time_us([&] { find_legs(finders.plain); }));
  }
  measured.over.add(over.quantile(0.5));
  measured.legs.add(apart.quantile(0.5));
  measured.plain.add(plain.quantile(0.5));
  measured.ratios.add(over.quantile(0.5) / apart.quantile(0.5));
  if (!(std::abs(walked + links - cost) <= 1e-3 * cost)) ++measured.wrong;
}

void add_links_row(const BenchMap& map, const LinksTableOptions& options, std::size_t links,
                   std::size_t landmarks, Table& table) {
  const Agent agent = options.radius > 0.0 ? Agent::disc(options.radius) : Agent{};
  const std::vector<FloorMap> floors(kFloors, FloorMap{map.grid, {}});
  World plain{std::span<const FloorMap>(floors)};
  plain.prepare(agent);
  World over = plain;
  add_stairs(map, links, options.width, over);
  const double build_us = time_us([&] { over.keep_landmarks(landmarks); });
  World marked = over;
  while (!marked.links().empty()) marked.unlink(marked.links().back().id);
  Finders finders{Finder(over), Finder(marked), Finder(plain)};
  LinksTimes measured;
  std::vector<BenchQuery> queries = map.queries;
  keep_evenly(queries, options.queries);
  for (const BenchQuery& query : queries) {
    measure_query({over.to_point({0, center(query.start)}),
                   over.to_point({kFloors - 1, center(query.goal)}),
                   {agent, Method::optimal}},
                  options.common.rounds, finders, measured);
  }
  if (measured.over.count() == 0) return;
  Row row;
  table.add(
      row.set("map", map.name)
          .set("links", links)
          .set("marks", landmarks)
          .set("n", measured.over.count())
          .set("over_us", measured.over.mean())
          .set("legs_us", measured.legs.mean())
          .set("plain_us", measured.plain.mean())
          .set("ratio", measured.over.mean() / measured.legs.mean())
          .set("median_ratio", measured.ratios.quantile(0.5))
          .set("p95_ratio", measured.ratios.quantile(0.95))
          .set("worst_ratio", measured.ratios.worst())
          .set("plain_ratio", measured.over.mean() / measured.plain.mean())
          .set("expanded", measured.expanded / static_cast<double>(measured.over.count()))
          .set("legs_expanded", measured.legs_expanded / static_cast<double>(measured.over.count()))
          .set("build_ms", build_us / 1000.0)
          .set("wrong", measured.wrong));
}

int run_links(const LinksTableOptions& options) {
  Table table(links_columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) {
    for (const std::size_t links : options.links) {
      for (const std::size_t count : options.landmarks)
        add_links_row(map, options, links, count, table);
    }
  });
  return table.finish();
}

}  // namespace

void add_links_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand("links", "paths over three floors and links");
  const auto options = std::make_shared<LinksTableOptions>();
  add_bench_options(command, options->common);
  command.add_option("--queries", options->queries, "number of queries on each map")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--links", options->links, "numbers of links")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--landmarks", options->landmarks, "numbers of landmarks")
      ->type_name("N")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  command.add_option("--radius", options->radius, "radius of the disc; 0: a point")
      ->type_name("R")
      ->check(CLI::Range(0.0, 4.0))
      ->capture_default_str();
  command.add_option("--width", options->width, "width of the links' ends in tiles; 0: points")
      ->type_name("W")
      ->check(CLI::Range(0.0, 16.0))
      ->capture_default_str();
  command.footer(
      "Three copies of each map are floors, joined by stairs. Each query goes from the first to "
      "the last. `legs` is the time of\nthe legs of its path as queries of their own, in a world "
      "without links and with the same landmarks; `plain legs` without\neither. Times are CPU time "
      "of the thread; `sums` compares the means, `median` and the next are ratios of a query's "
      "times.\n`wrong` counts paths whose legs add up to another cost.\n");
  command.callback([options, &action] { action = [options] { return run_links(*options); }; });
}

}  // namespace taut::bench
