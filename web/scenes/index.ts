// The scenes in the order of the picker: those that come with the package, then the page's own.

import { scenes as builtIn } from 'impulse2d/scenes';
import type { Scene } from './scene.js';

export const scenes: readonly Scene[] = [...builtIn];
