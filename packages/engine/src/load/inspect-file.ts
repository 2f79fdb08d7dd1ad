/** Looks through a file once, to learn whether DuckDB's reader can take its lines as they are. */
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BAD_ENCODING, BLANK_LINE, TOO_LONG, escapeLine } from './line-marks.ts';

/** Longest line that is loaded, in bytes: TigerGraph's limit for a vertex. */
const LONGEST_LINE = 10 * 1024 * 1024;
/** Bytes of a line that is too long which stay visible among the rejected rows. */
const KEPT_OF_LONG_LINE = 1000;

interface InspectedFile {
  /** Plain files are read where they are, others from a copy with marks. */
  readonly plain: boolean;
  readonly longestLine: number;
  /** No line that is not blank. */
  readonly empty: boolean;
}

const source = (path: string): AsyncIterable<Buffer> =>
  path.endsWith('.gz')
    ? createReadStream(path).pipe(createGunzip())
    : createReadStream(path, { highWaterMark: 1 << 20 });

const LF = 10;
const CR = 13;
const MARK = 29;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const hasMark = (bytes: Buffer): boolean => bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);

/** Reads the file; `signal` stops it. Throws the file system's errors. */
export const inspectFile = async (
  path: string,
  eol: string,
  signal: AbortSignal | undefined,
): Promise<InspectedFile> => {
  let plain = eol === '\n' && !path.endsWith('.gz');
  let longestLine = 0;
  let empty = true;
  let lineLength = 0;
  let previous = LF;
  let atStart = true;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source(path)) {
    signal?.throwIfAborted();
    if (plain) {
      const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const cut = joined.lastIndexOf(LF) + 1;
      const whole = cut === 0 && joined.length > 4 * LONGEST_LINE ? joined.length : cut;
      rest = joined.subarray(whole);
      if (!isUtf8(joined.subarray(0, whole))) plain = false;
    }
    const from = atStart && hasMark(chunk) ? BYTE_ORDER_MARK.length : 0;
    for (let at = from; at < chunk.length;) {
      const found = chunk.indexOf(LF, at);
      const end = found === -1 ? chunk.length : found;
      if (end > at && !(end === at + 1 && chunk[at] === CR)) empty = false;
      lineLength += end - at;
      if (found === -1) break;
      const before = end > 0 ? chunk[end - 1] : previous;
      if (lineLength === 0 || (lineLength === 1 && before === CR)) plain = false;
      longestLine = Math.max(longestLine, lineLength);
      lineLength = 0;
      at = found + 1;
    }
    if (plain && (loneCarriageReturn(chunk, previous) || chunk.includes(MARK))) plain = false;
    previous = chunk.at(-1) ?? previous;
    atStart = false;
  }
  if (plain && !isUtf8(rest)) plain = false;
  longestLine = Math.max(longestLine, lineLength);
  return {
    plain: plain && longestLine <= LONGEST_LINE,
    longestLine: Math.min(longestLine, LONGEST_LINE),
    empty,
  };
};

/** A carriage return at a chunk's end is judged with the next chunk. */
const loneCarriageReturn = (chunk: Buffer, previous: number): boolean => {
  if (previous === CR && chunk[0] !== LF) return true;
  for (let at = chunk.indexOf(CR); at !== -1; at = chunk.indexOf(CR, at + 1)) {
    if (at + 1 < chunk.length && chunk[at + 1] !== LF) return true;
  }
  return false;
};

/** Copies a file line by line, with marks where the reader needs them. */
export const copyWithMarks = async (
  path: string,
  eol: string,
  copy: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const out = createWriteStream(copy);
  const done = finished(out);
  // A failure shows when the copy is ended; until then it must not count as unhandled.
  done.catch(() => undefined);
  const end = Buffer.from(eol);
  let first = true;
  const write = async (line: Buffer): Promise<void> => {
    let bytes = line;
    if (first && hasMark(bytes)) bytes = bytes.subarray(BYTE_ORDER_MARK.length);
    first = false;
    if (eol === '\n' && bytes.at(-1) === CR) bytes = bytes.subarray(0, -1);
    const more = out.write(`${marked(bytes)}\n`);
    if (!more && !out.destroyed) await Promise.race([once(out, 'drain'), done]);
  };
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of source(path)) {
      signal?.throwIfAborted();
      const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      for (let found = joined.indexOf(end); found !== -1; found = joined.indexOf(end, at)) {
        await write(joined.subarray(at, found));
        at = found + end.length;
      }
      rest = joined.subarray(at);
    }
    if (rest.length > 0) await write(rest);
    out.end();
    await done;
  } finally {
    out.destroy();
  }
};

const marked = (line: Buffer): string => {
  if (line.length === 0) return BLANK_LINE;
  if (line.length > LONGEST_LINE) {
    return TOO_LONG + escapeLine(line.subarray(0, KEPT_OF_LONG_LINE).toString('utf8'));
  }
  const text = escapeLine(line.toString('utf8'));
  return isUtf8(line) ? text : BAD_ENCODING + text;
};
