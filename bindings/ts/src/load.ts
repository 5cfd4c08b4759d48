// From bytes to a running engine, once.

import createEngine from '#engine-glue';
import { PhysicsError } from './errors.js';
import { abandon, setNative, type NativeModule } from './native.js';

let loading: Promise<void> | undefined;

function loadFailed(cause: unknown): PhysicsError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PhysicsError(
    'WASM_LOAD_FAILED',
    `the engine could not be loaded: ${why}. It needs WebAssembly with SIMD, and under a content security policy 'wasm-unsafe-eval'`,
    { path: 'init', expected: 'WebAssembly with SIMD', cause },
  );
}

function onAbort(reason: unknown): never {
  const text = String(reason);
  const memory = /memory|oom/i.test(text);
  throw abandon(
    new PhysicsError(memory ? 'OUT_OF_MEMORY' : 'ABORTED', `the engine stopped: ${text}. Load the page again`, { cause: reason }),
  );
}

function instantiate(module: WebAssembly.Module): Promise<NativeModule> {
  return new Promise((resolve, reject) => {
    createEngine({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then(receive, reject);
        return {}; // the exports come later
      },
      onAbort,
    }).then((module) => resolve(module as NativeModule), reject);
  });
}

/** @internal Runs `compile` once, however often and concurrently it is called; after a failure it may be tried again. */
export function load(compile: () => Promise<WebAssembly.Module>): Promise<void> {
  loading ??= (async () => {
    try {
      setNative(await instantiate(await compile()));
    } catch (cause) {
      loading = undefined;
      throw cause instanceof PhysicsError ? cause : loadFailed(cause);
    }
  })();
  return loading;
}
