// The demo page in Chromium: bytes, time to its first step, time to draw 2,000 bodies, and what it costs while nothing
// moves. What is drawn is timed twice: the calls, and with all pixels, which Chromium makes here without a GPU.
// `node tests/bench/page.mjs` after a build. Times are medians and, on a machine with other work, the least.
import { loadavg } from 'node:os';
import { launch } from '../browser/pages.mjs';
import { bytes, firstLoad, serveGzip } from '../browser/first_load.mjs';

const kRounds = 7;
// 1.6 Mbit/s down, 0.75 up, 150 ms: the "slow 4G" of Lighthouse.
const kSlow = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const kBodies = 2000;
const kIdle = 20; // s
const kCompiled = 20; // s after which the browser has compiled again what ran often

const sorted = (list) => list.toSorted((a, b) => a - b);
const summary = (list, digits = 0) => {
  const all = sorted(list);
  return `${all[all.length >> 1].toFixed(digits)} ms (least ${all[0].toFixed(digits)})`;
};

const server = await serveGzip();
const browser = await launch();
try {
  console.log(`load of the machine ${loadavg()[0].toFixed(1)}`);

  const { files } = await firstLoad(browser, `${server.url}/`);
  for (const { name, early, gzip, brotli } of files)
    console.log(`${early ? ' ' : '+'} ${name.padEnd(36)} ${String(gzip).padStart(7)} ${String(brotli).padStart(7)}`);
  for (const early of [true, false]) {
    const [gzip, brotli] = ['gzip', 'brotli'].map((as) => (bytes(files, { early, as }) / 1000).toFixed(1));
    console.log(`${early ? 'before the first step' : 'in all'}: ${gzip} KB gzip, ${brotli} KB brotli`);
  }

  const client = await browser.newBrowserCDPSession();
  const spent = async () =>
    (await client.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const used = async (open) => {
    await open.waitForTimeout(3000);
    const before = await spent();
    await open.waitForTimeout(1000 * kIdle);
    return ((100 * ((await spent()) - before)) / kIdle).toFixed(2);
  };

  const times = async (options) => {
    const steps = [];
    for (let i = 0; i < kRounds; i++)
      steps.push((await firstLoad(browser, `${server.url}/`, { wait: 0, ...options })).step);
    return summary(steps);
  };
  console.log(`first step seen: ${await times({})}`);
  console.log(`  at 1.6 Mbit/s, 150 ms, CPU slowed four times: ${await times({ network: kSlow, slower: 4 })}`);
  console.log(`  at 1.6 Mbit/s, 150 ms: ${await times({ network: kSlow })}`);

  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`${server.url}/#scene=pile&p.count=${kBodies}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  for (const [state, settle] of [
    ['falling', 0],
    ['at rest', 900],
  ]) {
    for (const [what, names] of [
      ['shapes', ['shapes']],
      ['the usual layers', null],
    ]) {
      const [commands, pixels] = await page.evaluate(
        async ([shown, steps]) => {
          const { simulation, stage, layers } = window.impulseDemo;
          simulation.paused = true;
          const on = shown
            ? Object.fromEntries(Object.keys(layers).map((name) => [name, shown.includes(name)]))
            : layers;
          if (steps > simulation.steps) simulation.fastForward(steps - simulation.steps);
          const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const found = [[], []];
          for (let i = 0; i < 120; i++) {
            await new Promise(requestAnimationFrame);
            simulation.fastForward(1);
            const start = performance.now();
            stage.paint(simulation, on);
            found[0].push(performance.now() - start);
            // One pixel is there only when all are.
            probe.drawImage(stage.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
            probe.getImageData(0, 0, 1, 1);
            found[1].push(performance.now() - start);
          }
          return found;
        },
        [names, settle],
      );
      console.log(
        `${kBodies} bodies ${state}, ${what}: ${summary(commands, 1)}, with all pixels ${summary(pixels, 1)}`,
      );
    }
  }

  await page.goto('about:blank');
  const empty = await used(page);
  await page.goto(`${server.url}/#scene=stack`);
  await page.waitForFunction(() => window.impulseDemo?.simulation.world.awakeCount === 0, null, { timeout: 60_000 });
  const early = await used(page);
  await page.waitForTimeout(1000 * kCompiled);
  console.log(
    `an idle page: ${await used(page)} % of a core, all processes, ${early} % while the browser still compiles; ` +
      `an empty one: ${empty} %`,
  );
} finally {
  await browser.close();
  await server.close();
}
