/**
 * Records the tutorials from the running product (docs/adr/0099-tutorials-recorded-in-frames.md).
 * Usage: npm run tutorials [-- ID …]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchChromium } from '../e2e/browser.ts';
import { enterPassword } from '../e2e/pages.ts';
import { Director } from './director.ts';
import { Film, missingTools } from './film.ts';
import { SCENES } from './scenes/index.ts';
import { World } from './world.ts';

const CONSOLE = path.resolve(import.meta.dirname, '../../apps/console');
const FOLDER = path.join(CONSOLE, 'public/tutorials');
const LENGTHS = path.join(CONSOLE, 'src/shell/tutorials/lengths.json');
const SIZE = { width: 1280, height: 720 };

function keepLength(id: number, seconds: number): void {
  const lengths = JSON.parse(readFileSync(LENGTHS, 'utf8')) as Record<string, number>;
  lengths[id] = seconds;
  writeFileSync(LENGTHS, `${JSON.stringify(lengths, null, 2)}\n`);
}

/** @param only ids of videos; without any, all of them are recorded */
async function record(only: readonly number[]): Promise<void> {
  const browser = await launchChromium();
  if (browser === null) throw new Error('There is no Chromium here. Set ACACIA_CHROMIUM to its path.');
  const world = await World.create(async () => {
    const context = await browser.newContext({
      viewport: SIZE,
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
    // For a hang to be told, not for slowness.
    context.setDefaultTimeout(180_000);
    return context.newPage();
  });
  try {
    await world.go('/');
    await enterPassword(world.page);
    await world.page.getByRole('navigation', { name: 'Main' }).waitFor();
    for (const { id, play } of SCENES.filter((scene) => only.length === 0 || only.includes(scene.id))) {
      const film = new Film(path.join(FOLDER, String(id)));
      const director = await Director.of(world.page, film);
      await play(director, world);
      await director.end();
      const seconds = await film.end();
      keepLength(id, seconds);
      console.log(`${id}: ${seconds} s`);
    }
  } finally {
    await world.remove();
    await browser.close();
  }
}

const missing = missingTools();
if (missing === null) {
  await record(process.argv.slice(2).map(Number));
} else {
  console.error(missing);
  process.exitCode = 1;
}
