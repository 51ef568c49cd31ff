// Boost.Graph: A* over the graph of the tiles.
#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

#include "adapter.hpp"

namespace {

using peers::Map;

struct Step {
  float length = 1.0F;
};
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Step>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

constexpr double kDiagonal = 1.41421356237309515;

class Octile : public boost::astar_heuristic<Graph, double> {
 public:
  Octile(int width, int goal_x, int goal_y) : width_(width), goal_x_(goal_x), goal_y_(goal_y) {}
  double operator()(Vertex vertex) const {
    const int at = static_cast<int>(vertex);
    const int dx = std::abs(at % width_ - goal_x_);
    const int dy = std::abs(at / width_ - goal_y_);
    return std::max(dx, dy) + (kDiagonal - 1.0) * std::min(dx, dy);
  }

 private:
  int width_;
  int goal_x_;
  int goal_y_;
};

struct Found {};

class Visitor : public boost::default_astar_visitor {
 public:
  Visitor(Vertex goal, std::size_t& expanded) : goal_(goal), expanded_(&expanded) {}
  void examine_vertex(Vertex vertex, const Graph&) const {
    if (vertex == goal_) throw Found();
    ++*expanded_;
  }

 private:
  Vertex goal_;
  std::size_t* expanded_;
};

class Boost {
 public:
  explicit Boost(const Map& map)
      : map_(map),
        before_(map.is_open.size()),
        distance_(map.is_open.size()),
        cost_(map.is_open.size()),
        colour_(map.is_open.size()) {
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    std::vector<Step> steps;
    for (int y = 0; y < map.height; ++y) {
      for (int x = 0; x < map.width; ++x) {
        if (map.at(x, y)) add_steps(x, y, edges, steps);
      }
    }
    graph_ = Graph(boost::edges_are_sorted, edges.begin(), edges.end(), steps.begin(),
                   map.is_open.size());
  }

  [[nodiscard]] std::size_t bytes() const {
    return boost::num_edges(graph_) * (sizeof(Vertex) + sizeof(Step)) +
           boost::num_vertices(graph_) * sizeof(std::size_t);
  }
  void find(const peers::Query& query) {
    asked_ = query;
    expanded_ = 0;
    is_ok_ = false;
    const Vertex start = id(query.start_x, query.start_y);
    try {
      boost::astar_search(graph_, start, Octile(map_.width, query.goal_x, query.goal_y),
                          boost::weight_map(boost::get(&Step::length, graph_))
                              .predecessor_map(before_.data())
                              .distance_map(distance_.data())
                              .rank_map(cost_.data())
                              .color_map(colour_.data())
                              .visitor(Visitor(id(query.goal_x, query.goal_y), expanded_)));
    } catch (const Found&) {
      is_ok_ = true;
    }
  }
  [[nodiscard]] peers::Answer answer() const {
    peers::Answer answer;
    answer.is_ok = is_ok_;
    answer.expanded = expanded_;
    if (!is_ok_) return answer;
    const Vertex start = id(asked_.start_x, asked_.start_y);
    for (Vertex at = id(asked_.goal_x, asked_.goal_y);; at = before_[at]) {
      const int tile = static_cast<int>(at);
      answer.path.push_back({tile % map_.width + 0.5, tile / map_.width + 0.5});
      if (at == start) break;
    }
    std::reverse(answer.path.begin(), answer.path.end());
    return answer;
  }

 private:
  [[nodiscard]] Vertex id(int x, int y) const {
    return static_cast<Vertex>(y) * static_cast<Vertex>(map_.width) + static_cast<Vertex>(x);
  }
  void add_steps(int x, int y, std::vector<std::pair<std::size_t, std::size_t>>& edges,
                 std::vector<Step>& steps) const {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if ((dx == 0 && dy == 0) || !map_.has_step(x, y, dx, dy)) continue;
        edges.emplace_back(id(x, y), id(x + dx, y + dy));
        steps.push_back({dx != 0 && dy != 0 ? static_cast<float>(kDiagonal) : 1.0F});
      }
    }
  }

  const Map map_;
  Graph graph_;
  std::vector<Vertex> before_;
  std::vector<double> distance_;
  std::vector<double> cost_;
  std::vector<boost::default_color_type> colour_;
  peers::Query asked_;
  std::size_t expanded_ = 0;
  bool is_ok_ = false;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Boost>(argc, argv); }
