// The scenes in the order of the picker: those that come with the package, and the page's own in the groups they belong
// to.

import { sceneGroups as builtIn, type SceneGroup } from 'impulse2d/scenes';
import { character } from './character.js';
import type { Scene } from './scene.js';

export const groups: readonly SceneGroup[] = builtIn.map((group) =>
  group.title === 'Worlds to play in' ? { ...group, scenes: [...group.scenes, character] } : group,
);

export const scenes: readonly Scene[] = groups.flatMap((group) => group.scenes);
