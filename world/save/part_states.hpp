// The states of spaces, followers, queues and crowds (internal).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/detail/api.hpp>
#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/follower.hpp>
#include <taut/queue.hpp>

#include "state_archive.hpp"

namespace taut {

namespace detail {

// What the world of a crowd had when it was saved, and must still have.
struct MapState {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::uint64_t revision = 0;
};
template <class Archive>
void describe(Archive& archive, SameAs<MapState> auto& map) {
  archive(map.width, map.height, map.revision);
}

// What a reader knows about a space before it reads it.
struct SavedSpace {
  const Grid& grid;
  Agent agent;
  const Ground* ground;
  std::optional<std::size_t> landmarks;
  bool has_index;
};

}  // namespace detail

// Gives saves access to the members of other classes.
struct TAUT_LOCAL SaveAccess {
  // An Object is const if the archive writes. These are defined where they are used.
  template <class Archive, class Object>
  static void describe_follower(Archive& archive, Object& follower);
  template <class Archive, class Object>
  static void describe_waiting(Archive& archive, Object& queue);
  template <class Archive, class Object>
  static void describe_queue(Archive& archive, Object& queue);
  template <class Archive, class Object>
  static void describe_field(Archive& archive, Object& field);
  template <class Archive, class Object>
  static void describe_crowd(Archive& archive, Object& memory);

  static void check(detail::StateReader& reader, const PathFollower& follower, const World& world);
  static void check(detail::StateReader& reader, const FindQueue& queue);
  static void check(detail::StateReader& reader, Crowd::Memory& memory);
  static void write_search(detail::StateWriter& writer, const FindQueue& queue);
  static void read_search(detail::StateReader& reader, FindQueue& queue);
  static void read_fields(detail::StateReader& reader, const World& world,
                          const std::shared_ptr<const World>& kept,
                          std::vector<std::shared_ptr<WorldField>>& fields);
  static void read_unit(detail::StateReader& reader, Crowd::Memory& memory,
                        const std::vector<std::shared_ptr<WorldField>>& fields);
  // The parts of a Space that its tiles do not determine.
  template <class Archive, class Object>
  static void describe_landmarks(Archive& archive, Object& landmarks);
  template <class Archive, class Object>
  static void describe_index(Archive& archive, Object& index);
  static void write(detail::StateWriter& writer, const Space& space);
  static void write_landmarks(detail::StateWriter& writer, const Space& space,
                              std::span<const VertexId> rows);
  static void write_index(detail::StateWriter& writer, const Space& space);
  // Reads the parts into a space without cells.
  [[nodiscard]] static std::optional<Space> read_space(detail::StateReader& reader,
                                                       const detail::SavedSpace& saved);
  static void read_mesh(detail::StateReader& reader, Space& space);
  static void read_landmarks(detail::StateReader& reader, Space& space,
                             std::optional<std::size_t> count);
  static void read_index(detail::StateReader& reader, Space& space);
  static void check(detail::StateReader& reader, const CornerIndex& index, const ConvexMesh& mesh);
  static void check_labels(detail::StateReader& reader, const CornerIndex& index);

  static void require_on(const Crowd& crowd, const World& world);
  static void write(detail::StateWriter& writer, const Crowd& crowd);
  static void read(detail::StateReader& reader, Crowd& crowd, const detail::MapState& saved);
  // Nothing where the reader has failed. Worlds: World, const SharedWorld.
  template <class Worlds>
  [[nodiscard]] static std::optional<Crowd> read_crowd(detail::StateReader& reader, Worlds& worlds);
  static void write(detail::StateWriter& writer, const FindQueue& queue);
  // Into a new queue.
  static void read(detail::StateReader& reader, FindQueue& queue);
  static void write(detail::StateWriter& writer, const PathFollower& follower);
  // Into a follower for any agent.
  static void read(detail::StateReader& reader, PathFollower& follower, const World& world);

  // A World beside its tiles and classes.
  [[nodiscard]] static detail::Saved describe_world(const World& world);
  [[nodiscard]] static Loaded<World> build_world(detail::Saved saved, std::string_view name);
  [[nodiscard]] static detail::SavedSpace describe_space(const detail::Saved& saved,
                                                         const World& world, std::size_t space);
  // Returns what is wrong with the spaces; empty if nothing is.
  [[nodiscard]] static std::string read_spaces(const detail::Saved& saved, World& world);
};

namespace detail {

[[nodiscard]] bool is_on_map(const DiscPoint& place, const World& world) noexcept;
// Whether all turns are on the map, and their centers on the lattice.
[[nodiscard]] bool are_on_map(std::span<const DiscTurn> turns, const World& world) noexcept;
// Whether the exits of links divide a path of `count` points, the first of which is `first`, into
// legs.
[[nodiscard]] bool are_exits(std::span<const PassedLink> links, std::size_t first,
                             std::size_t count) noexcept;

}  // namespace detail
}  // namespace taut
