// Snapshots through the facade: the same future, the same objects, and bytes that are refused.
import assert from 'node:assert/strict';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { PhysicsError, debugLines, presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

function scene(world) {
  const ground = floor(world);
  const boxes = Array.from({ length: 8 }, (_, i) =>
    box(world, 0.1 * i, 0.5 + 1.1 * i, { name: `box ${i}`, userData: { i } }),
  );
  const joints = [
    world.createJoint({
      type: 'revolute',
      bodyA: boxes[0],
      bodyB: boxes[1],
      anchor: [0, 1],
      motorSpeed: 2,
      userData: 'hinge',
    }),
    world.createJoint({ type: 'distance', bodyA: boxes[2], bodyB: boxes[4], hertz: 3, damping: 0.2 }),
  ];
  return { ground, boxes, joints };
}

const future = (world, count) => Array.from({ length: count }, () => (world.step(), world.hash()));

test('a restored world continues with the same bits, under every preset and after a change of the solver', () => {
  for (const solver of Object.values(presets)) {
    inWorld({ solver }, (world) => {
      scene(world);
      steps(world, 30);
      const bytes = world.snapshot();
      const hash = world.hash();
      const first = future(world, 120);
      world.solver = presets.umbra;
      world.gravity = [3, 0];
      world.sleep = false;
      world.continuous = false;
      world.warmStarting = false;
      steps(world, 10);
      world.restore(bytes);
      assert.equal(world.hash(), hash);
      assert.deepEqual(world.gravity, { x: 0, y: -9.81 });
      assert.equal(world.solver.type, solver.type);
      assert.ok(world.sleep && world.continuous);
      assert.deepEqual(future(world, 120), first);
      inWorld({}, (other) => {
        box(other, 0, 0);
        other.restore(bytes);
        assert.equal(other.hash(), hash);
        assert.deepEqual(future(other, 120), first);
      });
    });
  }
});

test('worlds with the same history have equal snapshots, independent of other calls', () => {
  for (const solver of Object.values(presets)) {
    const [first, second] = [0, 1].map((meanwhile) =>
      inWorld({}, (other) =>
        inWorld({ solver }, (world) => {
          scene(world);
          for (let i = 0; i < 60; ++i) {
            world.step();
            if (meanwhile) box(other, i, 0.3 * i, { angle: i });
            if (meanwhile) other.step();
          }
          return [world.snapshot(), world.snapshot({ static: false })];
        }),
      ),
    );
    assert.deepEqual(first, second);
  }
});

test('restore destroys a body created since; one destroyed since is the same object again, with its shapes, joints and data', () => {
  inWorld({}, (world) => {
    const { boxes, joints } = scene(world);
    const [a, b] = boxes;
    const [shape] = b.shapes;
    shape.userData = 'skin';
    const bytes = world.snapshot();
    const { id } = b;
    const { position } = b;

    b.destroy();
    const late = box(world, 5, 5); // in the same slot
    const part = a.createShape({ type: 'circle', radius: 0.5 });
    const rope = world.createJoint({ type: 'weld', bodyA: boxes[5], bodyB: boxes[6] });
    joints[1].destroy();
    boxes[2].userData = 'new'; // data of the user's is never the snapshot's
    assert.ok(b.destroyed && shape.destroyed && joints[0].destroyed && joints[1].destroyed);
    steps(world, 20);

    world.restore(bytes);
    assert.ok(!b.destroyed && !shape.destroyed && !joints[0].destroyed && !joints[1].destroyed);
    assert.ok(late.destroyed && part.destroyed && rope.destroyed);
    assert.throws(() => late.position, { code: 'DESTROYED' });
    assert.throws(() => part.radius, { code: 'DESTROYED' });
    assert.throws(() => rope.force, { code: 'DESTROYED' });
    assert.equal(b.id, id);
    assert.deepEqual(b.position, position);
    assert.deepEqual(b.userData, { i: 1 });
    assert.equal(b.name, 'box 1');
    assert.equal(world.bodyById(id), b);
    assert.equal(world.bodyAtSlot(b.slot), b);
    assert.deepEqual(b.shapes, [shape]);
    assert.equal(shape.userData, 'skin');
    assert.deepEqual(a.shapes.length, 1);
    assert.deepEqual(world.joints, joints);
    assert.equal(joints[0].userData, 'hinge');
    assert.equal(joints[0].motorSpeed, 2);
    assert.equal(boxes[2].userData, 'new');
    assert.deepEqual([...world.bodies].slice(1), boxes);
    late.destroy(); // nothing happens
    assert.equal(world.bodyCount, 9);
    b.destroy();
    assert.equal(world.bodyCount, 8);
  });
});

test('two snapshots with one id for different objects restore each its own', () => {
  inWorld({}, (world) => {
    const before = world.snapshot();
    const disc = world.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
    const withDisc = world.snapshot();
    world.restore(before);
    assert.ok(disc.destroyed);
    const crate = box(world, 3, 3);
    assert.equal(crate.id, disc.id);
    const withCrate = world.snapshot();
    for (let i = 0; i < 2; i++) {
      world.restore(withDisc);
      assert.ok(crate.destroyed && !disc.destroyed);
      assert.equal(world.bodyById(disc.id), disc);
      assert.equal(disc.shapes[0].type, 'circle');
      world.restore(withCrate);
      assert.ok(disc.destroyed && !crate.destroyed);
      assert.equal(crate.shapes[0].width, 1);
    }
  });
});

test('a shape that changed since is restored with its definition', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 1);
    const [shape] = body.shapes;
    const bytes = world.snapshot();
    shape.width = 3;
    shape.friction = 0.1;
    world.restore(bytes);
    assert.equal(shape.width, 1);
    assert.equal(shape.friction, 0.6);
    shape.geometry = { type: 'circle', radius: 2 };
    world.restore(bytes);
    assert.deepEqual(shape.geometry, { type: 'box', width: 1, height: 1, center: { x: 0, y: 0 }, angle: 0, radius: 0 });
  });
});

