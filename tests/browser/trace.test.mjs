// The page that looks inside: two solvers on one scene.
import assert from 'node:assert/strict';
import { demoTest, desktop, frames, phone, ready, smallControls, useDemo } from './demo.mjs';

useDemo();

/** Sides of the comparison: solver, steps made, bodies, and what was kept of them. */
const sides = (page) =>
  page.evaluate(() =>
    window.impulseCompare.sides.map(({ form, simulation, history, trace }) => ({
      solver: form.name,
      type: simulation.world.solver.type,
      options: simulation.world.solver,
      steps: simulation.steps,
      bodies: simulation.world.bodyCount,
      residual: history.residual.length,
      left: history.residual.at(-1),
      energy: history.energy.at(-1),
      stages: trace ? [...new Set(trace.stage)] : [],
    })),
  );
const pause = async (page) => {
  if ((await page.locator('#play').getAttribute('data-state')) === 'running') await page.click('#play');
};
const steps = (page, count) =>
  page.evaluate((n) => {
    for (let i = 0; i < n; i++) window.impulseCompare.step();
  }, count);
/** How many pixels of a canvas are coloured by a page colour, roughly. */
const inked = (page, id, name) =>
  page.evaluate(
    ([canvas, property]) => {
      const probe = document.createElement('canvas').getContext('2d');
      probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(property).trim();
      probe.fillRect(0, 0, 1, 1);
      const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
      const source = document.getElementById(canvas);
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [source.width, source.height];
      const ctx = copy.getContext('2d');
      ctx.drawImage(source, 0, 0);
      const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] > 200 && Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12)
          count++;
      }
      return count;
    },
    [id, name],
  );
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
demoTest('both pages are linked from the demo page, and back', {}, async (page) => {
  for (const [text, file] of [
    ['Solvers', 'compare.html'],
    ['Two shapes', 'shapes.html'],
  ]) {
    await page.click(`.masthead .views >> text=${text}`);
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    assert.ok(page.url().includes(file));
    assert.equal(await page.locator('.views [aria-current=page]').textContent(), text);
    await page.click('.views >> text=Scenes');
    await page.waitForFunction(
      () => document.documentElement.dataset.ready === 'true' && window.impulseDemo !== undefined,
    );
  }
});

demoTest(
  'two solvers take the same steps on the same scene and tell their sweeps',
  { hash: 'compare.html#scene=stack&a=softStep&b=umbra', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    await steps(page, 60);
    const [a, b] = await sides(page);
    assert.deepEqual([a.type, b.type], ['soft-step', 'sequential-impulse']);
    assert.equal(a.steps, b.steps);
    assert.equal(a.bodies, b.bodies);
    assert.deepEqual([a.residual, b.residual], [60, 60]);
    assert.deepEqual(a.stages, ['start', 'solve', 'relax']);
    assert.deepEqual(b.stages, ['start', 'solve', 'position']);
    assert.ok(a.left > 0 && a.left < 0.1 && b.left > 0 && b.left < 0.1);
    await frames(page, 3);
    for (const chart of ['chart-sweeps', 'chart-residual', 'chart-energy', 'chart-penetration']) {
      for (const color of ['--accent', '--second'])
        assert.ok((await inked(page, chart, color)) > 20, `${chart} has no line in ${color}`);
      assert.match(await page.locator(`#${chart}`).getAttribute('aria-label'), /Soft step .*Umbra/);
    }
  },
);

