// Impulses can be read on a body of any colour: each line lies on a wider band of paper, from which its colour stands
// out, and friction differs from the rest by its dashes too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { darkTheme, draw, lightTheme } from '../../dist/draw.js';
import { inWorld } from './scenes.mjs';

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(color) {
  const [r, g, b] = color.match(/[0-9a-f]{2}/gi).map((pair) => {
    const c = parseInt(pair, 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

for (const [name, theme] of Object.entries({ lightTheme, darkTheme }))
  test(`${name}: impulses, friction and joints have a contrast of 3 with their band of paper`, () => {
    for (const part of ['force', 'faint', 'joint']) {
      const found = contrast(theme[part], theme.paper);
      assert.ok(found >= 3, `${part}: ${found}`);
    }
  });

/** Each path that is stroked: its points, colour, width in canvas pixels, and dashes. */
function strokes(world, theme) {
  const found = [];
  let points = [];
  let dashes = 0;
  const style = {};
  const calls = {
    beginPath: () => (points = []),
    moveTo: (...to) => points.push(to),
    lineTo: (...to) => points.push(to),
    setLineDash: (list) => (dashes = list.length),
    stroke: () => found.push({ path: points.join(' '), color: style.strokeStyle, width: style.lineWidth, dashes }),
  };
  const ctx = new Proxy(
    { canvas: { width: 400, height: 300 } },
    {
      get: (own, key) => own[key] ?? calls[key] ?? (() => {}),
      set: (_, key, value) => ((style[key] = value), true),
    },
  );
  const layers = { shapes: false, sleep: false, joints: false, contacts: false, impulses: true };
  draw(ctx, world, { camera: { x: 0, y: 0, scale: 20 }, layers, theme });
  return found;
}

const floor = { type: 'static', shapes: [{ type: 'box', width: 200, height: 1, center: [0, -0.5] }] };
const kWorlds = {
  'a few arrows, one of them long': (world) => {
    world.createBody(floor);
    for (const [x, density] of [
      [0, 1],
      [2, 1],
      [4, 40],
    ])
      world.createBody({
        position: [x, 0.5],
        velocity: [3, 0],
        shapes: [{ type: 'box', width: 1, height: 1, density }],
      });
    for (let i = 0; i < 5; i++) world.step();
  },
  'lines of force': (world) => {
    world.createBody(floor);
    for (let i = 0; i < 90; i++)
      for (let k = 0; k < 5; k++)
        world.createBody({ position: [0.25 * i - 11, 0.1 + 0.2 * k], shapes: [{ type: 'circle', radius: 0.1 }] });
    for (let i = 0; i < 60; i++) world.step();
  },
};
for (const [name, fill] of Object.entries(kWorlds))
  for (const [title, theme] of Object.entries({ lightTheme, darkTheme }))
    test(`${name}, ${title}: each line lies on a band of paper that is wider by a pixel on each side`, () =>
      inWorld({ sleep: false }, (world) => {
        fill(world);
        const all = strokes(world, theme);
        const lines = all.filter(({ color, path }) => color !== theme.paper && path !== '');
        assert.ok(lines.length >= 2, `${lines.length} paths`);
        assert.equal(
          lines.some(({ color }) => color === theme.faint),
          name.includes('arrows'),
          'friction is among them',
        );
        for (const line of lines) {
          const band = all.find(({ color, path }) => color === theme.paper && path === line.path);
          assert.ok(band && band.width >= line.width + 2, `${line.color}, ${line.width} px wide, on ${band?.width}`);
          assert.equal(band.dashes, 0);
          assert.equal(line.dashes > 0, line.color === theme.faint, 'friction alone is dashed');
        }
      }));
