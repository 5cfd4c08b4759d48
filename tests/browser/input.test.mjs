// Pointer, fingers and keys.
import assert from 'node:assert/strict';
import { bodies, demoTest, desktop, frames, onPage, phone, state, useDemo } from './demo.mjs';

useDemo();

/** Fingers, through the browser's own input: `touch(type, [[x, y], …])`. */
async function fingers(page) {
  const devtools = await page.context().newCDPSession(page);
  return async (type, points) => {
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await frames(page, 1);
  };
}

/** Presses at a world point, goes to another in a few moves and waits until the world followed. */
async function dragBody(page, from, to, hold) {
  const a = await onPage(page, ...from);
  const b = await onPage(page, ...to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(a.x + ((b.x - a.x) * i) / 8, a.y + ((b.y - a.y) * i) / 8);
  await hold();
  await page.mouse.up();
}

/** What the reader's hand holds, and the world's joints. */
const hand = (page) =>
  page.evaluate(() => {
    const { drag, world } = window.impulseDemo.simulation;
    return { holds: drag.body?.slot ?? null, types: world.joints.map(({ type }) => type) };
  });

demoTest(
  'a pointer drags a body by a target joint, which goes when it lets go',
  { hash: '#scene=stack&p.boxes=3' },
  async (page) => {
    const [, , top] = await bodies(page);
    await dragBody(page, [top.x, top.y], [top.x + 3, top.y + 1], async () => {
      await page.waitForFunction((x) => window.impulseDemo.simulation.drag.body?.position.x > x + 1.5, top.x);
      assert.deepEqual((await hand(page)).types, ['target']);
    });
    assert.deepEqual(await hand(page), { holds: null, types: [] });
    const [first, second] = await bodies(page);
    assert.ok(Math.abs(first.x) < 0.2 && Math.abs(second.x) < 0.3, 'the boxes below stay');
  },
);

demoTest(
  'a line shows the force, the same whether joints are shown or not',
  { hash: '#scene=stack&p.boxes=1&layers=shapes' },
  async (page) => {
    await page.keyboard.press(' '); // the body stays, the hand goes away from it
    const from = await onPage(page, 0, 0.5);
    const to = await onPage(page, 2, 2.5);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    // Compared in the page: sending millions of numbers here took 40 s of a processor.
    const { same, reds } = await page.evaluate(() => {
      const { stage, simulation, layers } = window.impulseDemo;
      const [plain, withJoints] = [false, true].map((joints) => {
        stage.paint(simulation, { ...layers, joints });
        return window.readStage(0, 0, stage.canvas.width, stage.canvas.height);
      });
      const red = (i) => plain[i] > 190 && plain[i + 1] < 100 && plain[i + 2] < 70;
      let count = 0;
      for (let i = 0; i < plain.length; i += 4) count += red(i) ? 1 : 0;
      return { same: plain.every((value, i) => value === withJoints[i]), reds: count };
    });
    assert.ok(same, 'the joint is drawn once');
    assert.ok(reds > 100, `${reds} red pixels on a line of ${Math.round(Math.hypot(to.x - from.x, to.y - from.y))}`);
    await page.mouse.up();
  },
);

demoTest(
  'a hand that cannot pull harder says so: a dashed line, and its force beside the body',
  { hash: '#scene=pyramid' },
  async (page) => {
    await page.evaluate(() => {
      const { setLineDash } = CanvasRenderingContext2D.prototype;
      window.dashed = false;
      CanvasRenderingContext2D.prototype.setLineDash = function (list) {
        if (list.join() === '7,6') window.dashed = true;
        setLineDash.call(this, list);
      };
      window.impulseDemo.simulation.fastForward(30);
    });
    const pull = async (index, dx) => {
      const { x, y } = (await bodies(page))[index];
      const from = await onPage(page, x, y);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + dx, from.y, { steps: 4 });
      await page.evaluate(() => (window.dashed = false));
    };
    const inspector = page.locator('#inspector');
    await pull(7, 300); // in the middle of the lowest row
    await inspector.filter({ hasText: /held with all of \d+ N$/ }).waitFor();
    await page.waitForFunction(() => window.dashed);
    const { force, maxForce } = await page.evaluate(() => {
      const { joint } = window.impulseDemo.simulation.drag;
      return { force: Math.hypot(joint.force.x, joint.force.y), maxForce: joint.maxForce };
    });
    assert.ok(force > 0.99 * maxForce && force <= 1.001 * maxForce, `${force} of ${maxForce} N`);
    await page.mouse.up();
    const count = (await bodies(page)).length;
    await pull(count - 1, 3); // the highest, by a little
    await frames(page, 20);
    assert.doesNotMatch(await inspector.textContent(), /held with all/);
    assert.equal(await page.evaluate(() => window.dashed), false);
    await page.mouse.up();
  },
);

