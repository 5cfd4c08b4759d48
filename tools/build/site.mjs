// The demo page: web/ as it stands, with the TypeScript that its pages load bundled to where they expect it.
import * as esbuild from 'esbuild';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, dist, root } from '../paths.mjs';
import { run } from '../process.mjs';
import { minify } from './minify.mjs';
import { writePictures } from './scene_pictures.mjs';
import { writeSources } from './scene_sources.mjs';

const web = join(root, 'web');
const kCopied = new Set(['.html', '.css', '.svg', '.png', '.ico', '.json', '.webmanifest', '.woff2', '.txt']);

export const site = join(build, 'site');
// Modules that no page names: edited scenes import the one, the other hands them over.
const kLoadedByUrl = ['app/runtime.ts', 'edited.ts'];

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** The sources behind the `<script type="module" src="….js">` of a page. */
function scriptsOf(page) {
  const tags = readFileSync(page, 'utf8').match(/<script\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => /type="module"/.test(tag))
    .map((tag) => tag.match(/src="([^":]+)\.js"/)?.[1])
    .filter(Boolean)
    .map((name) => (name.startsWith('/') ? join(web, name) : join(dirname(page), name)))
    .map((path) => (existsSync(`${path}.ts`) ? `${path}.ts` : `${path}.js`));
}

/** The pages use the package as their readers would, by its own exports; what a page does not use is left out. */
export const ownPackage = {
  name: 'own-package',
  setup({ onResolve }) {
    const { name, exports, sideEffects } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    onResolve({ filter: new RegExp(`^${name}(/|$)`) }, ({ path }) => {
      const entry = exports[`.${path.slice(name.length)}`];
      if (!entry) return { errors: [{ text: `${path} is no entry of the package` }] };
      const file = entry.default ?? entry;
      return { path: join(root, file), sideEffects: sideEffects.includes(file) };
    });
    onResolve({ filter: /^\.\// }, ({ path, resolveDir }) =>
      resolveDir === dist
        ? { path: join(dist, path), sideEffects: sideEffects.includes(`./dist/${path.slice(2)}`) }
        : undefined,
    );
  },
};

// One file for all pages, so that a reader who goes from one to the next has it already.
const kEngine = 'impulse2d.js';
const fromChunks = `../${kEngine}`;

/** Keeps the engine apart: its address is that from a folder of the site, which `placeEngine` corrects elsewhere. */
const engineApart = {
  name: 'engine-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^(impulse2d|\.\/index\.js)$/ }, ({ path, resolveDir }) =>
      path === 'impulse2d' || resolveDir === dist ? { path: fromChunks, external: true } : undefined,
    );
  },
};

const kNotUsed = 'scenes that the demo page does not take from here';

/**
 * The demo page begins with one scene, `#scenes/walker`, by itself; the package has all of them in one module. Of
 * `impulse2d/element` the page takes what its own stage is made of, and no element: the bundler would load all scenes
 * with it nevertheless.
 */
const openingScene = {
  name: 'opening-scene',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#scenes\/\w+$/ }, ({ path }) => ({
      path: join(root, `bindings/ts/src/${path.slice(1)}.ts`),
    }));
    onResolve({ filter: /^\.\/scenes\.js$/ }, ({ importer }) =>
      importer === join(dist, 'element.js') ? { path: kNotUsed, namespace: 'not-used', sideEffects: false } : undefined,
    );
    onLoad({ filter: /./, namespace: 'not-used' }, () => ({ contents: `export const scenes = '${kNotUsed}';` }));
  },
};

/** Of a page without preformatted text: 140 bytes of the first load, as gzip. */
function removeIndentation(page) {
  const html = readFileSync(page, 'utf8');
  if (!/<(pre|textarea)\b[^>]*>(?!<\/)/.test(html)) writeFileSync(page, html.replace(/^\s+/gm, ''));
}

function placeEngine(outputs) {
  cpSync(join(dist, 'index.js'), join(site, kEngine));
  for (const file of Object.keys(outputs).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(file, 'utf8');
    if (code.includes(kNotUsed)) throw new Error(`${file} has an element on the demo page, which needs the scenes`);
    const address = relative(dirname(resolve(file)), join(site, kEngine)).replaceAll('\\', '/');
    if (address === fromChunks) continue;
    writeFileSync(file, code.replaceAll(`"${fromChunks}"`, `"${address.startsWith('.') ? address : `./${address}`}"`));
  }
}

