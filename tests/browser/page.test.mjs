// What the demo page does beside showing a scene: links that keep everything, code, pictures, the inspector, its size
// on small screens.
import assert from 'node:assert/strict';
import { kSolverLabels } from './labels.mjs';
import { bodies, demoTest, desktop, fastForward, frames, onPage, phone, ready, state, useDemo } from './demo.mjs';

useDemo();

const clipboard = { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] };
const kTick = 2000; // ms between changes of a page where nothing moves but the clock
const kWatched = 10_000; // ms after the last motion or touch, in which it changes more often
const kEarly = 20; // ms by which a timer may come before its time, and a step before its tick ends
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

demoTest('where the clipboard is closed, a link is handed over in a field', { hash: '#scene=stack' }, async (page) => {
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('closed'))));
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'To copy' });
  assert.match(await field.inputValue(), /#scene=stack&at=\d+\.[0-9a-f]{8}$/);
  assert.equal(
    await field.evaluate((input) => input === document.activeElement && input.selectionEnd),
    await field.evaluate((input) => input.value.length),
  );
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('#share-note').textContent(), '');
});

for (const context of [desktop, phone]) {
  demoTest(
    `the first ${context === phone ? 'tap' : 'click'} on the stage opens no banner and draws no frame`,
    { hash: '#scene=stack', context },
    async (page) => {
      const { x, y } = await onPage(page, -4, 6);
      if (context === phone) await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      await frames(page);
      assert.equal(await page.locator('#stage').evaluate((stage) => stage.matches(':focus-visible')), false);
      assert.equal(await page.locator('#keys-short').evaluate((hint) => getComputedStyle(hint).opacity), '0');
      assert.equal((await state(page)).bodies, 12, 'and it added a body');
    },
  );
}

demoTest('nothing is spawned inside another body', { hash: '#scene=pyramid' }, async (page) => {
  await fastForward(page, 30);
  const before = await state(page);
  const ground = await onPage(page, 0, -0.6);
  await page.mouse.click(ground.x, ground.y);
  assert.equal((await state(page)).bodies, before.bodies);
  assert.notEqual(await page.evaluate(() => window.impulseDemo.stage.overlay.refused), null, 'and it is shown where');
  await page.keyboard.press('t');
  await page.keyboard.press(' ');
  // A throw from the middle of a box starts beside the pyramid or not at all.
  const from = await onPage(page, 0, 6.5);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, from.y - 100, { steps: 3 });
  await page.mouse.up();
  const deepest = await page.evaluate(() => {
    const { world } = window.impulseDemo.simulation;
    const added = [...world.bodies].filter(({ userData }) => userData?.tint === 1).pop();
    return world.overlap({ shape: added.shapes[0], position: added.position, except: added }).length;
  });
  assert.equal(deepest, 0);
});

demoTest(
  'a link keeps solver options and sleep',
  { hash: '#scene=stack&solver=umbra', context: clipboard },
  async (page) => {
    await page.locator('summary', { hasText: 'Solver' }).click();
    await page.locator('[name="solver-velocityIterations"]').fill('0');
    await page.locator('[name="solver-warmStarting"]').uncheck();
    await page.getByLabel('Let bodies at rest sleep').uncheck();
    await page.keyboard.press('r'); // from the start, and not as a recording of what was changed on the way
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.getElementById('share-note').textContent === 'Link copied');
    const link = await copied(page);
    for (const part of ['o.velocityIterations=0', 'o.warmStarting=false', 'sleep=off'])
      assert.ok(link.includes(part), `${part} in ${link}`);
    await page.goto('about:blank');
    await page.goto(link);
    await ready(page);
    const { solver, sleep } = await page.evaluate(() => {
      const { world } = window.impulseDemo.simulation;
      return { solver: world.solver, sleep: world.sleep };
    });
    assert.deepEqual([solver.velocityIterations, solver.warmStarting, sleep], [0, false, false]);
    assert.equal(await page.locator('[name="solver-velocityIterations"]').inputValue(), '0');
    assert.equal(await page.locator('#unknown').isVisible(), false);
  },
);

