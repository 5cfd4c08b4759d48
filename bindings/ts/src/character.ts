// Character controller: a body that the program moves by a velocity, and that solid shapes stop.

import { Body, internals } from './body.js';
import { PhysicsError, destroyed, invalid } from './errors.js';
import { exchange, native } from './native.js';
import type { Shape } from './shape.js';
import { strict } from './strict.js';
import type { BoxGeometry, CapsuleGeometry, Vec2, VecLike } from './types.js';
import { bits, checkDefinition, is, keys, member, number, unfit, x, y } from './validate.js';
import { needWorld, type World } from './world.js';

/**
 * Options of {@link Character}. The values you pass are in the world's unit of length. The defaults are in metres and
 * scaled by the world's `lengthUnit`.
 */
export interface CharacterOptions<UserData = unknown> {
  /**
   * A capsule or a box, as in {@link Body.createShape}. It never rotates. In JavaScript, circles and convex polygons
   * work too.
   */
  shape: CapsuleGeometry | BoxGeometry;
  /** Position of the shape's origin in m. Default (0, 0). */
  position?: VecLike;
  /** Steepest slope that counts as ground, in rad, 0 to pi / 2. Steeper ground is a wall. Default 50 degrees. */
  maxSlope?: number;
  /**
   * Height of steps that the character climbs, >= 0. Default 0.3 m. For a round foot on treads shorter than its radius
   * it must be 20 mm more than the height of the steps. An edge that is higher above the foot is a wall, also on the
   * way down. So a round foot follows stairs down if their rise is at most this height, or if this height is at least
   * its radius plus the skin.
   */
  stepHeight?: number;
  /**
   * A walking character follows ground that is up to this far below, such as stairs and crests, >= 0. Default 0.3 m.
   */
  snapDistance?: number;
  /**
   * Gap between the character and solid shapes, > 0. It makes collisions robust and should be small compared with the
   * shape. Default 0.01 m.
   */
  skin?: number;
  /**
   * Largest total impulse that one move applies to other bodies, in N s of the world's unit, >= 0. Default 5 N s with
   * metres, which is 300 N at 60 moves per second; the next step applies it as a force. This limit also applies where
   * a moving surface, a cart or a platform carries the character: its foot slips. A lift or a wall that pushes the
   * character itself is not limited, nor is the impact of a body that flies at the character: it bounces off as off any
   * kinematic body.
   */
  pushImpulse?: number;
  /** Categories that the character collides with, 32 bits. Default all. */
  mask?: number;
  /** Categories of the character, 32 bits. Default 1. */
  category?: number;
  /** `userData` of its body, for events and queries. Default undefined. */
  userData?: UserData;
  /** Not with a shape: see {@link CharacterBodyOptions}. Default none. */
  body?: never;
}

/** Options of a {@link Character} for a body that exists, such as one that {@link World.restore} created. */
export interface CharacterBodyOptions<UserData = unknown> extends Pick<CharacterOptions, (typeof kOptions)[number]> {
  /** A kinematic body of the world with a shape: the former character's. */
  body: Body<UserData>;
  /** Not with a body, which has a shape. Default none. */
  shape?: never;
  /** Not with a body, which has a position. Default none. */
  position?: never;
  /** Not with a body: its shape has one. Default none. */
  mask?: never;
  /** Not with a body: its shape has one. Default none. */
  category?: never;
  /** Not with a body, which has its own. Default none. */
  userData?: never;
}

/** A contact of a character. */
export interface CharacterHit<UserData = unknown> {
  /** The body of the shape. */
  body: Body<UserData>;
  /** The touched shape. */
  shape: Shape<UserData>;
  /** Unit normal, pointing out of the shape. */
  normal: Vec2;
  /** Point on the shape in the world, in m. */
  point: Vec2;
  /** Velocity of the body's material at the point before it was pushed, in m/s. */
  velocity: Vec2;
  /** Impulse on the body in the next step, as a force through all of it, against the normal, in N s. */
  impulse: number;
}

