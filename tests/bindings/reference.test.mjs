// The reference says of every public name what it means and, where it applies, unit, range, default and errors. What it
// is read from is TypeDoc's; exceptions are rules, and each rule says why.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../tools/paths.mjs';

const file = join(build, 'reference/reference.json');
assert.ok(existsSync(file), 'build/reference is not there: npm run build');
const project = JSON.parse(readFileSync(file, 'utf8'));

// TypeDoc's numbers of kinds.
const kKind = {
  function: 64,
  class: 128,
  interface: 256,
  constructor: 512,
  variable: 32,
  property: 1024,
  accessor: 262144,
  alias: 2097152,
};

const commentOf = (one) =>
  one.comment ??
  one.signatures?.[0]?.comment ??
  one.getSignature?.comment ??
  one.setSignature?.comment ??
  one.type?.declaration?.signatures?.[0]?.comment;
const wordsOf = (one) =>
  (commentOf(one)?.summary ?? [])
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ');
const typeOf = (one) => one.getSignature?.type ?? one.setSignature?.parameters[0].type ?? one.type;

/** Every exported name once: [{ name, module, one }]. */
function declarations() {
  const found = new Map();
  for (const module of project.children) {
    for (const one of module.children) {
      if (one.variant === 'reference') continue;
      const key = one.name === 'init' ? `${module.name}.init` : one.name;
      if (!found.has(key)) found.set(key, { name: key, module: module.name, one });
    }
  }
  return [...found.values()];
}
const kAll = declarations();
const byName = new Map(kAll.map((entry) => [entry.name, entry.one]));
const membersOf = (one) =>
  (one?.children ?? one?.type?.declaration?.children ?? []).filter(
    // What a class has from the browser is described there.
    ({ flags, inheritedFrom, name, sources }) =>
      !flags?.isPrivate && !inheritedFrom && !name.startsWith('[') && !/typescript\/lib\//.test(sources?.[0]?.fileName),
  );

/** Members named `member` of an interface or of what it extends. */
function memberOf(owner, member) {
  const one = byName.get(owner);
  if (!one) return undefined;
  const own = membersOf(one).find(({ name }) => name === member);
  if (own && wordsOf(own)) return own;
  for (const { name } of one.extendedTypes ?? []) {
    const found = memberOf(name, member);
    if (found) return found;
  }
  return own;
}

/** What is said of a member, by itself or by a rule. Undefined where nothing is. */
function saidOf(owner, member, siblings) {
  const own = wordsOf(member);
  if (own) return own;
  const type = typeOf(member);
  // What tells the members of a union apart is a name, and the union says what for.
  if (type?.type === 'literal') return `'${type.value}'`;
  // A constructor is described by its class.
  if (member.kind === kKind.constructor) return wordsOf(byName.get(owner));
  // The second coordinate is as the first.
  if (member.name === 'y') return wordsOf(siblings.find(({ name }) => name === 'x') ?? {}) || undefined;
  // bodyA is a Body, revolute a RevoluteJoint: the type says it.
  const stem = member.name.replace(/[AB]$/, '').replace(/s$/, '').toLowerCase();
  const names = [type, ...(type?.types ?? []), type?.elementType, type?.target?.elementType].flatMap(
    (one) => one?.name ?? [],
  );
  if (names.some((name) => byName.has(name) && name.toLowerCase().includes(stem))) return `A ${names[0]}.`;
  // Living joints are described by their definitions, drawables by what they are a part of.
  const source =
    /Joint$/.test(owner) && owner !== 'Joint' && !/^(Any|Pair|Drawable)/.test(owner)
      ? `${owner}Def`
      : owner.replace(/^Live(Local)?(.*?)s?$/, '$2Options').replace(/^Drawable/, '');
  if (source !== owner) {
    const found = memberOf(source, member.name) ?? (owner === 'DrawableJoint' && jointMember(member.name)) ?? undefined;
    if (found && wordsOf(found)) return wordsOf(found);
  }
  return undefined;
}
function jointMember(name) {
  for (const owner of byName.keys()) {
    const found = /JointDef$|Options$/.test(owner) && memberOf(owner, name);
    if (found && wordsOf(found)) return found;
  }
  return undefined;
}

