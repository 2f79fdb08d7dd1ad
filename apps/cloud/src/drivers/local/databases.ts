/** Folders of databases and their snapshots: which workspaces have them open, exclusive access, and copies. */
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InternalCopied } from '@acacia/contract';
import { makeFolder, moveDurably } from '@acacia/durable-files';
import type { DatabaseSource } from '../driver.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import { copyFolder, isThere, partialOf, removeCopy } from './durable-copy.ts';
import { folderSize } from './folder-size.ts';
import type { LocalPaths } from './paths.ts';
import { demandStore, forgetStore, recordStore } from './store-record.ts';

/** A workspace that runs or is being started. */
export interface Opener {
  readonly workspaceId: string;
  readonly databaseId: string;
  readonly snapshotId: string | null;
  /** Resolves when the workspace answers, rejects when it is given up or stopped. */
  whenRunning(): Promise<void>;
  /** Resolves when every start and stop requested so far has ended or failed. */
  settled(): Promise<void>;
}

interface DatabasesOptions {
  readonly paths: LocalPaths;
  /** Makes the control plane the only owner of a folder that a workspace has written. */
  readonly take: (folder: string) => Promise<void>;
  readonly openers: () => readonly Opener[];
  readonly call: (workspaceId: string, call: WorkspaceCall) => Promise<string>;
}

/** The database or snapshot is open, and the call needs it closed. */
class InUseError extends Error {}

export interface Databases {
  /** The folder that a workspace opens. */
  folder(databaseId: string, snapshotId: string | null): string;
  /** Makes the folder of a database, if it is not there yet: empty, or a copy of another database. */
  create(databaseId: string, from?: string): Promise<void>;
  /** Rejects when there is no such snapshot. */
  demandSnapshot(databaseId: string, snapshotId: string): Promise<void>;
  /** Serialises work that opens or closes a database: one task at a time for each database. */
  inTurn<T>(databaseId: string, work: () => Promise<T>): Promise<T>;
  /** @throws InUseError when a workspace other than `exceptBy` has the database open to write */
  refuseSecondWriter(databaseId: string, exceptBy: string): void;
  /**
   * Runs `work` on the folder of a database while no workspace can open it to write: starts wait until it ends.
   * Rejects with InUseError when a workspace has the database open to write. `work` must not call `copyDatabase`
   * for the same database.
   */
  whileClosed<T>(databaseId: string, work: (folder: string) => Promise<T>): Promise<T>;
  /**
   * Copies a database as it is between two commits into a folder that does not exist yet, whether it is open
   * or not. The folder appears whole or not at all. Uploaded files are left out: they are no part of a database.
   */
  copyDatabase(source: DatabaseSource, folder: string): Promise<{ readonly sizeBytes: number }>;
  takeSnapshot(source: DatabaseSource, snapshotId: string): Promise<{ readonly sizeBytes: number }>;
  deleteSnapshot(databaseId: string, snapshotId: string): Promise<void>;
  /** Deletes a database with its snapshots. Rejects with InUseError while a workspace has one of them open. */
  deleteDatabase(databaseId: string): Promise<void>;
}

/** Entries of a database's folder that belong to the workspace and are left out of copies. */
const NOT_COPIED = new Set(['uploads', 'keys', 'loads', 'runs', 'tmp']);
/** Milliseconds: a copy sends nothing until it has ended, and it ends with the process at the latest. */
const COPY_TIMEOUT = 6 * 60 * 60 * 1000;
/** Attempts at a copy while the workspace is started, stopped or dies meanwhile. */
const COPY_ATTEMPTS = 5;
/** Milliseconds before the second attempt; the pause grows by as much with each further attempt. */
const COPY_PAUSE = 100;

