// How `<impulse-scene>` looks: layers, posters, colours, parts, names.
import assert from 'node:assert/strict';
import { articleTest, ask, kScript, pixels, ready, time, useArticles } from './article.mjs';

useArticles();

articleTest(
  'the contact layer goes and comes',
  { body: '<impulse-scene src="stack" layers="contacts impulses"></impulse-scene>' },
  async (page) => {
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
  },
);

articleTest(
  'a figure that nobody has seen keeps its poster, and is drawn to be printed',
  {
    body: `<canvas height="3000" width="1"></canvas><impulse-scene src="stack"><p id="poster" slot="poster">A stack</p></impulse-scene>`,
  },
  async (page) => {
    await ready(page);
    await page.evaluate(() => window.frames(3));
    assert.equal(await page.locator('#poster').evaluate((poster) => getComputedStyle(poster).visibility), 'visible');
    // What Chromium does before it lays the paper out.
    await page.pdf();
    assert.equal(await page.locator('#poster').evaluate((poster) => getComputedStyle(poster).visibility), 'hidden');
    const { colours, height } = await ask(page, (scene) => {
      const canvas = scene.shadowRoot.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return {
        height: canvas.height,
        colours: new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size,
      };
    });
    assert.ok(colours > 10, `${colours} colours`);
    assert.equal(height, 320);
  },
);

articleTest(
  'without JavaScript the poster and the caption stand there',
  {
    body: `<impulse-scene src="pyramid"><img slot="poster" id="poster" alt="A pyramid" width="200" height="100" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
    <p slot="caption" id="caption">Figure 1.</p></impulse-scene>`,
    context: { javaScriptEnabled: false },
  },
  async (page) => {
    assert.ok(await page.getByRole('img', { name: 'A pyramid' }).isVisible());
    assert.ok(await page.locator('#caption').isVisible());
  },
);

articleTest(
  'with JavaScript the picture takes the place of the poster, and the caption stays',
  {
    body: `<impulse-scene src="pyramid"><img slot="poster" alt="A pyramid" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
    <p id="plain">A child without a slot is a poster too.</p><p slot="caption" id="caption">Figure 1.</p></impulse-scene>`,
  },
  async (page) => {
    await ready(page);
    await page.getByRole('img').waitFor({ state: 'hidden' });
    assert.ok(await page.locator('#plain').isHidden());
    assert.ok(await page.locator('#caption').isVisible());
  },
);

articleTest(
  'who asked for less motion sees a figure at rest, and may play',
  {
    body: '<impulse-scene src="joy" autoplay></impulse-scene>',
    context: { reducedMotion: 'reduce' },
  },
  async (page) => {
    await ready(page);
    await page.waitForTimeout(200);
    assert.equal(await time(page), 0);
    assert.ok((await pixels(page)).colours > 5, 'it is drawn');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
  },
);

const brightness = (colour) => colour.reduce((sum, part) => sum + part, 0) / 3;
const kBoth = '<meta name="color-scheme" content="light dark">' + kScript;
articleTest(
  'dark where the reader is, unless the article says otherwise',
  {
    body: '<impulse-scene src="stack"></impulse-scene>',
    tag: kBoth,
    context: { colorScheme: 'dark' },
  },
  async (page) => {
    const paper = async () => brightness((await pixels(page)).paper);
    /** Waits for it: the sheet's change tells of the scheme's a millisecond later. */
    const until = async (test) => {
      for (let i = 0; i < 50 && !test(await paper()); i++) await page.waitForTimeout(20);
      assert.ok(test(await paper()), `paper of ${await paper()}`);
    };
    await ready(page);
    await until((shade) => shade < 40);
    await page.emulateMedia({ colorScheme: 'light' });
    await until((shade) => shade > 235);
    await page.emulateMedia({ colorScheme: 'dark' });
    await ask(page, (scene) => (scene.style.colorScheme = 'light'));
    await until((shade) => shade > 235);
  },
);

articleTest(
  'in an article that knows no dark it is light for everybody, and its words are the article’s',
  {
    body: '<impulse-scene src="dominoes" controls="play step contacts speed"><p slot="caption">Figure 1.</p></impulse-scene>',
    context: { colorScheme: 'dark' },
  },
  async (page) => {
    await ready(page);
    const shades = async () => [
      brightness((await pixels(page)).paper),
      ...(await ask(page, (scene) =>
        ['.step', '.caption'].map((name) => {
          const { color } = getComputedStyle(scene.shadowRoot.querySelector(name) ?? scene);
          return color
            .match(/[\d.]+/g)
            .slice(0, 3)
            .reduce((sum, part) => sum + Number(part) / 3, 0);
        }),
      )),
    ];
    let [paper, step, caption] = await shades();
    assert.ok(paper > 235 && step < 60 && caption < 60, `${[paper, step, caption]}`);
    // An article with a dark paper of its own making, of which it tells nobody.
    await page.evaluate(() => Object.assign(document.body.style, { background: '#111', color: '#eee' }));
    for (let i = 0; i < 50 && (await shades())[0] > 40; i++) await page.waitForTimeout(20);
    [paper, step, caption] = await shades();
    assert.ok(paper < 40 && step > 200 && caption > 200, `${[paper, step, caption]}`);
  },
);

