// The test framework's source, once for all builds. CMake alone would fetch it too, once a build folder.
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { SetupError, capture, onPath, run } from '../process.mjs';
import { trixie } from './debian.mjs';
import { place } from './place.mjs';

const kAddress = 'https://github.com/catchorg/Catch2.git';
const kVersion = '3.7.1';

/** The folder that CMake gets as FETCHCONTENT_SOURCE_DIR_CATCH2. */
export function catch2() {
  return place(join(cache, `catch2-${kVersion}`), (temporary) => {
    const env = { GIT_TERMINAL_PROMPT: '0' };
    if (
      onPath('git') &&
      capture('git', ['ls-remote', '--exit-code', kAddress, `v${kVersion}`], { env, timeout: 20_000 })
    ) {
      console.log(`setup: downloading Catch2 ${kVersion}`);
      run(
        'git',
        [
          '-c',
          'advice.detachedHead=false',
          'clone',
          '--quiet',
          '--depth',
          '1',
          '--branch',
          `v${kVersion}`,
          kAddress,
          temporary,
        ],
        { env },
      );
    } else if (trixie) {
      trixie.unpackSource('catch2', temporary);
    } else {
      throw new SetupError(`Catch2 ${kVersion} is needed for the tests, and ${kAddress} cannot be reached.`);
    }
  });
}
