// Compiled, never run: what the typings allow, and, above each line that says so, what they forbid.
import {
  Body,
  Character,
  FixedLoop,
  History,
  Joint,
  PhysicsError,
  Shape,
  World,
  bindPoses,
  debugLines,
  init,
  presets,
  version,
  type Aabb,
  type AnyJoint,
  type BodyDef,
  type CollisionTrace,
  type Contact,
  type ContactFilter,
  type JointDef,
  type JointType,
  type PhysicsErrorCode,
  type QueryShape,
  type RayHit,
  type RaycastOptions,
  type RevoluteJoint,
  type ShapeCastHit,
  type ShapeDef,
  type SolverOptions,
  type Vec2,
} from 'impulse2d';
import type { ImpulseScene } from 'impulse2d/element';
import { init as initExternal } from 'impulse2d/external';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): boolean => yes;

await init();
await initExternal({ wasm: new URL('https://example.com/engine.wasm') });
await initExternal({ wasm: fetch('engine.wasm') });
await initExternal({ wasm: new Uint8Array(8) });
// @ts-expect-error an unknown key
await initExternal({ url: 'engine.wasm' });

using world: World = new World({ gravity: [0, -9.81], solver: presets.umbra, capacity: { bodies: 100 } });
// @ts-expect-error an unknown key
new World({ gravty: [0, 0] });
// @ts-expect-error three numbers are no vector
new World({ gravity: [0, 0, 0] });
// @ts-expect-error options of another solver
new World({ solver: { type: 'sequential-impulse', contactHertz: 30 } });
// @ts-expect-error a rule that is none
new World({ solver: { type: 'sequential-impulse', frictionMix: 'mean' } });
// @ts-expect-error presets are not to be changed
presets.umbra.slop = 0.5;
world.solver = { ...presets.umbra, percent: 0.2, literal: { coldStart: true } };
same<World['solver'], Readonly<SolverOptions>>(true);
// @ts-expect-error the copy that a getter gives is not the world's
world.solver.warmStarting = false;

const state: Uint8Array = world.snapshot();
world.restore(state);
// @ts-expect-error text is no snapshot
world.restore('state');

const def: BodyDef = {
  type: 'static',
  position: { x: 0, y: 1 },
  lock: { rotation: true },
  sleepThreshold: { linear: 0.1 },
  shapes: [{ type: 'box', width: 1, height: 2 }],
};
const body: Body = world.createBody(def);
world.createBody();
// @ts-expect-error a type that is none
world.createBody({ type: 'solid' });
// @ts-expect-error a box has full sizes
world.createBody({ shapes: [{ type: 'box', halfWidth: 1, halfHeight: 1 }] });
// @ts-expect-error a circle has a radius
body.createShape({ type: 'circle' });
// @ts-expect-error bodies are made by worlds
new Body();
// @ts-expect-error shapes are made by bodies
new Shape();

body.position = [1, 2];
body.position = { x: 1, y: 2 };
// @ts-expect-error a number is no vector
body.position = 3;
same<Body['position'], Readonly<Vec2>>(true);
// @ts-expect-error the copy that a getter gives is not the body's
body.position.x = 5;
same<ReturnType<Body['getPosition']>, Vec2>(true);
same<ReturnType<Body['getAabb']>, Aabb>(true);
// @ts-expect-error ids are given, not set
body.id = 3;
// @ts-expect-error names are fixed
body.name = 'x';
body.userData = { anything: true };
body.setMass(null);
// @ts-expect-error the list of shapes is not to be changed
body.shapes.push(body.shapes[0]);
// @ts-expect-error internals are not in the typings
body.adopt(1, { type: 'circle', radius: 1 });

const shape: Shape = body.shapes[0]!;
const form: ShapeDef['type'] = shape.type;
void form;
if (shape.geometry.type === 'box') shape.width = shape.geometry.width;
shape.staticFriction = undefined;
// @ts-expect-error nor the shape's
shape.oneWay!.x = 5;
// @ts-expect-error
shape.geometry.type = 'box';
// @ts-expect-error friction has no undefined
shape.friction = undefined;

const hit: RayHit | null = world.raycast({ from: [0, 0], to: [1, 1], filter: { mask: 1 } });
// @ts-expect-error may be null
hit.body;
hit?.body.applyImpulse([0, 1], hit.point);
// @ts-expect-error a ray has an end
world.raycast({ from: [0, 0] });
const shapes: Shape[] = world.overlap({ aabb: { min: [0, 0], max: [1, 1] } });
void shapes;
// @ts-expect-error a point or a box
world.overlap({});
// @ts-expect-error a chain is several shapes
world.overlap({ shape: { type: 'chain', points: [] }, position: [0, 0] });
const one: QueryShape = { type: 'circle', radius: 1, friction: 0.5 };
world.overlap({ shape: one, position: [0, 0] });
const contacts: Iterable<Contact> = world.contacts();
for (const { points, normal } of contacts) void (points[0]!.separation + normal.x);
for (const moved of world.movedBodies) moved.wake();

