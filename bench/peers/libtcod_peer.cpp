// libtcod: A* over tiles.
#include <libtcod/path.h>

#include "adapter.hpp"

namespace {

using peers::Map;

constexpr float kDiagonal = 1.41421356F;

float cost_of(int from_x, int from_y, int to_x, int to_y, void* data) {
  const Map& map = *static_cast<const Map*>(data);
  return map.has_step(from_x, from_y, to_x - from_x, to_y - from_y) ? 1.0F : 0.0F;
}

class Tcod {
 public:
  explicit Tcod(const Map& map)
      : map_(map),
        path_(TCOD_path_new_using_function(map.width, map.height, cost_of, &map_, kDiagonal)) {}
  Tcod(const Tcod&) = delete;
  Tcod& operator=(const Tcod&) = delete;
  ~Tcod() { TCOD_path_delete(path_); }

  // Two floats, a byte and a place in the heap a tile.
  [[nodiscard]] std::size_t bytes() const { return map_.is_open.size() * 13; }
  void find(const peers::Query& query) {
    asked_ = query;
    is_ok_ = TCOD_path_compute(path_, query.start_x, query.start_y, query.goal_x, query.goal_y);
  }
  [[nodiscard]] peers::Answer answer() const {
    peers::Answer answer;
    answer.is_ok = is_ok_;
    if (!is_ok_) return answer;
    answer.path.push_back({asked_.start_x + 0.5, asked_.start_y + 0.5});
    for (int i = 0; i < TCOD_path_size(path_); ++i) {
      int x = 0;
      int y = 0;
      TCOD_path_get(path_, i, &x, &y);
      answer.path.push_back({x + 0.5, y + 0.5});
    }
    return answer;
  }

 private:
  Map map_;
  TCOD_path_t path_;
  peers::Query asked_;
  bool is_ok_ = false;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Tcod>(argc, argv); }
