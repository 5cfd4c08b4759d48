// Every law of engine/README.md is held by a test: each id of the six families has a row there, each row's id tags a
// test case, in every file that the row names, and each tag of a test has its row.
//
// `node tools/check-laws.mjs [tree]` prints what is wrong and exits with 1 when there is something.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const kMap = 'engine/README.md';
export const kFamilies = { UD: 15, UR: 14, FX: 17, FT: 12, WK: 11, X: 27 }; // how many laws each has
/** Not built yet; empty when all are. */
export const kPending = [];
const kId = /\b(UD|UR|FX|FT|WK|X)\d+b?\b/g;

/** Rows `| UD1 | law | tests |` of the map: `{ id, links }`, one for each id of a first cell. */
function rowsOf(text) {
  const rows = [];
  for (const [, ids, , tests] of text.matchAll(/^\| ((?:UD|UR|FX|FT|WK|X)\d[^|]*) \| (.*) \| ([^|]*) \|$/gm)) {
    const links = [...tests.matchAll(/\[([\w ]+)\]/g)].map(([, name]) => name);
    for (const [id] of ids.matchAll(kId)) rows.push({ id, links });
  }
  return rows;
}

/** Tags of the test cases of a source: the string that follows a name. */
function tagsOf(source) {
  const cases = source.matchAll(/TEST_CASE\(\s*"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*\s*,\s*"([^"]*)"\s*\)/g);
  return new Set([...cases].flatMap(([, tags]) => [...tags.matchAll(/\[([^\]]+)\]/g)].map(([, tag]) => tag)));
}

export function checkLaws(tree, { families = kFamilies, pending = kPending } = {}) {
  if (!existsSync(join(tree, kMap))) return { found: [`${kMap} is not there`], laws: 0 };
  const text = readFileSync(join(tree, kMap), 'utf8');
  const rows = rowsOf(text);
  const files = new Map([...text.matchAll(/^\[([\w ]+)\]: \.\.\/(\S+)$/gm)].map(([, name, path]) => [name, path]));
  const tags = new Map(); // path -> the tags in it
  for (const name of readdirSync(join(tree, 'tests'), { recursive: true })) {
    if (name.endsWith('.cpp')) tags.set(`tests/${name}`, tagsOf(readFileSync(join(tree, 'tests', name), 'utf8')));
  }
  const tagged = new Set([...tags.values()].flatMap((set) => [...set]));

  const found = [];
  const listed = new Set(rows.map(({ id }) => id));
  const laws = Object.entries(families).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, i) => `${family}${i + 1}`),
  );
  const waits = (id) => pending.includes(id);
  for (const id of laws) if (!listed.has(id) && !waits(id)) found.push(`${kMap} has no row for ${id}`);
  for (const id of listed) if (!tagged.has(id) && !waits(id)) found.push(`no test is tagged [${id}]`);
  for (const [path, set] of tags) {
    for (const tag of set) {
      if (tag.match(kId)?.[0] === tag && !listed.has(tag) && !waits(tag))
        found.push(`${path} tags [${tag}], which is no row of ${kMap}`);
    }
  }
  for (const { id, links } of rows.filter((row) => !waits(row.id))) {
    for (const link of links) {
      const path = files.get(link);
      if (!path) found.push(`${kMap} links ${id} to [${link}], which it does not define`);
      else if (!tags.has(path)) found.push(`${kMap} links ${id} to ${path}, which does not exist`);
      else if (!tags.get(path).has(id)) found.push(`${kMap} links ${id} to ${path}, where no test is tagged with it`);
    }
  }
  return { found, laws: listed.size };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { found, laws } = checkLaws(resolve(process.argv[2] ?? root));
  for (const line of found) console.log(line);
  console.log(`laws: ${laws}, ${found.length} mistakes${kPending.length ? `, ${kPending.length} not built yet` : ''}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
