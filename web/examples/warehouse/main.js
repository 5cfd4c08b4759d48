import { FixedLoop, World, init } from 'impulse2d';
import { controls } from '../controls.js';
import { palette } from '../palette.js';
import { barrels, bay, crates, start, walls } from './level.js';
import { Picture } from './picture.js';
import { makeTug } from './tug.js';

const kFuse = 0.7; // s, from the blow to the bang
const kBlow = 110; // N s, that lights a barrel
const kGravity = 9.81; // m/s^2, into the floor

await init();
let world, loop, game;

function begin() {
  world?.destroy();
  world = new World({ gravity: [0, 0], hitSpeed: 0.5 });
  loop = new FixedLoop(world);
  const ground = world.createBody({
    type: 'static',
    shapes: walls.map(([x, y, width, height]) => ({ type: 'box', width, height, center: [x, y], friction: 0.2 })),
  });
  // Smaller than what is painted on the floor: a crate that is in it is well inside.
  const goal = ground.createShape({
    type: 'box',
    width: bay.width - 0.8,
    height: bay.height - 0.8,
    center: [bay.x + bay.width / 2, bay.y + bay.height / 2],
    sensor: true, // prettier-ignore
  });
  const put = (kind, position, shape, grip) => {
    const body = world.createBody({
      position,
      angle: 0.1 * position[1],
      shapes: [shape],
      userData: { kind, fuse: null },
    });
    // Friction with the floor: a joint that tries to keep the body where it is, with no more than this force and
    // torque.
    const maxForce = grip * kGravity * body.mass;
    world.createJoint({
      type: 'motor',
      bodyA: ground,
      bodyB: body,
      maxForce,
      maxTorque: 0.35 * maxForce,
      collideConnected: true,
    });
    return body;
  };
  const crate = { type: 'box', width: 1.1, height: 1.1, density: 70, friction: 0.5 };
  const barrel = { type: 'circle', radius: 0.42, density: 70, friction: 0.3, restitution: 0.2 };
  game = {
    tug: makeTug(world, start),
    goal,
    crates: crates.map((at) => put('crate', at, crate, 0.5)),
    barrels: barrels.map((at) => put('barrel', at, barrel, 0.3)),
    blasts: [],
    time: 0,
    done: 0,
    over: false,
  };
  world.on('contactHit', ({ bodyA, bodyB, impulse }) => {
    for (const { userData } of [bodyA, bodyB])
      if (userData?.kind === 'barrel' && impulse > kBlow) userData.fuse ??= kFuse;
  });
  world.on('afterStep', rules);
}

function rules({ dt }) {
  if (game.over) return;
  if (game.time > 0 || game.tug.throttle) game.time += dt;
  for (const barrel of game.barrels) {
    if (barrel.userData.fuse === null) continue;
    barrel.userData.fuse -= dt;
    if (barrel.userData.fuse <= 0) explode(barrel);
  }
  game.done = game.goal.overlaps.filter(({ body }) => body.userData?.kind === 'crate').length;
  game.over = game.done === game.crates.length;
}

function explode(barrel) {
  const { position } = barrel;
  game.barrels = game.barrels.filter((other) => other !== barrel);
  barrel.destroy();
  world.explode({ position, radius: 1, falloff: 3, impulse: 700 });
  game.blasts.push({ ...position, age: 0 });
  // Barrels in reach go off too, one after the other.
  for (const { body } of world.overlap({ shape: { type: 'circle', radius: 2.2 }, position })) {
    if (body.userData?.kind === 'barrel') body.userData.fuse ??= 0.25;
  }
}

const held = controls(
  {
    forwards: ['ArrowUp', 'KeyW'],
    backwards: ['ArrowDown', 'KeyS'],
    left: ['ArrowLeft', 'KeyA'],
    right: ['ArrowRight', 'KeyD'],
    brake: ['Space'],
    again: ['KeyR'],
  },
  (name) => name === 'again' && begin(),
);
for (const button of document.querySelectorAll('[data-again]')) button.addEventListener('click', begin);

const picture = new Picture(document.getElementById('stage'), palette());
const element = (id) => document.getElementById(id);

function frame(seconds) {
  const { tug } = game;
  tug.throttle = held.forwards - 0.7 * held.backwards;
  tug.steer = held.left - held.right;
  tug.brake = held.brake;
  const { alpha } = loop.advanceBy(seconds);
  picture.draw(world, game, alpha, seconds);
  element('done').textContent = `${game.done} of ${game.crates.length} crates`;
  element('time').textContent = `${game.time.toFixed(1)} s`;
  element('over').hidden = !game.over;
  if (game.over) element('verdict').textContent = `All crates are in the bay after ${game.time.toFixed(1)} seconds.`;
}

begin();
let last;
requestAnimationFrame(function tick(now) {
  frame((now - (last ?? now)) / 1000);
  last = now;
  requestAnimationFrame(tick);
});

// For the console, and for tests.
window.example = { held, frame, begin, get game() { return game; }, get world() { return world; } }; // prettier-ignore
document.documentElement.dataset.ready = 'true';
