// End point search (Shen, Cheema, Harabor, Stuckey, 2020), by its authors: optimal paths by a
// visibility graph and a compressed path database.
#include <consts.h>
#include <cpd.h>
#include <eps.h>
#include <graph.h>
#include <vec_io.h>

#include <cstdio>
#include <memory>

#include "adapter.hpp"
#include "heap.hpp"
#include "mesh_index.hpp"

namespace {

using peers::MeshIndex;

class Eps {
 public:
  Eps(const peers::Map& map, const std::string& folder) {
    const MeshIndex index(map, folder, "map.mesh", "map.map");
    if (!index.is_built()) {
      index.run(TAUT_EPS_VISIBILITY, {"map.mesh", "map.map", "map.vis"}, "map.vMapper");
      index.run(TAUT_EPS_DATABASE, {"map.vis", "map"}, "map.mapper");
      index.set_built();
    }
    const std::size_t before = peers::heap_bytes();
    load(index);
    bytes_ = peers::heap_bytes() - before;
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void find(const peers::Query& query) {
    search_->set_start_goal(MeshIndex::center<polyanya::Point>(query.start_x, query.start_y),
                            MeshIndex::center<polyanya::Point>(query.goal_x, query.goal_y));
    is_ok_ = search_->search();
  }
  // It writes no path where start and goal see each other.
  [[nodiscard]] peers::Answer answer() const {
    peers::Answer answer;
    answer.is_ok = is_ok_;
    const auto add = [&](const polyanya::Point& point) {
      answer.path.push_back(MeshIndex::in_tiles(point.x, point.y));
    };
    if (is_ok_ && search_->number_of_vertice == 0) {
      add(search_->start);
      add(search_->goal);
    }
    for (int i = 0; is_ok_ && i < search_->number_of_vertice; ++i) {
      add(search_->optimial_path[static_cast<std::size_t>(i)]);
    }
    return answer;
  }

 private:
  void load(const MeshIndex& index) {
    std::ifstream text(index.file("map.mesh"));
    mesh_ = std::make_unique<polyanya::Mesh>(text);
    mesh_->pre_compute_obstacle_edge_on_vertex();
    mesh_->mark_turning_point(index.file("map.map").c_str());
    polyanya::Graph graph;
    graph.load_graph(index.file("map.vis"));
    const auto order = load_vector<int>(index.file("map.mapper"));
    mesh_->create_cpd_to_vertices_mapper(load_vector<int>(index.file("map.vMapper")), order);
    mesh_->create_cpd_out_list(graph, order);
    database_ = std::make_unique<polyanya::cpd>();
    std::FILE* const file = std::fopen(index.file("map.cpd").c_str(), "rb");
    database_->load(file);
    std::fclose(file);
    search_ = std::make_unique<polyanya::eps>(mesh_.get(), database_.get());
    // Its own lists have room for 500.
    const std::size_t most = mesh_->mesh_vertices.size() + 2;
    search_->optimial_path.resize(most);
    for (auto* const list : {&search_->start_vertices, &search_->goal_vertices}) list->resize(most);
    search_->start_vertices_distance.resize(most);
    search_->goal_vertices_distance.resize(most);
  }

  std::unique_ptr<polyanya::Mesh> mesh_;
  std::unique_ptr<polyanya::cpd> database_;
  std::unique_ptr<polyanya::eps> search_;
  std::size_t bytes_ = 0;
  bool is_ok_ = false;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Eps>(argc, argv); }
