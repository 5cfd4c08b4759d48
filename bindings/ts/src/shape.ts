import { internals, type Body } from './body.js';
import {
  type Chain,
  filterField,
  geometryField,
  kSees,
  kShapeFields,
  materialField,
  rulesField,
} from './definitions.js';
import { decimal } from './decimal.js';
import { ShapePlace, kShapeTypes } from './layout.js';
import { invalid } from './errors.js';
import { RecordWriter, check, exchange, lastRefusal, native, refuse } from './native.js';
import { refuseNew, type Store } from './store.js';
import { frozen, strict } from './strict.js';
import type { BoxGeometry, Filter, Geometry, ShapeOptions, ShapeType, Vec2, VecLike } from './types.js';
import { checkDefinition, choice, copied, fill, flag, given, number, x, y } from './validate.js';

/** @internal The engine knows a box as a polygon; what it was made of is kept here. Replaced as a whole. */
export interface Form {
  readonly type: ShapeType;
  readonly box: Required<BoxGeometry> | undefined;
  /** Of which it is a part. */
  readonly chain?: Chain | undefined;
}

/** @internal */
export let makeShape: (store: Store, body: Body, id: number, def: Geometry & ShapeOptions, form: Form) => Shape;
/** @internal */
export let formNow: (shape: Shape) => Form;
/** @internal The geometry as the engine has it, in which a box is a polygon: the same after `restore`. */
export let storedGeometry: (shape: Shape) => Geometry;
/** @internal */
export let setForm: (shape: Shape, form: Form) => void;
/** @internal The engine's shape is gone. */
export let leaveShape: (shape: Shape) => void;

type Surface = 'friction' | 'staticFriction' | 'restitution' | 'rollingResistance' | 'tangentSpeed';

/**
 * A shape of a body: geometry, material and filter. It is created by {@link Body.createShape} or with the body. The
 * same object represents it everywhere. All properties may change while the world runs, and its contacts are updated.
 *
 * The engine stores numbers as 32-bit floats, which are returned as their shortest decimal. All members except `id`,
 * `body`, `type`, `userData` and `destroyed` throw `DESTROYED` once the shape is destroyed.
 */
export class ShapeBase<UserData = unknown> {
  /** Any value of yours. */
  userData: UserData;

  #store: Store;
  #body: Body;
  #id: number;
  #form: Form;

  private constructor(store: Store, body: Body, id: number, def: Geometry & ShapeOptions, form: Form) {
    refuseNew(store, 'Shape', 'body.createShape() or world.createBody()');
    this.#store = store;
    this.#body = body;
    this.#id = id;
    this.userData = def.userData as UserData;
    this.#form = form;
    Object.preventExtensions(this);
  }
  static {
    Object.defineProperty(this, 'name', { value: 'Shape' }); // as consoles show it
    makeShape = (store, body, id, def, form) => new ShapeBase(store, body, id, def, form) as Shape;
    formNow = (shape) => (shape as unknown as ShapeBase).#form;
    storedGeometry = (shape) => (shape as unknown as ShapeBase).#stored();
    setForm = (shape, form) => void ((shape as unknown as ShapeBase).#form = form);
    leaveShape = (shape) => (shape as unknown as ShapeBase).#store.shapes.remove(shape);
  }

  /**
   * Id of the shape in the engine, in events and in views. It is not reused while the shape exists. Its lower 20 bits
   * are its slot, which a later shape may use again. Events and lists are in the order of slots.
   */
  get id(): number {
    return this.#id;
  }
  /** The body that the shape belongs to. */
  get body(): Body<UserData> {
    return this.#body as Body<UserData>;
  }

  #live(): number {
    this.#store.shapes.need(this as unknown as Shape, 'shape');
    return this.#store.live();
  }

