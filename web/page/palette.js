// The colours of the map, light and dark. The light ones are those of the program's pictures:
// tools/pictures/palette.hpp; a test compares them.

export const themes = {
  light: {
    ink: '#202428',
    halo: '#ffffff',
    floor: '#fbfaf7',
    wall: '#59636e',
    tree: '#55705f',
    water: '#4d6a85',
    shallows: '#b5ddd6',
    road: '#ddd3bf',
    sand: '#e8c98a',
    swamp: '#bccbb0',
    ford: '#9dbdd3',
    outside: '#59636e',
    seen: '#d9e8f5',
    passed: '#fbe9be',
    side: '#8d99a5',
    gridLine: '#d5d9dd',
    unreached: '#e3e5e8',
    portal: '#dd8a00',
    tilePath: '#d9622b',
    tautPath: '#0a6ebd',
    start: '#00805e',
    goal: '#a8238e',
    tileSeen: '#f6ddcf',
    sight: '#fff2a8',
    left: '#009e73',
    right: '#cc79a7',
    agents: ['#0072b2', '#d55e00', '#cc79a7'],
    nearToFar: ['#fff6d5', '#fbe3a0', '#cfdda0', '#93cdb0', '#64b0bf', '#5186be', '#6264a8'],
  },
  dark: {
    ink: '#eceff1',
    halo: '#14171a',
    floor: '#1f2429',
    wall: '#4b555f',
    tree: '#43594b',
    water: '#38506a',
    shallows: '#1a5048',
    road: '#383631',
    sand: '#57492a',
    swamp: '#2f4526',
    ford: '#2a6070',
    outside: '#4b555f',
    seen: '#22384c',
    passed: '#463c1f',
    side: '#66717c',
    gridLine: '#2b3138',
    unreached: '#2b3036',
    portal: '#f0a83a',
    tilePath: '#f0844f',
    tautPath: '#4fb0f5',
    start: '#35c79b',
    goal: '#f07fd0',
    tileSeen: '#5a3030',
    sight: '#5c5a16',
    left: '#35c79b',
    right: '#e39bc3',
    agents: ['#56b4e9', '#f0844f', '#e39bc3'],
    nearToFar: ['#6b5a25', '#5c6330', '#3d6447', '#2a5f5e', '#265272', '#31417a', '#3d3468'],
  },
};

// Which colours are those of tools/pictures/palette.hpp, by their names there.
export const sharedColors = {
  ink: 'kInk',
  floor: 'kFloorColor',
  wall: 'kWallColor',
  seen: 'kSeenColor',
  passed: 'kPassedColor',
  side: 'kSideColor',
  gridLine: 'kGridLineColor',
  unreached: 'kUnreachedColor',
  portal: 'kPortalLineColor',
  tilePath: 'kTilePathColor',
  tautPath: 'kTautPathColor',
};

// '#rrggbb' as the 32 bits of an opaque pixel of ImageData.
export function toPixel(color) {
  const value = Number.parseInt(color.slice(1), 16);
  const red = value >> 16;
  const green = (value >> 8) & 255;
  const blue = value & 255;
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

// The colour a share of the way from one colour to another.
export function mix(from, to, share) {
  const a = Number.parseInt(from.slice(1), 16);
  const b = Number.parseInt(to.slice(1), 16);
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const low = (a >> shift) & 255;
    const high = (b >> shift) & 255;
    mixed |= Math.round(low + (high - low) * share) << shift;
  }
  return `#${mixed.toString(16).padStart(6, '0')}`;
}
