// `taut` on meshes: every command, against the optima of our maps and of the benchmark.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/optima.hpp"
#include "support/program.hpp"
#include "support/random.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Runs `scen` on a map with its scenario and holds the rows against the optima beside it.
void check_optima(const std::filesystem::path& map, const std::vector<std::string>& how) {
  INFO(map.string());
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  const std::size_t step = query_stride();
  std::vector<std::string> arguments{"scen", map.string(), map.string() + ".scen", "--csv",
                                     csv,    "--every",    std::to_string(step)};
  arguments.insert(arguments.end(), how.begin(), how.end());
  const ProgramRun run = run_program(arguments);
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "invalid paths") == "0");
  CHECK(std::stod(value_of(run.out, "  in open space")) == 0.0);
  const std::vector<std::vector<std::string>> rows = read_csv(csv);
  const std::vector<std::vector<std::string>> truth =
      read_csv((map.parent_path() / (map.stem().string() + ".optimal.csv")).string());
  REQUIRE(truth.size() > 1);
  std::size_t wrong = 0;
  for (std::size_t i = 1; i < truth.size(); ++i) {
    const std::size_t index = std::stoul(truth[i][0]);
    if (index % step != 0) continue;
    const std::vector<std::string>& row = rows.at(index / step + 1);
    const double optimum = std::stod(truth[i][6]);
    const bool is_requested = std::equal(row.begin(), row.begin() + 5, truth[i].begin());
    const bool is_right =
        row[5] == "ok" && std::abs(std::stod(row[6]) - optimum) <= 1e-9 * (1.0 + optimum);
    wrong += is_requested && is_right ? 0U : 1U;
  }
  CHECK(wrong == 0);
}

// A script of edits and queries, and the map of each query.
struct Script {
  struct Query {
    Grid grid;
    Tile start;
    Tile goal;
  };
  std::string text;
  std::vector<Query> queries;
};

std::string to_words(const TileRect& tiles) {
  return std::to_string(tiles.x0) + " " + std::to_string(tiles.y0) + " " +
         std::to_string(tiles.x1) + " " + std::to_string(tiles.y1) + "\n";
}

Script make_script(Random& random, Grid grid) {
  Script script;
  for (int k = 0; k < 60; ++k) {
    if (random.chance(40)) {
      const int x = random.between(-2, grid.width());
      const int y = random.between(-2, grid.height());
      const TileRect tiles{x, y, x + random.between(1, 6), y + random.between(1, 6)};
      const bool is_block = random.chance(50);
      script.text += (is_block ? "block " : "open ") + to_words(tiles);
      grid.set(tiles, is_block ? TileState::blocked : TileState::walkable);
      continue;
    }
    const auto any_tile = [&] {
      return Tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
    };
    const Tile start = any_tile();
    const Tile goal = any_tile();
    script.text += "path " + to_words({start.x, start.y, goal.x, goal.y});
    script.queries.push_back({grid, start, goal});
  }
  return script;
}

// Compares a row of the CSV file with the visibility graph of the query's map.
void check_row(const Script::Query& query, const std::vector<std::string>& row) {
  if (!query.grid.is_walkable(query.start) || !query.grid.is_walkable(query.goal)) {
    REQUIRE(row[5] == "invalid_input");
    return;
  }
  const Point start = center(query.start);
  const Point goal = center(query.goal);
  const long double length =
      VisibilityGraph(query.grid).find_length(to_lattice(start), to_lattice(goal));
  if (!std::isfinite(length)) {
    REQUIRE(row[5] == "no_path");
    return;
  }
  REQUIRE(row[5] == "ok");
  REQUIRE(is_near(std::stod(row[6]), static_cast<double>(length), 1e-9));
  REQUIRE(validate_path(query.grid, start, goal, parse_points(row[11])).fault == PathFault::none);
}

}  // namespace

TEST_CASE("mesh: scen gives the optima of our maps") {
  for (const char* const name :
       {"arena.map", "caves.map", "city.map", "coast.map", "dungeon.map"}) {
    check_optima(own_map(name), {"--method", "optimal"});
    check_optima(own_map(name), {"--search", "optimal"});
  }
}

