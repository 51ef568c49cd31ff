// The controls beside the map: they call the App, and show its state when that has changed.

import { kMostAgents } from './agents.js';
import { kMostBrush, kMostRadius } from './app.js';
import { legendOf, showLegend } from './legend.js';
import { routeMethods } from './route.js';
import { mapNames } from './maps.js';
import { formatExcess, formatTime } from './timing.js';

const kToastTime = 2600;     // ms
const kTableTime = 160;      // ms between two drawings of the table's times

const kMapLabels = { rts: 'RTS, 512 × 512', marsh: 'Marsh: terrain', floors: 'Two floors: links' };

const $ = (id) => document.getElementById(id);

// Parts of the state on which the legend depends.
const kInLegend = new Set(['route', 'shown', 'agents', 'second', 'radius', 'theme', 'map']);

const reasonWords = {
  start_blocked: 'The start lies inside a wall.',
  not_connected: 'No way leads from the start to the goal.',
  too_narrow: 'No passage is wide enough for this agent.',
};

export class Panel {
  // `actions`: what buttons with data-do call by name, beside those of the App.
  constructor(app, actions) {
    this.app = app;
    this.actions = { ...this.ownActions(), ...actions };
    this.rows = new Map();
    this.tableAt = 0;
    this.makeTable();
    this.makeMenu();
    this.listen();
    this.showAll();
  }

  ownActions() {
    const { app } = this;
    return {
      undo: () => app.undo(),
      redo: () => app.redo(),
      fit: () => app.fit(),
      clear: () => app.clearMap(),
      play: () => this.play(),
      back: () => this.step(-1),
      next: () => this.step(1),
      search: () => this.playSearch(),
    };
  }

  playSearch() {
    const { app } = this;
    if (!app.shown.has('search')) app.setShown('search', true);
    if (app.isRouteStale) app.updateRoute();
    const { searchPlayer } = app;
    if (searchPlayer.isPlaying) searchPlayer.pause();
    else searchPlayer.play();
    app.touch(false);
    this.show('search');
  }

  act(name) {
    this.actions[name]?.();
  }

  play() {
    const { app } = this;
    if (!app.shown.has('funnel')) app.setShown('funnel', true);
    if (app.isRouteStale) app.updateRoute();
    if (app.player.isPlaying) app.player.pause();
    else app.player.play();
    app.touch(false);
    this.show('player');
  }

  step(by) {
    const { app } = this;
    app.player.pause();
    app.player.go(app.player.at + by);
    app.touch(false);
    this.show('player');
  }

  // ---- making ----

  makeTable() {
    const body = $('methods').tBodies[0];
    const add = (method, label, hint) => {
      const row = body.insertRow();
      const button = document.createElement('button');
      button.textContent = label;
      button.title = hint;
      row.insertCell().append(button);
      const cells = { row, button, length: row.insertCell(), time: row.insertCell() };
      this.rows.set(method, cells);
      return button;
    };
    for (const { method, label, hint } of routeMethods) {
      add(method, label, hint).onclick = () => this.app.setMethod(method);
    }
    const steps = add('steps', 'Tile steps', 'A* over tiles in plain JavaScript, not pulled taut');
    steps.closest('tr').className = 'steps';
    steps.onclick = () => this.app.setShown('steps', !this.app.shown.has('steps'));
  }

  makeMenu() {
    const select = $('maps');
    for (const name of mapNames) {
      const label = kMapLabels[name] ?? name[0].toUpperCase() + name.slice(1);
      select.add(new Option(label, name));
    }
    select.onchange = () => {
      this.actions.load(select.value);
      select.blur();
    };
    $('second').add(new Option('nothing', ''));
    for (const { method, label } of routeMethods) $('second').add(new Option(label, method));
    $('second').add(new Option('Tile steps', 'steps'));
  }

