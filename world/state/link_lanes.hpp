// The lanes of a link: a place of one end, and the place of the other that divides it in the same
// ratio (internal).
#pragma once

#include <cstdint>
#include <optional>

#include <taut/engine/space.hpp>
#include <taut/world.hpp>

namespace taut::detail {

// A lane for each lattice step along the axis in which an end is longest; one where both ends are
// points. Their numbers grow from `a` to `b`.
class LinkLanes {
 public:
  LinkLanes(const LinkEnd& from, const LinkEnd& to) noexcept;
  explicit LinkLanes(const Link& link) noexcept : LinkLanes(link.from, link.to) {}

  [[nodiscard]] std::int32_t last() const noexcept { return last_; }
  [[nodiscard]] Point from(std::int32_t lane) const noexcept { return place(from_, lane); }
  [[nodiscard]] Point to(std::int32_t lane) const noexcept { return place(to_, lane); }
  // The lane that joins two places.
  [[nodiscard]] std::optional<std::int32_t> find(const Point& from, const Point& to) const noexcept;
  // Lanes at most kLinkSpacing apart, the first and the last one among them.
  [[nodiscard]] std::int32_t sample_count() const noexcept { return samples_; }
  [[nodiscard]] std::int32_t sample(std::int32_t i) const noexcept;

  // Whether the agent of a space may be at both places, which differ.
  [[nodiscard]] bool is_open(const Space& space, std::int32_t lane) const noexcept {
    const Point at = from(lane);
    const Point beyond = to(lane);
    return at != beyond && space.has_room(at) && space.has_room(beyond);
  }

 private:
  struct Steps {
    std::int32_t x;
    std::int32_t y;
  };
  struct Line {
    Steps at;   // in lattice steps
    Steps way;  // from `a` to `b`
  };
  [[nodiscard]] static Line line_of(const LinkEnd& end) noexcept;
  [[nodiscard]] Point place(const Line& line, std::int32_t lane) const noexcept;

  Line from_;
  Line to_;
  std::int32_t last_ = 0;
  std::int32_t samples_ = 1;
};

}  // namespace taut::detail