demoTest(
  'a solver’s parameters change the running world, and another solver brings its own',
  { hash: 'compare.html#scene=stack&a=softStep&b=umbra', share: true },
  async (page) => {
    await pause(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    await page.locator('input[name=b-velocityIterations]').fill('20');
    assert.equal((await sides(page))[1].options.velocityIterations, 20);
    await page.selectOption('[name="b-position"]', 'baumgarte');
    assert.equal((await sides(page))[1].options.position, 'baumgarte');
    await page.locator('input[name=b-warmStarting]').uncheck();
    assert.equal((await sides(page))[1].options.warmStarting, false);
    assert.equal(await page.locator('input[name=b-substeps]').count(), 0);
    await page.selectOption('#solver-b', 'softStep');
    assert.equal((await sides(page))[1].type, 'soft-step');
    await page.locator('input[name=b-substeps]').fill('8');
    assert.equal((await sides(page))[1].options.substeps, 8);
    await page.waitForFunction(() => location.hash.includes('b=softStep')); // it is written a few times a second
  },
);

demoTest(
  'impacts and what belongs to them can be set under every solver, and what Fx2D alone has',
  { hash: 'compare.html#a=wedekind&b=fx2d', share: true },
  async (page) => {
    await pause(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    const value = (name) => page.locator(`[name="${name}"]`).inputValue();
    assert.deepEqual(
      await Promise.all(['a-impacts', 'a-restitutionThreshold', 'a-impactIterations', 'a-maxImpactPasses'].map(value)),
      ['zero-duration', '0.05', '10', '32'],
    );
    await page.locator('[name="a-restitutionThreshold"]').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal((await sides(page))[0].options.restitutionThreshold, 0.06);
    await page.locator('[name="a-maxImpactPasses"]').fill('5');
    await page.locator('[name="a-impactIterations"]').fill('20');
    await page.locator('[name="a-restitutionMidpoint"]').uncheck();
    const [{ options: a }] = await sides(page);
    assert.deepEqual([a.maxImpactPasses, a.impactIterations, a.restitutionMidpoint], [5, 20, false]);

    await page.locator('[name="b-compliance"]').fill('100');
    await page.selectOption('[name="b-complianceMode"]', 'xpbd');
    await page.selectOption('[name="b-warmStart"]', 'everySubstep');
    await page.locator('[name="b-staticKinetic"]').uncheck();
    const [, { options: b }] = await sides(page);
    assert.deepEqual(
      [b.compliance, b.complianceMode, b.warmStart, b.staticKinetic, b.impacts],
      [1e-7, 'xpbd', 'everySubstep', false, 'bias'],
    );
    assert.equal(await page.locator('[name="b-impactIterations"]').count(), 0);
    await page.selectOption('[name="b-impacts"]', 'zero-duration');
    assert.equal(await page.locator('[name="b-impactIterations"]').count(), 1);
    assert.equal((await sides(page))[1].options.impacts, 'zero-duration');
    assert.equal((await sides(page))[1].options.compliance, 1e-7, 'the others stay');
    await page.selectOption('#solver-a', 'softStep');
    assert.equal(await value('a-impacts'), 'bias');
  },
);

demoTest(
  'sweeps over what collides are shown, and told from the others',
  { hash: 'compare.html#scene=billiards&a=wedekind&b=umbra', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    // Into the rack: balls that collide at once, where one sweep is not enough.
    const [a, b] = await page.evaluate(() => {
      for (let i = 0; i < 120; i++) {
        window.impulseCompare.step();
        const found = window.impulseCompare.sides.map(({ trace }) =>
          Math.max(0, ...trace.stage.map((stage, k) => (stage === 'impact' ? trace.residual[k] : 0))),
        );
        if (found[0] > 0.01) return found;
      }
      return [0, 0];
    });
    assert.ok(
      a > 0.01 && b === 0,
      `the largest residual of an impact sweep is ${a} m/s, and ${b} where there are none`,
    );
    await frames(page, 3);
    await page.selectOption('#scene', 'cradle');
    const both = await page.evaluate(() => {
      for (let i = 0; i < 80; i++) window.impulseCompare.step();
      return window.impulseCompare.sides.map(({ simulation }) => simulation.world.solver.impacts);
    });
    assert.deepEqual(both, ['zero-duration', 'zero-duration'], 'the scene brings them to any solver');
    await page.locator('summary').first().click();
    assert.equal(await page.locator('[name="a-impacts"]').inputValue(), 'zero-duration');
    await page.selectOption('#scene', 'stack');
    assert.equal((await sides(page))[1].options.impacts, 'bias', 'what the cradle needs stays with the cradle');
  },
);

demoTest(
  'what a link names and is not there, is said',
  { hash: 'compare.html#scene=stck&a=umbrella&b=fx2d' },
  async (page) => {
    assert.match(
      await page.getByRole('alert').filter({ visible: true }).textContent(),
      /scene “stck”, shown is “Heavy on light”; solver “umbrella”, A is “Umbra”/,
    );
    assert.deepEqual(
      (await sides(page)).map(({ solver }) => solver),
      ['umbra', 'fx2d'],
    );
    // Also where the page is about to write what was changed before.
    await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      location.hash = '#scene=stack&a=umbra&b=fx2d';
      document.getElementById('speed').dispatchEvent(new Event('input'));
    });
    await page.waitForFunction(() => document.getElementById('unknown').hidden);
  },
);

demoTest(
  'the keyboard runs the comparison, and the scene can be chosen',
  { hash: 'compare.html', share: true },
  async (page) => {
    await pause(page);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('r');
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    assert.deepEqual(
      (await sides(page)).map((side) => side.residual),
      [2, 2],
    );
    const before = (await sides(page)).map((side) => side.energy);
    await page.keyboard.press('k');
    await page.keyboard.press('.');
    (await sides(page)).forEach((side, i) => assert.ok(side.energy > before[i] + 0.01));
    await page.selectOption('#scene', 'pyramid');
    const [a, b] = await sides(page);
    assert.deepEqual([a.residual, a.bodies], [0, b.bodies]);
    assert.ok(await fits(page));
  },
);

