/** Serves the page of the contenders, bundled, and the worker of our layouts. */
import { createServer } from 'node:http';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGE = path.join(import.meta.dirname, 'page.ts');
const WORKER = path.join(ROOT, 'packages/graph-view/src/layout/layout-worker.ts');

/** @param peers folder of `node_modules` with sigma, cytoscape and graphology */
async function bundled(input: string, peers: string): Promise<string> {
  const bundle = await rolldown({
    input,
    cwd: ROOT,
    platform: 'browser',
    resolve: { modules: ['node_modules', peers] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  return output[0].code;
}

export interface ServedPage {
  readonly origin: string;
  close(): void;
}

export async function servePage(peers: string): Promise<ServedPage> {
  const [page, worker] = await Promise.all([bundled(PAGE, peers), bundled(WORKER, peers)]);
  const server = createServer((request, response) => {
    const script = request.url?.endsWith('layout-worker.ts') === true ? worker : null;
    if (request.url === '/page.js' || script !== null)
      response.setHeader('content-type', 'text/javascript').end(script ?? page);
    else
      response
        .setHeader('content-type', 'text/html')
        .end(
          '<!doctype html><meta charset="utf-8"><style>body{margin:0}</style><body></body><script type="module" src="/page.js"></script>',
        );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