demoTest(
  'the hand is empty when what it holds is destroyed or the scene starts again',
  { hash: '#scene=car' },
  async (page) => {
    const own = (await hand(page)).types;
    assert.deepEqual(own, ['wheel', 'wheel']);
    const grab = async () => {
      const { x, y } = await page.evaluate(() => [...window.impulseDemo.simulation.world.bodies][1].worldCenter);
      const at = await onPage(page, x, y);
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + 5, at.y - 40, { steps: 2 });
    };
    await page.keyboard.press(' ');
    await grab();
    assert.deepEqual((await hand(page)).types, [...own, 'target']);
    await page.keyboard.press('r');
    assert.deepEqual(await hand(page), { holds: null, types: own });
    await page.mouse.up();

    await grab();
    await page.evaluate(() => window.impulseDemo.simulation.drag.body.destroy());
    await page.mouse.move(300, 300, { steps: 2 }); // the pointer goes on as if nothing were
    await page.keyboard.press('.');
    assert.deepEqual(await hand(page), { holds: null, types: [] }, 'the wheels went with the car');
    await page.mouse.up();

    await page.keyboard.press('r');
    await grab();
    await page.keyboard.press(']');
    assert.equal((await hand(page)).holds, null);
    await page.mouse.up();
  },
);

demoTest(
  'pulling hard at the bottom of a stack throws nothing through the roof',
  { hash: '#scene=stack' },
  async (page) => {
    await dragBody(page, [0, 0.5], [5, 3], async () => {
      await page.waitForFunction((n) => window.impulseDemo.simulation.steps > n, (await state(page)).steps + 60);
    });
    for (const body of await bodies(page)) {
      assert.ok(Math.hypot(body.vx, body.vy) < 25, `a body flies at ${Math.hypot(body.vx, body.vy)} m/s`);
      assert.ok(body.y > -0.1 && body.y < 12);
    }
  },
);

demoTest('a finger drags a body', { hash: '#scene=stack&p.boxes=3', context: phone }, async (page) => {
  const touch = await fingers(page);
  const [, , top] = await bodies(page);
  const from = await onPage(page, top.x, top.y);
  const to = await onPage(page, top.x + 2.5, top.y + 1);
  await touch('touchStart', [[from.x, from.y]]);
  for (let i = 1; i <= 6; i++)
    await touch('touchMove', [[from.x + ((to.x - from.x) * i) / 6, from.y + ((to.y - from.y) * i) / 6]]);
  await page.waitForFunction((x) => [...window.impulseDemo.simulation.world.bodies][3].position.x > x + 1.2, top.x);
  await touch('touchEnd', []);
  assert.equal(await page.evaluate(() => scrollY), 0, 'the page did not scroll');
});

demoTest(
  'with Remove a finger takes bodies away, and adds none',
  { hash: '#scene=stack&p.boxes=3&add=remove', context: phone },
  async (page) => {
    const [, , top] = await bodies(page);
    for (const [x, y, left] of [
      [4, 2, 3], // nothing is there
      [3, -0.4, 3], // the ground stays
      [top.x, top.y, 2],
    ]) {
      const at = await onPage(page, x, y);
      await page.touchscreen.tap(at.x, at.y);
      assert.equal((await bodies(page)).length, left, `after a tap at (${x}, ${y}) m`);
    }
    assert.equal(await page.locator('#kind').inputValue(), 'remove');
    // It is part of the recording, as all that a hand does.
    await page.evaluate(() => window.impulseDemo.simulation.fastForward(5));
    await page.evaluate(() => window.impulseDemo.simulation.seek(0));
    assert.equal((await bodies(page)).length, 3);
    await page.evaluate(() => window.impulseDemo.simulation.seek(1e6));
    assert.equal((await bodies(page)).length, 2);
  },
);

