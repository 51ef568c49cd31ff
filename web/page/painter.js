// One frame on the canvas: ground, overlays, paths, agents, the two ends.

import { drawTileLines } from './overlays.js';
import { Walk } from './walk.js';

const kLeastTileLines = 5;  // CSS pixels per tile

export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    this.density = 1;
  }

  resize(width, height, density) {
    this.density = density;
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
  }

  draw(app, camera = app.camera) {
    const { context } = this;
    const { width, height } = this.canvas;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = app.theme.outside;
    context.fillRect(0, 0, width, height);
    if (camera.half === 0) {
      this.drawView(app, camera, false);
      return;
    }
    const half = camera.half * this.density;
    this.drawInside(0, half, () => this.drawView(app, camera, false));
    camera.shift = camera.half;
    this.drawInside(half, width, () => this.drawView(app, camera, true));
    camera.shift = 0;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = app.theme.halo;
    context.fillRect(half - this.density, 0, 2 * this.density, height);
  }

  // From one column of pixels to another.
  drawInside(left, right, draw) {
    const { context } = this;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(left, 0, right - left, this.canvas.height);
    context.clip();
    draw();
    context.restore();
  }

  // `isSecond`: the path and the search of the second method.
  drawView(app, camera, isSecond) {
    const { context } = this;
    const { theme, shown, map } = app;
    const pixel = 1 / camera.scale;
    camera.apply(context, this.density);
    app.ground.draw(context);
    if (shown.has('contours')) app.contours.draw(context, map);
    app.overlays.drawAreas(context, theme);
    if (shown.has('search')) this.drawSearch(app, isSecond, pixel);
    if (shown.has('tiles') && camera.scale >= kLeastTileLines) {
      drawTileLines(context, theme, camera, map);
    }
    app.overlays.drawLines(context, theme, pixel, shown);
    app.agents.draw(context, theme, pixel);
    if (isSecond) this.drawSecond(app, pixel);
    else this.drawPaths(app, pixel);
    const used = new Set((app.route.path?.links ?? []).map(({ link }) => link));
    app.passages.draw(context, theme, pixel, used, app.grip);
    if (shown.has('funnel')) app.player.draw(context, theme, pixel);
    this.drawEnds(app, pixel);
    if (app.hover) this.drawBrush(app, pixel);
  }

  drawSearch({ theme, searchPlayer, second, map }, isSecond, pixel) {
    if (second === null || (isSecond && second === 'steps')) {
      searchPlayer.drawTiles(this.context, theme, map.width);
    }
    if (!isSecond || second === 'optimal') searchPlayer.drawCones(this.context, theme, pixel);
  }

  drawSecond({ theme, second, secondPath, tileSteps }, pixel) {
    const path = second === 'steps' ? tileSteps : secondPath;
    if (!path || path.points.length === 0) return;
    const walk = new Walk({ turns: null, ...path });
    this.drawLine(theme.tilePath, this.pathWidth(pixel), (line) => walk.trace(line));
  }

  drawPaths({ theme, route, tileSteps, shown, player }, pixel) {
    const width = this.pathWidth(pixel);
    if (shown.has('steps') && tileSteps) {
      this.drawLine(theme.tilePath, width, (path) => tracePoints(path, tileSteps.points));
    }
    if (!route.path?.isOk) return;
    const { context } = this;
    const walk = new Walk(route.path);
    if (shown.has('funnel') && !player.isEmpty) context.globalAlpha = 0.3;
    if (route.radius > 0) {
      context.globalAlpha *= 0.22;
      this.drawLine(theme.tautPath, 2 * route.radius, (path) => walk.trace(path));
      context.globalAlpha = shown.has('funnel') && !player.isEmpty ? 0.3 : 1;
    }
    this.drawLine(theme.tautPath, width, (path) => walk.trace(path));
    context.globalAlpha = 1;
    const { points } = route.path;
    this.drawLack(theme, { x: points[0], y: points[1] }, route.start, pixel);
    const end = { x: points[points.length - 2], y: points[points.length - 1] };
    this.drawLack(theme, end, route.goal, pixel);
  }

  // In tiles: as in the program's pictures, but 3 to 7 CSS pixels.
  pathWidth(pixel) {
    return Math.min(Math.max(0.3, 3 * pixel), 7 * pixel);
  }

  drawLine(color, width, trace) {
    const { context } = this;
    context.beginPath();
    trace(context);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.stroke();
  }

  // A dotted line from an end of the path to the place requested, which cannot be reached.
  drawLack(theme, end, wanted, pixel) {
    if (Math.hypot(end.x - wanted.x, end.y - wanted.y) < 4 * pixel) return;
    const { context } = this;
    context.setLineDash([2 * pixel, 5 * pixel]);
    this.drawLine(theme.tautPath, 2 * pixel, (line) => {
      line.moveTo(end.x, end.y);
      line.lineTo(wanted.x, wanted.y);
    });
    context.setLineDash([]);
  }

  drawEnds({ theme, route, grip }, pixel) {
    this.drawEnd(theme, route.start, pixel, grip === 'start', 'start');
    this.drawEnd(theme, route.goal, pixel, grip === 'goal', 'goal');
  }

  drawEnd(theme, { x, y }, pixel, isHeld, which) {
    const { context } = this;
    const size = (isHeld ? 13 : 11) * pixel;
    context.beginPath();
    context.arc(x, y, size + 2.5 * pixel, 0, 2 * Math.PI);
    context.fillStyle = theme.halo;
    context.fill();
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fillStyle = theme[which];
    context.fill();
    context.save();
    context.translate(x, y);
    context.scale(pixel, pixel);  // texts of less than a pixel are not drawn
    context.font = '700 13px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = theme.halo;
    context.fillText(which === 'start' ? 'S' : 'G', 0, 1);
    context.restore();
  }

  // The tiles that a click would change.
  drawBrush({ theme, hover, tool }, pixel) {
    const { context } = this;
    context.strokeStyle = tool === 'erase' ? theme.tilePath : theme.tautPath;
    context.lineWidth = 1.5 * pixel;
    context.strokeRect(hover.x0, hover.y0, hover.x1 - hover.x0, hover.y1 - hover.y0);
  }
}

function tracePoints(path, points) {
  path.moveTo(points[0], points[1]);
  for (let i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
}
