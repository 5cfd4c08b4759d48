// The layers of the project: a file includes its own layer and lower ones only.
//
//   core < math < geometry < collision < dynamics < world < bindings/embind < bindings/ts < web
//
// The public headers, engine/include/impulse/, are shared by layers, each with the lowest layer that may use it:
// ids.h and result.h core, math.h defs.h tuning.h events.h joint.h trace.h math, every other (world.h, impulse.h)
// world. Public headers include public headers only, because that is all that bindings can see of the engine; for the
// same reason bindings/embind includes only those and its own. web/ uses the package by its name, never its sources.
// Beyond the order: dynamics moves bodies and knows no shape, no tree and no event.
//
// `node tools/check-layers.mjs [tree]` prints each violation and exits with 1 when there is one.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const kLayers = ['core', 'math', 'geometry', 'collision', 'dynamics', 'world', 'bindings/embind', 'bindings/ts', 'web'];
const kPublic = 'engine/include/impulse/';
const kVocabulary = new Map([
  ['ids.h', 'core'],
  ['result.h', 'core'],
  ['math.h', 'math'],
  ['defs.h', 'math'],
  ['tuning.h', 'math'],
  ['events.h', 'math'],
  ['joint.h', 'math'],
  ['trace.h', 'math'],
]);
const kUnknownTo = new Map([
  [
    'dynamics',
    [
      /^engine\/src\/geometry\//,
      /^engine\/src\/collision\/(tree|broad_phase)\b/,
      /^engine\/include\/impulse\/events\.h$/,
    ],
  ],
]);

function layerOf(path) {
  if (path.startsWith(kPublic)) return kVocabulary.get(path.slice(kPublic.length)) ?? 'world';
  const layer = path.match(/^engine\/src\/([^/]+)\//)?.[1] ?? path.match(/^(bindings\/[^/]+|web)\//)?.[1];
  return layer ?? null;
}

function filesBelow(tree, folder, endings) {
  if (!existsSync(join(tree, folder))) return [];
  return readdirSync(join(tree, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => endings.test(name) && !name.includes('node_modules'))
    .sort();
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '');
}

/** Every `[line, name]` that a pattern with one group finds. */
function mentions(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => [text.slice(0, match.index).split('\n').length, match[1]]);
}

function checkCpp(tree, path, report) {
  const text = withoutComments(readFileSync(join(tree, path), 'utf8'));
  for (const [line, name] of mentions(text, /^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]/gm)) {
    const places = [join(dirname(path), name), join('engine/src', name), join('engine/include', name)];
    const target = places.find((place) => existsSync(join(tree, place)));
    if (!target) {
      if (text.includes(`"${name}"`)) report(path, line, `includes "${name}", which does not exist`);
      continue; // a system header
    }
    const [own, other] = [layerOf(path), layerOf(target)];
    if (own === null || other === null) continue;
    if (path.startsWith(kPublic) && !target.startsWith(kPublic)) {
      report(path, line, `is a public header and includes ${target}, which is not`);
    } else if (own === 'bindings/embind' && other !== own && !target.startsWith(kPublic)) {
      report(path, line, `includes ${target}; bindings see public headers only`);
    } else if (kLayers.indexOf(other) > kLayers.indexOf(own)) {
      report(path, line, `is in layer ${own} and includes ${target} of the higher layer ${other}`);
    } else if (kUnknownTo.get(own)?.some((pattern) => pattern.test(target))) {
      report(path, line, `is in layer ${own}, which must not know ${target}`);
    }
  }
}

const kImport = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"]([^'"]+)['"]/g;

function checkTypeScript(tree, path, report) {
  const own = layerOf(path);
  for (const [line, name] of mentions(withoutComments(readFileSync(join(tree, path), 'utf8')), kImport)) {
    if (name.startsWith('#engine-') && own !== 'bindings/ts')
      report(path, line, `imports ${name}; only bindings/ts may`);
    if (!name.startsWith('.')) {
      if (own === 'bindings/ts' && /^impulse2d(\/|$)/.test(name))
        report(path, line, `imports ${name}, the package it is the source of`);
      continue;
    }
    const target = join(dirname(path), name);
    const within = own === 'web' ? 'web/' : 'bindings/ts/';
    if (!target.startsWith(within)) report(path, line, `imports ${target}, outside ${within}`);
  }
}

/** All violations in a tree, as lines of text, and how many files were read. */
export function checkLayers(tree) {
  const found = [];
  const report = (path, line, what) => found.push(`${path}:${line} ${what}`);
  const cpp = ['engine', 'bindings/embind'].flatMap((folder) => filesBelow(tree, folder, /\.(cpp|h)$/));
  const scripts = ['bindings/ts', 'web'].flatMap((folder) => filesBelow(tree, folder, /\.(ts|js|mjs)$/));
  for (const path of cpp) {
    if (path.startsWith('engine/src/') && !kLayers.includes(layerOf(path))) report(path, 1, 'is in no known layer');
    checkCpp(tree, path, report);
  }
  for (const path of scripts) checkTypeScript(tree, path, report);
  return { found, files: cpp.length + scripts.length };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const tree = resolve(process.argv[2] ?? root);
  const { found, files } = checkLayers(tree);
  for (const line of found) console.log(line);
  console.log(
    `layers: ${files} files, ${found.length} violations${files === 0 ? ` below ${relative('.', tree) || '.'}` : ''}`,
  );
  process.exitCode = found.length === 0 && files > 0 ? 0 : 1;
}
