// Every kind of query that the library answers, in one table: what holds for all of them is tested
// over it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "promises/answer.hpp"
#include "promises/scene.hpp"

namespace taut::test {

// Answers queries of one scene with its own scratch. Of an output at most `capacity` elements are
// used. One per thread.
using Querier = std::function<void(const Query& query, std::size_t capacity, Answer& answer)>;

// What an output holds that is smaller than the answer.
enum class Cut : std::uint8_t {
  exact,  // as many of the first elements as fit
  fewer,  // some first elements, maybe fewer than fit; the last may not be final
  none,   // there is no such output, or its status is not truncated
};

// When queries allocate.
enum class Heap : std::uint8_t {
  never,
  first,   // until every query was run once
  always,  // the call says that it allocates
};

struct QueryKind {
  std::string name;
  // For scenes that are too large for the kind it gives an empty querier.
  std::function<Querier(const Scene&)> make_querier;
  Cut cut = Cut::exact;
  Heap heap = Heap::never;
};

const std::vector<QueryKind>& query_kinds();

// The kinds by the rooms that answer them.
void add_funnel_kinds(std::vector<QueryKind>& kinds);
void add_grid_kinds(std::vector<QueryKind>& kinds);
void add_quadtree_kinds(std::vector<QueryKind>& kinds);
void add_mesh_kinds(std::vector<QueryKind>& kinds);
void add_disc_kinds(std::vector<QueryKind>& kinds);
void add_square_kinds(std::vector<QueryKind>& kinds);
void add_world_kinds(std::vector<QueryKind>& kinds);
void add_edit_kinds(std::vector<QueryKind>& kinds);

// What a querier holds: a std::function can be copied, scratch cannot.
template <class T>
std::shared_ptr<T> hold(T value) {
  return std::make_shared<T>(std::move(value));
}
template <class T>
std::shared_ptr<Room<T>> hold_room(std::size_t bound) {
  return std::make_shared<Room<T>>(bound);
}

}  // namespace taut::test
