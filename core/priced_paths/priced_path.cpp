// From the steps that a search found to the path: the cells that they pass, and the cheapest path
// in these.
#include <taut/engine/path_query.hpp>

#include "priced_search_state.hpp"

namespace taut {

// Steps around a corner, from a cell to another: through the edges on the cheaper way round. Adds
// these to doors_. Returns false where there is none.
bool PricedSearch::turn_around(EdgeId corner, CellId& cell, CellId to) {
  if (cell == to) return true;
  const std::size_t count = doors_.size();
  double best = std::numeric_limits<double>::infinity();
  std::vector<EdgeId>& doors = doors_;
  std::size_t best_count = count;
  for (const bool is_clockwise : {false, true}) {
    const std::size_t first = doors.size();
    double cost = 0.0;
    EdgeId out = corner;
    for (;;) {
      const EdgeId door = is_clockwise ? out : previous(out);
      if (mesh().edge(door).is_wall()) break;
      doors.push_back(door);
      const EdgeId twin = mesh().edge(door).twin();
      out = is_clockwise ? mesh().next(twin) : twin;
      if (out == corner) break;
      if (mesh().cell_of(out) == to) {
        if (cost < best) {
          best = cost;
          // The way before is given up.
          doors.erase(doors.begin() + static_cast<std::ptrdiff_t>(count),
                      doors.begin() + static_cast<std::ptrdiff_t>(first));
          best_count = doors.size();
        }
        break;
      }
      cost += cost_of(mesh().cell_of(out)) + 0.01;
    }
    doors.resize(best_count);
  }
  if (best_count == count) return false;
  cell = to;
  return true;
}

// The edges that the path passes, in doors_. A node's leg lies in the cell of its edge.
bool PricedSearch::write_portals() {
  chain_.clear();
  for (std::uint32_t at = last_; at != kNone; at = nodes_[at].before) chain_.push_back(at);
  std::reverse(chain_.begin(), chain_.end());
  doors_.clear();
  CellId cell = mesh().cell_of(nodes_[chain_.front()].edge);
  EdgeId corner = kNoEdge;
  for (std::size_t i = 1; i < chain_.size(); ++i) {
    const Node& node = nodes_[chain_[i]];
    const CellId leg = mesh().cell_of(node.edge);
    if (corner != kNoEdge && !turn_around(corner, cell, leg)) return false;
    if (cell != leg) return false;
    corner = node.kind == Kind::corner ? node.edge : kNoEdge;
    if (node.kind != Kind::beam) continue;
    doors_.push_back(node.edge);
    cell = mesh().cell_of(mesh().edge(node.edge).twin());
  }
  return true;
}

PathResult PricedSearch::write_path(std::span<Point> out) {
  PathResult result{Status::no_path, 0, 0.0, expanded_};
  if (!write_portals()) return result;
  portals_.clear();
  portal_costs_.clear();
  portal_costs_.push_back(costs_[mesh().cell_of(nodes_[chain_.front()].edge)]);
  for (const EdgeId door : doors_) {
    portals_.push_back({mesh().edge(mesh().next(door)).start(), mesh().edge(door).start()});
    portal_costs_.push_back(costs_[mesh().cell_of(mesh().edge(door).twin())]);
  }
  pulls_.fit(portals_.size());
  const WeightedResult pulled =
      string_pull_weighted(start_.at(), goal_.at(), portals_, portal_costs_, pulls_, out);
  result.status = pulled.status;
  result.count = pulled.count;
  result.cost = pulled.cost;
  result.length = path_length(out.first(pulled.count));
  return result;
}

Result PricedSearch::write_corridor(const ConvexMesh& mesh, std::span<CellId> out) const noexcept {
  if (revision_ != mesh.revision() || edge_ids_ != mesh.edge_ids()) {
    return {Status::invalid_input, 0};
  }
  if (last_ == kNone) return {Status::ok, 0};
  std::size_t count = 0;
  const auto append = [&](CellId cell) {
    if (count == out.size()) return false;
    out[count++] = cell;
    return true;
  };
  bool fits = append(mesh.cell_of(nodes_[chain_.front()].edge));
  for (std::size_t i = 0; fits && i < doors_.size(); ++i) {
    fits = append(mesh.cell_of(mesh.edge(doors_[i]).twin()));
  }
  return {fits ? Status::ok : Status::truncated, count};
}

}  // namespace taut
