import 'pixi.js/unsafe-eval'; // the page forbids code made from text, which Pixi would use for its shaders
import { Application, Container, Graphics } from 'pixi.js';
import { FixedLoop, World, bindPoses, debugLines, init } from 'impulse2d';
import { controls } from '../controls.js';
import { palette } from '../palette.js';
import * as art from './art.js';
import { blocks, materials, sling, turnips } from './level.js';

const kBall = { radius: 0.35, density: 4, friction: 0.5, restitution: 0.2 };
const kPower = 10; // m/s for each metre of pull
const kBalls = 4;
const kTurnip = 4; // N s
const kPatience = 6; // s, that a ball may roll

await init();
const stage = document.getElementById('stage');
const app = new Application();
await app.init({ canvas: stage, resizeTo: stage.parentElement, antialias: true, autoDensity: true, resolution: devicePixelRatio, preference: 'webgl' }); // prettier-ignore

// Metres, y up: a container with a negative scale, and no number needs another sign. `resize` sets the scale.
const view = new Container();
app.stage.addChild(view);
const layers = Object.fromEntries(
  ['sky', 'behind', 'bodies', 'front', 'dust', 'lines'].map((name) => [name, view.addChild(new Container())]),
);
layers.behind.addChild(art.fork(sling, false));
const band = layers.behind.addChild(new Graphics());
const dots = layers.behind.addChild(new Graphics());
layers.front.addChild(art.fork(sling, true));
const lines = layers.lines.addChild(new Graphics());

let world, loop, binding, ball, game;
const dust = new Set(); // what is left of what broke, for a moment

function begin() {
  world?.destroy();
  dust.clear();
  for (const name of ['bodies', 'dust']) layers[name].removeChildren().forEach((sprite) => sprite.destroy());
  world = new World();
  loop = new FixedLoop(world);
  binding = bindPoses(world, (sprite, x, y, angle) => {
    sprite.position.set(x, y);
    sprite.rotation = angle;
  });
  game = { balls: kBalls, turnips: turnips.length, score: 0, flown: 0, over: false };
  world.createBody({ type: 'static', position: [0, -1], shapes: [{ type: 'box', width: 160, height: 2 }] });
  for (const [name, x, y, width, height] of blocks) {
    const { density, friction, ...material } = materials[name];
    add({ position: [x, y], shapes: [{ type: 'box', width, height, density, friction }] }, art.block(width, height, material), material); // prettier-ignore
  }
  for (const position of turnips) {
    const shapes = [{ type: 'circle', radius: 0.45, friction: 0.8, rollingResistance: 0.1 }];
    add({ position, shapes }, art.turnip(), { strength: kTurnip, points: 500, fill: 0xb76a93, turnip: true });
  }
  world.on('contactHit', ({ bodyA, bodyB, impulse }) => {
    hurt(bodyA, impulse);
    hurt(bodyB, impulse);
  });
  load();
  show();
}

/** A body and its sprite; `about` is what the game knows of it. */
function add(def, sprite, about) {
  const body = world.createBody({ ...def, userData: { ...about, sprite, left: about.strength } });
  binding.attach(body, layers.bodies.addChild(sprite));
  return body;
}

/** A blow takes its impulse from what a thing can bear. Cracks show by the sprite fading. */
function hurt(body, impulse) {
  const thing = body.userData;
  if (!thing?.strength || body.destroyed) return; // an earlier event of this step may have broken it
  thing.left -= impulse > 0.1 * thing.strength ? impulse : 0;
  thing.sprite.alpha = 0.55 + 0.45 * Math.max(0, thing.left / thing.strength);
  if (thing.left > 0) return;
  game.score += thing.points;
  if (thing.turnip) game.turnips--;
  crumble(body.position, thing.fill);
  thing.sprite.destroy();
  body.destroy();
  show();
}

function crumble({ x, y }, colour) {
  for (let i = 0; i < 10; i++) {
    const speck = layers.dust.addChild(new Graphics().rect(-0.1, -0.1, 0.2, 0.2).fill(colour));
    speck.position.set(x, y);
    dust.add({ speck, vx: 6 * Math.random() - 3, vy: 5 * Math.random(), life: 0.8 });
  }
}

// --- the sling ------------------------------------------------------------------------------------------------------

const rest = { x: -1.9, y: -0.75 }; // how far the keys have pulled it at first
let pull = null; // from the fork to the ball, m, while somebody aims

function load() {
  pull = null;
  ball = null;
  if (game.over || game.balls === 0) return;
  // Not enabled: it hangs in the sling, and nothing touches it.
  ball = add({ position: [sling.x, sling.y], bullet: true, enabled: false, shapes: [{ type: 'circle', ...kBall }] }, art.ball(kBall.radius), {}); // prettier-ignore
}

function aim(x, y) {
  if (!ball || ball.enabled) return;
  const length = Math.hypot(x, y);
  const most = Math.min(1, sling.reach / (length || 1));
  pull = { x: x * most, y: Math.max(y * most, 0.4 - sling.y) };
  ball.setTransform([sling.x + pull.x, sling.y + pull.y], 0);
}

function shoot() {
  if (!pull || Math.hypot(pull.x, pull.y) < 0.3) return letGo();
  ball.enabled = true;
  ball.velocity = [-kPower * pull.x, -kPower * pull.y];
  pull = null;
  game.balls--;
  game.flown = 0;
  show();
}

function letGo() {
  pull = null;
  if (ball && !ball.enabled) ball.setTransform([sling.x, sling.y], 0);
}