demoTest(
  'a link keeps what a drag does and what a click adds',
  { hash: '#scene=stack', context: clipboard },
  async (page) => {
    await page.keyboard.press('t');
    await page.locator('#kind').selectOption('capsule');
    await page.waitForFunction(() => location.hash.includes('&add='));
    const link = page.url();
    assert.match(link, /&tool=throw&add=capsule/);
    await page.goto('about:blank');
    await page.goto(link);
    await ready(page);
    assert.ok(await page.locator('#tool-throw').isChecked());
    assert.equal(await page.locator('#kind').inputValue(), 'capsule');
    assert.equal(await page.locator('#unknown').isVisible(), false);
    await page.evaluate(() => (location.hash = '#scene=stack&tool=cut&add=moon'));
    await page.locator('#unknown').waitFor();
    assert.match(await page.locator('#unknown').textContent(), /tool “cut”.*add “moon”/);
    assert.ok(await page.locator('#tool-grab').isChecked());
    assert.equal(await page.locator('#kind').inputValue(), 'box');
  },
);

demoTest('options that a solver has not are said', { hash: '#scene=stack&o.magic=3&sleep=maybe' }, async (page) => {
  const text = await page.locator('#unknown').textContent();
  assert.match(text, /sleep “maybe”.*solver option “magic”/);
});

for (const [part, said] of [
  ['rec=AY0BeyJwYXJhbXMi', /has parts that cannot be used: rec “AY0BeyJwYXJh…” \(the recording is cut off\)/],
  ['rec=', /rec “” \(the recording is cut off\)/],
  ['rec=AY0Be', /rec “AY0Be” \(the recording is cut off\)/],
  ['rec=AY0B!', /rec “AY0B!” \(the recording has characters that no link has\)/],
  ['rec=AQN7eyI', /rec “AQN7eyI” \(the recording does not say where it begins\)/],
  ['rec=Af______9_', /rec “Af______9_” \(the recording .*\)/],
  ['at=-5.01234567', /at “-5\.01234567”/],
  ['at=99999999.01234567', /at “99999999\.01234567”/],
])
  for (const address of [`#scene=stack&${part}`, `compare.html#scene=stack&a=umbra&b=fx2d&${part}`])
    demoTest(`${address}: what cannot be shown is named`, { hash: address }, async (page) => {
      await page.locator('#unknown').waitFor();
      assert.match(await page.locator('#unknown').textContent(), said);
    });

demoTest(
  'a shared run that comes to the same hash is marked as the same, and another as another',
  { hash: '#scene=pile&p.count=60', context: clipboard },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 40);
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.getElementById('share-note').textContent === 'Link copied');
    const link = await copied(page);
    assert.match(link, /&at=\d+\.[0-9a-f]{8}$/);
    const badge = page.locator('.hash');
    await page.keyboard.press('Space');
    await page.keyboard.press('r');
    await page.keyboard.press('s');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('&at=0.'));
    const atFirst = await copied(page);
    for (const [url, same] of [
      [link, 'true'],
      [link.replace(/.{8}$/, '00000000'), 'false'],
      [atFirst, 'true'],
      [atFirst.replace(/.{8}$/, '00000000'), 'false'],
    ]) {
      await page.goto('about:blank');
      await page.goto(url);
      await ready(page);
      await page.waitForFunction(() => document.querySelector('.hash').dataset.same !== undefined);
      assert.equal(await badge.getAttribute('data-same'), same);
      // The run goes on: the sign says which moment it speaks of.
      const sign = await badge.locator('dd').evaluate((dd) => getComputedStyle(dd, '::after').content);
      assert.match(sign, new RegExp(`${same === 'true' ? '✓' : '≠'} at .*\\d\\.\\d s`));
    }
    // With a hand in it there is nothing to promise.
    await page.evaluate(() => (location.hash = '#scene=stack&p.boxes=4'));
    await page.waitForFunction(() => window.impulseDemo.simulation.scene.id === 'stack');
    const { x, y } = await onPage(page, -4, 3);
    await page.mouse.click(x, y);
    await page.keyboard.press('s');
    await page.waitForFunction(async () => !(await navigator.clipboard.readText()).includes('scene=pile'));
    assert.doesNotMatch(await copied(page), /at=/);
  },
);

