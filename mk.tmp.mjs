import { buildPackage } from './tools/build/package.mjs';
import { buildSite } from './tools/build/site.mjs';
await buildPackage(); await buildSite();
