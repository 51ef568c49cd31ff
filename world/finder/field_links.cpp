// The links on the ways of a WorldField: their entries are goals of the field over the mesh.
#include <algorithm>
#include <utility>

#include <taut/engine/space.hpp>
#include <taut/field.hpp>

#include "link_route.hpp"

namespace taut {
namespace {

// A way over a link is taken where it is shorter by more than distances of fields are rounded: else
// a link that leads back and forth at no cost would be taken for ever.
constexpr double kLengthRounding = 1e-9;
constexpr double kCostRounding = 1e-4;

}  // namespace

FieldResult WorldField::build_on(const Space& space, std::span<const FieldGoal> goals,
                                 const FieldOptions& options, FieldScratch& scratch) {
  return is_priced_ ? build_priced_field(space.priced_mesh(), goals, options.length_limit, priced_)
                    : build_field(space.mesh(), goals, options, scratch, field_);
}

// Entries become goals that cost what is left behind their exits, again and again until none is
// nearer for it: each build takes in the ways that pass one link more. No way passes one twice.
FieldResult WorldField::build_over_links(const World& world, const Space& space,
                                         const FieldOptions& options, FieldScratch& scratch) {
  links_.clear();
  const std::vector<detail::Passage> passages = detail::collect_passages(world, space, agent_);
  if (passages.empty()) return build_on(space, usable_, options, scratch);
  FieldOptions whole = options;
  whole.end = FieldEnd::whole;
  std::vector<double> rests(passages.size(), Field::kUnreached);
  std::vector<FieldGoal> goals = usable_;
  const double rounding = is_priced_ ? kCostRounding : kLengthRounding;
  std::size_t expanded = 0;
  for (std::size_t builds = 0; builds <= passages.size(); ++builds) {
    FieldResult built = build_on(space, goals, whole, scratch);
    expanded += built.expanded;
    built.expanded = expanded;
    if (!built) return built;
    bool is_nearer = false;
    for (std::size_t i = 0; i < passages.size(); ++i) {
      const double rest = passages[i].cost + distance_on_mesh(passages[i].exit);
      const double least = std::min(rests[i], distance_on_mesh(passages[i].entry));
      const bool is_shorter =
          least == Field::kUnreached ? rest < least : rest < least - rounding * (1.0 + least);
      if (!is_shorter) continue;
      rests[i] = rest;
      is_nearer = true;
    }
    if (!is_nearer) return built;
    goals.assign(usable_.begin(), usable_.end());
    links_.clear();
    for (std::size_t i = 0; i < passages.size(); ++i) {
      if (rests[i] == Field::kUnreached) continue;
      goals.push_back({passages[i].entry, rests[i]});
      links_.push_back({passages[i].link, passages[i].entry, passages[i].exit});
    }
  }
  return {Status::ok, expanded};
}

const LinkStep* WorldField::first_link(const Point& place) const noexcept {
  if (links_.empty() || !can_answer(place)) return nullptr;
  const std::optional<std::size_t> goal =
      is_priced_ ? priced_.nearest_goal(place) : field_.nearest_goal(place);
  if (!goal || *goal < indices_.size()) return nullptr;
  return &links_[*goal - indices_.size()];
}

std::optional<LinkStep> WorldField::link_at(const Point& place) const noexcept {
  const LinkStep* const link = first_link(place);
  return link != nullptr && link->entry == snap(place) ? std::optional(*link) : std::nullopt;
}

}  // namespace taut
