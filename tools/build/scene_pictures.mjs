// A small picture of each scene for the page's picker, drawn at build time by the engine and the package's own `draw`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const kWidth = 160;
const kHeight = 100;
const kMargin = 1.02;
// Where a whole scene is more than a picture of this size can show: fewer bodies, and those that show it at its best.
const kParams = {
  pyramid: { rows: 9 },
  pile: { count: 120 },
  liquid: { count: 231 },
  cloth: { side: 14 },
  joy: { count: 120 },
  galton: { balls: 150 },
  hourglass: { grains: 200 },
  tumbler: { count: 100 },
  bridge: { planks: 40 },
  windmill: { balls: 60 },
};
// Steps to the moment that is shown, where `settle` is another; most scenes are livelier in the middle.
const kSteps = {
  dominoes: 150,
  cradle: 55,
  bounce: 75,
  wrecking: 120,
  chain: 110,
  breaking: 118,
  billiards: 75,
  struck: 95,
  explosion: 105,
  springs: 75,
  support: 320,
  lander: 150,
  ramps: 60,
  ragdolls: 100,
  recovery: 100,
  grip: 90,
  hourglass: 240,
  heavy: 30,
  walker: 60,
};

const short = (value) => String(Math.round(value * 10) / 10);

/** So much of a 2D context that `draw` can write a picture of bodies and joints: paths, fills and strokes. */
class Pen {
  canvas = { width: kWidth, height: kHeight };
  fillStyle = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  globalAlpha = 1;
  parts = [];
  #path = '';
  #at = [0, 0];
  #dash = [];

  beginPath() {
    this.#path = '';
  }
  moveTo(x, y) {
    this.#go('M', x, y);
  }
  lineTo(x, y) {
    this.#go(this.#path ? 'L' : 'M', x, y);
  }
  #go(letter, x, y) {
    this.#path += `${letter}${short(x)} ${short(y)}`;
    this.#at = [x, y];
  }
  closePath() {
    this.#path += 'Z';
  }
  rect(x, y, width, height) {
    this.moveTo(x, y);
    this.#path += `h${short(width)}v${short(height)}h${short(-width)}Z`;
  }
  arc(x, y, r, from, to, counter = false) {
    const turn = counter ? from - to : to - from;
    const at = (angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    this.lineTo(...at(from));
    const stops = Math.abs(turn) > 3.2 ? [(from + to) / 2, to] : [to];
    for (const stop of stops) {
      const [ex, ey] = at(stop);
      const large = Math.abs(stop - from) > Math.PI && stops.length === 1 ? 1 : 0;
      this.#path += `A${short(r)} ${short(r)} 0 ${large} ${counter ? 0 : 1} ${short(ex)} ${short(ey)}`;
      this.#at = [ex, ey];
    }
  }
  /** A corner that is rounded: at this size a curve through the same two points. */
  arcTo(x, y, nextX, nextY, r) {
    const [fromX, fromY] = this.#at;
    const before = Math.hypot(fromX - x, fromY - y) || 1;
    const after = Math.hypot(nextX - x, nextY - y) || 1;
    const cut = Math.min(r, before, after / 2);
    this.lineTo(x + ((fromX - x) / before) * cut, y + ((fromY - y) / before) * cut);
    const [ex, ey] = [x + ((nextX - x) / after) * cut, y + ((nextY - y) / after) * cut];
    this.#path += `Q${short(x)} ${short(y)} ${short(ex)} ${short(ey)}`;
    this.#at = [ex, ey];
  }
  setLineDash(dash) {
    this.#dash = dash;
  }
  fill() {
    this.#add(`fill="${this.fillStyle}"`, this.fillStyle !== 'transparent');
  }
  stroke() {
    const dash = this.#dash.length ? ` stroke-dasharray="${this.#dash.map(short).join(' ')}"` : '';
    this.#add(`fill="none" stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"${dash}`, true);
  }
  #add(look, seen) {
    if (seen && this.#path) this.parts.push(`<path ${look} d="${this.#path}"/>`);
  }
  fillRect() {}
  save() {}
  restore() {}
  setTransform() {}
}

/** The scene after a while, as SVG in the colours of a theme. */
function pictureOf(world, frame, draw, theme) {
  const scale = Math.min(kWidth / frame.width, kHeight / frame.height) / kMargin;
  const spare = kHeight / scale - frame.height;
  const camera = { x: frame.x, y: frame.y + spare * ((frame.sky ?? 0.5) - 0.5), scale };
  const pen = new Pen();
  const layers = { sleep: false, contacts: false, impulses: false };
  const tint = (body) => body.userData?.tint ?? body.slot % 7;
  draw(pen, world, { camera, layers, theme, pixelRatio: 0.55, clear: false, tint });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${kWidth} ${kHeight}" stroke-linejoin="round">` +
    `<path fill="${theme.paper}" d="M0 0h${kWidth}v${kHeight}H0Z"/>${pen.parts.join('')}</svg>\n`
  );
}

/**
 * Writes `<id>.svg` and `<id>.dark.svg` of each scene into `folder`. `engine`, `drawing`, `helpers`: the package's
 * entries.
 */
export async function writePictures(folder, scenes, engine, drawing, helpers) {
  await engine.init();
  mkdirSync(folder, { recursive: true });
  for (const scene of scenes) {
    const params = Object.fromEntries(scene.params.map(({ name, value }) => [name, value]));
    Object.assign(params, kParams[scene.id]);
    const solver = { ...scene.solver, ...engine.presets.softStep };
    const world = new engine.World({ gravity: scene.gravity ?? [0, -9.81], solver });
    const run = scene.build({ world, params, random: helpers.randomFrom(1) }) ?? {};
    let steps = 0;
    world.on('beforeStep', () => run.beforeStep?.(steps++ / 60));
    const settle = Math.min(400, scene.settle ?? 240);
    for (let i = kSteps[scene.id] ?? settle; i > 0; i--) world.step(1 / 60);
    const frame = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
    const seen = { ...frame, x: run.follow?.()?.x ?? frame.x };
    for (const [end, theme] of [
      ['', drawing.lightTheme],
      ['.dark', drawing.darkTheme],
    ])
      writeFileSync(join(folder, `${scene.id}${end}.svg`), pictureOf(world, seen, drawing.draw, theme));
    world.destroy();
  }
}
