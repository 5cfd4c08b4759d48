// What the demo page loads, and when its first step is seen: for the test that bounds it and the bench that tells it.
import { readFileSync, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';

export const site = join(build, 'site');
const kTypes = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml' };

/** Serves the site as a host does, with what is text sent as gzip. */
export function serveGzip() {
  const packed = new Map();
  return serve(site, 0, (request, response, next) => {
    const path = join(site, request.url.replace(/[?#].*/, '').replace(/\/$/, '/index.html'));
    const type = kTypes[extname(path)];
    if (!type || !existsSync(path)) return next();
    if (!packed.has(path)) packed.set(path, gzipSync(readFileSync(path), { level: 9 }));
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Cache-Control', 'no-store');
    response.end(packed.get(path));
  });
}

/**
 * Opens the demo page in a context of its own. Returns when its first step was seen, ms, and each file in order of
 * request: `{ name, early, gzip, brotli }`, where `early` says that it was asked for before that. `network`: what CDP
 * takes as conditions; `slower`: by how much the CPU is slowed.
 */
export async function firstLoad(browser, url, { network = null, slower = 1, wait = 1500 } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 } });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    if (network) {
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', {
        offline: false,
        connectionType: 'cellular4g',
        ...network,
      });
    }
    if (slower > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const responses = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(url);
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    await page.waitForTimeout(wait); // the icon, and whatever else comes late
    const { step, asked } = await page.evaluate(() => ({
      step: performance.getEntriesByName('first step')[0].startTime,
      asked: performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime]),
    }));
    const at = new Map(asked);
    const files = await Promise.all(
      responses.map(async (response) => {
        const body = await response.body();
        return {
          name: new URL(response.url()).pathname,
          early: (at.get(response.url()) ?? 0) < step,
          gzip: gzipSync(body, { level: 9 }).length,
          brotli: brotliCompressSync(body).length,
        };
      }),
    );
    return { step, files };
  } finally {
    await context.close();
  }
}

/** Bytes of some files, all or the early ones. */
export const bytes = (files, { early = false, as = 'gzip' } = {}) =>
  files.filter((file) => file.early || !early).reduce((sum, file) => sum + file[as], 0);
