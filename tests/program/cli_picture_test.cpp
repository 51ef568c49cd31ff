// PNG maps that the program reads, and the pictures that it draws.
#include <cairo.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"
#include "tools/pictures/palette.hpp"
#include "tools/pictures/shade.hpp"

using namespace taut::test;
using namespace taut::tools;

namespace {

using Image = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

// Writes an image whose pixel (x, y) has the bytes of pixel(x, y) in cairo's format.
void write_png(const std::string& file, cairo_format_t format, int width, int height,
               const std::function<std::uint32_t(int x, int y)>& pixel) {
  const Image image(cairo_image_surface_create(format, width, height), cairo_surface_destroy);
  cairo_surface_flush(image.get());
  unsigned char* const data = cairo_image_surface_get_data(image.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(image.get());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::uint32_t value = pixel(x, y);
      if (format == CAIRO_FORMAT_A8) {
        data[y * stride + x] = static_cast<unsigned char>(value);
      } else {
        std::memcpy(data + y * stride + std::ptrdiff_t{4} * x, &value, sizeof value);
      }
    }
  }
  cairo_surface_mark_dirty(image.get());
  if (cairo_surface_write_to_png(image.get(), file.c_str()) != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error("cannot write " + file);
  }
}

struct Picture {
  int width = 0;
  int height = 0;
  std::map<std::uint32_t, int> colors;  // how many pixels have each
};

Picture read_png(const std::string& file) {
  const Image image(cairo_image_surface_create_from_png(file.c_str()), cairo_surface_destroy);
  REQUIRE(cairo_surface_status(image.get()) == CAIRO_STATUS_SUCCESS);
  Picture picture{
      cairo_image_surface_get_width(image.get()), cairo_image_surface_get_height(image.get()), {}};
  const unsigned char* const data = cairo_image_surface_get_data(image.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(image.get());
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      std::uint32_t value = 0;
      std::memcpy(&value, data + y * stride + std::ptrdiff_t{4} * x, sizeof value);
      ++picture.colors[value & 0xFFFFFF];
    }
  }
  return picture;
}

// The walkable tiles of a map as the program sees them: those a path of length 0 stands on.
std::string drawing_of(const std::string& map, int width, int height) {
  std::string drawing;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::string at = std::to_string(x) + "," + std::to_string(y);
      drawing += run_program({"path", map, at, at}).status == 0 ? '.' : '@';
    }
    drawing += '\n';
  }
  return drawing;
}

// A map with an obstacle that the shortest tile path does not hug, so that the methods differ.
std::string obstacle_map(int size) {
  std::string text;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const bool is_blocked = x > size / 3 && x < size / 2 && y > size / 5 && y < size - 2;
      text += is_blocked ? '@' : '.';
    }
    text += '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("PNG maps: --terrain names their colours") {
  const TemporaryFolder folder;
  const std::string map = folder.file("map.png");
  // Water that is dark, a road, a swamp, and grey that is walkable as ever.
  const std::vector<std::uint32_t> colors{0x102080, 0x102080, 0x808080, 0xC0FFEE, 0x00FF00};
  write_png(map, CAIRO_FORMAT_RGB24, 5, 1,
            [&](int x, int) { return colors[static_cast<std::size_t>(x)]; });
  CHECK(drawing_of(map, 5, 1) == "@@...\n");
  const auto query = [&](const char* terrain) {
    return run_program({"path", map, "0,0", "4,0", "--terrain", terrain});
  };
  const ProgramRun run = query("#102080=3,#c0ffee=0.5");
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(std::stod(value_of(run.out, "cost")) == 3.0 + 1.5 + 1.0 + 0.5 + 0.5);
  CHECK(query("#102080=3,#c0ffee=x").status == 1);
  CHECK(is_refused(query("#102080=x"), {"0,0", "blocked"}));
  CHECK(is_refused(query("S=3"), {"--terrain S=3", map, "an image, without characters"}));
  CHECK(is_refused(query("#102080=3,S=3"), {"an image, without characters"}));
  for (const char* const list : {"#102080", "#10208=3", "#1020800=3", "#10208g=3", "#102080=0.1",
                                 "#102080=3,#102080=4", "#C0FFEE=3,#c0ffee=3"}) {
    INFO(list);
    CHECK(is_refused(query(list), {"--terrain", list}));
  }
  const std::string text = folder.write("test.map", "#..\n");
  CHECK(run_program({"path", text, "0,0", "2,0", "--terrain", "#=3"}).status == 0);
  CHECK(is_refused(run_program({"path", text, "1,0", "2,0", "--terrain", "#102080=3"}),
                   {"--terrain #102080=3", text, "text, without colours"}));
}

