/** Results in the console: the first page of one, a million rows in the page's heap, a run that is found after a reload. */
import type { Page } from '../../../tests/e2e/browser.ts';
import { median } from '../measure.ts';

/** Prints rows of ten columns; the first says which query it is of. */
const rowsQuery = (rows: number, name: string): string => `INTERPRET QUERY () FOR GRAPH Bench {
  TYPEDEF TUPLE <STRING a, INT b, INT c, INT d, DOUBLE e, DOUBLE f, STRING g, STRING h, BOOL i, STRING j> Cells;
  ListAccum<Cells> @@rows;
  FOREACH n IN RANGE[1, ${rows}] DO
    @@rows += Cells("${name} " + to_string(n), n, n % 1000, ${rows} - n, n / 7.0, n * 0.001, "row " + to_string(n), "group " + to_string(n % 100), n % 2 == 0, "a longer text of the row " + to_string(n));
  END;
  PRINT @@rows;
}
`;

/** Runs until it is cancelled. */
const ENDLESS = `INTERPRET QUERY () FOR GRAPH Bench {
  SumAccum<INT> @@n;
  WHILE TRUE LIMIT 1000000000 DO @@n += 1; END;
  PRINT @@n;
}
`;

/** Opens a file of this text. */
export type OpenText = (text: string) => Promise<void>;

/** When the workspace had the newest run's result, in milliseconds since 1970. */
export type EndOfRun = () => Promise<number>;

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

/** Resolves to the time at which a cell is first on the screen, in milliseconds since 1970. */
const cellPainted = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const cells = [...document.querySelectorAll('[role="cell"]')];
          if (!cells.some(({ textContent }) => textContent === wanted)) return;
          observer.disconnect();
          window.afterPaint(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );

const FIRST_PAGE_ROWS = 10_000;

/** Milliseconds from the end of a run to its first rows on the screen. */
export async function firstPage(
  page: Page,
  open: OpenText,
  endOfRun: EndOfRun,
  rounds: number,
): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const name = `round ${round}`;
    await open(rowsQuery(FIRST_PAGE_ROWS, name));
    const painted = cellPainted(page, `${name} 1`);
    await run(page);
    const at = await painted;
    // The first round loads the part of the page that shows tables.
    if (round > 0) samples.push(at - (await endOfRun()));
  }
  return median(samples);
}

export interface ManyRows {
  /** The most that the page's heap held, in megabytes, without a collection asked for. */
  readonly heapMb: number;
  readonly longestTaskMs: number;
  /** From the click on a head to the sorted rows. */
  readonly sortMs: number;
}

const ROWS = 1_000_000;
const STOPS = 60;

/** Scrolls and sorts a million rows of ten columns, of several runs in the same page. */
export async function manyRows(page: Page, open: OpenText, runs: number): Promise<ManyRows> {
  const sorts: number[] = [];
  await open(rowsQuery(ROWS, 'large'));
  await page.evaluate(() => {
    window.probe.tasks = [];
    window.probe.heap = 0;
    const measure = (): void => {
      window.probe.heap = Math.max(window.probe.heap, window.performance.memory.usedJSHeapSize);
    };
    window.setInterval(measure, 50);
  });
  for (let each = 0; each < runs; each += 1) {
    await page.evaluate(() => document.querySelector('[role="table"]')?.remove());
    const painted = cellPainted(page, 'large 1');
    await run(page);
    await painted;
    const table = page.getByRole('table', { name: '@@rows' });
    for (let stop = 1; stop <= STOPS; stop += 1) {
      await table.evaluate((grid, part) => {
        grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
      }, stop / STOPS);
      await page.waitForTimeout(50);
    }
    await table.evaluate((grid) => {
      grid.scrollTop = 0;
    });
    await page.waitForTimeout(500);
    const begun = await page.evaluate(() => performance.timeOrigin + performance.now());
    const sorted = cellPainted(page, `large ${ROWS}`);
    await table.getByRole('button', { name: 'd', exact: true }).click();
    sorts.push((await sorted) - begun);
  }
  const { heap, tasks } = await page.evaluate(() => window.probe);
  return { heapMb: heap / 2 ** 20, longestTaskMs: Math.max(0, ...tasks), sortMs: median(sorts) };
}

/** Milliseconds from the beginning of a reload to the button that cancels the run that was under way. */
export async function attached(page: Page, open: OpenText, rounds: number): Promise<number> {
  await open(ENDLESS);
  await run(page);
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  // A page that is left before the workspace has the run takes it along.
  await page.getByRole('main').getByText('Running', { exact: true }).waitFor();
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.reload();
    await cancel.waitFor();
    samples.push(await page.evaluate(() => window.probe.cancel));
  }
  await cancel.click();
  return median(samples);
}
