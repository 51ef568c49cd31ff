// The entry points of the Grid-Based Path Planning Competition (https://gppc.search-conference.org)
// for C, with its names and layouts. They are called from C++: failures to allocate and maps larger
// than 16 384 tiles a side are exceptions.
#pragma once

#include <cstdint>

extern "C" {

struct gppc_point {
  std::uint16_t x;
  std::uint16_t y;
};

struct gppc_path {
  const gppc_point* path;
  std::uint32_t length;     // in points; 0: there is no path
  std::uint8_t incomplete;  // 1: the next call of gppc_get_path() continues it
};

// A part of a map: tile i, row by row, is bit i % 8 of byte i / 8; 1 = walkable.
struct gppc_patch {
  const std::uint8_t* bitarray;
  std::uint16_t width;
  std::uint16_t height;
  gppc_point pos;  // of its first tile
};

// Prepares a map, in a program run of its own: what the search shall know goes through the file.
void gppc_preprocess_init_map(gppc_patch init_map, const char* preprocess_filename);

// Returns the data of the other calls. The bits stay where they are until gppc_free_data().
void* gppc_search_init(gppc_patch active_map, const char* preprocess_filename);

// The bits of the map have been changed in these patches.
void gppc_map_change(void* data, const gppc_patch* changes, std::uint32_t changes_length);

// The path is valid until the next call. From a place to itself it is empty.
gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal);

void gppc_free_data(void* data);

const char* gppc_get_name();

}  // extern "C"
