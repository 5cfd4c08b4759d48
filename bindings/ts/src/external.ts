// `impulse2d/external`: the same package without the engine inside. The caller passes the address of engine.wasm.

import { PhysicsError, invalid } from './errors.js';
import type { Bytes, CompiledModule, HostResponse, HostURL } from './hosts.js';
import { load } from './load.js';
import { nodeFiles } from './node_files.js';
import { keys } from './validate.js';

export * from './public.js';

/** The argument of {@link init}. */
export interface InitOptions {
  /**
   * The engine (`impulse2d/engine.wasm`): its address, a response with the file, its bytes, or the compiled module.
   * Default: `engine.wasm` beside this file.
   */
  wasm?: HostURL | string | HostResponse | PromiseLike<HostResponse> | Bytes | CompiledModule;
}

const kFile = 'impulse2d/engine.wasm';

/** The engine did not come: that is a matter of where it lies, and not of what the host can run. */
function notFound(why: string, cause?: unknown): PhysicsError {
  return new PhysicsError(
    'WASM_LOAD_FAILED',
    `engine.wasm could not be loaded: ${why}. Pass init({ wasm: url }) with its address: with Vite \`import url from '${kFile}?url'\`, elsewhere that of a copy of ${kFile}`,
    { path: 'wasm', expected: 'where engine.wasm is', cause },
  );
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) throw notFound(`${response.url} answered ${response.status}`);
  // What a development server sends for any address that it does not know.
  if (type.startsWith('text/html')) throw notFound(`${response.url} answered with a page`);
  return type.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The response from an address, or the bytes of a file where Node runs. */
async function fetched(wasm: URL | string): Promise<Response | Uint8Array<ArrayBuffer>> {
  try {
    const files = wasm instanceof URL && wasm.protocol === 'file:' && nodeFiles(); // Node's fetch reads none
    return files ? files.readFileSync(wasm) : await fetch(wasm);
  } catch (cause) {
    throw notFound(`${String(wasm)}: ${(cause as Error).message}`, cause);
  }
}

function besideThis(): URL {
  try {
    return new URL('./engine.wasm', import.meta.url);
  } catch (cause) {
    throw notFound('this script does not know its own address', cause);
  }
}

async function compile(given: InitOptions['wasm']): Promise<WebAssembly.Module> {
  const wasm: unknown = given ?? besideThis();
  if (wasm instanceof WebAssembly.Module) return wasm;
  const source = wasm instanceof URL || typeof wasm === 'string' ? await fetched(wasm) : await wasm;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  if (typeof Response === 'function' && source instanceof Response) return compileResponse(source);
  throw invalid('wasm', given, 'a URL, a Response, bytes or a WebAssembly.Module');
}

/**
 * Loads the engine. Call and await it once before anything else. Further calls, also concurrent ones, share the load of
 * the first one, whatever they pass.
 *
 * Throws `WASM_LOAD_FAILED` if the engine cannot be fetched or compiled, and `INVALID_ARGUMENT` if `wasm` is not an
 * accepted value. After an error it may be called again.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return load(async () => {
    keys(options, '', ['wasm']);
    return compile(options.wasm);
  });
}
