// engine/README.md is the map of the engine: every file it names exists, and every source is named in it. A `.cpp` and
// `.h` pair is named by either, `world/sleep.cpp`, or by both at once, `world/sleep`; paths are from engine/src or
// engine/.
//
// `node tools/check-map.mjs [tree]` prints what is wrong and exits with 1 when there is something.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const kMap = 'engine/README.md';
const kSource = /\.(cpp|h)$/;
const stem = (name) => name.replace(kSource, '');

function sourcesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => kSource.test(name))
    .sort();
}

export function checkMap(tree) {
  if (!existsSync(join(tree, kMap))) return { found: [`${kMap} is not there`], named: 0 };
  const text = readFileSync(join(tree, kMap), 'utf8');
  const sources = sourcesBelow(join(tree, 'engine/src'));
  const layers = new Set(sources.map((name) => name.split('/')[0]));

  // A path has a slash and starts with a folder of the engine, or it is a file name with an ending of ours.
  const words = new Set(text.match(/[\w./-]+/g)?.map((word) => word.replace(/[.\-]+$/, '')) ?? []);
  const places = ['engine/src', 'engine/include', 'engine', ''];
  const exists = (word) => places.some((place) => existsSync(join(tree, place, word)));
  const stems = new Set([...sources.map(stem), ...sourcesBelow(join(tree, 'engine/include')).map(stem)]);

  const found = [];
  let named = 0;
  for (const word of words) {
    const isPath =
      word.includes('/') &&
      (layers.has(word.split('/')[0]) || /^(engine|src|include|impulse)\//.test(word) || kSource.test(word));
    if (!isPath) continue;
    named += 1;
    const short = word.replace(/^(engine\/)?(src|include)\//, '');
    if (!exists(word) && !stems.has(short)) found.push(`${kMap} names ${word}, which does not exist`);
  }
  for (const path of new Set(sources.map(stem))) {
    const names = [path, `${path}.cpp`, `${path}.h`].flatMap((name) => [name, `src/${name}`, `engine/src/${name}`]);
    if (!names.some((name) => words.has(name))) found.push(`${kMap} does not name engine/src/${path}`);
  }
  return { found, named };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { found, named } = checkMap(resolve(process.argv[2] ?? root));
  for (const line of found) console.log(line);
  console.log(`map: ${named} files named, ${found.length} mistakes`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
