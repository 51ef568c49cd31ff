// Saves of what takes long to derive from the tiles of a Space: its mesh, landmarks and index.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <taut/engine/corner_index.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/space.hpp>

#include "core/base/float_lanes.hpp"
#include "core/base/lists.hpp"
#include "grid/mesh/mesh_check.hpp"

#include "part_states.hpp"

namespace taut {
namespace {

constexpr std::size_t kPointBytes = 8;

template <class Archive>
void describe(Archive& archive, detail::SameAs<MeshParts> auto& parts) {
  auto& [cell_begin, edge_start, edge_twin] = parts;
  archive.list(cell_begin, 4);
  archive.list(edge_start, kPointBytes);
  archive.list(edge_twin, 4);
}

// A mesh without gaps in its ids. Cells keep their order; vertices are numbered by the first edge
// that starts there, as in a new mesh.
struct Packed {
  MeshParts parts;
  std::vector<VertexId> vertices;  // the old ids, in the new order
};

Packed pack(const ConvexMesh& mesh) {
  Packed packed;
  std::vector<EdgeId> names(mesh.edge_ids(), kNoEdge);
  std::vector<std::uint8_t> is_named(mesh.vertex_ids(), 0);
  EdgeId count = 0;
  mesh.for_each_cell([&](CellId cell) {
    packed.parts.cell_begin.push_back(count);
    for (EdgeId i = 0; i < mesh.edges(cell).size(); ++i) {
      const MeshEdge& edge = mesh.edges(cell)[i];
      names[mesh.first_edge(cell) + i] = count++;
      packed.parts.edge_start.push_back(edge.start());
      packed.parts.edge_twin.push_back(edge.twin());
      if (std::exchange(is_named[edge.vertex()], 1) == 0) packed.vertices.push_back(edge.vertex());
    }
  });
  packed.parts.cell_begin.push_back(count);
  for (EdgeId& twin : packed.parts.edge_twin) twin = twin == kNoEdge ? kNoEdge : names[twin];
  return packed;
}

void write_bits(detail::StateWriter& writer, const TileBits& bits) {
  for (int y = 0; y < bits.height(); ++y) {
    for (int x = 0; x < bits.width(); x += 64) {
      const int count = std::min(64, bits.width() - x);
      writer(bits.window(x, y) << (64 - count) >> (64 - count));
    }
  }
}

TileBits read_bits(detail::StateReader& reader, const Grid& grid) {
  TileBits bits(grid.width(), grid.height());
  for (int y = 0; reader.ok() && y < bits.height(); ++y) {
    for (int x = 0; x < bits.width(); x += 64) {
      std::uint64_t word = 0;
      reader(word);
      for (int i = 0; word != 0; ++i, word >>= 1U) {
        if ((word & 1U) != 0) bits.set(x + i, y);
      }
    }
  }
  return bits;
}

}  // namespace

// The bindings name all members, so that a new member is an error here.
template <class Archive, class Object>
void SaveAccess::describe_landmarks(Archive& archive, Object& landmarks) {
  auto& [stride, state, most, quantum, slack, distances, made] = landmarks;
  archive.within(most, 0.0, 1e9, "the distances of landmarks are not valid");
  archive.within(quantum, 0x1p-60, 0x1p+30, "the distances of landmarks are not valid");
  archive.within(slack, 0.0F, 1e6F, "the distances of landmarks are not valid");
  archive.list(made, 8);
}

template <class Archive, class Object>
void SaveAccess::describe_index(Archive& archive, Object& index) {
  auto& [state, lists, sights, bits, parts, first_label, labels, steps, corners] = index;
  archive.each(sights, sizeof(CornerIndex::Sight), [&](auto& sight) {
    auto& [at, rays, half, first, last] = sight;
    archive(at, rays.right, rays.left, half, first, last);
  });
  archive.list(bits, 4);
  auto& [cuts] = parts;
  for (auto& [at, axis] : cuts) archive(at, axis);
  archive.list(first_label, 4);
  archive.each(labels, sizeof(CornerIndex::Label), [&](auto& label) {
    auto& [distance, hub, needed] = label;
    archive(distance, hub, needed);
  });
  archive.each(steps, sizeof(CornerIndex::Step), [&](auto& step) {
    auto& [half, label] = step;
    archive(half, label);
  });
  archive.list(corners, kPointBytes);
}

// ---- writing ----

void SaveAccess::write(detail::StateWriter& writer, const Space& space) {
  // The tiles, the agent and its ground determine the members that are not written.
  [[maybe_unused]] const auto& [agent, steps, is_opened, tiles, extents, columns, rows, free,
                                parted_columns, parted_rows, parted, runs, kind_of_class,
                                kind_costs, kinds, kind_tiles, kinds_in_use, margin, least_cost,
                                cell_costs, mesh, landmarks, landmark_tiles, index,
                                index_revision] = space;
  const Packed packed = pack(mesh);
  writer(mesh.revision());
  describe(writer, packed.parts);
  if (landmarks != nullptr) {
    write_landmarks(writer, space, packed.vertices);
    writer(landmark_tiles.has_value());
    if (landmark_tiles) write_bits(writer, *landmark_tiles);
  }
  if (space.is_index_current()) write_index(writer, space);
}

void SaveAccess::write_landmarks(detail::StateWriter& writer, const Space& space,
                                 std::span<const VertexId> rows) {
  const Landmarks& landmarks = *space.landmarks_;
  describe_landmarks(writer, landmarks);
  for (const VertexId vertex : rows) {
    for (const float distance : landmarks.distances(vertex)) writer(distance);
  }
}

// Writes the lists of cells in use.
void SaveAccess::write_index(detail::StateWriter& writer, const Space& space) {
  const CornerIndex& index = *space.index_;
  std::vector<CornerIndex::SightList> lists;
  if (!index.is_empty()) {
    space.mesh_.for_each_cell([&](CellId cell) { lists.push_back(index.lists_[cell]); });
  }
  writer.each(lists, sizeof(CornerIndex::SightList), [&](const CornerIndex::SightList& list) {
    const auto& [low, columns, rows, first, last, first_word] = list;
    writer(low, columns, rows, first, last, first_word);
  });
  describe_index(writer, index);
}

// ---- reading ----

std::optional<Space> SaveAccess::read_space(detail::StateReader& reader,
                                            const detail::SavedSpace& saved) {
  std::optional<Space> space = Space(saved.grid, saved.agent, saved.ground);
  read_mesh(reader, *space);
  if (reader.ok() && saved.landmarks != std::size_t{0}) {
    read_landmarks(reader, *space, saved.landmarks);
    bool has_tiles = false;
    reader(has_tiles);
    if (has_tiles) space->landmark_tiles_ = read_bits(reader, saved.grid);
  }
  if (reader.ok() && saved.has_index) read_index(reader, *space);
  if (!reader.ok()) space.reset();
  return space;
}

void SaveAccess::read_mesh(detail::StateReader& reader, Space& space) {
  std::uint64_t revision = 0;
  MeshParts parts;
  reader(revision);
  const std::size_t begin = reader.at();
  describe(reader, parts);
  if (!reader.ok()) return;
  if (const std::optional<MeshFlaw> flaw = space.use_mesh(parts)) {
    const std::size_t starts = begin + 8 + 4 * parts.cell_begin.size();
    return reader.fail_at(starts + kPointBytes * flaw->edge, flaw->what);
  }
  space.mesh_.revision_ = revision;
}

void SaveAccess::read_landmarks(detail::StateReader& reader, Space& space,
                                std::optional<std::size_t> saved) {
  const ConvexMesh& mesh = space.mesh_;
  const auto made = std::make_shared<Landmarks>();
  describe_landmarks(reader, *made);
  const std::size_t count = made->made_.size();
  reader.require(saved ? count == *saved : count <= Landmarks::kMaxCount,
                 "the number of landmarks is not valid");
  if (!reader.ok()) return;
  made->stride_ = (count + detail::kFloatLanes - 1) / detail::kFloatLanes * detail::kFloatLanes;
  made->state_ = mesh.state();
  const std::size_t numbers = mesh.vertex_ids() * made->stride_;
  reader.require(numbers <= reader.left() / sizeof(float), "the list of distances is cut off");
  if (!reader.ok()) return;
  made->distances_.resize(numbers);
  for (float& distance : made->distances_) {
    reader.any(distance);
    // NaN means that nothing is known.
    const bool is_distance = std::isnan(distance) || (distance >= 0.0F && distance <= 1e9F);
    reader.require(is_distance, "a distance of a landmark is not valid");
  }
  space.use_landmarks(made);
}

void SaveAccess::read_index(detail::StateReader& reader, Space& space) {
  const ConvexMesh& mesh = space.mesh_;
  const auto index = std::make_shared<CornerIndex>();
  reader.each(index->lists_, sizeof(CornerIndex::SightList), [&](CornerIndex::SightList& list) {
    auto& [low, columns, rows, first, last, first_word] = list;
    reader(low, columns, rows, first, last, first_word);
  });
  describe_index(reader, *index);
  index->state_ = mesh.state();
  if (reader.ok()) check(reader, *index, mesh);
  if (reader.ok()) space.use_index(index);
}

namespace {

// The points of a mesh at which paths may turn, in order.
std::vector<Point> list_corners(const ConvexMesh& mesh) {
  std::vector<std::uint8_t> is_listed(mesh.vertex_ids(), 0);
  std::vector<Point> corners;
  mesh.for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : mesh.edges(cell)) {
      if (!edge.is_corner() || std::exchange(is_listed[edge.vertex()], 1) != 0) continue;
      corners.push_back(edge.start());
    }
  });
  return corners;
}