for (const [page, list] of [
  ['', '#solver'],
  ['compare.html', '#solver-a'],
])
  demoTest(`${page || 'the demo page'}: presets have their usual labels`, { hash: page }, async (page) => {
    const labels = await page.locator(`${list} option`).allTextContents();
    assert.deepEqual(labels.filter((label) => !label.startsWith('Default')).toSorted(), kSolverLabels.toSorted());
  });

demoTest('the picker has groups, and a picture of each scene', {}, async (page) => {
  await page.keyboard.press('/');
  await page.locator('#picker-list h3').first().waitFor();
  assert.ok((await page.locator('#picker-list h3').count()) >= 6);
  const group = await page.locator('#picker-list section:has([aria-current]) h3').boundingBox();
  const list = await page.locator('#picker-list').boundingBox();
  assert.ok(Math.abs(group.y - list.y) < 8, 'the group of the current scene is first in view');
  const count = await page.evaluate(async () => (await window.impulseDemo.everyScene()).length);
  assert.ok(count >= 36, `${count} scenes`);
  assert.equal(await page.locator('#picker-list button').count(), count);
  const broken = await page.evaluate(async () => {
    const images = [...document.querySelectorAll('#picker-list img')];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    return images.filter((image) => image.naturalWidth === 0).map((image) => image.currentSrc);
  });
  assert.deepEqual(broken, []);
  await page.keyboard.type('liquid');
  await page.waitForFunction(() => document.querySelectorAll('#picker-list li:not([hidden])').length === 1);
  assert.equal(await page.locator('#picker-list section:not([hidden])').count(), 1, 'groups without a find go');
});

demoTest('captions follow the sliders, and each scene has one thing to try', { hash: '#scene=chain' }, async (page) => {
  await page.getByLabel('Ball to link').fill('40');
  assert.match(await page.locator('#scene-caption').textContent(), /40 times as heavy/);
  const without = await page.evaluate(async () =>
    (await window.impulseDemo.everyScene()).filter(({ suggestion }) => !suggestion).map(({ id }) => id),
  );
  assert.deepEqual(without, []);
});

demoTest(
  'the code of a scene can be read, edited and run',
  { hash: '#scene=stack', context: clipboard },
  async (page) => {
    await page.keyboard.press('c');
    const code = page.locator('#source-code');
    await page.waitForFunction(() => document.getElementById('source-code').value.includes("id: 'stack'"));
    const text = await code.inputValue();
    assert.match(text, /^import \{ floor, tint \} from 'impulse2d\/scenes';/);
    await code.fill(
      text.replace("title: 'Stack'", "title: 'Row'").replace('position: [', 'position: [1.5 * i, 0.5], angle: [0,'),
    );
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(() => document.getElementById('source-note').dataset.wrong !== undefined);
    assert.match(await page.locator('#source-note').textContent(), /angle/, 'what is wrong is said');
    await code.fill(text.replace("title: 'Stack'", "title: 'Row'").replace('0.5 + i]', '0.5 + 2 * i]'));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(() => document.getElementById('scene-title').textContent === 'Row');
    // Where it begins: the boxes fall by now.
    const height = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      simulation.reset();
      return [...simulation.world.bodies].filter(({ type }) => type === 'dynamic')[1].position.y;
    });
    assert.ok(Math.abs(height - 2.5) < 1e-6, `the second box is at ${height} m`);
    const said = (note) =>
      page.waitForFunction((text) => document.getElementById('share-note').textContent === text, note);
    const share = async (lack) => {
      await page.locator('#source-close').click();
      await page.keyboard.press('s');
      await said(`Link copied${lack}`);
      // Of edited code a link promises no hash: it carries the scene's own.
      assert.equal((await copied(page)).includes('&at='), lack === '');
      await page.getByRole('button', { name: 'Copy as <impulse-scene>' }).click();
      await said(`Tag copied${lack}`);
      await page.keyboard.press('c');
    };
    await share('; without your edited code');
    await page.getByRole('button', { name: 'Undo all edits' }).click();
    assert.equal(await code.inputValue(), text);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(() => document.getElementById('scene-title').textContent === 'Stack');
    await share('');
  },
);