demoTest(
  'the demo page has the solver’s parameters too: they change the running scene',
  { hash: '#scene=stack' },
  async (page) => {
    const solver = () => page.evaluate(() => window.impulseDemo.simulation.world.solver);
    const clock = () => page.evaluate(() => window.impulseDemo.simulation.steps);
    await page.click('summary:has-text("Solver")');
    assert.equal((await solver()).substeps, 4);
    const before = await clock();
    await page.locator('input[name=solver-substeps]').fill('9');
    assert.equal((await solver()).substeps, 9);
    await frames(page, 3);
    const tuned = await clock(); // the steps from here on have nine substeps
    assert.ok(tuned >= before); // not started again
    await page.waitForFunction((from) => window.impulseDemo.simulation.steps > from + 10, tuned);
    const changed = await clock();
    await page.selectOption('#solver', 'umbra');
    await frames(page, 3);
    assert.ok((await clock()) >= changed, 'another solver goes on with it too');
    assert.equal((await solver()).type, 'sequential-impulse');
    assert.equal(await page.locator('input[name=solver-substeps]').count(), 0);
    await page.locator('input[name=solver-velocityIterations]').fill('12');
    assert.equal((await solver()).velocityIterations, 12);
    // Solver and numbers go back in time with it, and forward to the same.
    await pause(page);
    const [end, hash] = [await clock(), await page.evaluate(() => window.impulseDemo.simulation.world.hash())];
    const moment = page.getByRole('slider', { name: 'Moment' });
    await moment.fill(String(changed - 2));
    const list = page.locator('#solver');
    assert.equal(await list.inputValue(), 'default');
    assert.equal(await page.locator('input[name=solver-substeps]').inputValue(), '9');
    assert.equal((await solver()).substeps, 9);
    await moment.fill(String(end));
    assert.equal(await list.inputValue(), 'umbra');
    assert.equal(await page.locator('input[name=solver-velocityIterations]').inputValue(), '12');
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.world.hash()), hash);
    await page.keyboard.press('r');
    await frames(page);
    assert.deepEqual(
      [await list.inputValue(), (await solver()).velocityIterations],
      ['umbra', 12],
      'a reset keeps them',
    );
  },
);

demoTest(
  'where all bodies sleep another solver shows nothing, and the page says what does',
  { hash: '#scene=stack&p.boxes=2' },
  async (page) => {
    await page.click('summary:has-text("Solver")');
    await pause(page);
    await page.keyboard.press('r'); // two boxes may sleep by now
    await page.selectOption('#solver', 'fx2d');
    const note = page.locator('#share-note');
    assert.equal(await note.textContent(), '');
    await page.locator('#play').click();
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount === 0);
    await page.selectOption('#solver', 'umbra');
    await note.filter({ hasText: /^All bodies sleep: Reset / }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    const { type, awake } = await page.evaluate(() => {
      const { world } = window.impulseDemo.simulation;
      return { type: world.solver.type, awake: world.awakeCount };
    });
    assert.deepEqual([type, awake], ['sequential-impulse', 2]);
  },
);

const kDarkPhone = { ...phone, colorScheme: 'dark' };
for (const [name, hash] of [['two solvers', 'compare.html#a=wedekind&b=fx2d']]) {
  demoTest(
    `${name} fit a phone, in the dark, and controls are large enough`,
    { hash, context: kDarkPhone, share: true },
    async (page) => {
      assert.ok(await fits(page));
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
      assert.ok(await fits(page), 'with all parameters open');
      assert.deepEqual(await smallControls(page), []);
      await pause(page); // a page that is shared would run on beside other tests
    },
  );
}

demoTest(
  'with reduced motion the comparison waits to be started',
  { hash: 'compare.html', context: { ...desktop, reducedMotion: 'reduce' } },
  async (page) => {
    await frames(page, 10);
    assert.deepEqual(
      (await sides(page)).map((side) => side.residual),
      [0, 0],
    );
    await page.click('#step');
    assert.deepEqual(
      (await sides(page)).map((side) => side.residual),
      [1, 1],
    );
  },
);

demoTest(
  'five presets at once: columns come and go, and the link keeps all their parameters',
  { hash: 'compare.html#scene=stack&p.boxes=4&a=umbra&b=fx2d', share: true },
  async (page) => {
    await pause(page);
    for (let i = 0; i < 3; i++) await page.click('#add');
    assert.equal(await page.locator('#add').isDisabled(), true);
    assert.deepEqual(
      (await sides(page)).map(({ solver }) => solver),
      ['umbra', 'fx2d', 'softStep', 'ftPhysics', 'wedekind'],
    );
    await page.evaluate(() => (document.querySelector('.side-b details').open = true));
    await page.locator('[name="b-velocityPasses"]').fill('2');
    await page.locator('[name="b-staticKinetic"]').uncheck();
    await page.getByLabel('Offset').fill('0.1');
    await page.waitForFunction(() => location.hash.includes('p.offset=0.1'));
    for (const part of ['b.velocityPasses=2', 'b.staticKinetic=false', 'e=wedekind', 'p.boxes=4'])
      assert.ok(page.url().includes(part), `${part} in ${page.url()}`);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    await pause(page);
    const again = await sides(page);
    assert.equal(again.length, 5);
    assert.deepEqual([again[1].options.velocityPasses, again[1].options.staticKinetic], [2, false]);
    await steps(page, 30);
    assert.deepEqual(new Set((await sides(page)).map((side) => side.steps)).size, 1, 'all take the same steps');
    await page.click('.side-a .remove');
    const left = await sides(page);
    assert.deepEqual(
      left.map(({ solver }) => solver),
      ['fx2d', 'softStep', 'ftPhysics', 'wedekind'],
    );
    assert.equal(left[0].options.velocityPasses, 2, 'what was B is A, with its numbers');
    assert.ok(await fits(page));
  },
);

