#include "support/mesh_check.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/vectors.hpp>

#include "support/mesh_shapes.hpp"
#include "support/random_maps.hpp"

namespace taut::test {
namespace {

// Whether names correspond one to one.
class Bijection {
 public:
  bool holds(std::uint64_t a, std::uint64_t b) {
    return there_.try_emplace(a, b).first->second == b &&
           back_.try_emplace(b, a).first->second == a;
  }
  [[nodiscard]] std::size_t size() const { return there_.size(); }

 private:
  std::map<std::uint64_t, std::uint64_t> there_;
  std::map<std::uint64_t, std::uint64_t> back_;
};

std::string find_fault_of_tiles(const Grid& grid, const ConvexMesh& mesh) {
  double area = 0.0;
  bool is_good = true;
  mesh.for_each_cell([&](CellId cell) {
    const std::span<const MeshEdge> ring = mesh.edges(cell);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i].start();
      const Point b = ring[i + 1 == ring.size() ? 0 : i + 1].start();
      area += 0.5 * (static_cast<double>(a.x) * static_cast<double>(b.y) -
                     static_cast<double>(b.x) * static_cast<double>(a.y));
      // A corner has three walkable tiles around it.
      const int x = static_cast<int>(a.x);
      const int y = static_cast<int>(a.y);
      if (static_cast<float>(x) != a.x || static_cast<float>(y) != a.y) is_good = false;
      int walkable = 0;
      for (int dy = -1; dy <= 0; ++dy) {
        for (int dx = -1; dx <= 0; ++dx) walkable += grid.is_walkable(x + dx, y + dy) ? 1 : 0;
      }
      if (ring[i].is_corner() != (walkable == 3)) is_good = false;
    }
  });
  if (!is_good) return "wrong corner";
  // Cells without common insides that hold each walkable tile's centre, have the area of all, and
  // no blocked one's centre, are those tiles: outlines run between tile corners.
  if (area != static_cast<double>(grid.walkable_count())) return "wrong area";
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Point at = center(grid.tile(id));
    if (mesh.locate(at).has_value() != grid.is_walkable(grid.tile(id))) return "wrong place";
  }
  if (mesh.component_count() != grid.component_count()) return "wrong components";
  return {};
}

bool is_between(double low, double value, double high) { return low <= value && value <= high; }

// Whether two closed segments have a point in common.
bool is_crossing(const Point& a, const Point& b, const Point& c, const Point& d) {
  const auto is_apart = [](double u, double v) {
    return (u > 0.0 && v > 0.0) || (u < 0.0 && v < 0.0);
  };
  const auto has_box = [&](float Point::*axis) {
    return std::max(a.*axis, b.*axis) >= std::min(c.*axis, d.*axis) &&
           std::max(c.*axis, d.*axis) >= std::min(a.*axis, b.*axis);
  };
  return has_box(&Point::x) && has_box(&Point::y) && !is_apart(orient(a, b, c), orient(a, b, d)) &&
         !is_apart(orient(c, d, a), orient(c, d, b));
}

// Whether a cell has a point in common with a box: a vertex in it, a corner of it inside, or sides
// that cross.
bool is_touching(const ConvexMesh& mesh, CellId cell, const Point& low, const Point& high) {
  const std::array<Point, 4> corners{low, Point{high.x, low.y}, high, Point{low.x, high.y}};
  const std::span<const MeshEdge> ring = mesh.edges(cell);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point& a = ring[i].start();
    const Point& b = ring[i + 1 == ring.size() ? 0 : i + 1].start();
    if (is_between(low.x, a.x, high.x) && is_between(low.y, a.y, high.y)) return true;
    for (std::size_t k = 0; k < 4; ++k) {
      if (is_crossing(a, b, corners[k], corners[(k + 1) % 4])) return true;
    }
  }
  return mesh.holds(cell, low);
}

std::optional<CellId> first_of(const std::vector<CellId>& cells) {
  const auto first = std::min_element(cells.begin(), cells.end());
  return first == cells.end() ? std::nullopt : std::optional(*first);
}

std::string find_fault_of_places(const Grid& grid, const ConvexMesh& mesh, Random& random) {
  for (int k = 0; k < 10; ++k) {
    const Point at = to_map_point(random_place(random, grid));
    const std::vector<CellId> cells = find_cells_at(mesh, at);
    std::vector<CellId> found;
    mesh.for_each_cell_at(at, [&](CellId cell) { found.push_back(cell); });
    if (found != cells || cells.size() > mesh.max_cells_at_point()) return "wrong cells at a point";
    if (mesh.locate(at) != first_of(cells)) {
      return "wrong place";
    }
  }
  for (int k = 0; k < 3; ++k) {
    const Point a = to_map_point(random_place(random, grid));
    const Point b =
        random.chance(50) ? Point{a + Point{2.0F, 1.0F}} : to_map_point(random_place(random, grid));
    const Point low = component_min(a, b);
    const Point high = component_max(a, b);
    std::set<CellId> cells;
    mesh.for_each_cell([&](CellId cell) {
      if (is_touching(mesh, cell, low, high)) cells.insert(cell);
    });
    std::set<CellId> found;
    mesh.for_each_cell_touching(low, high, [&](CellId cell) { found.insert(cell); });
    if (found != cells) return "wrong cells in a box";
  }
  return {};
}

