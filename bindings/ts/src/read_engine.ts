// Reads the engine from the file of the package where there are files: that takes a tenth of the time of unpacking.
// A stack says where this file is. `import.meta.url` does too, but for it bundlers write the folder in which they ran.

import { engineSum, packedSize } from '#engine-wasm';
import { nodeFiles } from './node_files.js';

/** Whether this is the engine of this build, not a file that has its name. */
function isEngine(bytes: Uint8Array): boolean {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 61) sum = (31 * sum + bytes[i]!) | 0;
  return bytes.length === packedSize && sum === engineSum;
}

/** @internal The bytes of engine.wasm, where Node runs and it lies beside this file. */
export function readEngine(): Uint8Array<ArrayBuffer> | undefined {
  const files = nodeFiles();
  if (!files || 'Deno' in globalThis) return undefined; // Deno would ask its user for permission
  try {
    const folder = /file:.*\//.exec(new Error().stack!)![0];
    const bytes = files.readFileSync(new URL(`${folder}engine.wasm`));
    return isEngine(bytes) ? bytes : undefined;
  } catch {
    return undefined; // it is not there, or may not be read
  }
}
