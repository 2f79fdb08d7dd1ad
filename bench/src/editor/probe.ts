/** Measures within a page: keys to paint, long tasks, and when something is first on the screen. */

import type { Page } from '../../../tests/e2e/browser.ts';
import { median } from '../measure.ts';

interface Probe {
  /** Milliseconds from each key to the frame after it. */
  keys: number[];
  /** Milliseconds of each task above 50. */
  tasks: number[];
}

declare global {
  interface Window {
    probe: Probe;
    afterPaint: (then: () => void) => void;
  }
}

/** Runs in the page before its own code. */
function install(): void {
  const probe: Probe = { keys: [], tasks: [] };
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
}

export const installProbe = (page: Page): Promise<unknown> => page.addInitScript(install);

export interface Typing {
  readonly keyToPaintMs: number;
  readonly slowestKeyMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
}

const PAUSES = 6;
const WORDS = 'a = b + 12; ';

/** Types where the caret is, with pauses in which checks begin. */
export async function type(page: Page): Promise<Typing> {
  await page.waitForTimeout(1_500);
  await page.evaluate(() => {
    window.probe.keys = [];
    window.probe.tasks = [];
  });
  for (let pause = 0; pause < PAUSES; pause += 1) {
    for (const key of WORDS) await page.keyboard.type(key, { delay: 40 });
    await page.waitForTimeout(900);
  }
  const { keys, tasks } = await page.evaluate(() => window.probe);
  return {
    keyToPaintMs: median(keys),
    slowestKeyMs: Math.max(...keys),
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks),
  };
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
