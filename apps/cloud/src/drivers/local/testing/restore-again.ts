/** Restores two backups in turns until it is killed; run as a process of its own by the test that kills it. */
import { readFileSync } from 'node:fs';
import { folderBackups } from './folder-backups.ts';

const [home = '', manifests = ''] = process.argv.slice(2);
const backups = folderBackups(home);
const taken = JSON.parse(readFileSync(manifests, 'utf8')) as Record<string, unknown>;
await backups.recover();
process.stdout.write('restoring\n');
for (;;) {
  for (const [backupId, manifest] of Object.entries(taken)) {
    await backups.restore(backupId, 'db', manifest, 'db');
  }
}
