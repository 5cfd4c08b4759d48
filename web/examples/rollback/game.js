// A match of two players and a ball. Nothing in here knows of a network: the same inputs give the same match, to the
// last bit.
import { World } from 'impulse2d';

export const kWidth = 16; // m
export const kHeight = 9; // m
const kGoal = 1.6; // m, half the width of a goal
export const kCorner = 1.6; // m
const kKickOff = 60; // steps

/** What a player holds down, as bits. */
export const input = { left: 1, right: 2, down: 4, up: 8 };

export class Match {
  score = [0, 0];
  /** Steps until the ball may be played after a goal. */
  pause = 0;

  constructor() {
    this.world = new World({ gravity: [0, 0] });
    const [w, h] = [kWidth / 2, kHeight / 2];
    this.world.createBody({
      type: 'static',
      shapes: [-1, 1].flatMap((side) => [
        { type: 'box', width: kWidth + 4, height: 1, center: [0, side * (h + 0.5)] },
        { type: 'box', width: 2, height: h - kGoal, center: [side * (w + 1), (h + kGoal) / 2] },
        { type: 'box', width: 2, height: h - kGoal, center: [side * (w + 1), -(h + kGoal) / 2] },
        // Across the corners, or the ball would stay in them.
        ...[-1, 1].map((end) => ({
          type: 'polygon',
          points: [[side * w, end * h], [side * (w - kCorner), end * h], [side * w, end * (h - kCorner)]], // prettier-ignore
        })),
        // Only the ball gets into the goal.
        { type: 'segment', a: [side * w, -kGoal], b: [side * w, kGoal], filter: { mask: 2 } },
        { type: 'segment', a: [side * (w + 1.2), -kGoal], b: [side * (w + 1.2), kGoal] },
      ]),
    });
    this.players = [-5, 5].map((x) =>
      this.world.createBody({
        position: [x, 0],
        linearDamping: 2.5,
        lock: { rotation: true },
        shapes: [{ type: 'circle', radius: 0.6, density: 2, restitution: 0.3, friction: 0.1, filter: { category: 2 } }],
      }),
    );
    this.ball = this.world.createBody({
      linearDamping: 0.5,
      angularDamping: 1,
      bullet: true,
      shapes: [{ type: 'circle', radius: 0.4, density: 0.5, restitution: 0.8, friction: 0.2 }],
    });
    this.crates = [-2.5, 2.5].flatMap((x) =>
      [-2.6, 2.6].map((y) =>
        this.world.createBody({
          position: [x, y],
          linearDamping: 1.5,
          angularDamping: 1.5,
          shapes: [{ type: 'box', width: 0.9, height: 0.9, restitution: 0.4, friction: 0.2, filter: { category: 2 } }],
        }),
      ),
    );
  }

  /** One step of 1/60 s with what both players hold down. */
  step(inputs) {
    inputs.forEach((bits, i) => {
      const x = !!(bits & input.right) - !!(bits & input.left);
      const y = !!(bits & input.up) - !!(bits & input.down);
      const force = (x && y ? 0.7 : 1) * 60; // N
      this.players[i].applyForce([force * x, force * y]);
    });
    this.world.step();
    const { x } = this.ball.position;
    if (this.pause > 0) {
      if (--this.pause === 0) this.#kickOff();
    } else if (Math.abs(x) > kWidth / 2 + 0.3) {
      this.score[x > 0 ? 0 : 1]++;
      this.pause = kKickOff;
    }
  }

  #kickOff() {
    this.ball.setTransform([0, 0], 0);
    this.ball.velocity = [0, 0];
    this.players.forEach((player, i) => {
      player.setTransform([i ? 5 : -5, 0], 0);
      player.velocity = [0, 0];
    });
  }

  /** What the world's snapshot does not hold. */
  saveRules() {
    return [...this.score, this.pause];
  }
  loadRules([a, b, pause]) {
    this.score = [a, b];
    this.pause = pause;
  }
}
