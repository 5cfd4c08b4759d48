// What scenes say of themselves is so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drag } from '../../dist/element.js';
import { play } from './played.mjs';

test('a weld that gives says with what force or torque, where it was, for two seconds', () =>
  play('breaking', {}, ({ world, run, params, step }) => {
    const found = [];
    const told = [];
    world.on('jointBreak', ({ force, torque }) =>
      told.push(force > params.bears ? `${force.toFixed(0)} N` : `${torque.toFixed(0)} N m`),
    );
    const total = world.jointCount;
    assert.deepEqual(run.labels, []);
    step(100, () => assert.deepEqual(run.labels, []));
    step(300, () => found.push(...run.labels.map(({ text }) => text)));
    assert.ok(told.length > 5, `${told.length} gave`);
    const shown = new Set(found.filter((text) => !text.includes('welds')));
    assert.ok(shown.size > 1);
    for (const text of shown) assert.ok(told.includes(text), text);
    assert.ok(found.includes(`${told.length} of ${total} welds gave`));
    assert.equal(total - world.jointCount, told.length);
    const before = told.length;
    step(180);
    if (told.length === before) assert.equal(run.labels.length, 1, 'the count stays');
  }));

test('labels of welds stand apart', () =>
  play('breaking', { bears: 50 }, ({ run, step }) =>
    step(200, () => {
      const places = run.labels.slice(0, -1);
      places.forEach((p, i) =>
        places.slice(i + 1).forEach((q) => assert.ok(Math.hypot(p.x - q.x, 2 * (p.y - q.y)) >= 2.5)),
      );
    }),
  ));

for (const [id, x, y] of [
  ['gears', -6, 0],
  ['gears', 2, 0.5],
  ['crank', -3, 2.6],
  ['crank', 0, 2],
]) {
  test(`${id}: what is at (${x}, ${y}) can be taken hold of, though it collides with nothing`, () =>
    play(id, {}, ({ world }) => {
      const [found] = world.overlap({ point: [x, y] }).filter(({ body }) => body.type === 'dynamic');
      assert.equal(found.filter.mask, 0);
      const drag = new Drag();
      drag.grab(world, found.body, [x, y]);
      assert.equal(drag.body, found.body);
      drag.release();
    }));
}

test('the bridge hangs within its picture, however many planks', () => {
  for (const planks of [20, 100, 200]) {
    play('bridge', { planks }, ({ scene, world, step }) => {
      const { y, height } = scene.camera;
      let low = 0;
      step(600, () => {
        for (const { type, aabb } of world.bodies) if (type === 'dynamic') low = Math.min(low, aabb.min.y);
      });
      assert.ok(low > y - height / 2, `${planks} planks hang down to ${low} m`);
    });
  }
});

for (const id of [
  'pyramid',
  'stack',
  'wrecking',
  'chain',
  'cloth',
  'breaking',
  'walker',
  'pulley',
  'heavy',
  'dominoes',
  'arch',
  'ragdolls',
  'bridge',
  'car',
]) {
  test(`${id}: the ground goes on beyond a figure twelve times as wide as high`, () =>
    play(id, {}, ({ scene, params, world }) => {
      const { x, y, height } = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
      for (const side of [-1, 1]) {
        const end = x + side * 6 * height;
        assert.ok(world.raycast({ from: [end, y + height], to: [end, y - 4 * height] }), `nothing at ${end} m`);
      }
    }));
}
