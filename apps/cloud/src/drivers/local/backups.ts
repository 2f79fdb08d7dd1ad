/**
 * Backups of the local driver: a consistent copy of a database's folder, compressed file by file into the
 * store, with a manifest of checksums by which restores and restore drills are verified (docs/adr/0015).
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { InternalChecksums } from '@acacia/contract';
import { syncFolders } from '@acacia/durable-files';
import { MissingFile, type BackupStore } from '../../backup-store/store.ts';
import type { BackupContent, BackupProof, DatabaseSource, Driver } from '../driver.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import { compareChecksums } from './backups/compare-checksums.ts';
import { parseManifest, type BackupFile, type BackupManifest } from './backups/manifest.ts';
import { besideOf, settleAll, swapIn } from './backups/swap.ts';
import { fetchFile, filesBelow, isDamage, putFile } from './backups/transfer.ts';
import { checkedId } from './paths.ts';
import { forgetStore, recordStore } from './store-record.ts';
import { tellable } from '../../errors/tellable.ts';

interface LocalBackupsOptions {
  readonly store: BackupStore;
  /** Version of Acacia, for the manifest. */
  readonly version: string;
  /** A folder for temporary copies, on the disk of the databases. */
  readonly scratch: string;
  readonly paths: { database(databaseId: string): string };
  /** Copies a database as it is between two commits into a folder that is not there yet. */
  copyDatabase(source: DatabaseSource, folder: string): Promise<unknown>;
  /** Runs `work` while nothing can open the database to write. */
  whileClosed<T>(databaseId: string, work: () => Promise<T>): Promise<T>;
  /** Runs a throw-away workspace on a folder for as long as `work` takes. */
  withScratchWorkspace<T>(
    folder: string,
    options: { readonly readOnly: boolean; readonly version: string },
    work: (call: (call: WorkspaceCall) => Promise<string>) => Promise<T>,
  ): Promise<T>;
}

interface LocalBackups extends Pick<Driver, 'backUp' | 'restore' | 'proveBackup' | 'deleteBackup'> {
  /** Finishes or undoes work that a crash interrupted. Must be called before any workspace is started. */
  recover(): Promise<void>;
}

const MANIFEST = 'manifest.json';
const MANIFEST_AT_MOST = 64 * 2 ** 20;

/** The version that a scratch workspace reports to its clients; checksums do not depend on it. */
const ANY_VERSION = '4.2.1';
/** Milliseconds: the workspace reads all data before its response begins. */
const CHECKSUMS_TIMEOUT = 6 * 60 * 60 * 1000;

const contentOf = (manifest: BackupManifest): BackupContent => ({
  sizeBytes: manifest.files.reduce((bytes, { stored }) => bytes + stored.sizeBytes, 0),
  manifest,
});