demoTest(
  'a drag in one picture moves the same body in all',
  { hash: 'compare.html#scene=stack&p.boxes=3&a=umbra&b=fx2d&c=softStep', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    await steps(page, 20);
    const box = await page.locator('#stage-b').boundingBox();
    const at = await page.evaluate(() => window.impulseCompare.sides[1].camera.toScreen(0, 2.5));
    await page.mouse.move(box.x + at.x, box.y + at.y);
    await page.mouse.down();
    await page.mouse.move(box.x + at.x + 60, box.y + at.y - 20, { steps: 4 });
    await steps(page, 40);
    const tops = () =>
      page.evaluate(() =>
        window.impulseCompare.sides.map(({ simulation }) => {
          const all = [...simulation.world.bodies].filter(({ type }) => type === 'dynamic');
          return all[2].position.x;
        }),
      );
    for (const x of await tops()) assert.ok(x > 0.3, `${x} m`);
    await page.mouse.up();
    assert.deepEqual(
      await page.evaluate(() => window.impulseCompare.sides.map(({ simulation }) => simulation.drag.body)),
      [null, null, null],
    );
  },
);

demoTest(
  'a guess is judged by what gives way first, and the scores say what happened, but not before the guess',
  { hash: 'compare.html#scene=heavy&p.ratio=6&a=umbra&b=fx2d', share: true },
  async (page) => {
    // In one go, and the rest after the guess too: what runs by itself draws sixty pictures a second.
    await steps(page, 150);
    await frames(page);
    const before = await page.locator('.side-b .score').textContent();
    assert.match(before, /overlap/);
    assert.doesNotMatch(before, /gave|fell|sunk/);
    await page
      .getByRole('group', { name: 'Which one gives way?' })
      .getByRole('button', { name: 'B', exact: true })
      .click();
    await steps(page, 400);
    await page.waitForFunction(() => document.getElementById('verdict').textContent.includes('Right:'));
    const verdict = await page.locator('#verdict').textContent();
    assert.match(verdict, /^You guessed B\. Right: B \(Fx2D\) gave way after \d+\.\d s\.$/);
    await frames(page);
    const score = (await page.locator('.side-b .score').textContent()).replaceAll('\u00a0', ' ');
    assert.match(score, /overlap [\d.]+ mm · energy −[\d.]+ % · sway .* · gave way after \d+\.\d s · sunk by \d\d %/);
    // The same words with the same number.
    assert.equal(/gave way after [\d.]+ s/.exec(score)[0], /gave way after [\d.]+ s/.exec(verdict)[0]);
    await page.getByRole('group', { name: 'Which one gives way?' }).getByRole('button', { name: 'None' }).click();
    await steps(page, 400);
    await page.waitForFunction(() =>
      document.getElementById('verdict').textContent.startsWith('You guessed none. No:'),
    );
  },
);

demoTest(
  'a tower that sinks into itself has not fallen, and energy is measured by what the scene can set free',
  { hash: 'compare.html#scene=stack&p.boxes=4&a=umbra&b=umbra', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    const scores = await page.evaluate(() => {
      const { sides } = window.impulseCompare;
      window.impulseCompare.step();
      const boxes = ({ simulation: { world } }) => [...world.bodies].filter(({ type }) => type === 'dynamic');
      // Pressed into each other: lower by a half, and every box still on the one below.
      boxes(sides[0]).forEach((body, i) => body.setTransform({ x: 0, y: 0.3 + 0.45 * i }, 0));
      // The highest beside the others, on the ground.
      boxes(sides[1]).at(-1).setTransform({ x: 3, y: 0.5 }, 0);
      window.impulseCompare.step();
      return sides.map(({ score, simulation }) => ({
        fell: score.fell,
        text: score.text(simulation.world, simulation.steps),
        drift: score.drift(simulation.world),
      }));
    });
    assert.equal(scores[0].fell, null);
    assert.match(scores[0].text, /sunk\sby\s\d\d\s%/);
    assert.equal(scores[1].fell, 2);
    assert.match(scores[1].text, /gave\sway\safter\s0\.0\ss\s· fell/);
    assert.ok(!scores[1].text.includes('sunk'));
    // One of four boxes lost three quarters of the height: of four boxes times their height a bit less than a fifth.
    assert.ok(scores[1].drift < -0.15 && scores[1].drift > -0.22, `${scores[1].drift}`);
  },
);

