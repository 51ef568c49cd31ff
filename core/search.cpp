#include <taut/search.hpp>

namespace taut {

Result extract_nodes(const SearchScratch& scratch, NodeId reached, std::span<NodeId> out) noexcept {
  std::size_t length = 0;
  for (NodeId node = reached; node != kNoNode; node = scratch.parent(node)) ++length;
  // The chain runs from the goal to the start: those that do not fit come first.
  std::size_t place = length;
  for (NodeId node = reached; node != kNoNode; node = scratch.parent(node)) {
    if (--place < out.size()) out[place] = node;
  }
  if (length > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, length};
}

}  // namespace taut