const other = world.createBody();
const hinge: RevoluteJoint = world.createJoint({
  type: 'revolute',
  bodyA: body,
  bodyB: other,
  anchor: [0, 1],
  lowerAngle: -1,
  upperAngle: 1,
  motorSpeed: 2,
  maxMotorTorque: 5,
});
same<typeof hinge.type, 'revolute'>(true);
hinge.motorSpeed = hinge.speed + hinge.angle;
hinge.anchor = [1, 2];
same<typeof hinge.anchor, Readonly<Vec2>>(true);
// @ts-expect-error nor is it the joint's
hinge.anchor.x = 5;
same<typeof hinge.force, Readonly<Vec2>>(true);
hinge.bodyA.wake();
// @ts-expect-error a reading
hinge.angle = 1;
// @ts-expect-error parameters of another type
hinge.axis;
// @ts-expect-error a hinge has no axis
world.createJoint({ type: 'revolute', bodyA: body, bodyB: other, axis: [0, 1] });
// @ts-expect-error two bodies
world.createJoint({ type: 'weld', bodyA: body });
// @ts-expect-error a type that is none
world.createJoint({ type: 'rope', bodyA: body, bodyB: other });
// @ts-expect-error joints are made by worlds
new Joint();
const hand = world.createJoint({ type: 'target', bodyB: other, target: [1, 1], maxForce: 100 });
hand.target = { x: 1, y: 2 };
// @ts-expect-error
hand.target.x = 5;
// @ts-expect-error may be null
hand.bodyA.wake();
const joint: JointDef = { type: 'gear', bodyA: body, bodyB: other, ratio: 2 };
const made: AnyJoint = world.createJoint(joint);
for (const each of world.joints) {
  same<typeof each, AnyJoint>(true);
  if (each.type === 'prismatic') each.maxMotorForce = each.translation;
}
const types: JointType[] = body.joints.map(({ type }) => type);
void [made, types];
world.on('jointBreak', ({ joint: broken, force, torque, bodyB }) => void [broken.id, force + torque, bodyB.id], {
  filter: hinge,
});

const off: () => void = world.on(
  'contactHit',
  ({ approachSpeed, point, bodyA }) => void [approachSpeed, point.x, bodyA.id],
  { filter: body },
);
off();
world.on('contactEnd', ({ reason }) => same<typeof reason, 'separated' | 'destroyed'>(true));
world.on('afterStep', ({ dt, report }) => void (dt + report.islands), { signal: new AbortController().signal });
// @ts-expect-error a name that is none
world.on('contactbegin', () => {});
// @ts-expect-error sleeping is about one body
world.on('sleep', ({ bodyA }) => void bodyA);

same<World['views']['poses'], Float32Array<ArrayBuffer>>(true);
world.trace = true;
same<ReturnType<World['solverTrace']>['residual'], Float32Array>(true);
same<ReturnType<World['collisionTrace']>, CollisionTrace[]>(true);
same<CollisionTrace['axes'][number]['of'], 'A' | 'B' | 'between'>(true);
// @ts-expect-error a switch
world.trace = 1;
// @ts-expect-error views are read
world.views.poses = new Float32Array(4);
const rendered: Float32Array = world.interpolate(0.5);
void rendered;

const loop = new FixedLoop(world, { hz: 120 });
const { steps, alpha }: { steps: number; alpha: number } = loop.advance(performance.now());
void (steps + alpha);
// @ts-expect-error frames are not its business
new FixedLoop(world, { fps: 60 });

try {
  world.step();
} catch (error) {
  if (error instanceof PhysicsError) {
    const code: PhysicsErrorCode = error.code;
    // @ts-expect-error a code that is none
    void (code === 'BROKEN');
    void (error.path + error.expected);
  }
}
const text: string = version;
void text;

