// The demo page and time: the scrubber, steps back, another future, and links that carry what was done.
import assert from 'node:assert/strict';
import { demoTest, desktop, frames, onPage, phone, ready, state, useDemo } from './demo.mjs';

useDemo();

const hash = (page) => page.evaluate(() => window.impulseDemo.simulation.world.hash());
const seek = (page, step) => page.evaluate((n) => window.impulseDemo.simulation.seek(n), step);
const pause = (page) => page.locator('#play').click();
/** Drags a body of the stage to another place, over some frames. */
async function drag(page, from, to) {
  const a = await onPage(page, ...from);
  const b = await onPage(page, ...to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 12 });
  await frames(page, 20);
  await page.mouse.up();
}

demoTest('the scrubber goes to any moment, and forward again to the same', { hash: '#scene=joy' }, async (page) => {
  await page.waitForFunction(() => window.impulseDemo.simulation.steps > 90);
  await page.getByRole('button', { name: 'Joy!' }).click();
  await page.waitForFunction(() => window.impulseDemo.simulation.steps > 150);
  await pause(page);
  const end = { steps: (await state(page)).steps, hash: await hash(page) };
  const scrub = page.getByRole('slider', { name: 'Moment' });
  await frames(page);
  assert.equal(Number(await scrub.getAttribute('max')), end.steps);
  await scrub.fill('40');
  assert.equal((await state(page)).steps, 40);
  await frames(page); // the scrubber's words follow with the next frame
  assert.match(await scrub.getAttribute('aria-valuetext'), /^0\.\d\d of \d\.\d\d seconds$/);
  await page.keyboard.press('.');
  assert.equal((await state(page)).steps, 41);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  assert.equal((await state(page)).steps, 39);
  await scrub.fill(String(end.steps));
  assert.equal(await hash(page), end.hash);
});

demoTest(
  'time plays again as it was, until the reader does something else',
  { hash: '#scene=pile&p.count=80' },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 60);
    await pause(page);
    const at100 = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      simulation.fastForward(120 - simulation.steps);
      const at = simulation.world.hash();
      simulation.seek(50);
      return at;
    });
    await pause(page);
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 118);
    await pause(page);
    await seek(page, 120);
    assert.equal(await hash(page), at100);
    // A nudge at step 50 begins another future.
    await seek(page, 50);
    await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      const body = simulation.world.bodies.find(({ type }) => type === 'dynamic');
      simulation.do('push', body.id, 0, 9 * body.mass);
    });
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.tape.last), 50);
    await page.evaluate(() => window.impulseDemo.simulation.fastForward(70));
    assert.notEqual(await hash(page), at100);
  },
);

demoTest(
  'what was done after the last step is there again when time comes back to that step, by a jump and step by step',
  { hash: '#scene=stack' },
  async (page) => {
    await pause(page);
    const found = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      const { tape } = simulation;
      simulation.fastForward(40 - simulation.steps);
      const [body] = simulation.world.bodies.filter(({ type }) => type === 'dynamic');
      simulation.do('push', body.id, body.mass, 0);
      const now = () => [simulation.steps, tape.step, tape.last, simulation.world.hash(), simulation.recording.hash];
      const seen = { made: now(), inputs: tape.inputs.length };
      simulation.seek(10);
      simulation.seek(40);
      seen.far = now();
      simulation.seek(38);
      simulation.seek(40);
      seen.near = now();
      simulation.seek(39);
      simulation.stepOnce();
      seen.stepped = now();
      tape.again();
      seen.again = now();
      seen.once = tape.inputs.length;
      simulation.stepOnce();
      seen.next = now();
      simulation.seek(39);
      simulation.fastForward(2);
      seen.same = now();
      return seen;
    });
    assert.ok(found.made[0] === 40 && found.inputs === 1, JSON.stringify(found));
    for (const way of ['far', 'near', 'stepped', 'again']) assert.deepEqual(found[way], found.made, way);
    assert.deepEqual(found.same, found.next);
    assert.equal(found.once, 1);
  },
);

demoTest(
  'going back past a moment when the reader held a body leaves the recording whole',
  { hash: '#scene=stack' },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 10);
    await drag(page, [0, 9.5], [4, 11]);
    await frames(page, 10);
    await pause(page);
    const end = { steps: (await state(page)).steps, hash: await hash(page) };
    const scrub = page.getByRole('slider', { name: 'Moment' });
    await frames(page);
    const held = [];
    for (let step = end.steps - 1; step > 0; step -= 3) {
      await scrub.fill(String(step));
      held.push(await page.evaluate(() => window.impulseDemo.simulation.drag.joint !== null));
      const stage = await page.locator('#stage').boundingBox();
      if (held.filter(Boolean).length === 1) {
        await page.mouse.move(stage.x + 40, stage.y + 40);
        await page.mouse.down();
        await page.mouse.move(stage.x + 60, stage.y + 40, { steps: 3 }); // the camera, not the world
        await page.mouse.up();
      }
    }
    assert.ok(held.includes(true) && held.includes(false));
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.tape.last), end.steps);
    await scrub.fill(String(end.steps));
    assert.equal(await hash(page), end.hash);
  },
);

