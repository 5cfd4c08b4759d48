// How `<impulse-scene>` looks: layers, posters, colours, parts, names.
import assert from 'node:assert/strict';
import { articleTest, ask, pixels, ready, time, useArticles } from './article.mjs';

useArticles();

articleTest('the contact layer goes and comes', { body: '<impulse-scene src="stack" layers="contacts impulses"></impulse-scene>' }, async (page) => {
  await ready(page);
  await ask(page, (scene) => scene.step(5));
  const red = () => pixels(page).then(({ colours }) => colours);
  const toggle = page.getByRole('button', { name: 'Contacts' });
  assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
  const withArrows = await red();
  await toggle.click();
  assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
  assert.equal(await ask(page, (scene) => scene.layers), 'none');
  assert.ok((await red()) < withArrows);
  await toggle.click();
  assert.equal(await ask(page, (scene) => scene.layers), 'contacts impulses');
  assert.equal(await red(), withArrows);
});

articleTest('without JavaScript the poster and the caption stand there', {
  body: `<impulse-scene src="pyramid"><img slot="poster" id="poster" alt="A pyramid" width="200" height="100" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
    <p slot="caption" id="caption">Figure 1.</p></impulse-scene>`,
  context: { javaScriptEnabled: false },
}, async (page) => {
  assert.ok(await page.getByRole('img', { name: 'A pyramid' }).isVisible());
  assert.ok(await page.locator('#caption').isVisible());
});

articleTest('with JavaScript the picture takes the place of the poster, and the caption stays', {
  body: `<impulse-scene src="pyramid"><img slot="poster" alt="A pyramid" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
    <p id="plain">A child without a slot is a poster too.</p><p slot="caption" id="caption">Figure 1.</p></impulse-scene>`,
}, async (page) => {
  await ready(page);
  assert.equal(await page.getByRole('img').count(), 0);
  assert.ok(await page.locator('#plain').isHidden());
  assert.ok(await page.locator('#caption').isVisible());
});

articleTest('who asked for less motion sees a figure at rest, and may play', {
  body: '<impulse-scene src="joy" autoplay></impulse-scene>', context: { reducedMotion: 'reduce' },
}, async (page) => {
  await ready(page);
  await page.waitForTimeout(200);
  assert.equal(await time(page), 0);
  assert.ok((await pixels(page)).colours > 5, 'it is drawn');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
});

const brightness = (colour) => colour.reduce((sum, part) => sum + part, 0) / 3;
articleTest('dark where the reader is, unless the article says otherwise', {
  body: '<impulse-scene src="stack"></impulse-scene>', context: { colorScheme: 'dark' },
}, async (page) => {
  await ready(page);
  assert.ok(brightness((await pixels(page)).paper) < 40);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForTimeout(100);
  assert.ok(brightness((await pixels(page)).paper) > 235);
  await page.emulateMedia({ colorScheme: 'dark' });
  await ask(page, (scene) => (scene.style.colorScheme = 'light'));
  await page.waitForTimeout(100);
  assert.ok(brightness((await pixels(page)).paper) > 235);
});

articleTest('custom properties colour the picture, parts are there to be styled', {
  body: '<impulse-scene src="stack"></impulse-scene>',
}, async (page) => {
  await ready(page);
  await ask(page, async (scene) => {
    await window.frames(2);
    scene.style.setProperty('--impulse-paper', 'rgb(1, 200, 3)');
    scene.step(); // the next picture has it
  });
  assert.deepEqual((await pixels(page)).paper, [1, 200, 3]);
  const parts = await ask(page, (scene) => [...scene.shadowRoot.querySelectorAll('[part]')].flatMap((each) => each.part.value.split(' ')));
  for (const part of ['figure', 'stage', 'canvas', 'poster', 'error', 'toolbar', 'button', 'play', 'step', 'reset', 'contacts', 'caption']) {
    assert.ok(parts.includes(part), part);
  }
});

articleTest('every control has a name', {
  body: '<impulse-scene src="dominoes" controls="play step reset actions contacts speed solver"></impulse-scene>',
}, async (page) => {
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const controls = nodes
    .filter(({ ignored, role }) => !ignored && ['application', 'button', 'combobox', 'group', 'alert'].includes(role?.value))
    .map(({ role, name }) => `${role.value} ${name?.value}`)
    .sort();
  assert.deepEqual(controls, [
    'application Growing dominoes', 'button Contacts', 'button Play', 'button Push the first', 'button Reset', 'button Step',
    'combobox Solver', 'combobox Speed', 'group Simulation',
  ]);
  const ids = await ask(page, (scene) => {
    const described = scene.shadowRoot.querySelector('canvas').getAttribute('aria-describedby');
    return scene.shadowRoot.getElementById(described).textContent;
  });
  assert.match(ids, /Space plays/);
});