demoTest(
  'where all bodies of all columns sleep nothing is drawn, the clock runs, and a push wakes them',
  { hash: 'compare.html#scene=stack&p.boxes=2&a=softStep&b=umbra' },
  async (page) => {
    await page.getByRole('button', { name: 'Play' }).click(); // and no guess
    // They sleep late: what a solver leaves is seen for some seconds.
    const asleep = () => window.impulseCompare.sides.every(({ simulation }) => simulation.world.awakeCount === 0);
    await page.evaluate(() => {
      const awake = () => window.impulseCompare.sides.some(({ simulation }) => simulation.world.awakeCount > 0);
      for (let i = 0; i < 1200 && awake(); i++) window.impulseCompare.step();
    });
    await page.waitForFunction(asleep, null, { timeout: 60_000 });
    assert.ok((await page.evaluate(() => window.impulseCompare.sides[0].simulation.steps)) > 300);
    await page.waitForTimeout(300); // the last picture
    const found = await page.evaluate(async () => {
      const { sides } = window.impulseCompare;
      let [pictures, asked, told] = [0, 0, 0];
      const paints = sides.map((side) => side.paint.bind(side));
      sides.forEach((side, i) => (side.paint = (...what) => (pictures++, paints[i](...what))));
      const original = window.requestAnimationFrame;
      window.requestAnimationFrame = (callback) => (asked++, original.call(window, callback));
      const observer = new MutationObserver(() => told++);
      observer.observe(document.getElementById('scrub-time'), { childList: true, characterData: true, subtree: true });
      const before = sides[0].simulation.steps;
      await new Promise((done) => setTimeout(done, 3000));
      observer.disconnect();
      window.requestAnimationFrame = original;
      const steps = sides.map(({ simulation }) => simulation.steps);
      const hash = document.querySelector('.side-a .hash').textContent;
      return { pictures, asked, told, before, steps, hash, own: sides[0].simulation.world.hash().slice(-8) };
    });
    assert.deepEqual([found.pictures, found.asked], [0, 0]);
    assert.ok(found.told >= 6 && found.told <= 14, `the clock changes ${found.told} times in 3 s`);
    const made = found.steps[0] - found.before;
    assert.ok(made > 120 && made < 240, `${made} steps in 3 s`);
    assert.equal(found.steps[0], found.steps[1]);
    assert.equal(found.hash, found.own);
    await page.keyboard.press('k');
    await page.waitForFunction(() =>
      window.impulseCompare.sides.every(({ simulation }) => simulation.world.awakeCount > 0),
    );
    const after = await page.evaluate(() => window.impulseCompare.sides[0].simulation.steps);
    await page.waitForFunction((steps) => window.impulseCompare.sides[0].simulation.steps > steps + 5, after);
  },
);

for (const [name, context] of [
  ['a desktop', { viewport: { width: 1200, height: 900 } }],
  ['a phone', kDarkPhone],
])
  demoTest(`scenes fill their stages on ${name}`, { hash: 'compare.html', context, share: true }, async (page) => {
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = false)));
    for (const scene of ['heavy&p.ratio=6', 'stack', 'bridge', 'arch', 'pyramid']) {
      await page.evaluate((to) => (location.hash = to), `#scene=${scene}&a=umbra&b=softStep`);
      await page.waitForFunction((id) => document.getElementById('scene').value === id, scene.split('&')[0]);
      await pause(page);
      await page.click('#reset');
      await frames(page, 4);
      const found = await page.evaluate(() =>
        window.impulseCompare.sides.map(({ camera, sheet, simulation }) => {
          const [x, y] = [[], []];
          for (const { type, aabb } of simulation.world.bodies) {
            if (type !== 'dynamic') continue;
            for (const { x: left, y: up } of [aabb.min, aabb.max]) {
              const at = camera.toScreen(left, up);
              x.push(at.x);
              y.push(at.y);
            }
          }
          const shown = (list, size) => [Math.min(...list) / size, Math.max(...list) / size];
          return { across: shown(x, sheet.width), up: shown(y, sheet.height) };
        }),
      );
      for (const { across, up } of found) {
        const what = `${scene}: ${JSON.stringify({ across, up })}`;
        assert.ok(Math.min(...across, ...up) > -0.02 && Math.max(...across, ...up) < 1.02, what);
        // Two thirds of the one way or the other, and no stage empty in its upper half.
        assert.ok(Math.max(across[1] - across[0], up[1] - up[0]) > 0.66, what);
        assert.ok(up[0] < 0.35, what);
      }
    }
  });

demoTest(
  'a change that is rounded to nothing has no sign',
  { hash: 'compare.html#scene=stack&p.boxes=4&a=umbra&b=umbra', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    const texts = await page.evaluate(() => {
      const { score, simulation } = window.impulseCompare.sides[0];
      const texts = [-0.2, -4e-4, -1e-9, 0, 1e-9, 4e-4, 0.2].map((drift) => {
        score.drift = () => drift;
        return /energy\s([^%]*)\s%/.exec(score.text(simulation.world, 0))[1];
      });
      delete score.drift;
      return texts;
    });
    assert.deepEqual(texts, ['−20.0', '0.0', '0.0', '0.0', '0.0', '0.0', '+20.0']);
  },
);

demoTest(
  'charts have no numbers before there are any, and all of them whole',
  { hash: 'compare.html#scene=stack&p.boxes=2&a=umbra&b=fx2d' },
  async (page) => {
    // What is written on a chart, and where its left end is.
    await page.evaluate(() => {
      const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
      window.written = {};
      CanvasRenderingContext2D.prototype.clearRect = function (...given) {
        window.written[this.canvas.id] = [];
        clearRect.apply(this, given);
      };
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const part = { left: 0, center: 0.5, right: 1 }[this.textAlign] ?? 0;
        window.written[this.canvas.id]?.push([text, x - part * this.measureText(text).width]);
        fillText.call(this, text, x, y);
      };
    });
    const written = async () => {
      await page.evaluate(() => document.getElementById('ghost').click()); // draws all
      await frames(page);
      return page.evaluate(() =>
        ['sweeps', 'residual', 'energy', 'penetration'].map((name) => window.written[`chart-${name}`]),
      );
    };
    for (const texts of await written()) assert.deepEqual(texts.map(([text]) => text), ['no step yet']); // prettier-ignore
    await steps(page, 5);
    await page.evaluate(() => {
      for (const { history } of window.impulseCompare.sides) history.penetration.fill(0.0009); // its marks are long
    });
    const all = await written();
    assert.ok(
      all[3].some(([text]) => text === '1.5·10⁻³'),
      JSON.stringify(all[3]),
    );
    for (const texts of all) {
      assert.ok(texts.length > 4, JSON.stringify(texts));
      assert.deepEqual(
        texts.filter(([, left]) => left < 0),
        [],
      );
    }
  },
);

