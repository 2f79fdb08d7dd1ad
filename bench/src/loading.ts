/**
 * Load data in Chromium on a whole Acacia: a CSV of 20,000 columns, chosen, mapped and searched for a column; and two
 * files of a person, from their choice to the graph in the explorer. `ACACIA_CONSOLE` measures another build.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHROMIUM, launchChromium, type Page } from '../../tests/e2e/browser.ts';
import { AIRPORTS_FILE, FLIGHTS_FILE } from '../../tests/e2e/flights.ts';
import { signIn } from '../../tests/e2e/pages.ts';
import { Rest, type Place } from '../../tests/e2e/rest.ts';
import { Stack } from '../../tests/e2e/stack.ts';
import { installProbe, tasksDuring } from './editor/probe.ts';
import { median } from './measure.ts';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

const COLUMNS = 20_000;
const GRAPH = 'Wide';
const TYPE = 'Part';
/** Milliseconds for which a step's last tasks are awaited. */
const REST_MS = 800;
const LONGEST_MS = 60_000;

const attribute = (name: string) => ({ AttributeName: name, AttributeType: { Name: 'STRING' } });

async function makeGraph(rest: Rest, { host }: Place): Promise<void> {
  const made = await rest.call('POST', `${host}/gsql/v1/schema/graphs`, {
    body: { GraphName: GRAPH, VertexTypes: [], EdgeTypes: [] },
  });
  const changed = await rest.call('POST', `${host}/gsql/v1/schema/change?graph=${GRAPH}`, {
    body: {
      addVertexTypes: [
        {
          Name: TYPE,
          PrimaryId: { ...attribute('id'), PrimaryIdAsAttribute: true },
          Attributes: ['name', 'note'].map(attribute),
          Config: {},
        },
      ],
    },
  });
  if (made.status >= 300 || changed.status >= 300) throw new Error(made.text + changed.text);
}

interface Step {
  readonly step: string;
  /** Until its result is on the screen; the median of several, where it is done several times. */
  readonly ms: number;
  /** Processor time of the longest task of the page's thread. */
  readonly longestTaskMs: number;
}

/** Milliseconds from an input to the frame that shows an element, which the page itself measures. */
async function untilShown(page: Page, selector: string, input: () => Promise<void>): Promise<number> {
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let begun = 0;
        const start = ({ timeStamp }: Event): void => void (begun = timeStamp);
        for (const kind of ['pointerdown', 'keydown'])
          document.addEventListener(kind, start, { capture: true, once: true });
        const look = (): void => {
          // Lists that are shut stay in the page.
          const found = [...document.querySelectorAll(wanted)].some((each) => each.checkVisibility());
          if (begun === 0 || !found) return;
          observer.disconnect();
          window.afterPaint(() => resolve(performance.now() - begun));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { attributes: true, childList: true, subtree: true });
      }),
    selector,
  );
  await input();
  return shown;
}

async function measureColumns(
  page: Page,
  address: string,
  { rounds, folder }: { readonly rounds: number; readonly folder: string },
): Promise<readonly Step[]> {
  const names = Array.from({ length: COLUMNS }, (_, at) => `column_${at}`);
  const rows = [names, names.map((_, at) => String(at))].map((row) => row.join(','));
  // From the disk: a file that the bench itself hands over is decoded in the page.
  const file = path.join(folder, 'wide.csv');
  writeFileSync(file, `${rows.join('\n')}\n`);
  await page.goto(address);
  page.setDefaultTimeout(LONGEST_MS);
  const steps: Step[] = [];
  const step = async (what: string, work: () => Promise<number>): Promise<void> => {
    let ms = 0;
    const tasks = await tasksDuring(page, async () => {
      ms = await work();
      await page.waitForTimeout(REST_MS);
    });
    steps.push({ step: what, ms, longestTaskMs: Math.max(0, ...tasks) });
  };
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  await page.getByLabel('Choose files').waitFor({ state: 'attached' });
  await step('choosing the file', () =>
    timed(async () => {
      await page.getByLabel('Choose files').setInputFiles(file);
      await page.getByRole('region', { name: 'First rows of wide.csv' }).waitFor();
    }),
  );
  const select = page.getByRole('combobox', { name: `Column for name of ${TYPE}` });
  await step('mapping it to a type', () =>
    timed(async () => {
      await page.getByRole('button', { name: 'Map wide.csv' }).click();
      await page.getByRole('menuitem', { name: TYPE }).click();
      await select.waitFor();
    }),
  );
  await select.scrollIntoViewIfNeeded();
  await step('opening a select', async () => {
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push(await untilShown(page, '[role="option"]', () => select.click()));
      await page.keyboard.press('Escape');
      await page.locator('[role="option"]:visible').first().waitFor({ state: 'detached' });
      await select.blur();
    }
    return median(all);
  });
  await select.click();
  await step('finding a column by a key', () =>
    untilShown(page, '[role="option"][value="19999"]', async () => {
      await select.fill('column_1999');
      await page.keyboard.type('9');
    }),
  );
  return steps;
}

/** Seconds from the choice of two files to a vertex with its neighbours on the canvas. */
async function measureOwnFiles(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByLabel('Choose files').waitFor({ state: 'attached' });
  page.setDefaultTimeout(LONGEST_MS);
  const begun = performance.now();
  await page.getByLabel('Choose files').setInputFiles([AIRPORTS_FILE, FLIGHTS_FILE]);
  await page.getByLabel('Name of the graph').fill('Own');
  await page.getByRole('button', { name: 'Create schema and map files' }).click();
  const load = page.getByRole('button', { name: 'Load data' });
  await load.and(page.locator(':enabled:not([aria-disabled="true"])')).click();
  await page.getByRole('link', { name: 'Explore', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Search the graph' }).fill('ORD');
  await page.getByRole('option', { name: /ORD/ }).first().click();
  await page
    .getByRole('region', { name: 'Expand' })
    .getByRole('button', { name: 'Expand', exact: true })
    .click();
  await page.getByRole('application', { name: /^Graph Own/ }).waitFor();
  await page
    .getByText(/vertices/)
    .first()
    .waitFor();
  return (performance.now() - begun) / 1000;
}

export async function benchLoading({ rounds, only }: BenchOptions): Promise<Report> {
  const browser = await launchChromium([]);
  if (browser === null)
    return {
      lines: [`Skipped: there is no browser at ${CHROMIUM}; ACACIA_CHROMIUM names one.`],
      record: null,
    };
  const stack = await Stack.create();
  try {
    await stack.start();
    const rest = await Rest.of(stack);
    const place = await rest.place('Bench');
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await installProbe(page);
    await page.goto(stack.origin);
    await signIn(page);
    const address = `${stack.origin}/ingestion?workspace_id=${place.workspaceId}`;
    const seconds = 'own files'.includes(only) ? await measureOwnFiles(page, address) : null;
    let steps: readonly Step[] = [];
    if ('columns'.includes(only)) {
      await makeGraph(rest, place);
      steps = await measureColumns(page, `${address}&graph_name=${GRAPH}`, { rounds, folder: stack.home });
    }
    return {
      lines: [
        ...(seconds === null ? [] : [`own files to an explored graph: ${seconds.toFixed(1)} s`]),
        ...steps.map(
          ({ step, ms, longestTaskMs }) =>
            `${step} of ${COLUMNS} columns: ${ms.toFixed(0)} ms, longest task ${longestTaskMs.toFixed(0)} ms of the processor`,
        ),
      ],
      record: { rounds, seconds, columns: COLUMNS, steps },
    };
  } finally {
    await browser.close();
    await stack.remove();
  }
}