articleTest(
  'custom properties colour the picture, parts are there to be styled',
  {
    body: '<impulse-scene src="stack"></impulse-scene>',
  },
  async (page) => {
    await ready(page);
    await ask(page, async (scene) => {
      await window.frames(2);
      scene.style.setProperty('--impulse-paper', 'rgb(1, 200, 3)');
    });
    // The sheet's change tells of it a millisecond later, also while time is paused.
    for (let i = 0; i < 50 && (await pixels(page)).paper[0] > 1; i++) await page.waitForTimeout(20);
    assert.deepEqual((await pixels(page)).paper, [1, 200, 3]);
    // Another one, of a style sheet's rule.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { --impulse-dynamic: rgb(255, 0, 255); --impulse-outline: rgb(255, 0, 255) }');
      document.adoptedStyleSheets.push(sheet);
    });
    const seen = () =>
      ask(page, async (scene) => {
        await window.frames(1);
        const source = scene.shadowRoot.querySelector('canvas');
        const ctx = Object.assign(document.createElement('canvas'), { width: 800, height: 700 }).getContext('2d');
        ctx.drawImage(source, 0, 0);
        const { data } = ctx.getImageData(0, 0, source.width, source.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) count += data[i] === 255 && data[i + 1] === 0 && data[i + 2] === 255;
        return count;
      });
    for (let i = 0; i < 50 && (await seen()) === 0; i++) await page.waitForTimeout(20);
    assert.ok((await seen()) > 1000);
    const parts = await ask(page, (scene) =>
      [...scene.shadowRoot.querySelectorAll('[part]')].flatMap((each) => each.part.value.split(' ')),
    );
    for (const part of [
      'figure',
      'stage',
      'canvas',
      'poster',
      'error',
      'toolbar',
      'button',
      'play',
      'step',
      'reset',
      'contacts',
      'caption',
    ]) {
      assert.ok(parts.includes(part), part);
    }
  },
);

articleTest(
  'every control has a name',
  {
    body: '<impulse-scene src="dominoes" controls="play step reset actions contacts speed solver"></impulse-scene>',
  },
  async (page) => {
    await ready(page);
    const devtools = await page.context().newCDPSession(page);
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    const controls = nodes
      .filter(
        ({ ignored, role }) =>
          !ignored && ['application', 'button', 'combobox', 'group', 'alert'].includes(role?.value),
      )
      .map(({ role, name }) => `${role.value} ${name?.value}`)
      .sort();
    assert.deepEqual(controls, [
      'application Growing dominoes',
      'button Contacts',
      'button Play',
      'button Push the first',
      'button Reset',
      'button Step',
      'combobox Playback speed',
      'combobox Solver',
      'group Simulation',
    ]);
    const ids = await ask(page, (scene) => {
      const described = scene.shadowRoot.querySelector('canvas').getAttribute('aria-describedby');
      return scene.shadowRoot.getElementById(described).textContent;
    });
    assert.match(ids, /^Space plays .* full stop .* comma one back if time is recorded, R /);
  },
);

/** Accent colours of all sliders of the page, in words. */
const accents = (page) =>
  page.evaluate(async () => {
    await window.frames(5);
    const names = { 'rgb(255, 138, 92)': 'dark', 'rgb(181, 58, 23)': 'light', 'rgb(210, 69, 30)': 'light' };
    const slidersIn = (root) =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        element.localName === 'input' ? [element] : element.shadowRoot ? slidersIn(element.shadowRoot) : [],
      );
    return slidersIn(document).map((slider) => {
      const { accentColor } = getComputedStyle(slider);
      return names[accentColor] ?? accentColor;
    });
  });

articleTest(
  'sliders are as dark or light as the article, also while time runs and in views without a figure',
  {
    body: `<impulse-scene src="stack" controls="play params"></impulse-scene>
      <impulse-param name="offset"></impulse-param><impulse-solver></impulse-solver>
      <impulse-collision a="box,0,0,0" b="circle,0.7,1,0"></impulse-collision>`,
    tag: kBoth,
  },
  async (page) => {
    await ready(page);
    await ask(page, (scene) => scene.play());
    while ((await accents(page)).length < 5); // the views are loaded on demand
    await page.evaluate(() => document.querySelector('impulse-collision').scrollIntoView());
    for (const colorScheme of ['light', 'dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accents(page), Array(5).fill(colorScheme));
    }
  },
);

articleTest(
  'in a page from right to left the words of a menu begin at their beginning, and time goes as in a plot: to the right',
  {
    body: '<div dir="rtl"><impulse-scene src="stack" controls="play step solver speed scrub"></impulse-scene></div>',
    context: { viewport: { width: 320, height: 600 } },
  },
  async (page) => {
    await ready(page);
    const [play, step] = await Promise.all(
      ['Play', 'Step'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
    );
    assert.ok(play.x < step.x, `play at ${play.x}, step at ${step.x}`);
    const slider = page.getByRole('slider', { name: 'Time' });
    assert.equal(await slider.evaluate((input) => getComputedStyle(input).direction), 'ltr');
    const found = await ask(page, (scene) =>
      [...scene.shadowRoot.querySelectorAll('select')].map((select) => getComputedStyle(select).direction),
    );
    assert.deepEqual(found, ['ltr', 'ltr']);
  },
);
