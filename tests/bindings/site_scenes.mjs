// All scenes of the demo page: the package's, and the page's own, which are bundled for Node.
import * as esbuild from 'esbuild';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { presets, World } from '../../dist/index.js';
import { randomFrom } from '../../dist/scenes.js';
import { build, dist, root } from '../../tools/paths.mjs';
import './scenes.mjs';

const kPackage = { impulse2d: 'index.js', 'impulse2d/scenes': 'scenes.js' };

const ownPackage = {
  name: 'own-package',
  setup({ onResolve }) {
    onResolve({ filter: /^impulse2d(\/|$)/ }, ({ path }) => ({
      path: pathToFileURL(join(dist, kPackage[path])).href,
      external: true,
    }));
  },
};

/** The scenes in the order of the page's picker. */
export async function allScenes() {
  const outfile = join(build, 'generated/site-scenes.mjs');
  await esbuild.build({
    entryPoints: [join(root, 'web/scenes/index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
    plugins: [ownPackage],
  });
  return (await import(pathToFileURL(outfile).href)).scenes;
}

/** Builds a scene as the page does, with other params where given, calls `body` with it and frees the world. */
export function running(scene, params, body, solver = presets.softStep) {
  const values = { ...Object.fromEntries(scene.params.map(({ name, value }) => [name, value])), ...params };
  const world = new World({ gravity: scene.gravity ?? [0, -9.81], solver: { ...scene.solver, ...solver } });
  try {
    const run = scene.build({ world, params: values, random: randomFrom(1) }) ?? {};
    let steps = 0;
    world.on('beforeStep', () => run.beforeStep?.(steps++ / 60));
    const step = (count) => {
      for (let i = 0; i < count; i++) world.step(1 / 60);
    };
    return body({ world, run, params: values, step });
  } finally {
    world.destroy();
  }
}
