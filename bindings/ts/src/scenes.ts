// `impulse2d/scenes`: the type of a scene, the built-in scenes, and the functions that they share.

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
import { lander } from './scenes/lander.js';
import { grip, recovery, struck, support } from './scenes/limits.js';
import { liquid } from './scenes/liquid.js';
import { crank, gears, pulley, windmill } from './scenes/machines.js';
import { overhang } from './scenes/overhang.js';
import { pile } from './scenes/pile.js';
import { pyramid } from './scenes/pyramid.js';
import { ragdolls } from './scenes/ragdolls.js';
import { ramps } from './scenes/ramps.js';
import { explosion, fan } from './scenes/regions.js';
import type { Scene } from './scenes/scene.js';
import { springs } from './scenes/springs.js';
import { stack } from './scenes/stack.js';
import { conveyor, platforms, seams, terrain } from './scenes/surfaces.js';
import { tumbler } from './scenes/tumbler.js';
import { walker } from './scenes/walker.js';
import { wrecking } from './scenes/wrecking.js';

export { ngon } from './scenes/ngon.js';
export { addMixed, floor, tray } from './scenes/parts.js';
export type { FloorOptions } from './scenes/parts.js';
export { randomFrom } from './scenes/random.js';
export { captionOf, tint } from './scenes/scene.js';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneRun } from './scenes/scene.js';

/** A group of scenes. */
export interface SceneGroup {
  /** Heading of the group, one or two words. */
  readonly title: string;
  /** The scenes in the order of a picker. */
  readonly scenes: readonly Scene[];
}

/** The built-in scenes by group, in the order of a picker. */
export const sceneGroups: readonly SceneGroup[] = [
  { title: 'Stacking', scenes: [pyramid, stack, arch, overhang, dominoes, support] },
  { title: 'Friction and bounce', scenes: [ramps, grip, bounce, cradle, billiards, conveyor, seams] },
  { title: 'Joints', scenes: [bridge, chain, struck, springs, cloth, ragdolls, breaking] },
  { title: 'Machines', scenes: [walker, car, lander, gears, pulley, crank, windmill, tumbler] },
  { title: 'Many bodies', scenes: [pile, liquid, bowl, joy, galton, hourglass] },
  { title: 'Worlds to play in', scenes: [wrecking, explosion, terrain, platforms, fan] },
  { title: 'Limits of solvers', scenes: [heavy, recovery] },
];

/** The built-in scenes, in the order of a picker. `<impulse-scene src="…">` takes their `id`. */
export const scenes: readonly Scene[] = sceneGroups.flatMap((group) => group.scenes);
