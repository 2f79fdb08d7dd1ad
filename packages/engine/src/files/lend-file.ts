/**
 * Gives a checked file a name inside the engine's folder, without pattern characters, that nobody can replace by a
 * link: the file read there is the checked one, whatever happens to the original path.
 */
import { createReadStream, createWriteStream, read } from 'node:fs';
import { link, lstat, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { refusal, withReadable, type Readable } from './judge-file.ts';

/** Errors of hard links that cannot be made: across file systems, on those without links, for files of others. */
const NO_LINKS = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']);

/**
 * Makes `target` a hard link to the file at `place`, or a copy where the file system has no links.
 * @throws EngineError when the file may not be read or does not exist
 */
export const lendFile = (
  place: string,
  written: string,
  readable: Readable,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> =>
  withReadable(place, written, readable, async (file) => {
    await rm(target, { force: true });
    try {
      await link(file.path, target);
    } catch (cause) {
      if (!NO_LINKS.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
      // A stream that fails closes its descriptor whatever `autoClose` says, and this one is not the stream's.
      const close = (_descriptor: number, done?: (error: null) => void): void => done?.(null);
      const content = createReadStream('', { fd: file.descriptor, start: 0, fs: { read, close } });
      return pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
    }
    const { dev, ino } = await lstat(target, { bigint: true });
    if (dev === file.device && ino === file.inode) return;
    await rm(target, { force: true });
    throw refusal(written, readable);
  });
