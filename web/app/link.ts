// The address says what is seen: scene, params, camera, layers, speed and solver live in the part after #, so a link
// shows the same thing to somebody else and the page needs no server.

import type { Params, Scene } from '../scenes/scene.js';

export interface ViewState {
  scene: string;
  params: Params;
  /** Middle and span, metres; null for the scene's own. */
  camera: { x: number; y: number; span: number } | null;
  layers: string[] | null;
  speed: number;
  solver: string | null;
  /** Options of the solver that differ from its preset's, by name. */
  options: OptionValues;
  sleep: boolean;
  /** What a drag does: `grab` or `throw`. */
  tool: string;
  /** What a click on empty space adds. */
  add: string;
}

/** Where the address says nothing of them. */
export const kTool = 'grab';
export const kAdd = 'box';

export type OptionValues = Readonly<Record<string, number | string | boolean>>;

/**
 * What a run came to, where nobody had a hand in it: steps since the start, and the last digits of each world's hash.
 */
export interface Arrival {
  readonly steps: number;
  readonly hashes: readonly string[];
}

/**
 * As a link says it: `at=steps.digits`, with the digits of each further world after another point. Steps are at most
 * 9,999,999: a day on the page, at twice the speed of time.
 */
export function arrivalIn(query: URLSearchParams): Arrival | null {
  const [steps = '', ...hashes] = (query.get('at') ?? '').split('.');
  const fine = /^\d{1,7}$/.test(steps) && hashes.length > 0 && hashes.every((each) => /^[0-9a-f]{8}$/.test(each));
  return fine ? { steps: Number(steps), hashes } : null;
}

/** `name=value` a changed option, each name after a prefix. */
export function optionParts(prefix: string, options: OptionValues): string[] {
  return Object.entries(options).map(
    ([name, value]) => `${prefix}${name}=${encodeURIComponent(typeof value === 'number' ? String(value) : value)}`,
  );
}

/** The options that a query names after a prefix. */
export function optionsIn(query: URLSearchParams, prefix: string): OptionValues {
  const options: Record<string, number | string | boolean> = {};
  for (const [key, text] of query) {
    if (!key.startsWith(prefix)) continue;
    const number = Number(text);
    options[key.slice(prefix.length)] =
      text === 'true' || text === 'false' ? text === 'true' : text !== '' && Number.isFinite(number) ? number : text;
  }
  return options;
}

const round = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Only what differs from the scene's defaults is written. */
export function toHash(state: ViewState, scene: Scene): string {
  const parts = [`scene=${encodeURIComponent(state.scene)}`];
  for (const param of scene.params) {
    const value = state.params[param.name];
    if (value !== undefined && value !== param.value) parts.push(`p.${param.name}=${round(value)}`);
  }
  if (state.camera) parts.push(`camera=${round(state.camera.x)},${round(state.camera.y)},${round(state.camera.span)}`);
  if (state.layers) parts.push(`layers=${state.layers.join(',') || 'none'}`);
  if (state.speed !== 1) parts.push(`speed=${round(state.speed)}`);
  if (state.solver) parts.push(`solver=${encodeURIComponent(state.solver)}`);
  parts.push(...optionParts('o.', state.options));
  if (!state.sleep) parts.push('sleep=off');
  if (state.tool !== kTool) parts.push(`tool=${state.tool}`);
  if (state.add !== kAdd) parts.push(`add=${state.add}`);
  return `#${parts.join('&')}`;
}

