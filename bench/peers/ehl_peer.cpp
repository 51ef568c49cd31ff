// Euclidean hub labeling (Du, Shen, Cheema, 2023), by its authors: optimal paths by hub labels of
// the cells of a grid.
#include "adapter.hpp"
#include "heap.hpp"
#include "mesh_index.hpp"

#include <omp.h>

#include <coverage_ordering_path.h>
#include <ebhl.h>
#include <ebhl_query_v2.h>

#include <iostream>
#include <memory>

namespace {

using peers::MeshIndex;

constexpr int kCellTiles = 4;

class Ehl {
 public:
  Ehl(const peers::Map& map, const std::string& folder) {
    const MeshIndex index(map, folder, "dataset/merged-mesh/d/m-merged.mesh",
                          "dataset/grid/d/m.map");
    if (!index.is_built()) build(index);
    std::cout.setstate(std::ios_base::failbit);  // which it reports on
    const std::size_t before = peers::heap_bytes();
    load(index);
    bytes_ = peers::heap_bytes() - before;
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void find(const peers::Query& query) {
    path_.clear();
    search_->set_start_goal(MeshIndex::center<polyanya::Point>(query.start_x, query.start_y),
                            MeshIndex::center<polyanya::Point>(query.goal_x, query.goal_y));
    search_->search_path();
    if (search_->get_cost() < INF) path_ = search_->get_path();
  }
  [[nodiscard]] peers::Answer answer() const {
    peers::Answer answer;
    answer.is_ok = !path_.empty();
    for (const polyanya::Point& point : path_) {
      answer.path.push_back(MeshIndex::in_tiles(point.x, point.y));
    }
    return answer;
  }

 private:
  // As preprocessing_EHL.sh does.
  static void build(const MeshIndex& index) {
    const std::string graph = "dataset/visibility_graph/d/m";
    const std::string labels = "dataset/hub_label/d/m";
    for (const char* const name : {"visibility_graph/d", "hub_label/d", "ehl/d"}) {
      index.make_folder(std::string("dataset/") + name);
    }
    index.run(TAUT_EHL_VISIBILITY,
              {"dataset/merged-mesh/d/m-merged.mesh", "dataset/grid/d/m.map", graph + ".vis"},
              graph + ".vis");
    index.run(TAUT_EHL_CONVERTER, {graph + ".vis", graph + ".txt"}, graph + ".txt");
    index.run(TAUT_EHL_LABELS, {graph + ".txt", labels, "result", "m", "d"}, labels + ".label");
    index.run(TAUT_EHL_GRID, {"d", "m", std::to_string(kCell)}, cells("adj"));
    index.set_built();
  }

  static std::string cells(const char* part) {
    return std::string("dataset/ehl/d/m.nt_") + part + "_" + std::to_string(kCell);
  }

  void load(const MeshIndex& index) {
    std::ifstream text(index.file("dataset/merged-mesh/d/m-merged.mesh"));
    mesh_ = std::make_unique<polyanya::Mesh>(text);
    mesh_->pre_compute_obstacle_edge_on_vertex();
    mesh_->mark_turning_point(index.file("dataset/grid/d/m.map").c_str());
    std::vector<polyanya::Point> corners;
    std::vector<polyanya::Point> middles;  // of the ends of the two walls at each
    for (const polyanya::Vertex& vertex : mesh_->mesh_vertices) {
      if (!vertex.is_turning_vertex || vertex.is_ambig) continue;
      const auto wall = [&](std::size_t i) {
        return mesh_->mesh_vertices[static_cast<std::size_t>(vertex.obstacle_edge[i])].p;
      };
      corners.push_back(vertex.p);
      middles.push_back({(wall(0).x + wall(1).x) / 2.0, (wall(0).y + wall(1).y) / 2.0});
    }
    labels_ =
        std::make_unique<polyanya::EBHL>(kCell, mesh_->get_map_height(), mesh_->get_map_width());
    labels_->load_adjacent_list(index.file(cells("adj")).c_str());
    labels_->load_non_taut_triangles(index.file(cells("triangles")).c_str());
    search_ =
        std::make_unique<polyanya::EBHL_query_v2>(mesh_.get(), labels_.get(), corners, middles);
    search_->load_hub_label_on_convext_vertex(index.file("dataset/hub_label/d/m.label"),
                                              index.file("dataset/hub_label/d/m.order"));
  }

  static constexpr int kCell = kCellTiles * MeshIndex::kUnit;

  std::unique_ptr<polyanya::Mesh> mesh_;
  std::unique_ptr<polyanya::EBHL> labels_;
  std::unique_ptr<polyanya::EBHL_query_v2> search_;
  std::vector<polyanya::Point> path_;
  std::size_t bytes_ = 0;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Ehl>(argc, argv); }
