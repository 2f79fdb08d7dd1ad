/**
 * The index of one attribute's vectors as a file beside the data, so that a start need not rebuild it. The file has the
 * vectors too: its reader compares them with those of the store, so that the index is never stale. An incomplete file,
 * or one with a wrong checksum, is ignored.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { moveDurably, syncPlace } from '@acacia/durable-files';
import type { VectorMetric } from '@acacia/language';
import { ENTRY, LINKS, LOWEST_LINKS, PUBLISHED, UPPER_USED, type VectorBuffers } from './buffers.ts';

/** The slots that were in an index, with its links, by the names that buffers have. */
export interface StoredIndex {
  readonly slots: number;
  readonly entry: number;
  readonly upperUsed: number;
  readonly numbers: Uint32Array;
  readonly values: Float32Array;
  readonly levels: Uint8Array;
  readonly lowest: Int32Array;
  readonly upperAt: Int32Array;
  readonly upper: Int32Array;
}

/** The format's number, which changes with the contents of a file. */
const FORMAT = 0x41435631;
/** Format, dimension, metric, links of a node, slots, entry, used of `upper`, checksum of all that follows. */
const HEAD = 8;
const METRICS: readonly VectorMetric[] = ['COSINE', 'IP', 'L2'];
const PIECE = 1 << 22;

/** The arrays after the head, with their numbers of elements. */
const partsOf = (dimension: number, slots: number, upperUsed: number) =>
  [
    ['numbers', Uint32Array, slots],
    ['values', Float32Array, slots * dimension],
    ['lowest', Int32Array, slots * (LOWEST_LINKS + 1)],
    ['upperAt', Int32Array, slots],
    ['upper', Int32Array, upperUsed],
    ['levels', Uint8Array, slots],
  ] as const;

/**
 * Writes the index. Only the inserting thread may call it, as links must not change meanwhile: all data are copied
 * before the promise is returned, which resolves when the file is durable.
 */
export async function writeIndex(file: string, buffers: VectorBuffers): Promise<void> {
  const { header, dimension, metric } = buffers;
  const slots = header[PUBLISHED] as number;
  const upperUsed = header[UPPER_USED] as number;
  const entry = header[ENTRY] as number;
  const head = Uint32Array.of(FORMAT, dimension, METRICS.indexOf(metric), LINKS, slots, entry, upperUsed, 0);
  const temporary = `${file}.tmp`;
  const out = openSync(temporary, 'w');
  try {
    writeSync(out, head);
    const piece = Buffer.alloc(PIECE);
    for (const [name, , length] of partsOf(dimension, slots, upperUsed)) {
      const part = buffers[name];
      const bytes = new Uint8Array(part.buffer, part.byteOffset, length * part.BYTES_PER_ELEMENT);
      for (let at = 0; at < bytes.length; at += PIECE) {
        const some = bytes.subarray(at, at + PIECE);
        piece.set(some);
        head[HEAD - 1] = crc32(piece.subarray(0, some.length), head[HEAD - 1]);
        writeAll(out, piece.subarray(0, some.length));
      }
    }
    writeSync(out, head, 0, head.byteLength, 0);
  } finally {
    closeSync(out);
  }
  await syncPlace(temporary);
  await moveDurably(temporary, file);
}

function writeAll(out: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(out, bytes, at, bytes.length - at);
}

/**
 * The index in a file; null where there is no file, or no complete one for such vectors.
 * @throws Error of the file system
 */
export async function readIndex(
  file: string,
  { dimension, metric }: Pick<VectorBuffers, 'dimension' | 'metric'>,
): Promise<StoredIndex | null> {
  const input = await open(file).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return null;
    throw problem;
  });
  if (input === null) return null;
  try {
    const head = new Uint32Array(HEAD);
    if (!(await fill(input, new Uint8Array(head.buffer)))) return null;
    const [format, columns, measure, links, slots = 0, entry = 0, upperUsed = 0, checksum] = head;
    if (format !== FORMAT || columns !== dimension || links !== LINKS) return null;
    if (measure !== METRICS.indexOf(metric)) return null;
    const parts = partsOf(dimension, slots, upperUsed);
    const size = parts.reduce(
      (sum, [, type, length]) => sum + length * type.BYTES_PER_ELEMENT,
      head.byteLength,
    );
    if ((await input.stat()).size !== size) return null;
    let found = 0;
    const read = new Map<string, ArrayBufferView>();
    for (const [name, type, length] of parts) {
      const part = new type(length);
      const bytes = new Uint8Array(part.buffer);
      for (let at = 0; at < bytes.length; at += PIECE) {
        const some = bytes.subarray(at, at + PIECE);
        if (!(await fill(input, some))) return null;
        found = crc32(some, found);
      }
      read.set(name, part);
    }
    if (found !== checksum || entry >= slots) return null;
    return { ...(Object.fromEntries(read) as unknown as StoredIndex), slots, entry, upperUsed };
  } finally {
    await input.close();
  }
}

/** Reads bytes from the file's current position; false at its end. */
async function fill(input: FileHandle, bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await input.read(bytes, at, bytes.length - at, null);
    if (bytesRead === 0) return false;
    at += bytesRead;
  }
  return true;
}