/** The same scripts in less text: a first load is measured in bytes. */
async function shorten(outputs) {
  for (const path of Object.keys(outputs).filter((name) => name.endsWith('.js'))) {
    const map = readFileSync(`${path}.map`, 'utf8');
    const small = await minify(readFileSync(path, 'utf8'), { map, file: basename(path) });
    writeFileSync(path, small.code);
    writeFileSync(`${path}.map`, small.map);
  }
}

/** The scripts of an example as they are written, main.js first: what its page calls the source. */
function sourceOf(folder) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  scripts.sort((a, b) => (b === 'main.js') - (a === 'main.js') || (a < b ? -1 : 1));
  return scripts
    .map((name) => `// ${basename(folder)}/${name}\n\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n\n');
}

/** The page's scenes, run in Node on the package as it was just built. */
async function scenesOfPage() {
  const outfile = join(build, 'generated/page-scenes.mjs');
  const inDist = {
    name: 'in-dist',
    setup({ onResolve }) {
      onResolve({ filter: /^impulse2d(\/|$)/ }, ({ path }) => {
        const file = path === 'impulse2d' ? 'index.js' : `${path.slice('impulse2d/'.length)}.js`;
        return { path: pathToFileURL(join(dist, file)).href, external: true };
      });
    },
  };
  const entryPoints = [join(web, 'scenes/index.ts')];
  await esbuild.build({ entryPoints, outfile, bundle: true, format: 'esm', logLevel: 'warning', plugins: [inDist] });
  return (await import(`${pathToFileURL(outfile).href}?${Date.now()}`)).scenes;
}

/** What the picker and the source panel load when they are opened: a picture and the code of each scene. */
async function writeScenes() {
  const entry = (name) => import(pathToFileURL(join(dist, `${name}.js`)).href);
  const scenes = await scenesOfPage();
  await writePictures(join(site, 'thumbs'), scenes, await entry('index'), await entry('draw'), await entry('scenes'));
  const ids = await writeSources(join(site, 'scenes'), [join(root, 'bindings/ts/src/scenes'), join(web, 'scenes')]);
  const missing = scenes.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
  if (missing.length) throw new Error(`no code was found of the scenes ${missing.join(', ')}`);
}

export async function buildSite() {
  if (!existsSync(join(web, 'index.html'))) {
    console.log('web/index.html is not there; no page is built');
    return;
  }
  console.log('building the demo page');
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  const all = files(web);
  for (const file of all.filter((name) => kCopied.has(extname(name)) && !/tsconfig\.json$/.test(name))) {
    cpSync(file, join(site, relative(web, file)));
    if (file.endsWith('.html')) removeIndentation(join(site, relative(web, file)));
  }
  for (const main of all.filter((name) => basename(name) === 'main.js')) {
    const folder = dirname(main);
    writeFileSync(join(site, relative(web, folder), 'source.txt'), sourceOf(folder));
  }
  if (existsSync(join(web, 'tsconfig.json'))) {
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', web, '--noEmit']);
  }
  // The styles of a page may be one file that imports others.
  const styles = all.filter((name) => name.endsWith('.css') && dirname(name) === join(web, 'css'));
  await esbuild.build({
    entryPoints: styles,
    outdir: join(site, 'css'),
    bundle: true,
    minify: true,
    logLevel: 'warning',
  });
  const pages = all.filter((name) => name.endsWith('.html'));
  const scripts = new Set([...pages.flatMap(scriptsOf), ...kLoadedByUrl.map((path) => join(web, path))]);
  // A module that pages share is in one piece, with all that any of them uses. So the demo page has its own pieces.
  const home = ['app/main.ts', 'app/runtime.ts'].map((path) => join(web, path));
  const others = [...scripts].filter((path) => !home.includes(path));
  for (const [entryPoints, plugins] of [
    [home, [engineApart, openingScene, ownPackage]],
    [others, [engineApart, ownPackage]],
  ]) {
    const { metafile } = await esbuild.build({
      entryPoints,
      outdir: site,
      outbase: web,
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      minify: true,
      sourcemap: true,
      metafile: true,
      chunkNames: 'chunks/[name]-[hash]',
      logLevel: 'warning',
      plugins,
    });
    placeEngine(metafile.outputs);
    if (entryPoints === home) await shorten(metafile.outputs);
  }
  await writeScenes();
}
