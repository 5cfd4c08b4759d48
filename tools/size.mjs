// What each shipped entry costs on the wire, gzip, against its budget. Exits with 1 above one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { minify, trimGlue } from './build/minify.mjs';
import { build, dist } from './paths.mjs';
import { main } from './process.mjs';

// KB of 1000 bytes. The aim is 100 for the first row and 80 for engine.wasm. These limits keep both from growing
// unnoticed (README, Sizes). The engine inside the first row is compressed better than the file is by gzip; glue and
// facade are parts of both entries.
const kBudgets = [
  { name: 'impulse2d (all in one)', file: 'index.js', limit: 208.3 },
  { name: 'engine.wasm', file: 'engine.wasm', limit: 228.6 },
  { name: '  glue', bytes: glue, limit: 6 },
  { name: '  facade', bytes: async () => sizeOf('external.js') - (await glue()), limit: 33.5 },
  { name: 'impulse2d/external', file: 'external.js', limit: 36.8 },
  { name: 'impulse2d/draw', file: 'draw.js', limit: 9 },
  { name: 'impulse2d/scenes', file: 'scenes.js', limit: 18 },
  { name: 'impulse2d/element', file: 'element.js', limit: 24.5 },
  { name: 'impulse2d/element/solver', file: 'element-solver.js', limit: 7.5 },
  { name: 'impulse2d/element/collision', file: 'element-collision.js', limit: 8.4 },
  { name: 'impulse2d.global.js', file: 'impulse2d.global.js', limit: 208.9 },
  { name: 'impulse2d.element.global.js', file: 'impulse2d.element.global.js', limit: 259.1 },
  { name: 'impulse2d.views.global.js', file: 'impulse2d.views.global.js', limit: 15.2 },
];

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const sizeOf = (file) => gzipped(readFileSync(join(dist, file)));

async function glue() {
  return gzipped((await minify(trimGlue(readFileSync(join(build, 'wasm/engine.mjs'), 'utf8')))).code);
}

/** One row an entry that exists: name, bytes, the limit in bytes. */
export async function sizes() {
  const there = kBudgets.filter(({ file }) => !file || existsSync(join(dist, file)));
  return Promise.all(
    there.map(async ({ name, file, bytes, limit }) => ({
      name,
      bytes: bytes ? await bytes() : sizeOf(file),
      limit: limit * 1000,
    })),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    for (const { name, bytes, limit } of await sizes()) {
      const verdict = bytes > limit ? '  over budget' : '';
      console.log(
        `${name.padEnd(26)} ${(bytes / 1000).toFixed(1).padStart(6)} KB of ${String(limit / 1000).padStart(3)}${verdict}`,
      );
      if (verdict) process.exitCode = 1;
    }
  });
}