  listen() {
    const { app } = this;
    const each = (name, call) => {
      for (const button of document.querySelectorAll(`[data-${name}]`)) {
        button.addEventListener('click', () => call(button.dataset[name], button));
      }
    };
    each('tool', (tool) => app.setTool(tool));
    each('do', (action) => this.act(action));
    each('show', (name) => app.setShown(name, !app.shown.has(name)));
    each('pull', (pull) => app.setPull(pull));
    each('gather', (value) => {
      app.setCrowd(value === '2');
      if (value !== '2') app.setGathers(value === '1');
    });
    each('terrain', (terrain) => {
      app.terrain = terrain;
      app.setTool('terrain');
    });
    $('brush').oninput = (event) => app.setBrush(Number(event.target.value));
    $('radius').oninput = (event) => app.setRadius(Number(event.target.value));
    $('agents').oninput = (event) => app.setAgents(Number(event.target.value));
    $('agents').max = kMostAgents;
    $('brush').max = kMostBrush;
    $('radius').max = kMostRadius;
    $('step').oninput = (event) => {
      app.player.pause();
      app.player.go(Number(event.target.value));
      app.touch(false);
      this.show('player');
    };
    $('speed').oninput = (event) => (app.searchPlayer.speed = Number(event.target.value));
    $('searched').oninput = (event) => {
      app.searchPlayer.pause();
      app.searchPlayer.go(Number(event.target.value));
      app.touch(false);
      this.show('search');
    };
    $('second').onchange = (event) => {
      app.setSecond(event.target.value || null);
      event.target.blur();
    };
    $('file').onchange = (event) => {
      if (event.target.files.length > 0) this.actions.open([...event.target.files]);
      event.target.value = '';
    };
    $('handle').onclick = () => this.toggleSheet();
    document.querySelector('.result').onclick = () => this.toggleSheet();
  }

