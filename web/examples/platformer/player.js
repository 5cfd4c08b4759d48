// A player made of a dynamic capsule: it pushes crates and rides platforms as any body does.

const kSpeed = 6; // m/s
const kGroundAcceleration = 60; // m/s^2
const kAirAcceleration = 30; // m/s^2
const kJump = 11; // m/s: 2.4 m high at 25 m/s^2
const kSteepest = Math.cos((50 * Math.PI) / 180); // of the slopes that it can stand on
const kSnap = 0.3; // m: how far below its feet the ground may fall away
const kCoyote = 0.1; // s: a jump this late after an edge, or this early before the ground, still counts

const towards = (from, to, most) => from + Math.max(-most, Math.min(most, to - from));

export class Player {
  facing = 1;
  ground = null;
  #sinceGround = Infinity;
  #sinceJumpKey = Infinity;
  #rising = false;

  /** `held` says what is held down, as booleans: left, right, jump, down. */
  constructor(world, position, held) {
    this.world = world;
    this.held = held;
    this.body = world.createBody({
      position,
      lock: { rotation: true },
      sleepAllowed: false,
      shapes: [{ type: 'capsule', a: [0, -0.35], b: [0, 0.35], radius: 0.35, preSolve: true }],
      userData: { kind: 'player' },
    });
    world.on('beforeStep', ({ dt }) => this.#step(dt));
    world.on('preSolve', (contact) => this.#touch(contact), { filter: this.body });
  }

  get run() {
    return this.held.right - this.held.left;
  }

  jumpPressed() {
    this.#sinceJumpKey = 0;
  }

  /** Thrown upwards, as by a snail that it landed on. */
  bounce(speed) {
    this.body.velocity = [this.body.velocity.x, -speed];
    this.#rising = true;
    this.ground = null;
    this.#sinceGround = Infinity;
  }

  /** Rubs on the ground only while it stands, and never on walls; passes down through platforms when told to. */
  #touch(contact) {
    const { shapeA, shapeB, normal } = contact;
    const [other, up] = shapeA.body === this.body ? [shapeB, normal.y] : [shapeA, -normal.y];
    if (this.held.down && other.oneWay) contact.disable();
    else contact.friction = this.run === 0 && up > kSteepest ? 2 : 0;
  }

  /** What it stands on: y points down here, so `up` is the share of the normal that carries. */
  #findGround() {
    let best = null;
    for (const { bodyA, bodyB, normal, points } of this.body.contacts) {
      const below = bodyA === this.body ? bodyB : bodyA;
      const out = bodyA === this.body ? { x: -normal.x, y: -normal.y } : normal;
      if (-out.y > kSteepest && -out.y > (best?.up ?? 0))
        best = { body: below, normal: out, up: -out.y, point: points[0] };
    }
    return best;
  }

  #step(dt) {
    const { body, held, run } = this;
    const before = this.ground;
    let velocity = body.velocity;
    if (velocity.y >= 0) this.#rising = false;
    this.ground = this.#rising ? null : this.#findGround();
    if (before && !this.ground && !this.#rising && !held.down) velocity = this.#followGround(velocity, dt);
    this.#sinceGround = this.ground ? 0 : this.#sinceGround + dt;
    this.#sinceJumpKey += dt;
    if (run) this.facing = run;

    let { x, y } = velocity;
    if (this.ground) {
      // Along the slope, as seen from what it stands on. Where nobody runs, friction holds it.
      const { normal, point } = this.ground;
      const carried = this.ground.body.velocityAt(point);
      const tangent = { x: -normal.y, y: normal.x };
      const now = (x - carried.x) * tangent.x + (y - carried.y) * tangent.y;
      const change = towards(now, kSpeed * run, kGroundAcceleration * dt) - now;
      [x, y] = [x + change * tangent.x, y + change * tangent.y];
    } else if (run) x = towards(x, kSpeed * run, kAirAcceleration * dt);

    if (this.#sinceJumpKey < kCoyote && this.#sinceGround < kCoyote) {
      y = Math.min(y, 0) / 2 - kJump;
      this.#rising = true;
      this.ground = null;
      this.#sinceGround = this.#sinceJumpKey = Infinity;
    }
    if (this.#rising && !held.jump) y += 30 * dt; // a short press makes a low jump
    body.velocity = [x, y];
  }

  /** Where the ground falls away under running feet, as behind the top of a hill, it goes down with it. */
  #followGround({ x, y }, dt) {
    const from = this.body.position;
    const hit = this.world.shapeCast({
      shape: this.body.shapes[0],
      from,
      to: [from.x, from.y + kSnap],
      except: this.body,
    });
    if (!hit || hit.startsInside || -hit.normal.y < kSteepest) return { x, y };
    const { normal, point, body } = hit;
    this.ground = { body, normal, up: -normal.y, point };
    const along = x * -normal.y + y * normal.x;
    return { x: along * -normal.y, y: along * normal.x + (kSnap * hit.fraction) / dt };
  }
}
