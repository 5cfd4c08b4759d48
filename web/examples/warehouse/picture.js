// The hall on a canvas, from above. The camera follows the tug where the hall does not fit.
import { bay, hall, walls } from './level.js';

const kLeast = 13; // m, that are always to be seen across
const kMarks = 600; // bits of tyre marks

export class Picture {
  #marks = [];
  #eye = { x: 0, y: 0 };

  constructor(canvas, colours) {
    this.canvas = canvas;
    this.colours = colours;
    this.ctx = canvas.getContext('2d');
  }

  draw(world, game, alpha, seconds) {
    const { ctx, colours } = this;
    const poses = world.interpolate(alpha);
    const pose = ({ slot }) => poses.subarray(4 * slot, 4 * slot + 4);
    this.#camera(pose(game.tug.body));
    this.#floor();
    this.#tyres(game, pose(game.tug.body));
    for (const barrel of game.barrels) this.#at(pose(barrel), () => this.#barrel(barrel.userData.fuse));
    const inBay = new Set(game.goal.overlaps.map(({ body }) => body));
    for (const crate of game.crates) this.#at(pose(crate), () => this.#crate(inBay.has(crate)));
    this.#at(pose(game.tug.body), () => this.#tug(game.tug));
    ctx.fillStyle = colours.rule;
    for (const [x, y, width, height] of walls) ctx.fillRect(x - width / 2, y - height / 2, width, height);
    this.#blasts(game, seconds);
  }

  #camera([x, y]) {
    const { canvas, ctx } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const [w, h] = [hall.width + 1.4, hall.height + 1.4];
    const scale = Math.max(Math.min(width / w, height / h), Math.min(width / kLeast, height / h));
    // Half of what does not fit, on either side.
    const clamp = (value, most) => Math.max(-most, Math.min(most, value));
    this.#eye.x = clamp(x, Math.max(0, (w - width / scale) / 2));
    this.#eye.y = clamp(y, Math.max(0, (h - height / scale) / 2));
    const s = ratio * scale;
    ctx.setTransform(s, 0, 0, -s, (ratio * width) / 2 - s * this.#eye.x, (ratio * height) / 2 + s * this.#eye.y);
    ctx.lineJoin = 'round';
  }

  #at([x, y, c, s], paint) {
    const { ctx } = this;
    ctx.save();
    ctx.transform(c, s, -s, c, x, y);
    paint();
    ctx.restore();
  }

  #floor() {
    const { ctx, colours } = this;
    ctx.fillStyle = colours.margin;
    ctx.fillRect(-4 * hall.width, -4 * hall.height, 8 * hall.width, 8 * hall.height); // a window may be wide and low
    ctx.fillStyle = colours.paper;
    ctx.fillRect(-hall.width / 2, -hall.height / 2, hall.width, hall.height);
    ctx.strokeStyle = colours.line;
    ctx.lineWidth = 0.04;
    ctx.beginPath();
    for (let x = -12; x <= 12; x += 2) ctx.rect(x, -hall.height / 2, 0, hall.height);
    for (let y = -6; y <= 6; y += 2) ctx.rect(-hall.width / 2, y, hall.width, 0);
    ctx.stroke();
    ctx.save();
    ctx.beginPath();
    ctx.rect(bay.x, bay.y, bay.width, bay.height);
    ctx.clip();
    ctx.strokeStyle = colours.second;
    ctx.globalAlpha = 0.25;
    ctx.lineWidth = 0.3;
    ctx.beginPath();
    for (let x = -bay.height; x < bay.width; x += 1) {
      ctx.moveTo(bay.x + x, bay.y);
      ctx.lineTo(bay.x + x + bay.height, bay.y + bay.height);
    }
    ctx.stroke();
    ctx.restore();
    ctx.strokeStyle = colours.second;
    ctx.lineWidth = 0.16;
    ctx.strokeRect(bay.x, bay.y, bay.width, bay.height);
  }

  #tyres({ tug }, [x, y, c, s]) {
    const { ctx, colours } = this;
    if (Math.abs(tug.slip) > 0.8) {
      for (const side of [-0.5, 0.5]) this.#marks.push(x - 0.55 * c - side * s, y - 0.55 * s + side * c);
      if (this.#marks.length > 2 * kMarks) this.#marks.splice(0, 4);
    }
    ctx.fillStyle = colours.ink;
    ctx.globalAlpha = 0.13;
    for (let i = 0; i < this.#marks.length; i += 2) {
      ctx.beginPath();
      ctx.arc(this.#marks[i], this.#marks[i + 1], 0.1, 0, 7);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  }

  #box(x, y, width, height, radius, fill, stroke) {
    const { ctx } = this;
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - height / 2, width, height, radius);
    ctx.fillStyle = fill;
    ctx.fill();
    if (!stroke) return;
    ctx.lineWidth = 0.07;
    ctx.strokeStyle = stroke;
    ctx.stroke();
  }

  #crate(inside) {
    const { ctx, colours } = this;
    const edge = inside ? colours.second : colours.friction;
    this.#box(0, 0, 1.03, 1.03, 0.06, colours.paper, edge);
    this.#box(0, 0, 0.74, 0.74, 0.03, colours.margin, edge);
    ctx.beginPath();
    ctx.moveTo(-0.36, -0.36);
    ctx.lineTo(0.36, 0.36);
    if (inside) (ctx.moveTo(-0.36, 0.36), ctx.lineTo(0.36, -0.36));
    ctx.stroke();
  }

  #barrel(fuse) {
    const { ctx, colours } = this;
    const lit = fuse !== null && Math.floor(fuse * 14) % 2 === 0;
    for (const [radius, fill] of [
      [0.4, lit ? colours.ink : colours.accent],
      [0.28, colours.paper],
      [0.21, lit ? colours.ink : colours.accent],
    ]) {
      ctx.beginPath();
      ctx.arc(0, 0, radius, 0, 7);
      ctx.fillStyle = fill;
      ctx.fill();
    }
  }

  #tug({ steer }) {
    const { ctx, colours } = this;
    for (const side of [-1, 1]) {
      this.#box(1.2, 0.32 * side, 0.7, 0.14, 0.04, colours.soft);
      this.#box(-0.55, 0.52 * side, 0.44, 0.2, 0.05, colours.ink);
      ctx.save();
      ctx.translate(0.5, 0.52 * side);
      ctx.rotate(0.45 * steer);
      this.#box(0, 0, 0.44, 0.2, 0.05, colours.ink);
      ctx.restore();
    }
    this.#box(0, 0, 1.72, 1.06, 0.18, colours.second, colours.ink);
    this.#box(-0.25, 0, 0.8, 0.78, 0.12, colours.paper, colours.ink);
    for (const side of [-1, 1]) this.#box(0.72, 0.34 * side, 0.12, 0.18, 0.05, colours.paper);
  }

  #blasts(game, seconds) {
    const { ctx, colours } = this;
    game.blasts = game.blasts.filter((blast) => (blast.age += seconds) < 0.5);
    for (const { x, y, age } of game.blasts) {
      ctx.globalAlpha = 1 - age / 0.5;
      ctx.strokeStyle = colours.accent;
      ctx.lineWidth = 1.2 * (1 - age / 0.5);
      ctx.beginPath();
      ctx.arc(x, y, 4 * Math.sqrt(age / 0.5), 0, 7);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }
}
