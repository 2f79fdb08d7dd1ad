/** The id of this installation: generated once, stored in its data folder. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readIfThere, writeDurably } from '@acacia/durable-files';

/** The id of this installation, which owns its leases of operations. */
export async function installationOf(home: string): Promise<string> {
  const file = path.join(home, 'installation');
  const known = (await readIfThere(file))?.trim() ?? '';
  if (known !== '') return known;
  const made = randomUUID();
  await writeDurably(file, made);
  return made;
}
