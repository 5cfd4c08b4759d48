// The examples, played in a real browser: no complaint on the console, and each game can be won.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { frames } from './demo.mjs';
import { Pages, launchWithGL, useBrowser } from './pages.mjs';
import { jumps, play } from './platformer_player.mjs';

const site = join(build, 'site');
const desktop = { viewport: { width: 1280, height: 800 } };
/** For games at which nobody looks: few pixels, since without a graphics card the processor computes them. */
const coarse = { viewport: { width: 800, height: 500 }, deviceScaleFactor: 0.25 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let server;
useBrowser(launchWithGL); // Phaser and PixiJS draw with it
before(async () => {
  assert.ok(existsSync(join(site, 'examples/index.html')), 'build/site is not there: npm run build');
  server = await serve(site, 0);
});
after(() => server?.close());

const pages = new Pages();
/** An example, ready: it says nothing that it should not, and every file that it asks for is there. */
const onPage = (path, context, check) =>
  pages.at(`${server.url}/examples/${path}`, context, async (page, complaints) => {
    if (path) await page.waitForFunction(() => document.documentElement.dataset.ready === 'true' && (window.example.game ?? window.example.peers)); // prettier-ignore
    await check(page);
  });

test('the list leads to every example, and each to its source', async () => {
  await onPage('', desktop, async (page) => {
    const links = await page.locator('.cards a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    assert.deepEqual(links, ['platformer/', 'slingshot/', 'warehouse/', 'rollback/']);
    for (const link of links) {
      const source = await page.request.get(`${server.url}/examples/${link}source.txt`);
      assert.match(await source.text(), /import .* from 'impulse2d'/s, link);
    }
  });
});

// A page opens light on a desktop and dark on a phone, and turns to the other in front of the reader: with both ways to
// open and both ways to turn, each device shows both.
for (const example of ['platformer', 'slingshot', 'warehouse', 'rollback']) {
  for (const [device, context, first, then] of [
    ['desktop', desktop, 'light', 'dark'],
    ['phone', phone, 'dark', 'light'],
  ]) {
    test(`${example} runs on a ${device} and fits, ${first} and turned ${then}, and begins again by a key`, async () => {
      // The layout has the same CSS pixels, however few of the screen's there are in one.
      await onPage(`${example}/`, { ...context, deviceScaleFactor: 0.25, colorScheme: first }, async (page) => {
        const fits = async () => {
          await frames(page, 2);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.equal(wide, 0, 'nothing beside the page');
          const stage = await page.locator('.game').boundingBox();
          assert.ok(stage.height > 0.5 * context.viewport.height, `the game is ${stage.height} pixels high`);
        };
        await fits();
        await page.emulateMedia({ colorScheme: then });
        await fits();
        await page.keyboard.press('r');
        await frames(page, 3);
      });
    });
  }
}

test('the platformer is played to its flag by its keys', async () => {
  await onPage('platformer/', coarse, async (page) => {
    const result = await page.evaluate(play, jumps).catch(() => null);
    assert.ok(result, 'the page went on');
    assert.equal(result.falls, 0, JSON.stringify(result));
    assert.ok(result.won, JSON.stringify(result));
    assert.ok(result.coins >= 5, JSON.stringify(result));
    await page.waitForSelector('#over:not([hidden])');
  });
});

test('balls break blocks and turnips, with and without the lines of the engine', async () => {
  await onPage('slingshot/', coarse, async (page) => {
    await page.keyboard.press('l');
    const left = await page.evaluate(() => {
      for (const degrees of [0, 15, -25, 10]) {
        if (example.game.over) break;
        const turn = (degrees * Math.PI) / 180;
        example.aim(-2.2 * Math.cos(turn), -2.2 * Math.sin(turn));
        example.shoot();
        for (let i = 0; i < 420; i++) example.frame(1 / 60);
      }
      return { ...example.game };
    });
    assert.ok(left.turnips < 4 && left.score > 500, JSON.stringify(left));
  });
});

test('a ball is drawn back and shot by the pointer', async () => {
  await onPage('slingshot/', coarse, async (page) => {
    const at = await page.evaluate(() => example.onPage(-8.5, 2.4));
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x - 80, at.y + 20, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.evaluate(() => example.game.balls), 3);
    await page.waitForFunction(() => example.game.score > 0, null, { timeout: 20000 });
    await page.click('#restart'); // while debris still flies
    await page.waitForTimeout(300);
    assert.deepEqual(await page.evaluate(() => [example.game.balls, example.game.score]), [4, 0]);
  });
});

test('a crate that is pushed slides and comes to rest, a barrel that is hit takes its neighbour along', async () => {
  await onPage('warehouse/', coarse, async (page) => {
    const result = await page.evaluate(() => {
      const run = (steps) => {
        for (let i = 0; i < steps; i++) example.frame(1 / 60);
      };
      const { tug, crates, barrels } = example.game;
      tug.body.setTransform([-6, 1.6], 0);
      example.held.forwards = true;
      run(60);
      example.held.forwards = false;
      const pushed = crates[1].position.x;
      run(240);
      const asleep = !crates[1].awake;
      const before = barrels.length;
      tug.body.setTransform([-6, -2.2], 0);
      tug.body.velocity = [7, 0];
      run(180);
      return { pushed, asleep, barrels: before - example.game.barrels.length };
    });
    assert.ok(result.pushed > -2.7, `from -3.2 to ${result.pushed}`);
    assert.ok(result.asleep);
    assert.ok(result.barrels >= 2, JSON.stringify(result));
  });
});

test('all crates in the bay end the game', async () => {
  await onPage('warehouse/', coarse, async (page) => {
    await page.evaluate(() => {
      example.game.crates.forEach((crate, i) => crate.setTransform([9.2 + 1.4 * (i % 2), -2 + 1.5 * (i >> 1)], 0));
    });
    await page.waitForSelector('#over:not([hidden])');
    assert.match(await page.locator('#done').textContent(), /5 of 5/);
  });
});

test('both machines of the rollback example have equal worlds, however bad the link', async () => {
  await onPage('rollback/', coarse, async (page) => {
    const result = await page.evaluate(async () => {
      const { peers, settings } = example;
      Object.assign(settings, { delay: 120, jitter: 100, loss: 0.4 });
      const seen = [];
      while (peers[0].frame < 400) {
        await new Promise(requestAnimationFrame);
        seen.push(example.compare());
      }
      const redone = peers.map((peer) => peer.redone.reduce((sum, n) => sum + n, 0));
      return { differ: seen.filter(({ same }) => !same), last: seen.at(-1), redone };
    });
    assert.deepEqual(result.differ, []);
    assert.ok(result.last.step > 300, JSON.stringify(result));
    assert.ok(Math.min(...result.redone) > 20, `steps made again: ${result.redone}`);
  });
});
