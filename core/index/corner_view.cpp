#include "corner_view.hpp"

namespace taut {

void CornerView::look(const IndexCorner& corner, std::span<const EdgeId> fan) {
  corner_ = &corner;
  at_ = corner.at;
  cones_.clear();
  corners_.clear();
  open_.clear();
  for (const EdgeId edge : fan) open_cell(edge);
  while (!open_.empty()) {
    const Node node = open_.back();
    open_.pop_back();
    const CellId cell = mesh_.cell_of(node.edge);
    if (node.view == detail::View::start) {
      expand_view(node, cell);
    } else {
      expand_cone(node, cell);
    }
  }
}

// The corner sees all of the cells around it.
void CornerView::open_cell(EdgeId edge) {
  const CellId cell = mesh_.cell_of(edge);
  const MeshEdge& next = mesh_.edge(mesh_.next(edge));
  const MeshEdge& before = mesh_.edge(mesh_.previous(edge));
  add_cone(cell, detail::between(at_, next.start()), detail::between(at_, before.start()));
  for (const MeshEdge& other : mesh_.edges(cell)) {
    if (&other != &mesh_.edge(edge)) add_corner(other);
  }
  open_.push_back({edge, detail::View::start, {}});
}

// Keeps what is not behind the corner: one part, or one on each side.
void CornerView::add_cone(CellId cell, const Vector& right, const Vector& left) {
  const CornerSide from = corner_->side_of(right);
  const CornerSide to = corner_->side_of(left);
  if (from == to) {
    if (from != CornerSide::behind) cones_.push_back({cell, from, right, left});
    return;
  }
  if (from == CornerSide::out) {
    cones_.push_back({cell, from, right, -corner_->in_wall});
  }
  if (to == CornerSide::in) {
    cones_.push_back({cell, to, -corner_->out_wall, left});
  }
}

void CornerView::add_corner(const MeshEdge& edge) {
  if (!edge.is_corner()) return;
  if (corner_->side_of(detail::between(at_, edge.start())) == CornerSide::behind) return;
  corners_.push_back(edge.vertex());
}

void CornerView::emit_cone(const MeshEdge& from, const MeshEdge& to,
                           const detail::Interval& interval) {
  if (corner_->side_of(interval.right_ray) == CornerSide::behind &&
      corner_->side_of(interval.left_ray) == CornerSide::behind) {
    return;
  }
  if (!interval.is_right_cut) add_corner(from);
  if (!interval.is_left_cut) add_corner(to);
  const EdgeId entry = from.twin();
  add_cone(mesh_.cell_of(entry), interval.right_ray, interval.left_ray);
  open_.push_back(
      {entry, detail::View::cone, detail::to_rays(interval.right_ray, interval.left_ray)});
}

}  // namespace taut