demoTest(
  'a setup function is run as a scene, as an <impulse-scene> would',
  { hash: '#scene=stack', context: clipboard },
  async (page) => {
    await page.keyboard.press('c');
    const code = page.locator('#source-code');
    await page.waitForFunction(() => document.getElementById('source-code').value.includes("id: 'stack'"));
    const run = async (text) => {
      await code.fill(text);
      await page.getByRole('button', { name: 'Run' }).click();
    };
    const wrong = async (pattern) => {
      await page.waitForFunction(() => document.getElementById('source-note').dataset.wrong !== undefined);
      assert.match(await page.locator('#source-note').textContent(), pattern);
    };
    await run('export default 3;');
    await wrong(/export its scene as the default: a function that fills a world, or an object with title/);
    await run('export default async function setup() {}');
    await wrong(/setup must not be async/);
    await run(`let drawn = 0;
      export default function setup({ world, random }) {
        for (let i = 0; i < 3; i++)
          world.createBody({ position: [20 + 2 * i, 5 + random()], shapes: [{ type: 'circle', radius: 0.5 }] });
        return { beforeStep: (time) => (globalThis.before = time), afterStep: (time) => (globalThis.after = time),
          draw: (ctx, { toScreen }) => { globalThis.at = toScreen({ x: 22, y: 5 }); ctx.translate(1e6, 0); } };
      }`);
    await page.waitForFunction(() => document.getElementById('scene-title').textContent === 'Your scene');
    await page.waitForFunction(() => globalThis.after > 0.1 && globalThis.at);
    const found = await page.evaluate(() => ({
      bodies: window.impulseDemo.simulation.world.bodyCount,
      x: window.impulseDemo.camera.x,
      late: Math.abs(globalThis.after - globalThis.before - 1 / 60),
      at: globalThis.at,
      width: window.impulseDemo.camera.width,
    }));
    assert.equal(found.bodies, 3);
    assert.ok(found.late < 1e-6, 'after a step it is later by one step');
    assert.ok(Math.abs(found.x - 22) < 0.1, `the camera looks at ${found.x} m`);
    assert.ok(Math.abs(found.at.x - found.width / 2) < 5, 'and what is drawn is in its place');
    await run(`export default ({ world }) => {
      world.createBody({ shapes: [{ type: 'circle', radius: 0.5 }] });
      return { camera: { x: 3, y: 1, width: 12 } };
    };`);
    await page.waitForFunction(() => window.impulseDemo.camera.x === 3);
  },
);

const kBoxAndGround = `export default ({ world }) => {
  world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 40, height: 1 }] });
  world.createBody({ position: [0, 5], shapes: [{ type: 'box', width: 1, height: 1 }] });
}`;
/** Opens the source panel; returns what runs code there. */
async function openSource(page) {
  await page.keyboard.press('c');
  await page.waitForFunction(() => document.getElementById('source-code').value.includes('export'));
  return async (text) => {
    await page.locator('#source-code').fill(text);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
  };
}
const runs = (page) =>
  page.waitForFunction(() => document.getElementById('source-note').textContent === 'It runs behind this window.');

demoTest('the source panel keeps edited code, and the way back', { hash: '#scene=stack' }, async (page) => {
  const run = await openSource(page);
  const [code, title] = [page.locator('#source-code'), page.locator('#source-title')];
  const original = await code.inputValue();
  await run(kBoxAndGround);
  await runs(page);
  assert.equal(await title.textContent(), 'Your scene');
  await page.locator('#source-close').click();
  await openSource(page);
  assert.equal(await code.inputValue(), kBoxAndGround);
  assert.equal(await title.textContent(), 'Your scene');
  await page.getByRole('button', { name: 'Undo all edits' }).click();
  assert.equal(await code.inputValue(), original);
  assert.equal(await title.textContent(), 'Stack');
  await page.locator('#source-close').click();
  await openSource(page);
  assert.equal(await title.textContent(), 'Stack', 'the title is that of the code');
});

