// `impulse2d/draw`: draws a world on a Canvas 2D context. It reads the typed-array views and allocates no object per
// body and frame.

import { BodyPainter } from './draw/bodies.js';
import type { DrawableBody, DrawableJoint, DrawableWorld } from './draw/drawable.js';
import { paintJoints } from './draw/joints.js';
import { paintImpulses } from './draw/impulses.js';
import { paintBoxes, paintCenters, paintContacts, paintVelocities } from './draw/marks.js';
import { kDynamic, outlinesOf } from './draw/outlines.js';
import { darkTheme, lightTheme, type Theme } from './draw/theme.js';
import type { Frame, Projection } from './draw/trace.js';

export { darkTheme, lightTheme };
export type { Theme };
export type { DrawableBody, DrawableJoint, DrawableShape, DrawableViews, DrawableWorld } from './draw/drawable.js';

/** The visible part of the world. */
export interface Camera {
  /** Centre of the picture in the world, in m. */
  readonly x: number;
  readonly y: number;
  /** Canvas pixels per metre, > 0. On a high-density screen that is CSS pixels per metre times the pixel ratio. */
  readonly scale: number;
  /** True for worlds whose y axis points down the screen. Default false. */
  readonly yDown?: boolean;
}

/** Layers of a drawing. */
export interface Layers {
  /** Bodies, filled and outlined. Default true. */
  readonly shapes?: boolean;
  /** Dims and hatches sleeping bodies. Default true. */
  readonly sleep?: boolean;
  /** Joints: hinges with their limits, rails, rods, ropes, springs, pulleys. Default true. */
  readonly joints?: boolean;
  /** Contact points. Default true. */
  readonly contacts?: boolean;
  /**
   * Impulses: normal impulses as arrows with a proportional length, friction as dashed lines. Above 200 contacts they
   * become force lines with a proportional width, without those below the median. Default true.
   */
  readonly impulses?: boolean;
  /** Axis-aligned bounding boxes. Default false. */
  readonly boxes?: boolean;
  /** Centres of mass. Default false. */
  readonly centers?: boolean;
  /** Velocities. Default false. */
  readonly velocities?: boolean;
}

/** Options of {@link draw}. */
export interface DrawOptions {
  /** The visible part of the world. Default: the camera of {@link fitCamera} for the canvas. */
  readonly camera?: Camera;
  /** What is drawn. Default: the defaults of {@link Layers}. */
  readonly layers?: Layers;
  /** Fraction of the way between the last two steps, 0 to 1: `alpha` of `FixedLoop`. Default 1, the last step. */
  readonly alpha?: number;
  /** Colours. Default `lightTheme`. */
  readonly theme?: Theme;
  /** Canvas pixels per CSS pixel, > 0. It scales lines and marks. Default 1. */
  readonly pixelRatio?: number;
  /**
   * Length of impulse arrows in metres per N s, > 0. An arrow that would be longer than a quarter of the picture
   * becomes up to 8 times thicker instead. Default: chosen so that the arrows of a pile at rest are about as long as
   * its bodies.
   */
  readonly impulseScale?: number;
  /** Whether to clear the canvas with the theme's paper colour. Default true. */
  readonly clear?: boolean;
  /**
   * Called for each body and picture. It returns an index into `theme.bodies`, a whole number from 0 to 2^32 - 1. The
   * index after the last one is the first colour again. Default: a scattered function of the slot.
   */
  readonly tint?: (body: DrawableBody) => number;
  /** A joint that is not drawn, such as the joint of a drag. Default none. */
  readonly except?: DrawableJoint | null;
}

/** The checks that the package lends (world.ts). A world of the caller's own has none. */
interface Checks {
  keys(value: unknown, path: string, accepted: readonly string[]): void;
  invalid(path: string, value: unknown, expected: string): Error;
}
const kChecks = Symbol.for('impulse2d.checks');

const kOptions = ['camera', 'layers', 'alpha', 'theme', 'pixelRatio', 'impulseScale', 'clear', 'tint', 'except'];
const kCamera = ['x', 'y', 'scale', 'yDown'];
const kLayers = ['shapes', 'sleep', 'joints', 'contacts', 'impulses', 'boxes', 'centers', 'velocities'] as const;
const kTheme = Object.keys(lightTheme) as (keyof Theme)[];
const kFlag = 'true or false';
const kPositive = 'a finite number > 0';

