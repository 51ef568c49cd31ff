#include "corner_query.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <taut/detail/memory.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/lists.hpp"

#include "funnel_steps.hpp"

namespace taut {

std::size_t CornerIndex::memory_bytes() const noexcept {
  return detail::bytes_of(lists_, sights_, labels_, steps_, bits_, first_label_, corners_);
}

// Lists the sights whose bits tell that the end may see them, and that a path to the other end may
// turn there. Calls flush() where the batch is full.
template <class Flush>
void CornerQuery::list_candidates(const QueryEnd& end, const QueryEnd& other, Batch& batch,
                                  const Flush& flush) const noexcept {
  const std::size_t part = index_.parts_.of(other.at());
  end.for_each_cell(mesh_, [&](CellId cell) {
    const SightList& list = index_.lists_[cell];
    const std::size_t words = CornerIndex::words_of(list.last - list.first);
    const std::uint32_t* const first = index_.bits_.data() + list.first_word;
    const std::uint32_t* const parts = first + part * words;
    const std::uint32_t* const columns =
        first + (CornerIndex::kParts + list.column_of(end.at())) * words;
    const std::uint32_t* const rows =
        first + (CornerIndex::kParts + CornerIndex::kBands + list.row_of(end.at())) * words;
    const Sight* sights = index_.sights_.data() + list.first;
    for (std::size_t word = 0; word < words; ++word, sights += 32) {
      for (std::uint32_t bits = parts[word] & columns[word] & rows[word]; bits != 0;
           bits &= bits - 1) {
        const Sight* const sight = sights + std::countr_zero(bits);
        detail::prefetch(sight);
        if (batch.size == batch.sights.size()) flush();
        batch.sights[batch.size++] = sight;
      }
    }
  });
}

// Keeps those that the point sees. No branch depends on that: it would be foreseen for one in two.
void CornerQuery::keep_seen(const Point& from, Batch& batch) const noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < batch.size; ++i) {
    const Sight* const sight = batch.sights[i];
    const detail::Vector line = detail::between(sight->at, from);
    const bool is_in_right = cross(detail::to_vector(sight->rays.right), line) >= 0.0;
    const bool is_in_left = cross(detail::to_vector(sight->rays.left), line) <= 0.0;
    batch.sights[count] = sight;
    count += static_cast<std::size_t>(is_in_right) & static_cast<std::size_t>(is_in_left);
  }
  batch.size = count;
  for (std::size_t k = 0; k < count; ++k) {
    const Label* const last = index_.labels_.data() + batch.sights[k]->last_label;
    const Label* label = index_.labels_.data() + batch.sights[k]->first_label;
    for (; label < last; label += 64 / sizeof(Label)) detail::prefetch(label);
  }
}

// Calls visit(sight, line, label) for the labels of the batch over whose hubs a path to the other
// end may lead, and empties it. Labels are chosen without a branch, as sights are.
template <class Visit>
void CornerQuery::for_each_label(const QueryEnd& end, const QueryEnd& other, Batch& batch,
                                 const Visit& visit) const noexcept {
  struct Choice {
    std::uint32_t label;
    std::uint32_t sight;
  };
  const std::size_t part = index_.parts_.of(other.at());
  std::array<Choice, 256> choices;
  std::array<double, kBatch> lines;
  std::size_t count = 0;
  const auto visit_all = [&] {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t k = choices[i].sight;
      visit(*batch.sights[k], lines[k], choices[i].label);
    }
    count = 0;
  };
  for (std::uint32_t k = 0; k < batch.size; ++k) {
    const Sight& sight = *batch.sights[k];
    lines[k] = detail::norm(detail::between(sight.at, end.at()));
    for (std::uint32_t i = sight.first_label; i < sight.last_label; ++i) {
      choices[count] = {i, k};
      count += index_.labels_[i].parts >> part & 1U;
      if (count == choices.size()) visit_all();
    }
  }
  visit_all();
  batch.size = 0;
}

// Marks the hubs that start may leave for.
void CornerQuery::leave_start(Batch& batch) noexcept {
  for_each_label(start_, goal_, batch, [&](const Sight& sight, double line, std::uint32_t i) {
    const double cost = line + index_.labels_[i].distance;
    VertexMark& mark = marks_[index_.labels_[i].hub];
    if (mark.query == query_ && mark.cost <= cost) return;
    mark = {cost, query_, sight.half};
  });
}

// Looks for those from which the goal may be reached.
void CornerQuery::reach_goal(Batch& batch) noexcept {
  for_each_label(goal_, start_, batch, [&](const Sight& sight, double line, std::uint32_t i) {
    const VertexMark& mark = marks_[index_.labels_[i].hub];
    if (mark.query != query_) return;
    const double length = mark.cost + (line + index_.labels_[i].distance);
    if (!(length < length_)) return;
    length_ = length;
    first_half_ = mark.root;
    last_ = {sight.half, i};
  });
}

double CornerQuery::find() noexcept {
  is_straight_ = is_visible(mesh_, start_.at(), goal_.at());
  if (is_straight_) return distance(start_.at(), goal_.at());
  // Both ends are listed before either is looked at: what they fetch comes at the same time.
  Batch near_start;
  Batch near_goal;
  list_candidates(start_, goal_, near_start, [&] {
    keep_seen(start_.at(), near_start);
    leave_start(near_start);
  });
  list_candidates(goal_, start_, near_goal, [&] {
    keep_seen(start_.at(), near_start);
    leave_start(near_start);
    keep_seen(goal_.at(), near_goal);
    reach_goal(near_goal);
  });
  keep_seen(start_.at(), near_start);
  keep_seen(goal_.at(), near_goal);
  leave_start(near_start);
  reach_goal(near_goal);
  return length_;
}

// The first corner, which start sees and which has a label for the hub.
CornerQuery::Step CornerQuery::find_first(std::uint32_t hub) const noexcept {
  std::uint32_t label = index_.first_label_[first_half_];
  while (index_.labels_[label].hub != hub) ++label;
  return {first_half_, label};
}

bool CornerQuery::write(PathWriter& path) noexcept {
  if (!path.append(start_.at())) return false;
  if (is_straight_) return path.append(goal_.at());
  const std::uint32_t hub = index_.labels_[last_.label].hub;
  // Both chains lead to the hub; the marks keep the way back of that from the goal. One after the
  // other they would take longer: each step waits for memory.
  Step step = find_first(hub);
  Step from_goal = last_;
  marks_[from_goal.corner()].root = from_goal.corner();
  while (step.corner() != hub || from_goal.corner() != hub) {
    if (from_goal.corner() != hub) {
      const std::uint32_t corner = from_goal.corner();
      from_goal = index_.steps_[from_goal.label];
      marks_[from_goal.corner()].root = corner;
    }
    if (step.corner() != hub) {
      if (!path.append(index_.corners_[step.corner()])) return false;
      step = index_.steps_[step.label];
    }
  }
  for (std::uint32_t back = hub; back != last_.corner(); back = marks_[back].root) {
    if (!path.append(index_.corners_[back])) return false;
  }
  return path.append(index_.corners_[last_.corner()]) && path.append(goal_.at());
}

}  // namespace taut
