// What a registry, TypeScript and people are told of the package: types for every way to resolve it, and what
// publishing would send.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { brokenLinks } from '../../tools/check-prose.mjs';
import { consumer, root } from './consumer.mjs';

let project;
before(() => {
  project = consumer({ install: false });
});
after(() => project?.remove());

test('the types are right for every entry, by every way to resolve it', async () => {
  const tarball = new Uint8Array(readFileSync(project.tarball));
  const { problems, types } = await checkPackage(createPackageFromTarballData(tarball), {
    // A file of WebAssembly has no types.
    excludeEntrypoints: ['./engine.wasm'],
  });
  assert.ok(types);
  assert.deepEqual(problems, []);
});

test('publishing would send the package as it is, without a word', () => {
  const printed = execFileSync('npm', ['publish', '--dry-run', '--ignore-scripts', '--json', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = JSON.parse(printed);
  const { name, version, files } = said.name ? said : Object.values(said)[0];
  assert.deepEqual([name, version], [project.manifest.name, project.manifest.version]);
  assert.deepEqual(files.map(({ path }) => path).sort(), [...project.files].sort());
});

test('the links of its Markdown lead to what it brings', () => {
  const texts = project.files.filter((name) => name.endsWith('.md'));
  assert.ok(texts.length >= 18, `${texts}`);
  for (const name of texts) {
    // From the folder of the file, also for guides, which the documentation has as pages of the folder above.
    const file = join(project.installed, name).replace(/[^/]+$/, './$&');
    // README says of two that they are in the source.
    const text = readFileSync(file, 'utf8').replace(/\]\([\w/]+\.md\), in the source/g, ']');
    assert.deepEqual(brokenLinks(file, text, project.installed), [], name);
  }
});

test('the moving picture of the README is small, and still for those who ask for less motion', () => {
  const svg = readFileSync(`${root}/web/assets/hello.svg`, 'utf8');
  assert.ok(svg.length < 60_000, `${svg.length} bytes`);
  assert.ok(svg.match(/@keyframes/g).length > 20);
  assert.match(svg, /prefers-reduced-motion:reduce\)\{g\{animation:none/);
  assert.doesNotMatch(svg, /<script|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
});

test('it brings its papers, types and source maps, and says what it is for', () => {
  for (const name of [
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'SECURITY.md',
    'CITATION.cff',
    'dist/index.d.ts',
    'dist/index.js.map',
  ])
    assert.ok(project.files.includes(name), name);
  const { keywords, license, description, version } = project.manifest;
  assert.equal(license, 'MIT');
  assert.ok(keywords.length >= 10 && new Set(keywords).size === keywords.length);
  assert.ok(description.length > 40 && description.length < 200);
  // The version stands in three more places.
  assert.match(readFileSync(`${root}/CITATION.cff`, 'utf8'), new RegExp(`^version: ${version}$`, 'm'));
  assert.match(readFileSync(`${root}/CHANGELOG.md`, 'utf8'), new RegExp(`^## \\[${version}\\]`, 'm'));
  assert.match(readFileSync(`${root}/bindings/ts/src/public.ts`, 'utf8'), new RegExp(`version = '${version}'`));
});
