// The package: one self-contained ES module an entry, a global script, the bare engine, and the typings.
import * as esbuild from 'esbuild';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, dist, root } from '../paths.mjs';
import { SetupError, run } from '../process.mjs';
import { checkLayout } from './layout.mjs';
import { minify, trimGlue } from './minify.mjs';
import { orderFunctions, withoutCustom } from './order_functions.mjs';
import { pack } from './pack.mjs';

const source = join(root, 'bindings/ts/src');
const linked = join(build, 'wasm/engine.wasm');
const glue = join(build, 'wasm/engine.mjs');
const decoder = join(build, 'wasm/unpack.wasm');
const packer = join(build, 'wasm/note.wasm');
const payload = join(build, 'generated/engine-wasm.js');

// Entries that stand on others import those, so that a page that uses both has one engine.
const kEntries = [
  { name: 'index', apart: [] },
  { name: 'external', apart: [] },
  { name: 'draw', apart: ['index'] },
  { name: 'scenes', apart: ['index'] },
  { name: 'element', apart: ['index', 'draw', 'scenes', 'element-solver', 'element-collision'] },
  { name: 'element-solver', apart: [] }, // takes only types of the others
  { name: 'element-collision', apart: [] }, // likewise
  { name: 'element-define', apart: ['element'] },
];

// For hosts that cannot `require()` an ES module, such as Jest without flags: the same entries again, in a folder of
// their own, where package.json says that .js and .d.ts are CommonJS. What can load an ES module either way never sees
// them.
const commonJs = join(dist, 'cjs');

// For a plain script tag: one file with all in it, the engine too.
const kScripts = [
  { entry: 'index', name: 'impulse2d.global' },
  { entry: 'element-global', name: 'impulse2d.element.global', apart: ['element-solver', 'element-collision'] },
  { entry: 'element-views-global', name: 'impulse2d.views.global', global: 'impulse2dViews' },
];

/** By which bindings/ts/src/read_engine.ts knows the engine of its build. */
function sumOf(wasm) {
  let sum = 0;
  for (let i = 0; i < wasm.length; i += 61) sum = (31 * sum + wasm[i]) | 0;
  return sum;
}

/** The engine as text. Gzip on the wire takes away what base64 adds, but for half a percent. */
function writePayload(wasm) {
  mkdirSync(join(build, 'generated'), { recursive: true });
  const unpacker = withoutCustom(readFileSync(decoder));
  const text = (bytes) => `'${Buffer.from(bytes).toString('base64')}'`;
  writeFileSync(
    payload,
    `export const unpacker = ${text(unpacker)};
export const packedSize = ${wasm.length};
export const engineSum = ${sumOf(wasm)};
export const packedEngine = ${text(pack({ packer: readFileSync(packer), decoder: unpacker }, wasm))};
`,
  );
}

/** `#engine-glue` is Emscripten's module, `#engine-wasm` the engine as text. */
const engine = {
  name: 'engine',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#engine-glue$/ }, () => ({ path: glue }));
    onResolve({ filter: /^#engine-wasm$/ }, () => ({ path: payload }));
    onLoad({ filter: /[\\/]engine\.mjs$/ }, () => ({ contents: trimGlue(readFileSync(glue, 'utf8')), loader: 'js' }));
  },
};

/** The style sheets in the sources without their white space: the minifiers leave strings as they are. */
const sheets = {
  name: 'sheets',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /(?<=const kSheet = `)[^`]+/,
        (css) => esbuild.transformSync(css, { loader: 'css', minifyWhitespace: true }).code,
      ),
      loader: 'ts',
    }));
  },
};

function keptApart(names) {
  return {
    name: 'kept-apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.(js|ts)$/ }, ({ path, resolveDir, kind }) => {
        const name = names.find((entry) => join(resolveDir, path.slice(0, -3)) === join(source, entry));
        return name && kind !== 'entry-point' ? { path: `./${name}.js`, external: true } : undefined;
      });
    },
  };
}