const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
const isPositive = (value: number): boolean => Number.isFinite(value) && value > 0;

/** Throws for a wrong argument. It runs for each picture, so it makes no objects and no texts if all is right. */
function check({ keys, invalid }: Checks, ctx: unknown, options: DrawOptions): void {
  if (!(ctx as { canvas?: unknown } | null)?.canvas) throw invalid('ctx', ctx, 'a 2D context');
  keys(options, '', kOptions);
  const { camera, layers, theme, pixelRatio = 1, impulseScale = 1, clear, tint = isFlag, except = null } = options;
  if (camera !== undefined) {
    keys(camera, 'camera', kCamera);
    const { x, y, scale, yDown } = camera;
    if (!Number.isFinite(x)) throw invalid('camera.x', x, 'a finite number');
    if (!Number.isFinite(y)) throw invalid('camera.y', y, 'a finite number');
    if (!isPositive(scale)) throw invalid('camera.scale', scale, kPositive);
    if (!isFlag(yDown)) throw invalid('camera.yDown', yDown, kFlag);
  }
  if (layers !== undefined) {
    keys(layers, 'layers', kLayers);
    for (const name of kLayers) if (!isFlag(layers[name])) throw invalid(`layers.${name}`, layers[name], kFlag);
  }
  if (theme !== undefined) {
    keys(theme, 'theme', kTheme);
    for (const name of kTheme)
      if (typeof theme[name] !== typeof lightTheme[name])
        throw invalid(`theme.${name}`, theme[name], 'as in lightTheme');
    if (!(theme.bodies?.length > 0)) throw invalid('theme.bodies', theme.bodies, 'a list of colours');
  }
  if (!isPositive(pixelRatio)) throw invalid('pixelRatio', pixelRatio, kPositive);
  if (!isPositive(impulseScale)) throw invalid('impulseScale', impulseScale, kPositive);
  if (!isFlag(clear)) throw invalid('clear', clear, kFlag);
  if (typeof tint !== 'function') throw invalid('tint', tint, 'a function');
  if (except !== null && !(except.id && except.bodyB)) throw invalid('except', except, 'a joint or null');
}

const frames = new WeakMap<DrawableWorld, Frame>();
const painter = new BodyPainter();

function frameOf(ctx: CanvasRenderingContext2D, world: DrawableWorld): Frame {
  let frame = frames.get(world);
  if (!frame) {
    frame = {
      ctx,
      world,
      view: {} as Projection, // `look` fills it for each picture
      outlines: outlinesOf(world),
      poses: new Float32Array(0),
      count: 0,
      moving: 0,
      meanMass: 0,
      meanSize: 0,
      awake: new Uint8Array(0),
      theme: lightTheme,
      pixelRatio: 1,
    };
    frames.set(world, frame);
  }
  const count = world.views.slots.length;
  frame.ctx = ctx;
  frame.count = count;
  // Exactly as long as the engine's own array: `interpolate` checks.
  if (frame.poses.length !== 4 * count) frame.poses = new Float32Array(4 * count);
  if (frame.awake.length < count) frame.awake = new Uint8Array(2 * count);
  return frame;
}

/**
 * Returns a camera that shows all dynamic bodies, or all bodies if none is dynamic, in a picture of `width` by `height`
 * canvas pixels. Both are finite numbers > 0, which are not checked. `yDown` is as in {@link Camera}, default false.
 */
export function fitCamera(world: DrawableWorld, width: number, height: number, yDown = false): Camera {
  const outlines = outlinesOf(world);
  outlines.refresh(world);
  const { poses, slots } = world.views;
  let moving = false;
  for (let slot = 0; slot < slots.length; slot++) moving ||= slots[slot] !== 0 && outlines.kinds[slot] === kDynamic;
  let left = Infinity;
  let right = -Infinity;
  let bottom = Infinity;
  let top = -Infinity;
  for (let slot = 0; slot < slots.length; slot++) {
    if (slots[slot] === 0 || (moving && outlines.kinds[slot] !== kDynamic)) continue;
    const reach = outlines.reaches[slot];
    left = Math.min(left, poses[4 * slot] - reach);
    right = Math.max(right, poses[4 * slot] + reach);
    bottom = Math.min(bottom, poses[4 * slot + 1] - reach);
    top = Math.max(top, poses[4 * slot + 1] + reach);
  }
  if (left > right) return { x: 0, y: 0, scale: Math.max(1, Math.min(width, height)) / 10, yDown };
  const margin = 1.15;
  const scale = Math.min(
    width / (margin * Math.max(right - left, 1e-3)),
    height / (margin * Math.max(top - bottom, 1e-3)),
  );
  return { x: (left + right) / 2, y: (bottom + top) / 2, scale: Math.max(scale, 1e-6), yDown };
}

