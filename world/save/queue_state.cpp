// The state of a FindQueue between two calls. The search of its finder is not written: readers run
// it again as far as it was. Scratches get as much room as before, so it ends in the same call.
#include <algorithm>
#include <iterator>

#include <taut/queue.hpp>

#include "part_states.hpp"
#include "world/finder/finder_memory.hpp"

namespace taut {

namespace {

constexpr std::size_t kSlotBytes = 60;
constexpr std::size_t kWaitingBytes = 20;

// The room that a Finder has for the searches of an agent.
struct Room {
  Agent agent;
  std::size_t nodes = 0;
  std::size_t priced_nodes = 0;  // 0: none
};

// Limits what a forged file can make a reader allocate. A mesh has less than 16 edges per tile, and
// a search at first room for 65536 nodes and 16 per edge. More is not kept: meshes change, tiles do
// not, so what is written of a world and of the one that was loaded remains the same.
std::size_t most_room(const World& world) noexcept {
  return (std::size_t{1} << 16U) + 256 * world.grid().tile_count();
}

template <class Archive>
void describe(Archive& archive, detail::SameAs<Room> auto& room) {
  auto& [agent, nodes, priced_nodes] = room;
  archive(agent);
  archive.size(nodes);
  archive.size(priced_nodes);
}

template <class Archive>
void describe(Archive& archive, detail::SameAs<FindTicket> auto& ticket) {
  auto& [number, slot] = ticket;
  archive(number, slot);
}

}  // namespace

// Those that were released are not written; the others in their order, which is also a heap.
template <class Archive, class Object>
void SaveAccess::describe_waiting(Archive& archive, Object& queue) {
  const auto describe_one = [&](auto& one) {
    auto& [rank, ticket] = one;
    archive(rank);
    describe(archive, ticket);
  };
  if constexpr (Archive::kReads) {
    archive.each(queue.waiting_, kWaitingBytes, describe_one);
  } else {
    std::vector<FindQueue::Waiting> waiting;
    std::copy_if(queue.waiting_.begin(), queue.waiting_.end(), std::back_inserter(waiting),
                 [&](const auto& one) { return queue.find_slot(one.ticket) != nullptr; });
    std::sort(waiting.begin(), waiting.end(),
              [](const auto& a, const auto& b) { return FindQueue::is_later(b, a); });
    archive.each(waiting, kWaitingBytes, describe_one);
  }
}

template <class Archive, class Object>
void SaveAccess::describe_queue(Archive& archive, Object& queue) {
  auto& [finder, slice, lead, submitted, slots, free, waiting, released, current] = queue;
  archive.size(slice);
  archive.within(lead, 0, std::uint64_t{1} << 32U, "the lead of a queue is not valid");
  archive.within(submitted, 0, std::uint64_t{1} << 48U, "a number of requests is not valid");
  archive.each(slots, kSlotBytes, [&](auto& slot) {
    if constexpr (Archive::kReads) slot = std::make_unique<FindQueue::Slot>();
    auto& [number, is_answered, request, path] = *slot;
    archive(number, is_answered, request, path);
  });
  archive.list(free, 4);
  describe_waiting(archive, queue);
  bool has_current = current.has_value();
  archive(has_current);
  FindTicket ticket = current.value_or(FindTicket{});
  describe(archive, ticket);
  if constexpr (Archive::kReads) {
    if (has_current) current = ticket;
    queue.make_room(slots.size());
  }
}

// Each slot is free, waits, is current, or has its answer.
void SaveAccess::check(detail::StateReader& reader, const FindQueue& queue) {
  const World& world = queue.finder_.world();
  std::vector<std::uint8_t> uses(queue.slots_.size());
  const auto use = [&](std::uint32_t slot, bool is_right) {
    reader.require(is_right && slot < uses.size() && uses[slot]++ == 0,
                   "the requests of a queue are not valid");
  };
  const auto use_ticket = [&](const FindTicket& ticket) {
    const FindQueue::Slot* const slot = queue.find_slot(ticket);
    use(ticket.slot, slot != nullptr && !slot->is_answered);
  };
  reader.require(queue.slice_ > 0, "the slice of a queue is not valid");
  reader.require(std::is_heap(queue.waiting_.begin(), queue.waiting_.end(), FindQueue::is_later),
                 "the order of the requests is not valid");
  for (const std::uint32_t slot : queue.free_) {
    use(slot, slot < uses.size() && queue.slots_[slot]->number == 0);
  }
  for (const FindQueue::Waiting& one : queue.waiting_) use_ticket(one.ticket);
  if (queue.current_) use_ticket(*queue.current_);
  for (std::uint32_t i = 0; reader.ok() && i < uses.size(); ++i) {
    const FindQueue::Slot& slot = *queue.slots_[i];
    if (uses[i] == 0) use(i, slot.number != 0 && slot.is_answered);
    reader.require(slot.number <= queue.submitted_, "the number of a request is not valid");
    const OwnedPath& path = slot.path;
    // A path has points or turns, and an answer without a path neither.
    const std::size_t count = path.turns.size() + path.points.size();
    const bool has_one = path.turns.empty() != path.points.empty();
    const std::size_t first = path.links.empty() ? count : path.links[0].exit;
    const bool is_path = has_one && first > 0 && detail::are_exits(path.links, first, count);
    reader.require(path ? is_path : count == 0 && path.links.empty(),
                   "the path of an answer is not valid");
    const bool is_on_map = std::all_of(path.points.begin(), path.points.end(), [&](const Point& p) {
      return detail::is_on_map(widen(p), world) && snap(p) == p;
    });
    reader.require(is_on_map && detail::are_on_map(path.turns, world),
                   "the path of an answer is not on the map");
  }
}

void SaveAccess::write_search(detail::StateWriter& writer, const FindQueue& queue) {
  const Finder::Memory& finder = *queue.finder_.memory_;
  const World* const world = finder.ref.find();
  std::vector<Room> rooms;
  const std::size_t most = world == nullptr ? 0 : most_room(*world);
  for (const auto& search : finder.searches) {
    if (world == nullptr || !world->is_prepared(search->agent)) continue;
    // A ground of the world that it was assigned to may have had a space of its own.
    if (world->find_space(search->agent)->agent() != search->agent) continue;
    const std::size_t priced = search->priced ? search->priced->node_places() : 0;
    rooms.push_back({search->agent, std::min(search->scratch.search.node_places(), most),
                     std::min(priced, most)});
  }
  writer.list(rooms, 1);
  writer.size(std::min(finder.points.size(), most));
  const Finder::Memory::Query& query = finder.query;
  // A search begins again after an edit, and if the world was moved, assigned to or released.
  const bool runs = queue.current_ && query.is_running && world != nullptr &&
                    world == finder.world && finder.ref.find_unassigned() == world &&
                    !world->is_broken() && finder.revision == world->revision();
  writer(runs, runs ? world->revision() : 0);
  writer.size(runs ? query.before + query.spent : 0);
}

void SaveAccess::read_search(detail::StateReader& reader, FindQueue& queue) {
  std::vector<Room> rooms;
  std::size_t points = 0;
  bool runs = false;
  std::uint64_t revision = 0;
  std::size_t expanded = 0;
  reader.list(rooms, 26);
  reader.size(points);
  reader(runs, revision);
  reader.size(expanded);
  for (const Room& room : rooms) {
    const bool is_room = room.nodes >= 16 && room.nodes <= OptimalScratch::kMaxGrownPlaces &&
                         (room.priced_nodes == 0 || room.priced_nodes >= 16) &&
                         room.priced_nodes <= PricedScratch::kMaxGrownPlaces;
    reader.require(is_room && is_valid(room.agent), "the room of a search is not valid");
  }
  if (!reader.ok()) return;
  Finder::Memory& finder = *queue.finder_.memory_;
  const std::size_t most = most_room(*finder.world);
  finder.make_room(std::min(points, most));
  for (const Room& room : rooms) {
    const Space* const space = finder.world->find_space(room.agent);
    if (space == nullptr) continue;
    Finder::Memory::SpaceSearch& search = finder.search_in(*space);
    search.scratch.search = OptimalScratch(space->mesh(), std::min(room.nodes, most));
    if (room.priced_nodes != 0) {
      search.priced.emplace(space->mesh(), std::min(room.priced_nodes, most));
    }
  }
  if (!runs || !queue.current_ || revision != finder.world->revision() || expanded == 0) return;
  const Request& request = queue.slots_[queue.current_->slot]->request;
  FindOptions options = request.options;
  options.budget = expanded;
  (void)queue.finder_.find(request.start, request.goal, options);
}

void SaveAccess::write(detail::StateWriter& writer, const FindQueue& queue) {
  describe_queue(writer, queue);
  write_search(writer, queue);
}

void SaveAccess::read(detail::StateReader& reader, FindQueue& queue) {
  describe_queue(reader, queue);
  check(reader, queue);
  read_search(reader, queue);
}

}  // namespace taut