demoTest('a scene without a camera is shown with the ground below', { hash: '#scene=stack' }, async (page) => {
  const run = await openSource(page);
  await run(kBoxAndGround);
  await runs(page);
  const heights = () =>
    page.evaluate(() => {
      const { camera } = window.impulseDemo;
      return [-0.1, 5.5].map((y) => camera.toScreen(0, y).y / camera.height);
    });
  const seen = ([ground, top]) => assert.ok(top > 0 && ground > top && ground < 1, `from ${top} to ${ground}`);
  seen(await heights());
  await page.locator('#source-close').click();
  await page.locator('button[data-command=fit]').click();
  seen(await heights());
});

const kBroken = {
  beforeStep: `return { beforeStep() { throw new Error('inside'); } };`,
  afterStep: `let n = 0; return { afterStep() { if (++n > 60) throw new RangeError('inside'); } };`,
  draw: `return { draw() { throw new Error('inside'); } };`,
};
for (const [part, body] of Object.entries(kBroken)) {
  demoTest(`an error in ${part} pauses the scene and is shown`, { hash: '#scene=stack' }, async (page) => {
    await page.evaluate(() => (console.error = (error) => (window.logged = error)));
    const run = await openSource(page);
    await run(kBoxAndGround.replace(/}$/, `${body} }`));
    const said = `Paused by an error in ${part}: ${part === 'afterStep' ? 'RangeError: ' : ''}inside`;
    const note = page.locator('#source-note[role=alert]');
    await note.getByText(said, { exact: true }).waitFor();
    assert.ok(await page.evaluate(() => window.logged.cause.stack.includes('edited/')), 'the console says where');
    await page.locator('#source-close').click();
    const alert = page.locator('#failed[role=alert]');
    assert.equal(await alert.textContent(), said);
    assert.ok(await alert.isVisible());
    assert.equal(await page.locator('#play-label').textContent(), 'Play');
    assert.equal((await state(page)).paused, true);
    const again = await openSource(page);
    await again(kBoxAndGround);
    await runs(page);
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 10); // code that works runs at once
    assert.equal(await alert.isVisible(), false);
    assert.equal(await page.locator('#source-note').getAttribute('role'), 'status');
  });
}

demoTest('an error of a click or in an event pauses the scene too', { hash: '#scene=stack' }, async (page) => {
  await page.evaluate(() => (console.error = () => {}));
  const alert = page.locator('#failed');
  const run = await openSource(page);
  await run(kBoxAndGround.replace(/}$/, `return { tap() { throw new Error('tapped'); } }; }`));
  await runs(page);
  await page.locator('#source-close').click();
  await page.locator('#stage').click({ position: { x: 40, y: 40 } });
  await alert.getByText('Paused by an error in tap: tapped', { exact: true }).waitFor();
  const again = await openSource(page);
  await again(kBoxAndGround.replace(/}$/, `world.on('contactBegin', () => { throw new Error('touched'); }); }`));
  await alert.getByText('Paused by an error: touched', { exact: true }).waitFor({ state: 'attached' });
  assert.equal((await state(page)).paused, true);
});

demoTest('a scene that cannot be built leaves the one before as it is', { hash: '#scene=stack' }, async (page) => {
  const run = await openSource(page);
  await run(kBoxAndGround);
  await runs(page);
  const failing = (title) => `export default { title: '${title}', camera: { x: 0, y: 0, width: 1, height: 1 },
    build() { throw new Error('not built'); } };`;
  await run(failing('Broken'));
  await page.locator('#source-note[role=alert]').getByText('not built', { exact: true }).waitFor();
  const steps = await page.evaluate(() => window.impulseDemo.simulation.steps);
  await page.waitForFunction((from) => window.impulseDemo.simulation.steps > from + 120, steps); // words: once a second
  assert.match(await page.locator('#stage').getAttribute('aria-label'), /^Your scene: 2 bodies, /);
  assert.equal(await page.locator('#scene-title').textContent(), 'Your scene');
  assert.equal(await page.evaluate(() => window.impulseDemo.simulation.scene.title), 'Your scene');
});

