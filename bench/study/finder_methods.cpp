// What a game queries: a Finder of a World, fields, floors and links.
#include <fmt/format.h>

#include <taut/engine/optimal_search.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <array>
#include <utility>

#include "bench/harness/thread_clock.hpp"
#include "study_method.hpp"
#include "tools/commands/query.hpp"
#include "tools/input/map_input.hpp"

namespace taut::bench {
namespace {

PathResult result_of(const FoundPath& found) {
  return {found.status, found.points.size() + found.turns.size(), found ? found.length : 0.0,
          found.expanded, found ? found.cost : 0.0};
}

enum class Guide : std::uint8_t { none, landmarks };  // as many as the map chooses

// A world with its finder, and the last query.
struct Game {
  Game(const Scene& scene, Guide guide) : world(scene.map.grid) {
    if (scene.ground) world.set_ground(tools::kTerrainGround, *scene.ground);
    world.prepare(scene.agent);
    if (guide == Guide::landmarks) world.keep_landmarks();
    finder.emplace(world);
  }

  World world;
  std::optional<Finder> finder;
  WorldField field;
  FieldScratch scratch;
  FoundPath found;
  BenchQuery asked;
};

StudyMethod of_game(std::string name, const Scene& scene, Guide guide,
                    std::function<FoundPath(Game&, const BenchQuery&)> find) {
  StudyMethod method;
  method.name = std::move(name);
  std::shared_ptr<Game> game;
  const double us = time_us([&] { game = std::make_shared<Game>(scene, guide); });
  method.build_ms = us / 1000.0;
  method.bytes = game->world.memory_bytes() - game->world.grid().memory_bytes();
  method.find = [game, find = std::move(find)](const BenchQuery& query) {
    game->asked = query;
    game->found = find(*game, query);
    return result_of(game->found);
  };
  method.answer = [game](const PathResult&) {
    tools::QueryAnswer answer;
    answer.points = game->found.points;
    answer.turns = game->found.turns;
    answer.start = center(game->asked.start);
    answer.goal = center(game->asked.goal);
    return answer;
  };
  return method;
}

StudyMethod by_method(const Scene& scene, const char* name, Method method,
                      Guide guide = Guide::none) {
  const FindOptions options{scene.agent, method};
  return of_game(name, scene, guide, [options](Game& game, const BenchQuery& query) {
    return game.finder->find(center(query.start), center(query.goal), options);
  });
}

}  // namespace

std::vector<StudyMethod> finder_methods(const Scene& scene) {
  std::vector<StudyMethod> methods;
  if (scene.agent == Agent{}) {
    methods.push_back(by_method(scene, "best", Method::best));
    return methods;
  }
  methods.push_back(by_method(scene, "optimal", Method::optimal));
  methods.push_back(by_method(scene, "optimal + landmarks", Method::optimal, Guide::landmarks));
  if (scene.agent.shape != AgentShape::disc && !scene.ground) {
    methods.front().promise = methods.back().promise = Promise::optimum;
  }
  return methods;
}

std::vector<StudyMethod> field_methods(const Scene& scene) {
  std::vector<StudyMethod> methods;
  methods.push_back(by_method(scene, "optimal", Method::optimal));
  const auto built = std::make_shared<bool>(false);
  const std::array goal{FieldGoal{center(scene.map.queries.front().goal)}};
  const auto build = [goal](Game& game) {
    game.field.set_goals(goal);
    static_cast<void>(game.field.update(game.world, game.scratch));
  };
  Game trial(scene, Guide::none);
  build(trial);  // which allocates
  const double us = time_us([&] { build(trial); });
  methods.push_back(
      of_game("field", scene, Guide::none, [build, built](Game& game, const BenchQuery& query) {
        if (!*built) build(game);
        *built = true;
        return game.finder->find(center(query.start), game.field);
      }));
  methods.back().build_ms += us / 1000.0;
  methods.back().bytes += trial.field.memory_bytes();
  for (StudyMethod& method : methods) method.promise = Promise::optimum;
  return methods;
}

std::vector<StudyMethod> floor_methods(const std::string& file) {
  std::vector<StudyMethod> methods;
  for (const Method kind : {Method::optimal, Method::best, Method::fast}) {
    tools::QuerySettings settings;
    settings.method = kind;
    std::shared_ptr<tools::Query> query;
    const double us =
        time_us([&] { query = tools::make_query(tools::load_map_of(settings, file), settings); });
    StudyMethod method;
    method.name = to_string(kind);
    method.build_ms = us / 1000.0;
    method.bytes = query->world()->memory_bytes() - query->grid().memory_bytes();
    const auto answer = std::make_shared<tools::QueryAnswer>();
    method.find = [query, answer](const BenchQuery& asked) {
      *answer = query->find(center(asked.start), center(asked.goal));
      const tools::QueryOutcome& outcome = answer->outcome;
      const bool is_ok = outcome.status == Status::ok;
      return PathResult{outcome.status, answer->points.size(), is_ok ? outcome.length : 0.0,
                        outcome.expanded, is_ok ? outcome.cost : 0.0};
    };
    method.answer = [answer](const PathResult&) { return *answer; };
    methods.push_back(std::move(method));
  }
  return methods;
}

}  // namespace taut::bench
