/** The superuser's password of workspaces under test, stored before their first start: making a real hash takes long. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '@acacia/engine';
import { cheapHash } from '@acacia/passwords/testing';
import { CREDENTIALS_FILE, newCredentials } from '../auth/credentials.ts';
import { openKeptFiles } from '../storage/kept-files.ts';

/** Gives `tigergraph` the password `tigergraph`, unless the data folder has credentials already. */
export async function storeKnownPassword(dataDir: string): Promise<void> {
  const kept = openKeptFiles(dataDir, false);
  if ((await kept.read(CREDENTIALS_FILE)) !== undefined) return;
  // Credentials without a store are a damaged folder.
  if (!existsSync(join(dataDir, 'graph.duckdb'))) {
    const engine = await openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 });
    await engine.close();
  }
  await kept.write(CREDENTIALS_FILE, JSON.stringify(newCredentials(cheapHash('tigergraph'))));
}
