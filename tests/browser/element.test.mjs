// `<impulse-scene>` in somebody else's page: one script tag, one element, served under the strictest policy.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './demo.mjs';
import { dist } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';

let folder;
let server;
let browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'impulse2d-article-'));
  copyFileSync(join(dist, 'impulse2d.element.global.js'), join(folder, 'impulse2d.element.global.js'));
  mkdirSync(join(folder, 'package'));
  for (const name of ['index', 'draw', 'scenes', 'element', 'element-define']) {
    copyFileSync(join(dist, `${name}.js`), join(folder, 'package', `${name}.js`));
  }
  writeFileSync(join(folder, 'two-crates.js'), `export default ({ world }) => {
    world.createBody({ type: 'static', shapes: [{ type: 'box', width: 9, height: 1 }] });
    for (const y of [2, 4]) world.createBody({ position: [0, y], shapes: [{ type: 'box', width: 1, height: 1 }] });
  };`);
  server = await serve(folder, 0);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const kScript = '<script src="impulse2d.element.global.js"></script>';
let pages = 0;

/**
 * A test on a page with `body`, and `script` as a file of its own since the policy allows no other. The page must log nothing
 * but what `check` takes out of `complaints`.
 */
function articleTest(name, { body, script = '', tag = kScript, context = {} }, check) {
  test(name, async () => {
    const own = await browser.newContext({ viewport: { width: 800, height: 700 }, ...context });
    const complaints = [];
    try {
      const page = await own.newPage();
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
        window.compiled = 0;
        for (const call of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
          const real = WebAssembly[call];
          WebAssembly[call] = (...args) => {
            if (!(args[0] instanceof WebAssembly.Module)) window.compiled++;
            return real.apply(WebAssembly, args);
          };
        }
        // Which worlds are alive, by the memory they hold: a destroyed one refuses to be asked.
        window.alive = (world) => {
          try {
            return world.bodyCount >= 0;
          } catch (error) {
            if (error.code !== 'DESTROYED') throw error;
            return false;
          }
        };
        window.frames = async (count) => {
          for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
        };
      });
      const id = ++pages;
      writeFileSync(join(folder, `${id}.js`), script);
      writeFileSync(join(folder, `${id}.html`), `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Article</title>
        <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${tag}</head>
        <body><h1>An article</h1>${body}<script type="module" src="${id}.js"></script></body></html>`);
      await page.goto(`${server.url}/${id}.html`);
      await check(page, complaints);
      assert.deepEqual(complaints, []);
    } finally {
      await own.close();
    }
  });
}

const ready = (page, selector = 'impulse-scene') => page.locator(selector).evaluate((scene) => scene.ready);
/** Runs in the page, with the figure. */
const ask = (page, question, argument) => page.locator('impulse-scene').first().evaluate(question, argument);
const time = (page) => ask(page, (scene) => scene.time);
const complaint = (page) => page.getByRole('alert');

/** Canvas pixels as numbers, row by row, of the whole picture. */
const pixels = (page) => ask(page, async (scene) => {
  await window.frames(3);
  const canvas = scene.shadowRoot.querySelector('canvas');
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const ctx = copy.getContext('2d');
  ctx.drawImage(canvas, 0, 0);
  const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
  const colours = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const key = [...data.slice(i, i + 3)].join();
    colours.set(key, (colours.get(key) ?? 0) + 1);
  }
  const [[paper]] = [...colours].sort((a, b) => b[1] - a[1]);
  return { width: copy.width, height: copy.height, colours: colours.size, paper: paper.split(',').map(Number) };
});

articleTest('one script and one element are a live figure', { body: '<impulse-scene src="pyramid" autoplay></impulse-scene>' }, async (page) => {
  await ready(page);
  assert.equal(await ask(page, (scene) => scene.world.bodyCount), 1 + 105);
  await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.2);
  const picture = await pixels(page);
  assert.ok(picture.colours > 20, `${picture.colours} colours`);
  assert.equal(picture.height, 320);
  assert.equal(await page.evaluate(() => document.querySelector('impulse-scene') instanceof window.impulse2d.ImpulseScene), true);
  // What writers do with the engine besides, with the same script.
  assert.equal(await page.evaluate(() => new window.impulse2d.World().bodyCount), 0);
});

