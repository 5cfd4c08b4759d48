// What one machine shows: its match, and how many steps it resimulated in each of its last ticks.
import { kCorner, kHeight, kWidth } from './game.js';

const kSmooth = 0.8; // of a correction that is left a frame later: it is drawn as a quick slide, not as a jump
const kStrip = 120; // ticks
const kCaption = 36; // CSS pixels at the top and at the bottom

export class Picture {
  /** Of each body: by how much it is drawn beside where it is, m. */
  #offsets = new Map();
  #drawn = new Map();
  #rollbacks = 0;
  #view = { left: 0, middle: 0, scale: 1 };

  constructor(canvas, colours) {
    this.canvas = canvas;
    this.colours = colours;
    this.ctx = canvas.getContext('2d');
  }

  /** From CSS pixels on the canvas to metres in the field. */
  toField(x, y) {
    const { left, middle, scale } = this.#view;
    return [(x - left) / scale, (middle - y) / scale];
  }

  draw(peer, alpha) {
    const { canvas, ctx, colours } = this;
    const ratio = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const scale = Math.min(width / (kWidth + 3), (height - 2 * kCaption) / (kHeight + 1.8));
    const middle = (height - 1.6 * scale) / 2;
    ctx.setTransform(ratio * scale, 0, 0, -ratio * scale, (ratio * width) / 2, ratio * middle);
    this.#view = { left: width / 2, middle, scale };
    this.#field();
    const { match } = peer;
    const poses = match.world.interpolate(alpha);
    const corrected = peer.redone.length !== this.#rollbacks && peer.redone.at(-1) > 0;
    this.#rollbacks = peer.redone.length;
    const at = (body, paint) => {
      const [x, y, c, s] = poses.subarray(4 * body.slot, 4 * body.slot + 4);
      const [dx, dy] = this.#slide(body, x, y, corrected);
      ctx.save();
      ctx.transform(c, s, -s, c, x + dx, y + dy);
      paint();
      ctx.restore();
    };
    for (const crate of match.crates) at(crate, () => this.#crate());
    match.players.forEach((player, i) => at(player, () => this.#player(i, i === peer.me)));
    if (match.pause === 0) at(match.ball, () => this.#disc(0.4, colours.paper, colours.ink));
    this.#numbers(peer, scale);
  }

  /** Hides a jump of less than 2 m, such as a wrong prediction makes. */
  #slide(body, x, y, corrected) {
    const before = this.#drawn.get(body);
    let [dx, dy] = this.#offsets.get(body) ?? [0, 0];
    if (corrected && before && Math.hypot(before[0] - x, before[1] - y) < 2) [dx, dy] = [before[0] - x, before[1] - y];
    else [dx, dy] = [kSmooth * dx, kSmooth * dy];
    this.#offsets.set(body, [dx, dy]);
    this.#drawn.set(body, [x + dx, y + dy]);
    return [dx, dy];
  }

  #field() {
    const { ctx, colours } = this;
    const [w, h] = [kWidth / 2, kHeight / 2];
    ctx.lineWidth = 0.05;
    ctx.strokeStyle = colours.line;
    ctx.beginPath();
    ctx.moveTo(0, -h);
    ctx.lineTo(0, h);
    ctx.moveTo(1.6, 0);
    ctx.arc(0, 0, 1.6, 0, 7);
    ctx.stroke();
    for (const [side, colour] of [
      [-1, colours.second],
      [1, colours.accent],
    ]) {
      ctx.fillStyle = colour;
      ctx.globalAlpha = 0.22;
      ctx.fillRect(side * w, -1.6, side * 1.2, 3.2);
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = colours.rule;
    ctx.lineWidth = 0.12;
    ctx.lineJoin = 'round';
    ctx.beginPath();
    for (const side of [1, -1]) {
      for (const [x, y] of [
        [0, h],
        [w - kCorner, h],
        [w, h - kCorner],
        [w, 1.6],
        [w + 1.2, 1.6],
        [w + 1.2, -1.6],
        [w, -1.6],
        [w, kCorner - h],
        [w - kCorner, -h],
        [0, -h],
      ])
        ctx.lineTo(side * x, side * y);
    }
    ctx.closePath();
    ctx.stroke();
  }

  #disc(radius, fill, stroke) {
    const { ctx } = this;
    ctx.beginPath();
    ctx.arc(0, 0, radius - 0.04, 0, 7);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.lineWidth = 0.08;
    ctx.strokeStyle = stroke;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(0.35 * radius, 0);
    ctx.lineTo(0.8 * radius, 0);
    ctx.stroke();
  }

  #player(i, mine) {
    const { ctx, colours } = this;
    const colour = i ? colours.accent : colours.second;
    ctx.beginPath();
    ctx.arc(0, 0, 0.58, 0, 7);
    ctx.fillStyle = colour;
    ctx.fill();
    if (!mine) return;
    ctx.beginPath();
    ctx.arc(0, 0, 0.78, 0, 7);
    ctx.lineWidth = 0.06;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }

  #crate() {
    const { ctx, colours } = this;
    ctx.fillStyle = colours.margin;
    ctx.strokeStyle = colours.friction;
    ctx.lineWidth = 0.08;
    ctx.fillRect(-0.42, -0.42, 0.84, 0.84);
    ctx.strokeRect(-0.42, -0.42, 0.84, 0.84);
    ctx.strokeRect(-0.26, -0.26, 0.52, 0.52);
  }

  #numbers(peer, scale) {
    const { ctx, colours } = this;
    ctx.scale(1 / scale, -1 / scale); // CSS pixels from the middle of the field, y down
    ctx.fillStyle = colours.ink;
    ctx.textAlign = 'center';
    const size = Math.max(18, 0.7 * scale);
    ctx.font = `600 ${size}px system-ui, sans-serif`;
    ctx.fillText(peer.match.score.join(' : '), 0, (0.25 - kHeight / 2) * scale + 0.8 * size);
    const bottom = (kHeight / 2 + 1.5) * scale;
    const step = (kWidth * scale) / kStrip;
    ctx.fillStyle = colours.accent;
    peer.redone.slice(-kStrip).forEach((count, i) => {
      const height = Math.min(count, 24) * (1 / 24) * 1.1 * scale;
      ctx.fillRect((-kWidth / 2) * scale + i * step, bottom - height, step - 0.5, height);
    });
    ctx.fillStyle = colours.rule;
    ctx.fillRect((-kWidth / 2) * scale, bottom, kWidth * scale, 1);
    ctx.fillStyle = colours.soft;
    ctx.font = '12px system-ui, sans-serif';
    ctx.fillText(peer.waiting ? 'waiting for the other machine' : 'steps resimulated, tick by tick', 0, bottom + 15);
  }
}