// userData has the type that the world says, wherever a body or shape comes from.
interface Actor {
  hp: number;
}
const actors = new World<Actor>();
const actor = actors.createBody({ userData: { hp: 3 }, shapes: [{ type: 'circle', radius: 1, userData: { hp: 1 } }] });
same<typeof actor, Body<Actor>>(true);
actor.userData.hp -= 1;
actors.on('contactBegin', ({ bodyA, shapeB }) => (bodyA.userData.hp += shapeB.body.userData.hp));
actors.raycast({ from: [0, 0], to: [1, 1] })!.body.userData.hp -= 1;
actors.once('sensorBegin', ({ bodyA, shapeB }) => (bodyA.userData.hp += shapeB.userData.hp), {
  filter: ({ bodyB }) => bodyB.userData.hp > 0,
});
const way = { shape: { type: 'circle', radius: 1 }, from: [0, 0], to: [1, 1] } as const;
actors.shapeCast(way)!.body.userData.hp -= 1;
actors.shapeCastAll(way)[0]!.shape.userData.hp -= 1;
actors.closest({ point: [0, 0] })!.shape.body.userData.hp -= 1;
actor.contacts[0]!.bodyB.userData.hp -= actor.contacts[0]!.points.length;
actor.shapes[0]!.overlaps[0]!.body.userData.hp -= 1;
actors.raycast({ from: [0, 0], to: [1, 1], where: (shape) => shape.body.userData.hp > 1 });
actors.raycastAll({ from: [0, 0], to: [1, 1], where: ({ userData }) => userData.hp > 1 });
actors.raycasts(new Float32Array(4), undefined, { where: ({ userData }) => userData.hp > 1 });
actors.shapeCast({ ...way, where: ({ userData }) => userData.hp > 1 });
actors.shapeCastAll({ ...way, where: ({ userData }) => userData.hp > 1 });
actors.closest({ point: [0, 0], where: ({ userData }) => userData.hp > 1 });
actors.overlap({ point: [0, 0], where: ({ userData }) => userData.hp > 1 });
actors.overlap({ ...way, position: [0, 0], where: ({ userData }) => userData.hp > 1 });
actors.shapeCasts([{ ...way, where: ({ userData }) => userData.hp > 1 }])[0]!.body.userData.hp -= 1;
const casts: (ShapeCastHit | null)[] = [];
actors.shapeCasts([way], casts);
actors.contactFilter = (a, b) => a.userData.hp > b.body.userData.hp;
actors.on('preSolve', ({ shapeA, disable }) => shapeA.userData.hp > 0 && disable());
actors.on('jointBreak', ({ joint, bodyB }) => (joint.bodyB.userData.hp -= bodyB.userData.hp));
actors.sensorOverlaps()[0]!.sensor.userData.hp -= actors.sensorOverlaps()[0]!.visitor.body.userData.hp;
actors.collisionTrace(actor, actor)[0]!.shapeA.userData.hp -= 1;
actors.joints[0]!.bodyB.userData.hp -= 1;
actors.jointById(1)!.bodyA!.userData.hp -= 1;
actor.joints[0]!.bodyB.userData.hp -= 1;
const arm = actors.createJoint({ type: 'revolute', bodyA: actor, bodyB: actor });
arm.bodyA.userData.hp -= arm.bodyB.userData.hp + arm.angle;
for (const each of actors.joints) if (each.type === 'wheel') each.bodyA.userData.hp -= each.translation;
actors.on('contactBegin', () => {}, { filter: actor });
actors.on('jointBreak', () => {}, { filter: arm });
// @ts-expect-error of another type
actors.raycast({ from: [0, 0], to: [1, 1], where: ({ userData }) => userData.mp > 1 });
// @ts-expect-error of another type
actors.contactFilter = (a) => a.userData.mp > 1;
// @ts-expect-error of another type
actors.joints[0]!.bodyB.userData.mp;
// What is written for any world is good for this one, and this one for what takes any world.
const anyRay: RaycastOptions = { from: [0, 0], to: [1, 1], where: (shape) => shape.sensor };
actors.raycast(anyRay);
const anyFilter: ContactFilter = (a, b) => a.sensor || b.sensor;
actors.contactFilter = anyFilter;
const anyJoint: AnyJoint = actors.joints[0]!;
const anyHinge: RevoluteJoint = arm;
const anyContacts: readonly Contact[] = actors.contacts();
const anyTrace: CollisionTrace[] = actors.collisionTrace(actor, actor);
const anyWorld: World = actors;
const anyBody: Body = actor;
void [anyJoint, anyHinge, anyContacts, anyTrace, anyWorld, anyBody];
new History(actors, { bytes: 1e6 });
bindPoses(actors, () => {});
debugLines(actors);
// A world without a type of its own gives the plain types.
same<World['joints'], readonly AnyJoint[]>(true);
same<NonNullable<World['contactFilter']>, ContactFilter>(true);
new Character(actors, { body: actors.bodyById(actor.id)!, stepHeight: 0.5 });
// @ts-expect-error neither shape nor body
new Character(actors, { stepHeight: 0.5 });
// @ts-expect-error of another type
actors.once('contactBegin', ({ bodyA }) => bodyA.userData.mp);
// @ts-expect-error of another type
actors.createBody({ userData: { mp: 3 } });
new FixedLoop(actors);
new FixedLoop(
  {
    step(dt: number): void {
      void dt;
    },
  },
  { hz: 30 },
);
new FixedLoop({ step: (dt: number) => dt }).world.step(1);
new FixedLoop({ step() {} });
same<typeof actors.bodies, readonly Body<Actor>[]>(true);
// @ts-expect-error the list is not to be changed
actors.bodies.push(actor);
actor.mass = 5;
actor.setMass({ mass: 5 });

