// The stages of the engine, for a point.
#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/world.hpp>

#include <span>
#include <utility>

#include "bench/harness/thread_clock.hpp"
#include "study_method.hpp"

namespace taut::bench {
namespace {

// What make() returns; adds its time.
template <class Make>
auto timed(double& us, const Make& make) {
  const double begin = now_us();
  auto made = make();
  us += now_us() - begin;
  return made;
}

// A method whose path is in `out`.
StudyMethod of_points(std::string name, std::span<const Point> out,
                      std::function<PathResult(const Point&, const Point&)> find) {
  StudyMethod method;
  method.name = std::move(name);
  auto asked = std::make_shared<BenchQuery>();
  method.find = [find = std::move(find), asked](const BenchQuery& query) {
    *asked = query;
    return find(center(query.start), center(query.goal));
  };
  method.answer = [out, asked](const PathResult& found) {
    tools::QueryAnswer answer;
    answer.points = out.first(found.count);
    answer.start = center(asked->start);
    answer.goal = center(asked->goal);
    return answer;
  };
  return method;
}

// Searches over tiles, with costs where the scene has a ground.
class Tiles {
 public:
  explicit Tiles(const Scene& scene)
      : grid_(scene.map.grid), scratch_(grid_), out_(max_path_points(grid_)) {
    options_.costs = scene.ground ? &*scene.ground : nullptr;
  }

  // The path of steps itself.
  [[nodiscard]] static StudyMethod steps(const std::shared_ptr<Tiles>& own) {
    StudyMethod method = own->of_tiles("tiles A*", [own](const Point& start, const Point& goal) {
      return find_corridor(own->grid_, start, goal, own->options_, own->scratch_.search,
                           own->scratch_.corridor);
    });
    method.promise = own->options_.costs == nullptr ? Promise::steps : Promise::none;
    return method;
  }
  [[nodiscard]] static StudyMethod pulled(const std::shared_ptr<Tiles>& own, const char* name,
                                          Smoothing smoothing) {
    GridPathOptions options;
    options.smoothing = smoothing;
    return of_points(name, own->out_, [own, options](const Point& start, const Point& goal) {
      return find_path(own->grid_, start, goal, options, own->scratch_, own->out_);
    });
  }
  [[nodiscard]] static StudyMethod jumps(const std::shared_ptr<Tiles>& own) {
    own->build_jumps();
    StudyMethod method = own->of_tiles("jump points", [own](const Point& start, const Point& goal) {
      return find_jump_points(own->grid_, *own->jumps_, start, goal, {}, own->scratch_.search,
                              own->scratch_.corridor);
    });
    method.promise = Promise::steps;
    own->describe(method);
    return method;
  }
  // Requires that jumps() was called.
  [[nodiscard]] static StudyMethod jump_path(const std::shared_ptr<Tiles>& own) {
    StudyMethod method = of_points("jump points + smoothing", own->out_,
                                   [own](const Point& start, const Point& goal) {
                                     return find_jump_path(own->grid_, *own->jumps_, start, goal,
                                                           {}, own->scratch_, own->out_);
                                   });
    own->describe(method);
    return method;
  }

 private:
  void build_jumps() {
    build_us_ = time_us([&] { jumps_.emplace(grid_); });
  }
  void describe(StudyMethod& method) const {
    method.build_ms = build_us_ / 1000.0;
    method.bytes = jumps_->memory_bytes();
  }

  // A method whose corridor is the path.
  StudyMethod of_tiles(std::string name,
                       std::function<CorridorResult(const Point&, const Point&)> find) {
    StudyMethod method =
        of_points(std::move(name), {}, [find = std::move(find)](const Point& a, const Point& b) {
          const CorridorResult found = find(a, b);
          return PathResult{found.status, found.count, found.cost, found.expanded, found.cost};
        });
    method.answer = [this](const PathResult& found) {
      steps_.clear();
      for (std::size_t i = 0; i < found.count; ++i) {
        steps_.push_back(center(grid_.tile(scratch_.corridor[i])));
      }
      tools::QueryAnswer answer;
      answer.start = steps_.front();
      answer.goal = steps_.back();
      drop_straight_points(steps_);
      answer.points = steps_;
      return answer;
    };
    return method;
  }