demoTest(
  'energy near zero at the start is no reason for large percentages',
  { hash: 'compare.html#scene=cradle&a=wedekind&b=umbra', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    for (let i = 0; i < 8; i++) {
      await steps(page, 30);
      const drifts = await page.evaluate(() =>
        window.impulseCompare.sides.map(({ score, simulation }) => score.drift(simulation.world)),
      );
      for (const drift of drifts) assert.ok(Math.abs(drift) < 1, `${100 * drift} % after ${30 * (i + 1)} steps`);
    }
  },
);

demoTest(
  'the comparison takes a snapshot a second for its way back, and outlines A in the others',
  { hash: 'compare.html#scene=heavy&p.ratio=6&a=umbra&b=fx2d', share: true },
  async (page) => {
    await pause(page);
    const taken = await page.evaluate(() => {
      const tapes = window.impulseCompare.sides.map(({ simulation }) => simulation.tape);
      let count = 0;
      for (let i = 0; i < 150; i++) {
        const before = tapes.map(({ bytes }) => bytes);
        window.impulseCompare.step();
        // A step without input takes less than a hundred bytes, a snapshot of the bodies more than a thousand.
        for (const [n, { bytes }] of tapes.entries()) if (bytes > before[n] + 500) count++;
      }
      return count;
    });
    // The step before may have been the last of a second: 150 steps hold two ends of a second, or three.
    assert.ok(taken >= 4 && taken <= 6, `${taken} snapshots of two worlds in 150 steps`);
    await frames(page);
    const outlined = await inked(page, 'stage-b', '--accent');
    await page.getByLabel('Outline A in the others').uncheck();
    await frames(page);
    const plain = await inked(page, 'stage-b', '--accent');
    assert.ok(outlined > plain + 100, `${outlined} pixels of A's colour, ${plain} without`);
    await page.waitForFunction(() => location.hash.includes('ghost=off')); // it is written a few times a second
  },
);

const hashes = (page) =>
  page.evaluate(() => window.impulseCompare.sides.map(({ simulation }) => simulation.world.hash()));
const at = (page) => page.evaluate(() => window.impulseCompare.sides.map(({ simulation }) => simulation.steps));

demoTest(
  'the comparison goes back in time in all columns at once, and forward to the same',
  { hash: 'compare.html#scene=heavy&p.ratio=6&a=umbra&b=fx2d&c=softStep', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    await steps(page, 100);
    const early = await hashes(page);
    await page.keyboard.press('k');
    await steps(page, 150);
    const end = { hashes: await hashes(page), history: await sides(page) };
    await frames(page);
    const scrub = page.getByRole('slider', { name: 'Moment' });
    assert.equal(await scrub.getAttribute('max'), '250');
    await scrub.fill('100');
    assert.deepEqual(await at(page), [100, 100, 100]);
    assert.deepEqual(await hashes(page), early, 'before the push of that moment was done');
    assert.ok((await sides(page)).every(({ stages }) => stages.includes('start') || stages.includes('solve')));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.keyboard.press(',');
    assert.deepEqual(await at(page), [98, 98, 98]);
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await page.keyboard.press('.');
    assert.deepEqual(await hashes(page), early);
    await steps(page, 150);
    assert.deepEqual(await hashes(page), end.hashes, 'played again with the push');
    assert.deepEqual(await sides(page), end.history, 'and the charts are the same');
    await scrub.fill('30');
    await scrub.fill('250');
    assert.deepEqual(await hashes(page), end.hashes);
    assert.deepEqual(await sides(page), end.history);
    // Held, the button runs backwards.
    const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox();
    await page.mouse.move(back.x + 10, back.y + 10);
    await page.mouse.down();
    await page.waitForFunction(() => window.impulseCompare.sides[2].simulation.steps < 230);
    await page.mouse.up();
    assert.equal(new Set(await at(page)).size, 1);
  },
);