demoTest('two fingers zoom and pan', { hash: '#scene=stack', context: phone }, async (page) => {
  const touch = await fingers(page);
  const before = await state(page);
  const box = await page.locator('#stage').boundingBox();
  const x = box.x + box.width / 2;
  const y = box.y + 60;
  await touch('touchStart', [
    [x - 40, y],
    [x + 40, y],
  ]);
  for (let i = 1; i <= 8; i++)
    await touch('touchMove', [
      [x - 40 - 5 * i, y + 6 * i],
      [x + 40 + 5 * i, y + 6 * i],
    ]);
  await touch('touchEnd', []);
  const after = await state(page);
  assert.ok(
    Math.abs(after.scale / before.scale - 2) < 0.1,
    `zoomed by ${after.scale / before.scale}, fingers went apart twofold`,
  );
  assert.ok(after.y > before.y, 'the view followed the fingers down');
  assert.equal(after.bodies, before.bodies, 'a pinch adds no body');
});

demoTest(
  'on a phone one finger beside bodies scrolls the page and leaves the view, two move the view and leave the page',
  { hash: '#scene=stack', context: phone },
  async (page) => {
    const touch = await fingers(page);
    const before = await state(page);
    const box = await page.locator('#stage').boundingBox();
    const swipe = async (...xs) => {
      const y = box.y + 0.7 * box.height;
      const at = (i) => xs.map((x) => [box.x + x, y - 20 * i]);
      for (let i = 0; i <= 8; i++) await touch(i === 0 ? 'touchStart' : 'touchMove', at(i));
      await touch('touchEnd', []);
      await frames(page);
      return page.evaluate(() => scrollY);
    };
    assert.equal(await swipe(60, 120), 0, 'two fingers');
    assert.ok((await state(page)).y < before.y - 50 / before.scale, 'the view followed the fingers up');
    await page.keyboard.press('f');
    const tool = (name) => page.locator('label', { has: page.locator(`#tool-${name}`) }).tap();
    await tool('throw'); // a finger aims there
    assert.equal(await swipe(60), 0, 'a throw');
    const bodies = before.bodies + 1;
    assert.equal((await state(page)).bodies, bodies);
    await tool('grab');
    assert.ok((await swipe(60)) > 80, 'one finger');
    const after = await state(page);
    assert.deepEqual({ ...after, steps: 0 }, { ...before, steps: 0, bodies });
  },
);

demoTest(
  'a drag on nothing pans, the wheel zooms about the pointer, F fits',
  { hash: '#scene=stack' },
  async (page) => {
    const start = await state(page);
    const box = await page.locator('#stage').boundingBox();
    const corner = { x: box.x + 80, y: box.y + 80 };
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + 100, corner.y + 50, { steps: 4 });
    await page.mouse.up();
    const panned = await state(page);
    assert.ok(
      Math.abs(panned.x - (start.x - 100 / start.scale)) < 1e-6 &&
        Math.abs(panned.y - (start.y + 50 / start.scale)) < 1e-6,
    );
    assert.equal(panned.bodies, start.bodies, 'a pan adds no body');

    const under = () => page.evaluate(([x, y]) => window.impulseDemo.camera.toWorld(x, y), [80, 80]);
    await page.mouse.move(corner.x, corner.y);
    const before = await under();
    await page.mouse.wheel(0, -400);
    await frames(page);
    const after = await under();
    assert.ok((await state(page)).scale > panned.scale * 1.3);
    assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1e-6);

    for (const [press, grows] of [
      ['+', true],
      ['-', false],
    ]) {
      const { scale } = await state(page);
      await page.keyboard.press(press);
      assert.equal((await state(page)).scale > scale, grows);
    }
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.keyboard.press('f');
    const fitted = await state(page);
    assert.ok(Math.abs(fitted.scale - start.scale) < 1e-9 && fitted.x === start.x && fitted.y === start.y);
  },
);