export function createLocalBackups(options: LocalBackupsOptions): LocalBackups {
  const { store, scratch, paths } = options;

  const folderOf = (databaseId: string, backupId: string): string =>
    `${checkedId('database', databaseId)}/${checkedId('backup', backupId)}`;

  const checksums = (folder: string): Promise<InternalChecksums> =>
    options.withScratchWorkspace(folder, { readOnly: true, version: ANY_VERSION }, async (call) => {
      const answer = await call({ path: '/internal/checksums', timeout: CHECKSUMS_TIMEOUT });
      return InternalChecksums.parse(JSON.parse(answer));
    });

  /** Runs `work` with the path of a folder that does not exist yet, and removes the folder afterwards. */
  async function inScratch<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(scratch, name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The manifest in the store, undefined when there is none. It is stored last: with it the backup is complete. */
  async function storedManifest(into: string): Promise<BackupManifest | undefined> {
    try {
      return parseManifest(await json(await store.get(`${into}/${MANIFEST}`)));
    } catch (error) {
      if (error instanceof MissingFile) return undefined;
      // Node's own message quotes the content of the file.
      if (error instanceof SyntaxError) {
        throw new Error('The manifest of the backup in the store is no JSON.', { cause: error });
      }
      throw error;
    }
  }

  async function take(source: DatabaseSource, backupId: string, into: string): Promise<BackupManifest> {
    await store.deleteFolder(into);
    return inScratch(`backup-${backupId}`, async (folder) => {
      const takenAt = new Date().toISOString();
      await options.copyDatabase(source, folder);
      const data = await checksums(folder);
      const files: BackupFile[] = [];
      for (const path of await filesBelow(folder)) {
        files.push(await putFile(store, { folder, path, into, name: `${files.length}.zst` }));
      }
      const manifest: BackupManifest = {
        format: 1,
        backupId,
        databaseId: source.databaseId,
        takenAt,
        acacia: options.version,
        compression: 'zstd',
        files,
        data,
      };
      const text = Buffer.from(JSON.stringify(manifest));
      await store.put(`${into}/${MANIFEST}`, Readable.from([text]), MANIFEST_AT_MOST);
      return manifest;
    });
  }

  /** Fetches every file; calls `onDamage` for each damaged one. */
  async function fetchAll(
    manifest: BackupManifest,
    place: { readonly from: string; readonly folder: string },
    onDamage: (error: Error) => void,
  ): Promise<void> {
    await mkdir(place.folder, { recursive: true });
    for (const file of manifest.files) {
      try {
        await fetchFile(store, file, place);
      } catch (error) {
        if (!isDamage(error)) throw error;
        onDamage(error);
      }
    }
    await syncFolders(place.folder);
  }

  /** The differences between a folder's data and the manifest, a sentence each. */
  async function compareData(manifest: BackupManifest, folder: string): Promise<string[]> {
    try {
      return compareChecksums(manifest.data, await checksums(folder));
    } catch (error) {
      return [`Data: they cannot be opened: ${tellable(error)}`];
    }
  }

  async function compareManifest(manifest: BackupManifest, from: string): Promise<string[]> {
    const kept = await storedManifest(from);
    if (kept === undefined) return ['Manifest: it is missing in the store.'];
    return JSON.stringify(kept) === JSON.stringify(manifest)
      ? []
      : ['Manifest: the one in the store is not the one that the control plane has.'];
  }

  return {
    async recover() {
      await rm(scratch, { recursive: true, force: true });
      await settleAll(dirname(paths.database('any')));
    },

    async backUp(source, backupId) {
      const into = folderOf(source.databaseId, backupId);
      return contentOf((await storedManifest(into)) ?? (await take(source, backupId, into)));
    },

    async restore(backupId, from, manifest, into) {
      const parsed = parseManifest(manifest);
      const target = paths.database(into);
      const beside = besideOf(target);
      await rm(beside, { recursive: true, force: true });
      try {
        await fetchAll(parsed, { from: folderOf(from, backupId), folder: beside }, (error) => {
          throw error;
        });
        // Before anything is replaced: a backup that cannot be opened must not cost the data that are there.
        const differences = await compareData(parsed, beside);
        if (differences.length > 0) {
          throw new Error(`The backup is not what was taken. ${differences.join(' ')}`);
        }
        await options.whileClosed(into, async () => {
          // A backup of a database that was never opened has no store.
          await forgetStore(target);
          await swapIn(target);
          await recordStore(target);
        });
      } finally {
        await rm(beside, { recursive: true, force: true });
      }
    },

    async proveBackup(backupId, from, manifest): Promise<BackupProof> {
      const parsed = parseManifest(manifest);
      const place = folderOf(from, backupId);
      return inScratch(`proof-${backupId}`, async (folder) => {
        const damages: string[] = [];
        await fetchAll(parsed, { from: place, folder }, ({ message }) => damages.push(`Files: ${message}`));
        const { files, data } = parsed;
        const differences = [
          ...(await compareManifest(parsed, place)),
          ...damages,
          // With damaged files, comparing their data adds nothing.
          ...(damages.length > 0 ? [] : await compareData(parsed, folder)),
        ];
        if (differences.length > 0) return { proved: false, findings: differences };
        const rows = data.types.reduce((sum, { count }) => sum + count, 0);
        return {
          proved: true,
          findings: [
            `Files: ${files.length} compared by sha256, all equal.`,
            `Data: catalog and ${data.types.length} types with ${rows} rows compared by checksum, all equal.`,
          ],
        };
      });
    },

    async deleteBackup(backupId, databaseId) {
      await store.deleteFolder(folderOf(databaseId, backupId));
    },
  };
}
