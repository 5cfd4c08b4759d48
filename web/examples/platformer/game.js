// The level as a world of bodies, and the rules. Nothing in here draws.
import { World } from 'impulse2d';
import { rows, tiles } from './level.js';
import { Player } from './player.js';

const kSnailSpeed = 1.4; // m/s
const kSway = 3; // m: how far a moving platform goes
const kBottom = rows.length + 4; // m: what is below has fallen out of the level

export class Game {
  coins = 0;
  time = 0;
  falls = 0;
  won = false;
  things = []; // what moves or can go away: crates, coins, snails, moving platforms

  constructor(held) {
    // y points down as on the screen, because gravity does.
    this.world = new World({ gravity: [0, 25] });
    this.#makeGround();
    for (const { kind, x, y } of tiles('ocemPF')) this.#make(kind, x + 0.5, y + 0.5);
    // After each step the platforms get the pose that they reach in the next one; then the player moves, who may stand
    // on one.
    this.world.on('afterStep', ({ dt }) => this.#prepare(dt));
    this.player = new Player(this.world, this.start, held, (body) => this.#meet(body));
    this.world.on('sensorBegin', ({ bodyA: place, bodyB: visitor }) => {
      if (visitor === this.player.body) this.#enter(place);
    });
    // A snail may also run into the player.
    const { body } = this.player;
    this.world.on('contactBegin', ({ bodyA, bodyB }) => this.#meet(bodyA === body ? bodyB : bodyA), { filter: body });
  }

  /** All tiles are shapes of one body. Feet do not catch where two of them meet. */
  #makeGround() {
    const solid = tiles('#').map(({ x, y }) => ({ type: 'box', width: 1, height: 1, center: [x + 0.5, y + 0.5] }));
    const slopes = tiles('/\\').map(({ kind, x, y }) => ({
      type: 'polygon',
      points: [[x, y + 1], [x + 1, y + 1], [kind === '/' ? x + 1 : x, y]], // prettier-ignore
    }));
    const platforms = tiles('=').map(({ x, y }) => ({
      type: 'box',
      width: 1,
      height: 0.28,
      center: [x + 0.5, y + 0.14],
      oneWay: [0, -1], // prettier-ignore
    }));
    const ends = [0, rows[0].length].map((x) => ({ type: 'segment', a: [x, -20], b: [x, kBottom] }));
    this.world.createBody({
      type: 'static',
      shapes: [...solid, ...slopes, ...platforms, ...ends],
      userData: { kind: 'ground' },
    });
  }

  #make(kind, x, y) {
    const add = (name, def, about = {}) => {
      const body = this.world.createBody({ position: [x, y], ...def, userData: { kind: name, ...about } });
      this.things.push(body);
    };
    if (kind === 'P') this.start = [x, y - 0.3];
    if (kind === 'o') add('coin', { type: 'static', shapes: [{ type: 'circle', radius: 0.3, sensor: true }] });
    if (kind === 'F')
      add('flag', {
        type: 'static',
        position: [x, y - 0.7],
        shapes: [{ type: 'box', width: 0.6, height: 2.4, sensor: true }],
      });
    if (kind === 'c')
      add('crate', { position: [x, y + 0.05], shapes: [{ type: 'box', width: 0.9, height: 0.9, density: 6 }] });
    if (kind === 'e') {
      const shapes = [{ type: 'capsule', a: [-0.25, 0.15], b: [0.25, 0.15], radius: 0.3, friction: 0.2 }];
      add('snail', { position: [x, y + 0.05], lock: { rotation: true }, shapes }, { direction: -1 });
    }
    if (kind === 'm') {
      const shapes = [{ type: 'box', width: 3, height: 0.4, oneWay: [0, -1], friction: 1 }];
      add('platform', { type: 'kinematic', shapes }, { x, y });
    }
  }

  #prepare(dt) {
    if (!this.won) this.time += dt;
    for (const body of this.things) {
      const { kind, x, y } = body.userData;
      if (kind === 'platform') body.moveTo([x + kSway * (1 - Math.cos(this.time)), y], 0, dt);
      if (kind === 'snail') this.#creep(body);
    }
    if (this.player.body.position.y > kBottom) this.#fall();
  }

  /** A snail turns where there is a wall or a slope before it, or no ground. */
  #creep(body) {
    const { direction } = body.userData;
    const { x, y } = body.position;
    const see = (dx, dy) =>
      this.world.raycast({ from: [x, y + 0.2], to: [x + dx, y + dy], except: [body, this.player.body] });
    if (see(0.85 * direction, 0.2) || !see(0.6 * direction, 0.7)) body.userData.direction = -direction;
    body.velocity = [kSnailSpeed * body.userData.direction, body.velocity.y];
  }

  #enter(place) {
    if (place.userData.kind === 'flag') this.#win();
    if (place.userData.kind !== 'coin') return;
    this.coins++;
    this.#remove(place);
  }

  /** On a snail's back is over it; everywhere else it stings. */
  #meet(other) {
    if (other.destroyed || other.userData.kind !== 'snail') return;
    if (this.player.body.position.y + 0.45 < other.position.y) {
      this.#remove(other);
      this.player.velocity = { x: this.player.velocity.x, y: -8 };
    } else this.#fall();
  }

  #win() {
    this.won = true;
    this.player.held = { left: false, right: false, jump: false, down: false };
  }

  #remove(body) {
    this.things = this.things.filter((thing) => thing !== body);
    body.destroy();
  }

  #fall() {
    this.falls++;
    this.player.character.position = this.start;
    this.player.velocity = { x: 0, y: 0 };
  }
}
