// A navigation mesh of Recast and Detour over the tiles of a map.
#pragma once

#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/Recast.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "adapter.hpp"

namespace peers {

// Built in tiles of 64 x 64 voxels, as their documents recommend for large maps, without
// simplification of contours, and with `radius` voxels kept off walls. With one voxel a tile
// borders of regions cut across blocked tiles; with two no path does, and four only take longer.
class DetourMesh {
 public:
  static constexpr int kSide = 64;

  explicit DetourMesh(const Map& map, int voxels_per_tile = 2, int radius = 0)
      : scale_(voxels_per_tile), radius_(radius), mesh_(dtAllocNavMesh()) {
    dtNavMeshParams params{};
    params.tileWidth = params.tileHeight = static_cast<float>(kSide) / static_cast<float>(scale_);
    const int columns = (map.width * scale_ + kSide - 1) / kSide;
    const int rows = (map.height * scale_ + kSide - 1) / kSide;
    params.maxTiles = columns * rows;
    params.maxPolys = 1 << 14;
    mesh_->init(&params);
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) add_tile(map, column, row);
    }
  }
  DetourMesh(const DetourMesh&) = delete;
  DetourMesh& operator=(const DetourMesh&) = delete;
  ~DetourMesh() { dtFreeNavMesh(mesh_); }

  [[nodiscard]] dtNavMesh& mesh() const { return *mesh_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  template <class T, void (*Free)(T*)>
  struct Freer {
    void operator()(T* thing) const { Free(thing); }
  };
  template <class T, void (*Free)(T*)>
  using Owned = std::unique_ptr<T, Freer<T, Free>>;

  void add_tile(const Map& map, int column, int row) {
    rcContext context(false);
    const int border = radius_ + 3;
    const int side = kSide + 2 * border;
    const float voxel = 1.0F / static_cast<float>(scale_);
    const float low[3] = {static_cast<float>(column * kSide - border) * voxel, 0.0F,
                          static_cast<float>(row * kSide - border) * voxel};
    const float high[3] = {low[0] + static_cast<float>(side) * voxel, 2.0F,
                           low[2] + static_cast<float>(side) * voxel};
    const Owned<rcHeightfield, rcFreeHeightField> solid(rcAllocHeightfield());
    rcCreateHeightfield(&context, *solid, side, side, low, high, voxel, 1.0F);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const int tile_x = column * kSide + x - border;
        const int tile_y = row * kSide + y - border;
        if (tile_x < 0 || tile_y < 0 || !map.at(tile_x / scale_, tile_y / scale_)) continue;
        rcAddSpan(&context, *solid, x, y, 0, 1, RC_WALKABLE_AREA, 1);
      }
    }
    const Owned<rcCompactHeightfield, rcFreeCompactHeightfield> open(rcAllocCompactHeightfield());
    rcBuildCompactHeightfield(&context, 2, 1, *solid, *open);
    if (radius_ > 0) rcErodeWalkableArea(&context, radius_, *open);
    rcBuildDistanceField(&context, *open);
    rcBuildRegions(&context, *open, border, 0, 0);
    const Owned<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
    rcBuildContours(&context, *open, 0.01F, 0, *contours);
    const Owned<rcPolyMesh, rcFreePolyMesh> polygons(rcAllocPolyMesh());
    rcBuildPolyMesh(&context, *contours, DT_VERTS_PER_POLYGON, *polygons);
    if (polygons->npolys > 0) add_polygons(*polygons, column, row, voxel);
  }

  void add_polygons(rcPolyMesh& polygons, int column, int row, float voxel) {
    std::fill_n(polygons.flags, polygons.npolys, static_cast<unsigned short>(1));
    dtNavMeshCreateParams params{};
    params.verts = polygons.verts;
    params.vertCount = polygons.nverts;
    params.polys = polygons.polys;
    params.polyAreas = polygons.areas;
    params.polyFlags = polygons.flags;
    params.polyCount = polygons.npolys;
    params.nvp = polygons.nvp;
    params.walkableHeight = 2.0F;
    params.walkableClimb = 1.0F;
    params.tileX = column;
    params.tileY = row;
    std::copy_n(polygons.bmin, 3, params.bmin);
    std::copy_n(polygons.bmax, 3, params.bmax);
    params.cs = voxel;
    params.ch = 1.0F;
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) return;
    mesh_->addTile(data, size, DT_TILE_FREE_DATA, 0, nullptr);
    bytes_ += static_cast<std::size_t>(size);
  }

  int scale_;
  int radius_;
  dtNavMesh* mesh_;
  std::size_t bytes_ = 0;
};

}  // namespace peers
