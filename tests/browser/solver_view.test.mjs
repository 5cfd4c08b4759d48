// A step opened up: `<impulse-solver>` and "Into the step" on the demo page.
import assert from 'node:assert/strict';
import { articleTest, ask, pixels, ready, useArticles } from './article.mjs';
import { demoTest, desktop, frames, phone, useDemo } from './demo.mjs';

/** Keeps the last change of an impulse that was drawn, as `window.label`. */
const kKeepsLabel = `const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (text.includes('→')) window.label = text;
    fillText.call(this, text, ...rest);
  };`;

useArticles();
useDemo();

/** Opens the last step on the demo page; what shows it is loaded first. */
async function lookInside(page) {
  await page.getByRole('button', { name: 'Look inside' }).click();
  await page.locator('#inside').waitFor();
}

/** To the end of the step, which otherwise plays by itself. */
async function toEnd(page) {
  const slider = page.getByRole('slider', { name: 'Iteration' });
  await slider.fill(await slider.getAttribute('max'));
}

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
    const slider = page.getByRole('slider', { name: 'Iteration' });
    await slider.fill(String(truth.solve - 1));
    assert.match((await inside(page)).where, /^Start: .*warm starting begins with/);
    await page.getByRole('button', { name: 'Next contact' }).click();
    const first = await inside(page);
    assert.match(first.what, new RegExp(`^Contact 1 of ${truth.points}, `));
    const [, before, after] = /, ([\d.]+) to ([\d.]+)\u202fN\u202fs/.exec(first.what);
    assert.ok(Math.abs(before - truth.before) < 1e-4 && Math.abs(after - truth.after) < 1e-4, first.what);
    for (const text of [before, after]) assert.ok(text.length >= 5, `four figures: ${text}`);
    assert.match(first.what, /warm start: /);
    await page.getByRole('button', { name: 'Contact or joint back' }).click();
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
  'the picture of a paused figure marks the step that its solver element shows, also after the first one',
  {
    body: `<impulse-scene id="fig" src="stack" params='{"boxes": 4}' controls="step scrub"></impulse-scene>
      <impulse-solver for="fig"></impulse-solver>`,
  },
  async (page) => {
    await ready(page);
    await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor();
    const different = await ask(page, async (scene) => {
      const { canvas } = scene.shadowRoot.querySelector('canvas').getContext('2d');
      const picture = async () => {
        await window.frames(3);
        return canvas.toDataURL();
      };
      const different = [];
      const moves = {
        step: () => scene.step(),
        more: () => scene.step(3),
        seek: () => scene.seek(1),
        back: () => scene.back(),
      };
      for (const [name, move] of Object.entries(moves)) {
        move();
        const shown = await picture();
        scene.redraw();
        if (shown !== (await picture())) different.push(name);
      }
      return different;
    });
    assert.deepEqual(different, []);
  },
);

articleTest(
  'a world stops recording its trace when the last element that reads it has gone, unless the program asked for it',
  {
    body: `<impulse-scene id="fig" src="stack"></impulse-scene><impulse-solver for="fig"></impulse-solver>
      <impulse-solver for="fig"></impulse-solver><p></p>`,
  },
  async (page, complaints) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      const [a, b] = document.querySelectorAll('impulse-solver');
      const traced = [scene.world.trace];
      const then = async (action) => {
        action();
        await window.frames(1);
        traced.push(scene.world.trace);
      };
      scene.step();
      await then(() => document.querySelector('p').append(a)); // moved
      const kept = scene.world.solverTrace().stage.length > 0;
      await then(() => a.remove());
      await then(() => b.remove());
      await then(() => document.body.append(a));
      await then(() => a.setAttribute('for', 'nobody'));
      await then(() => scene.reset());
      await then(() => (scene.world.trace = true));
      await then(() => a.setAttribute('for', 'fig'));
      await then(() => a.remove());
      return { traced, kept };
    });
    assert.deepEqual(found, { traced: [true, true, true, false, true, false, false, true, true, true], kept: true });
    assert.match(complaints.splice(0).join(), /got "nobody"/);
  },
);

