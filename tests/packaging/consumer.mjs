// The package as its users get it: packed, then installed into an empty project.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Makes the project, in `parent`, and returns helpers that work inside it. `remove` deletes it. Without `install` the
 * package is unpacked to where npm would put it, which of a package without dependencies is all that npm does.
 */
export function consumer({ parent = tmpdir(), install = true } = {}) {
  const folder = mkdtempSync(join(parent, 'impulse2d-consumer-'));
  const execute = (command, args, options = {}) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const [{ filename, files }] = JSON.parse(
    execute('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }),
  );
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  if (install) execute('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)]);
  else {
    mkdirSync(join(folder, 'node_modules/impulse2d'), { recursive: true });
    execute('tar', ['-xzf', filename, '-C', 'node_modules/impulse2d', '--strip-components=1']);
  }
  return {
    folder,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    installed: join(folder, 'node_modules', 'impulse2d'),
    manifest: JSON.parse(readFileSync(join(folder, 'node_modules', 'impulse2d', 'package.json'), 'utf8')),
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    /** Runs a script in the project with Node and returns what it printed. */
    node: (script, ...flags) => execute(process.execPath, [...flags, script]),
    execute,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A program that drops a crate; `head` imports `init` and `World` and is followed by a call of `start`. */
export const fallingCrate = (head, start = 'await init();') => `${head}
${start}
const world = new World({ gravity: [0, -9.81] });
world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 40, height: 1 }] });
const crate = world.createBody({ position: [0, 6], shapes: [{ type: 'box', width: 1, height: 1 }] });
for (let i = 0; i < 30; i += 1) world.step();
const fallen = crate.position.y;
for (let i = 0; i < 300; i += 1) world.step();
console.log(JSON.stringify({ fallen, rest: crate.position.y }));
world.destroy();
`;

/** Half a second of free fall is -1.23 m; a crate of 1 m on ground at 0 rests at 0.5 m, less the solver's slop. */
export function assertFellAndRests(output) {
  const { fallen, rest } = JSON.parse(output.trim().split('\n').at(-1));
  assert.ok(Math.abs(fallen - (6 - 0.5 * 9.81 * 0.25)) < 0.1, `after half a second at ${fallen}`);
  assert.ok(Math.abs(rest - 0.5) < 0.02, `rests at ${rest}`);
}