demoTest('a click on nothing adds a body, a throw adds a fast one', { hash: '#scene=stack' }, async (page) => {
  await page.keyboard.press(' ');
  const at = await onPage(page, 3, 6);
  await page.mouse.click(at.x, at.y);
  let all = await bodies(page);
  assert.equal(all.length, 11);
  assert.ok(Math.hypot(all[10].x - 3, all[10].y - 6) < 0.02);

  await page.getByRole('radio', { name: 'Throw' }).check();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 120, at.y, { steps: 3 });
  await page.mouse.up();
  all = await bodies(page);
  assert.equal(all.length, 12);
  const { scale } = await state(page);
  assert.ok(Math.abs(all[11].vx - Math.max(-40, (-4 * 120) / scale)) < 0.01, `thrown at ${all[11].vx} m/s`);
});

demoTest(
  'a comma goes one step back, a full stop forward, past what was done and past the start of the pause',
  { hash: '#scene=stack&p.boxes=5' },
  async (page) => {
    const now = () =>
      page.evaluate(() => {
        const { world, steps, drag } = window.impulseDemo.simulation;
        return {
          hash: world.hash(),
          steps,
          bodies: world.bodyCount,
          joints: world.jointCount,
          holds: drag.joint !== null,
        };
      });
    await page.keyboard.press(' ');
    const path = [await now()];
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('.');
      path.push(await now());
    }
    for (let i = 3; i >= 0; i--) {
      await page.keyboard.press(',');
      assert.deepEqual(await now(), path[i]);
    }
    for (let i = 1; i <= 2; i++) await page.keyboard.press('.');
    assert.deepEqual(await now(), path[2], 'the same way again');

    // A body that is removed comes back, and the hand holds where it held.
    const [, , box] = await bodies(page);
    const at = await onPage(page, box.x, box.y);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.keyboard.press('.');
    assert.equal((await now()).joints, 1);
    await page.mouse.up();
    await page.keyboard.press('.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Delete');
    assert.equal((await now()).bodies, path[0].bodies - 1);
    await page.keyboard.press(',');
    const { steps, bodies: count } = path[3];
    assert.deepEqual({ ...(await now()), hash: '' }, { hash: '', steps, bodies: count, joints: 1, holds: true });
    await page.keyboard.press(',');
    assert.deepEqual(await now(), path[2]);

    await page.keyboard.press(' '); // what time itself did can be taken back too
    await page.waitForFunction((n) => window.impulseDemo.simulation.steps > n + 10, steps);
    await page.keyboard.press(' ');
    const later = await now();
    await page.keyboard.press(',');
    assert.equal((await now()).steps, later.steps - 1);
    for (let step = later.steps - 1; step > 0; step--) await page.keyboard.press(',');
    await page.keyboard.press(','); // nothing before the start
    assert.equal((await now()).steps, 0);
  },
);

demoTest('pause, step, reset and speed', { hash: '#scene=bounce' }, async (page) => {
  await page.getByRole('button', { name: 'Pause' }).click();
  const still = await state(page);
  await frames(page, 6);
  assert.equal((await state(page)).steps, still.steps);

  await page.getByRole('button', { name: 'Step' }).click();
  assert.equal((await state(page)).steps, still.steps + 1);
  await page.keyboard.press('.');
  assert.equal((await state(page)).steps, still.steps + 2);

  await page.getByRole('button', { name: 'Reset' }).click();
  assert.equal((await state(page)).steps, 0);
  assert.ok((await state(page)).paused, 'a reset does not start the clock');
  const [ball] = await bodies(page);
  assert.equal(ball.y, 6.5);

  const rate = async (speed) => {
    await page.locator('#speed').fill(String(speed));
    return page.evaluate(async () => {
      const { simulation } = window.impulseDemo;
      simulation.paused = false;
      const steps = simulation.steps;
      const start = performance.now();
      while (performance.now() - start < 700) await new Promise(requestAnimationFrame);
      return (simulation.steps - steps) / (performance.now() - start);
    });
  };
  // Whole steps over 0.7 s: 8 at 0.2, 84 at 2; a slow machine drops steps only at the fast end.
  const slow = await rate(0.2);
  const fast = await rate(2);
  assert.ok(fast > 4 * slow, `${fast * 1000} steps a second at 2, ${slow * 1000} at 0.2`);
});

