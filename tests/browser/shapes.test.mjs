// Two shapes compared in stops, on their page and as `<impulse-collision>` in an article; and the sweep of a fast body.
import assert from 'node:assert/strict';
import { articleTest, kScript, useArticles } from './article.mjs';
import { demoTest, frames, phone, smallControls, useDemo } from './demo.mjs';

useDemo();
useArticles();

const pair = (page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    const figure = document.querySelector('impulse-collision');
    const { trace, bodies, stops, stop, shadows } = figure;
    const at = (body) => ({ x: body.position.x, y: body.position.y, angle: body.angle, shape: body.userData });
    return {
      method: trace.method,
      axes: trace.axes.length,
      rows: shadows.map(({ name, overlap, wayOut, chosen, axis }) => ({ name, overlap, wayOut, chosen, axis })),
      points: trace.points,
      stop,
      names: stops.map(({ name }) => name),
      words: figure.shadowRoot.querySelector('[part=words]').textContent,
      label: figure.shadowRoot.querySelector('canvas').getAttribute('aria-label'),
      a: at(bodies.a),
      b: at(bodies.b),
    };
  });
/** Pixels of the figure that have the colour of A, of B or of the ink, roughly. */
const inked = (page, name) =>
  page.evaluate((property) => {
    const figure = document.querySelector('impulse-collision');
    const source = figure.shadowRoot.querySelector('canvas');
    const probe = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(source);
    probe.fillStyle = property === 'ink' ? style.color : style.getPropertyValue(property).trim();
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [source.width, source.height];
    const ctx = copy.getContext('2d');
    ctx.drawImage(source, 0, 0);
    const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] > 200 && Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12)
        count++;
    return count;
  }, name);
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const origin = async (page) => {
  await page.locator('#pair').scrollIntoViewIfNeeded();
  return page.evaluate(() => {
    const { left, top } = document.querySelector('#pair').shadowRoot.querySelector('canvas').getBoundingClientRect();
    return { x: left, y: top };
  });
};

demoTest(
  'overlaps are those of the shadows: faces that are opposite or parallel are one row, and a reader can check it',
  { hash: 'shapes.html#a=box,0,-0.6,0&b=box,0.7,1.51,-0.256', share: true },
  async (page) => {
    const { rows, axes } = await pair(page);
    assert.equal(axes, 8);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['A 1, 3', 'A 2, 4', 'B 1, 3', 'B 2, 4'],
    );
    for (const { axis, overlap, wayOut, name } of rows) {
      const shared = Math.min(axis.maxA, axis.maxB) - Math.max(axis.minA, axis.minB);
      assert.ok(Math.abs(overlap - shared) < 1e-9, name);
      assert.ok(wayOut >= overlap - 1e-9, name);
    }
    const cells = await page.locator('#axes tr').evaluateAll((found) => found.map((row) => row.textContent));
    assert.equal(cells.length, 4);
    assert.ok(
      cells.every((text) => !text.includes('4.331')),
      'a depth of one side is told as an overlap',
    );
    assert.equal(await page.locator('#axes tr[data-chosen=true]').count(), 1);
    // Parallel boxes have two axes.
    await page.evaluate(() => (location.hash = '#a=box,0,-0.6,0&b=box,0.7,1.2,0'));
    await page.waitForFunction(() => document.querySelectorAll('#axes tr').length === 2);
    assert.equal((await pair(page)).rows[0].name, 'A 1, 3 · B 1, 3');
  },
);