export function createDatabases({ paths, take, openers, call }: DatabasesOptions): Databases {
  const turns = new Map<string, Promise<unknown>>();
  const copies = new Map<string, Promise<{ sizeBytes: number }>>();

  function inTurn<T>(databaseId: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(databaseId) ?? Promise.resolve()).then(work);
    // The next task runs even when this one fails; the caller gets the failure.
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(databaseId) === ended) turns.delete(databaseId);
      });
    turns.set(databaseId, ended);
    return turn;
  }

  const writerOf = (databaseId: string) =>
    openers().find((opener) => opener.databaseId === databaseId && opener.snapshotId === null);

  function refuse(opener: Opener | undefined, what: string): void {
    if (opener === undefined) return;
    throw new InUseError(`${what} is in use by workspace ${opener.workspaceId}. Stop that workspace first.`);
  }

  function whileClosed<T>(databaseId: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = paths.database(databaseId);
    return inTurn(databaseId, async () => {
      refuse(writerOf(databaseId), 'The database');
      return work(folder);
    });
  }

  async function copyClosed(databaseId: string, folder: string): Promise<void> {
    await whileClosed(databaseId, async (from) => {
      await demandStore(from);
      await copyFolder(from, folder, (path) => NOT_COPIED.has(path));
    });
  }

  /**
   * Takes over a copy that a workspace has written. It is moved `aside` first, where no workspace can put a link in
   * its place while the control plane reads it. Resolves with whether there is a copy.
   */
  async function claim(copy: string, aside: string): Promise<boolean> {
    await rm(aside, { recursive: true, force: true });
    const moved = await rename(copy, aside).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (moved) await take(aside);
    return isThere(aside);
  }

  async function copyOnce(databaseId: string, folder: string): Promise<void> {
    const writer = writerOf(databaseId);
    if (writer === undefined) return copyClosed(databaseId, folder);
    await writer.settled();
    await writer.whenRunning();
    const copy = join(paths.copies(databaseId), basename(folder));
    const aside = partialOf(folder);
    await makeFolder(dirname(folder));
    // An earlier copy that was cut off may have left files.
    if (await claim(copy, aside)) await rm(aside, { recursive: true, force: true });
    const answer = await call(writer.workspaceId, {
      method: 'POST',
      path: '/internal/copy',
      body: { folder: copy },
      timeout: COPY_TIMEOUT,
    });
    InternalCopied.parse(JSON.parse(answer));
    if (!(await claim(copy, aside))) throw new Error('The workspace made no copy of its database.');
    await moveDurably(aside, folder);
  }

  async function copyDatabase({ databaseId }: DatabaseSource, folder: string) {
    for (let attempt = 1; !(await isThere(folder)); attempt++) {
      const writer = writerOf(databaseId);
      try {
        await copyOnce(databaseId, folder);
      } catch (error) {
        await writer?.settled();
        const changed = writerOf(databaseId)?.workspaceId !== writer?.workspaceId;
        if (attempt === COPY_ATTEMPTS || !(changed || isBroken(error))) throw error;
        // The workspace's death may not have been noticed yet.
        await delay(attempt * COPY_PAUSE);
      }
    }
    return { sizeBytes: await folderSize(folder) };
  }

  return {
    folder: (databaseId, snapshotId) =>
      snapshotId === null ? paths.database(databaseId) : paths.snapshot(databaseId, snapshotId),
    async create(databaseId, from) {
      if (from === undefined) await makeFolder(paths.database(databaseId));
      else await copyDatabase({ databaseId: from, workspaceId: null }, paths.database(databaseId));
    },
    async demandSnapshot(databaseId, snapshotId) {
      if (await isThere(paths.snapshot(databaseId, snapshotId))) return;
      throw new Error(`The snapshot ${snapshotId} of the database is not there any more.`);
    },
    inTurn,
    refuseSecondWriter(databaseId, exceptBy) {
      const writer = writerOf(databaseId);
      if (writer?.workspaceId !== exceptBy) refuse(writer, 'The database');
    },
    whileClosed,
    copyDatabase,
    takeSnapshot(source, snapshotId) {
      const folder = paths.snapshot(source.databaseId, snapshotId);
      const underWay = copies.get(folder);
      if (underWay !== undefined) return underWay;
      const copy = copyDatabase(source, folder)
        .then(async (taken) => {
          await recordStore(folder);
          return taken;
        })
        .finally(() => copies.delete(folder));
      copies.set(folder, copy);
      return copy;
    },
    async deleteSnapshot(databaseId, snapshotId) {
      const folder = paths.snapshot(databaseId, snapshotId);
      // The caller of takeSnapshot gets its failure.
      await copies.get(folder)?.catch(() => undefined);
      await inTurn(databaseId, async () => {
        refuse(
          openers().find((opener) => opener.databaseId === databaseId && opener.snapshotId === snapshotId),
          'The snapshot',
        );
        await forgetStore(folder);
        await removeCopy(folder);
      });
    },
    async deleteDatabase(databaseId) {
      const folder = paths.database(databaseId);
      await inTurn(databaseId, async () => {
        const opener = openers().find((one) => one.databaseId === databaseId);
        refuse(opener, opener?.snapshotId === null ? 'The database' : 'A snapshot of the database');
        await forgetStore(folder);
        await rm(folder, { recursive: true, force: true });
        await rm(paths.snapshots(databaseId), { recursive: true, force: true });
        await rm(paths.copies(databaseId), { recursive: true, force: true });
      });
    },
  };
}

/** Whether a copy may be tried again: the connection to the workspace broke, or a workspace had the database open. */
function isBroken(error: unknown): boolean {
  if (error instanceof InUseError) return true;
  const { code } = error as NodeJS.ErrnoException;
  return ['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE'].includes(code ?? '');
}