TEST_CASE("a PNG map is blocked where it is dark") {
  const TemporaryFolder folder;
  const std::string map = folder.file("map.png");
  const std::vector<std::uint32_t> colors{0x000000, 0xFFFFFF, 0x7F7F7F, 0x808080, 0xFF0000,
                                          0x00FF00, 0x0000FF, 0xFFFF00, 0x00FFFF};
  write_png(map, CAIRO_FORMAT_RGB24, 9, 1,
            [&](int x, int) { return colors[static_cast<std::size_t>(x)]; });
  // Luma of red is 30 %, of green 59 %, of blue 11 %.
  CHECK(drawing_of(map, 9, 1) == "@.@.@.@..\n");
  CHECK(run_program({"info", map}).out.find("9 x 1 tiles") != std::string::npos);
}

TEST_CASE("a PNG map shows white where it is transparent") {
  const TemporaryFolder folder;
  const std::string map = folder.file("map.png");
  // Black of rising opacity, as premultiplied alpha.
  const std::vector<std::uint32_t> pixels{0x00000000, 0x40000000, 0x7F000000, 0x90000000,
                                          0xFF000000};
  write_png(map, CAIRO_FORMAT_ARGB32, 5, 1,
            [&](int x, int) { return pixels[static_cast<std::size_t>(x)]; });
  CHECK(drawing_of(map, 5, 1) == "...@@\n");
}

TEST_CASE("a grey PNG map, and rows and columns where they belong") {
  const TemporaryFolder folder;
  const std::string map = folder.file("map.without.ending");
  write_png(map, CAIRO_FORMAT_A8, 3, 2, [](int x, int y) { return x == 2 || y == 1 ? 200U : 20U; });
  CHECK(drawing_of(map, 3, 2) == "@@.\n...\n");
}

TEST_CASE("files that are not valid PNG images are refused") {
  const TemporaryFolder folder;
  const std::string map = folder.file("map.png");
  write_png(map, CAIRO_FORMAT_RGB24, 40, 40, [](int, int) { return 0xFFFFFFU; });
  const std::string bytes = read_file(map);
  for (const std::size_t size : {8U, 20U, 30U, 45U, 60U}) {
    REQUIRE(size < bytes.size());
    CHECK(is_refused(run_program({"info", folder.write("cut.png", bytes.substr(0, size))}),
                     {"cut.png", size < 24 ? "ends after" : "ends too early"}));
  }
  std::string wide = bytes;
  wide[18] = '\x4E';  // 0x4E20 = 20 000 columns
  wide[19] = '\x20';
  CHECK(is_refused(run_program({"info", folder.write("wide.png", wide)}),
                   {"wide.png", "20000", "16384"}));
  std::string flipped = bytes;
  flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 0x55);
  CHECK(is_refused(run_program({"info", folder.write("bits.png", flipped)}),
                   {"bits.png", "40 x 40 pixels", "its data is damaged"}));
}