articleTest('the module entries do the same, and share their engine with the page', {
  body: '<impulse-scene src="stack"></impulse-scene>',
  tag: '<script type="module" src="package/element-define.js"></script>',
  script: "import { World } from './package/index.js'; const scene = document.querySelector('impulse-scene'); await scene.ready; window.same = scene.world instanceof World;",
}, async (page) => {
  await page.waitForFunction(() => window.same !== undefined);
  assert.equal(await page.evaluate(() => window.same), true);
  assert.equal(await page.evaluate(() => window.compiled), 1);
});

articleTest('figures of one page share one engine, and have worlds of their own', {
  body: '<impulse-scene src="stack"></impulse-scene><impulse-scene src="pyramid"></impulse-scene><impulse-scene src="stack"></impulse-scene>',
}, async (page) => {
  const found = await page.evaluate(async () => {
    const all = [...document.querySelectorAll('impulse-scene')];
    await Promise.all(all.map((scene) => scene.ready));
    all[0].step(10);
    return { compiled: window.compiled, hashes: all.map((scene) => scene.world.hash()), counts: all.map((scene) => scene.world.bodyCount) };
  });
  assert.equal(found.compiled, 1);
  assert.deepEqual(found.counts, [11, 106, 11]);
  assert.notEqual(found.hashes[0], found.hashes[2], 'a step in one is none in the other');
});

articleTest('only what is seen steps', {
  body: '<impulse-scene id="near" src="joy" autoplay></impulse-scene><canvas height="3000" width="1"></canvas><impulse-scene id="far" src="joy" autoplay></impulse-scene>',
}, async (page) => {
  const times = () => page.evaluate(() => ['near', 'far'].map((id) => document.getElementById(id).time));
  await ready(page, '#far');
  await page.waitForFunction(() => document.getElementById('near').time > 0.3);
  assert.equal((await times())[1], 0);
  await page.evaluate(() => document.getElementById('far').scrollIntoView());
  await page.waitForFunction(() => document.getElementById('far').time > 0.2);
  await page.evaluate(() => window.frames(2)); // the observer tells in the frame after
  const [before] = await times();
  await page.waitForTimeout(300);
  assert.equal((await times())[0], before);
});

