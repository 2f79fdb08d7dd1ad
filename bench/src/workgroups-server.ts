/**
 * The control plane of the bench `workgroups`, in a separate process: real HTTP over a database that was filled before.
 * Workspaces are only rows; none of them runs. Its parent controls it over IPC.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createControlPlane } from '../../apps/cloud/src/control-plane.ts';
import { connect } from '../../apps/cloud/src/database/database.ts';
import { issueAccessToken } from '../../apps/cloud/src/identity/embedded/issue.ts';
import { loadKeys } from '../../apps/cloud/src/identity/embedded/keys.ts';
import { createOwnLines } from '../../apps/cloud/src/logs/own-lines.ts';
import { issuerOf, loadSettings } from '../../apps/cloud/src/settings.ts';
import { createMemoryDriver } from '../../apps/cloud/src/testing/memory-driver.ts';

const [url = '', ...userIds] = process.argv.slice(2);
const home = mkdtempSync(path.join(tmpdir(), 'acacia-bench-'));
const settings = loadSettings({
  ACACIA_HOME: home,
  ACACIA_TRUSTED_PROXIES: process.env['ACACIA_TRUSTED_PROXIES'] ?? '',
});
const database = connect(url, (error) => {
  throw error;
});
const plane = await createControlPlane({
  settings,
  database,
  driver: createMemoryDriver(),
  log: pino({ level: 'silent' }),
  refusedSources: '',
  installation: 'bench',
  ownLines: createOwnLines(),
  gateway: () => ({
    open: async () => undefined,
    close: async () => undefined,
    changed: () => undefined,
    forgetCallers: () => undefined,
  }),
});
const origin = await plane.app.listen({ port: 0, host: '127.0.0.1' });
const keys = await loadKeys(database.db);
const tokens = await Promise.all(
  userIds.map((id) => issueAccessToken(database.db, keys, issuerOf(settings), id)),
);
process.send?.({ origin, tokens });
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => {
  rmSync(home, { recursive: true, force: true });
  process.exit(0);
});
