import { chromium } from 'playwright-core';
import { serve } from './tools/serve.mjs';
const [folder, path, out, opts = '{}', script = ''] = process.argv.slice(2);
const server = await serve(folder, 0);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
try {
  const o = JSON.parse(opts);
  const context = await browser.newContext({ viewport: { width: 900, height: 1200 }, ...o });
  const page = await context.newPage();
  page.on('console', (m) => console.log(m.type(), m.text()));
  page.on('pageerror', (e) => console.log('PAGEERROR', e));
  await page.goto(server.url + path);
  await page.waitForTimeout(o.wait ?? 1500);
  if (script) console.log(JSON.stringify(await page.evaluate(script)));
  await page.waitForTimeout(200);
  await page.screenshot({ path: out, fullPage: o.full ?? true });
} finally { await browser.close(); await server.close(); }
