#include <taut/detail/component_labels.hpp>

#include <algorithm>
#include <utility>

#include <taut/detail/part_search.hpp>

namespace taut::detail {

ComponentLabels::ComponentLabels(std::size_t count) : cell_pieces_(count, kNone) {}

void ComponentLabels::resize(std::size_t count) { cell_pieces_.resize(count, kNone); }

ComponentLabels::Label ComponentLabels::add_component() {
  ++count_;
  if (free_component_ == kNone) {
    component_pieces_.push_back(0);
    return static_cast<Label>(component_pieces_.size() - 1);
  }
  return std::exchange(free_component_, std::exchange(component_pieces_[free_component_], 0U));
}

ComponentLabels::Label ComponentLabels::add_piece() {
  ++piece_count_;
  if (free_piece_ == kNone) {
    pieces_.push_back({kNone, 0, kNone});
    return static_cast<Label>(pieces_.size() - 1);
  }
  const Label piece = free_piece_;
  free_piece_ = std::exchange(pieces_[piece].first_link, kNone);
  return piece;
}

ComponentLabels::Label ComponentLabels::add_piece(Label component) {
  const Label piece = add_piece();
  pieces_[piece].component = component;
  ++component_pieces_[component];
  return piece;
}

void ComponentLabels::remove_piece(Label piece) {
  assert(pieces_[piece].cells == 0 && pieces_[piece].first_link == kNone);
  set_component(piece, kNone);
  --piece_count_;
  pieces_[piece].first_link = std::exchange(free_piece_, piece);
}

void ComponentLabels::set_component(Label piece, Label component) {
  const Label before = std::exchange(pieces_[piece].component, component);
  if (component != kNone) ++component_pieces_[component];
  if (--component_pieces_[before] > 0) return;
  --count_;
  component_pieces_[before] = std::exchange(free_component_, before);
}

void ComponentLabels::put(std::size_t first, std::size_t length, Label piece) {
  for (std::size_t i = first; i < first + length; ++i) cell_pieces_[i] = piece;
  pieces_[piece].cells += static_cast<std::uint32_t>(length);
}

void ComponentLabels::move(std::size_t first, std::size_t length, Label to) {
  pieces_[cell_pieces_[first]].cells -= static_cast<std::uint32_t>(length);
  put(first, length, to);
}

ComponentLabels::Label ComponentLabels::split_off(Label piece) {
  const Label part = add_piece(pieces_[piece].component);
  torn_.push_back(piece);
  torn_.push_back(part);
  return part;
}

void ComponentLabels::move_link(std::size_t neighbor, Label from, Label to) {
  remove_link(from, cell_pieces_[neighbor]);
  add_link(to, cell_pieces_[neighbor]);
}

// Moves the link to the front of its piece's list, since a border has many pairs of cells of the
// same two pieces. kNone when there is none.
std::uint32_t ComponentLabels::find_link(Label from, Label to) {
  std::uint32_t& first = pieces_[from].first_link;
  if (first == kNone || links_[first].to == to) return first;
  std::uint32_t before = first;
  std::uint32_t at = links_[first].next;
  while (at != kNone && links_[at].to != to) before = std::exchange(at, links_[at].next);
  if (at == kNone) return kNone;
  links_[before].next = links_[at].next;
  links_[at].next = std::exchange(first, at);
  return first;
}

bool ComponentLabels::add_half_link(Label from, Label to) {
  std::uint32_t link = find_link(from, to);
  if (link != kNone) {
    ++links_[link].count;
    return false;
  }
  link = free_link_;
  if (link == kNone) {
    link = static_cast<std::uint32_t>(links_.size());
    links_.push_back({});
  } else {
    free_link_ = links_[link].next;
  }
  links_[link] = {to, 1, std::exchange(pieces_[from].first_link, link)};
  return true;
}

bool ComponentLabels::remove_half_link(Label from, Label to) {
  const std::uint32_t link = find_link(from, to);
  assert(link != kNone);
  if (--links_[link].count > 0) return false;
  pieces_[from].first_link = std::exchange(links_[link].next, free_link_);
  free_link_ = link;
  return true;
}

// Whether the pieces had no link before.
bool ComponentLabels::add_link(Label a, Label b) {
  add_half_link(b, a);
  return add_half_link(a, b);
}

// Whether the pieces have no link left.
bool ComponentLabels::remove_link(Label a, Label b) {
  remove_half_link(b, a);
  return remove_half_link(a, b);
}

void ComponentLabels::find_components() {
  std::vector<Label> reached;
  for (Label seed = 1; seed < pieces_.size(); ++seed) {
    if (pieces_[seed].component != kNone || pieces_[seed].cells == 0) continue;
    const Label component = add_component();
    const auto add = [&](Label piece) {
      if (pieces_[piece].component != kNone) return;
      pieces_[piece].component = component;
      ++component_pieces_[component];
      reached.push_back(piece);
    };
    add(seed);
    while (!reached.empty()) {
      const Label piece = reached.back();
      reached.pop_back();
      for_each_linked_piece(piece, add);
    }
  }
  pieces_.trim();
  links_.trim();
  component_pieces_.trim();
}

// Relabels the pieces of the smaller component.
void ComponentLabels::join_components(Label a, Label b) {
  const auto size = [&](Label piece) { return component_pieces_[pieces_[piece].component]; };
  if (size(a) < size(b)) std::swap(a, b);
  const Label to = pieces_[a].component;
  const Label from = pieces_[b].component;
  if (from == to) return;
  std::vector<Label> reached;
  const auto add = [&](Label piece) {
    if (pieces_[piece].component != from) return;
    set_component(piece, to);
    reached.push_back(piece);
  };
  add(b);
  for (std::size_t i = 0; i < reached.size(); ++i) for_each_linked_piece(reached[i], add);
}

void ComponentLabels::split_components() {
  const auto component_of = [&](Label piece) -> Label& { return pieces_[piece].component; };
  std::erase_if(torn_, [&](Label piece) { return pieces_[piece].cells == 0; });
  std::sort(torn_.begin(), torn_.end(), [&](Label a, Label b) {
    return std::pair(component_of(a), a) < std::pair(component_of(b), b);
  });
  torn_.erase(std::unique(torn_.begin(), torn_.end()), torn_.end());
  const auto for_each_neighbor = [&](Label piece, const auto& visit) {
    for_each_linked_piece(piece, visit);
  };
  for (std::size_t i = 0; i < torn_.size();) {
    const Label component = component_of(torn_[i]);
    std::size_t end = i + 1;
    while (end < torn_.size() && component_of(torn_[end]) == component) ++end;
    const std::span<const Label> seeds = std::span<const Label>(torn_).subspan(i, end - i);
    detail::PartSearch<Label> search(seeds, component, component_of, for_each_neighbor);
    search.for_each_complete_part([&](std::span<const Label> pieces) {
      const Label part = add_component();
      for (const Label piece : pieces) set_component(piece, part);
    });
    i = end;
  }
  torn_.clear();
  cell_pieces_.advance();
  pieces_.advance();
  links_.advance();
  component_pieces_.advance();
}

std::size_t ComponentLabels::memory_bytes() const noexcept {
  return cell_pieces_.memory_bytes() + torn_.capacity() * sizeof(Label) + pieces_.memory_bytes() +
         links_.memory_bytes() + component_pieces_.memory_bytes();
}

void ComponentLabels::trim() { cell_pieces_.trim(); }

}  // namespace taut::detail