/** The result of {@link Character.move}. */
export interface CharacterMove<UserData = unknown> {
  /** The new position in m. */
  position: Vec2;
  /**
   * The remaining velocity in m/s: the requested velocity after collisions with ground, walls and ceilings. A walk
   * keeps its speed on slopes; a fall ends on the ground; in a wedge that holds the character it is 0. A pushed body
   * counts as a wall, although it moves away by the next move. To keep pushing, request the full speed again. The
   * velocity of moving ground is not in it: for a jump that keeps it, add `ground.velocity`.
   */
  velocity: Vec2;
  /** The ground under the character, or null. */
  ground: CharacterHit<UserData> | null;
  /** The wall that the character touches at the end, or null. Ground steeper than `maxSlope` is a wall. */
  wall: CharacterHit<UserData> | null;
  /** The ceiling above the character, or null. */
  ceiling: CharacterHit<UserData> | null;
  /** All contacts on the path, in the order of their shapes' slots, see `Shape.id`. */
  hits: CharacterHit<UserData>[];
}

const kOptions = ['maxSlope', 'stepHeight', 'snapDistance', 'skin', 'pushImpulse'] as const;
const kDefaults = [(50 / 180) * Math.PI, 0.3, 0.3, 0.01, 5];
const kForms = ['capsule', 'box', 'circle', 'polygon'];
// Mirrors bindings/embind/character.cpp.
const kResult = 5;
const kHit = 10;

const kAll = 0xffffffff;

/** Runs `make`; an error about its only shape gets the path `shape`. */
function asShape<B extends Body>(make: () => B): B {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error;
    const said = (text: string): string => text.replace('shapes[0]', 'shape');
    throw new PhysicsError(error.code, said(error.message), { ...error, path: said(error.path) });
  }
}

/**
 * A character controller: a capsule or box that is moved by a velocity instead of by forces. It slides along walls,
 * climbs slopes and steps, follows the ground, moves with platforms and belts, passes one-way shapes, and pushes bodies
 * with a limited impulse. It stops at shapes at any speed, does not jitter in corners, and does not overlap static
 * shapes. Up is the direction opposite to gravity, or +y without gravity. It has no weight: it does not press on the
 * body that it stands or lands on.
 *
 * It is a kinematic body of the world: queries, sensors and contacts find it, and snapshots contain it. Call {@link
 * move} once per step: in `afterStep`, so that `world.interpolate` interpolates its poses, or before the step, so that
 * it is drawn at its latest pose. A step moves it together with the ground it stands on. Its whole state is the
 * position and velocity of that body, which `world.restore()` restores. Your own variables, such as the fall speed,
 * belong to the inputs of your program.
 *
 * Like other kinematic bodies it has contacts with dynamic bodies only. Static and kinematic bodies, also other
 * characters, are in `hits` of {@link CharacterMove} but emit no contact events.
 *
 * The `Character` itself and its options are not part of the world's state: they stay with this object. A world that
 * restores the snapshot of another world has only the body, which no longer follows its ground. There, create one for
 * the body, with the same options: `new Character(world, { body: world.bodyById(id)!, stepHeight: 0.5 })`.
 *
 * `UserData` is that of the world. Throws `INVALID_ARGUMENT` for an option that is unknown or out of range, and
 * `DESTROYED` once the character or its world is destroyed, and for a destroyed body.
 */
export class Character<UserData = unknown> {
  #body: Body<UserData>;
  #options: number[];
  /** How often the world had been restored when {@link dropThrough} was called; -1: it was not. */
  #drops = -1;