demoTest(
  'a shadow within a shadow: the overlap is less than the way out, and the way out frees B',
  { hash: 'shapes.html#a=box,0,-0.6,0&b=plank,0,-0.4,0&stop=2', share: true },
  async (page) => {
    const { rows, words, stop } = await pair(page);
    assert.equal(stop, 2);
    const chosen = rows.find((row) => row.chosen);
    assert.ok(Math.abs(chosen.overlap - 0.8) < 1e-5 && Math.abs(chosen.wayOut - 1.2) < 1e-5, JSON.stringify(chosen));
    assert.match(words, /1\.200 m.*One projection contains the other, so this is more than their overlap of 0\.800 m/);
    const { x, y } = chosen.axis.direction;
    const apart = await page.evaluate(
      ([dx, dy]) => {
        const { world, bodies } = document.getElementById('pair');
        bodies.b.setTransform([bodies.b.position.x + dx, bodies.b.position.y + dy], bodies.b.angle);
        return Math.min(...world.collisionTrace(bodies.a, bodies.b)[0].points.map(({ separation }) => separation));
      },
      [1.2001 * x, 1.2001 * y],
    );
    assert.ok(apart >= 0, `still ${apart} m`);
  },
);

demoTest(
  'five stops by buttons, slider and keys, each said and each seen',
  { hash: 'shapes.html#a=box,0,-0.6,0&b=box,0.7,1.15,0.18' },
  async (page) => {
    let found = await pair(page);
    assert.deepEqual(found.names, ['project', 'axis', 'reference', 'clip', 'points']);
    const said = [found.words];
    const seen = [await inked(page, 'ink')];
    assert.match(found.words, /^Project\. The shapes are projected onto/);
    for (const color of ['--_a', '--_b']) assert.ok((await inked(page, color)) > 100, color);
    for (let i = 2; i <= 5; i++) {
      await page.getByRole('button', { name: 'Next stop' }).click();
      found = await pair(page);
      assert.equal(found.stop, i);
      said.push(found.words);
      seen.push(await inked(page, 'ink'));
    }
    assert.equal(new Set(said).size, 5);
    assert.ok(new Set(seen).size >= 4, `${seen}`);
    assert.match(said[1], /0\.413 m, along the normal of faces A 2, 4/);
    assert.match(said[2], /A has the reference edge \(solid\).*incident edge \(dashed\)/);
    assert.match(said[3], /1 cut shortens it/);
    assert.match(said[4], /2 points of contact/);
    assert.ok(await page.getByRole('button', { name: 'Next stop' }).isDisabled());
    assert.match(found.label, /Box A and Box B: 2 points, 0\.\d+ m deep\. Stop 5 of 5: Keep the points\./);
    assert.match(page.url(), /stop=5/);
    await page.locator('#pair canvas').focus();
    await page.keyboard.press(',');
    assert.equal((await pair(page)).stop, 4);
    await page.keyboard.press('.');
    assert.equal((await pair(page)).stop, 5);
    await page.getByRole('slider', { name: 'Stop' }).fill('2');
    assert.equal((await pair(page)).stop, 2);
    // Apart, the way ends at the axis; what is round goes by closest points.
    await page.evaluate(() => (location.hash = '#a=box,0,-1,0&b=box,0,2,0&stop=5'));
    found = await pair(page);
    assert.deepEqual([found.names, found.stop], [['project', 'axis'], 2]);
    assert.match(found.words, /A single gap proves that the shapes do not touch/);
    await page.selectOption('#shape-b', 'circle');
    await page.click('#meet');
    found = await pair(page);
    assert.deepEqual(found.names, ['project', 'closest', 'points']);
  },
);

demoTest(
  'a shape is dragged and turned with the pointer, and exchanged',
  { hash: 'shapes.html#a=box,0,-1,0&b=box,0,2,0', share: true },
  async (page) => {
    await pair(page);
    const from = await origin(page);
    const where = (x, y) => page.evaluate(([wx, wy]) => document.getElementById('pair').toScreen(wx, wy), [x, y]);
    const move = async (start, end) => {
      const [p, q] = [await where(...start), await where(...end)];
      await page.mouse.move(from.x + p.x, from.y + p.y);
      await page.mouse.down();
      await page.mouse.move(from.x + q.x, from.y + q.y, { steps: 4 });
      await page.mouse.up();
    };
    assert.equal((await pair(page)).method, 'apart');
    await move([0, 2], [0.3, 0.95]);
    const near = await pair(page);
    assert.equal(near.method, 'face');
    assert.ok(Math.abs(near.b.x - 0.3) < 0.02 && Math.abs(near.b.y - 0.95) < 0.02);
    await move([2.5, 0.95], [0.3, 2.9]); // beside both: a quarter turn
    assert.ok(Math.abs((await pair(page)).b.angle - Math.PI / 2) < 0.05);
    await page.selectOption('#shape-b', 'circle');
    const round = await pair(page);
    assert.deepEqual([round.method, round.b.shape], ['round', 'circle']);
    assert.match(page.url(), /b=circle/);
  },
);