/** A source map with the TypeScript in it, and without the engine. */
function ownSources(json) {
  const map = JSON.parse(json);
  map.sources.forEach((name, i) => {
    if (!/\.ts$/.test(name)) map.sourcesContent[i] = '// generated\n';
  });
  return JSON.stringify({ ...map, sources: map.sources.map((name) => `impulse2d/${basename(name)}`) });
}

/** `external.js` finds engine.wasm beside the ES module. */
const ownUrl = {
  define: { 'import.meta.url': 'ownUrl' },
  banner: {
    js: "const ownUrl = require('node:url').pathToFileURL(require('node:path').dirname(__dirname) + '/cjs').href;",
  },
};

/**
 * A plain script from another host without `crossorigin` has no address of its own for what it imports. It takes that
 * of its tag; in a worker there is no tag.
 */
function besideItsTag(code) {
  const imports = /import\("\.\/(element-\w+)\.js"\)/g;
  if (!imports.test(code)) return code;
  const address = 'const ownScript = globalThis.document?.currentScript?.src;';
  return code
    .replace(/^(.*\(\(\) => \{)$/m, `$1${address}`)
    .replace(imports, 'import(ownScript ? new URL("./$1.js", ownScript).href : "./$1.js")');
}

/** The declarations once more: TypeScript takes those beside an ES module for those of one. */
function copyTypes() {
  for (const name of readdirSync(dist, { recursive: true }).filter((file) => /\.d\.ts$/.test(file)))
    cpSync(join(dist, name), join(commonJs, name));
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Bundles one entry into dist/. */
async function bundle({ outfile, ...options }) {
  const { outputFiles } = await esbuild.build({
    // White space is left to the second minifier: with it esbuild would drop what is said to bundlers.
    bundle: true,
    minifySyntax: true,
    target: 'es2022',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'warning',
    charset: 'utf8',
    sourcemap: 'external',
    ...options,
    outfile,
    write: false,
  });
  const [map, code] = ['.map', '.js'].map((end) => outputFiles.find(({ path }) => path.endsWith(end)).text);
  const small = await minify(options.format === 'iife' ? besideItsTag(code) : code, {
    module: options.format !== 'iife',
    map: ownSources(map),
    file: basename(outfile),
  });
  writeFileSync(outfile, small.code);
  if (small.map) writeFileSync(`${outfile}.map`, small.map);
}

export async function buildPackage() {
  console.log('building the package');
  await checkLayout();
  const entries = kEntries.filter(({ name }) => existsSync(join(source, `${name}.ts`)));
  if (!entries.some(({ name }) => name === 'index')) throw new SetupError('bindings/ts/src/index.ts is not there.');
  const wasm = orderFunctions(readFileSync(linked));
  writePayload(wasm);
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) rmSync(join(dist, name), { recursive: true });
  mkdirSync(commonJs);

  await Promise.all([
    ...entries.map(({ name, apart }) =>
      bundle({
        format: 'esm',
        entryPoints: [join(source, `${name}.ts`)],
        outfile: join(dist, `${name}.js`),
        plugins: [engine, sheets, keptApart(apart)],
      }),
    ),
    ...entries.map(({ name, apart }) =>
      bundle({
        format: 'cjs',
        entryPoints: [join(source, `${name}.ts`)],
        outfile: join(commonJs, `${name}.js`),
        plugins: [engine, sheets, keptApart(apart)],
        ...(name === 'external' ? ownUrl : {}),
      }),
    ),
    ...kScripts.map(({ entry, name, global = 'impulse2d', apart = [] }) =>
      bundle({
        format: 'iife',
        globalName: global,
        entryPoints: [join(source, `${entry}.ts`)],
        outfile: join(dist, `${name}.js`),
        plugins: [engine, sheets, keptApart(apart)], // those apart are loaded when they are needed
      }),
    ),
  ]);
  writeFileSync(join(dist, 'engine.wasm'), wasm);
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'bindings/ts')]);
  copyTypes();
}