TEST_CASE("pictures show the map, the search and every method") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map.txt", obstacle_map(30));
  const std::string svg = folder.file("out.svg");
  const std::string png = folder.file("out.png");
  const ProgramRun run = run_program(
      {"path", map, "2,14", "27,20", "--map", "grid", "--compare", "--svg", svg, "--png", png});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "picture") == svg);
  CHECK(run.out.find("picture   " + png + "\n") != std::string::npos);

  const Picture picture = read_png(png);
  CHECK(picture.width >= 1000);
  CHECK(picture.width <= 2000);
  // Tiles of 40 x 40 pixels, 4 x 21 of them blocked; grid lines and paths that hug them take some
  // of their pixels.
  CHECK(picture.colors.at(kBlockedColor) > 4 * 21 * 37 * 37);
  CHECK(picture.colors.at(kBlockedColor) < 4 * 21 * 40 * 40 + 2000);
  for (const Color color : {kCorridorColor, kSmoothedColor, kExploredColor}) {
    CHECK(picture.colors.at(color) > 1600);
  }
  for (const Color color :
       {kBlue, kSkyBlue, kOrange, kGreen, kVermilion, kPurple, kBlack, kPortalColor}) {
    CHECK(picture.colors.at(color) > 100);
  }

  const std::string text = read_file(svg);
  CHECK(find_xml_fault(text).empty());
  CHECK(text.find("<svg") != std::string::npos);
  CHECK(text.find("width=\"" + std::to_string(picture.width)) != std::string::npos);
  CHECK(text.size() < 500'000);

  // On the mesh: its cells, and what the search saw.
  CHECK(run_program({"path", map, "2,14", "27,20", "--compare", "--png", png}).status == 0);
  const Picture mesh_picture = read_png(png);
  for (const Color color : {kCorridorColor, kExploredColor, kPurple, kBlack}) {
    CHECK(mesh_picture.colors.at(color) > 100);
  }
  CHECK(mesh_picture.colors.at(kBlockedColor) > 4 * 21 * 37 * 37);

  // Without --compare the path that was asked for, and no other.
  CHECK(run_program({"path", map, "2,14", "27,20", "--svg", svg, "--png", png}).status == 0);
  const Picture one = read_png(png);
  for (const Color color : {kCorridorColor, kExploredColor, kBlue}) CHECK(one.colors.count(color));
  for (const Color color : {kSkyBlue, kOrange, kPurple}) CHECK(one.colors.count(color) == 0);
  CHECK(run_program({"path", map, "2,14", "27,20", "--pull", "midpoint", "--png", png}).status ==
        0);
  CHECK(read_png(png).colors.at(kGreen) > one.colors.at(kGreen) + 100);
  for (const std::string pull : {"funnel", "simple", "raycast", "none"}) {
    const ProgramRun repaired = run_program(
        {"path", map, "2,14", "27,20", "--map", "grid", "--repair", "--pull", pull, "--png", png});
    CHECK(repaired.status == 0);
  }
  CHECK(read_png(png).colors.count(kSmoothedColor));

  // With JSON too, stdout stays one object.
  const ProgramRun json = run_program({"path", map, "2,14", "27,20", "--svg", svg, "--json"});
  CHECK(nlohmann::json::parse(json.out).at("status") == "ok");
}

TEST_CASE("pictures of layers show these and nothing else") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map.txt", obstacle_map(30));
  const std::string png = folder.file("out.png");
  const auto draw = [&](const std::string& layers, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"path", map, "2,14", "27,20", "--png", png, "--layers", layers};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(run_program(words).status == 0);
    return read_png(png);
  };
  const std::map<std::string, Color> colors{
      {"explored", kSeenColor},      {"corridor", kPassedColor},    {"cells", kSideColor},
      {"portals", kPortalLineColor}, {"tile-path", kTilePathColor}, {"short-path", kPurple},
      {"path", kTautPathColor}};
  // Tiles of 40 x 40 pixels in a frame, 4 x 21 of them blocked.
  const Picture plain = draw("map");
  CHECK(plain.width == 30 * 40 + 4);
  CHECK(plain.height == 30 * 40 + 4);
  CHECK(plain.colors.at(kWallColor) >= 4 * 21 * 40 * 40);
  CHECK(plain.colors.at(kFloorColor) > 800 * 40 * 40);
  for (const auto& [layer, color] : colors) {
    INFO(layer);
    CHECK(plain.colors.count(color) == 0);
    const Picture picture = draw(layer);
    for (const auto& [other, other_color] : colors) {
      CHECK((picture.colors.count(other_color) > 0) == (other == layer));
    }
  }
  // On tiles too, where A* over them finds the corridor, and for a body, which sweeps more.
  for (const char* const layer : {"explored", "corridor", "cells", "portals", "path"}) {
    INFO(layer);
    CHECK(draw(layer, {"--map", "grid"}).colors.count(colors.at(layer)) > 0);
  }
  CHECK(draw("path", {"--radius", "0.4"}).colors.at(kSweptColor) > 5000);
  CHECK(draw("path", {"--radius", "0.4", "--agent", "square"}).colors.at(kSweptColor) > 5000);

  // Terrain is shaded, and the path that ignores it leads through.
  const std::string terrain = folder.write("terrain.txt", "..........\n..SSSSSS..\n..SSSSSS..\n");
  const std::vector<std::string> words{"path", terrain,     "0,1", "9,1",     "--png",
                                       png,    "--terrain", "S=9", "--layers"};
  for (const char* const layer : {"map", "short-path", "path"}) {
    std::vector<std::string> all = words;
    all.emplace_back(layer);
    CHECK(run_program(all).status == 0);
    const Picture picture = read_png(png);
    CHECK(picture.colors.at(shade(kFloorColor, 9.0F)) > 40'000);
    CHECK((picture.colors.count(kPurple) > 0) == (layer == std::string("short-path")));
  }

  // A part: 12 x 6 tiles of 64 pixels, 4 columns of them blocked.
  const Picture part = draw("map", {"--part", "8,8,20,14"});
  CHECK(part.width == 12 * 64 + 4);
  CHECK(part.height == 6 * 64 + 4);
  CHECK(part.colors.at(kWallColor) >= 4 * 6 * 64 * 64);
  CHECK(part.colors.at(kWallColor) < 4 * 6 * 64 * 64 + 10'000);
}

TEST_CASE("layers and parts that cannot be drawn are refused") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map.txt", "....\n....\n");
  const std::string png = folder.file("out.png");
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"path", map, "0,0", "3,1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  CHECK(is_refused(run({"--layers", "path"}), {"--layers path", "--png"}));
  CHECK(is_refused(run({"--png", png, "--part", "0,0,1,1"}), {"--part 0,0,1,1", "--layers"}));
  for (const char* const layers : {"paths", "path,", ",", "map,,path", "path, cells"}) {
    INFO(layers);
    CHECK(is_refused(run({"--png", png, "--layers", layers}), {layers, "not one of", "tile-path"}));
  }
  for (const char* const part : {"0,0,4", "0,0,4,2,1", "0,0,x,2", "0,0,4,1.5", "2,0,2,2", "3,0,1,2",
                                 "0,0,5,2", "0,-1,4,2", "0,0,4,99999999999"}) {
    INFO(part);
    CHECK(is_refused(run({"--png", png, "--layers", "map", "--part", part}), {part}));
  }
}