demoTest(
  'every pair starts one in the other, every stop of it has words, and a row of the table is chosen anywhere on it',
  { hash: 'shapes.html', share: true },
  async (page) => {
    const all = await page.evaluate(async () => {
      const figure = document.getElementById('pair');
      const [first, second] = ['shape-a', 'shape-b'].map((id) => document.getElementById(id));
      const names = [...first.options].map(({ value }) => value);
      const drawn = () => new Promise((done) => figure.addEventListener('change', done, { once: true }));
      const choose = (select, value) => {
        select.value = value;
        select.dispatchEvent(new Event('change'));
      };
      const met = [];
      for (const a of names)
        for (const b of names) {
          choose(first, a);
          choose(second, b);
          const change = drawn();
          document.getElementById('meet').click();
          await change;
          const { trace, stops, shadows } = figure;
          const { wayOut } = shadows.find(({ chosen }) => chosen) ?? {};
          met.push({ pair: `${a} and ${b}`, points: trace.points.length, stops: stops.length, wayOut });
        }
      return met;
    });
    assert.equal(all.length, 8 * 8);
    for (const { pair: names, points, stops, wayOut } of all) {
      assert.ok(points > 0 && wayOut > 0.1, `${names}: ${points} points, ${wayOut} m`);
      assert.ok([3, 4, 5].includes(stops), `${names}: ${stops} stops`);
    }
    await page.selectOption('#shape-a', 'box');
    await page.selectOption('#shape-b', 'box');
    await pair(page);
    await page.locator('#axes tr').nth(1).locator('td').nth(1).click();
    await frames(page, 2);
    assert.equal(await page.locator('#axes tr').nth(1).getAttribute('data-shown'), 'true');
    await page.locator('#axes button').nth(0).click();
    await frames(page, 2);
    assert.equal(await page.locator('#axes tr').nth(0).locator('button').getAttribute('aria-pressed'), 'true');
  },
);

/**
 * How far what is drawn of the comparison leaves the picture, CSS pixels: strokes and words of every pair that the page
 * starts with, at every stop, on every axis. Of two shapes one is A and the other B, or, where `turned`, the other way
 * round: either device takes one of the two. Only the axis itself and the clip lines have no end in the picture.
 */
