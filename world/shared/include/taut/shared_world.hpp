// SharedWorld: a World that one thread edits while others search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

// Readers hold the world published last for as long as they like: it does not change. The writer
// edits another copy, and publish() makes that one the published world. A copy that no reader holds
// any more is updated by the same edits and then edited next (left-right). So every edit is made
// twice, and maps are not copied.
//
// A reader that holds an old world does not block the writer. When readers hold all copies but the
// published one, the writer makes another copy and keeps it: there are at most two copies more than
// worlds that readers have held at one time, or what reserve() made. A copy that lacks more than
// kKeptEdits edits is dropped, and freed by its last reader: copying the map costs less than so
// many edits.
//
// Even times: a copy that a reader gives back lacks the edits made meanwhile. Each edit also
// applies some of these, and catch_up() applies more when the game has time, so that a copy is
// ready when the writer needs one. One spare copy is kept up to date in this way, or as many as
// reserve() makes ahead. Each of them costs one more edit per edit. So readers should release their
// worlds after a query (Finder::release()): then a few copies are enough for many readers
// (docs/world.md).
//
// A call that throws (std::bad_alloc) is as if it had not been made, of several rectangles all: for
// readers and for later calls, which may take longer, as the copy being edited is rebuilt.
//
// read() is safe from any number of threads at any time. All other calls are the writer's: one
// thread at a time, beside any number of readers. Worlds that readers hold may outlive this object.
class SharedWorld {
 public:
  // Publishes the world. Copies it once. Allocates.
  // Errors    std::invalid_argument for a broken world (World::is_broken()).
  explicit SharedWorld(World world);
  SharedWorld(const SharedWorld&) = delete;
  SharedWorld& operator=(const SharedWorld&) = delete;

  // The world published last. Never null.
  // Cost      a lock, held while a pointer is copied, or by the writer while one is exchanged.
  [[nodiscard]] std::shared_ptr<const World> read() const;

  // The edits of World, and World::prepare(). Readers see them after publish(), all at once.
  // Errors    those of World.
  // Cost      that of World. The first call after publish() also makes the edits that the copy
  //           lacks: usually those that were published last. Each edit also applies edits that
  //           spare copies lack: at most one more than reserve() keeps such copies. Allocates.
  void set(const TileRect& tiles, TileState state);
  void set(Tile tile, TileState state);
  void set(std::span<const TileRect> rectangles, TileState state);
  void set_class(const TileRect& tiles, std::uint8_t terrain_class);
  void set_ground(std::uint8_t number, const Ground& ground);
  void prepare(const Agent& agent);
  LinkId link(const LinkEnd& from, const LinkEnd& to, const LinkOptions& options = {});
  void change_link(LinkId id, const LinkOptions& options);
  void unlink(LinkId id);
  // As those of World. Each copy makes its own landmarks, so these cost twice as much.
  void keep_landmarks();
  void keep_landmarks(std::size_t count);
  std::size_t refresh_landmarks(std::size_t fields);
  // As those of World. Indexes are made once; all copies share them. Where the writer must not wait
  // for them, another thread makes them of the world that it reads, and the writer takes what is
  // current then:
  //
  //     const WorldIndex made = shared.read()->build_index();  // another thread: seconds
  //     shared.use_index(made);                                // the writer: some ns per space
  //     shared.publish();
  void keep_index(std::size_t max_bytes = World::kDefaultIndexBytes);
  std::size_t refresh_index(std::size_t spaces);
  std::size_t use_index(const WorldIndex& index);

  // Makes copies now, until there are two more than `readers`, and keeps so many up to date, not
  // one as at first. Then edits make no copy as long as readers hold at most so many worlds beside
  // the published one, none of them through more than kKeptEdits edits. A copy that was held for
  // long lacks many edits when it is free: with some more than there are readers, it need not be
  // edited next.
  // Cost      a copy of the world for each. Allocates.
  void reserve(std::size_t readers);
  // Applies at most `edits` edits to spare copies that lack them, first to the copy that lacks the
  // fewest. Copies that readers hold are left out. Returns how many edits are still lacking.
  // Cost      those edits. Allocates.
  std::size_t catch_up(std::size_t edits);

  // From now on read() returns the world with all edits made so far. Does nothing when there were
  // none since the last call. Allocates.
  void publish();

  // The number of copies of the world, without those dropped.
  [[nodiscard]] std::size_t copy_count() const noexcept;

  static constexpr std::size_t kKeptEdits = 1024;

 private:
  struct TAUT_LOCAL Copies;
  detail::Hidden<Copies> copies_;
};

}  // namespace taut
TAUT_API_END
