import { defineConfig } from '@playwright/test';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from './browser.ts';

/** The file from which `npm test` reads the results. */
const report = process.env.ACACIA_BROWSER_REPORT;

/** Journeys on the real stack in a real browser. Each file starts an Acacia of its own, two files run at a time. */
export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // For a hang to be told, not for slowness: other checks use the machine as well.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: false,
  retries: 0,
  reporter: [['list'], ...(report === undefined ? [] : [['json', { outputFile: report }] as const])],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // Motion is drawn by the processor here, and waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // No trace: recording one takes a quarter of the CPU. `--trace on` records a failure that is seen again.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [...CHROMIUM_ARGUMENTS],
    },
  },
});