const leaves = (page, turned) =>
  page.evaluate(async (bFirst) => {
    const figure = document.getElementById('pair');
    const proto = CanvasRenderingContext2D.prototype;
    const { beginPath, moveTo, lineTo, arc, stroke, fillText } = proto;
    let [points, out, what] = [[], 0, ''];
    const reach = (ctx, around, name) => {
      const ratio = Math.min(2, devicePixelRatio);
      const matrix = ctx.getTransform();
      for (const [x, y, more] of around) {
        const at = matrix.transformPoint({ x, y });
        const { width, height } = ctx.canvas;
        const r = more * ratio;
        const far = Math.max(r - at.x, at.x + r - width, r - at.y, at.y + r - height) / ratio;
        if (far > out) [out, what] = [far, name];
      }
    };
    const own = (ctx) => ctx.canvas === figure.shadowRoot.querySelector('canvas');
    let drawing = 0; // bodies are drawn by the package, in metres
    Object.assign(proto, {
      beginPath() {
        points = [];
        beginPath.call(this);
      },
      moveTo(x, y) {
        points.push([x, y, 0]);
        moveTo.call(this, x, y);
      },
      lineTo(x, y) {
        points.push([x, y, 0]);
        lineTo.call(this, x, y);
      },
      arc(x, y, r, ...rest) {
        for (const [dx, dy] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ])
          points.push([x + r * dx, y + r * dy, 0]);
        arc.call(this, x, y, r, ...rest);
      },
      stroke(...rest) {
        const dash = this.getLineDash().join();
        if (own(this) && dash !== '1,6' && this.lineWidth !== 1.5) {
          drawing++;
          const { a, d } = this.getTransform();
          const half = Math.abs(a) > 4 || Math.abs(d) > 4 ? 0 : this.lineWidth / 2;
          reach(
            this,
            points.map(([x, y]) => [x, y, half]),
            `line of ${this.lineWidth} px`,
          );
        }
        stroke.call(this, ...rest);
      },
      fillText(text, x, y) {
        if (own(this)) {
          const half = this.measureText(text).width / 2;
          const corners = [
            [x - half, y - 6, 0],
            [x + half, y + 6, 0],
          ];
          reach(this, corners, text);
        }
        fillText.call(this, text, x, y);
      },
    });
    // Each picture as soon as it is asked for: the screen need not show all of them.
    const { port1, port2 } = new MessageChannel();
    const asked = [];
    port1.onmessage = () => asked.shift()(performance.now());
    window.requestAnimationFrame = (callback) => {
      port2.postMessage(null);
      return asked.push(callback);
    };
    const frame = () => new Promise((done) => figure.addEventListener('change', done, { once: true }));
    const choose = async (id, value) => {
      const select = document.getElementById(id);
      if (select.value === value) return;
      select.value = value;
      const changed = frame();
      select.dispatchEvent(new Event('change'));
      await changed;
    };
    const names = [...document.getElementById('shape-a').options].map(({ value }) => value);
    const far = [];
    let seen = 0;
    for (const [i, one] of names.entries())
      for (const other of names.slice(i)) {
        const [a, b] = bFirst ? [other, one] : [one, other];
        await choose('shape-a', a);
        await choose('shape-b', b);
        const met = frame();
        document.getElementById('meet').click();
        figure.stop = 1;
        figure.axis = null;
        await met;
        await new Promise(requestAnimationFrame);
        for (let stop = 1; stop <= figure.stops.length; stop++)
          for (let axis = 0; axis < figure.shadows.length; axis++) {
            [out, what] = [0, ''];
            const changed = frame();
            figure.stop = stop;
            figure.axis = axis;
            await changed;
            seen++;
            if (out > 0) far.push(`${a} and ${b}, stop ${stop}, axis ${axis}: ${what} by ${out.toFixed(1)} px`);
          }
      }
    return { far, seen, drawing };
  }, turned);

for (const [name, context, turned] of [
  ['a desktop', { viewport: { width: 1200, height: 760 } }, false],
  ['a phone', { viewport: { width: 360, height: 740 } }, true],
])
  demoTest(
    `shadows, edges and words of every pair, axis and stop are inside the picture on ${name}`,
    { hash: 'shapes.html', context },
    async (page) => {
      await pair(page);
      const { far, seen, drawing } = await leaves(page, turned);
      assert.ok(seen > 500 && drawing > 5000, `${seen} pictures of ${drawing} lines`);
      assert.deepEqual(far, []);
    },
  );

