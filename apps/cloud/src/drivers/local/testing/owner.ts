/**
 * A control plane reduced to its driver, run as a process of its own by the tests that kill it:
 * starts one workspace and prints the pid of what serves it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLocalDriver } from '../local-driver.ts';

const [home = '', entry = '', workspaceId = ''] = process.argv.slice(2);
const driver = createLocalDriver({ home, entry, nodePath: process.execPath, log: pino({ level: 'silent' }) });
await driver.start({
  workspaceId,
  databaseId: 'db-1',
  snapshotId: null,
  replicas: 1,
  memoryBytes: 2 ** 30,
  cpus: 1,
  version: '4.2.1',
});
const file = readFileSync(join(home, 'run', `${workspaceId}.json`), 'utf8');
process.stdout.write(`running ${(JSON.parse(file) as { process: { pid: number } }).process.pid}\n`);
