// What the README shows runs as printed: every `js` block by itself in Node, every `ts` block past the compiler.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dist, root } from '../../tools/paths.mjs';
import { compileTypeScript, projectFolder } from '../support/guides.mjs';
import { scenes } from '../../dist/scenes.js';
import { allScenes } from './site_scenes.mjs';

const text = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = (language) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code);

let folder;
before(() => {
  folder = projectFolder();
});
after(() => folder && rmSync(folder, { recursive: true, force: true }));

/** What a block prints; the one thing it may not find here is the engine at an address of a server. */
function run(code, i) {
  const bytes = `(await import('node:fs')).readFileSync(${JSON.stringify(join(dist, 'engine.wasm'))})`;
  writeFileSync(join(folder, `${i}.mjs`), code.replace("'/assets/engine.wasm'", bytes));
  return execFileSync(process.execPath, [`${i}.mjs`], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const kBlocks = blocks('js');
test('there are examples', () => assert.ok(kBlocks.length >= 5, `${kBlocks.length}`));
kBlocks.forEach((code, i) =>
  test(`example ${i + 1} runs: ${code.split('\n').find((line) => !/^(import|await)/.test(line))}`, () => {
    const printed = run(code, i);
    if (code.includes('console.log')) assert.match(printed, /\S/);
    if (code.includes('breakForce')) assert.match(printed, /^the revolute joint gave at \d+ N$/m);
    if (code.includes('solverTrace')) assert.match(printed, /^start [^]*^solve [^]*^position [^]*^face A .* 2 \[/m);
  }),
);

test('the examples in TypeScript satisfy the compiler', () => {
  const sources = blocks('ts').map((code, i) => [`${i}.ts`, code]);
  assert.ok(sources.length > 0);
  compileTypeScript(folder, sources);
});

test('the names of scenes in the guides exist', () => {
  const guide = readFileSync(join(root, 'web/docs/guides/articles.md'), 'utf8');
  const [, names] = guide.match(/^\| `src` \| `([^`]*)`/m);
  assert.deepEqual(
    names.split(' '),
    scenes.map(({ id }) => id),
  );
});

test('the README counts the scenes of the demo page and those of the package', async () => {
  const [, page, own] = text.match(/the demo page with (\d+) scenes, (\d+) of them in `impulse2d\/scenes`/);
  assert.deepEqual([Number(page), Number(own)], [(await allScenes()).length, scenes.length]);
});

test('a preset has the same label in the element, on the page, in the README and in the guide', () => {
  const labelsOf = (file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/^  (softStep|umbra|ftPhysics|fx2d|wedekind): '([^']+)',$/gm),
  ];
  const page = labelsOf('web/app/solvers.ts').map(([, name, label]) => [name, label]);
  assert.equal(page.length, 5);
  assert.deepEqual(
    labelsOf('bindings/ts/src/element/toolbar.ts').map(([, name, label]) => [name, label]),
    page,
  );
  const guide = readFileSync(join(root, 'web/docs/guides/solvers.md'), 'utf8');
  for (const [name, label] of page) {
    assert.ok(guide.includes(`**${label}.**`), label);
    if (name !== 'softStep') assert.ok(text.includes(`"${label}"`), label);
  }
});

test('the README counts the scenes of the demo page', () => {
  const own = readFileSync(join(root, 'web/scenes/index.ts'), 'utf8')
    .match(/\.\.\.group\.scenes, ([\w, ]+)\]/)[1]
    .split(',');
  assert.match(text, new RegExp(`demo page with ${scenes.length + own.length} scenes`));
});

test('the README is short, and moves within its first screen', () => {
  const lines = text.split('\n');
  assert.ok(lines.length <= 220, `${lines.length} lines`);
  assert.ok(lines.findIndex((line) => /!\[[^\]]+\]\([^)]*\.svg\)/.test(line)) < 10);
});
