// Buttons, keys, pointers and fingers on `<impulse-scene>`.
import assert from 'node:assert/strict';
import { articleTest, ask, ready, time, useArticles } from './article.mjs';

useArticles();

articleTest(
  'buttons play, pause, step and start again, with events',
  { body: '<impulse-scene src="joy"></impulse-scene>' },
  async (page) => {
    await ready(page);
    await ask(page, (scene) => {
      window.heard = [];
      for (const name of ['play', 'pause', 'reset', 'step']) {
        scene.addEventListener(name, ({ detail }) =>
          window.heard.push(name === 'step' ? `step ${detail.steps}` : name),
        );
      }
    });
    assert.equal(await time(page), 0, 'without autoplay nothing moves');
    const button = (name) => page.getByRole('button', { name });
    await button('Step').click();
    assert.ok(Math.abs((await time(page)) - 1 / 60) < 1e-9);
    assert.deepEqual(await page.evaluate(() => window.heard.splice(0)), ['step 1']);
    await button('Play').click();
    await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.2);
    await button('Pause').click();
    const stopped = await time(page);
    await page.waitForTimeout(150);
    assert.equal(await time(page), stopped);
    await button('Reset').click();
    assert.equal(await time(page), 0);
    assert.equal(await ask(page, (scene) => scene.paused), true, 'a reset does not start time');
    const heard = await page.evaluate(() => window.heard);
    assert.equal(heard[0], 'play');
    assert.deepEqual(heard.slice(-2), ['pause', 'reset']);
    const steps = heard.filter((name) => name.startsWith('step')).map((name) => Number(name.slice(5)));
    assert.ok(Math.abs(steps.reduce((sum, n) => sum + n, 0) / 60 - stopped + 1 / 60) < 1e-6, 'every step is told once');
  },
);

articleTest(
  'everything works from the keyboard, and nobody is caught',
  {
    body: '<a href="#" id="before">before</a><impulse-scene src="stack"></impulse-scene><a href="#" id="after">after</a>',
  },
  async (page) => {
    await ready(page);
    await page.locator('#before').focus();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const inside = activeElement.shadowRoot?.activeElement;
        return inside ? inside.textContent || inside.localName : activeElement.id;
      });
    const order = [];
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order, ['canvas', 'Play', 'Step', 'Reset', 'Contacts', 'after']);
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'canvas');

    const ring = await ask(page, (scene) => getComputedStyle(scene.shadowRoot.querySelector('.stage')).boxShadow);
    assert.match(ring, /5\.5px/, 'the focus is seen');
    await page.keyboard.press('.');
    assert.ok((await time(page)) > 0);
    await page.keyboard.press(' ');
    assert.equal(await ask(page, (scene) => scene.paused), false);
    await page.keyboard.press(' ');
    assert.equal(await ask(page, (scene) => scene.paused), true);
    await page.keyboard.press('r');
    assert.equal(await time(page), 0);

    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(100);
    assert.equal(await time(page), 0, "arrows are the page's as long as no body is chosen");
    await page.keyboard.press('Shift+Enter'); // the last one, on top
    assert.match(await page.getByRole('status').textContent(), /Arrow keys push it/);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => [...document.querySelector('impulse-scene').world.bodies][10].position.x > 0.01);
    await page.keyboard.press('Escape');
  },
);

articleTest(
  'a pointer drags a body',
  { body: '<impulse-scene src="stack" height="400"></impulse-scene>' },
  async (page) => {
    await ready(page);
    await ask(page, async (scene) => {
      scene.params = { boxes: 3 };
      await scene.ready;
    });
    // Three boxes in a view 12 m wide and 5.5 m high, a floor at 0, three quarters of what is to spare above.
    const box = await page.getByRole('application').boundingBox();
    const scale = Math.min(box.width / 12, box.height / 5.5) / 1.04;
    const at = (x, y) => [
      box.x + box.width / 2 + x * scale,
      box.y + box.height / 2 - (y - 1.5 - 0.25 * (box.height / scale - 5.5)) * scale,
    ];
    await page.mouse.move(...at(0, 2.5));
    await page.mouse.down();
    await page.mouse.move(...at(2, 3), { steps: 5 });
    await page.waitForFunction(() => [...document.querySelector('impulse-scene').world.bodies][3].position.x > 1);
    const joints = () => ask(page, (scene) => scene.world.joints.map(({ type }) => type));
    assert.deepEqual(await joints(), ['target']);
    await page.mouse.up();
    assert.deepEqual(await joints(), []);
    const [first, second] = await ask(page, (scene) => [...scene.world.bodies].slice(1).map((body) => body.position.x));
    assert.ok(Math.abs(first) < 0.2 && Math.abs(second) < 0.3, 'the boxes below stay');
  },
);

