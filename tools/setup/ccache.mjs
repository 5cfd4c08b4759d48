// ccache, where it is installed: sources that were compiled before in a clone at the same path are not compiled again.
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { onPath } from '../process.mjs';

// What ccache needs to reuse precompiled headers: the content of their sources counts, not the time of the files.
const kSloppiness = 'pch_defines,time_macros,include_file_mtime,include_file_ctime';

/** `{ definitions, env }` for CMake and its build of a preset. Without ccache, a folder made with it forgets it. */
export function ccache(preset) {
  if (!onPath('ccache')) return { definitions: ['-DCMAKE_CXX_COMPILER_LAUNCHER='], env: {} };
  const env = {
    CCACHE_DIR: join(cache, 'ccache'),
    CCACHE_MAXSIZE: '2G',
    CCACHE_SLOPPINESS: kSloppiness,
    // Headers by the list that the compiler writes for Ninja anyway. To preprocess first a source that the cache lacks
    // takes a tenth longer, and starts Emscripten's Python once more: of a small one 1.3 s of a processor, not 0.5 s.
    CCACHE_DEPEND: '1',
  };
  if (preset === 'wasm') env.CCACHE_COMPILERTYPE = 'clang'; // which the name of Emscripten's compiler does not say
  return { definitions: ['-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'], env };
}
