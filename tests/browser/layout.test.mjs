// The page in windows of all sizes, and what the reader's hand meets there: nothing is cut off, nothing is out of
// reach, and the way back leads back.
import assert from 'node:assert/strict';
import { demoTest, desktop, frames, phone, useDemo } from './demo.mjs';

useDemo();

const low = { viewport: { width: 640, height: 400 } };

/** By how much elements are wider than their boxes, px. */
const beyond = (page, selector) =>
  page.locator(selector).evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));

/** Of another page of the site, once it runs. */
async function visit(page, path, { width, height }) {
  await page.setViewportSize({ width, height });
  await page.goto('about:blank');
  await page.goto(path);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  await frames(page);
}

for (const [context, hash] of [
  [{ viewport: { width: 1280, height: 800 } }, '#scene=stack&at=5.00000000'],
  [phone, '#scene=stack&at=5.00000000'],
  [low, '#scene=stack&at=5.00000000'],
])
  demoTest(
    `the mark of a shared run leaves the numbers whole, ${context.viewport.width} px wide`,
    { hash, context },
    async (page) => {
      await page.waitForFunction(() => document.querySelector('.hash').dataset.same === 'false');
      const { right } = await page.evaluate(() => document.querySelector('.numbers').getBoundingClientRect());
      const rights = await page.evaluate(() =>
        [...document.querySelectorAll('.numbers > div')].map((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          return range.getBoundingClientRect().right;
        }),
      );
      for (const each of rights) assert.ok(each <= right + 1, `${each} of ${right}`);
      assert.deepEqual(await beyond(page, '.margin'), [0]);
    },
  );

demoTest('arenas of the rollback example are as high as one can play in, in low windows', {}, async (page) => {
  const { origin } = new URL(page.url());
  for (const [width, height] of [
    [844, 390],
    [740, 360],
    [640, 400],
  ]) {
    await visit(page, `${origin}/examples/rollback/`, { width, height });
    const boxes = await page.locator('canvas').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    for (const box of boxes) assert.ok(box.height >= 200 && box.bottom <= height, JSON.stringify(box));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    // What does not fit is reached by scrolling.
    const note = page.locator('.note p');
    await note.scrollIntoViewIfNeeded();
    const { y, height: high } = await note.boundingBox();
    assert.ok(y >= 0 && y + high <= height, `${y} ${high}`);
  }
});

demoTest('in a low window every page of the site is in sight', { hash: '#scene=car', context: low }, async (page) => {
  for (const [width, height] of [
    [640, 400],
    [844, 390],
    [667, 375],
    [1000, 480],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((wanted) => innerWidth === wanted, width);
    await frames(page, 2);
    const rights = await page.locator('.views a').evaluateAll((all) => all.map((a) => a.getBoundingClientRect().right));
    assert.equal(rights.length, 6);
    const views = await page.locator('.views').boundingBox();
    assert.ok(Math.max(...rights) <= Math.min(width, views.x + views.width) + 0.5, `${width} px: ${rights}`);
    const stage = await page.locator('#stage').boundingBox();
    assert.ok(stage.height >= 170, `${width} x ${height}: the picture is ${stage.height} px high`);
  }
});

demoTest(
  'the comparison fits a window of 320 px',
  { hash: 'compare.html', context: { viewport: { width: 320, height: 640 } } },
  async (page) => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320),
);

demoTest(
  'who plays a comparison sees it move, in low and in narrow windows too',
  { hash: 'compare.html' },
  async (page) => {
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
      [844, 390],
      [640, 400],
    ]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      await frames(page, 2);
      const stage = await page.locator('#stage-a').boundingBox();
      const seen = Math.min(stage.height, height - stage.y);
      assert.ok(seen > 80 && seen > 0.5 * stage.height, `${width} x ${height}: ${seen} of ${stage.height} px`);
      const label = await page.locator('label[for=speed]').boundingBox();
      assert.ok(label.width > 20 && label.height > 8, `${width} x ${height}: the slider says what it is`);
      const bar = await page.locator('.bar').boundingBox();
      const source = await page.locator('#scene-code').boundingBox();
      const scene = await page.locator('#scene').boundingBox();
      assert.ok(Math.abs(source.y + source.height / 2 - scene.y - scene.height / 2) < 4, 'beside the scene');
      assert.ok(source.x + source.width <= bar.x + bar.width + 0.5);
    }
  },
);

demoTest(
  'where the clipboard is closed, the link is copied from a field, which Escape closes',
  { hash: '#scene=stack', context: { viewport: { width: 1280, height: 800 } } },
  async (page) => {
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('closed'))));
    const share = page.getByRole('button', { name: 'Share' });
    await share.click();
    const field = page.getByRole('textbox', { name: 'To copy' });
    await field.waitFor();
    const found = await field.evaluate((input) => ({
      left: input.scrollLeft,
      all: input.value.slice(input.selectionStart, input.selectionEnd) === input.value,
    }));
    assert.deepEqual(found, { left: 0, all: true }, 'its beginning is shown, and all of it is selected');
    const [note, title] = [
      await page.locator('#share-note').boundingBox(),
      await page.locator('#scene-title').boundingBox(),
    ];
    assert.ok(note.x + note.width <= title.x, 'it does not cover the title');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#share-note').textContent(), '');
    assert.ok(await share.evaluate((button) => button === document.activeElement), 'the focus is back');
  },
);

demoTest('keys are heard as soon as a dialog is closed', { hash: '#scene=lander' }, async (page) => {
  await page.keyboard.press('/');
  await page.locator('#picker[open] .entry').first().waitFor();
  // Browsers leave the focus in a dialog that is closed until the next frame.
  const open = await page.evaluate(() => {
    const picker = document.getElementById('picker');
    picker.close();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    return picker.open;
  });
  assert.ok(open);
});

