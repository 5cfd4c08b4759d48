import type { Body } from './body.js';
import { filterField, geometryField, kShapeFields, kShapeTypes, materialField } from './definitions.js';
import { decimal } from './decimal.js';
import { RecordWriter, check, exchange, native } from './native.js';
import type { Store } from './store.js';
import type { BoxGeometry, Filter, Geometry, ShapeOptions, ShapeType, Vec2, VecLike } from './types.js';
import { checkDefinition, number, x, y } from './validate.js';

// Where things are in a record; mirrors write_shape_def in bindings/embind/records.cpp.
const kDensity = 0;
const kFriction = 1;
const kStaticFriction = 2;
const kRestitution = 3;
const kRollingResistance = 4;
const kTangentSpeed = 5;
const kFilter = 6;
const kKind = 10;

/** @internal The engine knows a box as a polygon; what it was made of is kept here. Replaced as a whole. */
export interface Form {
  readonly type: ShapeType;
  readonly box: Required<BoxGeometry> | undefined;
}

type Surface = 'friction' | 'staticFriction' | 'restitution' | 'rollingResistance' | 'tangentSpeed';

/**
 * A shape on a body: a form, a material and a filter. Made by {@link Body.createShape} or with the body; the same object
 * comes back for it everywhere. Everything may change while the world runs; contacts follow.
 *
 * The engine keeps numbers in single precision; they come back as the shortest decimal of that. Every member but `id`, `body`, `type`, `sensor`,
 * `userData` and `destroyed` throws `DESTROYED` once the shape is gone.
 */
export class Shape {
  /** Its number in the engine, in events and in views; never given to another shape while this one lives. */
  readonly id: number;
  /** The body it is part of. */
  readonly body: Body;
  /** Does it only report overlaps and push nothing? */
  readonly sensor: boolean;
  /** Anything of yours. */
  userData: unknown;

  #store: Store;
  /** @internal */
  form!: Form;

  private constructor(store: Store, body: Body, id: number, def: Geometry & ShapeOptions) {
    this.#store = store;
    this.body = body;
    this.id = id;
    this.sensor = def.sensor ?? false;
    this.userData = def.userData;
    this.#remember(def);
  }
  /** @internal */
  static make(store: Store, body: Body, id: number, def: Geometry & ShapeOptions): Shape {
    return new Shape(store, body, id, def);
  }

