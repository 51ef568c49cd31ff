#include <taut/save.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <list>
#include <system_error>

#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/space.hpp>

#include "part_states.hpp"
#include "save_sections.hpp"
#include "state_archive.hpp"
#include "world_state.hpp"

namespace taut {

using detail::Saved;
using detail::SavedGround;
using detail::SavedSpace;
using detail::write_number;

Saved SaveAccess::describe_world(const World& world) {
  world.require_sound();
  Saved saved;
  for (const World::NumberedGround& own : world.grounds_) {
    saved.grounds.push_back({own.number, own.has_spaces, own.grid.has_value(), own.ground});
    saved.agents.insert(saved.agents.end(), own.agents.begin(), own.agents.end());
  }
  for (const Space& space : world.spaces_) saved.spaces.push_back(space.agent());
  saved.floors = world.floors_;
  saved.links = world.links_;
  saved.next_link = world.next_link_;
  saved.revision = world.revision();
  saved.landmarks = world.landmark_count_;
  saved.index_bytes = world.index_bytes_;
  if (world.outdated_indexes() > 0) {
    for (const Space& space : world.spaces_) {
      saved.has_index.push_back(space.is_index_current() ? 1 : 0);
    }
  }
  saved.changes = world.changes_;
  return saved;
}

Loaded<World> SaveAccess::build_world(Saved saved, std::string_view name) {
  World world(std::move(*saved.grid), {});
  for (const SavedGround& ground : saved.grounds) {
    world.set_ground(ground.number, ground.ground);
    // A ground that once parted classes keeps its spaces.
    World::NumberedGround& own = *world.find_numbered(ground.number);
    own.has_spaces = ground.has_spaces;
    if (ground.has_grid && !own.grid) own.grid = world.grid_;
  }
  world.landmark_count_ = saved.landmarks;
  constexpr std::uint64_t kMostBytes = std::numeric_limits<std::size_t>::max();
  world.index_bytes_ = static_cast<std::size_t>(std::min(saved.index_bytes, kMostBytes));
  if (saved.contents) {
    const std::string what = read_spaces(saved, world);
    if (!what.empty()) return {std::nullopt, FileError{std::string(name), 0, 0, what}};
  } else {
    std::list<Space> spaces;
    for (std::size_t i = 0; i < saved.spaces.size(); ++i) {
      const SavedSpace space = describe_space(saved, world, i);
      world.add_space(spaces, space.grid, space.ground, space.agent, nullptr, space.has_index);
    }
    world.spaces_.swap(spaces);
  }
  for (World::NumberedGround& own : world.grounds_) {
    for (const Agent& agent : saved.agents) {
      if (agent.ground == own.number) own.agents.push_back(agent);
    }
  }
  if (!saved.floors.empty()) world.floors_ = std::move(saved.floors);
  world.links_ = std::move(saved.links);
  world.next_link_ = saved.next_link;
  // Where the revision of the grid is larger, the sum of both wraps around to what was saved.
  world.other_edits_ = saved.revision - world.grid_.revision();
  world.changes_ = std::move(saved.changes);
  return {std::move(world), {}};
}

SavedSpace SaveAccess::describe_space(const Saved& saved, const World& world, std::size_t space) {
  const Agent& agent = saved.spaces[space];
  const World::NumberedGround* const own = world.find_numbered(agent.ground);
  const bool has_costs = own != nullptr && own->has_spaces && own->ground.has_factors();
  return {world.grid(agent.ground), agent, has_costs ? &own->ground : nullptr, saved.landmarks,
          saved.keeps_index(space)};
}

std::string SaveAccess::read_spaces(const Saved& saved, World& world) {
  detail::StateReader reader(*saved.contents, saved.contents_begin);
  for (std::size_t i = 0; reader.ok() && i < saved.spaces.size(); ++i) {
    std::optional<Space> space = SaveAccess::read_space(reader, describe_space(saved, world, i));
    if (space) world.spaces_.push_back(std::move(*space));
  }
  reader.end();
  return reader.error();
}

namespace {

void write_tiles(const Grid& grid, std::vector<std::byte>& out) {
  write_number(static_cast<std::uint32_t>(grid.width()), out);
  write_number(static_cast<std::uint32_t>(grid.height()), out);
  const std::size_t begin = out.size();
  out.resize(begin + (grid.tile_count() + 7) / 8);
  std::size_t id = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x, ++id) {
      if (grid.bits().is_set_near(x, y)) out[begin + id / 8] |= std::byte{1} << (id % 8);
    }
  }
}

void write_ground(detail::StateWriter& state, const SavedGround& own) {
  const int flags = (own.has_spaces ? 1 : 0) | (own.has_grid ? 2 : 0);
  state(own.number, static_cast<std::uint8_t>(flags),
        static_cast<std::uint16_t>(own.ground.margin()), own.ground.margin_factor());
  for (std::size_t i = 0; i < kTerrainClasses; ++i) {
    state(own.ground[static_cast<std::uint8_t>(i)]);
  }
}

