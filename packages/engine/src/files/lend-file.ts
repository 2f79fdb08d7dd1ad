/**
 * A judged file under a name of the engine's own, which has no pattern in it and cannot become a link: what is
 * read there is what was judged, whatever happens to the path that led to it.
 */
import { createReadStream, createWriteStream, read } from 'node:fs';
import { link, lstat, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { refusal, withReadable, type Readable } from './judge-file.ts';

/** What links answer where there can be none: across file systems, on those without, for files of others. */
const NO_LINKS = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']);

/**
 * Makes `target` another name of the file at `place`, or where the file system cannot do that a copy.
 * Throws EngineError for what may not be read or is not there.
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
