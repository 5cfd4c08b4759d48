// Draws joints in two paths, lines and dots, for any number of joints.

import type { DrawableJoint, DrawableWorld } from './drawable.js';
import { lineWidth, type Frame } from './trace.js';

const kTau = 2 * Math.PI;
const kSpread = 32; // frames within which a changed parameter is seen
const kDense = 300; // joints: with more, points are squares
const kVeil = 0.6; // opacity of that many

/** The drawn properties of a joint. They are read from the engine once, and again every few frames. */
interface Read {
  frame: number;
  type: string;
  /** Local places, x and y; world places for those that are in the world. */
  ax: number;
  ay: number;
  bx: number;
  by: number;
  /** Axis in A's frame, a pulley's two points, or a gear's two directions in the world. */
  u: number;
  v: number;
  s: number;
  t: number;
  /** Limits, infinite where there are none; an angle's with its reference. */
  lower: number;
  upper: number;
  spring: boolean;
  /** 1 or -1: the way a motor turns, 0 without one. */
  turning: number;
  ratio: number;
}

class Joints {
  #frame = 0;
  #reads = new WeakMap<DrawableJoint, Read>();

  turn(): void {
    this.#frame++;
  }
  read(joint: DrawableJoint): Read {
    let read = this.#reads.get(joint);
    // A target is where a pointer is: it changes with every frame.
    if (!read || this.#frame - read.frame >= kSpread || joint.type === 'target') {
      // Not all in the same frame.
      read = readOf(joint, this.#frame - (read ? 0 : joint.id % kSpread));
      this.#reads.set(joint, read);
    }
    return read;
  }
}
const cache = new WeakMap<DrawableWorld, Joints>();

const kOrigin = { x: 0, y: 0 };

function readOf(joint: DrawableJoint, frame: number): Read {
  const { type } = joint;
  const a = type === 'target' ? joint.target! : (joint.localAnchorA ?? kOrigin);
  const b = joint.localAnchorB ?? kOrigin;
  const first = joint.groundAnchorA ?? joint.localAxis ?? (type === 'gear' ? joint.axisA : undefined) ?? kOrigin;
  const second = joint.groundAnchorB ?? (type === 'gear' ? joint.axisB : undefined) ?? kOrigin;
  const reference = joint.lowerAngle === undefined ? 0 : (joint.referenceAngle ?? 0);
  return {
    frame,
    type,
    ax: a.x,
    ay: a.y,
    bx: b.x,
    by: b.y,
    u: first.x,
    v: first.y,
    s: second.x,
    t: second.y,
    lower: (joint.lowerAngle ?? joint.lowerTranslation ?? joint.minLength ?? -Infinity) + reference,
    upper: (joint.upperAngle ?? joint.upperTranslation ?? joint.maxLength ?? Infinity) + reference,
    spring: (joint.hertz ?? 0) > 0 || (joint.angularHertz ?? 0) > 0,
    turning: type === 'motor' ? 1 : (joint.maxMotorTorque ?? 0) > 0 ? Math.sign(joint.motorSpeed ?? 0) : 0,
    ratio: joint.ratio ?? 1,
  };
}

/** A spring as a zigzag with straight ends. */
function zigzag(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number, size: number): void {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const nx = length > 0 ? (-(y2 - y1) / length) * size : 0;
  const ny = length > 0 ? ((x2 - x1) / length) * size : size;
  const turns = 12;
  ctx.moveTo(x1, y1);
  for (let i = 0; i <= turns; i++) {
    const along = 0.15 + (0.7 * i) / turns;
    const side = i === 0 || i === turns ? 0 : i % 2 === 0 ? 1 : -1;
    ctx.lineTo(x1 + (x2 - x1) * along + nx * side, y1 + (y2 - y1) * along + ny * side);
  }
  ctx.lineTo(x2, y2);
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
}

function circle(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, kTau);
}