demoTest(
  'fingers drag and turn a shape too, and the page stands; one that goes up beside both scrolls it',
  { hash: 'shapes.html#a=box,0,-1,0&b=box,0,2,0', context: phone },
  async (page) => {
    await pair(page);
    const devtools = await page.context().newCDPSession(page);
    const from = await origin(page);
    const before = await page.evaluate(() => scrollY);
    const swipe = async (start, end) => {
      const [p, q] = await page.evaluate(
        (points) => points.map(([x, y]) => document.getElementById('pair').toScreen(x, y)),
        [start, end],
      );
      const touch = (type, ...touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
      await touch('touchStart', { x: from.x + p.x, y: from.y + p.y });
      for (let i = 1; i <= 4; i++)
        await touch('touchMove', { x: from.x + p.x + ((q.x - p.x) * i) / 4, y: from.y + p.y + ((q.y - p.y) * i) / 4 });
      await touch('touchEnd');
    };
    await swipe([0, 2], [0.3, 0.95]);
    const near = await pair(page);
    assert.ok(Math.abs(near.b.x - 0.3) < 0.05 && Math.abs(near.b.y - 0.95) < 0.05, JSON.stringify(near.b));
    await swipe([2.5, 0.95], [0.3, 2.9]);
    assert.ok(Math.abs((await pair(page)).b.angle - Math.PI / 2) < 0.1);
    assert.equal(await page.evaluate(() => scrollY), before);
    // Up beside both shapes, as a reader goes on to the words below.
    await swipe([2.5, -2], [2.5, 1]);
    await page.waitForFunction((from) => scrollY > from + 50, before);
  },
);

demoTest(
  'arrows move a shape, brackets turn it, A and B choose',
  { hash: 'shapes.html#a=box,0,-1,0&b=triangle,0,1,0', share: true },
  async (page) => {
    await pair(page);
    await page.locator('#pair canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('[');
    let { a, b } = await pair(page);
    assert.ok(Math.abs(b.x - 0.05) < 1e-6 && Math.abs(b.y - 0.95) < 1e-6 && Math.abs(b.angle - Math.PI / 36) < 1e-3);
    await page.keyboard.press('a');
    await page.keyboard.press('Shift+ArrowLeft');
    ({ a, b } = await pair(page));
    assert.ok(Math.abs(a.x + 0.01) < 1e-6 && Math.abs(b.x - 0.05) < 1e-6);
    assert.ok(await page.locator('#move-a').isChecked());
  },
);

demoTest(
  'keys go from stop to stop wherever the focus is, which stays at the first and last stop',
  { hash: 'shapes.html#a=box,0,-0.6,0&b=box,0.7,1.15,0.18' },
  async (page) => {
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel ?? document.activeElement?.id);
    await pair(page);
    await page.keyboard.press('.'); // nothing is focused
    assert.equal((await pair(page)).stop, 2);
    const next = page.getByRole('button', { name: 'Next stop' });
    await next.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Enter');
    assert.equal((await pair(page)).stop, 5);
    assert.equal(await next.getAttribute('aria-disabled'), 'true');
    assert.equal(await focused(), 'Next stop');
    await page.keyboard.press(',');
    assert.equal((await pair(page)).stop, 4);
    assert.equal(await next.getAttribute('aria-disabled'), 'false');
    await page.keyboard.press('ArrowRight');
    assert.ok(Math.abs((await pair(page)).b.x - 0.75) < 1e-6, 'arrows move from a button of the figure too');
    const back = page.getByRole('button', { name: 'Stop before' });
    await back.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Space');
    assert.equal((await pair(page)).stop, 1);
    assert.equal(await focused(), 'Stop before');
    // The slider keeps its arrows, and goes on with the keys of the figure.
    await page.getByRole('slider', { name: 'Stop' }).focus();
    await page.keyboard.press('ArrowRight');
    let found = await pair(page);
    assert.deepEqual([found.stop, found.b.x.toFixed(2)], [2, '0.75']);
    await page.keyboard.press('.');
    assert.equal((await pair(page)).stop, 3);
    await page.locator('#axes button').first().focus();
    await page.keyboard.press('.');
    assert.equal((await pair(page)).stop, 4);
    // Letters in a list choose in it.
    await page.locator('#shape-b').focus();
    await page.keyboard.press('a');
    found = await pair(page);
    assert.equal(await page.locator('#move-b').isChecked(), true);
    assert.deepEqual([(await pair(page)).stop, await page.locator('#move-b').isChecked()], [4, true]);
  },
);

for (const width of [1280, 1000, 390, 360])
  demoTest(
    `all columns of the table of axes are seen, ${width} px wide, and no number touches the next`,
    { hash: 'shapes.html', context: { viewport: { width, height: 800 } } },
    async (page) => {
      for (const hash of ['#a=box,0,-0.6,0&b=box,0.7,1.15,0.18', '#a=capsule,0,-0.6,0.3&b=rounded,-1.7,1.15,0.18']) {
        await page.evaluate((to) => (location.hash = to), hash);
        await frames(page, 3);
        const { over, gap } = await page.evaluate(() => {
          const table = document.querySelector('.table');
          const widths = [...table.querySelectorAll('tbody tr')].flatMap((row) => {
            const boxes = [...row.cells].map((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return range.getBoundingClientRect();
            });
            return boxes.slice(1).map(({ left }, i) => left - boxes[i].right);
          });
          return { over: table.scrollWidth - table.clientWidth, gap: Math.min(...widths) };
        });
        assert.ok(over <= 0, `${hash}: ${over} px are cut off`);
        assert.ok(gap >= 4, `${hash}: ${gap} px between two columns`);
      }
    },
  );

demoTest(
  'the sweep finds the wall that both ends of the step miss',
  { hash: 'shapes.html', share: true },
  async (page) => {
    const words = page.locator('#sweep-words');
    await page.waitForFunction(() => document.getElementById('sweep-words').textContent !== '');
    assert.match(
      await words.textContent(),
      /moves 2\.33 m, and ends beyond the wall\. The sweep finds the first touch after 34\.\d % of the step/,
    );
    const share = Number((await words.textContent()).match(/after ([\d.]+) %/)[1]) / 100;
    // Just before the time of impact there is a gap, at it none.
    const gap = async (at) => {
      await page.locator('#sweep-share').fill(String(at));
      return words.textContent();
    };
    assert.match(await gap(Math.floor(share * 100 - 3) / 100), /m apart\.$/);
    assert.match(await gap(Math.ceil(share * 100 + 1) / 100), /in contact\.$/);
    await page.locator('#sweep-speed').fill('20');
    assert.match(await words.textContent(), /ends before the wall\. The sweep finds no touch/);
  },
);

for (const [name, colorScheme] of [
  ['light', 'light'],
  ['dark', 'dark'],
])
  demoTest(
    `two shapes fit a phone, ${name}, and controls are large enough`,
    { hash: 'shapes.html', context: { ...phone, colorScheme } },
    async (page) => {
      await pair(page);
      assert.ok(await fits(page));
      assert.deepEqual(await smallControls(page, '#pair'), []);
    },
  );

// --- the element -----------------------------------------------------------------------------------------------------

articleTest(
  'the element alone, under the strictest policy: stops, axes and a colour of one’s own',
  {
    body: '<impulse-collision a="box,0,-0.6,0" b="circle,0.9,1,0" stop="2"></impulse-collision>',
    script: `document.querySelector('impulse-collision').style.setProperty('--impulse-a', '#123456');`,
  },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    const found = await pair(page);
    assert.deepEqual([found.method, found.stop, found.names], ['round', 2, ['project', 'closest', 'points']]);
    assert.match(found.words, /closest points of the two surfaces/);
    assert.ok((await inked(page, '--_a')) > 50);
    await page.evaluate(() => document.body.style.setProperty('--impulse-a', '#a1b2c3'));
    await page.evaluate(() => document.querySelector('impulse-collision').style.removeProperty('--impulse-a'));
    await page.waitForFunction(() => {
      const canvas = document.querySelector('impulse-collision').shadowRoot.querySelector('canvas');
      return getComputedStyle(canvas).getPropertyValue('--_a').trim() === '#a1b2c3'; // no longer the one before
    });
    let painted = 0;
    for (let i = 0; i < 50 && !(painted > 50); i++) {
      await page.waitForTimeout(20);
      painted = await inked(page, '--_a');
    }
    assert.ok(painted > 50, 'another colour is there at once');
    await page.getByRole('button', { name: 'Stop before' }).click();
    await pair(page);
    const chips = page.getByRole('group', { name: 'Axis' }).getByRole('button');
    assert.equal(await chips.count(), found.rows.length);
    await chips.nth(1).click();
    await pair(page);
    assert.equal(await chips.nth(1).getAttribute('aria-pressed'), 'true');
    // Taken off the page and put back it lives again.
    await page.evaluate(async () => {
      const figure = document.querySelector('impulse-collision');
      figure.remove();
      await new Promise((done) => setTimeout(done, 20));
      document.body.append(figure);
    });
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    assert.equal((await pair(page)).method, 'round');
  },
);

articleTest(
  'what is not accepted is named, in the figure and in the console, and changes nothing',
  { body: '<impulse-collision a="box,0,0,0" b="box,0.5,1.5,0"></impulse-collision>' },
  async (page, complaints) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    const before = await pair(page);
    for (const [name, value, wanted] of [
      ['b', 'bux,0,0,0', /b must be shape,x,y,angle with a shape of box, plank,.*got "bux,0,0,0"/],
      ['b', 'box,0,nine,0', /finite numbers/],
      ['b', 'toString,0,0,0', /got "toString,0,0,0"/],
      ['literal', 'aOnlySat upsideDown', /literal must be words of aOnlySat, .*got "upsideDown"/],
    ]) {
      await page.evaluate(([n, v]) => document.querySelector('impulse-collision').setAttribute(n, v), [name, value]);
      assert.match(await page.getByRole('alert').textContent(), wanted);
      assert.match(complaints.splice(0).join(), wanted);
      assert.deepEqual((await pair(page)).b, before.b);
    }
    await page.evaluate(() => {
      const figure = document.querySelector('impulse-collision');
      figure.b = 'box,0.5,1.5,0';
      figure.literal = 'aOnlySat';
    });
    assert.equal((await pair(page)).axes, 4);
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.match(
      await page.evaluate(() => {
        try {
          document.querySelector('impulse-collision').axis = 9;
        } catch (error) {
          return `${error.code} ${error.path}`;
        }
      }),
      /INVALID_ARGUMENT axis/,
    );
  },
);

