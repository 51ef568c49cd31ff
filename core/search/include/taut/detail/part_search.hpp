// The connected parts into which a set of nodes has fallen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Searches through nodes of one label start at some of them, at least one in each connected part,
// and advance in a round robin until all parts but one are complete. Searches that meet belong to
// the same part. So the cost is the size of all parts but the largest, times the number of
// searches.
template <class Node>
class PartSearch {
 public:
  // label(node) is a reference to a node's label, which is less than 2^31; for_each_neighbor(node,
  // visit) calls visit(node) for nodes of any label. Labels hold marks during the search and are
  // restored afterwards.
  template <class LabelOf, class ForEachNeighbor>
  PartSearch(std::span<const Node> seeds, std::uint32_t own, const LabelOf& label,
             const ForEachNeighbor& for_each_neighbor) {
    if (seeds.size() < 2) return;
    for (const Node& seed : seeds) {
      if (label(seed) != own) continue;  // a duplicate seed
      const auto search = static_cast<std::uint32_t>(searches_.size());
      label(seed) = kMark | search;
      searches_.push_back({{seed}, 0, search, 1});
    }
    run(own, label, for_each_neighbor);
    for (const Search& search : searches_) {
      for (const Node& node : search.reached) label(node) = own;
    }
  }

  // Calls visit(std::span<const Node>) with the nodes of each complete part.
  template <class Visit>
  void for_each_complete_part(const Visit& visit) const {
    std::vector<std::vector<Node>> parts(searches_.size());
    for (std::uint32_t i = 0; i < searches_.size(); ++i) {
      const std::uint32_t first = first_of(i);
      if (searches_[first].running > 0) continue;
      parts[first].insert(parts[first].end(), searches_[i].reached.begin(),
                          searches_[i].reached.end());
    }
    for (const std::vector<Node>& part : parts) {
      if (!part.empty()) visit(std::span<const Node>(part));
    }
  }

 private:
  static constexpr std::uint32_t kMark = 0x80000000U;

  struct Search {
    std::vector<Node> reached;
    std::size_t next;       // of `reached`, to be expanded
    std::uint32_t met;      // a search that this one has met; itself for the first of its part
    std::uint32_t running;  // in the first: how many of its part are unfinished
  };

  [[nodiscard]] std::uint32_t first_of(std::uint32_t search) const noexcept {
    while (searches_[search].met != search) search = searches_[search].met;
    return search;
  }

  template <class LabelOf, class ForEachNeighbor>
  void run(std::uint32_t own, const LabelOf& label, const ForEachNeighbor& for_each_neighbor) {
    std::size_t incomplete = searches_.size();  // parts
    std::vector<std::uint32_t> running(searches_.size());
    for (std::uint32_t i = 0; i < running.size(); ++i) running[i] = i;
    while (incomplete > 1) {
      std::size_t kept = 0;
      for (const std::uint32_t i : running) {
        if (incomplete == 1) return;
        Search& search = searches_[i];
        if (search.next == search.reached.size()) {
          if (--searches_[first_of(i)].running == 0) --incomplete;
          continue;
        }
        running[kept++] = i;
        const Node node = search.reached[search.next++];
        for_each_neighbor(node, [&](const Node& neighbor) {
          std::uint32_t& at = label(neighbor);
          if (at == own) {
            at = kMark | i;
            search.reached.push_back(neighbor);
          } else if ((at & kMark) != 0 && unite(i, at & ~kMark)) {
            --incomplete;
          }
        });
      }
      running.resize(kept);
    }
  }

  // Whether the two were not yet known to have met.
  bool unite(std::uint32_t a, std::uint32_t b) noexcept {
    a = first_of(a);
    b = first_of(b);
    if (a == b) return false;
    searches_[b].met = a;
    searches_[a].running += searches_[b].running;
    return true;
  }

  std::vector<Search> searches_;
};

}  // namespace taut::detail
TAUT_API_END
