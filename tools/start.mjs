// From a fresh clone to the demo page in a browser.
import { buildAll } from './build.mjs';
import { SetupError, main } from './process.mjs';

await main(async () => {
  const port = Number(process.env.PORT ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new SetupError(`PORT must be a port number, not ${process.env.PORT}`);
  await buildAll();
  const [{ serve }, { site }] = await Promise.all([import('./serve.mjs'), import('./build/site.mjs')]);
  try {
    const { url } = await serve(site, port);
    console.log(`\nimpulse2d demo: ${url}\ndocumentation:  ${url}/docs/`);
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new SetupError(`Port ${port} is in use. Another one: PORT=8081 npm start`);
  }
});
