/* Loads the one shared library as an engine does, by its file, and asks it for a path:
 * plugin FILE */
#include <stdint.h>
#include <stdio.h>
#include <taut.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

typedef void (*any_function)(void);
static any_function find(void* library, const char* name) {
#ifdef _WIN32
  any_function found = (any_function)GetProcAddress((HMODULE)library, name);
#else
  union {
    void* data;
    any_function function;
  } symbol;
  any_function found;
  symbol.data = dlsym(library, name);
  found = symbol.function;
#endif
  if (found == NULL) fprintf(stderr, "there is no %s\n", name);
  return found;
}

typedef taut_status (*world_read)(const char*, uint32_t, const char*, taut_world**, taut_error*);
typedef taut_status (*finder_create)(const taut_world*, taut_finder**);
typedef taut_status (*find_path)(taut_finder*, float, float, float, float, const taut_find_options*,
                                 taut_path*);

int main(int count, char** arguments) {
  const char map[] = ".@...\n.@.@.\n...@.\n";
  taut_world* world = NULL;
  taut_finder* finder = NULL;
  taut_path path;
#ifdef _WIN32
  void* const library = count == 2 ? (void*)LoadLibraryA(arguments[1]) : NULL;
#else
  void* const library = count == 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
#endif
  if (library == NULL) {
    fprintf(stderr, "the library is not loaded\n");
    return 2;
  }
  const world_read read = (world_read)find(library, "taut_world_read");
  const finder_create create = (finder_create)find(library, "taut_finder_create");
  const find_path query = (find_path)find(library, "taut_find");
  if (read == NULL || create == NULL || query == NULL) return 2;
  if (read(map, sizeof map - 1, "map", &world, NULL) != TAUT_OK) return 1;
  if (create(world, &finder) != TAUT_OK) return 1;
  if (query(finder, 0.5F, 0.5F, 4.5F, 2.5F, NULL, &path) != TAUT_OK) return 1;
  printf("length %g, %u points\n", path.length, path.point_count);
  return path.point_count == 6 ? 0 : 1;
}
