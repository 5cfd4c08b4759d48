// What `draw` shows of bodies is what they are at that moment: the paths that it traces, 10 canvas pixels to a metre.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, fitCamera, lightTheme } from '../../dist/draw.js';
import { inWorld } from './scenes.mjs';

/** Radii of the arcs that a world is drawn with, where its lines begin, the fills and how many lines are dashed. */
function drawn(world, options = {}) {
  const seen = { radii: new Set(), points: [], fills: new Set(), dashes: 0 };
  const own = { canvas: { width: 400, height: 300 }, setLineDash: (dash) => (seen.dashes += Number(dash.length > 0)) };
  const calls = {
    arc: (x, y, r) => seen.radii.add(Number(r.toFixed(2))),
    moveTo: (x, y) => seen.points.push(`${Math.round(x)} ${Math.round(y)}`),
  };
  const ctx = new Proxy(own, {
    get: (_, name) => own[name] ?? calls[name] ?? (() => {}),
    set: (_, name, value) => (name === 'fillStyle' && seen.fills.add(value), true),
  });
  draw(ctx, world, { camera: { x: 0, y: 0, scale: 10 }, layers: { contacts: false, impulses: false }, ...options });
  return { ...seen, radii: [...seen.radii] };
}

const box = { type: 'box', width: 2, height: 2 };

test('a body whose shapes change is drawn as it is, without a step', () =>
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [box] });
    assert.deepEqual(drawn(world).radii, []);
    body.shapes[0].destroy();
    body.createShape({ type: 'circle', radius: 1 });
    assert.deepEqual(drawn(world).radii, [10], 'another shape');
    body.shapes[0].radius = 2;
    assert.deepEqual(drawn(world).radii, [20], 'another radius');
    body.shapes[0].geometry = { type: 'circle', radius: 3 };
    assert.deepEqual(drawn(world).radii, [30], 'another form');
    body.createShape({ type: 'circle', radius: 0.5, center: [3, 0] });
    assert.deepEqual(drawn(world).radii, [30, 5], 'one shape more');
    body.shapes[1].destroy();
    assert.deepEqual(drawn(world).radii, [30], 'one shape less');
  }));

test('a world restored from a snapshot is drawn as it was', () =>
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
    const before = world.snapshot();
    drawn(world);
    body.shapes[0].radius = 2;
    assert.deepEqual(drawn(world).radii, [20]);
    world.restore(before);
    assert.deepEqual(drawn(world).radii, [10]);
    world.restore(before.slice());
    assert.deepEqual(drawn(world).radii, [10]);
  }));

test('type, sensor and tint are current too', () =>
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [box], userData: 0 });
    const [first, second] = lightTheme.bodies;
    const of = () => drawn(world, { tint: ({ userData }) => userData });
    assert.ok(of().fills.has(first.fill));
    body.userData = 1;
    assert.ok(of().fills.has(second.fill), 'tint');
    const plain = of().dashes;
    body.shapes[0].sensor = true;
    assert.ok(of().dashes > plain, 'a sensor is dashed');
    body.shapes[0].sensor = false;
    assert.equal(of().dashes, plain);
    body.type = 'static';
    assert.ok(of().fills.has(lightTheme.staticFill), 'static');
  }));

test('a set centre of mass is drawn at its position', () =>
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [box] });
    const points = () =>
      drawn(world, { layers: { shapes: false, centers: true, contacts: false, impulses: false } }).points;
    assert.ok(points().includes('196 150'));
    body.setMass({ mass: 1, center: [1, 0] });
    assert.ok(points().includes('206 150'));
    body.setMass(null);
    assert.ok(points().includes('196 150'));
  }));

test('the camera that fits follows a body that grows', () =>
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
    const { scale } = fitCamera(world, 400, 300);
    body.shapes[0].radius = 2;
    assert.ok(Math.abs(fitCamera(world, 400, 300).scale - scale / 2) < 1e-6);
  }));
