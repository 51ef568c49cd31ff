#include "path_tree.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace taut::tools {
namespace {

struct Node {
  Point at{0.0F, 0.0F};
  DistanceAnswer answer;
  std::size_t tiles = 0;
};

class PathTree {
 public:
  explicit PathTree(const DistanceMap& distances) : distances_(distances) {}

  // Counts the path from a tile centre, without the part before its first corner.
  void add(const Point& from) {
    const std::optional<DistanceAnswer> answer = distances_.run_query(from);
    if (answer) ++find(answer->next).tiles;
  }

  std::vector<PathBranch> collect() {
    // The nodes on the ways of others, of which new ones are found on the way.
    for (std::size_t i = 0; i < nodes_.size(); ++i) (void)find(nodes_[i].answer.next);
    std::vector<std::size_t> order(nodes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return nodes_[a].answer.distance > nodes_[b].answer.distance;
    });
    std::vector<PathBranch> branches;
    for (const std::size_t i : order) {
      const Node& node = nodes_[i];
      if (node.answer.next == node.at) continue;
      find(node.answer.next).tiles += node.tiles;
      if (!node.answer.link) branches.push_back({node.at, node.answer.next, node.tiles});
    }
    std::stable_sort(branches.begin(), branches.end(),
                     [](const PathBranch& a, const PathBranch& b) { return a.tiles < b.tiles; });
    return branches;
  }

 private:
  Node& find(Point at) {
    const auto [place, is_new] = index_.try_emplace({at.x, at.y}, nodes_.size());
    if (is_new) {
      const std::optional<DistanceAnswer> answer = distances_.run_query(at);
      nodes_.push_back({at, answer.value_or(DistanceAnswer{0.0, 0, at}), 0});
    }
    return nodes_[place->second];
  }

  const DistanceMap& distances_;
  std::map<std::pair<float, float>, std::size_t> index_;
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<PathBranch> collect_branches(const Grid& grid, const DistanceMap& distances) {
  PathTree tree(distances);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (grid.is_walkable(x, y)) tree.add(center(Tile{x, y}));
    }
  }
  return tree.collect();
}

}  // namespace taut::tools
