// The page's physics is the engine's: things fall, stand, sleep, and stay finite in every scene.
import assert from 'node:assert/strict';
import { bodies, demoTest, fastForward, frames, state, useDemo } from './demo.mjs';

useDemo();

demoTest('the page loads without a complaint and its clock runs', {}, async (page) => {
  const before = await state(page);
  await page.waitForFunction((steps) => window.impulseDemo.simulation.steps > steps + 10, before.steps);
  assert.equal(before.scene, 'walker');
  assert.equal(await page.locator('#failure').isVisible(), false);
});

demoTest('bodies move', { hash: '#scene=pile' }, async (page) => {
  const before = await bodies(page);
  await page.waitForFunction(() => window.impulseDemo.simulation.steps > 30);
  const after = await bodies(page);
  assert.equal(before.length, 500);
  const fallen = after.filter((body, i) => body.y < before[i].y - 0.05).length;
  assert.ok(fallen > 250, `${fallen} of 500 fell`);
});

demoTest('a stack of ten still stands after ten seconds', { hash: '#scene=stack' }, async (page) => {
  await page.keyboard.press(' ');
  await fastForward(page, 600);
  const boxes = await bodies(page);
  assert.equal(boxes.length, 10);
  boxes.forEach((box, i) => {
    // X8: drift below 1 cm; sink below 3 cm, allowed here at each height.
    assert.ok(Math.abs(box.x) < 0.01, `box ${i} drifted to x = ${box.x}`);
    assert.ok(Math.abs(box.y - (i + 0.5)) < 0.03, `box ${i} is at y = ${box.y}`);
    assert.ok(Math.abs(box.angle) < 0.02, `box ${i} leans by ${box.angle}`);
  });
});

demoTest('what came to rest falls asleep, and the numbers say so', { hash: '#scene=stack' }, async (page) => {
  await fastForward(page, 600);
  await page.waitForFunction(() => document.getElementById('count-awake').textContent === '0');
  assert.equal(await page.locator('#count-bodies').textContent(), '11');
  assert.match(await page.locator('#stage').getAttribute('aria-label'), /Stack: 11 bodies/);
  await page.waitForFunction(() => /10 asleep/.test(document.getElementById('stage').getAttribute('aria-label')));
});

demoTest('friction decides who slides, restitution who bounces', { hash: '#scene=ramps' }, async (page) => {
  await page.keyboard.press(' ');
  await page.keyboard.press('r');
  const start = await bodies(page);
  await fastForward(page, 240);
  const slid = (await bodies(page)).map((body, i) => Math.hypot(body.x - start[i].x, body.y - start[i].y));
  // tan 20 degrees is 0.364: friction .05, .15, .25, .35 slide, .45 and .55 hold.
  for (const i of [0, 1, 2, 3]) assert.ok(slid[i] > 0.2, `box ${i} slid ${slid[i]} m`);
  for (const i of [4, 5]) assert.ok(slid[i] < 0.05, `box ${i} slid ${slid[i]} m`);

  await page.evaluate(() => {
    location.hash = '#scene=bounce';
  });
  await page.waitForFunction(() => window.impulseDemo.simulation.scene.id === 'bounce');
  const highest = await page.evaluate(() => {
    const { simulation } = window.impulseDemo;
    simulation.paused = true;
    simulation.reset();
    const balls = [...simulation.world.bodies].filter((body) => body.type === 'dynamic');
    const landed = balls.map(() => false);
    const peaks = balls.map(() => 0);
    for (let step = 0; step < 180; step++) {
      simulation.fastForward(1);
      balls.forEach((ball, i) => {
        // A second landing would not be higher, so the maximum after the first is the first bounce.
        if (ball.position.y < 0.6) landed[i] = true;
        if (landed[i] && ball.velocity.y > 0) peaks[i] = Math.max(peaks[i], ball.position.y - 0.5);
      });
    }
    return peaks;
  });
  for (let i = 3; i <= 10; i++) {
    const ideal = 6 * (i / 10) ** 2;
    // A step of g h = 0.16 m/s at an impact of 10.8 m/s moves the height by about 3 %; half a step of fall adds 9 cm.
    assert.ok(Math.abs(highest[i] - ideal) < 0.05 * ideal + 0.15, `e = ${i / 10} rose ${highest[i]} m, not ${ideal}`);
    assert.ok(highest[i] > highest[i - 1], `e = ${i / 10} rose no higher than the one before`);
  }
});

demoTest('every scene runs five seconds without a number going wrong', {}, async (page, t) => {
  const ids = await page.evaluate(async () => (await window.impulseDemo.everyScene()).map(({ id }) => id));
  assert.ok(ids.length >= 36);
  for (const id of ids) {
    await t.test(id, async () => {
      await page.evaluate((scene) => {
        location.hash = `#scene=${scene}`;
      }, id);
      await page.waitForFunction((scene) => window.impulseDemo.simulation.scene.id === scene, id);
      const wrong = await page.evaluate(() => {
        const { simulation } = window.impulseDemo;
        simulation.paused = true;
        const bad = [];
        for (let second = 0; second < 5; second++) {
          simulation.fastForward(60);
          // Every button of the scene is pressed once a second too.
          if (second >= 2) for (const act of Object.values(simulation.run.actions ?? {})) act(second % 2 === 0);
          for (const body of simulation.world.bodies) {
            const numbers = [
              body.position.x,
              body.position.y,
              body.angle,
              body.velocity.x,
              body.velocity.y,
              body.angularVelocity,
            ];
            if (!numbers.every(Number.isFinite) || Math.abs(numbers[0]) > 1e4 || Math.abs(numbers[1]) > 1e4) {
              bad.push(`body ${body.slot} after ${second + 1} s: ${numbers}`);
            }
          }
        }
        return bad.slice(0, 5);
      });
      await frames(page, 2);
      assert.deepEqual(wrong, []);
      const text = await page.locator('#scene-caption').textContent();
      assert.ok(text.length > 20 && (await page.locator('#scene-title').textContent()).length > 2);
    });
  }
});