demoTest('scenes are chosen by [ and ], by search and by button', { hash: '#scene=pyramid' }, async (page) => {
  await page.keyboard.press(']');
  assert.equal((await state(page)).scene, 'stack');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  assert.equal((await state(page)).scene, 'recovery', 'the last one');
  await page.keyboard.press('/');
  await page.locator('#picker-search').waitFor();
  await page.keyboard.type('arch');
  await page.keyboard.press('Enter'); // also before the list is loaded
  await page.locator('#picker').waitFor({ state: 'hidden' });
  assert.equal((await state(page)).scene, 'arch');
  assert.equal(await page.locator('#scene-title').textContent(), 'Arch');
  assert.equal(await page.locator('#picker').isVisible(), false);
  await page.getByRole('button', { name: 'Next scene' }).click();
  assert.equal((await state(page)).scene, 'overhang');
});

demoTest(
  'a slider rebuilds the scene, layers and sleep follow their switches',
  { hash: '#scene=pyramid' },
  async (page) => {
    await page.getByLabel('Rows').fill('5');
    await page.waitForFunction(() => window.impulseDemo.simulation.world.bodyCount === 16);
    await page.getByLabel('Velocities').check();
    assert.equal(await page.evaluate(() => window.impulseDemo.layers.velocities), true);
    await page.locator('summary', { hasText: 'Solver' }).click();
    await page.getByLabel('Let bodies at rest sleep').uncheck();
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.world.sleep), false);
    const solvers = await page.locator('#solver option').count();
    assert.ok(solvers >= 1);
    await frames(page);
  },
);

demoTest(
  'everything works from the keyboard, and nobody is caught',
  { hash: '#scene=stack&p.boxes=3' },
  async (page) => {
    await page.keyboard.press(' ');
    await page.locator('#stage').focus();
    const selected = () => page.evaluate(() => window.impulseDemo.stage.overlay.selected?.id ?? null);
    const seen = [];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Tab');
      seen.push(await selected());
    }
    const boxes = await bodies(page);
    assert.deepEqual(
      seen,
      boxes.map(({ id }) => id),
      'Tab goes from body to body',
    );
    assert.match(await page.locator('#status').textContent(), /Arrows nudge/);

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.ok((await bodies(page))[2].vx > 1, 'an arrow nudges the chosen body');
    assert.ok(Math.abs((await bodies(page))[0].vx) < 0.5, 'and no other');

    await page.keyboard.press('Tab');
    assert.equal(await selected(), null);
    assert.notEqual(
      await page.evaluate(() => document.activeElement.id),
      'stage',
      'after the last body the focus moves on',
    );

    await page.locator('#stage').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.notEqual(await page.evaluate(() => document.activeElement.id), 'stage', 'Escape, then Tab leaves');

    await page.locator('#stage').focus();
    const { x } = await state(page);
    await page.keyboard.press('ArrowRight');
    assert.ok((await state(page)).x > x, 'with nothing chosen the arrows pan');
  },
);

demoTest('every control on a phone is at least 44 pixels', { context: phone }, async (page) => {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, .chip, .tools label, input[type=range]')]
      .map((element) => ({
        name: element.id || element.textContent.trim() || element.ariaLabel,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.9 || box.width < 43.9))
      .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
  );
  assert.deepEqual(small, []);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing sticks out sideways',
  );
});

demoTest('Space presses the button that has the focus, once', { context: desktop }, async (page) => {
  await page.locator('#play').focus();
  await page.keyboard.press(' ');
  assert.equal((await state(page)).paused, true);
  assert.equal(await page.locator('#play-label').textContent(), 'Play');
});