// A mesh against another one of the same cells, which has them from 0 on and in the same order.
class Comparison {
 public:
  Comparison(const ConvexMesh& mesh, const ConvexMesh& again) : mesh_(mesh), again_(again) {}

  std::string run() {
    std::string fault = list();
    for (CellId i = 0; fault.empty() && i < cells_.size(); ++i) fault = compare_cell(i);
    if (fault.empty()) fault = compare_counts();
    if (fault.empty()) fault = compare_dead_ends();
    return fault;
  }

 private:
  std::string list() {
    mesh_.for_each_cell([&](CellId cell) { cells_.push_back(cell); });
    if (mesh_.cell_count() != cells_.size() || cells_.size() != again_.cell_count()) {
      return "cell count";
    }
    for (const CellId cell : cells_) {
      if (cell >= mesh_.cell_ids() || !mesh_.is_cell(cell)) return "no cell";
      for (std::size_t i = 0; i < mesh_.edges(cell).size(); ++i) {
        edges_.push_back(mesh_.first_edge(cell) + static_cast<EdgeId>(i));
        if (edges_.back() >= mesh_.edge_ids() || mesh_.cell_of(edges_.back()) != cell) {
          return "no edge";
        }
      }
    }
    if (edges_.size() != mesh_.edge_count()) return "edge count";
    // Labels of a fresh mesh count up from 1.
    const std::size_t labels = again_.component_count() + 1;
    links_.assign(labels, 0);
    members_.assign(labels, 0);
    dead_ends_.assign(labels, 0);
    return {};
  }

  std::string compare_edge(const MeshEdge& one, const MeshEdge& other) {
    if (one.is_wall() != other.is_wall()) return "walls differ";
    if (!one.is_wall() && one.twin() != edges_[other.twin()]) return "links differ";
    if (one.vertex() >= mesh_.vertex_ids()) return "no vertex";
    if (!vertices_.holds(one.vertex(), other.vertex())) return "vertices differ";
    if (one.is_corner() != other.is_corner()) return "corners differ";
    if (one.is_wall() && one.leads_to_dead_end()) return "a wall leads to a dead end";
    if (one.leads_to_dead_end() != is_into_dead_end(one)) return "marks of dead ends differ";
    return {};
  }

  std::string compare_cell(CellId i) {
    const CellId cell = cells_[i];
    const std::uint32_t component = again_.component(i);
    if (!components_.holds(mesh_.component(cell), component)) return "components differ";
    ++members_[component];
    if (mesh_.is_dead_end(cell)) ++dead_ends_[component];
    std::size_t ways = 0;
    std::uint32_t exits = 0;
    std::uint32_t links = 0;
    for (std::uint32_t k = 0; k < mesh_.edges(cell).size(); ++k) {
      const MeshEdge& edge = mesh_.edges(cell)[k];
      const std::string fault = compare_edge(edge, again_.edges(i)[k]);
      if (!fault.empty()) return fault;
      if (edge.is_wall()) continue;
      ++links_[component];
      if (k < ConvexMesh::kExitBits) links |= std::uint32_t{1} << k;
      if (is_into_dead_end(edge)) continue;
      ++ways;
      if (k < ConvexMesh::kExitBits) exits |= std::uint32_t{1} << k;
    }
    if (mesh_.is_dead_end(cell) && ways != 1) return "no dead end";
    if (mesh_.edges(cell).size() <= ConvexMesh::kExitBits) {
      if (mesh_.exits(cell) != exits) return "exits differ";
      if (mesh_.links(cell) != links) return "links differ";
    }
    return {};
  }

  [[nodiscard]] std::string compare_counts() const {
    if (vertices_.size() != mesh_.vertex_count()) return "vertex count";
    if (components_.size() != mesh_.component_count()) return "component count";
    return {};
  }

  [[nodiscard]] std::string compare_dead_ends() const {
    for (CellId i = 0; i < cells_.size(); ++i) {
      // In a tree it is a choice which cell is none.
      const std::uint32_t component = again_.component(i);
      const bool is_tree = links_[component] / 2 == members_[component] - 1;
      if (is_tree ? dead_ends_[component] != members_[component] - 1
                  : mesh_.is_dead_end(cells_[i]) != again_.is_dead_end(i)) {
        return "dead ends differ";
      }
    }
    return {};
  }

