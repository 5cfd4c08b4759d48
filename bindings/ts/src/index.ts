import { load } from './load.js';
import { readEngine } from './read_engine.js';
import { unpackEngine } from './unpack.js';

export * from './public.js';

/**
 * Loads the engine, which is contained in this module: nothing is fetched. Where Node runs, it is read from
 * `engine.wasm` beside this module if that is there, which is faster. Call and await it once before anything else.
 * Further calls, also concurrent ones, share the load.
 *
 * Throws `WASM_LOAD_FAILED` if WebAssembly with SIMD is missing or forbidden. After an error it may be called again.
 */
export function init(): Promise<void> {
  return load(async () => WebAssembly.compile(readEngine() ?? unpackEngine()));
}
