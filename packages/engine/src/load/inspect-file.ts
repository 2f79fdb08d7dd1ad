/** Scans a file once, to find out whether DuckDB's reader can read its lines as they are. */
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FileOptions } from './file-options.ts';
import { isWellQuoted } from './quote-scan.ts';
import { BAD_ENCODING, BLANK_LINE, TOO_LONG, escapeLine } from './line-marks.ts';

/** Longest line that is loaded, in bytes: TigerGraph's limit for a vertex. */
export const LONGEST_LINE = 10 * 1024 * 1024;
/** Bytes of a line that is too long which stay visible among the rejected rows. */
const KEPT_OF_LONG_LINE = 1000;

export interface InspectedFile {
  /** Plain files are read where they are, others from a copy with marks. */
  readonly plain: boolean;
  /** Bytes of the longest line; of a file whose lines are short some number above it. */
  readonly longestLine: number;
  /** No line that is not blank. */
  readonly empty: boolean;
  /** Of a plain file: whether it has the quote character, and whether `isWellQuoted` holds for all its lines. */
  readonly quoted: boolean;
  readonly wellQuoted: boolean;
  /**
   * Of a plain file: after the first line, everything that DuckDB takes for a whole number consists of digits, and no
   * line ends in a carriage return, at which its strict reader stops.
   */
  readonly digits: boolean;
}

/** Bytes of each read: large, so that a long line consists of few pieces. */
const LARGE_CHUNK = 2 ** 20;

/** A file's bytes, unpacked where its name says that it is packed by gzip. */
export const unpackedBytes = (path: string): AsyncIterable<Buffer> =>
  path.endsWith('.gz')
    ? createReadStream(path).pipe(createGunzip({ chunkSize: LARGE_CHUNK }))
    : createReadStream(path, { highWaterMark: LARGE_CHUNK });

const LF = 10;
const CR = 13;
const MARK = 29;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const hasMark = (bytes: Buffer): boolean => bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);

/** A file's bytes; a piece is valid until the next one is read. */
async function* pieces(path: string): AsyncGenerator<Buffer> {
  if (path.endsWith('.gz')) {
    yield* unpackedBytes(path);
    return;
  }
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(1 << 22);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * A file in pieces of whole lines; only a line that is much too long comes in several. A line over the
 * end of a piece comes alone, so that pieces are not copied.
 */
async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let first = true;
  for await (const piece of pieces(path)) {
    let bytes = first && hasMark(piece) ? piece.subarray(BYTE_ORDER_MARK.length) : piece;
    first = false;
    if (rest.length > 0) {
      const end = bytes.indexOf(LF) + 1 || bytes.length;
      rest = Buffer.concat([rest, bytes.subarray(0, end)]);
      bytes = bytes.subarray(end);
      if (rest.at(-1) !== LF && rest.length <= 4 * LONGEST_LINE) continue;
      yield rest;
    }
    const cut = bytes.lastIndexOf(LF) + 1;
    if (cut > 0) yield bytes.subarray(0, cut);
    rest = Buffer.from(bytes.subarray(cut));
  }
  if (rest.length > 0) yield rest;
}

/**
 * Reads the file; `onBytes` gets the number of bytes read so far, `signal` stops reading.
 * @throws Error of the file system
 */
