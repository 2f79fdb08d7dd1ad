/** Measures within a page: keys to paint, long tasks, and when something is first on the screen. */

import type { Page } from '../../../tests/e2e/browser.ts';
import { median } from '../measure.ts';

interface Probe {
  /** Milliseconds from each key to the frame after it. */
  keys: number[];
  /** Milliseconds of each task above 50. */
  tasks: number[];
  /** The most bytes that the heap held. */
  heap: number;
  /** Milliseconds from the beginning of the page to its button that cancels a run. */
  cancel: number;
}

declare global {
  interface Window {
    probe: Probe;
    afterPaint: (then: () => void) => void;
  }
  /** Chromium alone has it. */
  interface Performance {
    readonly memory: { readonly usedJSHeapSize: number };
  }
}

/** Runs in the page before its own code. */
function install(): void {
  const probe: Probe = { keys: [], tasks: [], heap: 0, cancel: 0 };
  window.probe = probe;
  window.afterPaint = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => window.afterPaint(() => probe.keys.push(performance.now() - timeStamp)),
    true,
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.tasks.push(duration);
  }).observe({ type: 'longtask' });
  const buttons = new MutationObserver(() => {
    const found = [...document.querySelectorAll('button')].some(
      ({ textContent }) => textContent === 'Cancel',
    );
    if (!found) return;
    buttons.disconnect();
    window.afterPaint(() => (probe.cancel = performance.now()));
  });
  if (window.location.pathname === '/editor') buttons.observe(document, { childList: true, subtree: true });
}

export const installProbe = (page: Page): Promise<unknown> => page.addInitScript(install);

export interface Typing {
  readonly keyToPaintMs: number;
  readonly slowestKeyMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Processor time of the page's thread for each key, and the most for one task: other programs do not count. */
  readonly cpuPerKeyMs: number;
  readonly longestCpuMs: number;
}

const PAUSES = 6;
const WORDS = 'a = b + 12; ';

/**
 * Types where the caret is, with pauses in which checks begin.
 * @param anew each time in the place of all that the field has
 */
export async function type(page: Page, words = WORDS, anew = false): Promise<Typing> {
  await page.waitForTimeout(1_500);
  await page.evaluate(() => {
    window.probe.keys = [];
    window.probe.tasks = [];
  });
  const traced = await tasksDuring(page, async () => {
    for (let pause = 0; pause < PAUSES; pause += 1) {
      if (anew) await page.locator(':focus').selectText();
      for (const key of words) await page.keyboard.type(key, { delay: 40 });
      await page.waitForTimeout(900);
    }
  });
  const { keys, tasks } = await page.evaluate(() => window.probe);
  return {
    keyToPaintMs: median(keys),
    slowestKeyMs: Math.max(...keys),
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks),
    cpuPerKeyMs: traced.reduce((sum, each) => sum + each, 0) / keys.length,
    longestCpuMs: Math.max(0, ...traced),
  };
}

/** Milliseconds of processor time of each task of the page's thread while something is done. */
export async function tasksDuring(page: Page, done: () => Promise<void>): Promise<readonly number[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel'] });
  await done();
  return tasksOf(await browser?.stopTracing());
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of processor time of each task of the page's thread. */
function tasksOf(trace: Buffer | undefined): readonly number[] {
  if (trace === undefined) throw new Error('The page has no browser to trace.');
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = traceEvents.filter(
    ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isOfPage = ({ pid, tid }: TraceEvent): boolean =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const own = traceEvents.filter((event) => event.name.endsWith('RunTask') && isOfPage(event));
  // A task is traced by what schedules it, and by what runs it.
  const [name] = own.map((event) => event.name);
  return own.filter((event) => event.name === name).map(({ tdur = 0 }) => tdur / 1000);
}

/** Milliseconds from the key that begins a word to the list of completions on the screen. */
export async function completions(page: Page, rounds: number): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.keyboard.press('Enter');
    const shown = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let begun = 0;
          document.addEventListener('keydown', ({ timeStamp }) => (begun = timeStamp), {
            capture: true,
            once: true,
          });
          const observer = new MutationObserver(() => {
            if (document.querySelector('.cm-tooltip-autocomplete li') === null) return;
            observer.disconnect();
            window.afterPaint(() => resolve(performance.now() - begun));
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.waitForTimeout(700);
    await page.keyboard.press('i');
    samples.push(await shown);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
  }
  return samples;
}