  // On a phone the panel is a sheet.
  toggleSheet() {
    const isOpen = $('panel').classList.toggle('open');
    $('handle').setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) $('panel').scrollTop = 0;
  }

  // ---- showing ----

  showAll() {
    const parts = ['tool', 'history', 'method', 'pull', 'radius', 'shown', 'agents', 'theme',
      'second'];
    for (const part of parts) this.show(part);
  }

  show(part) {
    const { app } = this;
    if (part === 'tool') this.showTool();
    else if (part === 'history') this.showHistory();
    else if (part === 'route') this.showRoute();
    else if (part === 'timing') this.showTimes();
    else if (part === 'player') this.showPlayer();
    else if (part === 'search') this.showSearch();
    else if (part === 'second') $('second').value = app.second ?? '';
    else if (part === 'method' || part === 'shown') this.showChoices();
    else if (part === 'map') this.showMap();
    else if (part === 'pull') this.showPullChoice();
    else if (part === 'theme') document.documentElement.dataset.theme = app.themeName;
    else if (part === 'radius') {
      $('radius').value = app.route.radius;
      $('radiusValue').textContent = app.route.radius > 0 ? app.route.radius.toFixed(2) : 'point';
    } else if (part === 'agents') {
      const count = app.agents.list.length;
      $('agents').value = count;
      $('agentCount').textContent = count;
      this.press('gather', app.crowd.isOn ? '2' : app.agents.gathers ? '1' : '0');
    }
    if (kInLegend.has(part)) this.showLegends();
  }

  showLegends() {
    const { app } = this;
    if (!app.map) return;
    const rows = legendOf(app);
    const key = JSON.stringify([rows, app.themeName]);
    if (key === this.legendKey) return;
    this.legendKey = key;
    for (const list of document.querySelectorAll('.legend')) showLegend(list, rows, app.theme);
  }

  showSearch() {
    const { searchPlayer } = this.app;
    $('searchPlayer').classList.toggle('playing', searchPlayer.isPlaying);
    $('searched').max = searchPlayer.count;
    $('searched').value = searchPlayer.at;
    $('searchWords').textContent = searchPlayer.words();
  }

  press(name, ...values) {
    for (const button of document.querySelectorAll(`[data-${name}]`)) {
      button.setAttribute('aria-pressed', String(values.includes(button.dataset[name])));
    }
  }

  showTool() {
    const { app } = this;
    this.press('tool', app.tool);
    this.press('terrain', app.terrain);
    $('brushes').hidden = app.tool === 'move';
    $('terrains').hidden = app.tool !== 'terrain';
    $('brush').value = app.brush;
    $('brushSize').textContent = app.brush;
  }

  showHistory() {
    const { history } = this.app;
    document.querySelector('[data-do="undo"]').disabled = !history.canUndo;
    document.querySelector('[data-do="redo"]').disabled = !history.canRedo;
  }

  showChoices() {
    const { app } = this;
    this.press('show', ...app.shown);
    for (const [method, { button }] of this.rows) {
      const isOn = method === 'steps' ? app.shown.has('steps') : app.route.method === method;
      button.setAttribute('aria-pressed', String(isOn));
    }
    $('player').hidden = !app.shown.has('funnel');
    if (app.shown.has('funnel')) this.showPlayer();
    $('searchPlayer').hidden = !app.shown.has('search');
  }

  showMap() {
    const { map, base } = this.app;
    const select = $('maps');
    for (const option of [...select.options]) if (option.dataset.own) option.remove();
    if (!base) {
      const option = new Option(map.name, map.name, true, true);
      option.dataset.own = '1';
      select.add(option);
    }
    select.value = map.name;
    $('mapSize').textContent = `This one: ${map.width} × ${map.height}.`;
  }

  showRoute() {
    const { route } = this.app;
    const { path } = route;
    const isCheapest = route.method === 'cheapest';
    for (const [method, { row }] of this.rows) row.hidden = !this.app.offersMethod(method);
    if (!this.app.hasTerrain && !isCheapest) this.rows.get('cheapest').row.hidden = true;
    const { app } = this;
    const isByCost = app.comparesCost();
    for (const option of $('second').options) {
      option.hidden = !app.offersSecond(option.value || null);
    }
    $('length').textContent = path.isOk ? app.measure(path).toFixed(2) : '–';
    $('unit').textContent = isByCost ? 'cost' : 'tiles';
    $('compared').textContent = isByCost ? 'Cost' : 'Length';
    this.showPullChoice();
    const facts = $('facts');
    facts.classList.toggle('bad', !path.isOk);
    if (!path.isOk) {
      facts.textContent = reasonWords[path.reason] ?? route.words;
    } else {
      const turns = route.turnCount();
      const note = !route.reachedGoal ? 'As near to the goal as it can be.'
        : app.hasTerrain && !isCheapest
          ? 'Cheapest minds terrain; the others seek the shortest.'
          : `Drag the two ends${route.hasLinks ? ' and the links' : ''}; draw on the map.`;
      const links = path.links?.length ?? 0;
      const over = links > 0 ? `${links} ${links === 1 ? 'link' : 'links'}, ` : '';
      const cost = isByCost ? `${path.length.toFixed(2)} tiles, `
        : links > 0 || isCheapest ? `Cost ${path.cost.toFixed(2)}: ` : '';
      const nodes = `${path.expanded} nodes${isCheapest ? '' : ' expanded'}`;
      facts.textContent =
        `${cost}${turns} ${turns === 1 ? 'turn' : 'turns'}, ${over}${nodes}.\n${note}`;
    }
    if (app.shown.has('funnel')) this.showPlayer();
    if (app.shown.has('search')) this.showSearch();
    this.showTimes(true);
  }

  // Discs and the cheapest path leave no choice.
  showPullChoice() {
    const { route } = this.app;
    const hasChoice = route.hasChoice();
    for (const button of $('pulls').children) {
      button.disabled = !hasChoice && button.dataset.pull !== 'funnel';
    }
    this.press('pull', route.pullFor());
  }

  // The times change often: they are written a few times a second.
  showTimes(isNow = false) {
    const time = performance.now();
    if (!isNow && time - this.tableAt < kTableTime) return;
    this.tableAt = time;
    const { timing } = this.app;
    const none = this.app.comparesCost() ? 'cheapest' : 'shortest';
    for (const [method, cells] of this.rows) {
      const row = timing.rows.get(method);
      if (!row) continue;
      const words = row.isOk ? formatExcess(row.excess, none) : '–';
      cells.length.textContent = words;
      cells.length.className = words === none ? 'best' : row.excess > 0.01 ? 'long' : '';
      cells.time.textContent = formatTime(row.time);
    }
  }

  showPlayer() {
    const { player } = this.app;
    $('player').classList.toggle('playing', player.isPlaying);
    $('step').max = Math.max(player.steps.length - 1, 0);
    $('step').value = player.at;
    $('stepWords').textContent = player.words();
  }

  toast(text) {
    const toast = $('toast');
    toast.textContent = text;
    toast.classList.add('shown');
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => toast.classList.remove('shown'), kToastTime);
  }
}
