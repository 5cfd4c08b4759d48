// Characters compared: `node tests/bench/characters.mjs [--json]`, after `npm run build`. The same capsule (radius 0.3
// m, 1.2 m high) in the same scenes, with the engines that have something for it: Rapier's character controller, and
// Box2D's mover functions, used as its documentation describes: collide, solve planes, cast, up to five times. Box2D
// has no ground, steps or snapping of its own (its sample hangs the mover on a spring). Both leave riding to the
// program; the last columns say what happens if it does nothing.
import { existsSync } from 'node:fs';
import { installPeers } from './peers.mjs';

const dt = 1 / 60;
const kGravity = -10; // m/s^2
const kRadius = 0.3;
const kCore = 0.3; // m, half of the line inside the capsule
const kFoot = kRadius + kCore;
const kSkin = 0.01;
const kLimit = 45; // degrees
const kStep = 0.3; // m

// --- engines: `add(type, x, y, width, height, angle, vx)` gives a body; `character(x, y)` has `move(vx, vy)` and
// `position()` --------------------------------------------------------------------------------------------------------

async function impulse2d() {
  const { Character, World, init } = await import('../../dist/index.js');
  await init();
  return () => {
    const world = new World({ gravity: [0, kGravity] });
    const shape = { type: 'capsule', a: [0, -kCore], b: [0, kCore], radius: kRadius };
    return {
      add: (type, x, y, width, height, angle = 0, vx = 0) => {
        const shapes = [{ type: 'box', width, height }];
        const body = world.createBody({ type, position: [x, y], angle, velocity: [vx, 0], shapes });
        return { position: () => body.position, speed: () => body.velocity.x };
      },
      character: (x, y) => {
        const options = { position: [x, y], maxSlope: (kLimit / 180) * Math.PI, stepHeight: kStep, skin: kSkin };
        const who = new Character(world, { shape, ...options });
        return {
          move: (vx, vy) => {
            const { ground, velocity } = who.move([vx, vy], dt);
            return { grounded: ground !== null, vy: velocity.y };
          },
          position: () => who.position,
        };
      },
      step: () => world.step(dt),
    };
  };
}

async function rapier() {
  const { default: R } = await import('@dimforge/rapier2d-simd-compat');
  await R.init();
  return () => {
    const world = new R.World({ x: 0, y: kGravity });
    world.timestep = dt;
    const kinds = { static: 'fixed', kinematic: 'kinematicVelocityBased', dynamic: 'dynamic' };
    return {
      add: (type, x, y, width, height, angle = 0, vx = 0) => {
        const desc = R.RigidBodyDesc[kinds[type]]().setTranslation(x, y).setRotation(angle).setLinvel(vx, 0);
        const body = world.createRigidBody(desc);
        world.createCollider(R.ColliderDesc.cuboid(width / 2, height / 2), body);
        return { position: () => body.translation(), speed: () => body.linvel().x };
      },
      character: (x, y) => {
        const body = world.createRigidBody(R.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y));
        const collider = world.createCollider(R.ColliderDesc.capsule(kCore, kRadius), body);
        const controller = world.createCharacterController(kSkin);
        controller.setMaxSlopeClimbAngle((kLimit / 180) * Math.PI);
        controller.setMinSlopeSlideAngle((kLimit / 180) * Math.PI);
        controller.enableAutostep(kStep, 0.2, false);
        controller.enableSnapToGround(kStep);
        controller.setApplyImpulsesToDynamicBodies(true);
        return {
          move: (vx, vy) => {
            controller.computeColliderMovement(collider, { x: vx * dt, y: vy * dt });
            const by = controller.computedMovement();
            const at = body.translation();
            body.setNextKinematicTranslation({ x: at.x + by.x, y: at.y + by.y });
            const grounded = controller.computedGrounded();
            return { grounded, vy: grounded ? 0 : by.y / dt };
          },
          position: () => body.translation(),
        };
      },
      step: () => world.step(),
    };
  };
}

