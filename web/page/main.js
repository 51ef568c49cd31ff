// Puts the parts together: the state of the address, the loop of frames, files that are dropped.

import { init } from '../js/taut.js';
import { kMostAgents } from './agents.js';
import { App, kMostRadius } from './app.js';
import { Keyboard } from './keyboard.js';
import { loadMap, mapNames } from './maps.js';
import { themes } from './palette.js';
import { Panel } from './panel.js';
import { paintPicture, readPicture, saveFile } from './picture.js';
import { gripOf, linkEnds } from './passages.js';
import { Pointer } from './pointer.js';
import { defaultMethod, routeMethods, routePulls } from './route.js';
import { decodeEdits, decodeState, encodeState, readLinkEnds } from './share.js';
import { formatMap, kinds, parseMap } from './tiles.js';
import { formatWorld, parseWorld } from './world_file.js';

const kFirstMap = 'dungeon';
const kFirstAgents = 80;
const kAddressTime = 400;   // ms from a change until it is in the address
const kNarrow = 720;        // CSS pixels: below, the panel is a sheet; see style.css
const kWide = 1100;         // CSS pixels: below, tools and legend may take two rows
const kThemeKey = 'taut-theme';

const canvas = document.getElementById('map');
const app = new App(canvas);
const panel = new Panel(app, {
  load, open: (files) => (files ? openFiles(files) : pickFile()), share, theme: switchTheme,
  save: saveMap, picture: savePicture, help: () => document.getElementById('help').showModal(),
});
const pointer = new Pointer(app);
new Keyboard(app, panel, pointer);

// ---- maps ----

async function load(name) {
  app.setMap(await loadMap(name));
  panel.show('map');
  panel.show('history');
  panel.show('agents');
}

function pickFile() {
  document.getElementById('file').click();
}

async function readFiles(files) {
  const world = files.find(({ name }) => /\.json$/i.test(name));
  if (!world) {
    const [file] = files;
    const isPicture = file.type.startsWith('image/');
    return isPicture ? readPicture(file) : parseMap(await file.text(), file.name);
  }
  const { mapFile, links } = parseWorld(await world.text(), world.name);
  const file = files.find(({ name }) => name === mapFile);
  if (!file) throw new Error(`${world.name}: choose ${mapFile}, its map, together with it`);
  return Object.assign(parseMap(await file.text(), file.name), { links });
}

async function openFiles(files) {
  try {
    app.setMap(await readFiles(files), true);
  } catch (error) {
    panel.toast(error.message);
    return;
  }
  panel.show('map');
  panel.show('history');
  panel.toast(`${app.map.name}: ${app.map.width} × ${app.map.height} tiles`);
}

const baseName = () => app.map.name.replace(/\.\w+$/, '');

// Links are in a file beside the map.
function saveMap() {
  const mapFile = `${baseName()}.map`;
  saveFile(new Blob([formatMap(app.map)], { type: 'text/plain' }), mapFile);
  if (app.passages.isEmpty) return;
  const world = formatWorld(mapFile, app.passages.list);
  saveFile(new Blob([world], { type: 'application/json' }), `${baseName()}.json`);
}

async function savePicture() {
  saveFile(await paintPicture(app), `${baseName()}.png`);
}

function listenToDrops() {
  const drop = document.getElementById('drop');
  window.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.hidden = false;
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.hidden = true;
  });
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.hidden = true;
    const files = [...event.dataTransfer.files];
    if (files.length > 0) openFiles(files);
  });
}

// ---- the address ----

function currentState() {
  const { map, base, route, second, shown, agents } = app;
  return encodeState({ map, base, links: app.passages.list, route, shown,
    agents: agents.list.length, gathers: agents.gathers, second,
    isCrowd: app.crowd.isOn });
}

let addressTimer = 0;
let ownHash = '';
function noteAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    writeAddress();
  }, kAddressTime);
}

// Returns whether the tiles fit in the address.
function writeAddress() {
  const { hash, isWhole } = currentState();
  ownHash = `#${hash}`;
  history.replaceState(null, '', ownHash);
  return isWhole;
}

async function share() {
  const lack = writeAddress() ? '' : app.base
    ? ' It has no edits of the map: they do not fit in a link.'
    : ' It shows no walls: the map does not fit in a link.';
  try {
    await navigator.clipboard.writeText(location.href);
    panel.toast(`The link is copied.${lack}`);
  } catch {
    panel.toast(`The link is in the address bar.${lack}`);
  }
}

async function readAddress() {
  const state = decodeState(location.hash, {
    methods: routeMethods.map(({ method }) => method),
    pulls: routePulls,
    mapNames,
    mostAgents: kMostAgents,
    mostRadius: kMostRadius,
  });
  const map = state.ownMap ?? (await loadMap(state.mapName ?? kFirstMap));
  const base = map.tiles.slice();
  if (state.edits) decodeEdits(state.edits, map.tiles, kinds.length);
  app.setMap(map, state.ownMap !== null);
  if (!state.ownMap) app.base = base;
  (readLinkEnds(state.links, map.links.length) ?? []).forEach((ends, i) => {
    for (const end of linkEnds) app.moveLink(gripOf(i, end), ends[end].x, ends[end].y);
  });
  const isOffered = state.method && app.offersMethod(state.method);
  app.route.method = isOffered ? state.method : defaultMethod(map);
  app.route.pull = state.pull;
  app.route.radius = state.radius;
  app.shown = new Set(state.shown);
  if (state.start) app.setEnd('start', state.start.x, state.start.y);
  if (state.goal) app.setEnd('goal', state.goal.x, state.goal.y);
  app.setCrowd(state.isCrowd);
  app.agents.gathers = state.gathers;
  app.setSecond(state.second);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  app.setAgents(location.hash.length > 1 ? state.agents : isStill ? 0 : kFirstAgents);
  app.touch(true);
  panel.showAll();
  panel.show('map');
}

// ---- the window ----

function resize() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  app.margin = width <= kNarrow
    ? { left: 10, right: 10, top: 136, bottom: 136 }
    : { left: 16, right: 336, top: width < kWide ? 120 : 76, bottom: width < kWide ? 84 : 60 };
  app.resize(width, height, Math.min(window.devicePixelRatio || 1, 3));
  if (app.map) app.fit();
}

// What the user chose, in this visit or one before; else the page follows the system.
let chosenTheme = null;

function switchTheme() {
  chosenTheme = app.themeName === 'dark' ? 'light' : 'dark';
  app.setTheme(chosenTheme);
  try {
    localStorage.setItem(kThemeKey, chosenTheme);
  } catch {
    // A page from the disk may have no storage.
  }
}

function followTheme() {
  try {
    const kept = localStorage.getItem(kThemeKey);
    if (themes[kept]) chosenTheme = kept;
  } catch {
    // As above.
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const show = () => app.setTheme(chosenTheme ?? (dark.matches ? 'dark' : 'light'));
  show();
  dark.addEventListener('change', show);
}

const kInAddress = new Set(
  ['history', 'method', 'pull', 'radius', 'shown', 'agents', 'place', 'second']);

app.onChange = (part) => {
  panel.show(part);
  if (kInAddress.has(part)) noteAddress();
};

followTheme();
resize();
window.addEventListener('resize', resize);
window.addEventListener('hashchange', () => {
  if (location.hash !== ownHash) readAddress();
});
listenToDrops();
await init();
await readAddress();
requestAnimationFrame(function next(time) {
  app.frame(time);
  requestAnimationFrame(next);
});
window.tautPage = { app, panel };  // for the console, and for tests
