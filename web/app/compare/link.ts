// What a link to the comparison says: `scene`, its params, a solver with its options for each column, and how it is
// looked at.

import { scenes } from '../../scenes/index.js';
import type { Params, Scene } from '../../scenes/scene.js';
import { optionParts, optionsIn, paramsFor } from '../link.js';
import { kNames } from './chart.js';
import { kWhole, lookIn, lookParts, type Look } from './look.js';
import type { Side } from './side.js';

const kOpening = { scene: 'heavy', params: { ratio: 6 } };
/** What a column has where the link does not say. */
export const kUsual = ['umbra', 'fx2d', 'softStep', 'ftPhysics', 'wedekind'];

/** What is compared where no link says it. */
export const firstScene = scenes.find(({ id }) => id === kOpening.scene) ?? scenes[0]!;

/** What decides how a run goes, but for the reader's hand. */
export function settingOf(scene: Scene, params: Params, sides: readonly Side[]): string {
  const parts = [`scene=${scene.id}`];
  for (const { name, value } of scene.params)
    if (params[name] !== value) parts.push(`p.${name}=${Math.round(1000 * params[name]!) / 1000}`);
  for (const { name, form } of sides) parts.push(`${name}=${form.name}`, ...optionParts(`${name}.`, form.changes));
  return parts.join('&');
}

/** How a run is shown. */
export interface Showing {
  readonly speed: number;
  /** Are the bodies of the first column outlined in the others? */
  readonly ghost: boolean;
  readonly look: Look;
}

/** The part after `#`. */
export function hashOf(setting: string, { speed, ghost, look }: Showing): string {
  const parts = [setting];
  if (speed !== 1) parts.push(`speed=${speed}`);
  if (!ghost) parts.push('ghost=off');
  return `#${[...parts, ...lookParts(look)].join('&')}`;
}

/** All that a link says but its solvers, and what of it cannot be used, in words. */
export interface Asked extends Showing {
  readonly scene: Scene;
  readonly params: Params;
  /** How many columns. */
  readonly count: number;
  readonly unknown: readonly string[];
}

/** `now` is the scene that is shown where the link names none that is known. */
export function asked(query: URLSearchParams, now: Scene): Asked {
  const id = query.get('scene');
  const found = scenes.find((each) => each.id === id);
  const unknown: string[] = [];
  if (id && !found) unknown.push(`scene “${id}”, shown is “${now.title}”`);
  const scene = found ?? now;
  const raw: Record<string, number> = id ? {} : { ...kOpening.params };
  for (const [key, value] of query) {
    if (!key.startsWith('p.')) continue;
    const param = scene.params.find(({ name }) => name === key.slice(2));
    if (param && value !== '' && Number(value) >= param.min && Number(value) <= param.max)
      raw[param.name] = Number(value);
    else unknown.push(`${param ? param.name : 'parameter'} “${param ? value : key.slice(2)}”`);
  }
  const speed = Number(query.get('speed') ?? 1);
  const look = lookIn(query);
  if (query.has('view') && !look) unknown.push(`view “${query.get('view')}”`);
  return {
    scene,
    params: paramsFor(scene, raw),
    speed: speed >= 0.1 && speed <= 2 ? speed : 1,
    ghost: query.get('ghost') !== 'off',
    look: look ?? kWhole,
    count: kNames.reduce((most, name, i) => (query.has(name) ? i + 1 : most), 2),
    unknown,
  };
}

/** Gives each column the solver and the options that a link names; returns what is unknown, in words. */
export function chooseSolvers(query: URLSearchParams, sides: readonly Side[]): string[] {
  const unknown: string[] = [];
  sides.forEach((side, i) => {
    const name = query.get(side.name);
    if (!side.form.choose(name ?? kUsual[i]!)) {
      side.form.choose(kUsual[i]!);
      unknown.push(`solver “${name}”, ${side.name.toUpperCase()} is “${side.title}”`);
    }
    const refused = side.form.change(optionsIn(query, `${side.name}.`));
    unknown.push(...refused.map((option) => `option “${option}” of ${side.name.toUpperCase()}`));
  });
  return unknown;
}