async function box2d() {
  const { default: make } = await import(new URL('./compat/Box2D.compat.mjs', import.meta.resolve('box2d3-wasm')).href);
  const b2 = await make({ pthreadCount: 0 });
  const v = (x, y) => new b2.b2Vec2(x, y);
  return () => {
    const def = b2.b2DefaultWorldDef();
    def.gravity = v(0, kGravity);
    const world = b2.b2CreateWorld(def);
    const filter = b2.b2DefaultQueryFilter();
    return {
      add: (type, x, y, width, height, angle = 0, vx = 0) => {
        const bodyDef = b2.b2DefaultBodyDef();
        bodyDef.type = b2.b2BodyType[`b2_${type}Body`];
        bodyDef.position = v(x, y);
        bodyDef.rotation = b2.b2MakeRot(angle);
        bodyDef.linearVelocity = v(vx, 0);
        const body = b2.b2CreateBody(world, bodyDef);
        b2.b2CreatePolygonShape(body, b2.b2DefaultShapeDef(), b2.b2MakeBox(width / 2, height / 2));
        const read = (call) => {
          const { x: px, y: py } = call(body);
          return { x: px, y: py };
        };
        return { position: () => read(b2.b2Body_GetPosition), speed: () => read(b2.b2Body_GetLinearVelocity).x };
      },
      character: (x, y) => {
        const at = { x, y };
        const capsule = new b2.b2Capsule();
        capsule.radius = kRadius;
        const place = () => {
          capsule.center1 = v(at.x, at.y - kCore);
          capsule.center2 = v(at.x, at.y + kCore);
        };
        const collide = () => {
          const planes = [];
          place();
          b2.b2World_CollideMover(world, capsule, filter, (_shape, { plane, hit }) => {
            if (hit !== false) {
              const row = new b2.b2CollisionPlane();
              row.plane = plane;
              row.pushLimit = 3.4e38;
              row.push = 0;
              row.clipVelocity = true;
              planes.push(row);
            }
            return true;
          });
          return planes;
        };
        return {
          move: (vx, vy) => {
            const target = { x: at.x + vx * dt, y: at.y + vy * dt };
            let planes = [];
            for (let i = 0; i < 5; i++) {
              planes = collide();
              const { translation: by } = b2.b2SolvePlanes(v(target.x - at.x, target.y - at.y), planes);
              const fraction = b2.b2World_CastMover(world, capsule, by, filter);
              const d = { x: fraction * by.x, y: fraction * by.y };
              at.x += d.x;
              at.y += d.y;
              if (d.x * d.x + d.y * d.y < 1e-4) break; // (1 cm)^2, as in its sample
            }
            const clipped = b2.b2ClipVector(v(vx, vy), planes);
            return { grounded: planes.some(({ plane }) => plane.normal.y > 0.7), vy: clipped.y };
          },
          position: () => ({ ...at }),
        };
      },
      step: () => b2.b2World_Step(world, dt, 4),
    };
  };
}

// --- scenes: each gives one figure -----------------------------------------------------------------------------------

function walk(scene, who, speed, steps, seen) {
  let vy = 0;
  scene.step(); // Rapier's queries see what was there in the last step
  for (let i = 0; i < steps; i++) {
    const moved = who.move(speed, vy + kGravity * dt);
    vy = moved.grounded ? Math.min(moved.vy, 0) : moved.vy;
    scene.step();
    seen?.(moved, who.position());
  }
}
const mm = (metres) => `${(1000 * metres).toPrecision(3)} mm`;
const floor = (scene) => scene.add('static', 0, -0.5, 80, 1);
const spread = (list) => Math.max(...list) - Math.min(...list);

