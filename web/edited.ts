// A service worker that hands an edited scene back to the page as a module of its own origin. The page's policy allows
// no code but what is served from there: no eval, no blob. The code goes from the reader's own text field to here and
// nowhere else, and is kept in memory.

interface Handover {
  readonly path: string;
  readonly code: string;
}
interface WorkerScope {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(done: Promise<void>): void }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Handover>) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { request: Request; respondWith(response: Response): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

const scope = self as unknown as WorkerScope;
const modules = new Map<string, string>();

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', ({ data, ports }) => {
  modules.clear();
  modules.set(data.path, data.code);
  ports[0]?.postMessage('ready');
});
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const code = origin === location.origin ? modules.get(pathname) : undefined;
  if (code === undefined) return;
  event.respondWith(
    new Response(code, { headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' } }),
  );
});
