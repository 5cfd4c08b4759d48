// ccache where it is installed: a build of sources that were compiled before, at the same place, compiles none of them.
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { onPath } from '../process.mjs';

// Precompiled headers: macros that their users define, and the time of what they were made from. What is in the files
// counts.
const kSloppiness = 'pch_defines,time_macros,include_file_mtime,include_file_ctime';

/** `{ definitions, env }` for CMake and its build of a preset; without ccache both are empty. */
export function ccache(preset) {
  if (!onPath('ccache')) return { definitions: ['-DCMAKE_CXX_COMPILER_LAUNCHER='], env: {} };
  const env = { CCACHE_DIR: join(cache, 'ccache'), CCACHE_MAXSIZE: '2G', CCACHE_SLOPPINESS: kSloppiness };
  if (preset === 'wasm') env.CCACHE_COMPILERTYPE = 'clang'; // which the name of Emscripten's compiler does not say
  return { definitions: ['-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'], env };
}
