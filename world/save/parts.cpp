// Crowds, queues and followers as sections of a save.
#include <utility>

#include <taut/save.hpp>

#include "part_states.hpp"
#include "save_sections.hpp"
#include "state_archive.hpp"

namespace taut {
namespace {

using detail::SectionReader;
using detail::SectionTag;
using detail::SectionWriter;
using detail::StateReader;
using detail::StateWriter;

template <class Part>
void write_part(SectionWriter& writer, const SectionTag& tag, const Part& part) {
  writer.write(tag, [&](std::vector<std::byte>& out) {
    StateWriter state(out);
    SaveAccess::write(state, part);
  });
}

template <class Part>
std::vector<std::byte> save_part(const SectionTag& tag, const Part& part) {
  SectionWriter writer;
  write_part(writer, tag, part);
  return writer.finish();
}

// Checks all sections, and returns the first one with a tag. `what` names its contents in errors.
std::optional<SectionReader::Section> find_section(SectionReader& sections, const SectionTag& tag,
                                                   const char* what) {
  if (!sections.read_header()) return std::nullopt;
  std::optional<SectionReader::Section> found;
  for (;;) {
    const std::optional<SectionReader::Section> section = sections.read_section();
    if (!section) return std::nullopt;
    if (section->tag == tag && !found) found = section;
    if (section->tag != detail::kEndTag) continue;
    if (!found) sections.fail(section->begin, std::string("the save has no ") + what);
    return found;
  }
}

// read(StateReader&) returns an optional part.
template <class Part, class Read>
Loaded<Part> read_part(std::span<const std::byte> bytes, std::string_view name,
                       const SectionTag& tag, const char* what, const Read& read) {
  SectionReader sections(bytes, name);
  const std::optional<SectionReader::Section> section = find_section(sections, tag, what);
  if (!section) return {std::nullopt, std::move(sections.error())};
  StateReader reader(bytes.subspan(section->contents, section->size), section->contents);
  std::optional<Part> part = read(reader);
  reader.end();
  if (reader.ok()) return {std::move(part), {}};
  return {std::nullopt, FileError{std::string(name), 0, 0, reader.error()}};
}

template <class Worlds>
Loaded<Crowd> read_crowd_on(std::span<const std::byte> bytes, std::string_view name,
                            Worlds& worlds) {
  return read_part<Crowd>(bytes, name, detail::kCrowdTag, "crowd", [&](StateReader& reader) {
    return SaveAccess::read_crowd(reader, worlds);
  });
}

template <class Worlds>
Loaded<FindQueue> read_queue_on(std::span<const std::byte> bytes, std::string_view name,
                                const Worlds& worlds) {
  return read_part<FindQueue>(bytes, name, detail::kQueueTag, "queue", [&](StateReader& reader) {
    std::optional<FindQueue> queue(std::in_place, worlds);
    SaveAccess::read(reader, *queue);
    return queue;
  });
}

}  // namespace

std::vector<std::byte> save(const Crowd& crowd) { return save_part(detail::kCrowdTag, crowd); }
std::vector<std::byte> save(const FindQueue& queue) { return save_part(detail::kQueueTag, queue); }
std::vector<std::byte> save(const PathFollower& follower) {
  return save_part(detail::kFollowerTag, follower);
}

std::vector<std::byte> save(const World& world, const Crowd& crowd, SaveForm form) {
  SaveAccess::require_on(crowd, world);
  SectionWriter writer;
  detail::write_world(writer, world, form);
  write_part(writer, detail::kCrowdTag, crowd);
  return writer.finish();
}

std::optional<FileError> save(const World& world, const Crowd& crowd, const std::string& file,
                              SaveForm form) {
  return detail::replace_file(save(world, crowd, form), file);
}

Loaded<Crowd> read_crowd(std::span<const std::byte> bytes, std::string_view name, World& world) {
  return read_crowd_on(bytes, name, world);
}
Loaded<Crowd> read_crowd(std::span<const std::byte> bytes, std::string_view name,
                         const SharedWorld& worlds) {
  return read_crowd_on(bytes, name, worlds);
}

Loaded<Crowd> load_crowd(const std::string& file, World& world) {
  Loaded<std::string> text = load_text(file);
  if (!text) return {std::nullopt, std::move(text.error)};
  return read_crowd(std::as_bytes(std::span(*text.value)), file, world);
}

Loaded<FindQueue> read_queue(std::span<const std::byte> bytes, std::string_view name,
                             const World& world) {
  return read_queue_on(bytes, name, world);
}
Loaded<FindQueue> read_queue(std::span<const std::byte> bytes, std::string_view name,
                             const SharedWorld& worlds) {
  return read_queue_on(bytes, name, worlds);
}

Loaded<PathFollower> read_follower(std::span<const std::byte> bytes, std::string_view name,
                                   const World& world) {
  const auto read = [&](StateReader& reader) {
    std::optional<PathFollower> follower(std::in_place);
    SaveAccess::read(reader, *follower, world);
    return follower;
  };
  return read_part<PathFollower>(bytes, name, detail::kFollowerTag, "follower", read);
}

}  // namespace taut
