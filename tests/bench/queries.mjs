// Queries compared: `node tests/bench/queries.mjs`, after `npm run build`. 10,000 rays of 20 m and 1,000 casts of a
// disc along as many of them, among 1,000 boxes at random angles in a square of 100 m: once each a frame. Every engine
// returns the first hit with its point and normal; a ray of Box2D's that starts in a box does not hit it. They take
// turns; figures are medians of processor time, ratios of one round.
import { installPeers } from './peers.mjs';
import { median } from './statistics.mjs';

const kBoxes = 1000;
const kRays = 10000;
const kCasts = 1000;
const kRadius = 0.3; // m
const kRounds = 15;
const kWarm = 3; // rounds before

/** Mulberry32. */
function dice(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const next = dice(7);
const boxes = Array.from({ length: kBoxes }, () => ({
  x: 100 * next(),
  y: 100 * next(),
  width: 0.5 + next(),
  height: 0.5 + next(),
  angle: 6.28 * next(),
}));
const rays = Array.from({ length: kRays }, () => {
  const angle = 6.28 * next();
  return { x: 100 * next(), y: 100 * next(), dx: 20 * Math.cos(angle), dy: 20 * Math.sin(angle) };
});
const casts = rays.slice(0, kCasts);

// Each gives the number of hits of one frame; `one by one`: a call for each query, as the others have it.

async function impulse2d() {
  const { World, init } = await import('../../dist/index.js');
  await init();
  const world = new World({ gravity: [0, 0] });
  for (const { x, y, width, height, angle } of boxes)
    world.createBody({ type: 'static', position: [x, y], angle, shapes: [{ type: 'box', width, height }] });
  world.step();
  const shape = { type: 'circle', radius: kRadius };
  const flat = Float32Array.from(rays.flatMap(({ x, y, dx, dy }) => [x, y, x + dx, y + dy]));
  const path = ({ x, y, dx, dy }) => ({ from: [x, y], to: [x + dx, y + dy] });
  const paths = casts.map((ray) => ({ shape, ...path(ray) }));
  let hits;
  let found;
  const count = (hit) => hit.reduce((sum, each) => sum + (each ? 1 : 0), 0);
  return {
    rays: () => {
      hits = world.raycasts(flat, hits);
      let sum = 0;
      for (let i = 0; i < kRays; i++) sum += hits[7 * i + 5] >= 0 ? 1 : 0; // a slot
      return sum;
    },
    casts: () => count((found = world.shapeCasts(paths, found))),
    'rays one by one': () => count(rays.map((ray) => world.raycast(path(ray)))),
    'casts one by one': () => count(casts.map((ray) => world.shapeCast({ shape, ...path(ray) }))),
  };
}

async function rapier() {
  const { default: R } = await import('@dimforge/rapier2d-simd-compat');
  await R.init();
  const world = new R.World({ x: 0, y: 0 });
  for (const { x, y, width, height, angle } of boxes) {
    const body = world.createRigidBody(R.RigidBodyDesc.fixed().setTranslation(x, y).setRotation(angle));
    world.createCollider(R.ColliderDesc.cuboid(width / 2, height / 2), body);
  }
  world.step();
  const ray = new R.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
  const ball = new R.Ball(kRadius);
  const cast = ({ x, y, dx, dy }) => {
    ray.origin = { x, y };
    ray.dir = { x: dx, y: dy };
    return world.castRayAndGetNormal(ray, 1, true);
  };
  const sweep = ({ x, y, dx, dy }) => world.castShape({ x, y }, 0, { x: dx, y: dy }, ball, 0, 1, true);
  const count = (list, query) => list.reduce((sum, each) => sum + (query(each) ? 1 : 0), 0);
  return { rays: () => count(rays, cast), casts: () => count(casts, sweep) };
}

async function box2d() {
  const entry = import.meta.resolve('box2d3-wasm');
  const { default: make } = await import(new URL('./deluxe/Box2D.deluxe.mjs', entry).href);
  const b2 = await make({ pthreadCount: 0 });
  const v = (x, y) => new b2.b2Vec2(x, y);
  const world = b2.b2CreateWorld(b2.b2DefaultWorldDef());
  for (const { x, y, width, height, angle } of boxes) {
    const def = b2.b2DefaultBodyDef();
    def.position = v(x, y);
    def.rotation = b2.b2MakeRot(angle);
    const body = b2.b2CreateBody(world, def);
    b2.b2CreatePolygonShape(body, b2.b2DefaultShapeDef(), b2.b2MakeBox(width / 2, height / 2));
  }
  b2.b2World_Step(world, 1 / 60, 4);
  const filter = b2.b2DefaultQueryFilter();
  const cast = ({ x, y, dx, dy }) => {
    const from = v(x, y);
    const by = v(dx, dy);
    const result = b2.b2World_CastRayClosest(world, from, by, filter);
    const { hit } = result;
    result.delete();
    from.delete();
    by.delete();
    return hit;
  };
  const sweep = ({ x, y, dx, dy }) => {
    const middle = v(x, y);
    const by = v(dx, dy);
    const proxy = b2.b2MakeProxy(middle, 1, kRadius);
    let nearest = 1;
    b2.b2World_CastShape(world, proxy, by, filter, ({ fraction }) => (nearest = fraction));
    proxy.delete();
    middle.delete();
    by.delete();
    return nearest < 1;
  };
  const count = (list, query) => list.reduce((sum, each) => sum + (query(each) ? 1 : 0), 0);
  return { rays: () => count(rays, cast), casts: () => count(casts, sweep) };
}

installPeers();
const engines = { impulse2d: await impulse2d(), rapier: await rapier(), box2d: await box2d() };
const runs = Object.entries(engines).flatMap(([engine, kinds]) =>
  Object.entries(kinds).map(([kind, frame]) => ({ engine, kind, frame, times: [], hits: 0 })),
);
for (let round = -kWarm; round < kRounds; round++) {
  for (const run of runs) {
    const before = process.cpuUsage();
    run.hits = run.frame();
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) run.times.push((user + system) / 1000);
  }
}
for (const { engine, kind, times, hits } of runs) {
  const ratio = (name) => {
    const own = runs.find((run) => run.engine === 'impulse2d' && run.kind === name);
    return own ? median(times.map((time, i) => time / own.times[i])).toFixed(2) : '-';
  };
  const ratios = `${ratio(kind)} of ours, ${ratio(`${kind} one by one`)} of ours one by one`;
  console.log(`${engine.padEnd(10)} ${kind.padEnd(17)} ${median(times).toFixed(2)} ms, ${hits} hits; ${ratios}`);
}