articleTest(
  'a solver element announces steps to screen readers only while the figure is paused',
  {
    body: `<impulse-scene id="fig" src="stack" params='{"offset": 0.05}'></impulse-scene>
      <impulse-solver for="fig"></impulse-solver>`,
  },
  async (page) => {
    await ready(page);
    await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor();
    const found = await ask(page, async (scene) => {
      const { shadowRoot } = document.querySelector('impulse-solver').shadowRoot.querySelector('div div');
      const what = shadowRoot.querySelector('[part=what]');
      const heard = [];
      new MutationObserver(() => heard.push(what.getAttribute('aria-live'))).observe(what, { childList: true });
      scene.play();
      while (scene.time < 0.3) await window.frames(1);
      const playing = heard.splice(0);
      scene.pause();
      await window.frames(2);
      scene.step();
      await window.frames(2);
      return { playing: [...new Set(playing)], paused: heard.at(-1) };
    });
    assert.deepEqual(found, { playing: ['off'], paused: 'polite' });
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
    await lookInside(page);
    await frames(page);
    const before = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      return { paused: simulation.paused, hash: simulation.world.hash(), steps: simulation.steps };
    });
    assert.equal(before.paused, true);
    await toEnd(page);
    assert.match((await inside(page)).what, /All \d+ contact points/);
    await page.getByRole('button', { name: 'Iteration back' }).click();
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

demoTest(
  'look inside: the step plays once by itself, from its start, and takes the place of the first hint',
  {},
  async (page) => {
    const hint = page.locator('#opening');
    assert.match(await hint.textContent(), /look inside/);
    assert.ok(await hint.isVisible());
    await lookInside(page);
    assert.ok(await hint.isHidden());
    const group = page.getByRole('group', { name: 'Inside the step' });
    await group.getByText('Pause').waitFor();
    const slider = page.getByRole('slider', { name: 'Iteration' });
    const first = Number(await slider.inputValue());
    assert.ok(first < Number(await slider.getAttribute('max')));
    await page.waitForFunction(
      (from) => document.querySelector('#inside > div').shadowRoot.querySelector('input').valueAsNumber > from,
      first,
    );
    await page.keyboard.press('.'); // the next step does not
    await group.getByText('Play').waitFor();
    assert.equal(await slider.inputValue(), await slider.getAttribute('max'));
  },
);

demoTest(
  'look inside does not play for readers who want no motion',
  { hash: '#scene=stack', context: { ...desktop, reducedMotion: 'reduce' } },
  async (page) => {
    await lookInside(page);
    await page.waitForTimeout(500);
    assert.equal(await page.getByRole('group', { name: 'Inside the step' }).getByText('Pause').count(), 0);
    assert.match((await inside(page)).what, /All \d+ contact points/);
  },
);