/** The parts of a hash. A bare word at its start names the scene: `#ragdolls`. `source` opens the code. */
function partsOf(hash: string): URLSearchParams {
  const text = hash.replace(/^#(source$)?/, '');
  return new URLSearchParams(/^[\w-]+(&|$)/.test(text) ? `scene=${text}` : text);
}

/** What a hash says; anything missing or senseless is left out. */
export function fromHash(hash: string): Partial<ViewState> & { rawParams: Record<string, number> } {
  const query = partsOf(hash);
  const state: Partial<ViewState> & { rawParams: Record<string, number> } = { rawParams: {} };
  for (const [key, text] of query) {
    const value = Number(text);
    if (key.startsWith('p.') && text !== '' && Number.isFinite(value)) state.rawParams[key.slice(2)] = value;
  }
  const scene = query.get('scene');
  if (scene) state.scene = scene;
  const camera = query.get('camera')?.split(',').map(Number);
  if (camera?.length === 3 && camera.every(Number.isFinite) && camera[2] > 0) {
    state.camera = { x: camera[0], y: camera[1], span: camera[2] };
  }
  const layers = query.get('layers');
  if (layers !== null) state.layers = layers.split(',').filter((name) => name !== 'none' && name !== '');
  const speed = Number(query.get('speed') ?? NaN);
  if (speed >= 0.1 && speed <= 2) state.speed = speed;
  const solver = query.get('solver');
  if (solver) state.solver = solver;
  state.options = optionsIn(query, 'o.');
  state.sleep = query.get('sleep') !== 'off';
  state.tool = query.get('tool') ?? kTool;
  state.add = query.get('add') ?? kAdd;
  return state;
}

const kSettings = ['source', 'scene', 'camera', 'layers', 'speed', 'solver', 'sleep', 'tool', 'add', 'at', 'rec'];

/** What a page can show. */
export interface Known {
  scenes: readonly Scene[];
  layers: readonly string[];
  solvers: readonly string[];
  tools: readonly string[];
  /** What can be added. */
  kinds: readonly string[];
}

/**
 * What a hash asks for and the page cannot show, in words; an address that has grown old should not mislead in silence.
 */
export function unknownIn(hash: string, known: Known): string[] {
  const query = partsOf(hash);
  const state = fromHash(hash);
  const quoted = (what: string, name: string | null): string => `${what} “${name}”`;
  const unknown: string[] = [];
  const scene = known.scenes.find(({ id }) => id === state.scene);
  if (query.get('scene') && !scene) unknown.push(quoted('scene', query.get('scene')));
  for (const [key, text] of query) {
    if (key.startsWith('p.')) {
      const param = scene?.params.find(({ name }) => name === key.slice(2));
      const value = state.rawParams[key.slice(2)];
      if (!scene) continue;
      if (!param) unknown.push(quoted('parameter', key.slice(2)));
      else if (value === undefined) unknown.push(quoted(param.name, text));
      else if (value < param.min || value > param.max)
        unknown.push(`${quoted(param.name, text)} (${param.min} to ${param.max})`);
    } else if (!key.startsWith('o.') && !kSettings.includes(key)) {
      unknown.push(quoted('setting', key));
    }
  }
  for (const name of state.layers ?? []) if (!known.layers.includes(name)) unknown.push(quoted('layer', name));
  if (query.has('camera') && !state.camera) unknown.push(quoted('camera', query.get('camera')));
  if (query.has('speed') && state.speed === undefined)
    unknown.push(`${quoted('speed', query.get('speed'))} (0.1 to 2)`);
  if (query.has('sleep') && !['on', 'off'].includes(query.get('sleep')!))
    unknown.push(quoted('sleep', query.get('sleep')));
  if (query.has('at') && !arrivalIn(query)) unknown.push(quoted('at', query.get('at')));
  for (const name of ['tool', 'add'] as const)
    if (!known[name === 'tool' ? 'tools' : 'kinds'].includes(state[name]!)) unknown.push(quoted(name, state[name]!));
  if (state.solver && !known.solvers.includes(state.solver)) unknown.push(quoted('solver', state.solver));
  return unknown;
}

/** Every declared param, within its range; what the hash does not say is at its default. */
export function paramsFor(scene: Scene, raw: Record<string, number>): Params {
  const params: Params = {};
  for (const { name, min, max, value } of scene.params) {
    params[name] = Math.min(max, Math.max(min, raw[name] ?? value));
  }
  return params;
}
