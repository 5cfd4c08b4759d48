// The scenes in the order of the picker.

import { arch } from './arch.js';
import { billiards } from './billiards.js';
import { bounce } from './bounce.js';
import { bowl } from './bowl.js';
import { dominoes } from './dominoes.js';
import { galton } from './galton.js';
import { heavy } from './heavy.js';
import { hourglass } from './hourglass.js';
import { joy } from './joy.js';
import { overhang } from './overhang.js';
import { pile } from './pile.js';
import { pyramid } from './pyramid.js';
import { ramps } from './ramps.js';
import type { Scene } from './scene.js';
import { stack } from './stack.js';
import { tumbler } from './tumbler.js';
import { wrecking } from './wrecking.js';

export const scenes: readonly Scene[] = [
  pyramid, stack, pile, ramps, bounce, dominoes, wrecking, bowl, tumbler, joy, arch, overhang, galton, billiards, hourglass, heavy,
];