articleTest(
  'an invalid shape of the page is named in the figure until it is put right, whatever the other attributes are',
  { body: '<impulse-collision a="bux,0,0,0" b="box,0,nine,0" literal="upsideDown"></impulse-collision>' },
  async (page, complaints) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    const told = async (name, value) => {
      if (name)
        await page.evaluate(([n, v]) => document.querySelector('impulse-collision').setAttribute(n, v), [name, value]);
      const texts = await page.getByRole('alert').allTextContents();
      return [/"bux/, /"box,0,nine/, /"upsideDown"/].map((pattern) => pattern.test(texts.join()));
    };
    assert.deepEqual(await told(), [true, true, true]);
    assert.equal(complaints.splice(0).length, 3);
    const { a, b } = await pair(page);
    assert.deepEqual(
      [a.y, b.y].map((y) => Math.round(100 * y)),
      [-60, 115],
      'the default pair stands there',
    );
    assert.deepEqual(await told('b', 'circle,0,1,0'), [true, false, true]);
    assert.deepEqual(await told('literal', ''), [true, false, false]);
    assert.deepEqual(await told('a', 'box,0,0,0'), [false, false, false]);
  },
);

articleTest(
  'children are shown until the figure is there',
  { body: '<impulse-collision><p>Two shapes.</p></impulse-collision>' },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    assert.ok(await page.getByText('Two shapes.').isHidden());
  },
);