demoTest(
  'a drag at a past moment of the comparison begins another future in all columns',
  { hash: 'compare.html#scene=stack&p.boxes=3&a=umbra&b=fx2d', share: true },
  async (page) => {
    await pause(page);
    await page.click('#reset');
    await steps(page, 120);
    const end = await hashes(page);
    await frames(page); // the slider ends at the last moment that was drawn
    await page.getByRole('slider', { name: 'Moment' }).fill('40');
    await frames(page);
    const box = await page.locator('#stage-b').boundingBox();
    const to = await page.evaluate(() => window.impulseCompare.sides[1].camera.toScreen(0, 2.5));
    await page.mouse.move(box.x + to.x, box.y + to.y);
    await page.mouse.down();
    await page.mouse.move(box.x + to.x + 60, box.y + to.y, { steps: 4 });
    const lasts = () => page.evaluate(() => window.impulseCompare.sides.map(({ simulation }) => simulation.tape.last));
    assert.deepEqual(await lasts(), [40, 40]);
    await steps(page, 40);
    await page.mouse.up();
    await steps(page, 40);
    assert.deepEqual(await lasts(), [120, 120]);
    const other = await hashes(page);
    for (const i of [0, 1]) assert.notEqual(other[i], end[i]);
    for (const { residual } of await sides(page)) assert.equal(residual, 120);
    // Another solver in one column at a past moment: all go on together, and its name goes back with it.
    await frames(page); // as above
    await page.getByRole('slider', { name: 'Moment' }).fill('60');
    assert.deepEqual(await at(page), [60, 60]);
    await page.locator('#solver-a').selectOption('softStep');
    assert.equal((await sides(page))[0].type, 'soft-step');
    await frames(page);
    await page.getByRole('slider', { name: 'Moment' }).fill('50');
    assert.deepEqual([(await sides(page))[0].solver, (await sides(page))[0].type], ['umbra', 'sequential-impulse']);
    await page.getByRole('slider', { name: 'Moment' }).fill('120');
    assert.deepEqual(await at(page), [120, 120]);
    assert.deepEqual([(await sides(page))[0].solver, (await sides(page))[0].type], ['softStep', 'soft-step']);
  },
);

demoTest(
  'all columns of the comparison zoom and move together, by buttons and keys',
  { hash: 'compare.html#scene=stack&a=umbra&b=fx2d', share: true },
  async (page) => {
    await pause(page);
    const cameras = async () => {
      await frames(page);
      return page.evaluate(() => window.impulseCompare.sides.map(({ camera: { x, y, scale } }) => ({ x, y, scale })));
    };
    const [whole] = await cameras();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('h1').click();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    const [a, b] = await cameras();
    assert.ok(Math.abs(a.scale / whole.scale - 1.25 ** 2) < 1e-6);
    assert.ok(a.x > whole.x && a.y === whole.y, 'the view moves to the right');
    assert.equal(a.scale, b.scale);
    await page.keyboard.press('ArrowUp');
    assert.ok((await cameras())[0].y > a.y);
    await page.keyboard.press('f');
    assert.deepEqual((await cameras())[0], whole);
  },
);

demoTest(
  'a link of the comparison keeps where all columns look',
  { hash: 'compare.html#scene=stack&a=umbra&b=fx2d', share: true },
  async (page) => {
    await pause(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.hash.includes('&view=1.25,-0.1,0'));
    const link = page.url();
    const scales = async () => {
      await frames(page);
      return page.evaluate(() => window.impulseCompare.sides.map(({ camera: { x, scale } }) => ({ x, scale })));
    };
    const before = await scales();
    await page.goto('about:blank');
    await page.goto(link);
    await ready(page);
    await pause(page);
    assert.deepEqual(await scales(), before);
    await page.keyboard.press('f');
    await page.waitForFunction(() => !location.hash.includes('view='));
    await page.evaluate(() => (location.hash = '#scene=stack&view=0,1'));
    await page.waitForFunction(() => /view “0,1”/.test(document.getElementById('unknown').textContent));
  },
);

demoTest(
  'a comparison that stands still asks for no frames, and wakes at a touch and at a button that is held',
  { hash: 'compare.html#scene=stack&a=umbra&b=fx2d', share: true },
  async (page) => {
    await steps(page, 60);
    await pause(page);
    await frames(page, 5);
    const asked = await page.evaluate(async () => {
      const original = window.requestAnimationFrame;
      let count = 0;
      window.requestAnimationFrame = (callback) => (count++, original.call(window, callback));
      await new Promise((done) => setTimeout(done, 600));
      window.requestAnimationFrame = original;
      return count;
    });
    assert.equal(asked, 0);
    const [before] = await at(page);
    assert.match(await page.locator('#scrub-time').textContent(), new RegExp(`^${(before / 60).toFixed(2)} s$`));
    const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox();
    await page.mouse.move(back.x + 10, back.y + 10);
    await page.mouse.down();
    await page.waitForFunction((from) => window.impulseCompare.sides[0].simulation.steps < from - 20, before);
    await page.mouse.up();
    const [now] = await at(page);
    await page.locator('#play').click();
    await page.waitForFunction((from) => window.impulseCompare.sides[1].simulation.steps > from + 20, now);
    await pause(page); // a page that is shared would run on beside other tests
  },
);

const clipboard = { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] };
/** Presses Share and returns the link, once the note says `said`. */
async function shared(page, said) {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction((text) => document.getElementById('share-note').textContent === text, said);
  return page.evaluate(() => navigator.clipboard.readText());
}
const signs = (page) => page.locator('.side .hash').evaluateAll((all) => all.map(({ dataset }) => dataset.same));

