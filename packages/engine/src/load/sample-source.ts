/** Samples a source of loads: its first rows and columns, and how it is written. Bounded in time and in bytes. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  inferType,
  isObject,
  NoText,
  parsed,
  sampleText,
  tableOf,
  type ColumnType,
  type InferredType,
  type Head,
  type TextOptions,
} from '@acacia/inference';
import { ObjectStoreError, type SourceNetwork } from '@acacia/object-stores';
import { engineError, relayed } from '../errors/catalogue.ts';
import { lendFile } from '../files/lend-file.ts';
import { sql } from '../sql.ts';
import { reasonOf } from '../storage/failures.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { Store } from '../storage/store.ts';
import { archiveKind, firstMember, type ArchiveKind } from './archives.ts';
import { findSources, type FoundSource, type Reach } from './choose-files.ts';
import { readFileOptions } from './file-options.ts';
import type { LoadBudget } from './load-budget.ts';
import { isParquet } from './prepare-file.ts';
import type { SampleOptions, SourceSample } from '../source-sample.ts';
import { fetchRows } from './fetch-rows.ts';

/** Bytes that are always looked at, and the most where lines are long. */
const USUAL_BYTES = 2 ** 20;
const MOST_BYTES = 16 * 2 ** 20;
/** Megabytes of a file on the network that is read from its end: Parquet and archives. */
const MOST_WHOLE_MB = 64;
const SECONDS = 20;

interface Place {
  readonly store: Store;
  readonly folder: string;
  readonly network: SourceNetwork;
  readonly budget: LoadBudget;
}

const JSON_OPTIONS: TextOptions = {
  format: 'json',
  encoding: 'utf-8',
  separator: ',',
  eol: '\n',
  quote: 'none',
  header: false,
};

/** @throws EngineError when the source cannot be read */
export async function sampleSource(
  place: Place,
  reach: Omit<Reach, 'signal'>,
  options: SampleOptions,
  given: AbortSignal | undefined,
): Promise<SourceSample> {
  const patience = AbortSignal.timeout(SECONDS * 1000);
  const signal = given === undefined ? patience : AbortSignal.any([given, patience]);
  const prefix = path.join(place.folder, `sample-${randomUUID()}`);
  const temporary = [`${prefix}.tmp`, `${prefix}.tmp.part`];
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    const sources = await findSources({ ...reach, signal }, 'sample', options.file);
    const source = sources[0];
    if (source === undefined) throw engineError('addressWithoutFile', { address: options.file });
    const sample = await sampleOne(place, source, options, `${prefix}.tmp`, signal);
    return { ...sample, file: source.file, bytes: source.bytes, files: sources.length };
  } catch (cause) {
    given?.throwIfAborted();
    if (patience.aborted) {
      throw engineError('sampleTooLong', { file: options.file, seconds: String(SECONDS) }).causedBy(cause);
    }
    if (cause instanceof ObjectStoreError) throw relayed('REST-10021', cause.message).causedBy(cause);
    throw cause;
  } finally {
    for (const file of temporary) await rm(file, { force: true });
  }
}

type OneSample = Omit<SourceSample, 'file' | 'bytes' | 'files'>;

