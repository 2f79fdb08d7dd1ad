/**
 * Examines DuckDB's write-ahead log for a transaction torn by a power loss, and for damage. DuckDB itself silently
 * drops everything after an entry whose length or kind it does not understand, committed or not.
 *
 * A log is a header and entries: length and checksum, 8 bytes each, and content; a separate entry ends each
 * transaction (DuckDB 1.5, src/storage/write_ahead_log.cpp). There is one writer, and each transaction is synced
 * before it is acknowledged, so only the last one can be torn. Its unwritten sectors are missing or zero; anything
 * else that cannot be read is damage.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { logChecksum } from './log-checksum.ts';

export type LogState =
  | { readonly kind: 'whole' }
  /** The last transaction was not written whole, and so never acknowledged: it begins at `keep` (bytes). */
  | { readonly kind: 'torn'; readonly keep: number }
  /** `at`: the byte from which on it cannot be read, though there was something acknowledged. */
  | { readonly kind: 'damaged'; readonly at: number }
  | { readonly kind: 'foreign' };

/** The bytes of the entry that ends a transaction. */
const COMMIT = Buffer.from('0500000000000000e7fe7d722fed3d5e640064ffff', 'hex');
const HEAD_BYTES = 16;
/** An entry's kind is its first property: 100, then the kind. */
const KINDS_THAT_END = new Set([99, 100]);
/** The one version with checksums and without encryption. */
const VERSION = 2;
const SECTOR = 512;
const WINDOW = 4 * 2 ** 20;
/** More than a header ever takes. */
const LONGEST_HEADER = 128;

/** Bytes of a file by their places, read in large pieces. */
class Bytes {
  readonly size: number;
  readonly #handle: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  #from = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** At most `length` bytes from a place on; fewer at the end of the file. */
  async at(place: number, length: number): Promise<Buffer> {
    const end = Math.min(place + length, this.size);
    if (place < this.#from || end > this.#from + this.#window.length) {
      const window = Buffer.alloc(Math.min(Math.max(WINDOW, end - place), this.size - place));
      const { bytesRead } = await this.#handle.read(window, 0, window.length, place);
      this.#window = window.subarray(0, bytesRead);
      this.#from = place;
    }
    return this.#window.subarray(place - this.#from, end - this.#from);
  }
}

/** Reads a variable-length number (LEB128): its value and the place after it. */
function number(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = bytes[at];
    if (byte === undefined || shift > 63) throw new RangeError('No number ends here');
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at + 1];
  }
}

interface Header {
  readonly bytes: number;
  readonly version: number;
}

/** Properties of the header: 100 the kind, 101 the version, 102 the database's name, 103 its checkpoint. */
function readHeader(bytes: Buffer): Header | null {
  let version = 0;
  try {
    for (let at = 0; ;) {
      const property = bytes.readUInt16LE(at);
      at += 2;
      if (property === 0xffff) return { bytes: at, version };
      const [value, next] = number(bytes, at);
      at = next;
      if (property === 100 && value !== 98) return null;
      if (property === 101) version = value;
      if (property < 100 || property > 103) return null;
      if (property === 102) for (let left = value; left > 0; left -= 1) [, at] = number(bytes, at);
    }
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/**
 * The state of a log; null when there is none, or an empty one.
 * @throws Error of the system
 */
export async function examineLog(file: string): Promise<LogState | null> {
  const handle = await open(file, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    return size === 0 ? null : await examine(new Bytes(handle, size));
  } finally {
    await handle.close();
  }
}

async function examine(bytes: Bytes): Promise<LogState> {
  const header = readHeader(await bytes.at(0, LONGEST_HEADER));
  if (header === null) return judge(bytes, 0);
  if (header.version !== VERSION) return { kind: 'whole' };
  let at = header.bytes;
  let keep = at;
  while (at < bytes.size) {
    const head = await bytes.at(at, HEAD_BYTES);
    if (head.length < HEAD_BYTES) return judge(bytes, keep);
    const length = Number(head.readBigUInt64LE(0));
    const checksum = head.readBigUInt64LE(8);
    if (length === 0 || at + HEAD_BYTES + length > bytes.size) return judge(bytes, keep);
    const content = await bytes.at(at + HEAD_BYTES, length);
    if (logChecksum(content) !== checksum) return judge(bytes, keep);
    at += HEAD_BYTES + length;
    if (content.readUInt16LE(0) === 100 && KINDS_THAT_END.has(content[2] ?? 0)) keep = at;
  }
  return { kind: 'whole' };
}

/** Judges the bytes after the last readable transaction, which ends at `keep`; 0: even the header is unreadable. */
async function judge(bytes: Bytes, keep: number): Promise<LogState> {
  // An unreadable header was never written if its whole sector was not.
  const begin = keep > 0 ? null : await bytes.at(0, SECTOR);
  if (begin?.every((byte) => byte === 0) === false && !isBeginning(begin)) {
    return { kind: (await survey(bytes, 0)).commits > 0 ? 'damaged' : 'foreign', at: 0 };
  }
  const { commits, unwritten } = await survey(bytes, keep);
  const end = await bytes.at(Math.max(keep, bytes.size - COMMIT.length), COMMIT.length);
  const differing = COMMIT.length - [...end].filter((byte, at) => byte === COMMIT[at]).length;
  if (commits === 0 && !unwritten) {
    if (keep === 0) return { kind: 'torn', keep };
    // Cut short within an entry; or its end, with some bits turned.
    return differing <= 2 ? { kind: 'damaged', at: keep } : await judgeCut(bytes, keep);
  }
  const isLast = commits === 0 || (commits === 1 && differing === 0);
  return isLast && unwritten ? { kind: 'torn', keep } : { kind: 'damaged', at: keep };
}

/** Torn where the file ends within an entry and all entries before it are whole; else damaged. */
async function judgeCut(bytes: Bytes, keep: number): Promise<LogState> {
  for (let at = keep; at < bytes.size;) {
    const head = await bytes.at(at, HEAD_BYTES);
    if (head.length < HEAD_BYTES) break;
    const next = at + HEAD_BYTES + Number(head.readBigUInt64LE(0));
    if (next > bytes.size) break;
    const content = await bytes.at(at + HEAD_BYTES, next - at - HEAD_BYTES);
    if (logChecksum(content) !== head.readBigUInt64LE(8)) return { kind: 'damaged', at };
    at = next;
  }
  return { kind: 'torn', keep };
}

/** Whether the bytes could be the first of a header. */
const isBeginning = (bytes: Buffer): boolean =>
  bytes.length < LONGEST_HEADER && Buffer.from('640062650002', 'hex').indexOf(bytes.subarray(0, 6)) === 0;

/** The number of ends of transactions from an offset on, and whether a sector from there on was never written. */
async function survey(
  bytes: Bytes,
  from: number,
): Promise<{ readonly commits: number; readonly unwritten: boolean }> {
  let commits = 0;
  let unwritten = false;
  for (let start = from; start < bytes.size;) {
    const end = Math.min((Math.floor(start / SECTOR) + WINDOW / SECTOR / 2) * SECTOR, bytes.size);
    const piece = await bytes.at(start, end - start + COMMIT.length - 1);
    for (let at = piece.indexOf(COMMIT); at >= 0; at = piece.indexOf(COMMIT, at + 1)) commits += 1;
    for (let at = start; at < end && !unwritten;) {
      const next = Math.min((Math.floor(at / SECTOR) + 1) * SECTOR, end);
      unwritten = piece.subarray(at - start, next - start).every((byte) => byte === 0);
      at = next;
    }
    start = end;
  }
  return { commits, unwritten };
}
