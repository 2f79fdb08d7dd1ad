/** The file that keeps what a workspace's process writes, rotated by size, and its last lines. */
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WorkspaceLog {
  /** Appends in the order of the calls; never fails the caller. */
  write(chunk: Buffer | string): void;
  /** Resolves when all that was written so far is in the file. */
  flush(): Promise<void>;
  /** Last lines, newest last, across the rotated file. */
  tail(lines: number): Promise<readonly string[]>;
  /** Closes the file; a later write opens it again. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

interface LogOptions {
  /** Bytes after which the file becomes `<path>.1` and a new one begins. */
  readonly maxBytes?: number;
  /**
   * Told when the file cannot be written (a full disk), once until it can be again: the lines are lost,
   * the workspace goes on.
   */
  onError(error: Error): void;
}

const MAX_BYTES = 10 * 1024 * 1024;
/** Read from the end of the file for a tail: enough for some thousand lines. */
const TAIL_BYTES = 1024 * 1024;

export function createWorkspaceLog(path: string, options: LogOptions): WorkspaceLog {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  let file: FileHandle | undefined;
  let size = 0;
  let failing = false;
  let chain: Promise<void> = Promise.resolve();

  async function append(chunk: Buffer): Promise<void> {
    if (file !== undefined && size > 0 && size + chunk.length > maxBytes) {
      await shut();
      await rename(path, `${path}.1`);
    }
    if (file === undefined) {
      await mkdir(dirname(path), { recursive: true });
      file = await open(path, 'a');
      size = (await file.stat()).size;
    }
    await file.appendFile(chunk);
    size += chunk.length;
  }

  async function shut(): Promise<void> {
    const open = file;
    file = undefined;
    await open?.close();
  }

  /** One after another; a failure is told and does not stop what follows. */
  function enqueue(step: () => Promise<void>): Promise<void> {
    chain = chain.then(step).then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        if (!failing) options.onError(error instanceof Error ? error : new Error(String(error)));
        failing = true;
      },
    );
    return chain;
  }

  return {
    write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      void enqueue(() => append(bytes));
    },
    flush: () => chain,
    async tail(lines) {
      await chain;
      const newest = await lastLines(path, lines);
      if (newest.length >= lines) return newest;
      return [...(await lastLines(`${path}.1`, lines - newest.length)), ...newest];
    },
    close: () => enqueue(shut),
    remove: () =>
      enqueue(async () => {
        await shut();
        await rm(path, { force: true });
        await rm(`${path}.1`, { force: true });
      }),
  };
}

async function lastLines(path: string, lines: number): Promise<string[]> {
  if (lines <= 0) return [];
  let text: string;
  try {
    text = await readEnd(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  return all.slice(-lines);
}

async function readEnd(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size <= TAIL_BYTES) return readFile(path, 'utf8');
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(TAIL_BYTES),
      position: size - TAIL_BYTES,
    });
    const text = buffer.toString('utf8', 0, bytesRead);
    // The first line is cut off at the front.
    return text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}