// A shape narrows on its type.
const part: Shape = actor.shapes[0]!;
if (part.type === 'circle') same<typeof part.radius, number>(true);
if (part.type === 'box') part.width = part.height + part.center.x;
if (part.type === 'segment') part.a = [part.b.x, 0];
// @ts-expect-error only a circle or box has one
if (part.type === 'capsule') part.width.toFixed();

// Inputs and state of a history.
const kick = (push: number) => actor.applyImpulse([push, 0]);
const plain = new History(actors, { bytes: 1e6 });
plain.record(1);
plain.seek(0, kick);
const typed = new History<number>(actors, { bytes: 1e6, save: () => ({ t: 1 }), load: (state) => void state.t });
typed.record(1);
typed.seek(0, kick);
typed.seek(0, (push, step) => actor.applyImpulse([push, step]));
typed.redo((push: number | undefined) => push && kick(push));
const saved = new History(actors, {
  bytes: 1e6,
  save: () => ({ t: 1 }),
  load: ({ t }) => same<typeof t, number>(true),
});
saved.seek(0, kick);
// @ts-expect-error of another type
typed.seek(0, (push: string) => push);
// @ts-expect-error of another type
typed.record('left');

// A character of a world has its user data.
const pill = { type: 'capsule', a: [0, 0], b: [0, 1], radius: 0.3 } as const;
const hero = new Character(actors, { shape: pill, userData: { hp: 1 } });
hero.body.userData.hp -= hero.move([0, 0]).ground!.body.userData.hp;
hero.move([0, 0]).hits[0]!.shape.userData.hp -= 1;
const anyCharacter: Character = hero;
void anyCharacter;
// @ts-expect-error of another type
new Character(actors, { shape: pill, userData: { mp: 1 } });
// @ts-expect-error both a body and a shape
new Character(actors, { body: actor, shape: pill });

// What a JSON module gives is a scene; what is written in the program is checked.
const level = {
  format: 'impulse2d',
  version: 1,
  world: { gravity: [0, -9.81], solver: { type: 'soft-step' } },
  bodies: [{ type: 'static', shapes: [{ type: 'box', width: 1, height: 1 }] }, { name: 'a' }],
  joints: [{ type: 'weld', bodyA: 0, bodyB: 1 }],
};
const loaded = World.fromJSON(level, { worldOptions: { gravity: [0, 0] } }) as World<Actor>;
same<typeof loaded, World<Actor>>(true);
same<ReturnType<typeof actors.toJSON>['format'], 'impulse2d'>(true);
World.fromJSON(actors.toJSON()).bodies[0]!.userData.hp -= 1;
World.fromJSON({ format: 'impulse2d', version: 1, world: {}, bodies: [{ name: 'a' }], joints: [] });
// @ts-expect-error no such property
World.fromJSON({ format: 'impulse2d', version: 1, world: {}, bodies: [{ nome: 'a' }], joints: [] });
// @ts-expect-error no such format
World.fromJSON({ format: 'other', version: 1, world: {}, bodies: [], joints: [] });
// @ts-expect-error a text
World.fromJSON('{}');
// Results lie in an ArrayBuffer, as functions of the platform want it; what is filled keeps its own type.
const rays = new Float32Array(4);
new Blob([world.snapshot(), world.interpolate(0.5), world.raycasts(rays), debugLines(world), world.views.poses]);
new Blob([world.snapshot({ out: new Uint8Array(9), static: false }), world.interpolate(0.5, new Float32Array(9))]);
declare const memory: Uint8Array;
const filled: Uint8Array = world.snapshot({ out: memory });
world.restore(filled);
// @ts-expect-error the array may be in shared memory
new Blob([world.snapshot({ out: memory })]);
declare const figure: ImpulseScene;
figure.setup = level;
figure.setup = actors.toJSON();
figure.setup = ({ world }) => void world.createBody();
// @ts-expect-error no world
figure.setup = { bodies: [] };
// @ts-expect-error a text
figure.setup = '{}';

// @ts-expect-error two of them
world.overlap({ point: [0, 0], aabb: { min: [0, 0], max: [1, 1] } });
// @ts-expect-error only friction, restitution and tangentSpeed can be set
world.on('preSolve', (event) => (event.normal = { x: 0, y: 0 }));
// @ts-expect-error only friction, restitution and tangentSpeed can be set
world.on('preSolve', (event) => (event.normal.x = 0));