const isNumber = (type) =>
  type?.name === 'number' ||
  (type?.type === 'union' && type.types.some(isNumber) && !type.types.some(({ type: kind }) => kind === 'literal'));
const isVector = (type) => {
  const name = type?.name === 'Readonly' ? type.typeArguments[0].name : type?.name;
  return name === 'Vec2' || name === 'VecLike' || (type?.type === 'union' && type.types.some(isVector));
};
// A unit, or what a number without one counts or relates.
const kUnit =
  /(?<![\w/])(m|mm|cm|kg|N|J|Hz|s|ms|rad|rad\/s|m\/s|m\/s\^2|m\/N|N s|N m|1\/s|kg\/m\^2|kg m\^2|pixels?|[Bb]ytes?|metres?|milliseconds?|seconds?|degrees?)(?![\w/])/;
const kPure =
  /(?<!\w)(whole number|integer|number of|passes|iterations|factor|ratio|fraction|coefficient|cosine|index|id|32 bits|(un)?uniform|opacity|identifies|in `unit`)(?!\w)/i;
/** A direction has no unit. */
const kDirection = /\b(direction|unit normal|axis)\b/i;
/** A docstring begins with what the number means, not with its unit, range or default. */
const kUnitFirst = new RegExp(`^(${kUnit.source}|[<>]=?|Default\\b(?! value)|(An )?integer\\b|-?\\d)`);

// What a caller may pass: bounds, "any finite number", or bits.
const kRange =
  /[<>]=? ?[-\w`]|(\d[\w.]*|\)|,) to (\d|`|pi)|\bfrom \S+ to\b|\bany (finite )?numbers?\b|\bany seed\b|\babove \d|\b32 bits\b/i;
/** Numbers that the caller gets from the engine or from a body, and passes back; others are answered by null. */
const kPassedBack = /^(id|slot)$/;
/** What the package calls itself, in the caller's code: its numbers come from the package. */
const kCalledBack = /^(SetupResult|SceneRun|Steppable|Drawable)/;

