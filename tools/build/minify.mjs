// Making the download small: what esbuild leaves of JavaScript, Emscripten's glue, and the engine as text.
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
