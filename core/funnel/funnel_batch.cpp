#include <taut/engine/funnel.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "funnel_lanes.hpp"

#ifdef TAUT_HAS_HIGHWAY

// Targets that gain nothing: what AVX3_DL adds is not used (and Highway 1.0 fails to compile it
// under -march=native); scalable vectors cannot be split into portals, and their machines have NEON
// too.
#define HWY_DISABLED_TARGETS \
  (HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#define HWY_TARGET_INCLUDE "core/funnel/funnel_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// The code up to HWY_AFTER_NAMESPACE() is compiled once for each target. It must not call inline
// functions of Eigen: the linker might keep the copy of one target for all. Numbers and addresses
// only.
HWY_BEFORE_NAMESPACE();
namespace taut::detail::HWY_NAMESPACE {

#if HWY_MAX_BYTES < 32 || !HWY_HAVE_FLOAT64

// Two lanes are no faster than pulling the corridors one by one (docs/funnel.md, "Batch").
void run_lanes(LaneBatch& batch) { finish_lanes(batch); }

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kWidth = HWY_MAX_BYTES / sizeof(double);
constexpr std::size_t kLanes = 2 * kWidth;  // while one half waits for memory, the other runs
static_assert(kLanes <= kMaxLanes);

using D = hn::FixedTag<double, kWidth>;
using U = hn::RebindToUnsigned<D>;
using I = hn::RebindToSigned<D>;
using F = hn::Rebind<float, D>;
using V = hn::Vec<D>;

HWY_INLINE const float* floats_at(Address place) { return std::bit_cast<const float*>(place); }

// A point of each lane.
struct Points {
  V x;
  V y;
};

template <class T>
struct Ends {
  T left_x, left_y, right_x, right_y;
};

// Transposes 4 or 8 portals.
HWY_INLINE Ends<hn::Vec<hn::FixedTag<float, 4>>> load_ends(hn::FixedTag<float, 4> d,
                                                           const Address* from) {
  const auto p0 = hn::LoadU(d, floats_at(from[0]));
  const auto p1 = hn::LoadU(d, floats_at(from[1]));
  const auto p2 = hn::LoadU(d, floats_at(from[2]));
  const auto p3 = hn::LoadU(d, floats_at(from[3]));
  const auto left01 = hn::InterleaveLower(d, p0, p1);
  const auto left23 = hn::InterleaveLower(d, p2, p3);
  const auto right01 = hn::InterleaveUpper(d, p0, p1);
  const auto right23 = hn::InterleaveUpper(d, p2, p3);
  return {hn::ConcatLowerLower(d, left23, left01), hn::ConcatUpperUpper(d, left23, left01),
          hn::ConcatLowerLower(d, right23, right01), hn::ConcatUpperUpper(d, right23, right01)};
}

#if HWY_MAX_BYTES >= 64
HWY_INLINE Ends<hn::Vec<hn::FixedTag<float, 8>>> load_ends(hn::FixedTag<float, 8> d,
                                                           const Address* from) {
  const hn::FixedTag<float, 4> half;
  const auto low = load_ends(half, from);
  const auto high = load_ends(half, from + 4);
  return {hn::Combine(d, high.left_x, low.left_x), hn::Combine(d, high.left_y, low.left_y),
          hn::Combine(d, high.right_x, low.right_x), hn::Combine(d, high.right_y, low.right_y)};
}
#endif

// As in funnel_scan.hpp, and as exact with fused multiply-adds.
HWY_INLINE V cross(const Points& a, const Points& b) {
  return hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x));
}
HWY_INLINE V dot(const Points& a, const Points& b) {
  return hn::MulAdd(a.x, b.x, hn::Mul(a.y, b.y));
}

HWY_INLINE V as_double(hn::Vec<U> v) { return hn::BitCast(D(), v); }
HWY_INLINE hn::Vec<U> select(hn::Mask<D> mask, hn::Vec<U> yes, hn::Vec<U> no) {
  return hn::BitCast(U(), hn::IfThenElse(mask, as_double(yes), as_double(no)));
}

HWY_INLINE unsigned bits_of(hn::Mask<D> mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(D(), mask, bits);
  return bits[0];
}

// The funnels of kWidth lanes, and their next portals.
struct View {
  Points apex;
  Points left;  // the rays from the apex, then the ends of the portal
  Points right;
  hn::Vec<U> left_portal;
  hn::Vec<U> right_portal;
  hn::Vec<U> at;
  Points portal_left;
  Points portal_right;
};

