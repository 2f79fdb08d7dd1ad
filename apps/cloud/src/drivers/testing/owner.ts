/**
 * A control plane reduced to its driver, run as a process of its own by the tests that kill it:
 * starts one workspace and prints the pid of what serves it.
 */
import { request } from 'node:http';
import { pino } from 'pino';
import { createLocalDriver } from '../local.ts';

const [home = '', entry = '', workspaceId = ''] = process.argv.slice(2);
const driver = createLocalDriver({ home, entry, nodePath: process.execPath, log: pino({ level: 'silent' }) });
await driver.start({
  workspaceId,
  databaseId: 'db-1',
  readOnly: false,
  memoryBytes: 2 ** 30,
  cpus: 1,
  version: 'test',
});
const address = driver.address(workspaceId);
if (address.kind !== 'socket') throw new Error('not a socket');
process.stdout.write(`running ${await pidOf(address.path)}\n`);

function pidOf(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path: '/echo' }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve((JSON.parse(text) as { pid: number }).pid));
    });
    call.on('error', reject);
    call.end();
  });
}