  const Grid& grid_;
  GridSearchOptions options_;
  std::optional<JumpMap> jumps_;
  double build_us_ = 0.0;
  GridScratch scratch_;
  std::vector<Point> out_;
  std::vector<Point> steps_;
};

StudyMethod quadtree(const Scene& scene) {
  struct Tree {
    Quadtree tree;
    QuadtreeScratch scratch{tree};
    std::vector<Point> out = std::vector<Point>(max_path_points(tree));
  };
  double us = 0.0;
  const auto own =
      std::make_shared<Tree>(Tree{timed(us, [&] { return Quadtree(scene.map.grid.bits()); })});
  StudyMethod method =
      of_points("quadtree A*", own->out, [own](const Point& start, const Point& goal) {
        return find_path(own->tree, start, goal, {}, own->scratch, own->out);
      });
  method.build_ms = us / 1000.0;
  method.bytes = own->tree.memory_bytes();
  return method;
}

// Searches over a mesh.
class Mesh {
 public:
  explicit Mesh(const Grid& grid)
      : mesh_(timed(build_us_, [&] { return build_mesh(grid); })),
        optimal_(mesh_),
        cells_(mesh_),
        out_(max_path_points(mesh_.vertex_count() + mesh_.cell_count())) {}

  [[nodiscard]] static StudyMethod over_cells(const std::shared_ptr<Mesh>& own) {
    return own->built("mesh A*", 0.0, 0, [own](const Point& start, const Point& goal) {
      return find_path(own->mesh_, start, goal, {}, own->cells_, own->out_);
    });
  }
  // With what `options` names.
  [[nodiscard]] static StudyMethod optimal(const std::shared_ptr<Mesh>& own, const char* name,
                                           double us, std::size_t bytes,
                                           const OptimalOptions& options) {
    StudyMethod method =
        own->built(name, us, bytes, [own, options](const Point& start, const Point& goal) {
          PathResult found =
              find_optimal_path(own->mesh_, start, goal, options, own->optimal_, own->out_);
          while (found.status == Status::out_of_nodes && own->optimal_.grow()) {
            found = find_optimal_path(own->mesh_, start, goal, options, own->optimal_, own->out_);
          }
          return found;
        });
    method.promise = Promise::optimum;
    return method;
  }
  [[nodiscard]] static StudyMethod by_landmarks(const std::shared_ptr<Mesh>& own) {
    double us = 0.0;
    own->landmarks_ = timed(us, [&] { return build_landmarks(own->mesh_); });
    OptimalOptions options;
    options.landmarks = &own->landmarks_;
    return optimal(own, "optimal + landmarks", us, own->landmarks_.memory_bytes(), options);
  }
  // Nothing where the index would take more than a World gives it.
  static void add_index(const std::shared_ptr<Mesh>& own, std::vector<StudyMethod>& methods) {
    double us = 0.0;
    own->index_ =
        timed(us, [&] { return build_corner_index(own->mesh_, World::kDefaultIndexBytes); });
    if (own->index_.is_empty()) return;
    OptimalOptions options;
    options.index = &own->index_;
    methods.push_back(optimal(own, "corner index", us, own->index_.memory_bytes(), options));
  }

 private:
  StudyMethod built(const char* name, double us, std::size_t bytes,
                    std::function<PathResult(const Point&, const Point&)> find) {
    StudyMethod method = of_points(name, out_, std::move(find));
    method.build_ms = (build_us_ + us) / 1000.0;
    method.bytes = mesh_.memory_bytes() + bytes;
    return method;
  }

  double build_us_ = 0.0;
  ConvexMesh mesh_;
  OptimalScratch optimal_;
  MeshScratch cells_;
  Landmarks landmarks_;
  CornerIndex index_;
  std::vector<Point> out_;
};

// The methods that large maps can have too.
std::vector<StudyMethod> list_searches(const std::shared_ptr<Tiles>& tiles,
                                       const std::shared_ptr<Mesh>& mesh) {
  return {Tiles::steps(tiles), Tiles::jumps(tiles), Mesh::over_cells(mesh),
          Mesh::optimal(mesh, "optimal", 0.0, 0, {}), Mesh::by_landmarks(mesh)};
}

}  // namespace

std::vector<StudyMethod> engine_methods(const Scene& scene) {
  const auto tiles = std::make_shared<Tiles>(scene);
  const auto mesh = std::make_shared<Mesh>(scene.map.grid);
  std::vector<StudyMethod> methods = list_searches(tiles, mesh);
  methods.push_back(Tiles::pulled(tiles, "tiles A* + funnel", Smoothing::none));
  methods.push_back(Tiles::pulled(tiles, "tiles A* + smoothing", Smoothing::raycast));
  methods.push_back(Tiles::jump_path(tiles));
  methods.push_back(quadtree(scene));
  Mesh::add_index(mesh, methods);
  return methods;
}

std::vector<StudyMethod> growth_methods(const Scene& scene) {
  return list_searches(std::make_shared<Tiles>(scene), std::make_shared<Mesh>(scene.map.grid));
}

std::vector<StudyMethod> priced_tile_methods(const Scene& scene) {
  return {Tiles::steps(std::make_shared<Tiles>(scene))};
}

}  // namespace taut::bench