test('from a copy of the bytes matching objects stay, and others are created', () => {
  inWorld({}, (world) => {
    const { ground, boxes, joints } = scene(world);
    steps(world, 10);
    const bytes = world.snapshot().slice();
    const hash = world.hash();
    boxes[7].destroy();
    boxes[6].shapes[0].geometry = { type: 'circle', radius: 2 };
    joints[1].destroy();
    // Another under the same number.
    const other = world.createJoint({ type: 'weld', bodyA: boxes[5], bodyB: boxes[6] });
    steps(world, 5);
    world.restore(bytes);
    assert.equal(world.hash(), hash);
    assert.equal(world.bodyById(boxes[3].id), boxes[3]);
    assert.deepEqual(boxes[3].userData, { i: 3 });
    assert.equal(ground.shapes[0].width, 40);
    assert.equal(boxes[3].shapes[0].type, 'box');
    assert.equal(boxes[6].shapes[0].type, 'polygon'); // the engine's word for it: a circle now, it was a box then
    assert.equal(boxes[6].shapes[0].points.length, 4);
    assert.ok(other.destroyed);
    const [hinge, rod] = world.joints;
    assert.equal(hinge, joints[0]);
    assert.ok(rod.type === 'distance' && rod.bodyA === boxes[2] && rod.bodyB === boxes[4] && rod.hertz === 3);
    const last = [...world.bodies].at(-1);
    assert.notEqual(last, boxes[7]);
    assert.equal(last.id, boxes[7].id);
    assert.equal(last.name, '');
    assert.equal(last.userData, undefined);
    assert.ok(boxes[7].destroyed);
    last.applyImpulse([1, 0]);
    world.step();
    assert.ok(last.velocity.x !== 0);
  });
});

test('an array that was filled with another snapshot since is treated as a copy', () => {
  inWorld({}, (world) => {
    floor(world);
    const a = box(world, 0, 1);
    const array = world.snapshot();
    a.destroy();
    const b = box(world, 3, 1); // in the same slot, so that the bytes are as many
    const other = world.snapshot();
    assert.equal(other.length, array.length);
    array.set(other);
    world.restore(array);
    assert.ok(a.destroyed && !b.destroyed);
    assert.equal(world.bodyById(b.id), b);
    assert.equal(b.shapes[0].type, 'box');
  });
});

