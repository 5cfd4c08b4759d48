// Debian: installing packages, and looking into another release without touching the system's configuration.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../paths.mjs';
import { SetupError, capture, onPath, run } from '../process.mjs';

export const hasApt = onPath('apt-get') && onPath('dpkg-query');

export function installed(name) {
  return capture('dpkg-query', ['-W', '-f', '${Status}', name])?.endsWith(' installed') ?? false;
}

/** The version apt would install, or null. */
export function candidate(name) {
  const version = capture('apt-cache', ['policy', name])?.match(/Candidate: (\S+)/)?.[1];
  return version && version !== '(none)' ? version : null;
}

let updated = false;

function asRoot(args) {
  const environment = ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const [command, ...rest] = process.getuid() === 0 ? [...environment, ...args] : ['sudo', ...environment, ...args];
  run(command, rest);
}

function requireRoot(wanted) {
  if (process.getuid() === 0 || onPath('sudo')) return;
  throw new SetupError(
    `These Debian packages are needed: ${wanted}.\nInstalling them takes root or sudo; install them, then run this again.`,
  );
}

/** Brings the package lists of the system up to date, once a run. */
export function update() {
  if (updated) return;
  requireRoot('apt package lists');
  console.log('setup: updating the package lists');
  asRoot(['apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=600', 'update']);
  updated = true;
}

export function install(names) {
  const missing = names.filter((name) => !installed(name));
  if (missing.length === 0) return;
  requireRoot(missing.join(' '));
  update();
  console.log(`setup: installing ${missing.join(' ')}`);
  asRoot([
    'apt-get',
    '-qq',
    '-y',
    '-o',
    'DPkg::Lock::Timeout=600',
    '-o',
    'Dpkg::Use-Pty=0',
    'install',
    '--no-install-recommends',
    ...missing,
  ]);
}

/** The machine's own Debian archive entry: its address and, where it names one, its key file. */
function archive(codename) {
  const folder = '/etc/apt/sources.list.d';
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ];
  for (const file of files.filter((name) => existsSync(name))) {
    const text = readFileSync(file, 'utf8').replace(/^\s*#.*\n/gm, '');
    if (file.endsWith('.sources')) {
      for (const stanza of text.split(/\n\s*\n/)) {
        const field = (name) => stanza.match(new RegExp(`^${name}:[ \\t]*(.+)$`, 'mi'))?.[1].trim();
        if (field('Suites')?.split(/\s+/).includes(codename)) {
          const key = field('Signed-By');
          return { uri: field('URIs').split(/\s+/)[0], key: key?.startsWith('/') ? key : null };
        }
      }
    } else {
      const entry = text.match(new RegExp(`^deb\\s+(?:\\[([^\\]]*)\\]\\s+)?(\\S+)\\s+${codename}\\s`, 'm'));
      if (entry) return { uri: entry[2], key: entry[1]?.match(/signed-by=(\/\S+)/)?.[1] ?? null };
    }
  }
  throw new SetupError(
    `No apt source for Debian ${codename} was found, so that Debian's newer packages cannot be reached.`,
  );
}

/** A view of another Debian release, all in the cache. Downloads are verified by apt as always. */
export function foreignRelease(suite, codename) {
  const base = join(cache, `apt-${suite}`);
  const list = join(base, 'sources.list');
  const options = Object.entries({
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::Lists': join(base, 'lists'),
    'Dir::Cache': base,
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);

  const refresh = () => {
    const { uri, key } = archive(codename);
    mkdirSync(join(base, 'lists', 'partial'), { recursive: true });
    mkdirSync(join(base, 'archives', 'partial'), { recursive: true });
    const entry = `${key ? `[signed-by=${key}] ` : ''}${uri} ${suite} main`;
    writeFileSync(list, `deb ${entry}\ndeb-src ${entry}\n`);
    console.log(`setup: reading the package lists of Debian ${suite}`);
    run('apt-get', ['-qq', ...options, 'update']);
    return true;
  };
  let fresh = false;
  return {
    /** Downloads packages into `folder` and unpacks them into it. */
    unpack(names, folder) {
      fresh ||= refresh();
      console.log(`setup: downloading ${names.join(' ')} of Debian ${suite}`);
      run('apt-get', ['-q', ...options, 'download', ...names], { cwd: folder });
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
        console.log(`setup: unpacking ${file}`);
        run('dpkg', ['-x', join(folder, file), folder]);
        run('rm', [join(folder, file)]);
      }
    },
    /** Downloads the upstream source archive of a package and unpacks it into `folder`. */
    unpackSource(name, folder) {
      fresh ||= refresh();
      console.log(`setup: downloading the source of ${name} of Debian ${suite}`);
      run('apt-get', ['-qq', ...options, 'source', '--download-only', name], { cwd: folder });
      const original = readdirSync(folder).find((file) => file.includes('.orig.tar.'));
      run('tar', ['xf', original, '--strip-components=1'], { cwd: folder });
      run('sh', ['-c', `rm -f ./${name}_*`], { cwd: folder });
    },
  };
}