articleTest(
  'where the engine does not load, the children stay',
  {
    body: '<impulse-collision><p>Two shapes.</p></impulse-collision>',
    tag: `<script src="no-engine.js"></script>${kScript}`,
    files: { 'no-engine.js': "WebAssembly.instantiate = () => Promise.reject(new Error('none'));" },
  },
  async (page, complaints) => {
    await page.getByRole('alert').waitFor();
    complaints.splice(0);
    assert.ok(await page.getByText('Two shapes.').isVisible());
  },
);

articleTest(
  'a shape whose attribute is invalid can be moved, and the attribute is valid then',
  { body: '<impulse-collision a="bux,0,0,0"></impulse-collision>' },
  async (page, complaints) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    complaints.splice(0);
    await page.evaluate(() => document.querySelector('impulse-collision').place('a', { x: 1, y: -1 }, 0.5));
    const { a } = await pair(page);
    assert.deepEqual([a.shape, a.x, a.y], ['box', 1, -1]);
    assert.equal(await page.locator('impulse-collision').getAttribute('a'), 'box,1,-1,0.5');
    assert.equal(await page.getByRole('alert').count(), 0);
  },
);

articleTest(
  'place() refuses a shape that there is not and numbers that are not finite, and changes nothing',
  { body: '<impulse-collision></impulse-collision>' },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    const before = await pair(page);
    const told = await page.evaluate(() =>
      [
        ['z', { x: 0, y: 0 }, 0],
        ['a', { x: NaN, y: 0 }, 0],
        ['a', { x: 0 }, 0],
        ['a', null, 0],
        ['b', { x: 0, y: 0 }, Infinity],
        ['b', { x: 0, y: 0 }],
      ].map((args) => {
        try {
          document.querySelector('impulse-collision').place(...args);
          return 'nothing';
        } catch (error) {
          return `${error.code} ${error.message}`;
        }
      }),
    );
    assert.deepEqual(told, [
      `INVALID_ARGUMENT which must be 'a' or 'b', got "z"`,
      'INVALID_ARGUMENT position.x must be a finite number, got NaN',
      'INVALID_ARGUMENT position.y must be a finite number, got undefined',
      'INVALID_ARGUMENT position.x must be a finite number, got undefined',
      'INVALID_ARGUMENT angle must be a finite number, got Infinity',
      'INVALID_ARGUMENT angle must be a finite number, got undefined',
    ]);
    assert.deepEqual(await pair(page), before);
  },
);