  #record(): Float64Array {
    check(native().shapeDef(this.#live(), this.id));
    return exchange(kShapeFields);
  }

  // --- geometry -----------------------------------------------------------------------------------------------------

  /** Type of the geometry. */
  get type(): ShapeType {
    return this.#form.type;
  }

  /**
   * The geometry in the body's frame. It can be replaced by a geometry of any type. A polygon is returned as its hull,
   * counter-clockwise.
   */
  get geometry(): Readonly<Geometry> {
    return frozen(this.#geometry());
  }
  set geometry(geometry: Readonly<Geometry>) {
    this.#setGeometry(geometry, '', geometry);
  }

  #geometry(): Geometry {
    const { box } = this.#form;
    this.#live();
    return box ? { ...box, center: { ...(box.center as Vec2) } } : this.#stored();
  }
  #stored(): Geometry {
    const record = this.#record();
    const one = (i: number): number => decimal(record[ShapePlace.kind + i]!);
    const at = (i: number): Vec2 => ({ x: one(i), y: one(i + 1) });
    switch (kShapeTypes[record[ShapePlace.kind]!]) {
      case 'circle':
        return { type: 'circle', radius: one(3), center: at(1) };
      case 'capsule':
        return { type: 'capsule', a: at(1), b: at(3), radius: one(5) };
      case 'segment':
        return { type: 'segment', a: at(1), b: at(3), ...(record[ShapePlace.kind + 5] === 1 && { oneSided: true }) };
      default:
        return {
          type: 'polygon',
          points: Array.from({ length: record[ShapePlace.kind + 2]! }, (_, i) => at(3 + 2 * i)),
          radius: one(1),
        };
    }
  }
  /** `part`: the name of the one part that was assigned; empty for all of it. */
  #setGeometry(given: Geometry, part: string, value: unknown): void {
    const world = this.#live();
    const path = part ? '' : 'geometry';
    const geometry = copied(given, path);
    const form = formOf(geometry);
    geometryField(new RecordWriter(kShapeFields), geometry, path, '');
    const code = native().shapeSetGeometry(world, this.id);
    // With another area the density gives a mass out of range: name what was assigned, and not what it goes with.
    if (code !== 0 && lastRefusal().path === 'density') refuse(code, part || path, value);
    checkDefinition(code, part ? { [part]: value } : given, path && `${path}.`);
    this.#form = form;
    internals.altered(this.#body);
  }
  #part<T>(name: string): T | undefined {
    return (this.geometry as unknown as Record<string, T>)[name];
  }
  /** Two numbers of the geometry, if the type has them. */
  #place(has: boolean, at: number, out: Vec2): Vec2 | undefined {
    const record = this.#record();
    const i = ShapePlace.kind + at;
    return has ? fill(out, decimal(record[i]!), decimal(record[i + 1]!)) : undefined;
  }
  get #isLine(): boolean {
    return this.type === 'capsule' || this.type === 'segment';
  }
  #setPart(name: string, value: unknown): void {
    // Undefined would be the default of a part that has one.
    this.#setGeometry({ ...this.geometry, [name]: value ?? NaN } as Geometry, name, value);
  }

  // Setters take undefined, which is refused when it comes: TypeScript 5.0 wants that they take what the getters give.

  /**
   * Radius in m: > 0 for a circle or capsule; >= 0 for the rounded skin of a box or polygon. Undefined for a segment.
   */
  get radius(): number | undefined {
    return this.#part('radius');
  }
  set radius(radius: number | undefined) {
    this.#setPart('radius', radius);
  }
  /** Centre of a circle or box in the body's frame in m; undefined for other types. */
  get center(): Readonly<Vec2> | undefined {
    return this.#part('center');
  }
  set center(center: VecLike | undefined) {
    this.#setPart('center', center);
  }
  /** Writes `center` into `out` and returns `out`; undefined for other types. */
  getCenter(out: Vec2): Vec2 | undefined {
    const { type, box } = this.#form;
    if (!box) return this.#place(type === 'circle', 1, out);
    this.#live();
    return fill(out, (box.center as Vec2).x, (box.center as Vec2).y);
  }
  /** Full width of a box in m, > 0; undefined for other types. */
  get width(): number | undefined {
    return this.#part('width');
  }
  set width(width: number | undefined) {
    this.#setPart('width', width);
  }
  /** Full height of a box in m, > 0; undefined for other types. */
  get height(): number | undefined {
    return this.#part('height');
  }
  set height(height: number | undefined) {
    this.#setPart('height', height);
  }
  /** Angle of a box in its body in rad, any finite number; undefined for other types. */
  get angle(): number | undefined {
    return this.#part('angle');
  }
  set angle(angle: number | undefined) {
    this.#setPart('angle', angle);
  }
  /** First end of a capsule or segment in the body's frame in m; undefined for other types. */
  get a(): Readonly<Vec2> | undefined {
    return this.#part('a');
  }
  set a(a: VecLike | undefined) {
    this.#setPart('a', a);
  }
  /** Writes `a` into `out` and returns `out`; undefined for other types. */
  getA(out: Vec2): Vec2 | undefined {
    return this.#place(this.#isLine, 1, out);
  }
  /** Second end of a capsule or segment in the body's frame in m; undefined for other types. */
  get b(): Readonly<Vec2> | undefined {
    return this.#part('b');
  }
  set b(b: VecLike | undefined) {
    this.#setPart('b', b);
  }
  /** Writes `b` into `out` and returns `out`; undefined for other types. */
  getB(out: Vec2): Vec2 | undefined {
    return this.#place(this.#isLine, 3, out);
  }
  /** Corners of a polygon's hull, counter-clockwise, in the body's frame in m; undefined for other types. */
  get points(): readonly Readonly<Vec2>[] | undefined {
    return this.#part('points');
  }
  set points(points: readonly VecLike[] | undefined) {
    this.#setGeometry({ ...this.geometry, points } as Geometry, 'points', points);
  }

  // --- material -----------------------------------------------------------------------------------------------------

  /** Mass per area in kg/m^2, >= 0. A change changes the body's mass. */
  get density(): number {
    return decimal(this.#record()[ShapePlace.density]!);
  }
  set density(density: number) {
    check(native().shapeSetDensity(this.#live(), this.id, number(density)), 'density', density);
    internals.altered(this.#body);
  }

  #setSurface(name: Surface, value: number | undefined): void {
    const record = this.#record();
    const still = record[ShapePlace.staticFriction]!;
    const surface = {
      friction: record[ShapePlace.friction]!,
      staticFriction: still < 0 ? undefined : still,
      restitution: record[ShapePlace.restitution]!,
      rollingResistance: record[ShapePlace.rollingResistance]!,
      tangentSpeed: record[ShapePlace.tangentSpeed]!,
      [name]: value === undefined && name !== 'staticFriction' ? NaN : value,
    };
    materialField(new RecordWriter(kShapeFields), surface, '', '');
    const code = native().shapeSetMaterial(this.#live(), this.id);
    // Name what was assigned, and not what it is compared with.
    if (code !== 0 && name === 'friction' && lastRefusal().path === 'staticFriction')
      throw invalid(name, value, `at most ${decimal(still)}, the staticFriction of the shape`);
    checkDefinition(code, { [name]: value });
  }

  /** Coulomb friction coefficient, >= 0. */
  get friction(): number {
    return decimal(this.#record()[ShapePlace.friction]!);
  }
  set friction(friction: number) {
    this.#setSurface('friction', friction);
  }
  /** Static friction coefficient, >= `friction`. Set it to undefined to make it follow `friction`. */
  get staticFriction(): number {
    const record = this.#record();
    return decimal(
      record[ShapePlace.staticFriction]! < 0 ? record[ShapePlace.friction]! : record[ShapePlace.staticFriction]!,
    );
  }
  set staticFriction(staticFriction: number | undefined) {
    if (staticFriction === this.staticFriction) return; // also while it follows
    this.#setSurface('staticFriction', staticFriction);
  }
  /**
   * Restitution: the ratio of the speeds after and before an impact, 0 to 4. 0 is no bounce, 1 is elastic, and values
   * above 1 are bumpers. It applies above the `restitutionThreshold` of the solver, 1 m/s by default.
   */
  get restitution(): number {
    return decimal(this.#record()[ShapePlace.restitution]!);
  }
  set restitution(restitution: number) {
    this.#setSurface('restitution', restitution);
  }
  /** Rolling resistance, >= 0: the lever arm of the resisting torque as a fraction of the radius. */
  get rollingResistance(): number {
    return decimal(this.#record()[ShapePlace.rollingResistance]!);
  }
  set rollingResistance(rollingResistance: number) {
    this.#setSurface('rollingResistance', rollingResistance);
  }
  /**
   * Surface velocity in m/s, any finite number, for conveyor belts. If positive, the surface runs counter-clockwise
   * around the shape: 2 on a floor moves bodies to -x.
   */
  get tangentSpeed(): number {
    return decimal(this.#record()[ShapePlace.tangentSpeed]!);
  }
  set tangentSpeed(tangentSpeed: number) {
    this.#setSurface('tangentSpeed', tangentSpeed);
  }

  // --- rules --------------------------------------------------------------------------------------------------------

  #setRule(name: string, value: unknown): void {
    const { sensor, sensorSees, preSolve, oneWay } = this;
    rulesField(new RecordWriter(kShapeFields), { sensor, sensorSees, preSolve, oneWay, [name]: value }, '', '');
    checkDefinition(native().shapeSetRules(this.#live(), this.id), { [name]: value });
    internals.altered(this.#body);
  }
  /**
   * Whether the shape is a sensor: it reports overlaps without collision response. It detects bodies of any speed if
   * the world is `continuous`.
   */
  get sensor(): boolean {
    return this.#record()[ShapePlace.sensor] === 1;
  }
  set sensor(sensor: boolean) {
    this.#setRule('sensor', flag(sensor, 'sensor'));
  }
  /** What a sensor detects: shapes that are not sensors (`shapes`), or all shapes (`all`). */
  get sensorSees(): 'shapes' | 'all' {
    return kSees[this.#record()[ShapePlace.seesSensors]!]!;
  }
  set sensorSees(sees: 'shapes' | 'all') {
    choice(sees, 'sensorSees', kSees);
    this.#setRule('sensorSees', sees);
  }
  /** Whether `preSolve` is emitted for its contacts in each step. */
  get preSolve(): boolean {
    return this.#record()[ShapePlace.preSolve] === 1;
  }
  set preSolve(preSolve: boolean) {
    this.#setRule('preSolve', flag(preSolve, 'preSolve'));
  }
  /**
   * Unit direction of the solid side in the body's frame, or null if the shape is solid from all sides. After a change,
   * touching bodies are classified again. A body inside the shape stays free until it has left, also if the property
   * becomes null.
   */
  get oneWay(): Readonly<Vec2> | null {
    const oneWay = this.getOneWay({ x: 0, y: 0 });
    return oneWay && frozen(oneWay);
  }
  set oneWay(oneWay: VecLike | null) {
    this.#setRule('oneWay', oneWay);
  }
  /** Writes `oneWay` into `out` and returns `out`, or returns null if the shape is solid from all sides. */
  getOneWay(out: Vec2): Vec2 | null {
    const record = this.#record();
    const dx = record[ShapePlace.oneWayX]!;
    const dy = record[ShapePlace.oneWayY]!;
    return dx === 0 && dy === 0 ? null : fill(out, decimal(dx), decimal(dy));
  }
  /**
   * Shapes inside this sensor as the last step detected them, before it moved the bodies; also after `restore`. In the
   * order of their slots, see `id`. Empty for a shape that is no sensor.
   */
  get overlaps(): Shape<UserData>[] {
    const { shapes } = this.#store;
    const total = native().shapeOverlaps(this.#live(), this.id);
    return Array.from(exchange(total).slice(0, total), (id) => shapes.alive(id) as Shape<UserData>);
  }

  // --- filter and life ----------------------------------------------------------------------------------------------

  /** Collision filter. Setting it resets missing options to their defaults. */
  get filter(): Readonly<Required<Filter>> {
    const record = this.#record();
    return frozen({
      category: record[ShapePlace.category]!,
      mask: record[ShapePlace.mask]!,
      group: record[ShapePlace.group]!,
    });
  }
  set filter(filter: Filter) {
    const world = this.#live();
    filterField(new RecordWriter(kShapeFields), given(filter, 'filter'), '', 'filter');
    check(native().shapeSetFilter(world, this.id), 'filter', filter);
    this.#store.edited();
  }

  /** Whether the shape is destroyed. */
  get destroyed(): boolean {
    return this.#store.gone || this.#store.shapes.alive(this.id) !== (this as unknown as Shape);
  }
  /** Removes the shape from its body, whose mass changes. A second call does nothing. */
  destroy(): void {
    if (this.destroyed) return;
    check(native().shapeDestroy(this.#live(), this.id));
    leaveShape(this as unknown as Shape);
    internals.drop(this.body, this as unknown as Shape);
  }
}

strict(ShapeBase.prototype, 'userData');

/** @internal What a definition says of the form, in a copy: the caller may go on using its own. */
export function formOf(geometry: Geometry, chain?: Chain): Form {
  if (geometry?.type !== 'box') return { type: geometry?.type, box: undefined, chain };
  const { width, height, center = [0, 0], angle = 0, radius = 0 } = geometry;
  return {
    type: 'box',
    box: { type: 'box', width, height, center: { x: x(center), y: y(center) }, angle, radius },
  };
}

/** A circle on a body. */
export interface CircleShape<UserData = unknown> extends ShapeBase<UserData> {
  get type(): 'circle';
  get radius(): number;
  set radius(radius: number);
  get center(): Readonly<Vec2>;
  set center(center: VecLike);
  /** Writes `center` into `out` and returns `out`. */
  getCenter(out: Vec2): Vec2;
}
/** A box on a body. */
export interface BoxShape<UserData = unknown> extends ShapeBase<UserData> {
  get type(): 'box';
  get width(): number;
  set width(width: number);
  get height(): number;
  set height(height: number);
  get center(): Readonly<Vec2>;
  set center(center: VecLike);
  /** Writes `center` into `out` and returns `out`. */
  getCenter(out: Vec2): Vec2;
  get angle(): number;
  set angle(angle: number);
  get radius(): number;
  set radius(radius: number);
}
/** A capsule on a body. */
export interface CapsuleShape<UserData = unknown> extends ShapeBase<UserData> {
  get type(): 'capsule';
  get a(): Readonly<Vec2>;
  set a(a: VecLike);
  /** Writes `a` into `out` and returns `out`. */
  getA(out: Vec2): Vec2;
  get b(): Readonly<Vec2>;
  set b(b: VecLike);
  /** Writes `b` into `out` and returns `out`. */
  getB(out: Vec2): Vec2;
  get radius(): number;
  set radius(radius: number);
}
/** A convex polygon on a body. */
export interface PolygonShape<UserData = unknown> extends ShapeBase<UserData> {
  get type(): 'polygon';
  get points(): readonly Readonly<Vec2>[];
  set points(points: readonly VecLike[]);
  get radius(): number;
  set radius(radius: number);
}
/** A segment on a body. */
export interface SegmentShape<UserData = unknown> extends ShapeBase<UserData> {
  get type(): 'segment';
  get a(): Readonly<Vec2>;
  set a(a: VecLike);
  /** Writes `a` into `out` and returns `out`. */
  getA(out: Vec2): Vec2;
  get b(): Readonly<Vec2>;
  set b(b: VecLike);
  /** Writes `b` into `out` and returns `out`. */
  getB(out: Vec2): Vec2;
}

/** A shape on a body, discriminated by `type`, which determines the properties of the geometry. */
export type Shape<UserData = unknown> =
  CircleShape<UserData> | BoxShape<UserData> | CapsuleShape<UserData> | PolygonShape<UserData> | SegmentShape<UserData>;
/**
 * The class of all shapes, for `instanceof`. Shapes are created by {@link Body.createShape} and {@link
 * World.createBody}.
 */
export const Shape = ShapeBase as unknown as abstract new () => Shape;