TEST_CASE("pictures of maps of every size and shape") {
  const TemporaryFolder folder;
  struct Case {
    int width;
    int height;
  };
  for (const Case size :
       {Case{1, 1}, Case{3, 2}, Case{400, 12}, Case{9, 350}, Case{1024, 1024}, Case{2600, 40}}) {
    INFO(size.width << " x " << size.height);
    // Not a thousand obstacles in a row: those are all seen from each other.
    const int gap = size.width > 1000 ? 41 : 7;
    std::string text;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) text += x % gap == 3 && y % (gap - 2) == 1 ? '@' : '.';
      text += '\n';
    }
    const std::string map = folder.write("map.txt", text);
    const std::string goal = std::to_string(size.width - 1) + "," + std::to_string(size.height - 1);
    const std::string svg = folder.file("out.svg");
    const std::string png = folder.file("out.png");
    CHECK(run_program({"path", map, "0,0", goal, "--svg", svg, "--png", png}).status == 0);
    const Picture picture = read_png(png);
    CHECK(picture.width >= 400);
    CHECK(picture.width <= 2200);
    CHECK(picture.height <= 2200);
    CHECK(find_xml_fault(read_file(svg)).empty());
    CHECK(std::filesystem::file_size(svg) < 1'500'000);
  }
}

TEST_CASE("a query without a path has a picture too") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map.txt", "..@..\n..@..\n");
  const std::string png = folder.file("out.png");
  CHECK(run_program({"path", map, "0,0", "4,1", "--png", png}).status == 1);
  const Picture picture = read_png(png);
  CHECK(picture.colors.at(kBlockedColor) > 1000);
  CHECK(picture.colors.count(kBlue) > 0);  // the legend's mark
}

TEST_CASE("a file name that is not UTF-8 does not spoil the picture") {
  const TemporaryFolder folder;
  const std::string map = folder.write("m\xFF\xC3\xA9.txt", "...\n");
  const std::string svg = folder.file("out.svg");
  CHECK(run_program({"path", map, "0,0", "2,0", "--svg", svg}).status == 0);
  CHECK(find_xml_fault(read_file(svg)).empty());
  const ProgramRun run = run_program({"path", map, "0,0", "2,0", "--json"});
  CHECK(run.status == 0);
  CHECK(nlohmann::json::parse(run.out).at("status") == "ok");
}

TEST_CASE("the check of XML finds faults") {
  for (const char* const good :
       {"<a/>", "<?xml version=\"1.0\"?>\n<a b=\"c\" d=\"&amp;\"><e>t</e><!-- - --></a>\n"}) {
    CHECK(find_xml_fault(good).empty());
  }
  for (const char* const bad :
       {"", "text", "<a>", "<a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a/><a/>", "<a>&</a>",
        "<a b=\"<\"/>", "<a b=\"1\"c=\"2\"/>", "<a/>x"}) {
    INFO(bad);
    CHECK(!find_xml_fault(bad).empty());
  }
}
