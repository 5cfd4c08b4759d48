// The tables of names for those who come from another engine: what stands in the right column is in the reference.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../tools/paths.mjs';
import { guides } from '../support/guides.mjs';

const project = JSON.parse(readFileSync(join(build, 'reference/reference.json'), 'utf8'));

const kClass = 128; // TypeDoc's numbers of kinds
const kInterface = 256;

/** Names of declarations and members, and the strings that types accept. */
const known = new Set();
/** Members by class or interface. */
const members = new Map();
(function read(one) {
  if (one === null || typeof one !== 'object') return;
  if (typeof one.name === 'string' && typeof one.kind === 'number') {
    known.add(one.name);
    if (one.children && (one.kind === kClass || one.kind === kInterface))
      members.set(one.name, new Set(one.children.map(({ name }) => name)));
  }
  if (one.type === 'literal' && typeof one.value === 'string') known.add(one.value);
  for (const value of Object.values(one)) if (typeof value === 'object') read(value);
})(project);

/** What the tables call objects of which class; and their variables, which are the reader's own. */
const kObjects = { world: 'World', body: 'Body', contact: 'Contact', event: 'PreSolveEvent', FixedLoop: 'FixedLoop' };
const kVariables = /^(hx|hy|w|h|now|seconds|context|point|force|dt)$/;
const kWords = /^(await|new|true|false|static|in)$/;

/** Names of a table's right column that the package does not have. */
function unknownIn(code) {
  const found = [];
  for (const [, object, member] of code.matchAll(/(?<![\w.])([A-Za-z]\w*)\.([A-Za-z]\w*)/g)) {
    const owner = members.get(kObjects[object]);
    if (!owner?.has(member)) found.push(`${object}.${member}`);
  }
  for (const [name] of code
    .replace(/\w+(\.\w+)+/g, '')
    .replace(/'[^']*\/[^']*'/g, '')
    .matchAll(/[A-Za-z]\w*(-\w+)*/g)) {
    if (!known.has(name) && !kVariables.test(name) && !kWords.test(name) && !kObjects[name]) found.push(name);
  }
  return found;
}

const rows = guides
  .find(({ name }) => name === 'migration')
  .text.split('\n')
  .filter((line) => /^\| [^-]/.test(line))
  .map((line) => line.split(' | ').at(-1));

test('every name of this package in the tables of other engines exists', () => {
  const codes = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  assert.ok(rows.length > 60 && codes.length > 90, `${rows.length} rows, ${codes.length} pieces of code`);
  assert.deepEqual(
    codes.flatMap((code) => unknownIn(code).map((name) => `${name} in ${code}`)),
    [],
  );
});

test('a missing name is detected', () => {
  assert.deepEqual(unknownIn('world.rayCastAll(aim)'), ['world.rayCastAll', 'aim']);
  assert.deepEqual(unknownIn("{ type: 'ball', radius: 1 }"), ['ball']);
  assert.deepEqual(unknownIn('world.step(dt)'), []);
});