  #remember(geometry: Geometry): void {
    this.form = { type: geometry.type, box: undefined };
    if (geometry.type !== 'box') return;
    const { width, height, center = [0, 0], angle = 0, radius = 0 } = geometry;
    // A copy: the caller may go on using its own.
    this.form = {
      type: 'box',
      box: { type: 'box', width, height, center: { x: x(center), y: y(center) }, angle, radius },
    };
  }

  #live(): number {
    this.#store.shapes.need(this, 'shape');
    return this.#store.live();
  }

  #record(): Float64Array {
    check(native().shapeDef(this.#live(), this.id));
    return exchange(kShapeFields);
  }

  // --- form ---------------------------------------------------------------------------------------------------------

  /** Which form it has. */
  get type(): ShapeType {
    return this.form.type;
  }

  /**
   * The form, in the body's frame, to be read and to be replaced by any other form. A polygon comes back as its hull,
   * counter-clockwise.
   */
  get geometry(): Geometry {
    const record = this.#record();
    const one = (i: number): number => decimal(record[kKind + i]!);
    const at = (i: number): Vec2 => ({ x: one(i), y: one(i + 1) });
    const { box } = this.form;
    if (box) return { ...box, center: { ...(box.center as Vec2) } };
    switch (kShapeTypes[record[kKind]!]) {
      case 'circle':
        return { type: 'circle', radius: one(3), center: at(1) };
      case 'capsule':
        return { type: 'capsule', a: at(1), b: at(3), radius: one(5) };
      case 'segment':
        return { type: 'segment', a: at(1), b: at(3), ...(record[kKind + 5] === 1 && { oneSided: true }) };
      default:
        return {
          type: 'polygon',
          points: Array.from({ length: record[kKind + 2]! }, (_, i) => at(3 + 2 * i)),
          radius: one(1),
        };
    }
  }
  set geometry(geometry: Geometry) {
    this.#setGeometry(geometry, geometry);
  }

  #setGeometry(geometry: Geometry, given: object): void {
    const world = this.#live();
    geometryField(new RecordWriter(kShapeFields), geometry, '', '');
    checkDefinition(native().shapeSetGeometry(world, this.id), given);
    this.#remember(geometry);
    this.#store.views.edited();
  }
  #part<T>(name: string): T | undefined {
    return (this.geometry as unknown as Record<string, T>)[name];
  }
  #setPart(name: string, value: unknown): void {
    const geometry = { ...this.geometry, [name]: value ?? NaN } as Geometry;
    this.#setGeometry(geometry, geometry);
  }

  /** m. Circle, capsule: > 0; box, polygon: the rounded skin, >= 0. Undefined for a segment. */
  get radius(): number | undefined {
    return this.#part('radius');
  }
  set radius(radius: number) {
    this.#setPart('radius', radius);
  }
  /** Centre of a circle or box, m, in the body's frame; undefined for others. */
  get center(): Vec2 | undefined {
    return this.#part('center');
  }
  set center(center: VecLike) {
    this.#setPart('center', center);
  }
  /** Full width of a box, m, > 0; undefined for others. */
  get width(): number | undefined {
    return this.#part('width');
  }
  set width(width: number) {
    this.#setPart('width', width);
  }
  /** Full height of a box, m, > 0; undefined for others. */
  get height(): number | undefined {
    return this.#part('height');
  }
  set height(height: number) {
    this.#setPart('height', height);
  }
  /** Angle of a box in its body, rad; undefined for others. */
  get angle(): number | undefined {
    return this.#part('angle');
  }
  set angle(angle: number) {
    this.#setPart('angle', angle);
  }
  /** First end of a capsule or segment, m, in the body's frame; undefined for others. */
  get a(): Vec2 | undefined {
    return this.#part('a');
  }
  set a(a: VecLike) {
    this.#setPart('a', a);
  }
  /** Second end of a capsule or segment, m, in the body's frame; undefined for others. */
  get b(): Vec2 | undefined {
    return this.#part('b');
  }
  set b(b: VecLike) {
    this.#setPart('b', b);
  }
  /** Corners of a polygon's hull, counter-clockwise, m, in the body's frame; undefined for others. */
  get points(): Vec2[] | undefined {
    return this.#part('points');
  }
  set points(points: readonly VecLike[]) {
    this.#setPart('points', points);
  }

  // --- material -----------------------------------------------------------------------------------------------------

  /** kg/m^2, >= 0. A change changes the body's mass. */
  get density(): number {
    return decimal(this.#record()[kDensity]!);
  }
  set density(density: number) {
    check(native().shapeSetDensity(this.#live(), this.id, number(density)), 'density', density);
  }

  #setSurface(name: Surface, value: number | undefined): void {
    const record = this.#record();
    const still = record[kStaticFriction]!;
    const surface = {
      friction: record[kFriction]!,
      staticFriction: still < 0 ? undefined : still,
      restitution: record[kRestitution]!,
      rollingResistance: record[kRollingResistance]!,
      tangentSpeed: record[kTangentSpeed]!,
      [name]: value === undefined && name !== 'staticFriction' ? NaN : value,
    };
    materialField(new RecordWriter(kShapeFields), surface, '', '');
    checkDefinition(native().shapeSetMaterial(this.#live(), this.id), { [name]: value });
  }

  /** Coulomb coefficient, >= 0. */
  get friction(): number {
    return decimal(this.#record()[kFriction]!);
  }
  set friction(friction: number) {
    this.#setSurface('friction', friction);
  }
  /** Coefficient up to which a resting contact holds, >= `friction`; set it to undefined to have it follow `friction`. */
  get staticFriction(): number {
    const record = this.#record();
    return decimal(record[kStaticFriction]! < 0 ? record[kFriction]! : record[kStaticFriction]!);
  }
  set staticFriction(staticFriction: number | undefined) {
    this.#setSurface('staticFriction', staticFriction);
  }
  /** 0 (no bounce) to 1 (all of it). */
  get restitution(): number {
    return decimal(this.#record()[kRestitution]!);
  }
  set restitution(restitution: number) {
    this.#setSurface('restitution', restitution);
  }
  /** >= 0, as a fraction of the radius; `soft-step` alone heeds it. */
  get rollingResistance(): number {
    return decimal(this.#record()[kRollingResistance]!);
  }
  set rollingResistance(rollingResistance: number) {
    this.#setSurface('rollingResistance', rollingResistance);
  }
  /** m/s: a conveyor belt, which runs counter-clockwise around the shape where > 0: 2 on a floor takes what lies on it to -x. */
  get tangentSpeed(): number {
    return decimal(this.#record()[kTangentSpeed]!);
  }
  set tangentSpeed(tangentSpeed: number) {
    this.#setSurface('tangentSpeed', tangentSpeed);
  }

  // --- filter and life ----------------------------------------------------------------------------------------------

  /** Which shapes it collides with. Setting it takes what is not given at its default. */
  get filter(): Required<Filter> {
    const record = this.#record();
    return { category: record[kFilter]!, mask: record[kFilter + 1]!, group: record[kFilter + 2]! };
  }
  set filter(filter: Filter) {
    const world = this.#live();
    filterField(new RecordWriter(kShapeFields), filter ?? null, '', 'filter');
    check(native().shapeSetFilter(world, this.id), 'filter', filter);
  }

  /** Is it gone? */
  get destroyed(): boolean {
    return this.#store.handle === 0 || this.#store.shapes.alive(this.id) !== this;
  }
  /** Takes it from its body, whose mass changes. Nothing happens the second time. */
  destroy(): void {
    if (this.destroyed) return;
    check(native().shapeDestroy(this.#live(), this.id));
    this.leave();
    this.body.dropShape(this);
    this.#store.views.edited();
  }
  /** @internal The engine's shape is gone. */
  leave(): void {
    this.#store.shapes.remove(this);
  }
}