test('in another world all objects are created again, and work', () => {
  inWorld({}, (world) => {
    const { boxes } = scene(world);
    const sensor = world.createBody({
      type: 'static',
      shapes: [
        { type: 'circle', radius: 3, sensor: true, center: [1, 0] },
        { type: 'segment', a: [0, 0], b: [1, 1] },
      ],
    });
    const bytes = world.snapshot();
    inWorld({ lengthUnit: 2 }, (copy) => {
      const stranger = box(copy, 0, 0);
      copy.restore(bytes);
      assert.notEqual(copy.bodyById(boxes[0].id), boxes[0]);
      assert.equal(copy.bodyCount, world.bodyCount);
      assert.equal(stranger.world, copy);
      const twin = copy.bodyById(sensor.id);
      assert.equal(twin.type, 'static');
      assert.deepEqual(
        twin.shapes.map(({ type, sensor }) => [type, sensor]),
        [
          ['circle', true],
          ['segment', false],
        ],
      );
      assert.deepEqual(twin.shapes[0].center, { x: 1, y: 0 });
      assert.equal(twin.shapes[0].body, twin);
      assert.equal(copy.joints[0].bodyA, copy.bodyById(boxes[0].id));
      const seen = [];
      copy.on('contactBegin', ({ bodyA, bodyB }) => seen.push(bodyA, bodyB));
      steps(copy, 60);
      assert.ok(seen.length > 0 && seen.every((body) => body.world === copy && !body.destroyed));
    });
    steps(world, 10);
  });
});

test('views, interpolation and queries show the restored state at once', () => {
  inWorld({}, (world) => {
    const { boxes } = scene(world);
    steps(world, 5);
    const bytes = world.snapshot();
    const poses = [...world.views.poses];
    const before = [...world.views.previousPoses];
    const velocities = [...world.views.velocities];
    const contacts = [...world.views.contacts.slice(0, 12 * world.contactViewCount)];
    for (let i = 0; i < 300; i++) box(world, i, 50); // arrays move
    steps(world, 20);
    void world.views.poses;
    world.restore(bytes);
    assert.deepEqual([...world.views.poses].slice(0, poses.length), poses);
    assert.equal(world.views.slots.length, boxes.length + 1);
    assert.deepEqual([...world.views.previousPoses].slice(0, before.length), before);
    assert.deepEqual([...world.views.velocities].slice(0, velocities.length), velocities);
    assert.deepEqual([...world.views.contacts.slice(0, 12 * world.contactViewCount)], contacts);
    assert.equal(world.interpolate(0).length, poses.length);
    assert.equal(world.raycast({ from: [0, 20], to: [0, -5] }).body.destroyed, false);
  });
});

test('subscriptions stay; restore emits no events for bodies it creates or destroys; contacts continue', () => {
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5);
    steps(world, 5);
    const told = [];
    for (const name of ['contactBegin', 'contactEnd', 'bodyDestroyed', 'jointDestroyed'])
      world.on(name, () => told.push(name));
    const bytes = world.snapshot();
    body.destroy();
    world.restore(bytes); // before it was told
    steps(world, 3);
    assert.deepEqual(told, []);
    body.destroy();
    world.step();
    assert.deepEqual(told, ['contactEnd', 'bodyDestroyed']);
    world.restore(bytes);
    world.step();
    assert.deepEqual(told, ['contactEnd', 'bodyDestroyed']);
  });
});

test('a handler may take snapshots and restore them', () => {
  inWorld({}, (world) => {
    scene(world);
    const kept = [];
    let back = true;
    world.on('afterStep', () => {
      kept.push(world.snapshot());
      if (kept.length === 20 && back) {
        back = false;
        world.restore(kept[9]);
      }
    });
    steps(world, 20);
    const hash = world.hash();
    inWorld({}, (other) => {
      other.restore(kept[9]);
      assert.equal(other.hash(), hash);
    });
    steps(world, 10);
    assert.deepEqual(kept.slice(20, 29), kept.slice(10, 19));
  });
});