HWY_INLINE View load_view(const Lanes& lanes, std::size_t first) {
  const D d;
  const U du;
  const Points apex{hn::Load(d, lanes.apex_x + first), hn::Load(d, lanes.apex_y + first)};
  const auto ends = load_ends(F(), lanes.fetch + first);
  return {apex,
          {hn::Load(d, lanes.left_x + first), hn::Load(d, lanes.left_y + first)},
          {hn::Load(d, lanes.right_x + first), hn::Load(d, lanes.right_y + first)},
          hn::Load(du, lanes.left_portal + first),
          hn::Load(du, lanes.right_portal + first),
          hn::Load(du, lanes.at + first),
          {hn::Sub(hn::PromoteTo(d, ends.left_x), apex.x),
           hn::Sub(hn::PromoteTo(d, ends.left_y), apex.y)},
          {hn::Sub(hn::PromoteTo(d, ends.right_x), apex.x),
           hn::Sub(hn::PromoteTo(d, ends.right_y), apex.y)}};
}

// The effect of its portal on each lane.
struct Verdict {
  hn::Mask<D>
      is_left;  // it lies beyond the left ray; where it lies beyond neither there is no turn
  hn::Mask<D> is_turn;  // the path turns at the end of that ray
  hn::Mask<D> is_over;  // it would turn, but the lane's grace is used up
  hn::Mask<D> is_flat;  // the portal is seen end-on
  hn::Mask<D> is_stop;  // the lane cannot pass it, or its corridor ends
  hn::Vec<U> bound;     // the portal that bounds that ray
};

HWY_INLINE Verdict classify(const LaneBatch& batch, std::size_t first, const View& view) {
  const D d;
  const Lanes& lanes = batch.lanes;
  const V zero = hn::Zero(d);
  // Every comparison with a NaN ray is false.
  const auto is_left = hn::Ge(cross(view.left, view.portal_right), zero);
  const auto is_out = hn::Or(is_left, hn::Le(cross(view.right, view.portal_left), zero));
  const auto bound = select(is_left, view.left_portal, view.right_portal);
  const auto limit = hn::Add(hn::Load(I(), lanes.grace + first), hn::Set(I(), batch.clock));
  const auto is_over = hn::And(is_out, hn::RebindMask(d, hn::Gt(limit, hn::BitCast(I(), bound))));
  const auto is_turn = hn::AndNot(is_over, is_out);

  const auto is_flat = hn::Eq(cross(view.portal_right, view.portal_left), zero);
  const auto is_held =
      hn::And(hn::IsNaN(view.left.x), hn::Le(dot(view.portal_left, view.portal_right), zero));
  const auto is_end = hn::RebindMask(d, hn::Eq(view.at, hn::Load(U(), lanes.end + first)));
  const auto is_stop = hn::AndNot(is_turn, hn::Or(is_end, hn::AndNot(is_held, is_flat)));
  return {is_left, is_turn, is_over, is_flat, is_stop, bound};
}

// Keeps the current funnels, for attend_lane().
HWY_INLINE void store_before(LaneFunnels& before, std::size_t first, const View& view) {
  const D d;
  const U du;
  hn::Store(view.left.x, d, before.left_x + first);
  hn::Store(view.left.y, d, before.left_y + first);
  hn::Store(view.right.x, d, before.right_x + first);
  hn::Store(view.right.y, d, before.right_y + first);
  hn::Store(view.left_portal, du, before.left_portal + first);
  hn::Store(view.right_portal, du, before.right_portal + first);
  hn::Store(view.at, du, before.at + first);
}

// Narrows the funnels to their portals; where the path turns, or the portal is seen end-on, the
// rays become NaN.
HWY_INLINE void store_funnels(Lanes& lanes, std::size_t first, const View& view,
                              const Verdict& verdict) {
  const D d;
  const U du;
  const Points& l = view.portal_left;
  const Points& r = view.portal_right;
  const V zero = hn::Zero(d);
  const auto keeps_left = hn::Gt(cross(view.left, l), zero);
  const auto keeps_right = hn::Lt(cross(view.right, r), zero);
  const V closing = hn::VecFromMask(d, hn::Or(verdict.is_turn, verdict.is_flat));
  hn::Store(hn::Or(hn::IfThenElse(keeps_left, view.left.x, l.x), closing), d, lanes.left_x + first);
  hn::Store(hn::IfThenElse(keeps_left, view.left.y, l.y), d, lanes.left_y + first);
  hn::Store(hn::Or(hn::IfThenElse(keeps_right, view.right.x, r.x), closing), d,
            lanes.right_x + first);
  hn::Store(hn::IfThenElse(keeps_right, view.right.y, r.y), d, lanes.right_y + first);
  hn::Store(select(keeps_left, view.left_portal, view.at), du, lanes.left_portal + first);
  hn::Store(select(keeps_right, view.right_portal, view.at), du, lanes.right_portal + first);
}