/** Number, mean mass and mean size of the dynamic bodies: what marks are scaled by. */
function measure(frame: Frame): void {
  const { outlines, count } = frame;
  let mass = 0;
  let size = 0;
  let bodies = 0;
  for (let slot = 0; slot < count; slot++) {
    if (outlines.ids[slot] === 0 || outlines.kinds[slot] !== kDynamic) continue;
    mass += outlines.masses[slot];
    size += outlines.sizes[slot];
    bodies++;
  }
  frame.moving = bodies;
  frame.meanMass = mass / (bodies || 1);
  frame.meanSize = size / (bodies || 1);
}

/**
 * Metres a N s. A pile of n bodies is about sqrt(n) deep, so its lowest contacts carry the weight of about sqrt(n) of
 * them. At rest the longest arrows are then about as long as a body, in a stack of ten as in a pile of a thousand.
 */
function defaultImpulseScale({ world, moving, meanMass, meanSize }: Frame): number {
  const weight = meanMass * (Math.hypot(world.gravity.x, world.gravity.y) || 9.81);
  return weight > 0 ? (90 * meanSize) / (weight * Math.sqrt(moving)) : 1;
}

function look(view: Projection, { x, y, scale, yDown }: Camera, width: number, height: number): void {
  view.scale = scale;
  view.scaleY = yDown ? scale : -scale;
  view.x0 = width / 2 - x * scale;
  view.y0 = height / 2 - y * view.scaleY;
  view.left = x - width / 2 / scale;
  view.right = x + width / 2 / scale;
  view.bottom = y - height / 2 / scale;
  view.top = y + height / 2 / scale;
}

/**
 * Draws `world` onto a 2D context. It restores the transform and all other state of the context, also if it throws.
 * Throws `INVALID_ARGUMENT` and draws nothing if `ctx` has no canvas, or for an option that is unknown, of the wrong
 * type or out of range. With a world that is not a {@link World}, `ctx` and options are not checked.
 */
export function draw(ctx: CanvasRenderingContext2D, world: DrawableWorld, options: DrawOptions = {}): void {
  if (!world?.interpolate) throw new TypeError('world must be a World');
  const checks = (world as { [kChecks]?: Checks })[kChecks];
  if (checks) check(checks, ctx, options);
  const { width, height } = ctx.canvas;
  const { layers = {}, theme = lightTheme, pixelRatio = 1, alpha = 1 } = options;
  const frame = frameOf(ctx, world);
  look(frame.view, options.camera ?? fitCamera(world, width, height), width, height);
  frame.outlines.refresh(world, options.tint, checks?.invalid); // last, as `fitCamera` asks for no tints
  frame.poses = world.interpolate(alpha, frame.poses);
  frame.theme = theme;
  frame.pixelRatio = pixelRatio;
  measure(frame);

  ctx.save();
  try {
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (options.clear !== false) {
      ctx.fillStyle = theme.paper;
      ctx.fillRect(0, 0, width, height);
    }
    if (layers.shapes !== false) {
      frame.awake.fill(0, 0, frame.count);
      for (const body of world.awakeBodies) frame.awake[body.slot] = 1;
      painter.paint(frame, layers.sleep !== false);
    }
    if (layers.joints !== false) paintJoints(frame, options.except ?? null);
    if (layers.boxes) paintBoxes(frame);
    const { impulseScale = defaultImpulseScale(frame) } = options;
    const chains = layers.impulses !== false && paintImpulses(frame, impulseScale);
    if (layers.contacts !== false) paintContacts(frame, chains);
    if (layers.velocities) paintVelocities(frame);
    if (layers.centers) paintCenters(frame);
  } finally {
    ctx.restore();
  }
}
