// Finds a Chromium for the browser tests, installing one when there is none. Runs on Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pinnedEnvironment, ROOT } from './process.mjs';

/**
 * The shell without windows first: a full Chromium draws its own tool bar in two more pages for each tab, though nobody
 * sees it, which takes a sixth of the CPU of the tests.
 */
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of the Chromium that is here; undefined when there is none. */
export const findBrowser = () =>
  process.env.ACACIA_CHROMIUM ?? KNOWN.find((file) => existsSync(file)) ?? playwrightChromium();

/** The browser that Playwright itself keeps, when it was downloaded before. */
function playwrightChromium() {
  const probe = spawnSync(
    process.execPath,
    ['-e', "import('@playwright/test').then(({chromium}) => console.log(chromium.executablePath()))"],
    { cwd: path.join(ROOT, 'tests', 'e2e'), encoding: 'utf8', env: pinnedEnvironment() },
  );
  const file = probe.stdout.trim();
  return file !== '' && existsSync(file) ? file : undefined;
}

function tryAptGet() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  // Earlier releases of Debian have no package of the shell alone.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const args = ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'];
    if (spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0) return;
  }
}

function tryPlaywright() {
  const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', env: pinnedEnvironment() });
}

/** The advice when no browser can be had. */
export const NO_BROWSER =
  'The browser tests need a Chromium and none could be installed. Install one (Debian: apt-get install chromium) ' +
  'or set ACACIA_CHROMIUM to its path, then run this again.';

/** Path of a Chromium executable; undefined when none can be had. */
export function ensureBrowser() {
  for (const attempt of [() => undefined, tryAptGet, tryPlaywright]) {
    attempt();
    const file = findBrowser();
    if (file !== undefined) return file;
    if (attempt !== tryPlaywright) console.log('Installing a Chromium for the browser tests (once) …');
  }
  return undefined;
}
