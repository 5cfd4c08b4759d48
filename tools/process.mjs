// Running other programs: their output is shown as it comes, or kept; a failure is an error that names the command.
import { spawn, spawnSync } from 'node:child_process';

export class CommandError extends Error {}

/** Something the machine lacks and the setup cannot bring by itself. */
export class SetupError extends Error {}

function describe(command, args, how) {
  return `\`${[command, ...args].join(' ')}\` ${how}`;
}

/** Runs a command with its output on the terminal, or when `quiet` only if it fails; throws when it fails. */
export function run(command, args, { cwd, env, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: quiet ? 'pipe' : 'inherit',
  });
  if (result.error) throw new CommandError(describe(command, args, `could not start: ${result.error.message}`));
  if (result.status !== 0) {
    if (quiet) console.log(`${result.stdout}${result.stderr}`);
    throw new CommandError(describe(command, args, `ended with ${result.signal ?? `exit code ${result.status}`}`));
  }
}

/** Runs a command quietly and returns what it printed; null when it fails or does not exist. */
export function capture(command, args, { cwd, env, timeout } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    timeout,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return result.error || result.status !== 0 ? null : result.stdout.trim();
}

/**
 * Runs a command, keeping all it prints. Never throws: a program that cannot start has `code` -1, and one that prints
 * nothing for `patience` milliseconds is ended, politely at first, because Catch2 then says in which test it was.
 */
export function record(command, args, { cwd, env, patience } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stalled = null;
    let deaf = null;
    const giveUp = () => {
      output += `\nended after ${patience / 1000} s without output\n`;
      child.kill('SIGTERM');
      deaf = setTimeout(() => child.kill('SIGKILL'), 5000);
    };
    const wait = () => {
      clearTimeout(stalled);
      if (patience && !deaf) stalled = setTimeout(giveUp, patience);
    };
    const keep = (chunk) => {
      output += chunk;
      wait();
    };
    wait();
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (result) => {
      clearTimeout(stalled);
      clearTimeout(deaf);
      resolve(result);
    };
    child.on('error', (error) => end({ code: -1, signal: null, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => end({ code, signal, output }));
  });
}

/** Whether a program of this name is on PATH. */
export function onPath(command) {
  return capture('sh', ['-c', `command -v ${command}`]) !== null;
}

/** The entry of every tool: an expected failure is one clear message, not a stack trace. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    const expected = error instanceof CommandError || error instanceof SetupError;
    console.error(`\n${expected ? error.message : error.stack}`);
    process.exit(1);
  }
}
