import { wasmGzipBase64 } from '#engine-wasm';
import { load } from './load.js';

export * from './public.js';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function compile(): Promise<WebAssembly.Module> {
  const packed = new Blob([bytesOf(wasmGzipBase64)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/**
 * Loads the engine, which is inside this module: nothing is fetched. Call and await it once before anything else; further
 * calls, also concurrent ones, share the one load.
 *
 * Throws `WASM_LOAD_FAILED` where WebAssembly with SIMD is missing or forbidden; then it may be called again.
 */
export function init(): Promise<void> {
  return load(compile);
}