/** Two thirds of a circle that end in an arrow: what a motor does. `way` is 1 where angles of the canvas grow. */
function whirl(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, way: number): void {
  const from = -0.75 * Math.PI;
  const to = from + way * 1.3 * Math.PI;
  const [c, s] = [Math.cos(to), Math.sin(to)];
  const [ex, ey] = [x + radius * c, y + radius * s];
  const barb = 0.4 * radius;
  ctx.moveTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
  ctx.arc(x, y, radius, from, to, way < 0);
  // Along the tangent (-s, c), and in and out along the radius.
  ctx.moveTo(ex + way * s * barb + c * barb, ey - way * c * barb + s * barb);
  ctx.lineTo(ex, ey);
  ctx.lineTo(ex + way * s * barb - c * barb, ey - way * c * barb - s * barb);
}

/**
 * State that the functions for all types share: ends of the current joint, sizes, and marks that are drawn after all
 * paths.
 */
interface Pen {
  frame: Frame;
  /** Slots of the bodies. */
  a: number;
  b: number;
  /** Canvas pixels: the ends on A and on B. */
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** Radius of a point, and of what is drawn about it, canvas pixels. */
  r: number;
  wide: number;
  /** So many that only the points and lines are drawn. */
  small: boolean;
  /** Points are specks, because symbols around them would be too small. */
  specks: boolean;
  /** x and y of points. */
  dots: number[];
  /** x1, y1, x2, y2 of lines that hold nothing together: filters, and belts. */
  dotted: number[];
}

const angleOf = ({ poses }: Frame, slot: number): number => Math.atan2(poses[4 * slot + 3], poses[4 * slot + 2]);
/** 1 where angles of the canvas grow as those of the world do, else -1. */
const upOf = ({ view }: Frame): number => (view.scaleY < 0 ? -1 : 1);

/** A hinge: a ring, and its limits as a sector with a hand where B's own x axis points. */
function revolute({ frame, a, b, x2, y2, wide, specks, dots }: Pen, { lower, upper }: Read): void {
  const { ctx } = frame;
  dots.push(x2, y2);
  if (upper - lower >= kTau || specks) return;
  const up = upOf(frame);
  ctx.moveTo(x2, y2);
  ctx.arc(x2, y2, wide, up * (angleOf(frame, a) + lower), up * (angleOf(frame, a) + upper), up < 0);
  ctx.lineTo(x2, y2);
  const now = up * angleOf(frame, b);
  ctx.lineTo(x2 + wide * Math.cos(now), y2 + wide * Math.sin(now));
}

/** A weld: a square, a soft one in another. */
function weld({ frame: { ctx }, x2, y2, r, small }: Pen, { spring }: Read): void {
  ctx.rect(x2 - r, y2 - r, 2 * r, 2 * r);
  if (spring && !small) ctx.rect(x2 - 2 * r, y2 - 2 * r, 4 * r, 4 * r);
}

/** A slider in a sleeve, or a wheel's hub on a spring, on a rail that reaches to the limits, or as far as B is. */
function slider({ frame, a, x1, y1, x2, y2, r, wide, small, dots }: Pen, read: Read): void {
  const { ctx, view, poses } = frame;
  const { type, u, v, lower, upper, spring } = read;
  dots.push(x2, y2);
  const c = poses[4 * a + 2];
  const n = poses[4 * a + 3];
  const size = Math.hypot(u, v) || 1;
  const ux = (c * u - n * v) / size;
  const uy = (((n * u + c * v) / size) * view.scaleY) / view.scale;
  const [dx, dy] = [ux * view.scale, uy * view.scale];
  const here = ((x2 - x1) * dx + (y2 - y1) * dy) / view.scale ** 2;
  const low = lower > -Infinity ? lower : Math.min(0, here);
  const high = upper < Infinity ? upper : Math.max(0, here);
  // The spring stands at the rail's far end; too short a one would be a blot.
  const [sx, sy] = [x1 + dx * high, y1 + dy * high];
  if (spring && Math.hypot(x2 - sx, y2 - sy) > 6 * r) zigzag(ctx, sx, sy, x2, y2, r);
  if (type === 'wheel' && !small) circle(ctx, x2, y2, 2 * r);
  if (type === 'prismatic' && !small) {
    for (const side of [-1.8 * r, 1.8 * r]) {
      line(
        ctx,
        x2 - 2.5 * r * ux - side * uy,
        y2 - 2.5 * r * uy + side * ux,
        x2 + 2.5 * r * ux - side * uy,
        y2 + 2.5 * r * uy + side * ux,
      );
    }
  }
  line(ctx, x1 + dx * low, y1 + dy * low, x1 + dx * high, y1 + dy * high);
  for (const end of [lower, upper]) {
    if (!Number.isFinite(end)) continue;
    const [ex, ey] = [x1 + dx * end, y1 + dy * end];
    line(ctx, ex - uy * wide * 0.5, ey + ux * wide * 0.5, ex + uy * wide * 0.5, ey - ux * wide * 0.5);
  }
}