articleTest(
  'a figure that starts again, or loses what is dragged, is held no longer',
  {
    body: '<impulse-scene height="400"></impulse-scene>',
    script: `
  document.querySelector('impulse-scene').setup = ({ world }) => {
    world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 40, height: 1 }] });
    world.createBody({ position: [0, 2], shapes: [{ type: 'box', width: 4, height: 4 }] });
    return { camera: { x: 0, y: 2, width: 8, height: 6 } };
  };`,
  },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-scene').world);
    const box = await page.getByRole('application').boundingBox();
    const joints = () => ask(page, (scene) => scene.world.jointCount);
    const grab = async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2 - 20, { steps: 2 });
      assert.equal(await joints(), 1);
    };
    await grab();
    await ask(page, (scene) => scene.reset());
    await page.mouse.move(box.x + 20, box.y + 20, { steps: 2 });
    await page.mouse.up();
    assert.equal(await joints(), 0);
    await ask(page, (scene) => scene.pause());
    await grab();
    await ask(page, (scene) => [...scene.world.bodies][1].destroy());
    await page.mouse.move(box.x + 20, box.y + 20, { steps: 2 });
    await page.evaluate(() => window.frames(3));
    await page.mouse.up();
    assert.deepEqual([await joints(), await ask(page, (scene) => scene.world.bodyCount)], [0, 1]);
  },
);

articleTest(
  'a finger that grabs a body does not scroll the page, one beside it does',
  {
    body: '<impulse-scene src="stack" height="400"></impulse-scene><canvas height="3000" width="1"></canvas>',
    context: { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true },
  },
  async (page) => {
    await ready(page);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type, points) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y, id: 0 })) });
    const swipe = async (x, y) => {
      await touch('touchStart', [[x, y]]);
      for (let i = 1; i <= 8; i++) {
        await touch('touchMove', [[x, y - 15 * i]]);
        await page.evaluate(() => window.frames(1));
      }
      await touch('touchEnd', []);
      await page.evaluate(() => window.frames(3));
      return page.evaluate(() => scrollY);
    };
    const box = await page.getByRole('application').boundingBox();
    // Ten boxes fill three quarters of the height: a low one is at half the width, near the floor.
    const low = box.y + box.height * 0.8;
    assert.equal(await swipe(box.x + box.width / 2, low), 0);
    assert.ok(await ask(page, (scene) => scene.time > 0), 'what is dragged moves');
    assert.ok((await swipe(box.x + 20, low)) > 50);
  },
);

articleTest(
  'a body that was chosen by keyboard stays so on the way back, and not after a reset',
  { body: '<impulse-scene src="stack" controls="play scrub"></impulse-scene>' },
  async (page) => {
    await ready(page);
    await page.locator('canvas').first().focus();
    await ask(page, (scene) => scene.step(10));
    await page.keyboard.press('Enter');
    await page.keyboard.press(',');
    await page.keyboard.press('ArrowRight');
    const fastest = () => ask(page, ({ world }) => Math.max(...world.bodies.map(({ velocity }) => velocity.x)));
    assert.ok((await fastest()) > 0.001, `${await fastest()} m/s`);
    await ask(page, (scene) => (scene.reset(), scene.pause()));
    await page.keyboard.press('ArrowRight');
    assert.equal(await fastest(), 0);
  },
);
