// Making the download small: what esbuild leaves of JavaScript, Emscripten's glue, and the engine as text.
import { promisify } from 'node:util';
import { minify as terser } from 'terser';

// An uncaught error shows the line that threw it: without a bound that is the whole package, engine included.
const kLongestLine = 1000;

/** The same program in less text: 7 % below esbuild's own minification after gzip. What is said to bundlers stays. */
export async function minify(code, { module = true } = {}) {
  const format = { comments: /@vite-ignore|webpackIgnore/, max_line_len: kLongestLine };
  const options = { module, ecma: 2022, compress: { passes: 3 }, format };
  return (await terser(code, options)).code;
}

/**
 * Emscripten's module without its ways to find and fetch engine.wasm, as the facade always hands the engine over. Left in, they
 * cost half a kilobyte, and bundlers that read `import.meta.url` would look for the file.
 */
export function trimGlue(source) {
  return source
    .replaceAll('import.meta.url', '"file:///"')
    .replace(/if\(Module\["instantiateWasm"\]\)\{try\{(return Module\["instantiateWasm"\]\([^)]*\))\}/, '$1;{try{}');
}

/** Zopfli's module would answer each error of this process with its own text and an abort; it has no business with them. */
async function loadZopfli() {
  const events = ['uncaughtException', 'unhandledRejection'];
  const before = events.map((event) => process.listeners(event));
  const { default: zopfli } = await import('@gfx/zopfli');
  const gzip = promisify(zopfli.gzip);
  await gzip(new Uint8Array(1), {}); // it registers with its first work
  events.forEach((event, i) => {
    for (const listener of process.listeners(event)) if (!before[i].includes(listener)) process.off(event, listener);
  });
  return gzip;
}

/**
 * gzip by the search of Zopfli, 5 % below zlib's best, in a second; any gunzip reads it. Its effort is fixed, not its time, so the
 * same bytes come out each time.
 */
export async function gzipBest(bytes) {
  const gzip = await loadZopfli();
  return gzip(bytes, { numiterations: 15 });
}
