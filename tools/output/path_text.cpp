#include "path_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "coordinates.hpp"

namespace taut::tools {
namespace {

const char* side_name(CornerKind kind) noexcept {
  return kind == CornerKind::left ? "left" : "right";
}

// Calls visit(point, turn whose arc begins there or nullptr) for each point of the path.
template <class Visit>
void for_each_point(const QueryAnswer& answer, const Visit& visit) {
  for (const Point& p : answer.points) visit(to_numbers(p), nullptr);
  for (const DiscTurn& turn : answer.turns) {
    const bool has_arc = turn.entry != turn.exit;
    visit(to_numbers(turn.entry), has_arc ? &turn : nullptr);
    if (has_arc) visit(to_numbers(turn.exit), nullptr);
  }
}

}  // namespace

std::string path_to_csv(const QueryAnswer& answer) {
  std::string text;
  for_each_point(answer, [&](const auto& at, const DiscTurn* arc) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ";", at[0], at[1]);
    if (arc == nullptr) return;
    text += fmt::format("@{}:{}", to_text(arc->center, " "), side_name(arc->kind)[0]);
  });
  return text;
}

std::string path_to_text(const QueryAnswer& answer) {
  std::string text;
  for_each_point(answer, [&](const auto& at, const DiscTurn* arc) {
    text += fmt::format("  {} {}", at[0], at[1]);
    if (arc != nullptr) {
      text +=
          fmt::format(", arc with {} on the {}", to_text(arc->center, " "), side_name(arc->kind));
    }
    text += '\n';
  });
  return text;
}

nlohmann::ordered_json path_to_json(const QueryAnswer& answer) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for_each_point(answer, [&](const auto& at, const DiscTurn*) { points.push_back(at); });
  return points;
}

nlohmann::ordered_json arcs_to_json(const QueryAnswer& answer) {
  nlohmann::ordered_json arcs = nlohmann::ordered_json::array();
  std::size_t index = 0;
  for_each_point(answer, [&](const auto&, const DiscTurn* arc) {
    if (arc != nullptr) {
      arcs.push_back(
          {{"point", index}, {"center", to_numbers(arc->center)}, {"side", side_name(arc->kind)}});
    }
    ++index;
  });
  return arcs;
}

}  // namespace taut::tools
