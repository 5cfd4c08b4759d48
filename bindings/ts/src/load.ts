// Loads the engine from its bytes, once.

import createEngine from '#engine-glue';
import { PhysicsError, destroyed } from './errors.js';
import { ask } from './hooks.js';
import { abandon, lost, outOfMemory, setNative, type NativeModule } from './native.js';

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
  return abandon(
    new PhysicsError('ABORTED', `the engine stopped: ${why || 'no reason given'}. Load the page again`, { cause }),
  );
}

/**
 * Addresses of worlds by handle. A handle is never used again, so that the handle of a destroyed world finds
 * nothing.
 */
const addresses = new Map<number, number>();
/** Handles by address, for callbacks of the engine in the middle of a step. */
const handles = new Map<number, number>();
// Handle and address of the world that was last called: nearly always the one that is called next.
let recent = 0;
let recentAddress = 0;
function forget(handle: number): void {
  handles.delete(addresses.get(handle)!);
  addresses.delete(handle);
  recent = 0;
}

let lastHandle = 0;

/** The error that glue.js throws if the engine cannot allocate memory. */
const isShortage = (error: unknown): error is { shortage: number } =>
  typeof error === 'object' && error !== null && 'shortage' in error;

const kWithoutWorld = /^(exchange|error|solverKnown|worldCreate|queryFilter|shapePair|characterCheck|stack)/;
/** Calls that a lack of memory may leave half done. */
const kChanges = /^(worldStep|worldRestore|worldSet|(body|joint|shape|character)(Create|Destroy|Set|Reset|Apply|Move))/;

/**
 * Every native call. Its first argument is a handle, turned into an address when the call is made: reading the other
 * arguments may have run code of the caller that destroyed the world. A trap becomes a PhysicsError, also for all later
 * calls. Running out of memory throws OUT_OF_MEMORY; a world that it leaves half changed is lost, other worlds stay
 * usable.
 */
function guarded(module: Record<string, unknown>): NativeModule {
  const { stackSave, stackRestore, worldDestroy } = module as unknown as NativeModule;
  // Where the stack is when a call begins: always here, except for the calls of a callback in the middle of a step.
  let stack = stackSave();
  for (const [name, call] of Object.entries(module)) {
    if (typeof call !== 'function' || name.startsWith('stack')) continue;
    const hasWorld = !kWithoutWorld.test(name);
    const creates = name === 'worldCreate';
    const destroys = name === 'worldDestroy';
    // As many arguments as the longest list has: a rest parameter would make an array of each call.
    module[name] = (handle: number, a: number, b: number, c: number, d: number, e: number): unknown => {
      let first = handle;
      if (hasWorld && handle !== 0) {
        if (handle !== recent) {
          const address = addresses.get(handle);
          if (!address) throw destroyed('world', lost.has(handle) ? ' when it ran out of memory' : '');
          recent = handle;
          recentAddress = address;
        }
        first = recentAddress;
        if (destroys) forget(handle);
      }
      try {
        const result: unknown = call(first, a, b, c, d, e);
        if (!creates || result === 0) return result;
        addresses.set(++lastHandle, result as number);
        handles.set(result as number, lastHandle);
        return lastHandle;
      } catch (error) {
        if (isShortage(error)) {
          stackRestore(stack);
          if (kChanges.test(name)) {
            const address = addresses.get(handle)!;
            forget(handle);
            lost.add(handle);
            worldDestroy(address); // lists that could not grow are as they were
          }
          throw outOfMemory(error.shortage);
        }
        throw error instanceof WebAssembly.RuntimeError ? stopped(error.message, error) : error;
      }
    };
  }
  return Object.assign(module as unknown as NativeModule, {
    ask(address: number, contact: boolean | number) {
      const outer = stack;
      stack = stackSave();
      try {
        return ask(handles.get(address)!, contact);
      } finally {
        stack = outer;
      }
    },
  });
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
    }).then((module) => resolve(guarded(module as Record<string, unknown>)), reject);
  });
}

/**
 * @internal Runs `compile` once, however often and concurrently it is called; after a failure it may be tried again.
 */
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
