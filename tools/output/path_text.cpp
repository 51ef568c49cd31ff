#include "path_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>

namespace taut::tools {
namespace {

const char* side_name(CornerKind kind) noexcept {
  return kind == CornerKind::left ? "left" : "right";
}

template <class AnyPoint>
nlohmann::ordered_json to_json(const AnyPoint& point, const Floors& floors) {
  const auto [x, y] = floors.local(point);
  using Json = nlohmann::ordered_json;
  return floors.has_several() ? Json::array({floors.find(point), x, y}) : Json::array({x, y});
}

// What begins at a point of a path.
struct Onward {
  const DiscTurn* arc = nullptr;
  const AnswerLink* link = nullptr;
};

// Calls visit(point, Onward) for each point of the path.
template <class Visit>
void for_each_point(const QueryAnswer& answer, const Visit& visit) {
  std::size_t next = 0;
  const auto link_after = [&](std::size_t i) -> const AnswerLink* {
    const bool is_entry = next < answer.links.size() && answer.links[next].exit == i + 1;
    return is_entry ? &answer.links[next++] : nullptr;
  };
  for (std::size_t i = 0; i < answer.points.size(); ++i) {
    visit(answer.points[i], Onward{nullptr, link_after(i)});
  }
  for (std::size_t i = 0; i < answer.turns.size(); ++i) {
    const DiscTurn& turn = answer.turns[i];
    const bool has_arc = turn.entry != turn.exit;
    const AnswerLink* const link = link_after(i);
    visit(turn.entry, has_arc ? Onward{&turn, nullptr} : Onward{nullptr, link});
    if (has_arc) visit(turn.exit, Onward{nullptr, link});
  }
}

}  // namespace

std::string path_to_csv(const QueryAnswer& answer, const Floors& floors) {
  std::string text;
  for_each_point(answer, [&](const auto& at, const Onward& onward) {
    text += (text.empty() ? "" : ";") + floors.text(at, " ");
    if (onward.arc != nullptr) {
      const auto [x, y] = floors.local(onward.arc->center);
      text += fmt::format("@{} {}:{}", x, y, side_name(onward.arc->kind)[0]);
    }
    if (onward.link != nullptr) text += fmt::format("@link {}", onward.link->id);
  });
  return text;
}

std::string path_to_text(const QueryAnswer& answer, const Floors& floors) {
  std::string text;
  for_each_point(answer, [&](const auto& at, const Onward& onward) {
    text += "  " + floors.text(at, " ");
    if (onward.arc != nullptr) {
      const auto [x, y] = floors.local(onward.arc->center);
      text += fmt::format(", arc with {} {} on the {}", x, y, side_name(onward.arc->kind));
    }
    if (onward.link != nullptr) text += fmt::format(", link {}", onward.link->id);
    text += '\n';
  });
  return text;
}

nlohmann::ordered_json point_to_json(const Point& point, const Floors& floors) {
  return to_json(point, floors);
}

nlohmann::ordered_json path_to_json(const QueryAnswer& answer, const Floors& floors) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for_each_point(answer,
                 [&](const auto& at, const Onward&) { points.push_back(to_json(at, floors)); });
  return points;
}

nlohmann::ordered_json arcs_to_json(const QueryAnswer& answer, const Floors& floors) {
  nlohmann::ordered_json arcs = nlohmann::ordered_json::array();
  std::size_t index = 0;
  for_each_point(answer, [&](const auto&, const Onward& onward) {
    if (onward.arc != nullptr) {
      arcs.push_back({{"point", index},
                      {"center", to_json(onward.arc->center, floors)},
                      {"side", side_name(onward.arc->kind)}});
    }
    ++index;
  });
  return arcs;
}

nlohmann::ordered_json links_to_json(const QueryAnswer& answer) {
  nlohmann::ordered_json links = nlohmann::ordered_json::array();
  std::size_t index = 0;
  for_each_point(answer, [&](const auto&, const Onward& onward) {
    if (onward.link != nullptr) links.push_back({{"point", index}, {"link", onward.link->id}});
    ++index;
  });
  return links;
}

}  // namespace taut::tools
