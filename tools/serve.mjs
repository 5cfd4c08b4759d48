// Serving a folder of static files on this machine, under the strictest policy the package promises to work with.
import { createServer } from 'node:http';
import sirv from 'sirv';

export const kPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'";

/**
 * Serves `folder`; port 0 takes any free one. `first(request, response, next)` sees each request before the folder
 * does. Resolves to `{ url, close }`, rejects when the port is taken.
 */
export function serve(folder, port = 0, first = (request, response, next) => next()) {
  const files = sirv(folder, {
    dev: true, // reads each file anew, so that a rebuild shows at once
    setHeaders(response) {
      response.setHeader('Content-Security-Policy', kPolicy);
      response.setHeader('Cache-Control', 'no-store');
    },
  });
  const server = createServer((request, response) =>
    first(request, response, () =>
      files(request, response, () => {
        response.statusCode = 404;
        response.end('not found');
      }),
    ),
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () =>
      resolve({
        url: `http://localhost:${server.address().port}`,
        close: () =>
          new Promise((closed) => {
            server.close(closed);
            server.closeAllConnections();
          }),
      }),
    );
  });
}