demoTest(
  'look inside says where it has gone when all bodies sleep',
  { hash: '#scene=stack&p.boxes=2' },
  async (page) => {
    const note = page.locator('#inside-note');
    await page.evaluate(() => window.impulseDemo.simulation.setSleep(false)); // two boxes sleep after half a second
    await page.waitForFunction(() => window.impulseDemo.simulation.steps > 20);
    await lookInside(page);
    assert.equal(await note.textContent(), '', 'nothing to say where bodies are awake');
    await page.evaluate(() => window.impulseDemo.simulation.setSleep(true));
    await page.locator('#play').click();
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount === 0);
    const slept = await page.evaluate(() => window.impulseDemo.simulation.steps);
    await page.locator('#into').click();
    await note.filter({ hasText: 'slept' }).waitFor();
    const { steps, awake } = await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      return { steps: simulation.steps, awake: simulation.world.awakeCount };
    });
    assert.ok(steps < slept && awake > 0);
    assert.match(
      await note.textContent(),
      new RegExp(`^At \\d+\\.\\d\\d s all bodies slept.*back at ${(steps / 60).toFixed(2)} s\\.$`),
    );
    await page.keyboard.press(',');
    await frames(page);
    assert.equal(await note.textContent(), '', 'the reader went on');
    // Also before the opened step has been drawn.
    await page.locator('#play').click();
    await page.waitForFunction(() => window.impulseDemo.simulation.world.awakeCount === 0);
    await page.evaluate(() => {
      const said = document.getElementById('inside-note');
      const watch = new MutationObserver(() => {
        if (!said.textContent) return;
        watch.disconnect();
        window.said = said.textContent;
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ',', bubbles: true }));
      });
      watch.observe(said, { childList: true });
      document.getElementById('into').click();
    });
    await page.waitForFunction(() => window.said?.includes('all bodies slept'));
    await frames(page);
    assert.equal(await note.textContent(), '', 'the reader went on at once');
  },
);

demoTest(
  'look inside opens the moment that the reader went back to, also where later all bodies sleep',
  { hash: '#scene=stack&p.boxes=2' },
  async (page) => {
    await page.evaluate(() => {
      const { simulation } = window.impulseDemo;
      simulation.paused = true;
      simulation.seek(0);
      while (simulation.world.awakeCount > 0) simulation.fastForward(1);
    });
    await frames(page); // the slider ends at the last moment that was drawn
    await page.getByRole('slider', { name: 'Moment' }).fill('12');
    await lookInside(page);
    await frames(page);
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.steps), 12);
    assert.equal(await page.locator('#inside-note').textContent(), '');
    await toEnd(page);
    assert.match((await inside(page)).what, /All \d+ contact points/);
  },
);

demoTest(
  'the charts of an opened step are as dark or light as the page, also once that changes',
  { hash: '#scene=pyramid' },
  async (page) => {
    await lookInside(page);
    await frames(page);
    /** Of what is opaque in the charts: the lightness of the page’s ink, 0 to 255. */
    const ink = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('#inside > div').shadowRoot.querySelector('canvas');
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
        const ctx = copy.getContext('2d', { willReadFrequently: true });
        ctx.drawImage(canvas, 0, 0);
        const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
        let [sum, count] = [0, 0];
        for (let i = 0; i < data.length; i += 4) {
          const grey = Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) < 30;
          if (data[i + 3] < 128 || !grey) continue;
          sum += data[i];
          count++;
        }
        return { lightness: sum / count, count };
      });
    const light = await ink();
    assert.ok(light.count > 300 && light.lightness < 90, JSON.stringify(light));
    await page.emulateMedia({ colorScheme: 'dark' });
    await frames(page);
    const dark = await ink();
    assert.ok(dark.count > 300 && dark.lightness > 165, JSON.stringify(dark));
    // Paper is light, and printed before there is another frame.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const paper = await ink();
    assert.ok(paper.lightness < 90, JSON.stringify(paper));
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.ok((await ink()).lightness > 165);
  },
);

articleTest(
  'an opened step of one contact speaks of one',
  {
    body: `<impulse-scene id="fig" src="two-crates.js" layers="none" controls="step scrub"></impulse-scene>
      <impulse-solver for="fig"></impulse-solver>`,
  },
  async (page) => {
    await ready(page);
    await ask(page, (scene) => {
      scene.setup = ({ world }) => {
        world.createBody({ type: 'static', shapes: [{ type: 'box', width: 9, height: 1 }] });
        world.createBody({ position: [0, 0.999], shapes: [{ type: 'circle', radius: 0.5 }] });
      };
      return scene.ready;
    });
    await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor();
    await ask(page, (scene) => scene.step(3));
    await ask(page, () => window.frames(3));
    assert.equal((await inside(page)).what, 'The one contact point.');
  },
);

