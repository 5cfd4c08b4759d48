// A player, an enemy, a lift attendant: what goes where a program says, as far as what is solid lets it.

import { internals, type Body } from './body.js';
import { PhysicsError, destroyed, invalid } from './errors.js';
import { exchange, native } from './native.js';
import type { Shape } from './shape.js';
import { strict } from './strict.js';
import type { BoxGeometry, CapsuleGeometry, Vec2, VecLike } from './types.js';
import { bits, checkDefinition, is, keys, member, number, x, y } from './validate.js';
import { World } from './world.js';

/**
 * What {@link Character} takes. What you give is in the world's unit of length; defaults are those of metres, and the
 * world's `lengthUnit` scales them.
 */
export interface CharacterOptions {
  /**
   * A capsule or a box, as {@link Body.createShape} takes it. It never turns. In JavaScript circles and convex polygons
   * are accepted too.
   */
  shape: CapsuleGeometry | BoxGeometry;
  /** Of the shape's origin. Default (0, 0). */
  position?: VecLike;
  /** rad, 0 to pi / 2: steeper ground counts as a wall. Default 50 degrees. */
  maxSlope?: number;
  /** A length >= 0: steps up to this height are climbed. Default 0.3 m. */
  stepHeight?: number;
  /** A length >= 0: ground so far below is followed, down stairs and over crests, while it walks. Default 0.3 m. */
  snapDistance?: number;
  /**
   * A length > 0: the gap kept to everything solid; it makes contacts robust, and should be small beside the shape.
   * Default 0.01 m.
   */
  skin?: number;
  /**
   * N s, in the world's unit, >= 0: the most that one move gives to all bodies in its way together. Default 5 N s with
   * metres, which is 300 N at 60 moves a second.
   */
  pushImpulse?: number;
  /** Categories that it collides with, 32 bits. Default all. */
  mask?: number;
  /** What it is, 32 bits. Default 1. */
  category?: number;
  /** `userData` of its body, which events and queries return. Default undefined. */
  userData?: unknown;
}

/** What a character touched. */
export interface CharacterHit {
  /** Whose shape it is. */
  body: Body;
  /** The shape that was touched. */
  shape: Shape;
  /** Unit, out of the shape. */
  normal: Vec2;
  /** m, world, on the shape. */
  point: Vec2;
  /** m/s, of the body's material at the point, before it was pushed. */
  velocity: Vec2;
  /** N s that the move gave to the body, against the normal. */
  impulse: number;
}

/** What came of a {@link Character.move}. */
export interface CharacterMove {
  /** m, where it is now. */
  position: Vec2;
  /**
   * m/s: what ground, walls and ceilings leave of the velocity asked for. A walk keeps its speed on slopes; a fall ends
   * on ground. A body that is pushed counts as a wall, although it gives way by the next move: to go on pushing, ask
   * for the full speed again.
   */
  velocity: Vec2;
  /** What it stands on, or null. */
  ground: CharacterHit | null;
  /** What too steep a thing it leans on at the end, or null. */
  wall: CharacterHit | null;
  /** What its head is at, or null. */
  ceiling: CharacterHit | null;
  /** All that it touched on its path, by shape id. */
  hits: CharacterHit[];
}

const kOptions = ['maxSlope', 'stepHeight', 'snapDistance', 'skin', 'pushImpulse'] as const;
const kDefaults = [(50 / 180) * Math.PI, 0.3, 0.3, 0.01, 5];
const kForms = ['capsule', 'box', 'circle', 'polygon'];
// Mirrors bindings/embind/character.cpp.
const kResult = 5;
const kHit = 10;

const kAll = 0xffffffff;

/** What is refused of the one shape is said of `shape`. */
function asShape(make: () => Body): Body {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error;
    const said = (text: string): string => text.replace('shapes[0]', 'shape');
    throw new PhysicsError(error.code, said(error.message), { ...error, path: said(error.path) });
  }
}

/**
 * A capsule or box that is moved by a velocity and not by forces: it slides along walls, climbs slopes and steps, keeps
 * to the ground, rides what moves and turns, passes one-way shapes, and pushes bodies with limited impulse. Nothing is
 * too fast for it, corners do not shake it, and it does not overlap what stands still. Up is where gravity does not
 * point; y where there is none.
 *
 * It is a kinematic body of the world: queries, sensors and contacts find it, snapshots contain it. Call {@link move}
 * once after each step, as in `afterStep`, and `world.interpolate` draws it between its places; or before each, and it
 * is drawn where it is. The step carries it on with the ground it stands on, however that moves by then. Its state is
 * that body's position and velocity and nothing else, so that `world.restore()` brings it back as it was; velocity and
 * jumps are the program's, and belong to its inputs.
 *
 * Throws `INVALID_ARGUMENT` for an option that is unknown or out of range, `DESTROYED` once it or its world is
 * destroyed.
 */
export class Character {
  #body: Body;
  #options: number[];
  #drops = false;