const scenes = {
  'tiles: way lost of 9 m at 3 m/s': (scene) => {
    for (let i = -4; i < 14; i++) scene.add('static', i + 0.5, -0.5, 1, 1);
    const who = scene.character(-2, kFoot + 0.02);
    walk(scene, who, 0, 30);
    const { x } = who.position();
    walk(scene, who, 3, 180);
    return mm(9 - (who.position().x - x));
  },
  'tiles: height, largest less least': (scene) => {
    for (let i = -4; i < 14; i++) scene.add('static', i + 0.5, -0.5, 1, 1);
    const who = scene.character(-2, kFoot + 0.02);
    walk(scene, who, 0, 30);
    const heights = [];
    walk(scene, who, 3, 180, (_moved, { y }) => heights.push(y));
    return mm(spread(heights));
  },
  'stairs of 25 cm up and down, way lost of 2 x 6 m at 3 m/s': (scene) => {
    for (let i = 0; i < 10; i++) scene.add('static', 0.2 + 0.4 * i, (0.25 * (i + 1)) / 2, 0.4, 0.25 * (i + 1));
    scene.add('static', 24, 1.25, 40, 2.5);
    floor(scene);
    const who = scene.character(-1, kFoot + 0.02);
    walk(scene, who, 0, 30);
    walk(scene, who, 3, 120);
    const up = who.position();
    walk(scene, who, -3, 120);
    return `${(6 - (up.x + 1)).toFixed(3)} m, ${(6 - (up.x - who.position().x)).toFixed(3)} m`;
  },
  'stairs down: steps off the ground of 120': (scene) => {
    for (let i = 0; i < 10; i++) scene.add('static', 0.2 + 0.4 * i, (2.5 - 0.25 * i) / 2, 0.4, 2.5 - 0.25 * i);
    scene.add('static', -10, 1.25, 20, 2.5);
    floor(scene);
    const who = scene.character(-1, 2.5 + kFoot + 0.02);
    walk(scene, who, 0, 30);
    let off = 0;
    walk(scene, who, 3, 120, ({ grounded }) => (off += grounded ? 0 : 1));
    return String(off);
  },
  'slope limit 45 degrees: climbs 44.5, climbs 45.5': (make) =>
    [44.5, 45.5].map((degrees) => {
      const scene = make();
      floor(scene);
      const angle = (degrees / 180) * Math.PI;
      scene.add('static', 6 * Math.cos(angle), 6 * Math.sin(angle), 12, 0.02, angle);
      const who = scene.character(-1, kFoot + 0.02);
      walk(scene, who, 2, 150);
      return who.position().y > 2 ? 'yes' : 'no';
    }),
  'V of two slopes of 35 degrees: moves in 600 steps': (scene) => {
    for (const side of [-1, 1]) scene.add('static', side * 2, 1.4, 6, 0.02, side * 0.6109);
    const who = scene.character(0.2, 2);
    walk(scene, who, 0, 200);
    const places = [];
    walk(scene, who, 0, 600, (_moved, { x, y }) => places.push(x, y));
    return mm(Math.max(spread(places.filter((_, i) => i % 2)), spread(places.filter((_, i) => !(i % 2)))));
  },
  'pressed into a corner at 4 m/s: moves in 600 steps': (scene) => {
    floor(scene);
    scene.add('static', 1, 2, 0.5, 5);
    const who = scene.character(0, kFoot + 0.02);
    walk(scene, who, 4, 100);
    const places = [];
    walk(scene, who, 4, 600, (_moved, { x, y }) => places.push(x, y));
    return mm(Math.max(spread(places.filter((_, i) => i % 2)), spread(places.filter((_, i) => !(i % 2)))));
  },
  'a wall of 1 cm at 400 m/s: passed': (scene) => {
    floor(scene);
    scene.add('static', 2, 2, 0.01, 5);
    const who = scene.character(0.3, kFoot + 0.02);
    walk(scene, who, 400, 10);
    return who.position().x > 2 ? 'yes' : 'no';
  },
  'platform at 1.5 m/s: drift in 2 s': (scene) => {
    const platform = scene.add('kinematic', 0, 0, 8, 0.5, 0, 1.5);
    const who = scene.character(0, 0.25 + kFoot + 0.02);
    walk(scene, who, 0, 30);
    const off = () => who.position().x - platform.position().x;
    const start = off();
    walk(scene, who, 0, 120);
    return mm(Math.abs(off() - start));
  },
  'a crate of 1 m^2 (1 kg) walked into at 2 m/s: way of the crate in 2 s': (scene) => {
    floor(scene);
    const crate = scene.add('dynamic', 1.5, 0.5, 1, 1);
    const who = scene.character(0, kFoot + 0.02);
    walk(scene, who, 2, 120);
    return `${(crate.position().x - 1.5).toFixed(2)} m`;
  },
  'a move on tiles, 100 characters': (scene) => {
    for (let i = -60; i < 60; i++) scene.add('static', i + 0.5, -0.5, 1, 1);
    const all = Array.from({ length: 100 }, (_, i) => scene.character(i - 50, kFoot + 0.02));
    const times = [];
    scene.step();
    for (let step = 0; step < 300; step++) {
      const from = performance.now();
      for (const who of all) who.move(step % 120 < 60 ? 1 : -1, -0.5);
      times.push((performance.now() - from) * 10);
      scene.step();
    }
    return `${times.sort((a, b) => a - b)[150].toFixed(1)} us`;
  },
};

if (!existsSync(new URL('../../dist/index.js', import.meta.url))) throw new Error('run `npm run build` first');
installPeers();
const engines = { impulse2d: await impulse2d(), 'Rapier controller': await rapier(), 'Box2D mover': await box2d() };
const rows = Object.entries(scenes).map(([name, figure]) => [
  name,
  ...Object.values(engines).map((make) =>
    [figure(figure.length && name.startsWith('slope') ? make : make())].join(', '),
  ),
]);
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ engines: Object.keys(engines), rows }, null, 2));
} else {
  console.log(`| | ${Object.keys(engines).join(' | ')} |\n|---|${'---|'.repeat(rows[0].length - 1)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