articleTest(
  'clamping is said: friction at its limit, and an impulse that ends at 0; two numbers that differ are seen to',
  {
    body: `<impulse-scene id="fig" solver="umbra" controls="step" layers="none"></impulse-scene>
      <impulse-solver for="fig">A step, opened up.</impulse-solver>`,
    script: `document.getElementById('fig').setup = ({ world }) => {
        const box = { type: 'box', width: 1, height: 1, friction: 0.2 };
        world.createBody({ type: 'static', shapes: [{ type: 'box', width: 30, height: 1 }] });
        world.createBody({ name: 'slides', position: [-4, 1], velocity: [5, 0], shapes: [box] });
        for (let i = 0; i < 3; i++) world.createBody({ name: 'rests', position: [4, 1 + i], shapes: [box] });
      };
      ${kKeepsLabel}`,
  },
  async (page) => {
    await ready(page);
    const next = page.locator('impulse-solver').getByRole('button', { name: 'Next contact' });
    await next.waitFor();
    /** What is said of each contact of the last step, and drawn beside it. */
    const stops = async () => {
      await ask(page, () => window.frames(3));
      await page.getByRole('slider', { name: 'Iteration' }).fill('0');
      const found = [];
      for (let i = 0; i < 30; i++) {
        await next.click();
        await ask(page, () => window.frames(1));
        found.push({ ...(await inside(page)), label: await page.evaluate(() => window.label) });
      }
      return found;
    };
    await ask(page, (scene) => scene.step(8));
    const sliding = await stops();
    const limit = sliding.filter(({ what }) => what.includes('friction is clamped at its limit: it slides'));
    assert.ok(limit.length > 0);
    for (const { what } of limit) assert.match(what, /, (slides on \S+ \d+|.* on slides): /);
    let differ = 0;
    for (const { what, label } of sliding) {
      if (!/: the impulse (grows|shrinks)/.test(what)) continue;
      const [before, after] = label.split(/ → |\u202f| N/);
      assert.notEqual(before, after, `${what} ${label}`);
      differ++;
    }
    assert.ok(differ > 5, `${differ} contacts change`);
    // Lifted, a body needs none of what warm starting brings.
    await ask(page, (scene) => {
      scene.step(100);
      for (const body of scene.world.bodies) if (body.name === 'rests') body.velocity = [0, 1];
      scene.step(1);
    });
    const lifted = await stops();
    assert.ok(lifted.some(({ what }) => what.includes('clamped at 0: the bodies separate')));
  },
);

articleTest(
  'a small impulse is not 0.000: the picture and the sentence have the same numbers in the same unit',
  {
    body: `<impulse-scene id="fig" solver="umbra" controls="step" layers="none"></impulse-scene>
      <impulse-solver for="fig">A step, opened up.</impulse-solver>`,
    script: `document.getElementById('fig').setup = ({ world }) => {
        const ball = (radius, density) => [{ type: 'circle', radius, density }];
        world.createBody({ type: 'static', shapes: [{ type: 'box', width: 30, height: 1 }] });
        // 0.1 g, 3 g and 10 kg: 1.6e-5, 5e-4 and 1.6 N s a step hold them.
        for (const [x, mass] of [[-3, 1e-4], [0, 3e-3], [3, 10]])
          world.createBody({ position: [x, 0.999], shapes: ball(0.5, mass / (Math.PI / 4)) });
      };
      ${kKeepsLabel}`,
  },
  async (page) => {
    await ready(page);
    const next = page.locator('impulse-solver').getByRole('button', { name: 'Next contact' });
    await next.waitFor();
    await ask(page, (scene) => scene.step(3));
    await ask(page, () => window.frames(3));
    await page.getByRole('slider', { name: 'Iteration' }).fill('0');
    const units = new Set();
    for (let i = 0; i < 12; i++) {
      await next.click();
      await ask(page, () => window.frames(1));
      const { what } = await inside(page);
      const label = await page.evaluate(() => window.label);
      const said = /, ([\d.]+) to ([\d.]+)\u202f(m?)N\u202fs;/.exec(what);
      const drawn = /^([\d.]+) → ([\d.]+)\u202f(m?)N\u202fs$/.exec(label);
      assert.ok(said && drawn, `${what} ${label}`);
      assert.equal(drawn[3], said[3], `${what} ${label}`);
      units.add(said[3]);
      for (const k of [1, 2]) {
        // Zero is 0; anything else has a figure.
        assert.equal(drawn[k], said[k], `${what} ${label}`);
        assert.ok(said[k] === '0' || Number(said[k]) > 0, `${what} ${label}`);
      }
      const figures = [said[1], said[2]].map((text) => text.replace('.', '').replace(/^0+/, '').length);
      assert.ok(Math.max(...figures) >= 4, `${what} ${label}`);
    }
    assert.deepEqual([...units].toSorted(), ['', 'm']);
  },
);