articleTest('a hidden tab stands still, and a figure that is seen again does not catch up', {
  body: '<impulse-scene src="joy" autoplay></impulse-scene>',
}, async (page) => {
  await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
  const stopped = await page.evaluate(async () => {
    const hide = (hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const scene = document.querySelector('impulse-scene');
    hide(true);
    const { time } = scene;
    await new Promise((resolve) => setTimeout(resolve, 900));
    const later = scene.time;
    hide(false);
    await window.frames(2);
    return { time, later, after: scene.time };
  });
  assert.equal(stopped.later, stopped.time);
  assert.ok(stopped.after - stopped.time < 0.2, `${stopped.after - stopped.time} s after two frames`);
});

articleTest('reset gives the first state back, bit for bit', { body: '<impulse-scene src="pile"></impulse-scene>' }, async (page) => {
  await ready(page);
  const found = await ask(page, (scene) => {
    const { world } = scene;
    const start = world.hash();
    scene.step(50);
    const moved = scene.world.hash();
    scene.reset();
    const again = scene.world.hash();
    const freed = !window.alive(world);
    scene.step(50);
    return { start, moved, again, freed, time: scene.time, replay: scene.world.hash() };
  });
  assert.equal(found.again, found.start);
  assert.notEqual(found.moved, found.start);
  assert.equal(found.replay, found.moved, 'and the same future');
  assert.ok(found.freed, 'the old world is destroyed');
  assert.ok(Math.abs(found.time - 50 / 60) < 1e-9);
});

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

articleTest('a scene from a setup function, given before or after the tag is known', {
  body: '<impulse-scene id="early"></impulse-scene><impulse-scene id="late"></impulse-scene>',
  tag: '',
  script: `
    const setup = ({ world, params, random }) => {
      window.random = random();
      world.createBody({ type: 'static', shapes: [{ type: 'box', width: 10, height: 1 }] });
      for (let i = 0; i < (params.boxes ?? 3); i++) world.createBody({ position: [0, 2 + 2 * i], shapes: [{ type: 'box', width: 1, height: 1 }] });
      return { camera: { x: 0, y: 3, width: 12, height: 8 }, beforeStep: (time) => (window.before = time), actions: { Kick() { window.kicked = true; } } };
    };
    document.getElementById('early').setup = setup;
    document.getElementById('early').params = { boxes: 5 };
    await new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = 'impulse2d.element.global.js';
      script.onload = resolve;
      document.head.append(script);
    });
    document.getElementById('late').setup = setup;
    window.done = true;`,
}, async (page) => {
  await page.waitForFunction(() => window.done);
  await ready(page, '#early');
  await ready(page, '#late');
  assert.deepEqual(await page.evaluate(() => ['early', 'late'].map((id) => document.getElementById(id).world.bodyCount)), [6, 4]);
  assert.ok(await page.evaluate(() => window.random >= 0 && window.random < 1));
  await page.evaluate(() => document.getElementById('late').step(3));
  assert.ok(Math.abs((await page.evaluate(() => window.before)) - 2 / 60) < 1e-9, 'before each step, with the time');
  await page.locator('#late').getByRole('button', { name: 'Kick' }).click();
  assert.equal(await page.evaluate(() => window.kicked), true);
  assert.equal(await page.evaluate(() => document.getElementById('late').paused), false, 'something was asked to happen');
  await page.evaluate(() => (document.getElementById('late').setup = null));
  await page.waitForFunction(() => document.getElementById('late').world === null);
});

for (const [what, setup, expected] of [
  ['throws', '({ world }) => { window.lost = world; throw new Error("no crates left"); }', /no crates left/],
  ['gives a wrong definition', '({ world }) => { window.lost = world; world.createBody({ shapes: [{ type: "ball" }] }); }', /shapes\[0\]/],
  ['is async', 'async ({ world }) => { window.lost = world; }', /must not be async/],
]) {
  articleTest(`a setup that ${what} is shown, told, and leaves no world behind`, {
    body: '<impulse-scene><p id="poster" slot="poster">A poster</p></impulse-scene>', script: `
      const scene = document.querySelector('impulse-scene');
      scene.addEventListener('error', (event) => (window.told = event.message));
      scene.setup = ${setup};`,
  }, async (page, complaints) => {
    await page.waitForFunction(() => window.told);
    assert.match(await page.evaluate(() => window.told), expected);
    assert.match(await complaint(page).textContent(), expected);
    assert.match(complaints.splice(0).join('\n'), expected);
    const state = await ask(page, async (scene) => ({
      world: scene.world, alive: window.alive(window.lost), ready: await scene.ready.then(() => 'kept', () => 'broken'),
    }));
    assert.deepEqual(state, { world: null, alive: false, ready: 'broken' });
    assert.ok(await page.locator('#poster').isVisible());
    await ask(page, (scene) => (scene.setup = ({ world }) => void world.createBody({ shapes: [{ type: 'circle', radius: 1 }] })));
    await page.waitForFunction(() => document.querySelector('impulse-scene').world?.bodyCount === 1);
    assert.ok(await complaint(page).isHidden());
  });
}

articleTest('what throws while time runs stops it, with the reason in the figure', {
  body: '<impulse-scene autoplay></impulse-scene>', script: `
    document.querySelector('impulse-scene').setup = ({ world }) => {
      world.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
      return { beforeStep(time) { if (time > 0.1) throw new Error('a wheel came off'); } };
    };`,
}, async (page, complaints) => {
  await page.waitForFunction(() => !document.querySelector('impulse-scene').shadowRoot.querySelector('[role=alert]').hidden);
  assert.match(await complaint(page).textContent(), /a wheel came off/);
  await page.waitForTimeout(200);
  assert.equal(complaints.length, 1, 'said once');
  complaints.length = 0;
  assert.equal(await ask(page, (scene) => scene.paused), true);
});

articleTest('a scene from a module', { body: '<impulse-scene src="./two-crates.js"></impulse-scene>' }, async (page) => {
  await ready(page);
  assert.equal(await ask(page, (scene) => scene.world.bodyCount), 3);
});

articleTest('leaving the page frees the world, coming back makes another, moving keeps it', {
  body: '<impulse-scene src="stack" autoplay></impulse-scene><div id="elsewhere"></div>',
}, async (page) => {
  await ready(page);
  const found = await ask(page, async (scene) => {
    const first = scene.world;
    document.getElementById('elsewhere').append(scene);
    await null;
    const kept = scene.world === first && window.alive(first);
    scene.remove();
    await null;
    await null;
    const freed = scene.world === null && !window.alive(first);
    document.body.append(scene);
    await scene.ready;
    window.scene = scene;
    return { kept, freed, again: window.alive(scene.world) && scene.world !== first };
  });
  assert.deepEqual(found, { kept: true, freed: true, again: true });
  await page.waitForFunction(() => window.scene.time > 0.1);
});

articleTest('buttons play, pause, step and start again, with events', { body: '<impulse-scene src="joy"></impulse-scene>' }, async (page) => {
  await ready(page);
  await ask(page, (scene) => {
    window.heard = [];
    for (const name of ['play', 'pause', 'reset', 'step']) {
      scene.addEventListener(name, ({ detail }) => window.heard.push(name === 'step' ? `step ${detail.steps}` : name));
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
});

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

articleTest('everything works from the keyboard, and nobody is caught', {
  body: '<a href="#" id="before">before</a><impulse-scene src="stack"></impulse-scene><a href="#" id="after">after</a>',
}, async (page) => {
  await ready(page);
  await page.locator('#before').focus();
  const focused = () => page.evaluate(() => {
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
  assert.equal(await time(page), 0, 'arrows are the page\'s as long as no body is chosen');
  await page.keyboard.press('Shift+Enter'); // the last one, on top
  assert.match(await page.getByRole('status').textContent(), /Arrow keys push it/);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => [...document.querySelector('impulse-scene').world.bodies][10].position.x > 0.01);
  await page.keyboard.press('Escape');
});

articleTest('a pointer drags a body', { body: '<impulse-scene src="stack" height="400"></impulse-scene>' }, async (page) => {
  await ready(page);
  await ask(page, async (scene) => {
    scene.params = { boxes: 3 };
    await scene.ready;
  });
  // Three boxes in a view 12 m wide and 5.5 m high, a floor at 0, three quarters of what is to spare above.
  const box = await page.getByRole('application').boundingBox();
  const scale = Math.min(box.width / 12, box.height / 5.5) / 1.04;
  const at = (x, y) => [box.x + box.width / 2 + x * scale, box.y + box.height / 2 - (y - 1.5 - 0.25 * (box.height / scale - 5.5)) * scale];
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
});

articleTest('a figure that starts again, or loses what is dragged, is held no longer', { body: '<impulse-scene height="400"></impulse-scene>', script: `
  document.querySelector('impulse-scene').setup = ({ world }) => {
    world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 40, height: 1 }] });
    world.createBody({ position: [0, 2], shapes: [{ type: 'box', width: 4, height: 4 }] });
    return { camera: { x: 0, y: 2, width: 8, height: 6 } };
  };` }, async (page) => {
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
});

articleTest('a finger that grabs a body does not scroll the page, one beside it does', {
  body: '<impulse-scene src="stack" height="400"></impulse-scene><canvas height="3000" width="1"></canvas>',
  context: { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true },
}, async (page) => {
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, points) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y, id: 0 })) });
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

articleTest('no text becomes code: it works where trusted types are required', {
  body: '<impulse-scene src="pyramid" autoplay controls="play step reset contacts speed solver"></impulse-scene>',
  tag: `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types 'none'">${kScript}`,
}, async (page) => {
  await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
});

articleTest('where WebAssembly is forbidden the poster stays, and the figure says what is missing', {
  body: '<impulse-scene src="pyramid" autoplay><p slot="poster" id="poster">A pyramid.</p></impulse-scene>',
  tag: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${kScript}`,
}, async (page, complaints) => {
  await complaint(page).waitFor();
  assert.match(await complaint(page).textContent(), /could not be loaded.*wasm-unsafe-eval/);
  assert.ok(await page.locator('#poster').isVisible());
  assert.equal(await page.getByRole('button').count(), 0);
  assert.match(complaints.splice(0).join('\n'), /WASM|WebAssembly|wasm/);
});