for (const solvers of ['a=umbra&b=fx2d', 'a=umbra&b=fx2d&c=softStep&d=ftPhysics&e=wedekind']) {
  demoTest(
    `a link of the comparison (${solvers}) carries what hands, sliders and solvers did, and arrives at the same hashes`,
    { hash: `compare.html#scene=stack&p.boxes=4&${solvers}`, context: clipboard, share: true },
    async (page) => {
      await pause(page);
      await page.click('#reset');
      await steps(page, 20);
      const box = await page.locator('#stage-b').boundingBox();
      const at = await page.evaluate(() => window.impulseCompare.sides[1].camera.toScreen(0, 2.5));
      await page.mouse.move(box.x + at.x, box.y + at.y);
      await page.mouse.down();
      for (let i = 1; i <= 20; i++) {
        await page.mouse.move(box.x + at.x + 4 * i, box.y + at.y - i);
        await steps(page, 1);
      }
      await page.mouse.up();
      await page.locator('#solver-a').selectOption('softStep');
      await steps(page, 20);
      await page.keyboard.press('k');
      await page.evaluate(() => (document.querySelector('.side-b details').open = true));
      await page.locator('[name="b-velocityPasses"]').fill('2');
      await steps(page, 30);
      const made = {
        at: await page.evaluate(() => window.impulseCompare.sides.map(({ simulation }) => simulation.steps)),
        hashes: await hashes(page),
        sides: await sides(page),
      };
      const url = await shared(page, 'Link copied, with what you did');
      assert.match(url, /a=softStep&.*b\.velocityPasses=2.*&rec=[-\w]+$/);
      assert.ok(url.length < 3500, `${url.length} characters`);

      await page.goto('about:blank');
      await page.goto(url);
      await ready(page);
      assert.match(await page.locator('#share-note').textContent(), /it ends here as it ended there, bit for bit/);
      // A busy machine may be at the end already.
      const early = await page.evaluate(() => ({
        steps: window.impulseCompare.sides[0].simulation.steps,
        signs: [...document.querySelectorAll('.side .hash')].map(({ dataset }) => dataset.same ?? null),
      }));
      if (early.steps < made.at[0]) assert.deepEqual(early.signs, made.at.map(() => null), 'marked before its end'); // prettier-ignore
      // From the beginning, with the solver of then; it stands still at its end, also where a frame comes late.
      await page.evaluate((steps) => {
        window.impulseCompare.seek(steps - 2);
        const play = document.getElementById('play');
        if (play.dataset.state === 'paused') play.click(); // it was at the end already
        const start = performance.now();
        while (performance.now() - start < 200);
      }, made.at[0]);
      await page.waitForFunction(
        (steps) => window.impulseCompare.sides.every(({ simulation }) => simulation.steps === steps),
        made.at[0],
      );
      await page.waitForFunction(() => document.getElementById('play').dataset.state === 'paused');
      assert.deepEqual(
        await signs(page),
        made.at.map(() => 'true'),
      );
      assert.deepEqual(await hashes(page), made.hashes);
      assert.deepEqual(await sides(page), made.sides);
      await page.getByRole('slider', { name: 'Moment' }).fill('30');
      assert.equal((await sides(page))[0].solver, 'umbra');
    },
  );
}

demoTest(
  'a link of a comparison that nobody touched says at which hashes it arrives',
  { hash: 'compare.html#scene=stack&p.boxes=4&a=umbra&b=fx2d&c=softStep', context: clipboard, share: true },
  async (page) => {
    await pause(page);
    await steps(page, 35);
    const url = await shared(page, 'Link copied');
    assert.match(url, /&at=\d+(\.[0-9a-f]{8}){3}$/);
    await page.click('#reset');
    const atFirst = await shared(page, 'Link copied');
    assert.match(atFirst, /&at=0(\.[0-9a-f]{8}){3}$/);
    for (const [link, expected] of [
      [url, ['true', 'true', 'true']],
      [url.replace(/.{8}$/, '00000000'), ['true', 'true', 'false']],
      [atFirst, ['true', 'true', 'true']],
    ]) {
      await page.goto('about:blank');
      await page.goto(link);
      await ready(page);
      await page.waitForFunction(() => document.querySelector('.side .hash').dataset.same !== undefined);
      assert.deepEqual(await signs(page), expected);
      // With another number it is another run.
      await page.getByLabel('Boxes').fill('5');
      assert.deepEqual(await signs(page), [undefined, undefined, undefined]);
      await page.waitForFunction(() => !location.hash.includes('at='));
    }
  },
);

demoTest(
  'after a column is removed the focus is in the column that took its place',
  { hash: 'compare.html#scene=stack&a=umbra&b=fx2d&c=softStep&d=wedekind' },
  async (page) => {
    await pause(page);
    const focused = () =>
      page.evaluate(() => {
        const { id, classList } = document.activeElement;
        return [id || classList.value, document.activeElement.closest('.side')?.classList.value];
      });
    const remove = async (side) => {
      await page.locator(`.side-${side} .remove`).focus();
      await page.keyboard.press('Enter');
      return focused();
    };
    assert.deepEqual(await remove('a'), ['icon remove', 'side side-a']);
    assert.deepEqual(await remove('c'), ['solver-b', 'side side-b'], 'two cannot be removed');
    assert.equal((await sides(page)).length, 2);
  },
);

demoTest(
  'a recording of other columns is refused with a reason, and the comparison is there',
  { hash: 'compare.html#scene=stack&a=umbra&b=fx2d&rec=abc' },
  async (page) => {
    assert.match(await page.locator('#share-note').textContent(), /The recording in the link cannot be shown/);
    assert.equal((await sides(page)).length, 2);
  },
);