  constructor(world: World, options: CharacterOptions) {
    if (!is(world, World)) throw invalid('world', world, 'a World');
    keys(options, '', [...kOptions, 'shape', 'position', 'mask', 'category', 'userData']);
    const { shape, position = [0, 0], mask = kAll, category = 1, userData } = options;
    if (!kForms.includes(member(shape, 'type') as string)) throw invalid('shape', shape, 'a capsule or a box');
    const unit = world.lengthUnit;
    this.#options = kOptions.map((name, i) => number(options[name], i ? kDefaults[i]! / unit : kDefaults[i]));
    this.#check(options);
    const filter = { mask: bits(mask, 'mask'), category: bits(category, 'category') };
    this.#body = asShape(() =>
      world.createBody({
        type: 'kinematic',
        position,
        lock: { rotation: true },
        shapes: [{ ...shape, filter }],
        userData,
      }),
    );
    internals.carry(this.#body, () => {
      if (this.destroyed) return false;
      exchange(kOptions.length).set(this.#options);
      return true;
    });
    Object.preventExtensions(this);
  }

  #check(given: object): void {
    exchange(kOptions.length).set(this.#options);
    checkDefinition(native().characterCheck(), given);
  }
  #live(): Body {
    if (this.destroyed) throw destroyed('character');
    return this.#body;
  }
  static {
    kOptions.forEach((name, i) => {
      Object.defineProperty(Character.prototype, name, {
        configurable: true,
        get(this: Character) {
          return this.#options[i];
        },
        set(this: Character, value: number) {
          const before = this.#options;
          this.#options = before.map((old, k) => (k === i ? number(value) : old));
          try {
            this.#check({ [name]: value });
          } catch (error) {
            this.#options = before;
            throw error;
          }
        },
      });
    });
  }

  /** The kinematic body that it is: for events, queries, joints and `userData`. */
  get body(): Body {
    return this.#live();
  }
  /**
   * m, of the shape's origin, now: a step moves it with the ground. Setting it moves it at once, past whatever is
   * between.
   */
  get position(): Readonly<Vec2> {
    return this.#live().position;
  }
  set position(position: VecLike) {
    this.#live().position = position;
  }
  /** Categories that it collides with, 32 bits. */
  get mask(): number {
    return this.#live().shapes[0]!.filter.mask;
  }
  set mask(mask: number) {
    const [shape] = this.#live().shapes;
    shape!.filter = { ...shape!.filter, mask };
  }
  /** What it is, 32 bits. */
  get category(): number {
    return this.#live().shapes[0]!.filter.category;
  }
  set category(category: number) {
    const [shape] = this.#live().shapes;
    shape!.filter = { ...shape!.filter, category };
  }

  /**
   * Moves it at once by `velocity`, m/s, for `dt` seconds, 0 to 1. The velocity is its own, on the ground that it
   * stands on, which carries it besides; give gravity too, as `velocity.y -= 9.81 * dt` on the velocity that the last
   * move returned. One that points up and off the ground is a jump, and is not held back.
   */
  move(velocity: VecLike, dt = 1 / 60): CharacterMove {
    const body = this.#live();
    const world = body.world;
    const [vx, vy] = [x(velocity), y(velocity)];
    exchange(9).set([...this.#options, vx, vy, number(dt), +this.#drops]);
    const code = internals.move(body);
    if (code !== 0) checkDefinition(code, { velocity, dt, body: body.type });
    this.#drops = false;
    const count = exchange(kResult)[4]!;
    const row = exchange(kResult + count * kHit);
    const moved: CharacterMove = {
      position: { x: row[0]!, y: row[1]! },
      velocity: { x: row[2]!, y: row[3]! },
      ground: null,
      wall: null,
      ceiling: null,
      hits: [],
    };
    for (let at = kResult; at < kResult + count * kHit; at += kHit) {
      const hit: CharacterHit = {
        shape: world.shapeById(row[at]!)!,
        body: world.bodyById(row[at + 1]!)!,
        point: { x: row[at + 2]!, y: row[at + 3]! },
        normal: { x: row[at + 4]!, y: row[at + 5]! },
        velocity: { x: row[at + 6]!, y: row[at + 7]! },
        impulse: row[at + 8]!,
      };
      moved.hits.push(hit);
      const kind = ([, 'ground', 'wall', 'ceiling'] as const)[row[at + 9]!];
      if (kind) moved[kind] ??= hit;
    }
    return moved;
  }
  /**
   * Lets the next {@link move} go down through the one-way shapes that it stands on; what it stands on besides holds
   * it.
   */
  dropThrough(): void {
    this.#live();
    this.#drops = true;
  }
  /** Is it gone, or its body, or the shape of that? */
  get destroyed(): boolean {
    return this.#body.destroyed || this.#body.shapes.length === 0;
  }
  /** Takes it and its body from the world. Nothing happens the second time. */
  destroy(): void {
    this.#body.destroy();
  }
}

/** The options as they are now; each can be set. */
export interface Character extends Required<Pick<CharacterOptions, (typeof kOptions)[number]>> {}

strict(Character.prototype);
