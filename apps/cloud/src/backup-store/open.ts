/** Opens the store of backups that the settings name. */
import { folderStore } from './folder-store.ts';
import type { BackupPlace } from './place.ts';
import type { BackupStore } from './store.ts';

export async function openBackupStore(place: BackupPlace): Promise<BackupStore> {
  if (place.kind === 'folder') return folderStore(place.folder);
  // Loaded only where it is used, because that takes a while.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(place);
}
