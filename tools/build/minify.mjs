// Making the download small: what esbuild leaves of JavaScript, Emscripten's glue, and the engine as text.
import { minify as terser } from 'terser';

// An uncaught error shows the line that threw it: without a bound that is the whole package, engine included.
const kLongestLine = 1000;

/**
 * esbuild turns the classes of a bundle into `var World = class {…}`, whose name would go with the variable's. Named
 * again, they are what `console.log` and stack traces show. Columns stay, but in the line of the name.
 */
function nameClasses(code) {
  const aliases = [];
  const named = code.replace(/\b(([A-Z]\w*) = class)(?: (_\w+))?(?= extends | \{)/g, (_, head, name, alias) => {
    if (alias) aliases.push([alias, name]);
    return `${head} ${name}`;
  });
  return aliases.reduce(
    (text, [alias, name]) => text.replace(new RegExp(`\\b${alias}\\b`, 'g'), name.padStart(alias.length)),
    named,
  );
}

/**
 * The same program in less text: 7 % below esbuild's own minification after gzip. What is said to bundlers stays, and
 * so do the names of classes. `map` is the source map of `code`; returns `{ code, map }`.
 */
export async function minify(code, { module = true, map, file } = {}) {
  // Plain ASCII, as one other character has V8 read the whole text, engine included, in two bytes a character: 2 ms of
  // an import.
  const format = { comments: /@vite-ignore|webpackIgnore/, max_line_len: kLongestLine, ascii_only: true };
  const sourceMap = map && { content: map, filename: file, url: `${file}.map`, includeSources: true };
  const options = { module, ecma: 2022, compress: { passes: 3 }, keep_classnames: true, format, sourceMap };
  return terser(nameClasses(code), options);
}

/**
 * Emscripten's module without its ways to find and fetch engine.wasm, as the facade always hands the engine over. Left
 * in, they cost half a kilobyte, and bundlers that read `import.meta.url` would look for the file.
 */
export function trimGlue(source) {
  return source
    .replaceAll('import.meta.url', '"file:///"')
    .replace(/if\(Module\["instantiateWasm"\]\)\{try\{(return Module\["instantiateWasm"\]\([^)]*\))\}/, '$1;{try{}');
}
