/** The canvas in a real browser with WebGL on the processor, which tests without a canvas cannot see. */
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { launchChromium } from './browser.ts';
import type {} from './canvas-page.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

async function bundled(file: string): Promise<string> {
  const bundle = await rolldown({
    input: path.join(ROOT, file),
    cwd: ROOT,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  return output[0].code;
}

let server: Server;
let browser: Browser | null;
let page: Page;
test.beforeAll(async () => {
  const [script, worker] = await Promise.all([
    bundled('tests/e2e/canvas-page.ts'),
    bundled('packages/graph-view/src/layout/layout-worker.ts'),
  ]);
  server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.ts') || url === '/page.js') {
      response.setHeader('content-type', 'text/javascript').end(url === '/page.js' ? script : worker);
    } else {
      response
        .setHeader('content-type', 'text/html')
        .end(
          '<!doctype html><meta charset="utf-8"><body></body><script type="module" src="/page.js"></script>',
        );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium([], true);
  if (browser === null) return;
  page = await browser.newPage({ viewport: { width: 1020, height: 720 } });
  const address = server.address();
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  await page.waitForFunction(() => 'canvasPage' in globalThis, undefined, { polling: 200, timeout: 60_000 });
});
test.afterAll(async () => {
  await browser?.close();
  server.close();
});

/** WebGL on a processor that does other things too is slow. */
const PATIENCE = { timeout: 60_000 };

const picture = async (): Promise<string> => (await page.screenshot(PATIENCE)).toString('base64');

test('the Canvas2D goes on with the same picture when the WebGL context is lost, until it is back', async () => {
  await page.evaluate(() => globalThis.canvasPage.open(120, 'grid'));
  expect(await page.evaluate(() => globalThis.canvasPage.canvases())).toBe(2);
  // At rest: a picture of things that move is plainer.
  let before = '';
  await expect
    .poll(async () => {
      const last = before;
      before = await picture();
      return before === last;
    }, PATIENCE)
    .toBe(true);
  expect(await page.evaluate(() => globalThis.canvasPage.loseContext())).toBe(true);
  await expect.poll(() => page.evaluate(() => globalThis.canvasPage.canvases()), PATIENCE).toBe(1);
  const differs = async (): Promise<number> => {
    const after = await picture();
    return page.evaluate(([a, b]) => globalThis.canvasPage.difference(a, b), [before, after] as const);
  };
  await expect.poll(differs, PATIENCE).toBeLessThan(0.12);
  await page.evaluate(() => globalThis.canvasPage.restoreContext());
  await expect.poll(() => page.evaluate(() => globalThis.canvasPage.canvases()), PATIENCE).toBe(2);
  await expect.poll(differs, PATIENCE).toBeLessThan(0.01);
});

test('WebGL writes the names of a large graph while it moves, and the canvas above is back at rest', async () => {
  await page.evaluate(() => globalThis.canvasPage.open(600, 'grid'));
  const { above, dark } = await page.evaluate(() => globalThis.canvasPage.moving());
  expect(above).toBe('0');
  expect(dark).toBeGreaterThan(400);
  await expect.poll(() => page.evaluate(() => globalThis.canvasPage.above()), PATIENCE).toBe('');
});

test('an SVG file holds the texts of the picture, and a thousand parallel edges as one', async () => {
  await page.evaluate(() => globalThis.canvasPage.open(60, 'grid'));
  const { fault, texts, paths } = await page.evaluate(() => globalThis.canvasPage.svg());
  expect(fault).toBeNull();
  expect(texts).toContain('Vertex 1');
  expect(texts).toContain('Paid × 1,000');
  expect(paths).toBeGreaterThan(200);
});

test('a layout that ran while its page slept is shown when the page wakes', async () => {
  await page.evaluate(() => globalThis.canvasPage.open(100, 'random'));
  const before = await page.evaluate(() => globalThis.canvasPage.spread());
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => globalThis.canvasPage.arrange('force'));
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect
    .poll(() => page.evaluate(() => globalThis.canvasPage.spread()), PATIENCE)
    .toBeLessThan(before / 2);
});
