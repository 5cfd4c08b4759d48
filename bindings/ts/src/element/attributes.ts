// Parses attributes. Each function returns a value, or throws a PhysicsError with the attribute and the accepted
// values.

import { PhysicsError, World, presets } from '../index.js';
import type { Layers } from '../draw.js';
import type { Frame, Param, Params } from '../scenes.js';
import type { SolverOptions } from '../types.js';

/** Throws for a key that is not accepted, with the one that was probably meant: of the package (world.ts). */
export const { keys } = (World.prototype as unknown as Record<symbol, Checks>)[Symbol.for('impulse2d.checks')]!;
interface Checks {
  keys(value: unknown, path: string, accepted: readonly string[]): void;
}

/** A control of the toolbar. */
export type Control = (typeof kControls)[number];

const kControls = [
  'play',
  'back',
  'step',
  'reset',
  'scrub',
  'actions',
  'params',
  'contacts',
  'speed',
  'solver',
] as const;
const kLayers = ['shapes', 'sleep', 'joints', 'contacts', 'impulses', 'boxes', 'centers', 'velocities'] as const;
const kTypes = ['soft-step', 'sequential-impulse', 'substepped-position'] as const;

export function refuse(path: string, value: unknown, expected: string): PhysicsError {
  const shown = typeof value === 'string' ? `"${value}"` : String(value);
  return new PhysicsError('INVALID_ARGUMENT', `${path} must be ${expected}, got ${shown}`, { path, value, expected });
}

/** Refuses what is not a finite number. */
export function finite(path: string, value: number): void {
  if (!Number.isFinite(value)) throw refuse(path, value, 'a finite number');
}
/** Refuses what is not a number of steps. */
export function whole(path: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 0)) throw refuse(path, value, 'a whole number >= 0');
}

function words<Word extends string>(path: string, text: string, accepted: readonly Word[]): Set<Word> {
  const found = new Set<Word>();
  for (const word of text.split(/[\s,]+/)) {
    if (word === '' || word === 'none') continue;
    if (!accepted.includes(word as Word)) throw refuse(path, word, `words of ${accepted.join(', ')}, or none`);
    found.add(word as Word);
  }
  return found;
}

/** Numbers for a scene that declares them, each in its range; for one that does not, any. */
export function readParams(params: unknown, declared: readonly Param[] | undefined): Params {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw refuse('params', params, 'an object of numbers');
  const ranges = new Map(declared?.map((param) => [param.name, param]));
  for (const [name, value] of Object.entries(params)) {
    const { min = -Infinity, max = Infinity } = ranges.get(name) ?? {};
    if (declared && !ranges.has(name)) {
      throw refuse(
        `params.${name}`,
        value,
        `left out: ${declared.length > 0 ? `there are ${[...ranges.keys()].join(', ')}` : 'this scene has none'}`,
      );
    }
    if (!(Number.isFinite(value) && value >= min && value <= max)) {
      throw refuse(`params.${name}`, value, min > -Infinity ? `a number from ${min} to ${max}` : 'a finite number');
    }
  }
  return { ...params };
}

/** An attribute is JSON; without it there are none. */
export function parseParams(text: string | null): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw refuse('params', text, `JSON such as '{"count": 20}'`);
  }
}

/** The middle and the side of the square that is seen, as in a link of the demo page, or all of a frame. */
export function readCamera(text: string | null): Frame | null {
  if (!text?.trim()) return null;
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height = width, sky = 0.5] = numbers as [number, number, number];
  if (numbers.length < 3 || numbers.length > 5)
    throw refuse('camera', text, '3 to 5 numbers: x, y, width, height, sky');
  return readFrame({ x, y, width, height, sky })!;
}

const kFrame = ['x', 'y', 'width', 'height', 'sky'] as const;

/** The camera of a scene or setup. As in the attribute, without a height it is a square. */
export function readFrame(frame: unknown): Frame | undefined {
  if (frame === undefined) return undefined;
  if (typeof frame !== 'object' || frame === null) throw refuse('camera', frame, 'an object of x, y, width and height');
  keys(frame, 'camera', kFrame);
  const full = { height: (frame as Frame).width, sky: 0.5, ...frame } as Required<Frame>;
  for (const name of kFrame) {
    const value = full[name];
    const size = name === 'width' || name === 'height';
    if (!Number.isFinite(value) || (size && value <= 0) || (name === 'sky' && Math.abs(value - 0.5) > 0.5))
      throw refuse(`camera.${name}`, value, size ? 'a number above 0' : name === 'sky' ? 'from 0 to 1' : 'a number');
  }
  return full;
}

/** Period in s; 0 for never. */
export function readLoop(text: string | null): number {
  if (!text?.trim()) return 0;
  const seconds = Number(text.trim().replace(/s$/, ''));
  if (!(seconds > 0 && seconds < Infinity)) throw refuse('loop', text, 'a number of seconds above 0, such as 6s');
  return seconds;
}

/** Without a value, and without the attribute, the default controls. */
export function readControls(text: string | null): Set<Control> {
  return text?.trim() ? words('controls', text, kControls) : new Set(['play', 'step', 'reset', 'actions', 'contacts']);
}

export type LayerSet = Required<Layers>;

/** Shapes are always drawn: `none` leaves them alone. */
export function readLayers(text: string | null): LayerSet {
  const found: Set<string> =
    text === null ? new Set(['sleep', 'joints', 'contacts', 'impulses']) : words('layers', text, kLayers);
  found.add('shapes');
  return Object.fromEntries(kLayers.map((name) => [name, found.has(name)])) as unknown as LayerSet;
}

/** A preset by its name, or a solver by its type. */
export function readSolver(name: string): SolverOptions {
  if (Object.keys(presets).includes(name)) return presets[name as keyof typeof presets];
  for (const type of kTypes) if (name === type) return { type };
  throw refuse('solver', name, `one of ${[...Object.keys(presets), ...kTypes].join(', ')}`);
}

export function readSpeed(text: string | null): number {
  const speed = text?.trim() ? Number(text) : 1;
  if (!(speed > 0 && speed <= 10)) throw refuse('speed', text, 'a number above 0, at most 10');
  return speed;
}

export function readSeed(text: string | null): number {
  const seed = text?.trim() ? Number(text) : 1;
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32))
    throw refuse('seed', text, 'a whole number from 0 to 4294967295');
  return seed;
}

export function readAutoplay(text: string | null): boolean {
  if (text === null || text === 'never') return false;
  if (text === '' || text === 'autoplay' || text === 'visible') return true;
  throw refuse('autoplay', text, 'visible (or without a value) or never');
}

/**
 * A number of CSS pixels or a CSS length; an empty string leaves it to the style sheet. There is no height of which a
 * percentage could be taken.
 */
export function readHeight(text: string | null): string {
  if (!text?.trim()) return '';
  const pixels = Number(text);
  if (pixels > 0 && pixels < Infinity) return `${pixels}px`;
  if (!Number.isNaN(pixels) || !CSS.supports('height', text) || /^\s*[-a-z]+\s*$|%/.test(text)) {
    throw refuse('height', text, 'a number of pixels above 0 or a CSS length without %');
  }
  return text;
}
