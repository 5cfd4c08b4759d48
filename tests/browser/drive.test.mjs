// Driving the car: a scene's keys and held buttons, in the page and in a figure of an article.
import assert from 'node:assert/strict';
import { demoTest, frames, onPage, phone, useDemo } from './demo.mjs';

useDemo();

const hash = '#scene=car';
const car = (page) =>
  page.evaluate(() => {
    const { world } = window.impulseDemo.simulation;
    const { x, y } = [...world.bodies][1].position;
    const [{ motorSpeed, maxMotorTorque }] = world.joints;
    return {
      x,
      y,
      motor: maxMotorTorque === 0 ? 'free' : motorSpeed === 0 ? 'brake' : motorSpeed < 0 ? 'right' : 'left',
    };
  });
/** Waits until the motor is asked for what is expected, which it is in the next step. */
const motor = (page, expected) =>
  page.waitForFunction((name) => {
    const [{ motorSpeed, maxMotorTorque }] = window.impulseDemo.simulation.world.joints;
    return name === (maxMotorTorque === 0 ? 'free' : motorSpeed === 0 ? 'brake' : motorSpeed < 0 ? 'right' : 'left');
  }, expected);

demoTest('arrows, A and D drive as long as they are held, Down and B brake', { hash }, async (page) => {
  await motor(page, 'right'); // by itself
  for (const [key, does] of [
    ['ArrowLeft', 'left'],
    ['a', 'left'],
    ['ArrowRight', 'right'],
    ['d', 'right'],
    ['ArrowDown', 'brake'],
    ['b', 'brake'],
  ]) {
    await page.keyboard.down(key);
    await motor(page, does);
    await page.keyboard.up(key);
    await motor(page, 'free');
  }
  await page.keyboard.down('d');
  await page.keyboard.down('ArrowRight');
  await page.keyboard.up('d');
  await frames(page, 4);
  await motor(page, 'right'); // the other key still holds it
  await page.keyboard.up('ArrowRight');
  await motor(page, 'free');
});

demoTest('Space pauses and R starts again while a key is held', { hash }, async (page) => {
  await page.keyboard.down('a');
  await motor(page, 'left');
  await page.keyboard.press(' ');
  assert.equal(await page.evaluate(() => window.impulseDemo.simulation.paused), true);
  await page.keyboard.press(' ');
  await page.keyboard.press('r');
  await motor(page, 'right'); // by itself again
  await page.keyboard.up('a');
  await page.keyboard.down('a');
  await motor(page, 'left');
  await page.evaluate(() => window.dispatchEvent(new Event('blur'))); // another window takes the keyboard
  await motor(page, 'free');
  await page.keyboard.up('a');
});

demoTest(
  'arrows stay what they are on a slider, on a chosen body, and in scenes without a driver',
  { hash },
  async (page) => {
    const slider = page.getByLabel('Torque');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await slider.inputValue(), '22');
    await frames(page, 4);
    assert.equal((await car(page)).motor, 'right', 'it drives itself');

    await page.locator('#stage').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft'); // nudges
    await frames(page, 4);
    assert.equal((await car(page)).motor, 'right');
    await page.keyboard.press('Escape');
    await page.keyboard.down('ArrowLeft');
    await motor(page, 'left');
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.press('/');
    await page.keyboard.type('bad');
    assert.equal(
      await page.locator('#picker-search').inputValue(),
      'bad',
      'and letters are letters where text is typed',
    );
    assert.equal((await car(page)).motor, 'free');
  },
);

demoTest('the keys are told: in the help, on the buttons, on the stage', { hash }, async (page) => {
  await page.getByText('Keys and gestures').click();
  assert.match(
    await page.locator('#scene-keys').innerText(),
    /← A\s+left, held[\s\S]*→ D\s+right, held[\s\S]*↓ B\s+brake, held[\s\S]*↑ J\s+jump/,
  );
  assert.equal(await page.getByRole('button', { name: 'Brake' }).getAttribute('title'), 'Brake  ↓  B');
  assert.match(await page.locator('#keys-short').textContent(), /← A left, → D right/);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await page.keyboard.press('['); // one without keys
  assert.equal(await page.locator('#scene-keys').innerText(), '');
});

