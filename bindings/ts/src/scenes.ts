// `impulse2d/scenes`: what a scene is, those that come with the package, and what they are built of.

import { arch } from './scenes/arch.js';
import { billiards } from './scenes/billiards.js';
import { bounce } from './scenes/bounce.js';
import { bowl } from './scenes/bowl.js';
import { bridge } from './scenes/bridge.js';
import { car } from './scenes/car.js';
import { breaking, chain, cloth } from './scenes/chains.js';
import { cradle } from './scenes/cradle.js';
import { dominoes } from './scenes/dominoes.js';
import { galton } from './scenes/galton.js';
import { heavy } from './scenes/heavy.js';
import { hourglass } from './scenes/hourglass.js';
import { joy } from './scenes/joy.js';
import { crank, gears, pulley, windmill } from './scenes/machines.js';
import { overhang } from './scenes/overhang.js';
import { pile } from './scenes/pile.js';
import { pyramid } from './scenes/pyramid.js';
import { ragdolls } from './scenes/ragdolls.js';
import { ramps } from './scenes/ramps.js';
import type { Scene } from './scenes/scene.js';
import { stack } from './scenes/stack.js';
import { tumbler } from './scenes/tumbler.js';
import { walker } from './scenes/walker.js';
import { wrecking } from './scenes/wrecking.js';

export { addMixed, floor, ngon, tray } from './scenes/parts.js';
export type { FloorOptions } from './scenes/parts.js';
export { randomFrom } from './scenes/random.js';
export { tint } from './scenes/scene.js';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneRun } from './scenes/scene.js';

/** The scenes of the package, in the order of a picker. Their `id` is what `<impulse-scene src="…">` takes. */
export const scenes: readonly Scene[] = [
  pyramid,
  stack,
  pile,
  ramps,
  bounce,
  cradle,
  dominoes,
  wrecking,
  bowl,
  tumbler,
  joy,
  arch,
  overhang,
  galton,
  billiards,
  hourglass,
  heavy,
  bridge,
  ragdolls,
  car,
  windmill,
  gears,
  pulley,
  crank,
  walker,
  chain,
  cloth,
  breaking,
];