test('bytes that are no snapshot throw an error with the reason, and change nothing', () => {
  inWorld({}, (world) => {
    const { boxes } = scene(world);
    steps(world, 10);
    const bytes = world.snapshot();
    steps(world, 10);
    const hash = world.hash();
    const poses = [...world.views.poses];
    const spoil = (change) => {
      const copy = bytes.slice();
      change(copy);
      return copy;
    };
    const cases = [
      [new Uint8Array(), /^bytes must be what world\.snapshot\(\) returned, got 0 bytes$/],
      [new Uint8Array(5000), /what world\.snapshot\(\) returned, got 5000 bytes/],
      [spoil((copy) => (copy[4] ^= 1)), /this version/],
      [bytes.slice(0, -1), /whole snapshot/],
      [bytes.slice(0, 40), /some of it is missing/],
      [spoil((copy) => (copy[copy.length >> 1] ^= 16)), /undamaged/],
      [spoil((copy) => (copy[10] ^= 16)), /undamaged/],
    ];
    for (const [wrong, message] of cases) {
      assert.throws(
        () => world.restore(wrong),
        (error) => {
          assert.ok(error instanceof PhysicsError);
          assert.equal(error.code, 'SNAPSHOT_INVALID');
          assert.equal(error.path, 'bytes');
          assert.equal(error.value, wrong.length);
          assert.match(error.message, message);
          return true;
        },
      );
    }
    for (const wrong of [undefined, null, 'text', 7, [1, 2], new ArrayBuffer(8), new Float32Array(8)]) {
      assert.throws(() => world.restore(wrong), { code: 'INVALID_ARGUMENT', path: 'bytes' });
    }
    assert.equal(world.hash(), hash);
    assert.deepEqual([...world.views.poses], poses);
    assert.ok(boxes.every((body) => !body.destroyed));
  });
});

function playground(world, count = 30) {
  const ground = floor(world);
  world.createBody({
    type: 'static',
    shapes: [
      {
        type: 'chain',
        points: [
          [-9, 2],
          [-8, 0],
          [8, 0],
          [9, 2],
        ].reverse(),
        twoSided: true,
      },
      { type: 'box', width: 3, height: 0.2, center: [4, 3], oneWay: [0, 1] },
      { type: 'circle', radius: 2, center: [0, 2], sensor: true },
    ],
  });
  for (let x = -6; x < 6; x++)
    world.createBody({ type: 'static', position: [x, -0.5], shapes: [{ type: 'box', width: 1, height: 1 }] });
  const boxes = Array.from({ length: count }, (_, i) => box(world, (i % 6) - 2.5, 0.6 + Math.floor(i / 6)));
  const joint = world.createJoint({ type: 'revolute', bodyA: boxes[0], bodyB: boxes[1], anchor: [0, 1] });
  world.createJoint({ type: 'weld', bodyA: ground, bodyB: boxes[2], anchor: [0, 0], hertz: 3 });
  return { ground, boxes, joint };
}

test('a snapshot without static bodies has a fifth of the bytes and restores the same world', () => {
  for (const solver of Object.values(presets)) {
    inWorld({ solver }, (world) => {
      const { boxes, joint } = playground(world);
      steps(world, 60);
      const bytes = world.snapshot({ static: false });
      assert.ok(4 * bytes.length < world.snapshot().length, `${bytes.length}`);
      const hash = world.hash();
      const first = future(world, 90);
      const late = box(world, 0, 9);
      boxes[5].destroy();
      joint.destroy();
      steps(world, 10);
      world.restore(bytes);
      assert.equal(world.hash(), hash);
      assert.ok(late.destroyed && !boxes[5].destroyed && !joint.destroyed);
      assert.deepEqual(future(world, 90), first);
      world.restore(bytes.slice());
      assert.deepEqual(future(world, 90), first);
      inWorld({ solver }, (other) => {
        playground(other); // made alike
        other.restore(bytes);
        assert.deepEqual(future(other, 90), first);
      });
    });
  }
});

