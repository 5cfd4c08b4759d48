// Which engines there are, and how each is loaded. An adapter module exports `load(options)`, which gives
//
//   version              what it is
//   can                  the joints it has: 'revolute', 'limits' (on their angle), 'distance'
//   instead              `{ joint: words }` where another kind stands for one it has not
//   orientation          'cosSin' or 'angle': what it writes after x and y, whichever costs it less
//   unitsPerMetre        of its coordinates, 1 when absent
//   create({ sleep })    a new world; `sleep` false keeps every body awake in the way the engine has for that
//   add(body) -> row     makes a body of scenes.mjs; row in `readPoses`, -1 for those that do not move
//   join(joint)          joins two bodies, as scenes.mjs says
//   step()               one of 1/60 s, at the engine's own defaults
//   readPoses(out)       x, y, orientation of every moving body at 4 * row: what a page does before it draws
//   awake(), contacts(), stages(), memory()   where it can tell; contacts are those that touch
//   destroy()
import { dist } from '../../tools/paths.mjs';

export const kEngines = {
  impulse2d: { module: 'impulse2d', options: { dist } },
  'box2d3-wasm': { module: 'box2d3_wasm', options: { flavour: 'deluxe' } },
  'box2d3-wasm-compat': { module: 'box2d3_wasm', options: { flavour: 'compat' } },
  'rapier2d-simd': { module: 'rapier', options: { package: '@dimforge/rapier2d-simd-compat' } },
  rapier2d: { module: 'rapier', options: { package: '@dimforge/rapier2d-compat' } },
  planck: { module: 'planck', options: {} },
  'matter-js': { module: 'matter', options: {} },
};

/** What the scene's joints need and the engine has not, in words; '' for nothing. */
export function missing({ can }, { joints }) {
  const needed = new Set(joints.flatMap(({ type, limits }) => (limits ? [type, 'limits'] : [type])));
  const words = { revolute: 'revolute joints', limits: 'limits on angles', distance: 'rods' };
  return [...needed]
    .filter((ability) => !can.includes(ability))
    .map((ability) => words[ability])
    .join(', ');
}

/** What stands for what in this scene, to be said beside the figures. */
export function standIns({ instead = {} }, { joints }) {
  const used = new Set(joints.map(({ type }) => type));
  return Object.keys(instead)
    .filter((type) => used.has(type))
    .map((type) => instead[type])
    .join(', ');
}

export async function loadEngine({ module, options }) {
  const { load } = await import(`./adapters/${module}.mjs`);
  return load(options);
}
