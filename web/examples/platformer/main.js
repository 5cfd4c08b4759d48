import { FixedLoop, bindPoses, debugLines, init } from 'impulse2d';
import Phaser from 'phaser';
import { controls } from '../controls.js';
import { day, kPixels, kTiles, makeTextures, night } from './art.js';
import { Game } from './game.js';
import { rows, tiles } from './level.js';

await init();
let game, scene;
let drawLines = false;
const held = controls(
  {
    left: ['ArrowLeft', 'KeyA'],
    right: ['ArrowRight', 'KeyD'],
    jump: ['ArrowUp', 'Space', 'KeyW'],
    down: ['ArrowDown', 'KeyS'],
    again: ['KeyR'],
    lines: ['KeyL'],
  },
  (name) => {
    if (name === 'jump') game.player.jumpPressed();
    if (name === 'again') scene.scene.restart();
    if (name === 'lines') drawLines = !drawLines;
  },
);
for (const button of document.querySelectorAll('[data-again]'))
  button.addEventListener('click', () => scene.scene.restart());

const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => scene.scene.restart());
const stage = document.querySelector('.game');
const element = (id) => document.getElementById(id);

class Level extends Phaser.Scene {
  create() {
    scene = this;
    const colours = dark.matches ? night : day;
    makeTextures(this, colours);
    this.#background(colours);
    this.#map();

    game?.world.destroy();
    game = new Game(held);
    this.loop = new FixedLoop(game.world);
    this.binding = bindPoses(game.world, (sprite, x, y, angle) => {
      sprite.setPosition(kPixels * x, kPixels * y).setRotation(angle);
    });
    for (const body of game.things) this.#attach(body, body.userData.kind);
    this.player = this.#attach(game.player.body, 'player');
    game.world.on('bodyDestroyed', ({ body }) => this.#poof(body));
    this.lines = this.add.graphics();

    this.cameras.main.startFollow(this.player, false, 0.15, 0.08).setBackgroundColor(colours.sky);
    this.#frame();
  }

  #attach(body, name) {
    const sprite = this.add.image(0, 0, name);
    body.userData.sprite = sprite;
    this.binding.attach(body, sprite);
    return sprite;
  }

  #background({ sky, far, near, sun }) {
    const [width, ground] = [rows[0].length * kPixels, rows.length * kPixels];
    this.add.circle(900, 240, 60, sun).setScrollFactor(0.1);
    for (const [colour, height, length, share] of [
      [far, 330, 260, 0.3],
      [near, 180, 170, 0.6],
    ]) {
      const hills = this.add.graphics().setScrollFactor(share, 1).fillStyle(colour).beginPath();
      hills.moveTo(-2000, ground + 900);
      for (let x = -2000; x <= width; x += 40) hills.lineTo(x, ground - height * (1.3 + Math.sin(x / length)));
      hills
        .lineTo(width, ground + 900)
        .closePath()
        .fillPath();
    }
    this.cameras.main.setBackgroundColor(sky);
  }

  /** Phaser draws the tiles; `Game` has made shapes of the same rows. */
  #map() {
    const solid = new Set(tiles('#').map(({ x, y }) => `${x} ${y}`));
    const index = (kind, x, y) => {
      const open = kind === '#' && !solid.has(`${x} ${y - 1}`) && !'/\\'.includes(rows[y - 1]?.[x] ?? ' ');
      return kTiles.indexOf(open ? 'G' : kind);
    };
    // Deeper than the level, for screens that are higher than it.
    const data = [...rows, ...Array(12).fill(rows.at(-1))].map((row, y) =>
      [...row].map((kind, x) => (y < rows.length ? index(kind, x, y) : kTiles.indexOf(kind))),
    );
    const map = this.make.tilemap({ data, tileWidth: kPixels, tileHeight: kPixels });
    map.createLayer(0, map.addTilesetImage('tiles', 'tiles', kPixels, kPixels, 2, 4), 0, 0);
  }

  /** A coin or a snail has gone: its sprite rises and fades. */
  #poof(body) {
    const { sprite } = body.userData;
    const done = () => sprite.destroy();
    this.tweens.add({ targets: sprite, y: sprite.y - 50, alpha: 0, duration: 350, onComplete: done });
  }

  /** So much of the level is shown, in sharp pixels. */
  #frame() {
    const { width, height } = this.scale;
    const camera = this.cameras.main;
    camera.setZoom(Math.min(height / (11 * kPixels), width / (10 * kPixels)));
    const above = Math.max(1, height / camera.zoom / kPixels - rows.length - 2);
    camera.setBounds(0, -above * kPixels, rows[0].length * kPixels, (rows.length + 2 + above) * kPixels);
  }

  resize() {
    this.scale.resize(stage.clientWidth * devicePixelRatio, stage.clientHeight * devicePixelRatio);
    this.#frame();
  }

  update(time, delta) {
    const { player } = game;
    const { alpha } = this.loop.advanceBy(delta / 1000);
    this.binding.flush(alpha);
    this.player.setFlipX(player.facing < 0);
    const { x, y } = player.velocity;
    this.player.setScale(1 - 0.008 * Math.abs(y), 1 + 0.008 * Math.abs(y)).setRotation(0.015 * x);
    for (const { userData } of game.things)
      if (userData.kind === 'snail') userData.sprite.setFlipX(userData.direction < 0);
    this.#drawLines();
    element('coins').textContent = `${game.coins} of ${tiles('o').length} coins`;
    element('time').textContent = `${game.time.toFixed(1)} s`;
    element('over').hidden = !game.won;
    if (game.won)
      element('verdict').textContent = `There in ${game.time.toFixed(1)} seconds, with ${game.coins} coins.`;
  }

  /** What the engine sees, over the picture. */
  #drawLines() {
    this.lines.clear();
    const lines = drawLines ? debugLines(game.world) : [];
    for (let i = 0; i < lines.length; i += 5) {
      const [x1, y1, x2, y2] = lines.subarray(i, i + 4).map((metres) => metres * kPixels);
      this.lines.lineStyle(3, lines[i + 4]).lineBetween(x1, y1, x2, y2);
    }
  }
}

new Phaser.Game({
  type: Phaser.AUTO,
  parent: stage,
  width: stage.clientWidth * devicePixelRatio,
  height: stage.clientHeight * devicePixelRatio,
  scale: { mode: Phaser.Scale.NONE },
  audio: { noAudio: true },
  input: { keyboard: false, mouse: false, touch: false },
  banner: false,
  render: { maxTextures: 1 }, // with more of them, turned sprites have holes where the processor draws
  scene: Level,
  callbacks: {
    postBoot: (phaser) => {
      phaser.canvas.setAttribute('role', 'img');
      phaser.canvas.setAttribute('aria-label', 'A platform game');
      new ResizeObserver(() => scene?.resize()).observe(stage);
    },
  },
});

// For the console, and for tests.
window.example = { held, get game() { return game; }, get scene() { return scene; } }; // prettier-ignore
document.documentElement.dataset.ready = 'true';