/** A heap between walls, of equal boxes or of boxes, discs, capsules and polygons of many sizes. */
function heap(world, count, mixed) {
  let state = 3;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state / 4294967296;
  };
  const wall = (x) => ({ type: 'box', width: 1, height: 60, center: [x, 30] });
  world.createBody({ type: 'static', shapes: [{ type: 'box', width: 40, height: 1 }, wall(-5), wall(5)] });
  for (let i = 0; i < count; i++) {
    const [kind, a, b] = [next(), next(), next()];
    const shape =
      !mixed || kind < 0.3
        ? { type: 'box', width: mixed ? 0.3 + 0.5 * a : 0.5, height: mixed ? 0.3 + 0.5 * b : 0.5 }
        : kind < 0.6
          ? { type: 'circle', radius: 0.15 + 0.3 * a }
          : kind < 0.8
            ? { type: 'capsule', a: [-0.2 - 0.2 * a, 0], b: [0.3, 0], radius: 0.1 + 0.2 * b }
            : { type: 'polygon', points: [[0, 0], [0.8, 0], [0.3, 0.2 + 0.9 * a]] }; // prettier-ignore
    world.createBody({ position: [8 * next() - 4, 1 + 0.2 * i], angle: 6 * next(), shapes: [shape] });
  }
}

test('a body in a heap takes at most 260 bytes of a snapshot without static bodies, of mixed shapes 300', () => {
  for (const mixed of [false, true]) {
    inWorld({ sleep: false }, (world) => {
      heap(world, 300, mixed);
      for (let i = 0; i < 5; i++) {
        steps(world, 60);
        const bytes = world.snapshot({ static: false });
        // Pose, velocity and previous pose are 10 floats, of which at least half of the bits cannot be predicted.
        assert.ok(
          bytes.length > 20 * 300 && bytes.length <= (mixed ? 300 : 260) * 300,
          `${mixed}: ${bytes.length / 300}`,
        );
        const hash = world.hash();
        const first = future(world, 2);
        world.restore(bytes);
        assert.equal(world.hash(), hash);
        assert.deepEqual(future(world, 2), first);
      }
    });
  }
});

test('a snapshot without static bodies works with a sleeping pile', () => {
  inWorld({}, (world) => {
    const { boxes } = playground(world, 6);
    steps(world, 600);
    const bytes = world.snapshot({ static: false });
    boxes[0].applyImpulse([5, 5]);
    const first = future(world, 60);
    world.restore(bytes);
    boxes[0].applyImpulse([5, 5]);
    assert.deepEqual(future(world, 60), first);
  });
});

test('restoring a snapshot without static bodies throws if these differ', () => {
  inWorld({}, (world) => {
    const { ground } = playground(world);
    steps(world, 30);
    const bytes = world.snapshot({ static: false });
    const all = world.snapshot();
    const edits = [
      () => (ground.position = [0, -0.1]),
      () => (ground.shapes[0].friction = 0.1),
      () => ground.createShape({ type: 'circle', radius: 1 }),
      () => (ground.type = 'kinematic'),
      () => ground.destroy(),
      () => world.createBody({ type: 'static' }),
    ];
    for (const edit of edits) {
      edit();
      const hash = world.hash();
      assert.throws(() => world.restore(bytes), { name: 'PhysicsError', code: 'SNAPSHOT_INVALID' }, `${edit}`);
      assert.equal(world.hash(), hash);
      steps(world, 1);
      world.restore(all);
    }
    world.restore(bytes);
    inWorld({}, (other) => assert.throws(() => other.restore(bytes), { code: 'SNAPSHOT_INVALID' }));
    assert.throws(() => world.snapshot({ static: 1 }), { path: 'static' });
    assert.throws(() => world.snapshot({ static: false, out: new Uint8Array(9) }), { path: 'out' });
    const out = new Uint8Array(world.snapshotSize());
    assert.deepEqual(world.snapshot({ static: false, out }), bytes);
  });
});

test('moveTo in zero time does not change a body', () => {
  inWorld({}, (world) => {
    const platform = world.createBody({ type: 'kinematic', velocity: [1, 0] });
    world.on('beforeStep', ({ dt }) => platform.moveTo([2, 0], 0, dt));
    world.step(0);
    assert.deepEqual(platform.velocity, { x: 1, y: 0 });
    world.step(0.5);
    assert.equal(platform.position.x, 2);
  });
});

