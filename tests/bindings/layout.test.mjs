// Records travel between C++ and TypeScript by place: both have the same fields in the same order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkLayout, tuningFields } from '../../tools/build/layout.mjs';

const sourceOf = (name) => readFileSync(new URL(`../../bindings/ts/src/${name}.ts`, import.meta.url), 'utf8');

test('the layout of records and the names of enumerators are those of C++', checkLayout);

test('the options of solvers have the order of the tuning', () => {
  const [, options] = sourceOf('solver').match(/const kOptions: [^\n]*= \{\n(.*?)\n\};/s);
  const keys = [...options.matchAll(/(\w+|'[a-z-]+'):/g)].map(([, key]) => key.replaceAll("'", ''));
  const groups = ['all', 'soft-step', 'sequential-impulse', 'substepped-position', 'world', 'literal'];
  assert.deepEqual(
    keys.filter((key) => !groups.includes(key)),
    tuningFields(),
  );
});

test('no function of the engine has more arguments than a guarded call passes on', () => {
  const passed =
    sourceOf('load')
      .match(/call\(first, ([^)]*)\)/)[1]
      .split(',').length + 1;
  const lists = [...sourceOf('native').matchAll(/^ {2}\w+\(([^)]*)\): /gm)].map(([, list]) => list.split(',').length);
  assert.ok(lists.length > 60);
  assert.equal(Math.max(...lists), passed);
});

test('definitions of bodies have the order of their record', () => {
  const [, fields] = sourceOf('definitions').match(/const bodyField = recordOfCopies\(\{\n(.*?)\n\}\);/s);
  const [, places] = sourceOf('layout').match(/enum BodyPlace \{(.*?)\n\}/s);
  const given = [...fields.matchAll(/^ {2}(\w+)(?=[:,])(?!: aside)/gm)].map(([, key]) => key);
  // A vector and an object take several places.
  const group = (place) => place.replace(/^(position|velocity|lock|sleepThreshold)[A-Z].*/, '$1');
  assert.deepEqual(given, [...new Set(places.match(/\w+/g).map(group))].slice(0, -1));
});

test('presets of C++ and of the package choose the same', () => {
  const cpp = readFileSync(new URL('../../engine/src/dynamics/presets.cpp', import.meta.url), 'utf8');
  const header = readFileSync(new URL('../../engine/include/impulse/tuning.h', import.meta.url), 'utf8');
  const [, members] = header.match(/struct Tuning \{(.*?)\n\};/s);
  const defaults = assignments(members, /^ {4}\w+ (\w+) = ([^;]+);/gm);
  const of = Object.fromEntries(
    [...cpp.matchAll(/Tuning (\w+)_preset\(\) \{(.*?)\n\}/gs)].map(([, name, body]) => [
      name.replace(/_(\w)/g, (_, first) => first.toUpperCase()),
      { ...defaults, ...assignments(body, /tuning\.(\w+) = ([^;]+);/g) },
    ]),
  );
  const packaged = [...sourceOf('presets').matchAll(/^ {2}(\w+): Object\.freeze<\w+>\(\{(.*?)\}\)/gms)];
  assert.equal(packaged.length, 5);
  for (const [, name, body] of packaged) {
    const own = assignments(body, /(\w+): ([^,}\n]+)/g);
    if (own.type === 'substeppedPosition') own.positionSubsteps = own.substeps;
    delete own.substeps;
    own.solver = own.type;
    delete own.type;
    const expected = name === 'softStep' ? defaults : of[name];
    // What a preset leaves out has the engine's default in both.
    const taken = Object.fromEntries(Object.keys(expected).map((key) => [key, own[key] ?? defaults[key]]));
    assert.deepEqual(taken, expected, name);
    assert.deepEqual(
      Object.keys(own).filter((key) => !(key in expected)),
      [],
      name,
    );
  }
});

/** Names and values, enumerators as the package writes them. */
function assignments(text, pattern) {
  const plain = text.replaceAll(/\/\/[^\n]*/g, '');
  return Object.fromEntries(
    [...plain.matchAll(pattern)].map(([, name, value]) => [
      name.replace(/_(\w)/g, (_, first) => first.toUpperCase()),
      valueOf(value.trim()),
    ]),
  );
}

function valueOf(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text.replace(/f$/, ''));
  if (!Number.isNaN(number)) return number;
  const word = text.replace(/^\w+::/, '').replaceAll("'", '');
  return word.replaceAll(/[-_](\w)/g, (_, first) => first.toUpperCase());
}
