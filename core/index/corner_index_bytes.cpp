#include <taut/engine/corner_index_bytes.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <taut/detail/require.hpp>

namespace taut {
namespace {

constexpr std::string_view kMagic = "tautindx";
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeadBytes = 8 + 4 + 4 + 8 + 8 + 6 * 8;

// FNV-1a over words of 32 bits.
class Checksum {
 public:
  void add(std::uint32_t word) noexcept { value_ = (value_ ^ word) * 0x100000001b3U; }
  void add(float value) noexcept { add(std::bit_cast<std::uint32_t>(value)); }
  void add(std::string_view bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      std::uint32_t word = 0;
      for (std::size_t k = i; k < std::min(i + 4, bytes.size()); ++k) {
        word = word << 8U | static_cast<unsigned char>(bytes[k]);
      }
      add(word);
    }
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

// Cells, edges, places and ids.
std::uint64_t checksum_of(const ConvexMesh& mesh) {
  Checksum sum;
  sum.add(static_cast<std::uint32_t>(mesh.cell_ids()));
  sum.add(static_cast<std::uint32_t>(mesh.edge_ids()));
  mesh.for_each_cell([&](CellId cell) {
    sum.add(cell);
    sum.add(mesh.first_edge(cell));
    for (const MeshEdge& edge : mesh.edges(cell)) {
      sum.add(edge.start().x);
      sum.add(edge.start().y);
      sum.add(edge.vertex());
      sum.add(edge.is_corner() ? 1U : 0U);
      sum.add(edge.twin());
    }
  });
  return sum.value();
}

// Numbers are written with the least byte first.
class Writer {
 public:
  template <class T>
  requires std::is_unsigned_v<T>
  void put(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<char>(static_cast<unsigned char>(value >> (8 * i))));
    }
  }
  void put(float value) { put(std::bit_cast<std::uint32_t>(value)); }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
  void put(std::string_view text) { bytes_ += text; }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  [[nodiscard]] std::string& bytes() noexcept { return bytes_; }

 private:
  std::string bytes_;
};

// Requires that there are as many bytes as are taken.
class Reader {
 public:
  explicit Reader(std::string_view bytes) noexcept : bytes_(bytes) {}

  void take(std::uint32_t& value) noexcept { value = take_unsigned<std::uint32_t>(); }
  void take(std::uint64_t& value) noexcept { value = take_unsigned<std::uint64_t>(); }
  void take(float& value) noexcept { value = std::bit_cast<float>(take_unsigned<std::uint32_t>()); }
  void take(double& value) noexcept {
    value = std::bit_cast<double>(take_unsigned<std::uint64_t>());
  }
  void skip(std::size_t count) noexcept { bytes_.remove_prefix(count); }

 private:
  template <class T>
  [[nodiscard]] T take_unsigned() noexcept {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      value |= static_cast<T>(static_cast<T>(static_cast<unsigned char>(bytes_[i])) << (8 * i));
    }
    skip(sizeof(T));
    return value;
  }

  std::string_view bytes_;
};

}  // namespace

class CornerIndexBytes {
 public:
  static std::string write(const CornerIndex& index, const ConvexMesh& mesh) {
    Writer body;
    body.reserve(kHeadBytes + index.memory_bytes());
    const Sizes sizes = sizes_of(index);
    for (const CornerIndex::Region& region : index.regions_) {
      body.put(region.at);
      body.put(region.axis);
      body.put(region.first);
      body.put(region.last);
    }
    for (const CornerIndex::Sight& sight : index.sights_) {
      for (const float value :
           {sight.at.x, sight.at.y, sight.right_x, sight.right_y, sight.left_x, sight.left_y}) {
        body.put(value);
      }
      body.put(sight.half);
      body.put(sight.first_label);
      body.put(sight.last_label);
    }
    for (const std::uint32_t first : index.first_way_) body.put(first);
    for (const CornerIndex::Way& way : index.ways_) {
      body.put(way.next);
      body.put(way.first_label);
    }
    for (const CornerIndex::Label& label : index.labels_) {
      body.put(label.distance);
      body.put(label.hub);
      body.put(label.next);
    }
    for (const Point& corner : index.corners_) {
      body.put(corner.x);
      body.put(corner.y);
    }
    Checksum sum;
    sum.add(std::string_view(body.bytes()));
    Writer head;
    head.put(kMagic);
    head.put(kVersion);
    head.put(std::uint32_t{0});
    head.put(checksum_of(mesh));
    head.put(sum.value());
    for (const std::uint64_t size : sizes) head.put(size);
    return std::move(head.bytes()) + body.bytes();
  }

  CornerIndexBytes(std::string_view bytes, const ConvexMesh& mesh) noexcept
      : bytes_(bytes), mesh_(mesh) {}

