/**
 * A control plane reduced to its driver, run as a process of its own by the tests that kill it. It makes the calls in
 * its arguments one after the other, prints a line before each, and `done` at the end.
 */
import { pino } from 'pino';
import { z } from 'zod';
import { createLocalDriver } from '../local-driver.ts';

const Calls = z.array(z.tuple([z.string()], z.unknown()));

const [home = '', entry = '', calls = '[]'] = process.argv.slice(2);
const driver = createLocalDriver({ home, entry, nodePath: process.execPath, log: pino({ level: 'silent' }) });
const methods = driver as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
for (const [index, [name, ...args]] of Calls.parse(JSON.parse(calls)).entries()) {
  process.stdout.write(`call ${index}\n`);
  await methods[name]?.(...args);
}
process.stdout.write('done\n');
