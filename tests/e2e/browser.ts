/** The browser of the journeys, and of the bench of pages. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';

export type { Page } from '@playwright/test';

export const CHROMIUM = findBrowser() ?? '/usr/bin/chromium';

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/**
 * @param webGl draws WebGL on the processor, as on machines without a GPU; else there is none
 * @returns null where there is no Chromium on this machine
 */
export async function launchChromium(args: readonly string[] = [], webGl = false): Promise<Browser | null> {
  if (!existsSync(CHROMIUM)) return null;
  const usual = CHROMIUM_ARGUMENTS.filter((each) => !webGl || each !== '--disable-gpu');
  const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [...usual, ...(webGl ? software : []), ...args],
  });
}
