/** Copies a store that is in use: the copy is complete and durable, or does not exist. */
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, moveDurably, syncFolders } from '@acacia/durable-files';
import type { CopyOptions, CopyResult } from '../engine.ts';
import { engineError } from '../errors/catalogue.ts';
import type { Database } from './database.ts';

/** Copies under way in this process, by their folder. */
const underWay = new Set<string>();

/** @throws EngineError when the folder cannot be made or is there already */
export async function copyStore(
  database: Database,
  folder: string,
  { beside, signal }: CopyOptions,
): Promise<CopyResult> {
  if (!path.isAbsolute(folder)) {
    throw engineError('copyPathRelative', { folder });
  }
  const target = path.normalize(folder).replace(/\/+$/, '');
  if ((await stat(target).catch(() => null)) !== null || underWay.has(target)) {
    throw engineError('copyFolderThere', { folder: target });
  }
  underWay.add(target);
  // The name is fixed, so that the next copy removes the partial folder of one that was killed.
  const partial = path.join(path.dirname(target), `.${path.basename(target)}.partial`);
  try {
    return await copyInto(database, partial, target, {
      ...(beside && { beside }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    throw copyError(target, cause);
  } finally {
    underWay.delete(target);
  }
}

async function copyInto(
  database: Database,
  partial: string,
  target: string,
  { beside, signal }: CopyOptions,
): Promise<CopyResult> {
  await rm(partial, { recursive: true, force: true });
  await makeFolder(path.dirname(partial));
  await mkdir(partial, { mode: 0o700 });
  const writesHeldMs = await database.copyFiles(partial, async () => beside?.(partial), signal);
  const bytes = await syncFolders(partial);
  await moveDurably(partial, target);
  return { bytes, writesHeldMs: Math.round(writesHeldMs) };
}

function copyError(folder: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return engineError('copyDiskFull').causedBy(cause);
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
    return engineError('copyFolderFailed', { folder, reason: String(cause) }).causedBy(cause);
  }
  return cause;
}
