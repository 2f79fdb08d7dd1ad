/** The superuser's password of workspaces under test, stored before their first start: making a real hash takes long. */
import { cheapHash } from '@acacia/passwords/testing';
import { CREDENTIALS_FILE, newCredentials } from '../auth/credentials.ts';
import { openKeptFiles } from '../storage/kept-files.ts';

/** Gives `tigergraph` the password `tigergraph`, unless the data folder has credentials already. */
export async function storeKnownPassword(dataDir: string): Promise<void> {
  const kept = openKeptFiles(dataDir, false);
  if ((await kept.read(CREDENTIALS_FILE)) !== undefined) return;
  await kept.write(CREDENTIALS_FILE, JSON.stringify(newCredentials(cheapHash('tigergraph'))));
}