for (const [width, height] of [
  [1366, 657],
  [1280, 800],
  [1024, 768],
  [900, 700],
  [390, 844],
])
  demoTest(
    `look inside leaves the picture at least half of a window of ${width} by ${height}`,
    // A belt keeps its bodies awake: where all sleep, another sentence says where time has gone.
    { hash: '#scene=conveyor', context: width < 500 ? phone : { viewport: { width, height } } },
    async (page) => {
      await lookInside(page);
      await frames(page, 4);
      const box = await page.locator('.frame').boundingBox();
      assert.ok(box.height >= height / 2 - 1, `${box.height} px of ${height}`);
      assert.ok(box.width >= Math.min(width, 400) - 1, `${box.width} px wide`);
      const zoom = await page.locator('.frame .zoom').boundingBox();
      assert.ok(zoom.y + zoom.height <= box.y + box.height, 'its buttons are in it');
      if (height === 800) {
        const [content, room] = await page.evaluate(() => {
          const { scrollHeight, clientHeight } = document.getElementById('inside');
          return [scrollHeight, clientHeight];
        });
        assert.ok(content <= room, `${content} px of words and charts in ${room}: the last line is cut`);
      }
      const chart = page.locator('#inside canvas');
      await chart.scrollIntoViewIfNeeded();
      const shown = await chart.boundingBox();
      assert.ok(shown.y + shown.height <= height + 1, 'the charts can be reached');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    },
  );

demoTest('the charts of a step say what their heights are worth', { hash: '#scene=stack' }, async (page) => {
  await page.evaluate(() => {
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      window.written.push(text);
      return fillText.call(this, text, ...rest);
    };
  });
  await lookInside(page);
  await frames(page);
  const numbers = await page.evaluate(() =>
    window.written.slice(-30).filter((text) => /^[\d.·⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+$/.test(text)),
  );
  // A top and a bottom of each of three charts.
  assert.ok(numbers.length >= 6, numbers.join());
  assert.ok(numbers.includes('0'));
});

