// Every link of every page that `npm start` serves leads to a file that is there, and to an anchor in it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { build } from '../../tools/paths.mjs';

const site = join(build, 'site');
const pages = readdirSync(site, { recursive: true })
  .filter((name) => name.endsWith('.html'))
  .map((name) => join(site, name));
const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8').replace(/<!--[^]*?-->/g, '')]));
const idsOf = new Map(
  [...texts].map(([page, text]) => [page, [...text.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id)]),
);

let followed = 0;
const broken = [];
for (const [page, text] of texts) {
  const links = [...text.matchAll(/<[\w-]+\b[^>]*?\b(?:href|src)="([^"]*)"/g)].map(([, to]) => to);
  for (const to of links) {
    // A scene of the package is a name, not an address.
    if (/^(https?:|data:|mailto:)/.test(to) || /^\w+$/.test(to)) continue;
    followed++;
    const [path, anchor] = to.split('#');
    let target = path === '' ? page : path.startsWith('/') ? join(site, path) : join(dirname(page), path);
    if (existsSync(target) && statSync(target).isDirectory()) target = join(target, 'index.html');
    if (!existsSync(target)) broken.push(`${relative(site, page)}: ${to}`);
    // What follows # on the demo page are settings.
    else if (
      anchor &&
      target !== join(site, 'index.html') &&
      idsOf.has(target) &&
      !/=/.test(anchor) &&
      !idsOf.get(target).includes(decodeURIComponent(anchor))
    )
      broken.push(`${relative(site, page)}: ${to}: no such anchor`);
  }
}

test('there are pages and links', () =>
  assert.ok(pages.length > 30 && followed > 1000, `${pages.length}, ${followed}`));
test('every link leads somewhere', () => assert.deepEqual(broken, []));
test('no two elements of a page have one id', () => {
  for (const [page, ids] of idsOf) {
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    assert.deepEqual(twice, [], relative(site, page));
  }
});
test('the pages of the documentation have nothing inline that a policy would forbid', () => {
  for (const [page, text] of texts) {
    if (!relative(site, page).startsWith('docs/')) continue;
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style|\sstyle="|\son\w+="/, relative(site, page));
  }
});

test('the search finds a section by what people call it', async () => {
  const { default: MiniSearch } = await import('minisearch');
  const { kOptions, kRanking } = await import('../../web/docs/search_options.js');
  const index = MiniSearch.loadJSON(readFileSync(join(site, 'docs/search.json'), 'utf8'), kOptions);
  for (const [words, address] of [
    ['interpolation', 'loop.html#'],
    ['timestep', 'loop.html#'],
    ['CSP', 'hosts.html#content-security-policy'],
    ['deterministic', 'state.html#'],
    ['multiplayer', 'state.html#multiplayer-predict-compare-resimulate'],
    ['prediction', 'state.html#multiplayer-predict-compare-resimulate'],
    ['tunneling', 'collisions.html#fast-bodies-and-tunnelling'],
    ['trigger', 'collisions.html#sensors-triggers'],
    ['tilemap', 'characters.html#tile-maps'],
    ['embed', 'articles.html#'],
    ['serialize', 'state.html#'],
    ['dispose', 'index.html#hello-world'],
    ['breakable', 'joints.html#'],
    ['webworker', 'hosts.html#workers'],
    ['cdn', 'index.html#with-a-script-tag'],
    ['license', 'index.html#install'],
    ['top-down', 'recipes.html#top-down-games'],
    ['mouse joint', 'joints.html#target-dragging-mouse-joint'],
    ['moving platform', 'shapes.html#three-types-of-body'],
    ['drag', 'shapes.html#damping-drag'],
    ['friction cone', '../lessons/friction-cone.html'],
    ['slop', '../lessons/warm-starting.html#why-slop'],
  ]) {
    const found = index.search(words, kRanking);
    const first = found.slice(0, 4).map(({ url }) => url);
    assert.ok(
      first.some((url) => url.startsWith(address)),
      `${words}: ${first.join(' ')}`,
    );
  }
  // Every place that it can lead to is there.
  for (const { url } of index.search(MiniSearch.wildcard).filter(({ url }) => url.startsWith('../'))) {
    const [path, id] = url.split('#');
    const page = readFileSync(join(site, 'docs', path), 'utf8');
    assert.ok(!id || page.includes(` id="${id}"`), url);
  }
  const short = index.search('warm', kRanking).map(({ title }) => title);
  assert.ok(
    short.length > 0 && !short.some((title) => /wasm/i.test(title)),
    `short words are taken as typed: ${short}`,
  );
});