demoTest(
  'a tag does not carry changes to a solver, and says so',
  { hash: '#scene=stack&solver=umbra&o.velocityIterations=3', context: clipboard },
  async (page) => {
    await page.getByRole('button', { name: 'Copy as <impulse-scene>' }).click();
    const said = 'Tag copied; without your changes to the solver';
    await page.waitForFunction((text) => document.getElementById('share-note').textContent === text, said);
    assert.match(await copied(page), /^<impulse-scene src="stack" solver="umbra" /);
  },
);

demoTest(
  'the figure is copied as a tag that shows the same',
  { hash: '#scene=stack&p.boxes=4&camera=1,2,9&solver=umbra&layers=shapes,boxes&speed=0.5', context: clipboard },
  async (page) => {
    await page.getByRole('button', { name: 'Copy as <impulse-scene>' }).click();
    await page.waitForFunction(() => document.getElementById('share-note').textContent === 'Tag copied');
    assert.equal(
      await copied(page),
      '<impulse-scene src="stack" params=\'{"boxes":4}\' camera="1 2 9" solver="umbra" layers="boxes" speed="0.5" autoplay controls></impulse-scene>',
    );
    // The tag alone shows nothing: the script that it needs is one click away.
    await page.getByRole('link', { name: 'The script it needs' }).click();
    await page.getByText('impulse2d.element.global.js').first().waitFor();
  },
);

demoTest(
  'the body under the mouse tells mass, speed and contacts',
  { hash: '#scene=stack&p.boxes=3' },
  async (page) => {
    const inspector = page.locator('#inspector');
    assert.equal(await inspector.isVisible(), false);
    await fastForward(page, 60);
    const { x, y } = await onPage(page, 0, 1.5);
    await page.mouse.move(x, y);
    await inspector.waitFor();
    assert.match(await inspector.textContent(), /1\.00 kg · 0\.00 m\/s · .* · 2 contacts/);
    const empty = await onPage(page, 4, 3);
    await page.mouse.move(empty.x, empty.y);
    await inspector.waitFor({ state: 'hidden' });
  },
);

for (const [device, context, widths] of [
  ['a phone', phone, [390, 360, 320]],
  ['a desktop', desktop, [1280, 768]],
]) {
  demoTest(
    `on ${device} of ${widths.join(', ')} px every page of the navigation is there and nothing is outside the screen`,
    { context: { ...context, viewport: { width: widths[0], height: 800 } } },
    async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction((wanted) => innerWidth === wanted, width);
        await frames(page, 2);
        const found = await page.evaluate(() => {
          const outside = (selector) =>
            [...document.querySelectorAll(selector)]
              .filter((element) => element.getClientRects().length > 0)
              .filter((element) => {
                const { left, right } = element.getBoundingClientRect();
                return left < 0 || right > innerWidth + 0.5;
              })
              .map((element) => element.textContent.trim());
          const transport = [...document.querySelectorAll('.transport > *')].map((each) =>
            each.getBoundingClientRect(),
          );
          return {
            lines: new Set([...document.querySelectorAll('.views a')].map((link) => link.offsetTop)).size,
            overlapping: transport.slice(1).filter(({ left }, i) => left < transport[i].right - 0.5).length,
            kind: document.getElementById('kind').getClientRects().length,
            time: document.getElementById('scrub-time').getClientRects().length,
            links: [...document.querySelectorAll('.views a')].map((link) => link.textContent),
            hidden: [...document.querySelectorAll('.views a')].filter((link) => link.getClientRects().length === 0)
              .length,
            outside: outside('.views a, .transport > *, .masthead button'),
            wide: document.documentElement.scrollWidth,
          };
        });
        assert.deepEqual(found.links, ['Scenes', 'Solvers', 'Two shapes', 'Lessons', 'Examples', 'Docs']);
        assert.deepEqual([found.hidden, found.outside], [0, []], `${width} px`);
        assert.equal(found.lines, 1, `the navigation is one line at ${width} px`);
        assert.equal(found.overlapping, 0, `no control lies over another at ${width} px`);
        assert.deepEqual([found.kind, found.time], [1, 1], 'what a tap adds, and the time');
        assert.equal(found.wide, width);
      }
    },
  );
}