/** A rod or rope: a line, a spring as a zigzag; a slack rope sags by about its excess length. */
function rod({ frame, x1, y1, x2, y2, r, small, dots }: Pen, { upper, spring }: Read): void {
  const { ctx, view, pixelRatio } = frame;
  dots.push(x1, y1, x2, y2);
  if (spring && !small) {
    zigzag(ctx, x1, y1, x2, y2, r);
    return;
  }
  ctx.moveTo(x1, y1);
  const slack = upper < Infinity ? upper * view.scale - Math.hypot(x2 - x1, y2 - y1) : 0;
  if (slack > pixelRatio) ctx.quadraticCurveTo((x1 + x2) / 2, (y1 + y2) / 2 + slack, x2, y2);
  else ctx.lineTo(x2, y2);
}

/** A pulley: its rope, from body to wheel to wheel to body. */
function pulley({ frame: { ctx, view }, x1, y1, x2, y2, dots }: Pen, { u, v, s, t }: Read): void {
  const [gx, gy] = [view.x0 + u * view.scale, view.y0 + v * view.scaleY];
  const [hx, hy] = [view.x0 + s * view.scale, view.y0 + t * view.scaleY];
  ctx.moveTo(x1, y1);
  ctx.lineTo(gx, gy);
  ctx.lineTo(hx, hy);
  ctx.lineTo(x2, y2);
  dots.push(x1, y1, x2, y2, gx, gy, hx, hy);
}

/**
 * qA + ratio qB stays: circles about both whose rims move alike have radii as 1 to ratio, or, with a rack, the rack's
 * metres a radian. Those that turn the same way, as by a belt, do not touch: a dashed line.
 */
function gear({ frame, x1, y1, x2, y2, dotted }: Pen, { u, v, s, t, ratio }: Read): void {
  const { ctx, view } = frame;
  const apart = Math.hypot(x2 - x1, y2 - y1);
  const rackA = u !== 0 || v !== 0;
  const rackB = s !== 0 || t !== 0;
  if (!rackA && !rackB && ratio > 0) {
    circle(ctx, x1, y1, apart / (1 + ratio));
    circle(ctx, x2, y2, (apart * ratio) / (1 + ratio));
  } else if (rackA !== rackB) {
    const [wx, wy, rx, ry] = rackA ? [x2, y2, x1, y1] : [x1, y1, x2, y2];
    const radius = (rackA ? Math.abs(ratio) : 1 / Math.abs(ratio)) * view.scale;
    const size = Math.hypot(u + s, v + t);
    const dx = (u + s) / size;
    const dy = (Math.sign(view.scaleY) * (v + t)) / size;
    // Beside the wheel, on the rack's side.
    const side = Math.sign((rx - wx) * -dy + (ry - wy) * dx) || 1;
    const [px, py] = [wx - side * dy * radius, wy + side * dx * radius];
    circle(ctx, wx, wy, radius);
    line(ctx, px - dx * radius, py - dy * radius, px + dx * radius, py + dy * radius);
  } else {
    dotted.push(x1, y1, x2, y2);
  }
}

/** A motor holds the two by nothing but its effort. */
function motor({ frame: { ctx }, x1, y1, x2, y2, dots }: Pen): void {
  line(ctx, x1, y1, x2, y2);
  dots.push(x2, y2);
}

/** A target stands in the world, as a cross that draws on a point. */
function target(pen: Pen): void {
  const { frame, x1, y1, r } = pen;
  motor(pen);
  for (const side of [-1.5 * r, 1.5 * r]) {
    line(frame.ctx, x1 - 1.5 * r, y1 - side, x1 + 1.5 * r, y1 + side);
  }
}

function filter({ x1, y1, x2, y2, small, dotted }: Pen): void {
  if (!small) dotted.push(x1, y1, x2, y2);
}

