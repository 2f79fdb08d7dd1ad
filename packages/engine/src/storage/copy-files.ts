/** Copies the database file of an open store. */
import { open, type FileHandle } from 'node:fs/promises';

/** Bytes of each read and write. */
const PIECE = 1 << 22;

/**
 * Copies a file through a descriptor that stays open: closing any descriptor of the file drops the lock that DuckDB
 * holds, since POSIX ties locks to the process. Pieces of zeros become holes. After an error the partial copy is left.
 * @param to must not exist
 * @throws Error of the system, such as `ENOSPC`
 */
export async function copyOpen(source: FileHandle, to: string): Promise<void> {
  const { size } = await source.stat();
  const target = await open(to, 'wx', 0o600);
  try {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, size));
    const nothing = Buffer.alloc(piece.length);
    for (let at = 0; at < size;) {
      const { bytesRead } = await source.read(piece, 0, Math.min(piece.length, size - at), at);
      if (bytesRead === 0) throw new Error('The database file became shorter while it was copied');
      const some = piece.subarray(0, bytesRead);
      if (!some.equals(nothing.subarray(0, bytesRead))) await writeAll(target, some, at);
      at += bytesRead;
    }
    await target.truncate(size);
  } finally {
    await target.close();
  }
}

async function writeAll(target: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await target.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