test('a snapshot without static bodies is restored if these are as they were, after any calls on them', () => {
  const moves = {
    'by a little and back': (body) => {
      const { position } = body;
      body.position = [position.x + 0.1, position.y];
      body.position = position;
    },
    'far away and back': (body) => {
      const { position } = body;
      body.position = [position.x + 30, position.y + 20];
      body.position = position;
    },
    'turned and back': (body) => {
      body.angle = 1;
      body.angle = 0;
    },
    'another friction and back': (body) => {
      body.shapes[0].friction = 0.1;
      body.shapes[0].friction = 0.6;
    },
  };
  for (const count of [1, 60])
    for (const step of [false, true])
      for (const [how, move] of Object.entries(moves)) {
        inWorld({}, (world) => {
          const tiles = Array.from({ length: count }, (_, i) =>
            box(world, 1.5 * (i % 20), -3 * Math.floor(i / 20), { type: 'static' }),
          );
          for (let i = 0; i < 6; i++) box(world, i, 1.2 + i);
          steps(world, 30);
          const bytes = world.snapshot({ static: false });
          const hash = world.hash();
          const first = future(world, 40);
          for (const tile of tiles.slice(0, 40)) move(tile);
          if (step) world.step();
          world.restore(bytes);
          assert.equal(world.hash(), hash, how);
          assert.deepEqual(future(world, 40), first, how);
        });
      }
});

test('a body that is moved keeps every bit of its rotation', () => {
  inWorld({}, (world) => {
    for (let i = 0; i < 500; i++) {
      const body = box(world, 0, 0, { type: 'static', angle: 0.0137 * i - 3 });
      const rotation = () => [...world.views.poses.slice(4 * body.slot + 2, 4 * body.slot + 4)];
      const before = rotation();
      body.position = [3, 4];
      body.setTransform([1, 2], body.angle);
      assert.deepEqual(rotation(), before);
    }
  });
});

test('what a handler restores gets no events of the step before', () => {
  inWorld({}, (world) => {
    const start = world.snapshot();
    const told = [];
    for (const x of [0, 5]) {
      world.createBody({ type: 'static', position: [x, 0], shapes: [{ type: 'circle', radius: 1 }] });
      world.createBody({ position: [x, 1.9], shapes: [{ type: 'circle', radius: 1 }] });
    }
    for (const name of ['first', 'second'])
      world.on('contactBegin', ({ bodyB }) => {
        told.push(`${name} ${bodyB.position.x}`);
        if (told.length === 1) world.restore(start);
      });
    world.on('bodyDestroyed', () => told.push('destroyed'));
    world.on('afterStep', () => told.push('after'));
    world.step();
    assert.deepEqual(told, ['first 0', 'after']);
    assert.equal(world.bodyCount, 0);
  });
});

test('a handler of beforeStep or afterStep that restores keeps none of the others from being called', () => {
  inWorld({}, (world) => {
    const start = world.snapshot();
    const told = [];
    for (const name of ['beforeStep', 'afterStep']) {
      world.on(name, () => world.restore(start));
      world.on(name, () => told.push(name));
    }
    steps(world, 2);
    assert.deepEqual(told, ['beforeStep', 'afterStep', 'beforeStep', 'afterStep']);
  });
});

test('bytes may be a Buffer, as files come in Node, or an array of another realm', () => {
  inWorld({}, (world) => {
    scene(world);
    steps(world, 20);
    const hash = world.hash();
    const bytes = world.snapshot();
    const packed = world.snapshot({ static: false });
    const own = world.snapshot({ out: Buffer.alloc(world.snapshotSize()) });
    const foreign = runInNewContext(`new Uint8Array(${bytes.length})`);
    foreign.set(bytes);
    for (const given of [Buffer.from(bytes), Buffer.from(packed), own, foreign, world.snapshot({ out: foreign })]) {
      steps(world, 3);
      world.restore(given);
      assert.equal(world.hash(), hash);
    }
    const rays = runInNewContext('new Float32Array([0, 9, 0, -9])');
    assert.deepEqual([...world.raycasts(rays, runInNewContext('new Float32Array(7)'))], [...world.raycasts(rays)]);
    const out = runInNewContext('new Float32Array(99)');
    assert.equal(world.interpolate(1, out), out);
    assert.equal(debugLines(world, { out: runInNewContext('new Float32Array(999)') }).length % 5, 0);
    // Not the bytes of a number of another size, nor what only calls itself so.
    for (const bad of [new Uint8ClampedArray(bytes), new DataView(bytes.buffer), Object.create(bytes)])
      assert.throws(() => world.restore(bad), { code: 'INVALID_ARGUMENT', path: 'bytes' });
  });
});