const painters: Record<string, (pen: Pen, read: Read) => void> = {
  revolute,
  weld,
  prismatic: slider,
  wheel: slider,
  distance: rod,
  pulley,
  gear,
  target,
  filter,
  motor,
};

/** Adds the path of one joint. */
function trace(pen: Pen, joint: DrawableJoint, read: Read): void {
  const { frame, wide, small } = pen;
  const { ctx, view, poses } = frame;
  const px = (slot: number, x: number, y: number): number =>
    view.x0 + (poses[4 * slot] + poses[4 * slot + 2] * x - poses[4 * slot + 3] * y) * view.scale;
  const py = (slot: number, x: number, y: number): number =>
    view.y0 + (poses[4 * slot + 1] + poses[4 * slot + 3] * x + poses[4 * slot + 2] * y) * view.scaleY;
  const { type, ax, ay, bx, by, turning } = read;
  pen.a = joint.bodyA?.slot ?? 0;
  pen.b = joint.bodyB.slot;
  const inWorld = type === 'target';
  pen.x1 = inWorld ? view.x0 + ax * view.scale : px(pen.a, ax, ay);
  pen.y1 = inWorld ? view.y0 + ay * view.scaleY : py(pen.a, ax, ay);
  pen.x2 = px(pen.b, bx, by);
  pen.y2 = py(pen.b, bx, by);
  if (turning !== 0 && !small) whirl(ctx, pen.x2, pen.y2, 1.3 * wide, turning * upOf(frame));
  painters[type]?.(pen, read);
}

/** Strokes the path of `count` joints, and the lines that hold nothing. */
function strokePaths({ frame, small, dotted }: Pen, count: number): void {
  const { ctx, theme, pixelRatio } = frame;
  ctx.lineJoin = 'round';
  if (small) {
    ctx.globalAlpha = kVeil; // bodies are to be seen beneath a net of them
  } else {
    // A seam of paper, without which they would be lost on bodies that are as light or as dark as they.
    ctx.strokeStyle = theme.paper;
    ctx.lineWidth = 4 * pixelRatio;
    ctx.globalAlpha = kVeil;
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
  ctx.strokeStyle = theme.joint;
  ctx.lineWidth = lineWidth(1.5, pixelRatio, count);
  ctx.stroke();
  if (dotted.length === 0) return;
  ctx.setLineDash([2 * pixelRatio, 4 * pixelRatio]);
  ctx.beginPath();
  for (let i = 0; i < dotted.length; i += 4) {
    line(ctx, dotted[i], dotted[i + 1], dotted[i + 2], dotted[i + 3]);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Points over the paths. */
function paintDots({ frame, r, specks, dots }: Pen): void {
  const { ctx, theme } = frame;
  ctx.fillStyle = theme.paper;
  if (specks) {
    ctx.fillStyle = theme.joint;
    for (let i = 0; i < dots.length; i += 2) ctx.fillRect(dots[i] - 0.7 * r, dots[i + 1] - 0.7 * r, 1.4 * r, 1.4 * r);
    ctx.globalAlpha = 1;
    return;
  }
  ctx.beginPath();
  for (let i = 0; i < dots.length; i += 2) circle(ctx, dots[i], dots[i + 1], r);
  ctx.fill();
  ctx.stroke();
}

/** Each joint by its type; those with a motor also have a round arrow. */
export function paintJoints(frame: Frame, except: DrawableJoint | null): void {
  const { ctx, view, world, pixelRatio } = frame;
  if (!world.joints) return;
  let joints = cache.get(world);
  if (!joints) cache.set(world, (joints = new Joints()));
  joints.turn();
  const all = [...world.joints].filter((joint) => joint !== except);
  if (all.length === 0) return;
  const small = all.length > kDense;
  const r = Math.min(3.2 * pixelRatio, Math.max(0.8 * pixelRatio, 0.14 * frame.meanSize * view.scale));
  const specks = small || r < 1.6 * pixelRatio;
  const ends = { a: 0, b: 0, x1: 0, y1: 0, x2: 0, y2: 0 };
  const pen: Pen = { frame, ...ends, r, wide: 4 * r, small, specks, dots: [], dotted: [] };
  ctx.beginPath();
  for (const joint of all) trace(pen, joint, joints.read(joint));
  strokePaths(pen, all.length);
  paintDots(pen);
}
