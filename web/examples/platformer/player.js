// The player: a character that goes where it is told, as far as the level lets it. Speed and jumps are made here.
import { Character } from 'impulse2d';

const kSpeed = 6; // m/s
const kGroundAcceleration = 60; // m/s^2
const kAirAcceleration = 30; // m/s^2
const kJump = 11; // m/s: 2.4 m high at 25 m/s^2
const kCoyote = 0.1; // s: a jump this late after an edge, or this early before the ground, still counts

const towards = (from, to, most) => from + Math.max(-most, Math.min(most, to - from));

export class Player {
  /** m/s, on the ground that carries it. */
  velocity = { x: 0, y: 0 };
  ground = null;
  facing = 1;
  #sinceGround = Infinity;
  #sinceJumpKey = Infinity;

  /**
   * `held` says what is held down, as booleans: left, right, jump, down. `onTouch` is given each body that it runs
   * into.
   */
  constructor(world, position, held, onTouch) {
    this.held = held;
    this.onTouch = onTouch;
    this.character = new Character(world, {
      shape: { type: 'capsule', a: [0, -0.35], b: [0, 0.35], radius: 0.35 },
      position,
    });
    this.body = this.character.body;
    this.body.userData = { kind: 'player' };
    world.on('afterStep', ({ dt }) => this.#step(dt, world.gravity.y));
  }

  jumpPressed() {
    this.#sinceJumpKey = 0;
  }

  #step(dt, gravity) {
    const { held } = this;
    const run = held.right - held.left;
    if (run) this.facing = run;
    let { x, y } = this.velocity;
    x = towards(x, kSpeed * run, (this.ground ? kGroundAcceleration : kAirAcceleration) * dt);
    y += gravity * dt;
    if (y < 0 && !held.jump) y += 30 * dt; // a short press makes a low jump

    this.#sinceJumpKey += dt;
    this.#sinceGround = this.ground ? 0 : this.#sinceGround + dt;
    if (this.#sinceJumpKey < kCoyote && this.#sinceGround < kCoyote) {
      // What carried it goes on to move it.
      x += this.ground?.velocity.x ?? 0;
      y = -kJump;
      this.#sinceGround = this.#sinceJumpKey = Infinity;
    }

    if (held.down) this.character.dropThrough();
    const { velocity, ground, wall, hits } = this.character.move([x, y], dt);
    // Against a wall it stops; against a crate it goes on pushing.
    this.velocity = wall?.body.type === 'dynamic' ? { x, y: velocity.y } : velocity;
    this.ground = ground;
    for (const { body } of hits) this.onTouch(body);
  }
}