// Moves the apexes of lanes that turn, and each lane to its next portal.
HWY_INLINE void store_places(Lanes& lanes, std::size_t first, const View& view,
                             const Verdict& verdict) {
  const D d;
  const U du;
  const V turning = hn::VecFromMask(d, verdict.is_turn);
  const V by_x = hn::IfThenElse(verdict.is_left, view.left.x, view.right.x);
  const V by_y = hn::IfThenElse(verdict.is_left, view.left.y, view.right.y);
  hn::Store(hn::Add(view.apex.x, hn::And(turning, by_x)), d, lanes.apex_x + first);
  hn::Store(hn::Add(view.apex.y, hn::And(turning, by_y)), d, lanes.apex_y + first);
  const auto next =
      hn::Add(select(verdict.is_turn, verdict.bound, view.at), hn::Load(du, lanes.stride + first));
  hn::Store(next, du, lanes.at + first);
  const auto is_at_end = hn::Eq(next, hn::Load(du, lanes.end + first));
  hn::Store(hn::IfThenElse(is_at_end, hn::Load(du, lanes.goal + first), next), du,
            lanes.fetch + first);
}

// Records the turns: every lane writes a note, which is kept only in lanes that turn. Returns the
// lanes whose notes are full.
HWY_INLINE hn::Mask<D> note_turns(Lanes& lanes, std::size_t first, const Verdict& verdict) {
  const D d;
  const U du;
  const auto is_right_turn = hn::AndNot(verdict.is_left, verdict.is_turn);
  const auto to_right =
      hn::And(hn::BitCast(du, hn::VecFromMask(d, is_right_turn)), hn::Set(du, kPointBytes));
  hn::Store(hn::Add(verdict.bound, to_right), du, lanes.noted + first);
  for (std::size_t lane = first; lane < first + kWidth; ++lane) {
    *std::bit_cast<Address*>(lanes.note[lane]) = lanes.noted[lane];
  }
  const auto counted =
      hn::And(hn::BitCast(du, hn::VecFromMask(d, verdict.is_turn)), hn::Set(du, sizeof(Address)));
  const auto note = hn::Add(hn::Load(du, lanes.note + first), counted);
  hn::Store(note, du, lanes.note + first);
  return hn::RebindMask(d, hn::Eq(note, hn::Load(du, lanes.notes_end + first)));
}

// Processes the next portal of the lanes from `first` on.
HWY_INLINE void step(LaneBatch& batch, std::size_t first) {
  Lanes& lanes = batch.lanes;
  const View view = load_view(lanes, first);
  const Verdict verdict = classify(batch, first, view);
  const auto is_full = note_turns(lanes, first, verdict);
  const unsigned calls = bits_of(hn::Or(verdict.is_over, hn::Or(verdict.is_stop, is_full)));
  if (HWY_UNLIKELY(calls != 0)) store_before(lanes.before, first, view);
  store_funnels(lanes, first, view, verdict);
  store_places(lanes, first, view, verdict);
  if (HWY_UNLIKELY(calls != 0)) {
    const unsigned over = bits_of(verdict.is_over);
    for (std::size_t i = 0; i < kWidth; ++i) {
      if ((calls >> i & 1U) == 0) continue;
      attend_lane(batch, first + i, (over >> i & 1U) != 0 ? LaneCall::hand_over : LaneCall::stop);
    }
  }
}

void run_lanes(LaneBatch& batch) {
  if (batch.tasks.size() >= kLanes) {
    start_lanes(batch, kLanes);
    while (is_worthwhile(batch)) {
      for (std::size_t first = 0; first < kLanes; first += kWidth) step(batch, first);
      batch.clock += kPortalBytes;
    }
  }
  finish_lanes(batch);
}

#endif

}  // namespace taut::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace taut {

namespace detail {
HWY_EXPORT(run_lanes);
}  // namespace detail

void string_pull_batch(std::span<const PullTask> tasks, std::span<Result> results) noexcept {
  tasks = tasks.first(std::min(tasks.size(), results.size()));
  using namespace detail;  // the name of the table that HWY_EXPORT makes
  LaneBatch batch(tasks, results);
  HWY_DYNAMIC_DISPATCH(run_lanes)(batch);
}

}  // namespace taut

#endif

#else

namespace taut {

void string_pull_batch(std::span<const PullTask> tasks, std::span<Result> results) noexcept {
  tasks = tasks.first(std::min(tasks.size(), results.size()));
  for (std::size_t i = 0; i < tasks.size(); ++i) results[i] = detail::pull(tasks[i]);
}

}  // namespace taut

#endif