demoTest(
  'a button is held by the mouse, by Space and by Enter; a click without either is a short press',
  { hash },
  async (page) => {
    const left = page.getByRole('button', { name: 'Left' });
    const { x, y, width, height } = await left.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await motor(page, 'left');
    await page.mouse.move(x + 300, y + 200); // off the button, still down
    await frames(page, 4);
    await motor(page, 'left');
    await page.mouse.up();
    await motor(page, 'free');
    for (const key of ['Space', 'Enter']) {
      await left.focus();
      await page.keyboard.down(key);
      await motor(page, 'left');
      await page.keyboard.up(key);
      await motor(page, 'free');
    }
    await left.evaluate((button) => button.click());
    await motor(page, 'left');
    await motor(page, 'free');
  },
);

demoTest('two thumbs drive on a phone, and the page stands', { hash, context: phone }, async (page) => {
  const devtools = await page.context().newCDPSession(page);
  const middle = async (name) => {
    const { x, y, width, height } = await page.getByRole('button', { name }).boundingBox();
    assert.ok(height > 43.5);
    return { x: x + width / 2, y: y + height / 2 };
  };
  await page.getByRole('button', { name: 'Brake' }).scrollIntoViewIfNeeded();
  const touch = (type, ...touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [left, brake] = [
    { ...(await middle('Left')), id: 0 },
    { ...(await middle('Brake')), id: 1 },
  ];
  const scroll = await page.evaluate(() => scrollY);
  await touch('touchStart', left);
  await motor(page, 'left');
  await touch('touchMove', { ...left, y: left.y - 60 });
  await touch('touchStart', { ...left, y: left.y - 60 }, brake);
  await motor(page, 'brake');
  await touch('touchEnd');
  await motor(page, 'free');
  assert.equal(await page.evaluate(() => scrollY), scroll);
});

demoTest(
  'a figure in an article is driven too, when it has the focus',
  { hash: 'lessons/sequential-impulses.html' },
  async (page) => {
    const scene = page.locator('impulse-scene').first();
    await scene.evaluate(async (element) => {
      element.src = 'car';
      element.setup = null;
      element.controls = 'play actions';
      await element.ready;
    });
    const asked = () => scene.evaluate(({ world }) => world.joints[0].motorSpeed * world.joints[0].maxMotorTorque);
    const until = (sign) =>
      page.waitForFunction((wanted) => {
        const [{ motorSpeed, maxMotorTorque }] = document.querySelector('impulse-scene').world.joints;
        return Math.sign(motorSpeed * maxMotorTorque) === wanted;
      }, sign);
    assert.equal(await scene.evaluate((element) => element.world.jointCount), 2);
    await page.keyboard.down('a');
    await frames(page, 4);
    assert.equal(await asked(), 0, 'keys elsewhere on the page are not its own');
    await page.keyboard.up('a');
    await scene.locator('canvas').focus();
    await page.keyboard.down('a');
    await until(1);
    await page.keyboard.up('a');
    await until(0);
    const right = await scene.getByRole('button', { name: 'Right' }).boundingBox();
    await page.mouse.move(right.x + right.width / 2, right.y + right.height / 2);
    await page.mouse.down();
    await until(-1);
    await page.mouse.up();
    await until(0);
    assert.match(
      await scene.evaluate((element) => element.shadowRoot.getElementById('keys').textContent),
      /Left: ArrowLeft or a/,
    );
  },
);

demoTest(
  'the camera goes after the car, but not while it is held, nor once the reader moved the camera',
  { hash },
  async (page) => {
    const view = () =>
      page.evaluate(() => {
        const { camera, simulation } = window.impulseDemo;
        return { camera: camera.x, car: [...simulation.world.bodies][1].position.x };
      });
    await page.waitForFunction(() => window.impulseDemo.simulation.time > 1.5);
    await page.keyboard.press(' ');
    // It catches up while time stands.
    await page.waitForFunction(
      () =>
        Math.abs(window.impulseDemo.camera.x - [...window.impulseDemo.simulation.world.bodies][1].position.x) < 0.01,
    );
    assert.ok((await view()).car > -16);

    const { x, y } = await page.evaluate(() => [...window.impulseDemo.simulation.world.bodies][1].worldCenter);
    const at = await onPage(page, x, y);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    const before = (await view()).camera;
    await page.evaluate(() => window.impulseDemo.simulation.fastForward(60));
    await frames(page, 6);
    assert.equal((await view()).camera, before);
    await page.mouse.up();
    await page.keyboard.press('+');
    const own = (await view()).camera;
    await page.evaluate(() => window.impulseDemo.simulation.fastForward(60));
    await frames(page, 6);
    assert.equal((await view()).camera, own);
    await page.keyboard.press('f');
    const fitted = await view();
    assert.ok(Math.abs(fitted.camera - fitted.car) < 0.01);
  },
);