bool are_same_places(std::vector<Point> a, std::vector<Point> b) {
  const auto is_less = [](const Point& p, const Point& q) {
    return p.y != q.y ? p.y < q.y : p.x < q.x;
  };
  std::sort(a.begin(), a.end(), is_less);
  std::sort(b.begin(), b.end(), is_less);
  return a == b;
}

}  // namespace

// Checks that queries will read nothing outside the lists.
void SaveAccess::check(detail::StateReader& reader, const CornerIndex& index,
                       const ConvexMesh& mesh) {
  const std::size_t corners = index.corners_.size();
  const std::size_t labels = index.labels_.size();
  const std::vector<std::uint32_t>& first = index.first_label_;
  if (index.is_empty()) {
    reader.require(index.lists_.empty() && index.sights_.empty() && index.bits_.empty() &&
                       labels == 0 && index.steps_.empty() && corners == 0,
                   "an empty index is not empty");
    return;
  }
  reader.require(are_same_places(index.corners_, list_corners(mesh)),
                 "the corners of an index are not those of its mesh");
  reader.require(first.size() == 2 * corners + 1 && std::is_sorted(first.begin(), first.end()) &&
                     first.front() == 0 && first.back() == labels &&
                     index.steps_.size() == labels && index.lists_.size() == mesh.cell_ids(),
                 "the lists of an index do not agree");
  if (!reader.ok()) return;
  for (const CornerIndex::SightList& list : index.lists_) {
    const std::size_t words = CornerIndex::words_of(list.last - list.first);
    const bool is_list = list.first <= list.last && list.last <= index.sights_.size() &&
                         list.first_word <= index.bits_.size() &&
                         words * CornerIndex::kBitRows <= index.bits_.size() - list.first_word;
    reader.require(is_list, "a list of an index is not valid");
    if (!is_list || words == 0) continue;
    // No bits beyond the last sight.
    const std::uint32_t rest = ~std::uint32_t{0} << 1U << (list.last - list.first - 1) % 32;
    for (std::size_t row = 1; row <= CornerIndex::kBitRows; ++row) {
      reader.require((index.bits_[list.first_word + row * words - 1] & rest) == 0,
                     "a bit of an index is not valid");
    }
  }
  for (const CornerIndex::Sight& sight : index.sights_) {
    const bool is_sight = sight.half < 2 * corners && sight.at == index.corners_[sight.half / 2] &&
                          sight.first_label >= first[sight.half] &&
                          sight.first_label <= sight.last_label &&
                          sight.last_label <= first[sight.half + 1];
    reader.require(is_sight, "a sight of an index is not valid");
  }
  if (reader.ok()) check_labels(reader, index);
}

