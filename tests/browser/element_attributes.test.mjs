// What the attributes of `<impulse-scene>` say, and what it says about wrong ones.
import assert from 'node:assert/strict';
import { articleTest, ask, complaint, ready, useArticles } from './article.mjs';

useArticles();

articleTest('seed and params make other scenes, the same for everybody', { body: '<impulse-scene src="pile" seed="7"></impulse-scene>' }, async (page) => {
  await ready(page);
  const found = await ask(page, async (scene) => {
    const hashes = [scene.world.hash()];
    for (const seed of [8, 7]) {
      scene.seed = seed;
      await scene.ready;
      hashes.push(scene.world.hash());
    }
    scene.params = { count: 12 };
    await scene.ready;
    return { hashes, bodies: [...scene.world.bodies].filter((body) => body.type === 'dynamic').length };
  });
  assert.notEqual(found.hashes[0], found.hashes[1]);
  assert.equal(found.hashes[0], found.hashes[2]);
  assert.equal(found.bodies, 12);
});

articleTest('the solver changes in the living world', { body: '<impulse-scene src="stack" solver="umbra" controls="play solver"></impulse-scene>' }, async (page) => {
  await ready(page);
  const solver = () => ask(page, (scene) => scene.world.solver);
  assert.equal((await solver()).type, 'sequential-impulse');
  const same = await ask(page, (scene) => {
    const { world } = scene;
    scene.step(30);
    scene.setAttribute('solver', 'soft-step');
    return world === scene.world && scene.time > 0.4;
  });
  assert.ok(same);
  assert.equal((await solver()).type, 'soft-step');
  await page.getByLabel('Solver').selectOption('ftPhysics');
  assert.equal((await solver()).position, 'baumgarte');
  assert.equal(await ask(page, (scene) => scene.getAttribute('solver')), 'ftPhysics');
  await ask(page, (scene) => (scene.solver = { type: 'soft-step', substeps: 9 }));
  assert.equal((await solver()).substeps, 9);
  assert.equal(await ask(page, (scene) => scene.hasAttribute('solver')), false);
  await ask(page, (scene) => scene.reset());
  assert.equal((await solver()).substeps, 9, 'also after a reset');
});

articleTest('attributes are observed', { body: '<impulse-scene src="stack" alt="Ten boxes"></impulse-scene>' }, async (page) => {
  await ready(page);
  await page.getByRole('application', { name: 'Ten boxes' }).waitFor();
  await ask(page, (scene) => {
    scene.alt = 'A tower';
    scene.height = 200;
    scene.controls = 'play speed';
    scene.speed = 0.5;
  });
  await page.getByRole('application', { name: 'A tower' }).waitFor();
  assert.equal((await page.getByRole('application').boundingBox()).height, 200);
  assert.equal(await page.getByRole('button').count(), 1);
  assert.equal(await page.getByLabel('Speed').inputValue(), '0.5');
  await ask(page, (scene) => (scene.height = '10rem'));
  assert.equal((await page.getByRole('application').boundingBox()).height, 160);
  await ask(page, (scene) => (scene.controls = 'none'));
  assert.equal(await page.getByRole('button').count(), 0);
  await ask(page, (scene) => (scene.src = 'dominoes'));
  await ready(page);
  assert.equal(await ask(page, (scene) => scene.world.bodyCount), 14);
  assert.equal(await ask(page, (scene) => scene.autoplay), false);
  await ask(page, (scene) => (scene.autoplay = true));
  await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0);
});

for (const [attribute, wrong, expected, right] of [
  ['src', 'pyrmid', /src must be .*pyramid.*got "pyrmid"/, 'pyramid'],
  ['src', './nowhere.js', /nowhere\.js/, './two-crates.js'],
  ['solver', 'umbrella', /solver must be one of softStep, umbra.*got "umbrella"/, 'umbra'],
  ['layers', 'contacts impulse', /layers must be words of .*impulses.*got "impulse"/, 'contacts impulses'],
  ['controls', 'play rewind', /controls must be words of play.*got "rewind"/, 'play'],
  ['speed', 'fast', /speed must be a number above 0.*got "fast"/, '2'],
  ['speed', '-1', /got "-1"/, '1'],
  ['seed', '1.5', /seed must be a whole number.*got "1.5"/, '3'],
  ['height', 'tall', /height must be .*got "tall"/, '20vh'],
  ['height', '-3', /got "-3"/, '300'],
  ['autoplay', 'perhaps', /autoplay must be .*got "perhaps"/, 'never'],
]) {
  articleTest(`${attribute}="${wrong}" is named to the reader and to the console, and put right it is forgotten`, {
    body: '<impulse-scene src="stack"></impulse-scene>',
  }, async (page, complaints) => {
    await ready(page);
    const told = await ask(page, async (scene, [name, value]) => {
      const event = new Promise((resolve) => scene.addEventListener('error', resolve, { once: true }));
      scene.setAttribute(name, value);
      const { message, error, bubbles } = await event;
      return { message, same: error.message === message, bubbles };
    }, [attribute, wrong]);
    assert.match(told.message, expected);
    assert.ok(told.same && !told.bubbles);
    assert.match(await complaint(page).textContent(), expected);
    assert.ok(await complaint(page).isVisible());
    await page.waitForTimeout(50);
    assert.match(complaints.splice(0).join('\n'), expected);
    if (attribute !== 'src') assert.equal(await ask(page, (scene) => scene.world.bodyCount), 11, 'the rest goes on');
    await ask(page, (scene, [name, value]) => scene.setAttribute(name, value), [attribute, right]);
    await complaint(page).waitFor({ state: 'hidden' });
    await ready(page);
    assert.ok(await ask(page, (scene) => scene.world.bodyCount > 0));
  });
}
