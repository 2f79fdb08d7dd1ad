/**
 * The control plane's PostgreSQL, with its API over it, and its folders of databases and backups on a disk that fails:
 * performs the operations of a seed, reporting when each is acknowledged or refused. Arguments: data folder, operations
 * to do, `careless` for a PostgreSQL that syncs nothing.
 */
import { messageOf } from '@acacia/base';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { connect } from '../../apps/cloud/src/database/database.ts';
import { startEmbedded } from '../../apps/cloud/src/database/embedded/server.ts';
import { migrate } from '../../apps/cloud/src/database/migrate.ts';
import { copyFolder } from '../../apps/cloud/src/drivers/local/durable-copy.ts';
import { folderBackups } from '../../apps/cloud/src/drivers/local/testing/folder-backups.ts';
import { installationOf } from '../../apps/cloud/src/home/installation.ts';
import { startTestServer, type TestServer } from '../../apps/cloud/src/testing/server.ts';
import { writeDurably } from '@acacia/durable-files';
import { DATABASE, CONTENT, nameOf } from './plane-operations.ts';

const [home = '', countText = '', care] = process.argv.slice(2);
const count = Number(countText);

/** Attempts for a refused operation; a database that ended is restarted meanwhile. */
const ATTEMPTS = 8;
const PAUSE_MS = 400;

const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Returns whether the operation succeeded in the end. */
async function attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    try {
      await work();
      return true;
    } catch (error) {
      say({ kind: 'refused', what, message: messageOf(error) });
      await delay(PAUSE_MS);
    }
  }
  return false;
}

/** A call of the API that has to succeed. */
async function ask(server: TestServer, ...[name, input]: Parameters<TestServer['call']>): Promise<string> {
  const { status, body, result } = await server.call(name, input);
  if (status !== 200) throw new Error(`${name}: ${status}: ${body.Message}`);
  const id = result['workgroup_id'];
  return typeof id === 'string' ? id : '';
}

async function main(): Promise<void> {
  let server: TestServer | undefined;
  const start = async (): Promise<void> => {
    const postgres = await startEmbedded({ home, durable: care !== 'careless' });
    try {
      const database = connect(postgres.url, () => undefined);
      await migrate(database.pool);
      const given = {
        empty: async () => database,
        migrated: async () => database,
        seeded: async () => database,
        stop: async () => undefined,
      };
      server = await startTestServer(given, { database });
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  };
  if (!(await attempt('start', start)) || server === undefined) return;
  const plane = server;
  if (
    !(await attempt('installation', async () =>
      say({ kind: 'installation', id: await installationOf(home) }),
    ))
  )
    return;
  const backups = folderBackups(home);
  if (!(await attempt('recover', () => backups.recover()))) return;
  const folder = path.join(home, 'databases', DATABASE);
  let renamed = '';
  const own = async (): Promise<string> => {
    if (renamed === '')
      renamed = await ask(plane, 'createWorkgroup', {
        body: {
          name: nameOf('own', Date.now()),
          cloud_provider_id: 'aws',
          platform: 'AWS',
          region: 'us-east-1',
        },
      });
    return renamed;
  };

  for (let number = 1; number <= count; number += 1) {
    let tries = 0;
    const done = [
      await attempt('create', async () => {
        tries += 1;
        const name = nameOf('made', number * 100 + tries);
        const body = { name, cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' };
        await ask(plane, 'createWorkgroup', { body });
        say({ kind: 'created', name });
      }),
      await attempt('rename', async () => {
        const id = await own();
        say({ kind: 'renaming', id, name: nameOf('name', number) });
        await ask(plane, 'updateWorkgroup', {
          params: { workgroup_id: id },
          body: { workgroup_name: nameOf('name', number) },
        });
        say({ kind: 'renamed', id, name: nameOf('name', number) });
      }),
    ];
    const written = await attempt('write', async () => {
      say({ kind: 'writing', number });
      await writeDurably(path.join(folder, CONTENT), String(number));
      say({ kind: 'written', number });
    });
    // What was not written cannot be copied.
    if (!written) return;
    done.push(
      await attempt('copy', async () => {
        const to = path.join(home, 'snapshots', `s${number}`);
        await copyFolder(folder, to, () => false);
        say({ kind: 'copied', number });
      }),
      await attempt('backup', async () => {
        const { manifest } = await backups.backUp({ databaseId: DATABASE, workspaceId: null }, `b${number}`);
        say({ kind: 'backed up', number, manifest });
        if (number % 3 !== 0) return;
        // Of an earlier one, so that the content changes.
        say({ kind: 'writing', number: -number });
        await writeDurably(path.join(folder, CONTENT), String(-number));
        say({ kind: 'written', number: -number });
        say({ kind: 'writing', number });
        await backups.restore(`b${number}`, DATABASE, manifest, DATABASE);
        say({ kind: 'written', number });
      }),
    );
    if (done.includes(false)) return;
  }
  say({ kind: 'closed' });
}

await main();
process.exit(0);