  [[nodiscard]] bool is_into_dead_end(const MeshEdge& edge) const {
    if (edge.is_wall()) return false;
    const CellId beyond = mesh_.cell_of(edge.twin());
    return mesh_.is_dead_end(beyond) && mesh_.toward_exit(beyond) == edge.twin();
  }

  const ConvexMesh& mesh_;
  const ConvexMesh& again_;
  std::vector<CellId> cells_;  // of the mesh, by id in the other, as the edges are
  std::vector<EdgeId> edges_;
  Bijection vertices_;
  Bijection components_;
  // Per component of the other.
  std::vector<std::size_t> links_;
  std::vector<std::size_t> members_;
  std::vector<std::size_t> dead_ends_;
};

}  // namespace

// The mesh against one of the same cells that the builder of polygons has made: it validates the
// cells and shares no code with the makers and editors of meshes of grids.
std::string find_fault(const ConvexMesh& mesh) {
  const MeshShape shape = to_shape(mesh);
  const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
  if (!build) return build.error.message();
  return Comparison(mesh, *build.mesh).run();
}

std::string find_fault(const Grid& grid, const ConvexMesh& mesh, Random& random) {
  std::string fault = find_fault(mesh);
  if (fault.empty()) fault = find_fault_of_tiles(grid, mesh);
  if (fault.empty()) fault = find_fault_of_places(grid, mesh, random);
  return fault;
}

std::vector<CellId> find_cells_at(const ConvexMesh& mesh, const Point& at) {
  std::vector<CellId> cells;
  mesh.for_each_cell([&](CellId cell) {
    if (mesh.holds(cell, at)) cells.push_back(cell);
  });
  const auto first_edge = [&](CellId cell) {
    const Point& from = mesh.edges(cell)[0].start();
    const Point& to = mesh.edges(cell)[1].start();
    return std::array{from.y, from.x, to.y, to.x};
  };
  std::sort(cells.begin(), cells.end(),
            [&](CellId a, CellId b) { return first_edge(a) < first_edge(b); });
  return cells;
}

namespace {

// An edge of a cell, and the first one of the cell beyond.
using EdgeTraits = std::array<float, 8>;

std::vector<std::vector<EdgeTraits>> describe(const ConvexMesh& mesh) {
  std::map<std::uint32_t, std::size_t> open;  // per component its cells outside of dead ends
  mesh.for_each_cell([&](CellId cell) {
    if (!mesh.is_dead_end(cell)) ++open[mesh.component(cell)];
  });
  std::vector<std::vector<EdgeTraits>> cells;
  mesh.for_each_cell([&](CellId cell) {
    // Which cell of a tree is not a dead end depends on the edits.
    const bool has_cycle = open[mesh.component(cell)] > 1;
    cells.emplace_back();
    for (const MeshEdge& edge : mesh.edges(cell)) {
      EdgeTraits traits{edge.start().x, edge.start().y};
      traits[2] = edge.is_corner() ? 1.0F : 0.0F;
      traits[3] = has_cycle && edge.leads_to_dead_end() ? 1.0F : 0.0F;
      if (!edge.is_wall()) {
        const std::span<const MeshEdge> beyond = mesh.edges(mesh.cell_of(edge.twin()));
        traits[4] = beyond[0].start().x;
        traits[5] = beyond[0].start().y;
        traits[6] = beyond[1].start().x;
        traits[7] = beyond[1].start().y;
      }
      cells.back().push_back(traits);
    }
  });
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace

std::string find_difference(const ConvexMesh& mesh, const ConvexMesh& other) {
  const auto cells = describe(mesh);
  const auto others = describe(other);
  for (std::size_t i = 0; i < std::max(cells.size(), others.size()); ++i) {
    if (i < cells.size() && i < others.size() && cells[i] == others[i]) continue;
    std::string text = "other cells, first";
    for (const auto* list : {&cells, &others}) {
      text += list == &cells ? " this:" : " other:";
      if (i >= list->size()) continue;
      for (const EdgeTraits& edge : (*list)[i]) {
        for (const float value : edge) text += " " + std::to_string(static_cast<double>(value));
        text += ",";
      }
    }
    return text;
  }
  return "";
}

bool is_shared_place(const ConvexMesh& mesh, const MeshEdge& edge) {
  bool has_other = false;
  mesh.for_each_cell_at(edge.start(), [&](CellId cell) {
    for (const MeshEdge& other : mesh.edges(cell)) {
      const bool is_there = other.start() == edge.start();
      has_other = has_other || (is_there && other.vertex() != edge.vertex());
    }
  });
  return has_other;
}

}  // namespace taut::test
