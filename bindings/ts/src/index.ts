import { load } from './load.js';
import { unpackEngine } from './unpack.js';

export * from './public.js';

/**
 * Loads the engine, which is inside this module: nothing is fetched. Call and await it once before anything else;
 * further calls, also concurrent ones, share the one load.
 *
 * Throws `WASM_LOAD_FAILED` where WebAssembly with SIMD is missing or forbidden; then it may be called again.
 */
export function init(): Promise<void> {
  return load(async () => WebAssembly.compile(unpackEngine()));
}
