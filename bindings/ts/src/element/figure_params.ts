// The params of a figure: what was asked for, what the scene accepted, and what `<impulse-param>` elements declare.

import type { Param, Params } from '../scenes.js';
import { readParams } from './attributes.js';
import type { Player } from './player.js';

/** The params that a scene declares; undefined if it declares none. */
type Declared = readonly Param[] | undefined;

/** The part of a player that they use. */
export type ParamsPlayer = Pick<Player, 'params' | 'loading' | 'turn' | 'settle' | 'fail'>;

export class FigureParams {
  readonly #player: ParamsPlayer;
  /** Those that were accepted last. */
  #accepted: Params = {};
  #asked: { readonly value: Params } | null = null;
  /**
   * The values of `<impulse-param>` elements for params that are not set otherwise, and which of them the scene reads
   * while it runs.
   */
  readonly #declared: Params = {};
  readonly #live = new Set<string>();

  constructor(player: ParamsPlayer) {
    this.#player = player;
  }

  /** Those that were accepted; until the scene is loaded, those that were set. */
  get value(): Params {
    return this.#asked?.value ?? this.#current;
  }

  /** The accepted ones as they are in the running scene: in the past, `live` ones have other values than later. */
  get #current(): Params {
    const now = this.#player.params;
    return Object.fromEntries(Object.entries(this.#accepted).map(([name, value]) => [name, now[name] ?? value]));
  }

  /** Accepts those of the running scene, before it is built again. */
  keep(): void {
    this.#accepted = this.#current;
  }

  /** Were some set that the scene has not seen yet? */
  get asked(): boolean {
    return this.#asked !== null;
  }

  /** The next scene that is loaded is asked for them. */
  ask(params: Params): void {
    this.#asked = { value: params };
  }

  /** A number that the scene gets where it is not set otherwise, NaN for none; false if that is nothing new. */
  declare(name: string, value: number, live: boolean): boolean {
    this.#live[live ? 'add' : 'delete'](name);
    if (value !== value || this.#declared[name] === value) return false;
    this.#declared[name] = value;
    return true;
  }

  /** Takes those that were asked for if the scene accepts them; else they stay as they were. False where it refused. */
  take(declared: Declared): boolean {
    const asked = this.#asked;
    this.#asked = null;
    try {
      this.#accepted = readParams(asked ? asked.value : this.#current, declared);
      readParams(this.forScene(declared), declared); // its own defaults
      this.#player.settle('params');
      return true;
    } catch (error) {
      this.#player.fail('params', error);
      if (!asked) this.#accepted = {}; // they were another scene's
      return false;
    }
  }

  /** For building a scene: its defaults, then those of the article, then the accepted ones. */
  forScene(declared: Declared, given = this.#accepted): Params {
    const params: Params = declared ? {} : { ...this.#declared };
    for (const { name, value, min, max } of declared ?? []) {
      const article = this.#declared[name]!;
      params[name] = article >= min && article <= max ? article : value; // else the slider says so
    }
    return Object.assign(params, given);
  }

  /**
   * If all changed params are `live`, the running scene gets the new values. Rejected ones change nothing. Returns
   * false if one is not live, and if no scene runs; the caller then rebuilds.
   */
  turn(params: Params, declared: Declared): boolean {
    const player = this.#player;
    if (this.#asked || player.loading) return false;
    const now = player.params;
    let next: Params;
    try {
      next = readParams(params, declared);
    } catch (error) {
      player.fail('params', error);
      return true;
    }
    const all = this.forScene(declared, next);
    const changed = Object.keys(all).filter((name) => all[name] !== now[name]);
    const live = (name: string): boolean =>
      this.#live.has(name) || (declared?.find((param) => param.name === name)?.live ?? false);
    if (!changed.every(live) || Object.keys(now).some((name) => !(name in all))) return false;
    this.#accepted = next;
    player.settle('params');
    for (const name of changed) player.turn(name, all[name]!);
    return true;
  }
}