export async function inspectFile(
  path: string,
  { eol, separator, quote }: Pick<FileOptions, 'eol' | 'separator' | 'quote'>,
  onBytes: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<InspectedFile> {
  let bytes = 0;
  let plain = eol === '\n' && !path.endsWith('.gz');
  let empty = true;
  let blank = false;
  let quoted = false;
  let wellQuoted = true;
  let first = true;
  const lengths = new LineLengths();
  let digits = true;
  for await (const block of wholeLines(path)) {
    signal?.throwIfAborted();
    bytes += block.length;
    onBytes(bytes);
    if (empty) empty = !hasText(block);
    lengths.add(block);
    if (!plain) continue;
    // Blank lines at the end are nothing to any reader.
    plain = isUtf8(block) && !(blank && hasText(block)) && !hasLoneReturn(block) && !block.includes(MARK);
    const end = firstBlankLine(block);
    if (end !== -1) blank = true;
    if (end !== -1 && hasText(block.subarray(end))) plain = false;
    if (quote !== null && block.includes(quote)) {
      quoted = true;
      wellQuoted &&= isWellQuoted(block, separator.charCodeAt(0), quote.charCodeAt(0));
    }
    if (digits) {
      const below = first ? block.subarray(block.indexOf(LF) + 1) : block;
      digits = !block.includes(CR) && !hasOddNumbers(below, separator);
    }
    first = false;
  }
  return {
    plain: plain && lengths.longest <= LONGEST_LINE,
    longestLine: Math.min(lengths.longest, LONGEST_LINE),
    empty,
    quoted,
    wellQuoted,
    digits,
  };
}

const hasText = (block: Buffer): boolean => block.some((byte) => byte !== LF && byte !== CR);

/** Where in whole lines the first blank one is, or -1. */
function firstBlankLine(block: Buffer): number {
  if (block[0] === LF || (block[0] === CR && block[1] === LF)) return 0;
  const found = [block.indexOf('\n\n'), block.includes(CR) ? block.indexOf('\n\r\n') : -1];
  const places = found.filter((at) => at !== -1);
  return places.length === 0 ? -1 : Math.min(...places) + 1;
}

function hasLoneReturn(block: Buffer): boolean {
  for (let at = block.indexOf(CR); at !== -1; at = block.indexOf(CR, at + 1)) {
    if (block[at + 1] !== LF) return true;
  }
  return false;
}

/** Lines below this length need not be measured one by one: the reader's buffers are longer anyway. */
const SHORT_LINE = 2 ** 17;

class LineLengths {
  longest = 0;
  #open = 0;

  add(block: Buffer): void {
    if (this.#open === 0 && shortLines(block)) {
      this.longest = Math.max(this.longest, Math.min(block.length, 2 * SHORT_LINE));
      return;
    }
    for (let at = 0; at < block.length;) {
      const found = block.indexOf(LF, at);
      this.#open += (found === -1 ? block.length : found) - at;
      this.longest = Math.max(this.longest, this.#open);
      if (found === -1) return;
      this.#open = 0;
      at = found + 1;
    }
  }
}

/** Whether a line ends in every SHORT_LINE bytes of a block, so that none is longer than twice that. */
function shortLines(block: Buffer): boolean {
  if (block.at(-1) !== LF) return false;
  for (let at = 0; at + SHORT_LINE <= block.length; at += SHORT_LINE) {
    if (!block.subarray(at, at + SHORT_LINE).includes(LF)) return false;
  }
  return true;
}

/**
 * The characters besides digits and `-` that DuckDB accepts in a whole number and a loading job rejects or reads
 * otherwise. A number without them is the same to both.
 */
const NUMBER_CHARACTERS = ['.', 'e', 'E', '_', '+', 'x', 'X', 'b', 'B', 'o', 'O', ' ', '\t', '\v', '\f'];

const hasOddNumbers = (block: Buffer, separator: string): boolean =>
  NUMBER_CHARACTERS.some((character) => character !== separator && block.includes(character));

/** Copies a file line by line, with marks where the reader needs them. */
export async function copyWithMarks(
  path: string,
  eol: string,
  copy: string,
  signal: AbortSignal | undefined,
): Promise<void> {
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
  // The beginning of a line that is too long: the rest is not kept.
  let head: Buffer | null = null;
  try {
    for await (const chunk of unpackedBytes(path)) {
      signal?.throwIfAborted();
      const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      for (let found = joined.indexOf(end); found !== -1; found = joined.indexOf(end, at)) {
        await write(head ?? joined.subarray(at, found));
        head = null;
        at = found + end.length;
      }
      rest = joined.subarray(at);
      if (head === null && rest.length > LONGEST_LINE) head = Buffer.from(rest.subarray(0, LONGEST_LINE + 1));
      // The block may end within the separator of lines.
      if (head !== null) rest = rest.subarray(Math.max(0, rest.length - end.length + 1));
    }
    if (head !== null) await write(head);
    else if (rest.length > 0) await write(rest);
    out.end();
    await done;
  } finally {
    out.destroy();
  }
}

function marked(line: Buffer): string {
  if (line.length === 0) return BLANK_LINE;
  if (line.length > LONGEST_LINE) {
    return TOO_LONG + escapeLine(line.subarray(0, KEPT_OF_LONG_LINE).toString('utf8'));
  }
  const text = escapeLine(line.toString('utf8'));
  return isUtf8(line) ? text : BAD_ENCODING + text;
}
