/** Samples a source of loads: its first rows and columns, and how it is written. Bounded in time and in bytes. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  inferType,
  isObject,
  NoText,
  parsed,
  sampleText,
  tableOf,
  type ColumnType,
  type InferredType,
  type TextOptions,
  FILE_NOTES,
  TYPE_REASONS,
} from '@acacia/inference';
import { ObjectStoreError } from '@acacia/object-stores';
import { engineError, relayed } from '../errors/catalogue.ts';
import { sql } from '../sql.ts';
import { reasonOf } from '../storage/failures.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { Store } from '../storage/store.ts';
import { membersOf } from './archives.ts';
import { findSources, type FoundSource, type Reach } from './choose-files.ts';
import {
  filesOfReading,
  readSource,
  type SourcePlace,
  type TextHead,
  type WholeParquet,
} from './read-source.ts';
import type { SampleOptions, SourceSample } from '../source-sample.ts';

const SECONDS = 20;

interface Place extends SourcePlace {
  readonly folder: string;
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
  const temporary = filesOfReading(`${prefix}.tmp`);
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    const sources = await findSources({ ...reach, signal }, 'sample', options.file);
    const source = sources[0];
    if (source === undefined) throw engineError('addressWithoutFile', { address: options.file });
    const sample = await sampleOne(place, source, options, `${prefix}.tmp`, signal);
    return { bytes: source.bytes, ...sample, file: source.file, files: sources.length };
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

/** `bytes`: of the file of an archive that is read alone. */
type OneSample = Omit<SourceSample, 'file' | 'bytes' | 'files'> & { readonly bytes?: number };
type ReadSample = Omit<OneSample, 'members' | 'bytes'>;

async function sampleOne(
  place: Place,
  source: FoundSource,
  options: SampleOptions,
  local: string,
  signal: AbortSignal,
): Promise<OneSample> {
  const read = await readSource(place, source, options.rows, local, signal);
  const sample =
    read.kind === 'parquet'
      ? await sampleParquet(place.store, read, options.rows, signal)
      : textSample(read, source.from.kind === 'query' ? { ...options, chosen: QUERIED_OPTIONS } : options);
  const { packed, memberBytes } = read;
  if (source.member !== undefined && memberBytes !== undefined)
    return { ...sample, members: [], bytes: memberBytes };
  if (packed === 'none' || packed === 'gzip') return { ...sample, members: [] };
  const members = await membersOf(local, source.file, packed, signal);
  if (members !== null) return { ...sample, members };
  return { ...sample, members: [], warnings: [...sample.warnings, FILE_NOTES.manyMembers()] };
}

const QUERIED_OPTIONS = { format: 'csv', separator: ',', eol: '\n', quote: 'double', header: true } as const;

/** Kinds of data that people take for text, by their first bytes, and what to do with them. */
const KINDS: readonly { readonly begins: string; readonly problem: () => string }[] = [
  { begins: 'PAR1', problem: FILE_NOTES.parquet },
  { begins: '\x1f\x8b', problem: FILE_NOTES.gzip },
  { begins: 'PK\x03\x04', problem: FILE_NOTES.zip },
  { begins: '\xd0\xcf\x11\xe0', problem: FILE_NOTES.workbook },
  { begins: 'SQLite format 3', problem: FILE_NOTES.sqlite },
];

function textSample({ head, packed, member }: TextHead, { chosen, rows }: SampleOptions): ReadSample {
  const common = { packed, member, parquet: false, whole: head.whole };
  const none = { ...common, options: JSON_OPTIONS, columns: [], rows: [], warnings: [] };
  const start = Buffer.from(head.bytes.subarray(0, 16)).toString('latin1');
  const kind = KINDS.find(({ begins }) => start.startsWith(begins));
  if (kind !== undefined) return { ...none, problem: kind.problem() };
  try {
    const sample = sampleText(head, chosen, rows);
    return { ...common, ...sample, whole: head.whole && sample.rows.length < rows };
  } catch (cause) {
    if (cause instanceof NoText) return { ...none, problem: FILE_NOTES.notText() };
    throw cause;
  }
}

function typeOf(stored: string): InferredType {
  const said = (type: ColumnType): InferredType => ({
    type,
    form: null,
    reason: TYPE_REASONS.stored({ type: stored }),
  });
  if (/^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER)$/.test(stored)) return said('INT');
  if (/^(?:DOUBLE|FLOAT|DECIMAL)/.test(stored)) return said('DOUBLE');
  if (stored === 'BOOLEAN') return said('BOOL');
  return said(/^(?:TIMESTAMP|DATE)/.test(stored) ? 'DATETIME' : 'STRING');
}

async function sampleParquet(
  store: Store,
  { name: file, local, packed, member }: WholeParquet,
  rows: number,
  signal: AbortSignal,
): Promise<ReadSample> {
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
      const common = { packed, member, parquet: true, options: JSON_OPTIONS } as const;
      const problem = objects.length === 0 ? 'It has no rows.' : null;
      return { ...common, columns, rows: table.rows, warnings: [], problem, whole: objects.length <= rows };
    }, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw engineError('parquetUnreadable', { file, reason: reasonOf(cause) }).causedBy(cause);
  }
}
