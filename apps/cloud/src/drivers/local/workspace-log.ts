/**
 * The log file of a workspace: the output of its processes, rotated by size, read by a cursor. A line has its time,
 * host, source and text, separated by spaces.
 */
import { asError } from '@acacia/base';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Standard output or error of a process, or the supervisor: an event, or an alert after a death. */
export type LogSource = 'out' | 'err' | 'event' | 'alert';

export interface StoredLine {
  readonly at: Date;
  readonly host: string;
  readonly source: LogSource;
  readonly text: string;
}

interface LogPage {
  readonly lines: readonly StoredLine[];
  readonly cursor: string;
}

export interface WorkspaceLog {
  /** Appends in the order of the calls; never throws. */
  write(host: string, source: LogSource, line: string): void;
  /** Resolves when all lines written so far are in the file. */
  flush(): Promise<void>;
  /** Last lines, newest last, across the rotated file. */
  tail(lines: number): Promise<readonly StoredLine[]>;
  /**
   * Lines after a cursor, oldest first; '' is before the oldest.
   * @throws Error when the cursor is malformed
   */
  read(cursor: string, limit: number): Promise<LogPage>;
  /** Closes the file; a later write opens it again. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

interface LogOptions {
  /** Bytes after which the file becomes `<path>.1` and a new one begins. */
  readonly maxBytes?: number;
  /**
   * Called once when the file cannot be written (a full disk, say), and again only after a write has succeeded.
   * The lines are lost; the workspace goes on.
   */
  onError(error: Error): void;
}

interface Place {
  readonly id: number;
  readonly offset: number;
}

const MAX_BYTES = 10 * 1024 * 1024;
/** Bytes read from the end of a file for `tail`: enough for some thousand lines. */
const TAIL_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S+) (out|err|event|alert) (.*)$/s;
const CURSOR = /^(\d+):(\d+)$/;

export function createWorkspaceLog(path: string, options: LogOptions): WorkspaceLog {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const older = `${path}.1`;
  let file: FileHandle | undefined;
  let size = 0;
  /** A file's id is the time of its first line; each new file gets a later one than all before. */
  let newestId = 0;
  let lastTime = 0;
  let waiting: { time: number; rest: string }[] = [];
  let failing = false;
  let chain: Promise<unknown> = Promise.resolve();

  async function append(): Promise<void> {
    const lines = waiting;
    waiting = [];
    let batch = '';
    const put = async () => {
      if (batch === '') return;
      await file?.appendFile(batch);
      batch = '';
    };
    for (const { time, rest } of lines) {
      file ??= await openForAppending();
      const bytes = Buffer.byteLength(rest) + new Date(time).toISOString().length;
      if (size > 0 && size + bytes > maxBytes) {
        await put();
        await shut();
        await rename(path, older);
        file = await openForAppending();
      }
      if (size === 0) newestId = Math.max(time, newestId + 1);
      batch += `${new Date(size === 0 ? newestId : time).toISOString()}${rest}`;
      size += bytes;
    }
    await put();
  }

  async function openForAppending(): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true });
    const opened = await open(path, 'a+');
    try {
      ({ size } = await opened.stat());
      newestId = Math.max(newestId, (await idOf(older)) ?? 0, (await firstTime(opened)) ?? 0);
      if (size > 0 && (await lastByte(opened, size)) !== '\n') {
        // A write that was cut off must not swallow the next line.
        await opened.appendFile('\n');
        size += 1;
      }
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  async function shut(): Promise<void> {
    const opened = file;
    file = undefined;
    await opened?.close();
  }

  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = chain.then(step);
    // The next step runs even when this one fails; the caller gets the failure.
    chain = turn.catch(() => undefined);
    return turn;
  }

  /** Runs steps one after another; reports a failure to `onError`, and goes on with the next. */
  function enqueue(step: () => Promise<void>): Promise<void> {
    return inTurn(step).then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        if (!failing) options.onError(asError(error));
        failing = true;
      },
    );
  }

  return {
    write(host, source, line) {
      lastTime = Math.max(lastTime, Date.now());
      if (waiting.length === 0) void enqueue(append);
      for (const text of line.split('\n')) {
        waiting.push({ time: lastTime, rest: ` ${host} ${source} ${text}\n` });
      }
    },
    flush: () => inTurn(async () => undefined),
    tail: (lines) =>
      inTurn(async () => {
        const newest = await lastLines(path, lines);
        if (newest.length >= lines) return newest;
        return [...(await lastLines(older, lines - newest.length)), ...newest];
      }),
    read: (cursor, limit) => inTurn(() => readAfter([older, path], placeOf(cursor), limit)),
    close: () => enqueue(shut),
    remove: () =>
      enqueue(async () => {
        await shut();
        await rm(path, { force: true });
        await rm(older, { force: true });
      }),
  };
}

