// From bytes to a running engine, once.

import createEngine from '#engine-glue';
import { PhysicsError } from './errors.js';
import { ask } from './hooks.js';
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

function stopped(why: string, cause: unknown): PhysicsError {
  const code = /memory|oom/i.test(why) ? 'OUT_OF_MEMORY' : 'ABORTED';
  return abandon(new PhysicsError(code, `the engine stopped: ${why}. Load the page again`, { cause }));
}

/** Whatever call the engine traps in, the caller is told so in this package's words, and all later callers too. */
function guarded(module: Record<string, unknown>): NativeModule {
  for (const [name, call] of Object.entries(module)) {
    if (typeof call !== 'function') continue;
    module[name] = (...args: number[]): unknown => {
      try {
        return call(...args);
      } catch (error) {
        throw error instanceof WebAssembly.RuntimeError ? stopped(error.message, error) : error;
      }
    };
  }
  return module as unknown as NativeModule;
}

function instantiate(module: WebAssembly.Module): Promise<NativeModule> {
  return new Promise((resolve, reject) => {
    createEngine({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then(receive, reject);
        return {}; // the exports come later
      },
      onAbort(reason) {
        throw stopped(String(reason), reason);
      },
    }).then((module) => resolve(Object.assign(guarded(module as Record<string, unknown>), { ask })), reject);
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
