// The colours of pictures. Those of the methods are the palette of Okabe and Ito (2008), which
// people with common forms of colour blindness can tell apart.
#pragma once

#include <cstdint>

namespace taut::tools {

// 0xRRGGBB.
using Color = std::uint32_t;

inline constexpr Color kPaper = 0xFFFFFF;
inline constexpr Color kInk = 0x202428;
inline constexpr Color kFaintInk = 0x6A7178;

inline constexpr Color kBlockedColor = 0x7B838C;
inline constexpr Color kWalkableColor = 0xFFFFFF;
inline constexpr Color kExploredColor = 0xD6E6F4;
inline constexpr Color kSeenLineColor = 0xB4CDE4;
inline constexpr Color kCorridorColor = 0xFFE58A;
inline constexpr Color kSweptColor = 0xBFD9EC;
inline constexpr Color kSmoothedColor = 0xD9F0C9;
inline constexpr Color kGridLineColor = 0xD5D9DD;
inline constexpr Color kCellLineColor = 0xA9B4BE;
inline constexpr Color kDearColor = 0x8A5A2B;
inline constexpr Color kCheapColor = 0x2F9E6E;
inline constexpr Color kPortalColor = 0x8A6D00;

// Colours of plain pictures, whose few layers need no legend.
inline constexpr Color kWallColor = 0x59636E;
inline constexpr Color kFloorColor = 0xFBFAF7;
inline constexpr Color kSeenColor = 0xD9E8F5;
inline constexpr Color kPassedColor = 0xFBE9BE;
inline constexpr Color kSideColor = 0x8D99A5;
inline constexpr Color kUnreachedColor = 0xE3E5E8;
inline constexpr Color kPortalLineColor = 0xDD8A00;
inline constexpr Color kTilePathColor = 0xD9622B;
inline constexpr Color kTautPathColor = 0x0A6EBD;

inline constexpr Color kBlue = 0x0072B2;
inline constexpr Color kSkyBlue = 0x56B4E9;
inline constexpr Color kOrange = 0xE69F00;
inline constexpr Color kGreen = 0x009E73;
inline constexpr Color kVermilion = 0xD55E00;
inline constexpr Color kPurple = 0xCC79A7;
inline constexpr Color kBlack = 0x000000;

}  // namespace taut::tools
