/** Reads the beginning of a source, as samples and previews need it: bounded in bytes. */
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Head } from '@acacia/inference';
import type { SourceNetwork } from '@acacia/object-stores';
import { engineError } from '../errors/catalogue.ts';
import { lendFile } from '../files/lend-file.ts';
import type { Store } from '../storage/store.ts';
import { archiveKind, archivePath, readMember, type ArchiveKind } from './archives.ts';
import type { FoundSource } from './choose-files.ts';
import { fetchRows } from './fetch-rows.ts';
import { readFileOptions } from './file-options.ts';
import type { LoadBudget } from './load-budget.ts';
import { isParquet } from './prepare-file.ts';

/** Bytes that are always looked at, and the most where lines are long. */
const USUAL_BYTES = 2 ** 20;
const MOST_BYTES = 16 * 2 ** 20;
/** Megabytes of a file on the network, or within an archive, that is needed whole: Parquet and archives. */
const MOST_WHOLE_MB = 64;

export interface SourcePlace {
  readonly store: Store;
  readonly network: SourceNetwork;
  readonly budget: LoadBudget;
}

interface Packed {
  readonly packed: ArchiveKind;
  /** The file of the archive that was read. */
  readonly member: string | null;
  /** Of that file, unpacked; of others absent. */
  readonly memberBytes?: number;
}

export interface TextHead extends Packed {
  readonly kind: 'text';
  readonly head: Head;
}

export interface WholeParquet extends Packed {
  readonly kind: 'parquet';
  readonly name: string;
  /** Its path. */
  readonly local: string;
}

/** The files that reading by way of `local` leaves there, for who removes them. */
export const filesOfReading = (local: string): readonly string[] => [
  local,
  `${local}.part`,
  `${local}.member`,
];

/**
 * The first rows of a source: of a folder's file, of a query as CSV with a header, of the first file of an archive.
 * @param local path of a file that is made for it
 * @throws EngineError when it cannot be read
 */
export async function readSource(
  place: SourcePlace,
  source: FoundSource,
  rows: number,
  local: string,
  signal: AbortSignal,
): Promise<TextHead | WholeParquet> {
  const { file, from } = source;
  if (from.kind === 'query') {
    await firstRows(place, from, rows, local, signal);
    const head = await readHead(createReadStream(local), rows, signal);
    return { kind: 'text', head, packed: 'none', member: null };
  }
  const packed = archiveKind(file, source.archiveType);
  const parquet = packed === 'none' && isParquet(source, file);
  const isWhole = parquet || (packed !== 'none' && packed !== 'gzip');
  const open = async (): Promise<Readable> =>
    from.kind === 'local' ? createReadStream(local) : from.reader.read(from.object, 0, signal);
  if (from.kind === 'local') await lendFile(from.path, file, from.readable, local, signal);
  else if (isWhole) await writeWhole(await open(), file, local, signal);
  if (parquet) return { kind: 'parquet', name: file, local, packed, member: null };
  if (packed === 'none' || packed === 'gzip') {
    const content = await open();
    const head = await (packed === 'none'
      ? readHead(content, rows, signal)
      : unpacked(content, file, rows, signal));
    return { kind: 'text', head, packed, member: null };
  }
  const { name, content, bytes } = await readMember(
    local,
    archivePath(file),
    packed,
    source.member,
    async (member, stream) => {
      if (/\.gz$/i.test(member)) return unpacked(stream, member, rows, signal);
      if (!isParquet({}, member)) return readHead(stream, rows, signal);
      await writeWhole(stream, member, `${local}.member`, signal);
      return null;
    },
    signal,
  );
  const of = { packed, member: name, memberBytes: bytes };
  return content === null
    ? { kind: 'parquet', name, local: `${local}.member`, ...of }
    : { kind: 'text', head: content, ...of };
}

const LF = 10;

/** The beginning of a stream with so many lines, within the limits; the rest is not read. */
async function readHead(stream: Readable, rows: number, signal: AbortSignal): Promise<Head> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let lines = 0;
  const stop = (): void => {
    stream.destroy(signal.reason as Error);
  };
  signal.addEventListener('abort', stop);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      pieces.push(piece);
      bytes += piece.length;
      for (let at = piece.indexOf(LF); at !== -1 && lines <= rows; at = piece.indexOf(LF, at + 1)) lines += 1;
      if ((bytes >= USUAL_BYTES && lines > rows) || bytes >= MOST_BYTES) {
        return { bytes: Buffer.concat(pieces), whole: false };
      }
    }
    return { bytes: Buffer.concat(pieces), whole: true };
  } finally {
    signal.removeEventListener('abort', stop);
    stream.destroy();
  }
}

async function unpacked(stream: Readable, file: string, rows: number, signal: AbortSignal): Promise<Head> {
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  try {
    return await readHead(stream.pipe(gunzip), rows, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw engineError('sampleGzip', { file }).causedBy(cause);
  } finally {
    stream.destroy();
  }
}

/** Writes a file that is needed whole. */
async function writeWhole(
  content: Readable,
  file: string,
  local: string,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MOST_WHOLE_MB * 2 ** 20) {
        done(engineError('sampleTooLarge', { file, most: String(MOST_WHOLE_MB) }));
      } else done(null, chunk);
    },
  });
  await pipeline(content, counted, createWriteStream(local, { mode: 0o600 }), { signal });
}

/** A query that gives the first rows of another. The line end closes a comment at the end of that one. */
export const limitedQuery = (query: string, rows: number): string =>
  `SELECT * FROM (${query.trim().replace(/;\s*$/, '')}\n) AS acacia_sample LIMIT ${rows}`;

/** The first rows of a query as CSV with a header. */
async function firstRows(
  { network, budget }: SourcePlace,
  from: Extract<FoundSource['from'], { kind: 'query' }>,
  rows: number,
  local: string,
  signal: AbortSignal,
): Promise<void> {
  const query = limitedQuery(from.query, rows);
  const form = readFileOptions({ SEPARATOR: ',', HEADER: 'true', QUOTE: 'double' });
  await fetchRows({ ...from, query }, form, local, { network, budget, onBytes: () => undefined, signal });
}