const toWorld = ({ clientX, clientY }) => {
  const box = stage.getBoundingClientRect();
  return view.toLocal({ x: clientX - box.left, y: clientY - box.top });
};
let dragging = false;
stage.addEventListener('pointerdown', (event) => {
  const { x, y } = toWorld(event);
  if (!ball || ball.enabled || Math.hypot(x - sling.x, y - sling.y) > 3) return;
  stage.setPointerCapture(event.pointerId);
  dragging = true;
  aim(x - sling.x, y - sling.y);
});
stage.addEventListener('pointermove', (event) => {
  const { x, y } = toWorld(event);
  if (dragging) aim(x - sling.x, y - sling.y);
});
stage.addEventListener('pointerup', () => {
  if (dragging) shoot();
  dragging = false;
});
stage.addEventListener('pointercancel', () => {
  dragging = false;
  letGo();
});

let drawLines = false;
const keys = { up: ['ArrowUp'], down: ['ArrowDown'], more: ['ArrowLeft'], less: ['ArrowRight'], fire: ['Space'], again: ['KeyR'], lines: ['KeyL'] }; // prettier-ignore
const held = controls(keys, (name) => {
  if (name === 'fire') pull ? shoot() : aim(rest.x, rest.y);
  if (name === 'again') begin();
  if (name === 'lines') drawLines = !drawLines;
});
function aimByKeys(seconds) {
  const turn = (held.up - held.down) * 0.6 * seconds;
  const longer = (held.more - held.less) * 1.2 * seconds;
  if (!turn && !longer) return;
  const { x, y } = pull ?? rest;
  const length = Math.min(sling.reach, Math.max(0.5, Math.hypot(x, y) + longer));
  const angle = Math.atan2(y, x) + turn;
  aim(length * Math.cos(angle), length * Math.sin(angle));
}

// --- each frame -----------------------------------------------------------------------------------------------------

function drawSling() {
  band.clear();
  dots.clear();
  if (!ball || ball.enabled) return;
  const { x, y } = ball.position;
  for (const side of [-0.35, 0.35]) band.moveTo(sling.x + side, sling.y + 0.1).lineTo(x - 0.2, y);
  band.stroke({ width: 0.12, color: 0x5b2a1a, cap: 'round' });
  if (!pull) return;
  for (let t = 0.06; t < 1.2; t += 0.06) {
    const [px, py] = [x - kPower * pull.x * t, y - kPower * pull.y * t - (9.81 * t * t) / 2];
    if (py > 0) dots.circle(px, py, 0.09);
  }
  dots.fill({ color: sky().ink, alpha: 0.55 });
}

function frame(seconds) {
  aimByKeys(seconds);
  const { steps, alpha } = loop.advanceBy(seconds);
  binding.flush(alpha);
  drawSling();
  for (const speck of dust) {
    speck.life -= seconds;
    speck.vy -= 9.81 * seconds;
    speck.speck.position.set(speck.speck.x + speck.vx * seconds, speck.speck.y + speck.vy * seconds);
    speck.speck.alpha = Math.max(0, speck.life / 0.8);
    if (speck.life > 0) continue;
    dust.delete(speck);
    speck.speck.destroy();
  }
  lines.clear();
  const all = drawLines ? debugLines(world) : [];
  for (let i = 0; i < all.length; i += 5) {
    lines
      .moveTo(all[i], all[i + 1])
      .lineTo(all[i + 2], all[i + 3])
      .stroke({ width: 0.05, color: all[i + 4] });
  }
  if (!ball?.enabled || game.over) return;
  game.flown += steps / 60;
  if (game.turnips > 0 && game.flown < kPatience && ball.awake && Math.abs(ball.position.x) < 30) return;
  ball.userData.sprite.destroy();
  ball.destroy();
  game.over = game.turnips === 0 || game.balls === 0;
  load();
  show();
}
app.ticker.add(({ deltaMS }) => frame(deltaMS / 1000));

function show() {
  document.getElementById('balls').textContent = '●'.repeat(game.balls) + '○'.repeat(kBalls - game.balls);
  document.getElementById('score').textContent = `${game.score} points`;
  document.getElementById('over').hidden = !game.over;
  document.getElementById('verdict').textContent =
    game.turnips === 0 ? `All turnips are gone, with ${game.balls} balls left.` : `${game.turnips} of ${turnips.length} turnips are still there.`; // prettier-ignore
}
document.getElementById('again').addEventListener('click', begin);
document.getElementById('restart').addEventListener('click', begin);

// --- the picture ----------------------------------------------------------------------------------------------------

const colours = palette(paint);
const sky = () => (colours.dark ? art.skies.dark : art.skies.light);
function paint() {
  layers.sky.removeChildren().forEach((old) => old.destroy());
  layers.sky.addChild(art.landscape(sky(), colours.dark));
  app.renderer.background.color = sky().air;
}
function resize() {
  const { width, height } = app.screen;
  const scale = Math.min(width / 22.5, height / 13);
  view.scale.set(scale, -scale);
  view.position.set(width / 2, height - (height > width ? 0.25 * height : 1.2 * scale));
}
app.renderer.on('resize', resize);
resize();
paint();
begin();

const onPage = (x, y) => {
  const box = stage.getBoundingClientRect();
  const at = view.toGlobal({ x, y });
  return { x: box.left + at.x, y: box.top + at.y };
};
// For the console, and for tests.
window.example = { aim, shoot, frame, onPage, get game() { return game; }, get world() { return world; } }; // prettier-ignore
document.documentElement.dataset.ready = 'true';
