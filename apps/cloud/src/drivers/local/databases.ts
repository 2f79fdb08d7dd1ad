/** Folders of databases and their snapshots: who has them open, and copies of them. */
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InternalCopied } from '@acacia/contract';
import { makeFolder, moveDurably } from '@acacia/durable-files';
import type { DatabaseSource } from '../driver.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import { copyFolder, isThere, removeCopy } from './durable-copy.ts';
import { folderSize } from './folder-size.ts';
import type { LocalPaths } from './paths.ts';

/** A workspace that runs or is being started. */
export interface Opener {
  readonly workspaceId: string;
  readonly databaseId: string;
  readonly snapshotId: string | null;
  /** Resolves when it answers, rejects when it is given up or stopped. */
  whenRunning(): Promise<void>;
  /** Resolves when what was asked for so far (a start, a stop) has been done or has failed. */
  settled(): Promise<void>;
}

interface DatabasesOptions {
  readonly paths: LocalPaths;
  /** Makes what a workspace has written the control plane's alone. */
  readonly take: (folder: string) => Promise<void>;
  readonly openers: () => readonly Opener[];
  readonly call: (workspaceId: string, call: WorkspaceCall) => Promise<string>;
}

/** Rejected with by what needs a database that nothing has open. */
class InUseError extends Error {}

export interface Databases {
  /** Where a workspace finds what it opens. */
  folder(databaseId: string, snapshotId: string | null): string;
  /** Makes the folder of a database, if it is not there yet. */
  create(databaseId: string): Promise<void>;
  /** Rejects with a sentence when there is no such snapshot. */
  demandSnapshot(databaseId: string, snapshotId: string): Promise<void>;
  /** Runs what opens or closes a database; one after the other for each. */
  inTurn<T>(databaseId: string, work: () => Promise<T>): Promise<T>;
  /** Throws a sentence when somebody else has open what the workspace would write to. */
  refuseSecondWriter(databaseId: string, exceptBy: string): void;
  /**
   * Runs `work` on the folder of a database while nothing can open it to write: who wants to start waits.
   * Rejects with a sentence when a workspace has it open. `work` cannot use copyDatabase on it.
   */
  whileClosed<T>(databaseId: string, work: (folder: string) => Promise<T>): Promise<T>;
  /**
   * Copies a database as it is between two commits into a folder that is not there yet, whether it is open
   * or not. The folder is there whole or not at all; without uploaded files, which are no part of a database.
   */
  copyDatabase(source: DatabaseSource, folder: string): Promise<{ readonly sizeBytes: number }>;
  takeSnapshot(source: DatabaseSource, snapshotId: string): Promise<{ readonly sizeBytes: number }>;
  deleteSnapshot(databaseId: string, snapshotId: string): Promise<void>;
  /** With its snapshots. */
  deleteDatabase(databaseId: string): Promise<void>;
}

/** Entries of a database's folder that are the workspace's own affair. */
const NOT_COPIED = new Set(['uploads', 'keys', 'loads', 'tmp']);
/** Milliseconds: copying says nothing until it has ended, and ends with the process at the latest. */
const COPY_TIMEOUT = 6 * 60 * 60 * 1000;
/** How often a copy is begun again because the workspace was started, stopped or died meanwhile. */
const COPY_ATTEMPTS = 5;
/** Milliseconds before the second attempt; before each later one so many more. */
const COPY_PAUSE = 100;

export function createDatabases({ paths, take, openers, call }: DatabasesOptions): Databases {
  const turns = new Map<string, Promise<unknown>>();
  const copies = new Map<string, Promise<{ sizeBytes: number }>>();

  function inTurn<T>(databaseId: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(databaseId) ?? Promise.resolve()).then(work);
    // The next one runs whether this one failed or not; the failure is its caller's.
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
      // Never opened: a workspace makes an empty store of an empty folder.
      await mkdir(from, { recursive: true });
      await copyFolder(from, folder, (path) => NOT_COPIED.has(path));
    });
  }

  async function copyOnce(databaseId: string, folder: string): Promise<void> {
    const writer = writerOf(databaseId);
    if (writer === undefined) return copyClosed(databaseId, folder);
    await writer.settled();
    await writer.whenRunning();
    const copy = join(paths.copies(databaseId), basename(folder));
    await rm(copy, { recursive: true, force: true });
    const answer = await call(writer.workspaceId, {
      method: 'POST',
      path: '/internal/copy',
      body: { folder: copy },
      timeout: COPY_TIMEOUT,
    });
    InternalCopied.parse(JSON.parse(answer));
    await take(copy);
    await makeFolder(dirname(folder));
    await moveDurably(copy, folder);
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
        // Its death may not have been noticed yet.
        await delay(attempt * COPY_PAUSE);
      }
    }
    return { sizeBytes: await folderSize(folder) };
  }

  return {
    folder: (databaseId, snapshotId) =>
      snapshotId === null ? paths.database(databaseId) : paths.snapshot(databaseId, snapshotId),
    async create(databaseId) {
      await makeFolder(paths.database(databaseId));
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
      const copy = copyDatabase(source, folder).finally(() => copies.delete(folder));
      copies.set(folder, copy);
      return copy;
    },
    async deleteSnapshot(databaseId, snapshotId) {
      const folder = paths.snapshot(databaseId, snapshotId);
      // Its failure is told to who takes it.
      await copies.get(folder)?.catch(() => undefined);
      await inTurn(databaseId, async () => {
        refuse(
          openers().find((opener) => opener.databaseId === databaseId && opener.snapshotId === snapshotId),
          'The snapshot',
        );
        await removeCopy(folder);
      });
    },
    async deleteDatabase(databaseId) {
      const folder = paths.database(databaseId);
      await inTurn(databaseId, async () => {
        const opener = openers().find((one) => one.databaseId === databaseId);
        refuse(opener, opener?.snapshotId === null ? 'The database' : 'A snapshot of the database');
        await rm(folder, { recursive: true, force: true });
        await rm(paths.snapshots(databaseId), { recursive: true, force: true });
        await rm(paths.copies(databaseId), { recursive: true, force: true });
      });
    },
  };
}

/** Whether the connection to a workspace broke, rather than that it refused. */
function isBroken(error: unknown): boolean {
  if (error instanceof InUseError) return true;
  const { code } = error as NodeJS.ErrnoException;
  return ['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE'].includes(code ?? '');
}
