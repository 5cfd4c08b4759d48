// Every scene for 20 simulated seconds as it opens, and for 10 at both ends of every slider: nothing falls out of the
// world or flies off, and no position becomes NaN.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allScenes, running } from './site_scenes.mjs';

const kSteps = 1200; // 20 s
// 10 s: what the end of a slider makes stronger, speeds, weights and counts, shows in the first seconds; what takes
// longer, to creep through a wall, shows as the scene opens too.
const kStepsAtEnds = 600;
const kEvery = 60; // steps between two looks
// m beyond what the camera shows: a body that rolls on over flat ground is no fault, one that leaves it is.
const kAside = 195; // the flat ground of the package reaches 200 m to either side
const kBelow = 1; // of the picture's height
const kAbove = 5; // of the picture's height: a ball that is blown or shot up comes back
/** On open ground bodies may roll out of the picture; in all other scenes walls keep them within its width. */
const kOpen = ['arch', 'overhang', 'chain', 'cloth', 'breaking', 'walker', 'car', 'wrecking', 'recovery'];

for (const scene of await allScenes()) {
  const ends = scene.params.flatMap(({ name, min, max }) => [{ [name]: min }, { [name]: max }]);
  const all = (end) => Object.fromEntries(scene.params.map((param) => [param.name, param[end]]));
  const wanted = [{}, ...ends, ...(scene.params.length > 1 ? [all('min'), all('max')] : [])];
  // Where a slider begins at one of its ends, that corner is the scene as it opens.
  const values = (corner) => JSON.stringify(scene.params.map(({ name, value }) => corner[name] ?? value));
  const corners = [...new Map(wanted.toReversed().map((corner) => [values(corner), corner])).values()];
  test(`${scene.id}: no body is lost at either end of a slider`, () => {
    for (const corner of corners) {
      running(scene, corner, ({ world, params, step }) => {
        const { x, y, width, height } = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
        const lowest = y - (0.5 + kBelow) * height;
        const highest = y + (0.5 + kAbove) * height;
        const aside = kOpen.includes(scene.id) ? kAside : 0.5 * width;
        const steps = Object.keys(corner).length === 0 ? kSteps : kStepsAtEnds;
        for (let done = 0; done < steps; done += kEvery) {
          step(kEvery);
          for (const body of world.bodies) {
            if (body.type !== 'dynamic') continue;
            const { position: p, velocity: v } = body;
            const where = `${JSON.stringify(corner)}, ${(done + kEvery) / 60} s: body ${body.slot} at (${p.x}, ${p.y}) m`;
            assert.ok(Number.isFinite(p.x + p.y + v.x + v.y + body.angle + body.angularVelocity), where);
            assert.ok(p.y > lowest, `${where} is below ${lowest} m`);
            assert.ok(p.y < highest, `${where} is above ${highest} m`);
            assert.ok(Math.abs(p.x - x) < aside, `${where} is ${aside} m aside`);
          }
        }
      });
    }
  });
}

const kTowers = ['pyramid', 'stack', 'arch', 'overhang', 'heavy', 'wrecking'];

for (const scene of (await allScenes()).filter(({ id }) => kTowers.includes(id)))
  test(`${scene.id}: the picture contains what stands, for every value of a slider`, () => {
    for (const { name, min, max, step } of scene.params)
      for (let value = min; value <= max + 1e-9; value += step)
        running(scene, { [name]: value }, ({ world, params }) => {
          const { y, height } = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
          const highest = Math.max(
            ...world.bodies.filter(({ type }) => type === 'dynamic').map(({ aabb }) => aabb.max.y),
          );
          assert.ok(
            highest <= y + height / 2,
            `${name} ${value}: ${highest} m, the picture ends at ${y + height / 2} m`,
          );
        });
  });
