// Where things are: in the tree, and the cache outside of it.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const build = join(root, 'build');
export const dist = join(root, 'dist');
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'impulse2d');