TEST_CASE("landmarks: scen gives the optima of our maps") {
  for (const char* const name : {"arena.map", "city.map", "coast.map", "dungeon.map"}) {
    check_optima(own_map(name), {"--method", "optimal", "--landmarks", "8"});
    check_optima(own_map(name), {"--search", "optimal", "--landmarks", "auto"});
  }
  check_optima(own_map("dungeon.map"), {"--search", "optimal", "--landmarks", "8"});
  check_optima(own_map("caves.map"),
               {"--map", "quadtree", "--search", "optimal", "--landmarks", "3"});
}

TEST_CASE("landmarks: A* over cells, and what they do not work with") {
  const std::string map = own_map("city.map");
  const auto run = [&](std::vector<std::string> how) {
    how.insert(how.begin(), {"path", map, "72,247", "252,52"});
    return run_program(how);
  };
  CHECK(run({"--search", "astar", "--landmarks", "4"}).status == 0);
  CHECK(run({"--landmarks", "0"}).status == 0);
  const auto expanded = [&](const std::string& landmarks) {
    const ProgramRun found = run({"--method", "optimal", "--json", "--landmarks", landmarks});
    REQUIRE(found.status == 0);
    return nlohmann::json::parse(found.out).at("expanded").get<int>();
  };
  CHECK(expanded("auto") == expanded("32"));  // as many as this map needs
  CHECK(expanded("auto") < expanded("16"));
  const auto fails = [&](const std::vector<std::string>& how, const std::string& message) {
    const ProgramRun failed = run(how);
    CHECK(failed.status == 2);
    CHECK(failed.err == "taut: " + message + "\n");
  };
  fails({"--landmarks", "-3"}, "--landmarks -3: must be a whole number from 0 to 64");
  fails({"--landmarks", "65"}, "--landmarks 65: must be a whole number from 0 to 64");
  fails({"--landmarks", "automatic"}, "--landmarks automatic: must be a whole number from 0 to 64");
  fails({"--landmarks", "auto", "--map", "quadtree"},
        "--landmarks auto: works on meshes only, not with --map quadtree");
  fails({"--landmarks", "4", "--map", "quadtree"},
        "--landmarks 4: works on meshes only, not with --map quadtree");
  CHECK(run({"--landmarks", "4", "--radius", "0.75"}).status == 0);
  CHECK(run({"--landmarks", "4", "--agent", "square", "--radius", "0.75"}).status == 0);
}

TEST_CASE("index: scen gives the optima of our maps") {
  for (const char* const name : {"arena.map", "city.map", "coast.map", "dungeon.map"}) {
    check_optima(own_map(name), {"--method", "optimal", "--index"});
  }
  check_optima(own_map("dungeon.map"), {"--search", "optimal", "--index"});
  check_optima(own_map("caves.map"), {"--map", "quadtree", "--search", "optimal", "--index"});
}