for (const [width, height] of [
  [667, 375],
  [844, 390],
  [932, 430],
])
  demoTest(
    `on a phone of ${width} x ${height} held sideways one drives and sees, and everything can be scrolled to`,
    { hash: '#scene=car', context: { ...phone, viewport: { width, height } } },
    async (page) => {
      const inView = (selector) =>
        page.locator(selector).evaluateAll((all) =>
          all.map((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const whole = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
            return whole && (element === hit || element.contains(hit));
          }),
        );
      for (const selector of ['#play', '#back', '#into', '#kind', '#actions button']) {
        const found = await inView(selector);
        assert.ok(found.length > 0 && found.every(Boolean), `${selector}: ${found}`);
      }
      const stage = await page.locator('#stage').boundingBox();
      assert.ok(stage.height >= 170 && stage.width >= 380 && stage.y + stage.height <= height, JSON.stringify(stage));
      for (const selector of [
        '#scene-title',
        '#params input',
        '#layers .chip',
        '#source-open, [data-command=source]',
      ]) {
        const last = page.locator(selector).last();
        if ((await last.count()) === 0) continue;
        await last.scrollIntoViewIfNeeded();
        assert.equal((await inView(selector)).at(-1), true, `${selector} is seen`);
        assert.deepEqual(await page.locator('#stage').boundingBox(), stage, 'and the picture stays');
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      // The opened step has room too.
      await page.getByRole('button', { name: 'Look inside' }).click();
      await page.locator('#inside canvas').waitFor();
      await page.locator('#inside canvas').scrollIntoViewIfNeeded();
      const chart = await page.locator('#inside canvas').boundingBox();
      assert.ok(chart.y >= 0 && chart.y < height - 60, JSON.stringify(chart));
    },
  );

for (const [name, width] of [
  ['upright', 718],
  ['lying', 1047],
])
  demoTest(
    `on paper that is ${name} the picture is there, light also for a reader of dark pages, and nothing to press`,
    { hash: '#scene=stack&p.boxes=4', context: { viewport: { width, height: 700 }, colorScheme: 'dark' } },
    async (page) => {
      await page.evaluate(() => {
        addEventListener('beforeprint', () => {
          const [r, g, b] = window.readStage(4, 4, 1, 1);
          window.printed = r + g + b;
        });
      });
      await page.pdf();
      assert.ok((await page.evaluate(() => window.printed)) > 690, 'paper');
      const [r, g, b] = await page.evaluate(() => [...window.readStage(4, 4, 1, 1)]);
      assert.ok(r + g + b < 150, 'and dark again on the screen');
      const before = await page.evaluate(() => window.impulseDemo.stage.canvas.getBoundingClientRect().width);
      assert.ok(before > 300);
      await page.emulateMedia({ media: 'print' });
      await frames(page);
      const stage = await page.locator('#stage').boundingBox();
      assert.ok(stage.width > 0.8 * width && stage.height > 400, JSON.stringify(stage));
      assert.equal(await page.locator('#stage').evaluate((canvas) => getComputedStyle(canvas).objectFit), 'contain');
      assert.equal(await page.locator('button, input, select').filter({ visible: true }).count(), 0);
    },
  );

demoTest(
  'a page at rest asks for few frames, and wakes at a touch',
  { hash: '#scene=stack&p.boxes=2' },
  async (page) => {
    await fastForward(page, 200);
    await frames(page, 3);
    const asked = await page.evaluate(async () => {
      const original = window.requestAnimationFrame;
      let count = 0;
      window.requestAnimationFrame = (callback) => {
        count++;
        return original.call(window, callback);
      };
      await new Promise((done) => setTimeout(done, 1000));
      window.requestAnimationFrame = original;
      return count;
    });
    assert.ok(asked < 3, `${asked} frames in a second`);
    const before = await state(page);
    await page.waitForFunction((steps) => window.impulseDemo.simulation.steps > steps, before.steps);
    const { x, y } = await onPage(page, 3, 2);
    await page.mouse.click(x, y);
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount > 0);
  },
);

