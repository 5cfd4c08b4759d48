// One program for Node and every browser: its hashes are the same wherever WebAssembly and IEEE numbers are.
const kSteps = 90;
// Under every preset: contacts, friction, chains, motors, gears, a mechanism, breaking, sensors and a character.
const kMixed = ['pile', 'wrecking', 'chain', 'gears', 'walker', 'cradle', 'breaking'];

function hashOf({ World }, { randomFrom }, scene, solver) {
  const params = Object.fromEntries(scene.params.map(({ name, value }) => [name, value]));
  const world = new World({ gravity: scene.gravity ?? [0, -9.81], solver: { ...scene.solver, ...solver } });
  try {
    const run = scene.build({ world, params, random: randomFrom(1) }) ?? {};
    for (let step = 0; step < kSteps; step++) {
      run.beforeStep?.(step / 60);
      world.step(1 / 60);
    }
    return world.hash().toString();
  } finally {
    world.destroy();
  }
}

/**
 * `[what, hash]` of some scenes under the five presets, and of all scenes under the first; given the package's modules.
 */
export async function hashes(impulse2d, sceneModule) {
  await impulse2d.init();
  const found = [];
  for (const scene of sceneModule.scenes) {
    for (const [name, solver] of Object.entries(impulse2d.presets)) {
      if (name === 'softStep' || kMixed.includes(scene.id))
        found.push([`${scene.id}, ${name}`, hashOf(impulse2d, sceneModule, scene, solver)]);
    }
  }
  return found;
}
