// From the steps that a search found to the path: the cells that they pass, and the cheapest path
// in these.
#include <taut/engine/path_query.hpp>

#include "priced_search_state.hpp"

namespace taut {

// Steps around a corner, from a cell to another: through the edges on the cheaper way round. Adds
// these to the doors. Returns false where there is none.
bool PricedSearch::turn_around(EdgeId corner, CellId& cell, CellId to, Pull& pull) const {
  if (cell == to) return true;
  std::vector<EdgeId>& doors = pull.doors;
  const std::size_t count = doors.size();
  std::size_t best_count = count;
  double best = std::numeric_limits<double>::infinity();
  for (const bool is_clockwise : {false, true}) {
    const std::size_t first = doors.size();
    double cost = 0.0;
    EdgeId out = corner;
    for (;;) {
      const EdgeId door = is_clockwise ? out : mesh().previous(out);
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
      cost += cost_of(mesh().cell_of(out));
    }
    doors.resize(best_count);
  }
  if (best_count == count) return false;
  cell = to;
  return true;
}

// The edges that the path to a node passes, and to a cell next to it. A node's leg lies in the cell
// of its edge.
bool PricedSearch::find_doors(std::uint32_t last, CellId end, Pull& pull) const {
  pull.chain.clear();
  for (std::uint32_t at = last; at != kNone; at = nodes_[at].before) pull.chain.push_back(at);
  std::reverse(pull.chain.begin(), pull.chain.end());
  pull.doors.clear();
  CellId cell = mesh().cell_of(nodes_[pull.chain.front()].edge);
  EdgeId corner = kNoEdge;
  for (std::size_t i = 1; i <= pull.chain.size(); ++i) {
    const bool is_end = i == pull.chain.size();
    const CellId leg = is_end ? end : mesh().cell_of(nodes_[pull.chain[i]].edge);
    if (corner != kNoEdge && !turn_around(corner, cell, leg, pull)) return false;
    if (cell != leg) return false;
    if (is_end) break;
    const Node& node = nodes_[pull.chain[i]];
    corner = node.kind == Kind::corner ? node.edge : kNoEdge;
    if (node.kind != Kind::beam) continue;
    pull.doors.push_back(node.edge);
    cell = mesh().cell_of(mesh().edge(node.edge).twin());
  }
  return true;
}

// The cheapest path through the doors.
WeightedResult PricedSearch::pull_path(const Point& start, const Point& goal, Pull& pull,
                                       std::span<Point> out) const {
  pull.portals.clear();
  pull.costs.clear();
  pull.costs.push_back(costs_[mesh().cell_of(nodes_[pull.chain.front()].edge)]);
  for (const EdgeId door : pull.doors) {
    pull.portals.push_back({mesh().edge(mesh().next(door)).start(), mesh().edge(door).start()});
    pull.costs.push_back(costs_[mesh().cell_of(mesh().edge(door).twin())]);
  }
  pull.scratch.fit(pull.portals.size());
  return string_pull_weighted(start, goal, pull.portals, pull.costs, pull.scratch, out);
}

// The estimates of the search err by hundredths of a tile: which path is the cheapest is known when
// they are pulled. The first one has the least estimate.
PathResult PricedSearch::write_path(std::span<Point> out) {
  const auto pull = [&](std::uint32_t final) {
    if (!find_doors(final, mesh().cell_of(nodes_[final].edge), pull_)) return WeightedResult{};
    return pull_path(start_.at(), goal_.at(), pull_, out);
  };
  WeightedResult best;
  std::uint32_t pulled = kNone;
  for (const std::uint32_t final : std::span(finals_).first(final_count_)) {
    if (last_ != kNone && nodes_[final].base >= best.cost) break;
    const WeightedResult found = pull(pulled = final);
    const bool has_path = found || found.status == Status::truncated;
    if (!has_path || (last_ != kNone && found.cost >= best.cost)) continue;
    best = found;
    last_ = final;
  }
  if (last_ == kNone) return {Status::no_path, 0, 0.0, expanded_};
  if (pulled != last_) best = pull(last_);
  return {best.status, best.count, path_length(out.first(best.count)), expanded_, best.cost};
}

Result PricedSearch::write_corridor(const ConvexMesh& mesh, std::span<CellId> out) const noexcept {
  if (!is_of(mesh)) return {Status::invalid_input, 0};
  if (last_ == kNone) return {Status::ok, 0};
  std::size_t count = 0;
  const auto append = [&](CellId cell) {
    if (count == out.size()) return false;
    out[count++] = cell;
    return true;
  };
  bool fits = append(mesh.cell_of(nodes_[pull_.chain.front()].edge));
  for (std::size_t i = 0; fits && i < pull_.doors.size(); ++i) {
    fits = append(mesh.cell_of(mesh.edge(pull_.doors[i]).twin()));
  }
  return {fits ? Status::ok : Status::truncated, count};
}

}  // namespace taut