const problems = { meaning: [], unit: [], range: [], default: [], errors: [] };
let ranges = 0;
/** Numbers that a function takes say their range in its own words or in those of the parameter. */
function checkParameters(at, one) {
  const said = (parameter) => `${wordsOf(one)} ${(parameter.comment?.summary ?? []).map(({ text }) => text).join('')}`;
  for (const parameter of one.signatures?.flatMap(({ parameters }) => parameters ?? []) ?? []) {
    if (!isNumber(parameter.type) || kPassedBack.test(parameter.name)) continue;
    ranges++;
    if (!kRange.test(said(parameter))) problems.range.push(`${at}(${parameter.name}): ${wordsOf(one)}`);
    if ((parameter.flags?.isOptional || parameter.defaultValue) && !/\bdefault\b/i.test(said(parameter)))
      problems.default.push(`${at}(${parameter.name}): ${wordsOf(one)}`);
  }
}
let checked = 0;
for (const { name, module, one } of kAll) {
  checked++;
  if (!wordsOf(one)) problems.meaning.push(name);
  const members = membersOf(one);
  for (const member of members) {
    checked++;
    const said = saidOf(name, member, members);
    const at = `${name}.${member.name}`;
    if (said === undefined) {
      problems.meaning.push(at);
      continue;
    }
    const type = typeOf(member);
    const counts = isNumber(type) && (kUnit.test(said) || kPure.test(said));
    const measures = isVector(type) && (kUnit.test(said) || kDirection.test(said));
    if ((isNumber(type) && !counts) || (isVector(type) && !measures)) problems.unit.push(`${at}: ${said}`);
    if (kUnitFirst.test(wordsOf(member))) problems.meaning.push(`${at} begins with its unit: ${said}`);
    const isOption = /Options$|Def$|Geometry$|^Filter$|^QueryFilter$|^ShapePath$|^ShapePose$/.test(name);
    // Joint objects have properties where other objects have accessors.
    const isSet =
      member.setSignature ||
      (member.kind === kKind.property && /Joint$|^LiveCommon$/.test(name) && !member.flags?.isReadonly);
    if (isNumber(type) && !kCalledBack.test(name) && !kPassedBack.test(member.name) && (isOption || isSet)) {
      ranges++;
      if (!kRange.test(said)) problems.range.push(`${at}: ${said}`);
    }
    if (!kCalledBack.test(name))
      checkParameters(at, member.kind === kKind.constructor ? { ...one, ...member } : member);
    // An option that may be left out says what then holds. What comes back, or is JSON, has no defaults.
    if (member.flags?.isOptional && isOption && !/\b[Dd]efault\b|may be left out/.test(said))
      problems.default.push(`${at}: ${said}`);
  }
  checkParameters(name, one);
  // What takes arguments may refuse them. What draws and what builds scenes checks nothing itself.
  if (['draw', 'scenes'].includes(module)) continue;
  const throws = (words) => /\b[Tt]hrows?\b/.test(words);
  const takes = (callable) => callable.signatures?.some(({ parameters }) => parameters?.length > 0);
  if (one.kind === kKind.function && takes(one) && !throws(wordsOf(one))) problems.errors.push(name);
  // A class says it for all its members, or each says it.
  if (one.kind === kKind.class && !throws(wordsOf(one)))
    for (const member of members)
      if (takes(member) && !throws(wordsOf(member))) problems.errors.push(`${name}.${member.name}`);
}

test('there is a reference', () => assert.ok(checked > 500 && kAll.length > 120, `${checked} of ${kAll.length}`));
test('every public name says what it means', () => assert.deepEqual(problems.meaning, []));
test('every number and vector says its unit, or what it counts', () => assert.deepEqual(problems.unit, []));
test('a number with neither is seen', () => {
  for (const said of ['Default 1.', '>= 1. Default 4.', 'How it comes.'])
    assert.ok(!kUnit.test(said) && !kPure.test(said), said);
  for (const said of ['Steps of the world.', 'A share of the whole.', 'Bodies that rest.'])
    assert.ok(!kUnit.test(said) && !kPure.test(said), said);
  for (const said of ['m, of the origin.', '>= 0. Default 1.', 'rad/s, any finite number.', 'Default 4.'])
    assert.match(said, kUnitFirst);
  for (const said of ['Mass in kg.', 'Number of bodies.', 'Speed of B, in m/s.']) assert.doesNotMatch(said, kUnitFirst);
  for (const said of ['m/s, >= 0.', 'N s a metre.', '1/s, >= 0.']) assert.match(said, kUnit);
});
test('every number that a caller passes says its range', () => {
  assert.deepEqual(problems.range, []);
  assert.ok(ranges > 150, `${ranges}`);
});
test('a number without a range is seen', () => {
  for (const said of ['m. Default 1.', 'Factor on gravity. Default 1.', 'rad/s, of B on A.', 'How many were drawn.'])
    assert.doesNotMatch(said, kRange);
  for (const said of [
    'm, > 0.',
    'rad, any finite number.',
    '0 to 1.',
    'An integer from 1 to 1e6.',
    'What it is, 32 bits.',
  ])
    assert.match(said, kRange);
});
test('every option that may be left out says its default', () => assert.deepEqual(problems.default, []));
test('every class and function that takes arguments says what it throws', () => assert.deepEqual(problems.errors, []));
test('a page of the reference has no link to nothing', () => {
  const pages = JSON.parse(readFileSync(join(build, 'reference/pages.json'), 'utf8'));
  assert.ok(pages.length >= 10);
  for (const { page, body } of pages) assert.doesNotMatch(body, /\{@link/, page);
});
