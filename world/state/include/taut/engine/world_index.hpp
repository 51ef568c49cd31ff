// WorldIndex: the corner indexes of a world's spaces, made apart from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

class CornerIndex;

// What World::build_index() makes, and World::use_index() takes. Copies share the indexes.
class WorldIndex {
 public:
  // None.
  WorldIndex() = default;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class World;

  struct Part {
    Agent agent;
    std::uint64_t mesh_revision;
    std::shared_ptr<const CornerIndex> index;
  };
  std::vector<Part> parts_;
  std::size_t max_bytes_ = 0;
};

}  // namespace taut
TAUT_API_END