  [[nodiscard]] CornerIndexRead read() {
    CornerIndexRead result;
    result.fault = read_head();
    if (!result.fault.empty()) return result;
    read_body();
    result.fault = find_contradiction();
    if (!result.fault.empty()) return result;
    index_.revision_ = mesh_.revision();
    index_.edge_ids_ = mesh_.edge_ids();
    result.index = std::move(index_);
    return result;
  }

 private:
  // The counts of regions, sights, first_way, ways, labels and corners, in this order.
  using Sizes = std::array<std::uint64_t, 6>;
  static constexpr Sizes kItemBytes{16, 36, 4, 8, 16, 8};

  static Sizes sizes_of(const CornerIndex& index) noexcept {
    return {index.regions_.size(), index.sights_.size(), index.first_way_.size(),
            index.ways_.size(),    index.labels_.size(), index.corners_.size()};
  }

  [[nodiscard]] std::string read_head() {
    if (bytes_.size() < kHeadBytes) {
      return "has " + std::to_string(bytes_.size()) + " bytes, fewer than the head of an index";
    }
    if (bytes_.substr(0, kMagic.size()) != kMagic) return "is not a corner index";
    Reader head(bytes_.substr(kMagic.size()));
    std::uint32_t version = 0;
    std::uint32_t unused = 0;
    std::uint64_t mesh_sum = 0;
    std::uint64_t body_sum = 0;
    head.take(version);
    head.take(unused);
    if (version != kVersion || unused != 0) {
      return "has version " + std::to_string(version) + " of the format, not " +
             std::to_string(kVersion);
    }
    head.take(mesh_sum);
    head.take(body_sum);
    std::uint64_t wanted = 0;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      head.take(sizes_[i]);
      if (sizes_[i] > bytes_.size()) return "is too short for its sizes";
      wanted += sizes_[i] * kItemBytes[i];
    }
    if (wanted != bytes_.size() - kHeadBytes) {
      return "has " + std::to_string(bytes_.size() - kHeadBytes) + " bytes after its head, not " +
             std::to_string(wanted);
    }
    Checksum sum;
    sum.add(bytes_.substr(kHeadBytes));
    if (sum.value() != body_sum) return "is damaged: its checksum is another one";
    if (mesh_sum != checksum_of(mesh_)) return "is the index of another map";
    return {};
  }

  void read_body() {
    Reader body(bytes_.substr(kHeadBytes));
    index_.regions_.resize(sizes_[0]);
    index_.sights_.resize(sizes_[1]);
    index_.first_way_.resize(sizes_[2]);
    index_.ways_.resize(sizes_[3]);
    index_.labels_.resize(sizes_[4]);
    index_.corners_.resize(sizes_[5]);
    for (CornerIndex::Region& region : index_.regions_) {
      body.take(region.at);
      body.take(region.axis);
      body.take(region.first);
      body.take(region.last);
    }
    for (CornerIndex::Sight& sight : index_.sights_) {
      body.take(sight.at.x);
      body.take(sight.at.y);
      body.take(sight.right_x);
      body.take(sight.right_y);
      body.take(sight.left_x);
      body.take(sight.left_y);
      body.take(sight.half);
      body.take(sight.first_label);
      body.take(sight.last_label);
    }
    for (std::uint32_t& first : index_.first_way_) body.take(first);
    for (CornerIndex::Way& way : index_.ways_) {
      body.take(way.next);
      body.take(way.first_label);
    }
    for (CornerIndex::Label& label : index_.labels_) {
      body.take(label.distance);
      body.take(label.hub);
      body.take(label.next);
    }
    for (Point& corner : index_.corners_) {
      body.take(corner.x);
      body.take(corner.y);
    }
  }

  // What queries rely on: numbers within the arrays, and chains of labels that end at their hubs.
  [[nodiscard]] std::string find_contradiction() const {
    const std::string fault = "contradicts itself: ";
    const std::size_t corners = index_.corners_.size();
    if (corners > mesh_.vertex_ids()) return fault + "more corners than the mesh has vertices";
    if (index_.regions_.size() < mesh_.cell_ids()) return fault + "too few regions";
    for (std::size_t i = 0; i < index_.regions_.size(); ++i) {
      if (!is_valid(i, index_.regions_[i])) return fault + "a region";
    }
    if (index_.ways_.empty() || index_.labels_.size() >= kNone ||
        !is_list(index_.first_way_, 2 * corners, index_.ways_.size() - 1)) {
      return fault + "the list of the ways";
    }
    for (const Point& corner : index_.corners_) {
      if (!mesh_.locate(corner)) return fault + "a corner beyond the mesh";
    }
    for (std::size_t i = 0; i < index_.ways_.size(); ++i) {
      const CornerIndex::Way& way = index_.ways_[i];
      if (i == 0 ? way.first_label != 0 : way.first_label <= index_.ways_[i - 1].first_label) {
        return fault + "the labels of a way";
      }
      if (way.next >= 2 * corners && i + 1 < index_.ways_.size()) return fault + "a way";
    }
    if (index_.ways_.back().first_label != index_.labels_.size()) return fault + "the labels";
    for (const CornerIndex::Sight& sight : index_.sights_) {
      if (!is_valid(sight)) return fault + "a corner that is seen";
    }
    for (std::uint32_t half = 0; half < 2 * corners; ++half) {
      for (std::uint32_t k = index_.first_way_[half]; k < index_.first_way_[half + 1]; ++k) {
        for (std::uint32_t i = index_.ways_[k].first_label; i < index_.ways_[k + 1].first_label;
             ++i) {
          if (!leads_on(half, index_.ways_[k].next, index_.labels_[i])) return fault + "a label";
        }
      }
    }
    if (!is_single_valued()) return fault + "two distances from a corner to a hub";
    return {};
  }

  [[nodiscard]] static bool is_list(std::span<const std::uint32_t> first, std::size_t count,
                                    std::size_t end) noexcept {
    return first.size() == count + 1 && first.front() == 0 && first.back() == end &&
           std::is_sorted(first.begin(), first.end());
  }

  // Whether it is divided into later ones, so that no chain of parts is endless, or has sights.
  [[nodiscard]] bool is_valid(std::size_t number,
                              const CornerIndex::Region& region) const noexcept {
    if (region.axis == CornerIndex::Region::kUndivided) {
      return region.first <= region.last && region.last <= index_.sights_.size();
    }
    return region.axis < CornerIndex::Region::kUndivided && std::isfinite(region.at) &&
           region.first > number && region.first >= mesh_.cell_ids() &&
           region.first + std::size_t{1} < index_.regions_.size();
  }

  // Whether it is of a corner, and its labels are the first ones of the half.
  [[nodiscard]] bool is_valid(const CornerIndex::Sight& sight) const noexcept {
    if (sight.half >= 2 * index_.corners_.size()) return false;
    return sight.at == index_.corners_[sight.half / 2] &&
           sight.first_label == index_.ways_[index_.first_way_[sight.half]].first_label &&
           sight.first_label < sight.last_label &&
           sight.last_label <= index_.ways_[index_.first_way_[sight.half + 1]].first_label;
  }

  // Whether the next corner of the label is its hub, or has the label that it names, nearer to the
  // same hub.
  [[nodiscard]] bool leads_on(std::uint32_t half, std::uint32_t next,
                              const CornerIndex::Label& label) const noexcept {
    if (!(label.distance >= 0.0) || !std::isfinite(label.distance)) return false;
    if (label.hub >= index_.corners_.size()) return false;
    if (label.hub == half / 2) return true;
    if (label.next >= index_.labels_.size()) return false;
    const CornerIndex::Label& after = index_.labels_[label.next];
    return after.hub == label.hub && after.distance < label.distance &&
           (holds(next, label.next) || holds(next ^ 1U, label.next));
  }
  // Whether all labels of a corner for a hub have the same distance. Then no chain, whose distances
  // fall, visits a corner twice.
  [[nodiscard]] bool is_single_valued() const {
    const std::size_t corners = index_.corners_.size();
    // Per hub, the last corner with a label for it, and the distance.
    std::vector<std::size_t> last(corners, corners);
    std::vector<double> distances(corners);
    for (std::size_t corner = 0; corner < corners; ++corner) {
      const std::uint32_t end = index_.ways_[index_.first_way_[2 * corner + 2]].first_label;
      for (std::uint32_t i = index_.ways_[index_.first_way_[2 * corner]].first_label; i < end;
           ++i) {
        const CornerIndex::Label& label = index_.labels_[i];
        if (last[label.hub] == corner && distances[label.hub] != label.distance) return false;
        last[label.hub] = corner;
        distances[label.hub] = label.distance;
      }
    }
    return true;
  }
  [[nodiscard]] bool holds(std::uint32_t half, std::uint32_t label) const noexcept {
    return label >= index_.ways_[index_.first_way_[half]].first_label &&
           label < index_.ways_[index_.first_way_[half + 1]].first_label;
  }

  static constexpr std::uint32_t kNone = 0xffffffffU;

  std::string_view bytes_;
  const ConvexMesh& mesh_;
  Sizes sizes_{};
  CornerIndex index_;
};

std::string to_bytes(const CornerIndex& index, const ConvexMesh& mesh) {
  if (!index.is_current(mesh)) {
    detail::reject("to_bytes: the index is not current for the mesh");
  }
  return CornerIndexBytes::write(index, mesh);
}

CornerIndexRead read_corner_index(std::string_view bytes, const ConvexMesh& mesh) {
  return CornerIndexBytes(bytes, mesh).read();
}

}  // namespace taut
