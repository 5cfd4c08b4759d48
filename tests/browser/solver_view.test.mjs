// A step opened up: `<impulse-solver>` and "Into the step" on the demo page.
import assert from 'node:assert/strict';
import { articleTest, ask, pixels, ready, useArticles } from './article.mjs';
import { demoTest, frames, useDemo } from './demo.mjs';

useArticles();
useDemo();

const inside = (page) =>
  page.evaluate(() => {
    const root = (
      document.querySelector('impulse-solver')?.shadowRoot.querySelector('div div') ??
      document.querySelector('#inside > div')
    ).shadowRoot;
    const [where, what] = ['where', 'what'].map((part) => root.querySelector(`[part=${part}]`).textContent);
    return { where, what };
  });

articleTest(
  'a solver element goes through the last step, contact by contact, and says what each does',
  {
    body: `<impulse-scene id="fig" src="stack" params='{"boxes": 4}' solver="umbra" controls="step scrub" layers="none"></impulse-scene>
      <impulse-solver for="fig">A step, opened up.</impulse-solver>`,
  },
  async (page) => {
    await ready(page);
    await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor();
    await ask(page, (scene) => scene.step(20)); // later it sleeps
    await ask(page, () => window.frames(3));
    const end = await inside(page);
    assert.match(end.where, /(Solve|Position|Bounce).*residual \d/);
    assert.match(end.what, /All \d+ contact points/);

    const truth = await ask(page, (scene) => {
      const { stage, normalImpulse, points } = scene.world.solverTrace();
      const solve = stage.indexOf('solve');
      const of = (pass) => normalImpulse[pass * points.length];
      return { start: stage[0], solve, before: of(solve - 1), after: of(solve), points: points.length };
    });
    assert.equal(truth.start, 'start');
    const slider = page.getByRole('slider', { name: 'Pass' });
    await slider.fill(String(truth.solve - 1));
    assert.match((await inside(page)).where, /^Start: .*warm starting remembers/);
    await page.getByRole('button', { name: 'Next contact' }).click();
    const first = await inside(page);
    assert.match(first.what, new RegExp(`^Contact 1 of ${truth.points}, `));
    assert.ok(first.what.includes(`${truth.before.toFixed(4)} to ${truth.after.toFixed(4)}`), first.what);
    assert.match(first.what, /warm start remembered/);
    await page.getByRole('button', { name: 'Contact back' }).click();
    assert.match((await inside(page)).where, /^Start/);

    // The picture shows the marks: more colours than without.
    const marked = await pixels(page);
    await ask(page, (scene) => {
      document.querySelector('impulse-solver').remove();
      scene.layers = 'sleep';
      scene.layers = 'none';
    });
    const bare = await pixels(page);
    assert.ok(marked.colours > bare.colours, `${marked.colours} colours, ${bare.colours} without`);
  },
);

articleTest(
  'a step that is only gone to has the trace of one that is made',
  {
    body: `<impulse-scene id="fig" src="pyramid" controls="step scrub"></impulse-scene><impulse-solver for="fig"></impulse-solver>`,
  },
  async (page) => {
    await ready(page);
    await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor();
    const found = await ask(page, async (scene) => {
      const told = [];
      const tell = async () => {
        await window.frames(3);
        const { residual } = scene.world.solverTrace();
        return [scene.world.hash(), ...residual].join(' ');
      };
      for (let i = 0; i < 60; i++) {
        scene.step();
        if (i === 29 || i === 44) told.push(await tell());
      }
      scene.seek(0.5); // a keyframe
      const a = await tell();
      scene.seek(0.75);
      return { same: [a === told[0], (await tell()) === told[1]] };
    });
    assert.deepEqual(found.same, [true, true]);
  },
);

demoTest(
  'look inside: opens the last step, stands still, and closes when time runs',
  { hash: '#scene=stack' },
  async (page) => {
    await page.evaluate(() => window.impulseDemo.simulation.setSleep(false));
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 40);
    const button = page.getByRole('button', { name: 'Look inside' });
    await button.click();
    await frames(page);
    const before = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      return { paused: simulation.paused, hash: simulation.world.hash(), steps: simulation.steps };
    });
    assert.equal(before.paused, true);
    assert.match((await inside(page)).what, /All \d+ contact points/);
    await page.getByRole('button', { name: 'Pass back' }).click();
    await page.getByRole('button', { name: 'Next contact' }).click();
    assert.match((await inside(page)).what, /^Contact 1 of \d+, .* on .*: the impulse (grows|shrinks|stays)/);
    const after = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      return { paused: simulation.paused, hash: simulation.world.hash(), steps: simulation.steps };
    });
    assert.deepEqual(after, before, 'looking changes nothing');
    await page.keyboard.press('.');
    await frames(page);
    assert.match((await inside(page)).what, /All \d+ contact points/);
    await page.locator('#play').click();
    await frames(page);
    assert.ok(await page.locator('#inside').isHidden());
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.world.trace), false);
  },
);