demoTest(
  'a click on a body at a past moment keeps what came after; a drag begins another future; space plays on from there',
  { hash: '#scene=stack' },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 40);
    await pause(page);
    const last = () => page.evaluate(() => window.impulseDemo.simulation.tape.last);
    const end = await last();
    await page.getByRole('slider', { name: 'Moment' }).fill('20');
    const body = await onPage(page, 0, 0.5);
    await page.mouse.click(body.x, body.y);
    assert.equal(await last(), end);
    await page.mouse.move(body.x, body.y);
    await page.mouse.down();
    await page.mouse.move(body.x + 30, body.y - 30, { steps: 3 });
    await page.mouse.up();
    assert.equal(await last(), 20);
    await page.getByRole('slider', { name: 'Moment' }).fill('10');
    await page.getByRole('slider', { name: 'Moment' }).press('Space');
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 25);
  },
);

demoTest(
  'a link carries what hands, sliders and settings did, and arrives at the same hash',
  { hash: '#scene=pyramid', context: { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] } },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 20);
    const top = await page.evaluate(() => {
      const bodies = window.impulseDemo.simulation.world.bodies.filter(({ type }) => type === 'dynamic');
      const { x, y } = bodies.sort((a, b) => b.position.y - a.position.y)[0].position;
      return [x, y];
    });
    await drag(page, top, [top[0] + 4, top[1] - 1]);
    await frames(page, 10);
    const sky = await onPage(page, top[0] - 3, top[1]);
    await page.mouse.click(sky.x, sky.y); // adds a body
    await page.getByText('Solver', { exact: true }).first().click();
    await page.getByLabel('Let bodies at rest sleep').uncheck();
    await frames(page, 10);
    await pause(page);
    const made = { hash: await hash(page), steps: (await state(page)).steps, bodies: (await state(page)).bodies };
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForFunction(() => document.getElementById('share-note').textContent.includes('what you did'));
    const url = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(url, /#scene=pyramid&sleep=off&rec=[-\w]+$/);
    assert.ok(url.length < 2000, `${url.length} characters`);

    await page.goto('about:blank');
    await page.goto(url);
    await ready(page);
    assert.match(await page.locator('#share-note').textContent(), /it ends here as it ended there, bit for bit/);
    // It is shown from the beginning, and stands still at its end, marked; so it does where a frame comes late.
    const sign = () => page.locator('.hash').evaluate(({ dataset }) => dataset.same);
    assert.equal(await sign(), undefined);
    await page.evaluate((steps) => {
      const { simulation } = window.impulseDemo;
      simulation.seek(steps - 2);
      simulation.loop.paused = false;
      simulation.loop.advanceBy(0.08);
    }, made.steps);
    await page.waitForFunction((steps) => window.impulseDemo.simulation.steps >= steps, made.steps);
    await frames(page, 5);
    assert.deepEqual(await state(page).then(({ steps, paused, bodies }) => ({ steps, paused, bodies })), {
      steps: made.steps,
      paused: true,
      bodies: made.bodies,
    });
    assert.equal(await hash(page), made.hash);
    assert.equal(await sign(), 'true');
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.settings.sleep), false);
  },
);

demoTest(
  'a recording that is not one is named, and the scene is there',
  { hash: '#scene=stack&rec=abc' },
  async (page) => {
    assert.match(await page.locator('#share-note').textContent(), /The recording in the link cannot be shown/);
    assert.equal((await state(page)).scene, 'stack');
  },
);

demoTest('a button that is held runs backwards, by touch too', { hash: '#scene=joy', context: phone }, async (page) => {
  await page.evaluate(() => window.impulseDemo.simulation.fastForward(200));
  const button = page.getByRole('button', { name: 'Back', exact: true });
  const box = await button.boundingBox();
  assert.ok(box.width >= 44 && box.height >= 44 && box.x >= 0 && box.x + box.width <= 390);
  await button.dispatchEvent('pointerdown', { button: 0, pointerId: 1, pointerType: 'touch' }).catch(() => {});
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.waitForFunction(() => window.impulseDemo.simulation.steps < 120);
  await page.mouse.up();
  const { steps, paused } = await state(page);
  assert.ok(paused && steps > 0);
  await frames(page, 5);
  assert.equal((await state(page)).steps, steps);
});