TEST_CASE("index: what was built, other options, and what it does not work with") {
  const std::string map = own_map("arena.map");
  const auto run = [&](std::vector<std::string> how) {
    how.insert(how.begin(), {"path", map, "37,5", "12,43"});
    return run_program(how);
  };
  const ProgramRun plain = run({"--method", "optimal"});
  const ProgramRun indexed = run({"--index"});
  CHECK(indexed.status == 0);
  CHECK(value_of(indexed.out, "index").find(" corners, ") != std::string::npos);
  CHECK(value_of(indexed.out, "length") == value_of(plain.out, "length"));
  CHECK(value_of(indexed.out, "search").find(" 0 funnels expanded") != std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(run({"--index", "--json"}).out);
  CHECK(json.at("how").at("index") == true);
  CHECK(json.at("corridor_cells").is_null());  // an index answers without one
  const ProgramRun stages = run({"--search", "optimal", "--index", "--json"});
  CHECK(nlohmann::json::parse(stages.out).at("corridor_cells").get<int>() > 1);
  CHECK(value_of(run({"--index", "--index-bytes", "1000"}).out, "index") ==
        "none: it would take more than 1000 bytes, so paths are searched for");
  for (const char* const pull : {"simple", "midpoint", "raycast", "none"}) {
    CHECK(value_of(run({"--index", "--pull", pull}).out, "length") ==
          value_of(run({"--pull", pull}).out, "length"));
  }
  CHECK(run({"--index", "--radius", "0.4"}).status == 0);
  CHECK(run({"--index", "--near", "--landmarks", "4", "--compare"}).status == 0);
  const auto fails = [&](const std::vector<std::string>& how, const std::string& message) {
    const ProgramRun failed = run(how);
    CHECK(failed.status == 2);
    CHECK(failed.err == "taut: " + message + "\n");
  };
  fails({"--index", "--search", "astar"},
        "--index: works with --search optimal only, not with --search astar");
  fails({"--index", "--map", "grid"},
        "--index: works with --search optimal only, not with --map grid");
  fails({"--index", "--method", "fast"},
        "--index: finds optimal paths, so it does not work with --method fast");
  fails({"--index-bytes", "5"}, "--index-bytes 5: works with --index only");
  CHECK(run({"--index", "--radius", "0.75"}).status == 0);
  CHECK(run({"--index", "--agent", "square", "--radius", "0.75"}).status == 0);
}

TEST_CASE("mesh: scen gives the optima of the benchmark", "[movingai]") {
  const auto data = find_shared_data("movingai");
  if (!data) return;
  for (const std::filesystem::path& map : find_maps(*data)) {
    check_optima(map, {"--map", "mesh", "--search", "optimal"});
  }
}

TEST_CASE("quadtree: the optimal search over leaves gives the optima of our maps") {
  const std::vector<std::string> how{"--map", "quadtree", "--search", "optimal"};
  for (const char* const name : {"arena.map", "caves.map", "coast.map", "dungeon.map"}) {
    check_optima(own_map(name), how);
  }
}

TEST_CASE("quadtree: the optimal search over leaves gives the optima of the benchmark",
          "[movingai]") {
  const auto data = find_shared_data("movingai");
  if (!data) return;
  const std::vector<std::string> how{"--map", "quadtree", "--search", "optimal"};
  for (const std::filesystem::path& map : find_maps(*data)) {
    // The others take minutes.
    const std::string name = map.stem().string();
    if (is_long() || name == "arena" || name == "den520d" || name == "maze512-32-0") {
      check_optima(map, how);
    }
  }
}

TEST_CASE("mesh: every way to pull gives valid paths that are no shorter") {
  const TemporaryFolder folder;
  for (const char* const name : {"arena.map", "dungeon.map", "coast.map"}) {
    const std::string map = own_map(name);
    const Loaded<Grid> grid = load_map(map);
    REQUIRE(grid);
    const auto run_scen = [&](const std::vector<std::string>& how, const char* file) {
      std::vector<std::string> arguments{"scen",    map, map + ".scen", "--csv", folder.file(file),
                                         "--every", "3"};
      arguments.insert(arguments.end(), how.begin(), how.end());
      const ProgramRun run = run_program(arguments);
      CHECK(run.status == 0);
      CHECK(value_of(run.out, "invalid paths") == "0");
      return read_csv(folder.file(file));
    };
    const std::vector<std::vector<std::string>> best = run_scen({"--search", "optimal"}, "best");
    for (const std::vector<std::string>& how : {std::vector<std::string>{"--pull", "simple"},
                                                {"--pull", "midpoint"},
                                                {"--pull", "raycast"},
                                                {"--pull", "none"},
                                                {"--search", "astar"},
                                                {"--search", "astar", "--repair"},
                                                {"--search", "astar", "--pull", "midpoint"},
                                                {"--search", "astar", "--pull", "none"},
                                                {"--repair"}}) {
      INFO(name << " " << how.back());
      const std::vector<std::vector<std::string>> rows = run_scen(how, "rows");
      REQUIRE(rows.size() == best.size());
      for (std::size_t i = 1; i < rows.size(); ++i) {
        REQUIRE(rows[i].size() == 18);
        REQUIRE(rows[i][5] == best[i][5]);
        const std::vector<Point> path = parse_points(rows[i][11]);
        const PathCheck check = validate_path(*grid.value, path.front(), path.back(), path);
        REQUIRE(check.fault == PathFault::none);
        if (how.back() == "astar" || how.back() == "--repair") REQUIRE(check.open_corners == 0);
        const double length = std::stod(rows[i][6]);
        REQUIRE(length == path_length(path));
        if (how.front() == "--repair") {
          REQUIRE(rows[i][11] == best[i][11]);
        } else {
          REQUIRE(length >= std::stod(best[i][6]) - 1e-9);
        }
      }
    }
  }
}

TEST_CASE("mesh: path as text, JSON and picture") {
  const TemporaryFolder folder;
  const std::string map = own_map("dungeon.map");
  const std::string svg = folder.file("out.svg");
  const std::string png = folder.file("out.png");
  const ProgramRun run = run_program({"path", map, "73,49", "76,8", "--svg", svg, "--png", png});
  CHECK(run.status == 0);
  CHECK(run.out.find(" funnels expanded, ") != std::string::npos);
  CHECK(run.out.find(" cells in the corridor") != std::string::npos);
  CHECK(value_of(run.out, "corners") == "15, 0 in open space");
  CHECK(find_xml_fault(read_file(svg)).empty());
  CHECK(read_file(svg).size() > 10'000);
  CHECK(read_file(png).size() > 10'000);

  const std::vector<std::string> how = GENERATE(std::vector<std::string>{"--method", "optimal"},
                                                std::vector<std::string>{"--map", "mesh"});
  const ProgramRun with_json =
      run_program({"path", map, "73,49", "76,8", "--compare", "--json", how[0], how[1]});
  const nlohmann::json json = nlohmann::json::parse(with_json.out);
  CHECK(json.at("how").at(how[0].substr(2)) == how[1]);
  CHECK(json.at("corridor_cells").get<int>() == json.at("portals").get<int>() + 1);
  CHECK(json.at("open_corners") == 0);
  // What the funnel makes of the corridor is the path that the search found, and smoothing keeps
  // it.
  REQUIRE(json.at("methods").size() == 6);
  CHECK(json.at("methods")[0].at("path") == json.at("path"));
  CHECK(json.at("methods")[5].at("path") == json.at("path"));
  for (const nlohmann::json& method : json.at("methods")) CHECK(method.at("fault") == "none");
}

TEST_CASE("mesh: the tile corridor's methods stand beside the optimal search") {
  const std::string map = own_map("dungeon.map");
  const ProgramRun run =
      run_program({"path", map, "73,49", "76,8", "--map", "grid", "--compare", "--json"});
  const nlohmann::json json = nlohmann::json::parse(run.out);
  const ProgramRun best = run_program({"path", map, "73,49", "76,8", "--json"});
  const nlohmann::json optimal = nlohmann::json::parse(best.out);
  REQUIRE(json.at("methods").size() == 7);
  CHECK(json.at("methods")[6].at("name") == "optimal search");
  CHECK(json.at("methods")[6].at("path") == optimal.at("path"));
  for (const nlohmann::json& method : json.at("methods")) {
    CHECK(method.at("length").get<double>() >= optimal.at("length").get<double>() - 1e-9);
  }
}

TEST_CASE("mesh: places on corners and edges, as tiles have them") {
  const TemporaryFolder folder;
  // Tiles (1, 1) and (2, 2) touch at the corner (2, 2).
  const std::string map = folder.write("map.txt",
                                       "....\n"
                                       ".@..\n"
                                       "..@.\n"
                                       "....\n");
  const auto run_query = [&](const std::string& start, const std::string& goal, const char* kind) {
    return run_program({"path", map, start, goal, "--map", kind, "--json"});
  };
  for (const char* const start : {"2.0,2.0", "1.0,1.0", "1.5,1.0", "2.0,1.5", "0.0,0.0", "4.0,4.0",
                                  "2.0,0.0", "3.0,2.0", "0,0", "2,1"}) {
    for (const char* const goal : {"1.0,2.0", "3.0,3.0", "2.0,2.0", "0.0,4.0", "3,3", "1,2"}) {
      INFO(start << " to " << goal);
      const ProgramRun mesh = run_query(start, goal, "mesh");
      const ProgramRun grid = run_query(start, goal, "grid");
      CHECK(mesh.status == grid.status);
      CHECK(mesh.status == 0);
      const nlohmann::json one = nlohmann::json::parse(mesh.out);
      const nlohmann::json other = nlohmann::json::parse(grid.out);
      CHECK(one.at("length").get<double>() <= other.at("length").get<double>() + 1e-9);
      CHECK(one.at("open_corners") == 0);
    }
  }
  for (const char* const bad : {"1,1", "1.5,1.5", "4.001,0.0", "-1,0", "2.5,2.75"}) {
    CHECK(is_refused(run_program({"path", map, bad, "0,0"}), {"start " + std::string(bad)}));
    CHECK(is_refused(run_program({"path", map, "0,0", bad}), {"goal " + std::string(bad)}));
  }
}

TEST_CASE("mesh: replay answers as on a fresh map after every edit") {
  for (Random& random : random_generators("mesh replay")) {
    for (std::size_t i = 0; i < random_count(4, 60); ++i) {
      const TemporaryFolder folder;
      const Grid grid = make_random_map(random, 24);
      const std::string map = folder.write("map.txt", to_drawing(grid));
      const Script script = make_script(random, grid);
      const std::string csv = folder.file("out.csv");
      std::vector<std::string> arguments{"replay", map, folder.write("script", script.text),
                                         "--csv", csv};
      if (i % 2 == 1) {
        arguments.insert(arguments.end(), {"--map", "quadtree", "--search", "optimal"});
      }
      if (i % 4 >= 2) arguments.insert(arguments.end(), {"--landmarks", "5", "--index"});
      REQUIRE(run_program(arguments).status == 0);
      const std::vector<std::vector<std::string>> rows = read_csv(csv);
      REQUIRE(rows.size() == script.queries.size() + 1);
      for (std::size_t k = 0; k < script.queries.size(); ++k) {
        INFO(to_drawing(script.queries[k].grid) << script.text << k);
        check_row(script.queries[k], rows[k + 1]);
      }
    }
  }
}

TEST_CASE("mesh: info counts cells and memory") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map.txt", "..\n..\n");
  const ProgramRun run = run_program({"info", map});
  CHECK(value_of(run.out, "mesh cells") == "1, 4 edges");
  CHECK(std::stod(value_of(run.out, "build mesh")) > 0.0);
  const nlohmann::json json = nlohmann::json::parse(run_program({"info", map, "--json"}).out);
  CHECK(json.at("mesh_cells") == 1);
  CHECK(json.at("mesh_edges") == 4);
  CHECK(json.at("mesh_build_us").get<double>() > 0.0);
  CHECK(json.at("mesh_bytes").get<int>() > 80);
  CHECK(json.at("landmarks_build_us").get<double>() > 0.0);
  CHECK(json.at("landmarks_bytes").get<int>() >= 4 * 8 * 4);
  // The index takes seconds on large maps, so it is made on request.
  CHECK_FALSE(json.contains("index_build_us"));
  CHECK(run.out.find("index") == std::string::npos);
  const auto indexed = nlohmann::json::parse(run_program({"info", map, "--index", "--json"}).out);
  CHECK(indexed.at("index_build_us").get<double>() > 0.0);
  CHECK(indexed.at("index_bytes").get<int>() > 0);
  CHECK(indexed.at("index_corners") == 0);
  CHECK(std::stod(value_of(run_program({"info", map, "--index"}).out, "build index")) > 0.0);
  // A map without a walkable tile has a mesh without cells.
  const std::string blocked = folder.write("blocked.txt", "@@\n");
  CHECK(value_of(run_program({"info", blocked}).out, "mesh cells") == "0, 0 edges");
}
