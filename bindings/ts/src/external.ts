// `impulse2d/external`: the same package without the engine inside; you say where engine.wasm is.

import { invalid } from './errors.js';
import { load } from './load.js';

export * from './public.js';

/** What {@link init} takes. */
export interface InitOptions {
  /**
   * The engine, `impulse2d/engine.wasm`: where it is, the response that brings it, its bytes, or the compiled module.
   * Default: `engine.wasm` beside this file.
   */
  wasm?: URL | string | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

interface NodeFiles {
  readFileSync(file: URL): Uint8Array<ArrayBuffer>;
}
// Node's fetch reads no files. Asking for the built-in this way leaves nothing for a bundler to look for.
const node = (globalThis as { process?: { getBuiltinModule?(name: 'node:fs'): NodeFiles } }).process;

async function compile(wasm: NonNullable<InitOptions['wasm']>): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm as BufferSource);
  if (wasm instanceof URL && wasm.protocol === 'file:' && node?.getBuiltinModule) {
    return WebAssembly.compile(node.getBuiltinModule('node:fs').readFileSync(wasm));
  }
  if (wasm instanceof URL || typeof wasm === 'string') return compileResponse(await fetch(wasm));
  const response = await wasm;
  if (response instanceof Response) return compileResponse(response);
  throw invalid('wasm', wasm, 'a URL, a Response, bytes or a WebAssembly.Module');
}

/**
 * Loads the engine. Call and await it once before anything else; further calls, also concurrent ones, share the first one's
 * load, whatever they pass.
 *
 * Throws `WASM_LOAD_FAILED` where it cannot be had or compiled, and `INVALID_ARGUMENT` where `wasm` is none of the accepted
 * things; then it may be called again.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(() => compile(options.wasm ?? new URL('./engine.wasm', import.meta.url)));
}
