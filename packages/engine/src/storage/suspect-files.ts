/** Repairs files of a closed store whose contents on the disk are in doubt after a loss of power or a failed sync. */
import { constants } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { syncPlace } from '@acacia/durable-files';
import { DATA_FILE, LOG_FILE } from './store-files.ts';

/** Bytes of a database file before its first block. */
export const HEADERS_BYTES = 3 * 4096;

/** Cuts a log; as it was it is kept beside until the next time. */
export async function cutLog(log: string, keep: number): Promise<void> {
  const rest = `${log}.torn`;
  await copyFile(log, rest, constants.COPYFILE_FICLONE);
  await syncPlace(rest);
  await truncate(log, keep);
  await syncPlace(log);
}

/**
 * Rewrites the headers and the log of a closed database file. After a failed sync the system may take pages for written
 * that are not on the disk; rewriting puts them there.
 */
export async function rewriteSuspect(folder: string): Promise<void> {
  for (const [name, bytes] of [
    [DATA_FILE, HEADERS_BYTES],
    [LOG_FILE, Infinity],
  ] as const) {
    await rewrite(path.join(folder, name), bytes);
  }
  await syncPlace(folder);
}

const PIECE = 2 ** 20;

async function rewrite(place: string, bytes: number): Promise<void> {
  if ((await stat(place).catch(() => null)) === null) return;
  const file = await open(place, 'r+');
  try {
    const piece = Buffer.alloc(PIECE);
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, bytes - at), at);
      if (bytesRead === 0) break;
      await file.write(piece, 0, bytesRead, at);
      at += bytesRead;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
