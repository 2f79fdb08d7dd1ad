/**
 * The console's editor in Chromium on a whole Acacia: keys and completion in 5,000 lines, beside CodeMirror alone; the
 * first page of a result, a million rows, and a run that is attached to again.
 * `ACACIA_CONSOLE` measures another build of the console.
 */
import { createCloudClient } from '@acacia/api-client';

import { CHROMIUM, launchChromium, type Page } from '../../../tests/e2e/browser.ts';
import { signIn } from '../../../tests/e2e/pages.ts';
import { Rest } from '../../../tests/e2e/rest.ts';
import { Stack } from '../../../tests/e2e/stack.ts';
import { median } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import type { Report } from '../report.ts';
import { serveAlone } from './alone.ts';
import { completions, installProbe, type, type Typing } from './probe.ts';
import { attached, firstPage, manyRows } from './results.ts';
import { MANY, ONE } from './texts.ts';

const SCHEMA = `CREATE VERTEX Person (PRIMARY_ID id STRING, name STRING, age INT)
CREATE UNDIRECTED EDGE Knows (FROM Person, TO Person)
CREATE GRAPH Bench (Person, Knows)`;

const TEXTS = { 'many queries': MANY, 'one query': ONE } as const;

interface Contender {
  readonly name: string;
  /** Opens a text with the caret in its middle. */
  readonly open: (page: Page, text: string) => Promise<void>;
}

interface Typed extends Typing {
  readonly contender: string;
  readonly text: string;
  /** Null where there is none. */
  readonly completionMs: number | null;
}

const digits = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

const typedLine = (each: Typed): string =>
  `${each.contender}, ${each.text}: key to paint ${digits(each.keyToPaintMs)} ms (slowest ${digits(each.slowestKeyMs)}), ` +
  `longest task ${each.longTasks === 0 ? 'below 50' : digits(each.longestTaskMs)} ms, ` +
  `of the processor ${digits(each.cpuPerKeyMs)} ms a key and ${digits(each.longestCpuMs)} ms for the longest task` +
  (each.completionMs === null ? '' : `, completion ${digits(each.completionMs)} ms`);

export async function benchEditor({ rounds, only }: BenchOptions): Promise<Report> {
  const browser = await launchChromium(['--enable-precise-memory-info', '--js-flags=--expose-gc']);
  if (browser === null)
    return {
      lines: [`Skipped: there is no browser at ${CHROMIUM}; ACACIA_CHROMIUM names one.`],
      record: null,
    };
  const stack = await Stack.create();
  const alone = await serveAlone();
  try {
    await stack.start();
    const rest = await Rest.of(stack);
    const place = await rest.place('Bench');
    await rest.call('POST', `${place.host}/gsql/v1/statements`, { text: SCHEMA });
    const cloud = createCloudClient(`${stack.origin}/api`, async () => rest.token);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await installProbe(page);
    await page.goto(stack.origin);
    await signIn(page);
    const editor = `${stack.origin}/editor?workspace_id=${place.workspaceId}&graph_name=Bench`;
    const openFile = async (name: string, content: string): Promise<void> => {
      const { file_id } = await cloud.createFile({ body: { name, parent_id: null, content } });
      await page.goto(`${editor}&fileId=${file_id}`);
      await page.locator('.cm-content').waitFor();
    };
    const contenders: readonly Contender[] = [
      {
        name: 'the console',
        open: async (to, text) => {
          await openFile(`bench-${crypto.randomUUID()}.gsql`, text);
          await to.waitForTimeout(2_000);
          await goToMiddle(to);
        },
      },
      {
        name: 'CodeMirror alone',
        open: async (to, text) => {
          await to.goto(alone.origin);
          await to.evaluate(
            (doc) => (window as unknown as { openText: (doc: string) => void }).openText(doc),
            text,
          );
          await goToMiddle(to);
        },
      },
    ];
    const typed: Typed[] = [];
    for (const [text, content] of Object.entries(TEXTS)) {
      for (const { name, open } of contenders) {
        if (!`${name} ${text}`.includes(only)) continue;
        await open(page, content);
        const typing = await type(page);
        const samples = name === 'the console' ? await completions(page, 2 * rounds + 1) : [];
        typed.push({
          contender: name,
          text,
          ...typing,
          completionMs: samples.length === 0 ? null : median(samples),
        });
      }
    }
    const openText = (content: string) => openFile(`bench-${crypto.randomUUID()}.gsql`, content);
    const endOfRun = async (): Promise<number> => {
      const { body } = await rest.call('GET', `${place.host}/api/runs`);
      const [newest] = body['results'] as readonly { readonly endedAt: string }[];
      return Date.parse(newest?.endedAt ?? '');
    };
    const measured = async <T>(name: string, work: () => Promise<T>): Promise<T | null> =>
      name.includes(only) ? work() : null;
    const firstPageMs = await measured('first page', () => firstPage(page, openText, endOfRun, rounds));
    const attachMs = await measured('attach', () => attached(page, openText, rounds));
    const rows = await measured('rows', () => manyRows(page, openText, 3));
    return {
      lines: [
        ...typed.map(typedLine),
        ...(firstPageMs === null
          ? []
          : [`first page of 10,000 rows after the workspace has them: ${digits(firstPageMs)} ms`]),
        ...(attachMs === null ? [] : [`attached to a run again after a reload: ${digits(attachMs)} ms`]),
        ...(rows === null
          ? []
          : [
              `three runs of 1,000,000 rows × 10 columns, scrolled and sorted: heap up to ${digits(rows.heapMb)} MB, ` +
                `longest task ${digits(rows.longestTaskMs)} ms, sorted in ${digits(rows.sortMs)} ms`,
            ]),
      ],
      record: {
        rounds,
        console: process.env.ACACIA_CONSOLE === undefined ? 'built from here' : 'another build',
        typed,
        firstPageMs,
        attachMs,
        rows,
      },
    };
  } finally {
    await browser.close();
    alone.close();
    await stack.remove();
  }
}

/** Puts the caret at the end of a statement in the middle of the text. */
async function goToMiddle(page: Page): Promise<void> {
  await page.locator('.cm-scroller').evaluate((scroller) => {
    scroller.scrollTop = scroller.scrollHeight / 2;
  });
  await page.waitForTimeout(500);
  const lines = page.locator('.cm-line').filter({ hasText: /;$/ });
  await lines.nth(Math.floor((await lines.count()) / 2)).click();
  await page.keyboard.press('End');
}