demoTest('going back closes the list of scenes', { hash: '#scene=lander' }, async (page) => {
  await page.keyboard.press(']');
  await page.keyboard.press('/');
  await page.locator('#picker[open] .entry').first().waitFor();
  await page.goBack();
  await page.waitForFunction(() => window.impulseDemo.simulation.scene.id === 'lander');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  await page.keyboard.press('/');
  await page.locator('#picker[open]').waitFor();
  assert.equal(await page.locator('.entry[aria-current]').getAttribute('data-scene'), 'lander');
});

demoTest(
  'shapes that are not there are named in words, and the lists say what is shown instead',
  { hash: 'shapes.html#a=foo&b=bar&stop=x' },
  async (page) => {
    assert.equal(
      await page.locator('#unknown').textContent(),
      'The link has parts that cannot be used: shape “foo”, shape “bar”, stop “x”.',
    );
    for (const which of ['a', 'b']) assert.equal(await page.locator(`#shape-${which}`).inputValue(), 'box');
    await page.evaluate(() => (location.hash = '#a=circle,0,0,0&b=box,1,1,0'));
    // The figure is drawn anew in a later frame, and the lists follow it.
    await page.waitForFunction(() => document.getElementById('shape-a').value === 'circle');
    assert.equal(await page.locator('#unknown').isVisible(), false);
  },
);

demoTest(
  'a comparison waits for the guess, and the verdict says what was guessed',
  { hash: 'compare.html' },
  async (page) => {
    const made = () => page.evaluate(() => window.impulseCompare.sides[0].simulation.steps);
    await page.waitForTimeout(300);
    assert.equal(await made(), 0, 'nothing gives the answer away');
    assert.match(await page.locator('#verdict').textContent(), /waits for your answer/);
    const none = page.getByRole('button', { name: 'None', exact: true });
    await none.click();
    await page.waitForFunction(() => window.impulseCompare.sides[0].simulation.steps > 10);
    await page.evaluate(() => {
      for (let i = 0; i < 800; i++) window.impulseCompare.step();
    });
    await page.waitForFunction(() => document.getElementById('verdict').textContent.startsWith('You guessed none. '));
    assert.equal(await none.getAttribute('aria-pressed'), 'true');
    // Another scene is asked about anew, and one where nothing stands is not.
    const scene = page.locator('#scene');
    await scene.selectOption('stack');
    assert.equal(await none.getAttribute('aria-pressed'), 'false');
    await page.waitForTimeout(200);
    assert.equal(await made(), 0);
    await scene.selectOption('lander');
    assert.equal(await page.locator('#guess').isVisible(), false);
    await page.waitForFunction(() => window.impulseCompare.sides[0].simulation.steps > 5);
    await scene.selectOption('stack');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => window.impulseCompare.sides[0].simulation.steps > 5);
    assert.equal(await page.locator('#verdict').textContent(), '', 'Play is an answer too');
  },
);

demoTest(
  'a comparison played without a guess shows what gave way, and a later guess says that the run starts again',
  { hash: 'compare.html#scene=heavy&p.ratio=6&a=umbra&b=fx2d' },
  async (page) => {
    const verdict = page.locator('#verdict');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.evaluate(() => {
      for (let i = 0; i < 400; i++) window.impulseCompare.step();
    });
    await verdict.filter({ hasText: /^B \(Fx2D\) gave way after \d+\.\d s\.$/ }).waitFor();
    await page.waitForFunction(() =>
      /gave\sway\safter/.test(document.querySelector('.side-b .score').textContent.replaceAll('\u00a0', ' ')),
    );
    await page.getByRole('button', { name: 'A', exact: true }).click();
    assert.match(await verdict.textContent(), /^Started again\./);
    const made = await page.evaluate(() => window.impulseCompare.sides[0].simulation.steps);
    assert.ok(made < 60, `${made} steps`);
    await page.evaluate(() => {
      for (let i = 0; i < 400; i++) window.impulseCompare.step();
    });
    await verdict.filter({ hasText: /^You guessed A\. No: B \(Fx2D\) gave way/ }).waitFor();
    // A run from the beginning has a verdict of its own, without a guess.
    await page.getByRole('button', { name: 'Reset' }).click();
    assert.equal(await verdict.textContent(), '');
    await page.evaluate(() => {
      for (let i = 0; i < 400; i++) window.impulseCompare.step();
    });
    await verdict.filter({ hasText: /^B \(Fx2D\) gave way/ }).waitFor();
  },
);

demoTest('the code of a compared scene is one click away', { hash: 'compare.html#scene=arch' }, async (page) => {
  await page.getByRole('link', { name: 'Source' }).click();
  await page.locator('#source[open]').waitFor();
  assert.equal(await page.locator('#source-title').textContent(), 'Arch');
  assert.equal(await page.locator('#unknown').isVisible(), false);
});

demoTest(
  'labels say what differs: two speeds, the number of bodies, a checked layer',
  { hash: '#scene=car', context: desktop },
  async (page) => {
    const names = await page
      .getByRole('slider')
      .evaluateAll((all) => all.map((each) => each.labels[0]?.textContent ?? each.ariaLabel));
    assert.equal(new Set(names).size, names.length, names.join());
    await page.keyboard.press(' ');
    await frames(page);
    const bodies = await page.locator('#count-bodies').textContent();
    assert.match(await page.locator('#stage').getAttribute('aria-label'), new RegExp(` ${bodies} bodies,`));
    await page.getByRole('checkbox', { name: 'Shapes', exact: true }).waitFor();
    assert.match(await page.locator('.about').textContent(), /^impulse2d is a 2D .*physics engine/);
  },
);