function placeOf(cursor: string): Place | undefined {
  if (cursor === '') return undefined;
  const [, id, offset] = CURSOR.exec(cursor) ?? [];
  if (id === undefined) throw new Error(`${JSON.stringify(cursor)} is not a cursor of a workspace's log.`);
  return { id: Number(id), offset: Number(offset) };
}

/** Files with an id before the cursor's are skipped; one with a later id is read from its beginning. */
async function readAfter(paths: readonly string[], from: Place | undefined, limit: number): Promise<LogPage> {
  const lines: StoredLine[] = [];
  let place = from;
  for (const path of paths) {
    if (lines.length >= limit) break;
    const handle = await openIfThere(path);
    if (handle === undefined) continue;
    try {
      const id = await firstTime(handle);
      if (id === undefined || (place !== undefined && id < place.id)) continue;
      const { size } = await handle.stat();
      const known = place?.id === id ? place.offset : 0;
      let offset = known <= size ? known : 0;
      for await (const { text, end } of linesFrom(handle, offset)) {
        const line = storedLine(text);
        if (line !== undefined) lines.push(line);
        offset = end;
        if (lines.length >= limit) break;
      }
      place = { id, offset };
    } finally {
      await handle.close();
    }
  }
  return { lines, cursor: place === undefined ? '' : `${place.id}:${place.offset}` };
}

/** Whole lines from an offset on, each with the offset after it. */
async function* linesFrom(handle: FileHandle, from: number): AsyncGenerator<{ text: string; end: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let end = from;
  for (;;) {
    const chunk = await readAt(handle, end + rest.length, CHUNK_BYTES);
    if (chunk.length === 0) return;
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const text = rest.toString('utf8', 0, at);
      end += at + 1;
      rest = rest.subarray(at + 1);
      yield { text, end };
    }
  }
}

/** Undefined for a malformed line: it was cut off, or somebody changed the file. */
function storedLine(text: string): StoredLine | undefined {
  const [, time, host, source, rest] = LINE.exec(text) ?? [];
  if (time === undefined || host === undefined || source === undefined || rest === undefined)
    return undefined;
  return { at: new Date(time), host, source: source as LogSource, text: rest };
}

/** The time of a file's first line, which is the file's id; 0 when it has no valid time, undefined when empty. */
async function firstTime(handle: FileHandle): Promise<number | undefined> {
  const start = (await readAt(handle, 0, 24)).toString('utf8');
  if (start === '') return undefined;
  return Date.parse(start) || 0;
}

async function idOf(path: string): Promise<number | undefined> {
  const handle = await openIfThere(path);
  try {
    return handle === undefined ? undefined : await firstTime(handle);
  } finally {
    await handle?.close();
  }
}

async function lastByte(handle: FileHandle, size: number): Promise<string> {
  return (await readAt(handle, size - 1, 1)).toString('utf8');
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function lastLines(path: string, lines: number): Promise<StoredLine[]> {
  const handle = lines <= 0 ? undefined : await openIfThere(path);
  if (handle === undefined) return [];
  try {
    const { size } = await stat(path);
    const found: StoredLine[] = [];
    // The first line may be cut off at the front; `storedLine` then skips it.
    for await (const { text } of linesFrom(handle, Math.max(0, size - TAIL_BYTES))) {
      const line = storedLine(text);
      if (line !== undefined) found.push(line);
    }
    return found.slice(-lines);
  } finally {
    await handle.close();
  }
}
