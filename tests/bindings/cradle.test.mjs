// Newton's cradle: as many balls leave as arrive, at their speed, where impacts take no time; and what its caption says
// of others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets } from '../../dist/index.js';
import { play } from './played.mjs';

/**
 * How far each ball swings to the left and to the right of where it hangs, m, in the third second: after the first
 * collisions.
 */
function swings(solver, pulled) {
  return play(
    'cradle',
    { pulled },
    ({ world, step }) => {
      const balls = [...world.bodies].filter(({ type }) => type === 'dynamic');
      const start = world.energy();
      const left = balls.map(() => 0);
      const right = balls.map(() => 0);
      step(240, () =>
        balls.forEach(({ position }, i) => {
          left[i] = Math.max(left[i], i - 2 - position.x);
          right[i] = Math.max(right[i], position.x - (i - 2));
        }),
      );
      const end = world.energy();
      // Energy above all five hanging straight down, 1 m above the origin.
      const least = balls.reduce((sum, { mass }) => sum + mass * 9.81 * 1, 0);
      const kept = (end.kinetic + end.potential - least) / (start.kinetic + start.potential - least);
      return { left, right, kept };
    },
    { solver },
  );
}

const kFull = 4 * Math.sin(0.6); // m: how far a ball is pulled aside

for (const name of ['softStep', 'umbra', 'ftPhysics', 'wedekind']) {
  for (const pulled of [1, 2, 3, 4]) {
    test(`${name}: ${pulled} arrive, ${pulled} leave`, () => {
      const { left, right, kept } = swings(presets[name], pulled);
      for (let i = 0; i < 5; i++) {
        // Those at the left are pulled, those at the right fly; what neither hangs still but for a hair.
        assert.ok(i < pulled ? left[i] > 0.95 * kFull : left[i] < 0.1, `ball ${i} swings ${left[i]} m to the left`);
        assert.ok(
          i >= 5 - pulled ? right[i] > 0.95 * kFull : right[i] < 0.1,
          `ball ${i} swings ${right[i]} m to the right`,
        );
      }
      assert.ok(kept > 0.9 && kept < 1.01, `${kept} of the energy is there`);
    });
  }
}

for (const name of ['softStep', 'umbra', 'ftPhysics']) {
  test(`${name} with impacts as a bias: the others swing along`, () => {
    const { right } = swings({ ...presets[name], impacts: 'bias' }, 1);
    assert.ok(right[1] > 0.2 && right[2] > 0.5, `the middle swings ${right[2]} m`);
  });
}

// It finds contacts anew in each substep, after the collisions of the step.
test('fx2d does better with impacts as a bias', () => {
  const [zero, bias] = [swings(presets.fx2d, 1), swings({ ...presets.fx2d, impacts: 'bias' }, 1)];
  assert.ok(zero.right[2] > 0.3 && bias.right[2] < 0.1, `the middle swings ${zero.right[2]} m, and ${bias.right[2]} m`);
});