// The bytes of a file, or why they cannot be written.
std::optional<std::string> write_file(std::span<const std::byte> bytes, const std::string& file) {
  const auto reason = [] { return std::generic_category().message(errno); };
  errno = 0;
  std::FILE* const stream = std::fopen(file.c_str(), "wb");
  if (stream == nullptr) return "cannot be created: " + reason();
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
  const std::string why = is_written ? std::string() : reason();
  // What is buffered is written when the file is closed.
  const bool is_closed = std::fclose(stream) == 0;
  if (is_written && is_closed) return std::nullopt;
  return "cannot be written: " + (is_written ? reason() : why);
}

}  // namespace

void detail::write_world(SectionWriter& writer, const World& world, SaveForm form) {
  const Saved saved = SaveAccess::describe_world(world);
  const Grid& grid = world.grid();
  using Bytes = std::vector<std::byte>;
  writer.write(kTilesTag, [&](Bytes& out) { write_tiles(grid, out); });
  if (grid.has_classes()) {
    writer.write(kClassesTag, [&](Bytes& out) {
      for (TileId id = 0; id < grid.tile_count(); ++id) write_number(grid.terrain_class(id), out);
    });
  }
  const Floor map{{0, 0, grid.width(), grid.height()}, {}};
  const auto write = [&](const SectionTag& tag, const auto& write_state) {
    writer.write(tag, [&](Bytes& out) {
      StateWriter state(out);
      write_state(state);
    });
  };
  if (saved.floors.size() != 1 || saved.floors[0] != map) {
    write(kFloorsTag, [&](StateWriter& state) { state.list(saved.floors, kFloorBytes); });
  }
  if (!saved.grounds.empty()) {
    write(kGroundsTag, [&](StateWriter& state) {
      state.each(saved.grounds, kGroundBytes,
                 [&](const SavedGround& own) { write_ground(state, own); });
    });
  }
  write(kAgentsTag, [&](StateWriter& state) {
    for (const std::vector<Agent>* const list : {&saved.spaces, &saved.agents}) {
      state.each(*list, kAgentBytes, [&](const Agent& agent) { describe_placed(state, agent); });
    }
  });
  if (saved.next_link > 0) {
    write(kLinksTag, [&](StateWriter& state) {
      state(saved.next_link);
      state.list(saved.links, kLinkBytes);
    });
  }
  write(kKeptTag, [&](StateWriter& state) {
    const auto count = static_cast<std::uint32_t>(saved.landmarks.value_or(kLandmarksByMap));
    state(saved.revision, count, saved.index_bytes);
  });
  if (!saved.has_index.empty()) {
    write(kIndexTag, [&](StateWriter& state) {
      for (const std::uint8_t mark : saved.has_index) state(mark);
    });
  }
  if (!saved.changes.empty()) {
    write(kChangesTag, [&](StateWriter& state) { state.list(saved.changes, kRectBytes); });
  }
  if (form == SaveForm::light) return;
  write(kSpacesTag, [&](StateWriter& state) {
    for (const Space& space : world.spaces()) SaveAccess::write(state, space);
  });
}

std::vector<std::byte> save(const World& world, SaveForm form) {
  detail::SectionWriter writer;
  detail::write_world(writer, world, form);
  return writer.finish();
}

std::optional<FileError> save(const World& world, const std::string& file, SaveForm form) {
  return detail::replace_file(save(world, form), file);
}

std::optional<FileError> detail::replace_file(std::span<const std::byte> bytes,
                                              const std::string& file) {
  const std::string beside = file + ".tmp";
  std::optional<std::string> why = write_file(bytes, beside);
#ifdef _WIN32
  // There rename() replaces no file.
  if (!why) std::remove(file.c_str());
#endif
  errno = 0;
  if (!why && std::rename(beside.c_str(), file.c_str()) != 0) {
    why = "cannot be replaced: " + std::generic_category().message(errno);
  }
  if (!why) return std::nullopt;
  std::remove(beside.c_str());
  return FileError{file, 0, 0, *why};
}

bool is_save(std::span<const std::byte> bytes) noexcept {
  const auto& signature = detail::kSaveSignature;
  return bytes.size() >= signature.size() &&
         std::equal(signature.begin(), signature.end(), bytes.begin(),
                    [](std::uint8_t wanted, std::byte byte) { return std::byte{wanted} == byte; });
}

Loaded<World> read_save(std::span<const std::byte> bytes, std::string_view name) {
  Loaded<Saved> saved = detail::parse_save(bytes, name, detail::SavePart::all);
  if (!saved) return {std::nullopt, std::move(saved.error)};
  return SaveAccess::build_world(std::move(*saved.value), name);
}

Loaded<World> load_save(const std::string& file) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  return read_save(std::as_bytes(std::span(*text.value)), file);
}

Loaded<World> World::load(const std::string& file, std::span<const MapLetter> letters) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(*text.value));
  if (is_save(bytes)) return read_save(bytes, file);
  Loaded<Grid> grid = read_map(*text.value, file, letters);
  if (!grid) return {std::nullopt, std::move(grid.error)};
  return {World(std::move(*grid.value)), {}};
}

Loaded<Grid> read_saved_tiles(std::span<const std::byte> bytes, std::string_view name) {
  Loaded<Saved> saved = detail::parse_save(bytes, name, detail::SavePart::tiles);
  if (!saved) return {std::nullopt, std::move(saved.error)};
  return {std::move(saved.value->grid), {}};
}

}  // namespace taut