/** How often the clock under the figure changes within so many ms, and how many pictures are drawn. */
const clockChanges = (page, ms) =>
  page.evaluate(async (wait) => {
    const { stage, simulation } = window.impulseDemo;
    let [pictures, changes] = [0, 0];
    const paint = stage.paint.bind(stage);
    stage.paint = (...what) => (pictures++, paint(...what));
    const observer = new MutationObserver(() => changes++);
    observer.observe(document.getElementById('scrub-time'), { childList: true, characterData: true, subtree: true });
    await new Promise((done) => setTimeout(done, wait));
    observer.disconnect();
    stage.paint = paint;
    return { pictures, changes, steps: simulation.steps };
  }, ms);

demoTest(
  'where all bodies sleep the clock is seen to run while somebody may watch, and nothing is drawn for it',
  { hash: '#scene=stack' },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount === 0);
    await page.waitForTimeout(300); // the last picture
    const found = await clockChanges(page, 3000);
    assert.ok(found.changes >= 6 && found.changes <= 14, `${found.changes} changes in 3 s`);
    assert.equal(found.pictures, 0);
  },
);

demoTest(
  'a link to a moment long after all sleep is seen on its way, however long that takes',
  { hash: '#scene=stack&at=1500.00000000' },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount === 0);
    // Nobody touches anything, and the last motion is long ago.
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 800, null, { timeout: 60_000 });
    const found = await clockChanges(page, 2000);
    assert.ok(found.changes >= 4, `${found.changes} changes in 2 s`);
    assert.ok(found.steps < 1500, `${found.steps} steps: it is still on its way`);
    assert.equal(found.pictures, 0);
  },
);

demoTest(
  'while nothing moves but the clock and nobody is there, the page changes once a tick and draws nothing',
  { hash: '#scene=stack' },
  async (page) => {
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount === 0);
    await page.waitForTimeout(kWatched + 500);
    const ticks = 2;
    const found = await page.evaluate(async (wanted) => {
      const { simulation, stage } = window.impulseDemo;
      const stall = 30_000; // ms
      // Resolves when time has gone on, in the same task or right after it.
      const tick = () =>
        new Promise((resolve, reject) => {
          const stalled = setTimeout(() => reject(new Error('the clock stands still')), stall);
          const off = simulation.world.on('afterStep', () => {
            off();
            clearTimeout(stalled);
            resolve(performance.now());
          });
        });
      // The first picture at rest, and what it changes, come before a tick that follows a tick.
      await tick();
      const start = await tick();
      let pictures = 0;
      const paint = stage.paint.bind(stage);
      stage.paint = (...what) => (pictures++, paint(...what));
      let changes = 0;
      const observer = new MutationObserver(() => changes++);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      let end = start;
      for (let i = 0; i < wanted; i++) {
        // After the step's task: the steps that follow in it belong to the same tick.
        await new Promise((resolve) => setTimeout(resolve));
        end = await tick();
      }
      await new Promise((resolve) => setTimeout(resolve));
      observer.disconnect();
      return { pictures, changes, elapsed: end - start };
    }, ticks);
    assert.equal(found.pictures, 0);
    assert.ok(found.changes >= 1 && found.changes <= ticks + 1, `${found.changes} changes in ${ticks} ticks`);
    // However late the ticks come, each is followed by one on a whole period, and so two take one at least.
    assert.ok(found.elapsed > (ticks - 1) * kTick - kEarly, `${ticks} ticks in ${found.elapsed} ms`);
  },
);