/** WCAG contrast of two colours as numbers. */
function contrast(...colors) {
  const [low, high] = colors
    .map((color) => {
      const [r, g, b] = color.map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

articleTest(
  'two shapes are dark where the article is, by its colour scheme or its text, and can be read',
  { body: '<impulse-collision></impulse-collision>' },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
    const colors = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('impulse-collision').shadowRoot.querySelector('canvas');
        const style = getComputedStyle(canvas);
        const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const rgb = (color) => {
          probe.fillStyle = color;
          probe.fillRect(0, 0, 1, 1);
          return [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3);
        };
        const { backgroundColor: paper, color: ink } = style;
        return [paper, ink, style.getPropertyValue('--_a'), style.getPropertyValue('--_b')].map(rgb);
      });
    const until = async (dark, body) => {
      await page.evaluate((style) => (document.body.style = style), body);
      const paper = async () => (await colors())[0].reduce((sum, part) => sum + part / 3, 0);
      for (let i = 0; i < 50 && (await paper()) < 100 !== dark; i++) await page.waitForTimeout(20);
      assert.equal((await paper()) < 100, dark, body);
      const [ground, ...others] = await colors();
      for (const other of others) assert.ok(contrast(ground, other) >= 4.5, `${body}: ${other} on ${ground}`);
      for (const name of ['ink', '--_a', '--_b'])
        assert.ok((await inked(page, name)) > 50, `${body}: ${name} is drawn`);
    };
    await until(false, '');
    await until(true, 'background: #111; color: #eee');
    await until(false, 'background: #fff; color: #111');
    await until(true, 'color-scheme: dark');
    await until(false, 'color-scheme: light');
  },
);