  constructor(world: World<UserData>, options: CharacterOptions<UserData> | CharacterBodyOptions<UserData>) {
    needWorld(world);
    const body = member(options, 'body') as Body<UserData> | undefined;
    const exists = body !== undefined;
    keys(options, '', [...kOptions, ...(exists ? ['body'] : ['shape', 'position', 'mask', 'category', 'userData'])]);
    const { shape, position = [0, 0], mask = kAll, category = 1, userData } = options as CharacterOptions<UserData>;
    if (exists) {
      const fits = is(body, Body) && !body.destroyed && body.world === world && body.type === 'kinematic';
      if (!fits || body.shapes.length === 0)
        throw unfit('body', body, Body, 'a kinematic body of the world with a shape');
    } else if (!kForms.includes(member(shape, 'type') as string)) throw invalid('shape', shape, 'a capsule or a box');
    const unit = world.lengthUnit;
    this.#options = kOptions.map((name, i) => number(options[name], i ? kDefaults[i]! / unit : kDefaults[i]));
    this.#check(options);
    const filter = { mask: bits(mask, 'mask'), category: bits(category, 'category') };
    this.#body =
      body ??
      asShape(() =>
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
  #live(): Body<UserData> {
    if (this.destroyed) throw destroyed('character');
    return this.#body;
  }
  static {
    kOptions.forEach((name, i) => {
      Object.defineProperty(Character.prototype, name, {
        configurable: true,
        get(this: Character) {
          this.#live();
          return this.#options[i];
        },
        set(this: Character, value: number) {
          this.#live();
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

  /** The kinematic body of the character: for events, queries, joints and `userData`. */
  get body(): Body<UserData> {
    return this.#live();
  }
  /**
   * Position of the shape's origin in m. A step moves it with the ground. Setting it teleports the character, without
   * collisions on the way.
   */
  get position(): Readonly<Vec2> {
    return this.#live().position;
  }
  set position(position: VecLike) {
    this.#live().position = position;
  }
  /** Writes `position` into `out` and returns `out`. */
  getPosition(out: Vec2): Vec2 {
    return this.#live().getPosition(out);
  }
  /** Categories that the character collides with, 32 bits. */
  get mask(): number {
    return this.#live().shapes[0]!.filter.mask;
  }
  set mask(mask: number) {
    const [shape] = this.#live().shapes;
    shape!.filter = { ...shape!.filter, mask: bits(mask, 'mask') };
  }
  /** Categories of the character, 32 bits. */
  get category(): number {
    return this.#live().shapes[0]!.filter.category;
  }
  set category(category: number) {
    const [shape] = this.#live().shapes;
    shape!.filter = { ...shape!.filter, category: bits(category, 'category') };
  }

  /**
   * Moves the character at once by `velocity`, in m/s, for `dt` seconds, 0 to 1, default 1/60. The velocity is relative
   * to the ground it stands on. Add gravity yourself: `velocity.y -= 9.81 * dt` on the velocity that the last move
   * returned. A velocity that points up and away from the ground is a jump, and the ground does not hold the character
   * back. A disabled body is moved too.
   */
  move(velocity: VecLike, dt = 1 / 60): CharacterMove<UserData> {
    const body = this.#live();
    const world = body.world;
    const [vx, vy] = [x(velocity), y(velocity)];
    exchange(9).set([...this.#options, vx, vy, number(dt), +(this.#drops === internals.restored(body))]);
    const code = internals.move(body);
    if (code !== 0) checkDefinition(code, { velocity, dt, body: body.type });
    this.#drops = -1;
    const count = exchange(kResult)[4]!;
    const row = exchange(kResult + count * kHit);
    const moved: CharacterMove<UserData> = {
      position: { x: row[0]!, y: row[1]! },
      velocity: { x: row[2]!, y: row[3]! },
      ground: null,
      wall: null,
      ceiling: null,
      hits: [],
    };
    for (let at = kResult; at < kResult + count * kHit; at += kHit) {
      const hit: CharacterHit<UserData> = {
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
   * Lets the next {@link move} go down through the one-way shapes under the character. Other shapes under it still hold
   * it. A move that goes up is not affected.
   *
   * The request lasts until the next `move` or until the world restores a snapshot. It is not part of snapshots: call
   * this in each step in which its key is down, before `move`, so that a repeated step repeats it.
   */
  dropThrough(): void {
    this.#drops = internals.restored(this.#live());
  }
  /** Whether the character, its body or its shape is destroyed. */
  get destroyed(): boolean {
    return this.#body.destroyed || this.#body.shapes.length === 0;
  }
  /** Removes the character and its body from the world. A second call does nothing. */
  destroy(): void {
    this.#body.destroy();
  }
}

/** The current options. Each can be set. */
export interface Character<UserData = unknown> extends Required<Pick<CharacterOptions, (typeof kOptions)[number]>> {}

strict(Character.prototype);