articleTest(
  'joints of a chain are one direct solve, those of a net come one by one, and both say what they leave',
  {
    body: `<impulse-scene id="fig" solver="umbra" controls="step" layers="none"></impulse-scene>
      <impulse-solver for="fig">A step, opened up.</impulse-solver>`,
    script: `document.getElementById('fig').setup = ({ world }) => {
        const square = (x, y) => world.createBody({ position: [x, y], shapes: [{ type: 'box', width: 0.3, height: 0.3, filter: { group: -1 } }] });
        const hook = world.createBody({ type: 'static' });
        const hinge = (bodyA, bodyB, anchor) => world.createJoint({ type: 'revolute', bodyA, bodyB, anchor });
        let last = hook;
        for (let i = 0; i < 4; i++) {
          const link = square(-3 + 0.5 * i, 4);
          hinge(last, link, [-3 + 0.5 * (i - 0.5), 4]);
          last = link;
        }
        const net = [];
        for (let i = 0; i < 16; i++) {
          const [x, y] = [1 + 0.5 * (i % 4), 4 - 0.5 * Math.floor(i / 4)];
          net.push(square(x, y));
          if (i % 4) hinge(net[i - 1], net[i], [x - 0.25, y]);
          if (i > 3) hinge(net[i - 4], net[i], [x, y + 0.25]);
          if (i === 0 || i === 3) hinge(hook, net[i], [x, y]);
        }
      };`,
  },
  async (page) => {
    await ready(page);
    await page.locator('impulse-solver').getByRole('button', { name: 'Next contact or joint' }).waitFor();
    await ask(page, (scene) => scene.step(30));
    await ask(page, () => window.frames(3));
    const truth = await ask(page, (scene) => {
      const { stage, rows, rowResidual } = scene.world.solverTrace();
      const joints = new Set(rows.map(({ joint }) => joint));
      const nets = new Set(rows.filter(({ direct }) => !direct).map(({ joint }) => joint));
      const of = (pass) => Math.max(...rowResidual.slice(pass * rows.length, (pass + 1) * rows.length));
      return { solve: stage.indexOf('solve'), joints: joints.size, nets: nets.size, left: of(stage.indexOf('solve')) };
    });
    assert.deepEqual([truth.joints, truth.nets], [30, 26]);
    await page.getByRole('slider', { name: 'Iteration' }).fill(String(truth.solve));
    const whole = await inside(page);
    assert.match(whole.what, /^All 30 joints/);
    assert.ok(whole.where.includes(`residual of joints ${Number(truth.left.toPrecision(2))} m/s`), whole.where);
    await page.getByRole('slider', { name: 'Iteration' }).fill(String(truth.solve - 1));
    const next = page.getByRole('button', { name: 'Next contact or joint' });
    for (let i = 0; i < truth.nets; i++) {
      await next.click();
      assert.match((await inside(page)).what, /^Joint \d+ of 30, revolute, .* with .*: the impulse/);
    }
    await next.click();
    assert.match((await inside(page)).what, /^Direct solve: 4 joints at once/);
    await next.click();
    assert.match((await inside(page)).where, /velocities \(2\)/, 'the next pass');
  },
);

for (const solver of ['softStep', 'umbra', 'ftPhysics', 'fx2d', 'wedekind'])
  demoTest(
    `a bridge opened up under ${solver}: every stop says something, to the end`,
    { hash: `#scene=bridge&p.planks=20&solver=${solver}` },
    async (page) => {
      await page.evaluate(() => {
        const { simulation } = window.impulseDemo;
        simulation.paused = true;
        simulation.fastForward(80 - simulation.steps);
      });
      await lookInside(page);
      await frames(page);
      const seen = await page.evaluate(() => {
        const root = document.querySelector('#inside > div').shadowRoot;
        const text = (part) => root.querySelector(`[part=${part}]`).textContent;
        const slider = root.querySelector('input');
        slider.value = '0';
        slider.dispatchEvent(new Event('input'));
        const next = [...root.querySelectorAll('button')].find((b) => b.title === 'Next contact or joint');
        const told = new Set();
        let last = '';
        for (let i = 0; i < 6000; i++) {
          next.click();
          const now = `${slider.value} ${text('where')} ${text('what')}`;
          if (now === last) break;
          told.add(text('what').split(/[ :,]/)[0]);
          last = now;
          if (/NaN|undefined|Infinity|null/.test(now)) return now;
        }
        return { told: [...told].sort(), at: slider.value, end: slider.max };
      });
      assert.equal(seen.at, seen.end, JSON.stringify(seen));
      assert.ok(seen.told.includes('Contact') && seen.told.includes('Direct'), seen.told.join());
    },
  );