async function sampleOne(
  place: Place,
  source: FoundSource,
  options: SampleOptions,
  local: string,
  signal: AbortSignal,
): Promise<OneSample> {
  const { file, from } = source;
  if (from.kind === 'query') {
    await sampleQuery(place, from, options.rows, local, signal);
    const head = await readHead(createReadStream(local), options.rows, signal);
    const chosen = { format: 'csv', separator: ',', eol: '\n', quote: 'double', header: true } as const;
    return textSample('', head, { ...options, chosen }, 'none', null);
  }
  const packed = archiveKind(file, source.archiveType);
  const parquet = packed === 'none' && isParquet(source, file);
  const fromEnd = parquet || (packed !== 'none' && packed !== 'gzip');
  const open = async (): Promise<Readable> =>
    from.kind === 'local' ? createReadStream(local) : from.reader.read(from.object, 0, signal);
  if (from.kind === 'local') await lendFile(from.path, file, from.readable, local, signal);
  else if (fromEnd) await fetchWhole(await open(), source, local, signal);
  if (parquet) return sampleParquet(place.store, file, local, options.rows, signal);
  if (packed === 'none') {
    return textSample(file, await readHead(await open(), options.rows, signal), options, 'none', null);
  }
  if (packed === 'gzip') {
    const content = await unpacked(await open(), file, options.rows, signal);
    return textSample('', content, options, packed, null);
  }
  const { name, content } = await firstMember(
    local,
    file,
    packed,
    (member, stream) =>
      /\.gz$/i.test(member)
        ? unpacked(stream, member, options.rows, signal)
        : readHead(stream, options.rows, signal),
    signal,
  );
  return textSample(name, content, options, packed, name);
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

/** Fetches a file that its end is needed of. */
async function fetchWhole(
  content: Readable,
  { file }: FoundSource,
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

/** Kinds of data that people take for text, by their first bytes, and what to do with them. */
const KINDS: readonly { readonly begins: string; readonly problem: string }[] = [
  { begins: 'PAR1', problem: 'It is a Parquet file: give it a name that ends in .parquet.' },
  { begins: '\x1f\x8b', problem: 'It is packed by gzip: give it a name that ends in .gz.' },
  {
    begins: 'PK\x03\x04',
    problem:
      'It is a zip archive or a workbook of a spreadsheet: give an archive a name that ends in .zip, and save a sheet as CSV.',
  },
  { begins: '\xd0\xcf\x11\xe0', problem: 'It is a workbook of a spreadsheet: save the sheet as CSV.' },
  { begins: 'SQLite format 3', problem: 'It is a database of SQLite: export its tables as CSV.' },
];

const NOT_TEXT = 'It is not text: CSV, JSON lines, an array of JSON objects and Parquet can be loaded.';

function textSample(
  name: string,
  head: Head,
  { chosen, rows }: SampleOptions,
  packed: ArchiveKind,
  member: string | null,
): OneSample {
  const common = { packed, member, parquet: false, whole: head.whole };
  const none = { ...common, options: JSON_OPTIONS, columns: [], rows: [], warnings: [] };
  if (isParquet({}, name)) {
    return { ...none, problem: 'Parquet files within archives are not sampled: take it out of the archive.' };
  }
  const start = Buffer.from(head.bytes.subarray(0, 16)).toString('latin1');
  const kind = KINDS.find(({ begins }) => start.startsWith(begins));
  if (kind !== undefined) return { ...none, problem: kind.problem };
  try {
    const sample = sampleText(head, chosen, rows);
    const empty = sample.rows.length === 0 && sample.columns.length === 0 && sample.problem === null;
    return {
      ...common,
      ...sample,
      problem: empty ? 'It has no rows: the file is empty.' : sample.problem,
      whole: head.whole && sample.rows.length < rows,
    };
  } catch (cause) {
    if (cause instanceof NoText) return { ...none, problem: NOT_TEXT };
    throw cause;
  }
}

function typeOf(stored: string): InferredType {
  const said = (type: ColumnType): InferredType => ({ type, form: null, reason: `The file says ${stored}.` });
  if (/^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER)$/.test(stored)) return said('INT');
  if (/^(?:DOUBLE|FLOAT|DECIMAL)/.test(stored)) return said('DOUBLE');
  if (stored === 'BOOLEAN') return said('BOOL');
  return said(/^(?:TIMESTAMP|DATE)/.test(stored) ? 'DATETIME' : 'STRING');
}

async function sampleParquet(
  store: Store,
  file: string,
  local: string,
  rows: number,
  signal: AbortSignal,
): Promise<OneSample> {
  try {
    return await store.read(async (transaction) => {
      const from = sql`SELECT * FROM read_parquet(${fileLiteral(local)})`;
      const described = await transaction.rows(sql`SELECT column_name, column_type FROM (DESCRIBE ${from})`);
      const types = new Map(described.map(([name, type]) => [String(name), String(type)]));
      const read = await transaction.rows(
        sql`SELECT to_json(t)::VARCHAR FROM (${from} LIMIT ${rows + 1}) AS t`,
      );
      const objects = read.map(([text]) => parsed(String(text))).filter(isObject);
      const table = tableOf(objects.slice(0, rows));
      // Without a row the schema alone names the columns.
      const paths = table.rows.length > 0 ? table.paths : [...types.keys()].map((name) => [name]);
      const columns = paths.map((names, index) => ({
        name: names.join('.'),
        path: names,
        ...(names.length === 1
          ? typeOf(types.get(names[0] as string) ?? '')
          : inferType(table.rows.map((row) => row[index] ?? null))),
      }));
      const common = { packed: 'none', member: null, parquet: true, options: JSON_OPTIONS } as const;
      const problem = objects.length === 0 ? 'It has no rows.' : null;
      return { ...common, columns, rows: table.rows, warnings: [], problem, whole: objects.length <= rows };
    }, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw engineError('parquetUnreadable', { file, reason: reasonOf(cause) }).causedBy(cause);
  }
}

/** The first rows of a query as CSV with a header. */
async function sampleQuery(
  { network, budget }: Place,
  from: Extract<FoundSource['from'], { kind: 'query' }>,
  rows: number,
  local: string,
  signal: AbortSignal,
): Promise<void> {
  // The line end closes a comment at the end of the query.
  const query = `SELECT * FROM (${from.query.trim().replace(/;\s*$/, '')}\n) AS acacia_sample LIMIT ${rows}`;
  const form = readFileOptions({ SEPARATOR: ',', HEADER: 'true', QUOTE: 'double' });
  await fetchRows({ ...from, query }, form, local, { network, budget, onBytes: () => undefined, signal });
}
