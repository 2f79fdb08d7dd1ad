/**
 * A control plane reduced to its driver, run as a process of its own by the tests that kill it: makes the
 * calls that it is given, one after the other, says before each that it does and at last that it has.
 */
import { pino } from 'pino';
import { z } from 'zod';
import type { DriverCall } from '../../testing/driver-contract.ts';
import { createLocalDriver } from '../local-driver.ts';

const Calls = z.array(z.tuple([z.string()], z.unknown()));

const [home = '', entry = '', calls = '[]'] = process.argv.slice(2);
const driver = createLocalDriver({ home, entry, nodePath: process.execPath, log: pino({ level: 'silent' }) });
for (const [index, [name, ...args]] of Calls.parse(JSON.parse(calls)).entries()) {
  process.stdout.write(`call ${index}\n`);
  const method = driver[name as DriverCall[0]] as (...args: unknown[]) => Promise<unknown>;
  await method(...args);
}
process.stdout.write('done\n');
