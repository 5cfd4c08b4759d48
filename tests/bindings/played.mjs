// The package's scenes, run as a page runs them.
import { presets, World } from '../../dist/index.js';
import { randomFrom, scenes } from '../../dist/scenes.js';
import './scenes.mjs';

/** Builds a scene, with other params where given, and calls `body` with it; the world is freed then. */
export function play(id, params, body, options = {}) {
  const scene = scenes.find((each) => each.id === id);
  const solver = { ...scene.solver, ...(options.solver ?? presets.softStep) };
  const world = new World({ gravity: scene.gravity ?? [0, -9.81], ...options, solver });
  try {
    const values = { ...Object.fromEntries(scene.params.map(({ name, value }) => [name, value])), ...params };
    const run = scene.build({ world, params: values, random: randomFrom(1) }) ?? {};
    let time = 0;
    world.on('beforeStep', ({ dt }) => {
      run.beforeStep?.(time);
      time += dt;
    });
    const step = (count, each = () => {}) => {
      for (let i = 0; i < count; i++) {
        world.step();
        each(i);
      }
    };
    return body({ scene, world, run, params: values, step });
  } finally {
    world.destroy();
  }
}