// Checks that each chain of labels ends at its hub: distances to the hub decrease along it, and no
// corner has two labels of one hub.
void SaveAccess::check_labels(detail::StateReader& reader, const CornerIndex& index) {
  const std::size_t corners = index.corners_.size();
  const std::size_t labels = index.labels_.size();
  const std::vector<std::uint32_t>& first = index.first_label_;
  std::vector<std::pair<std::size_t, double>> known(corners, {detail::kNone, 0.0});  // by hub
  for (std::size_t corner = 0; reader.ok() && corner < corners; ++corner) {
    for (std::size_t i = first[2 * corner]; i < first[2 * corner + 2]; ++i) {
      const auto& [distance, hub, parts] = index.labels_[i];
      const auto& [next_half, next] = index.steps_[i];
      bool is_label = hub < corners && next_half < 2 * corners && next < labels && distance >= 0.0;
      if (is_label && known[hub].first != corner) known[hub] = {corner, distance};
      is_label = is_label && known[hub].second == distance;
      if (is_label && hub != corner) {
        const std::size_t after = next_half / 2;
        is_label = next >= first[2 * after] && next < first[2 * after + 2] &&
                   index.labels_[next].hub == hub && index.labels_[next].distance < distance;
      }
      reader.require(is_label, "a label of an index is not valid");
    }
  }
}

}  // namespace taut
