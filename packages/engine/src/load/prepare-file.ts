/** Prepares the files of a run for the store: fetches, unpacks and inspects them. */
import { engineError, relayed } from '../errors/catalogue.ts';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Encoding } from '@acacia/inference';
import type { SourceNetwork } from '@acacia/object-stores';
import { EngineError } from '../errors.ts';
import { literal, sql, type Sql } from '../sql.ts';
import { lendFile } from '../files/lend-file.ts';
import { withoutPaths } from '../files/path-text.ts';
import { reasonOf } from '../storage/failures.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { Store } from '../storage/store.ts';
import { archiveKind, archivePath, plainName, unpack } from './archives.ts';
import type { Source } from './choose-files.ts';
import { fetchObject } from './fetch-object.ts';
import { copyWithMarks, inspectFile, LONGEST_LINE, unpackedBytes } from './inspect-file.ts';
import type { LoadArchives } from './load-archives.ts';
import { OverBudget, type LoadBudget, type Take } from './load-budget.ts';
import { fetchRows, writtenForm } from './fetch-rows.ts';
import type { PlannedFile } from './stage-file.ts';

export interface Workplace {
  readonly store: Store;
  /** By which alone servers are reached. */
  readonly network: SourceNetwork;
  readonly budget: LoadBudget;
  readonly archives: LoadArchives;
  /** Begins the paths of files that are made for the run. */
  readonly prefix: string;
  /** Takes the files that go with the end of the run. */
  readonly temporary: string[];
  /** Takes the files that a second attempt can use. */
  readonly fetched: string[];
  /** Called with the number of bytes of the file. */
  readonly onBytes: (bytes: number) => void;
  /** Whether an empty file is refused. */
  readonly refusesEmpty: boolean;
  readonly signal: AbortSignal;
}

/**
 * The prepared files of a source: several of an archive, none of an empty one.
 * @throws EngineError when a file cannot be used
 */
export async function prepareFile(source: Source, work: Workplace): Promise<PlannedFile[]> {
  const { file, from, plan } = source;
  if (from.kind === 'query') {
    const rows = `${work.prefix}.fetched`;
    work.fetched.push(rows, `${rows}.part`);
    await fetchRows(from, plan.options, rows, work);
    const form = writtenForm(plan.options);
    const written = { ...source, plan: { ...plan, options: form }, fileType: 'text' };
    // A query may give nothing.
    const prepared = await prepareOne(written, file, rows, work.prefix, { ...work, refusesEmpty: false });
    return prepared.map((each) => ({ ...each, form }));
  }
  const kind = archiveKind(file, source.archiveType);
  if (kind === 'none' || kind === 'gzip')
    return prepareOne(source, file, await localFile({ ...source, from }, work), work.prefix, work);
  const members = await work.archives.membersOf(source, async (wanted) =>
    unpackNamed(
      file,
      await localFile({ ...source, from }, work),
      kind,
      (index, name) => {
        const target = `${work.prefix}.${index}.${plainName(name)}.tmp${/\.gz$/i.test(name) ? '.gz' : ''}`;
        work.temporary.push(target);
        return target;
      },
      work.budget,
      work.signal,
      wanted,
    ),
  );
  // The archive is read, for this source or for another one.
  work.onBytes(source.bytes);
  const prepared: PlannedFile[] = [];
  for (const [index, member] of members.entries()) {
    const name = source.member === undefined ? `${file}/${member.name}` : file;
    prepared.push(...(await prepareOne(source, name, member.path, `${work.prefix}.${index}`, work)));
  }
  return prepared;
}

/** A source that is no query. */
type FileSource = Source & { readonly from: Exclude<Source['from'], { readonly kind: 'query' }> };

/** The path of a source's file on this disk, lent or fetched. */
async function localFile({ file, from, ...source }: FileSource, work: Workplace): Promise<string> {
  const isZipped = archiveKind(file, source.archiveType) === 'gzip';
  if (from.kind === 'local') {
    const local = `${work.prefix}.source.tmp${isZipped ? '.gz' : ''}`;
    work.temporary.push(local);
    await lendFile(from.path, file, from.readable, local, work.signal);
    return local;
  }
  const local = `${work.prefix}.fetched${isZipped ? '.gz' : isParquet(source, file) ? '.parquet' : ''}`;
  work.fetched.push(local, `${local}.part`, `${local}.part.version`);
  await fetchObject(from.reader, from.object, local, work.budget, work.onBytes, work.signal);
  return local;
}

/** As `unpack`; messages call the archive as the person does. */
async function unpackNamed(
  file: string,
  ...[archive, ...rest]: Parameters<typeof unpack>
): ReturnType<typeof unpack> {
  try {
    return await unpack(archive, ...rest);
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    const said = cause.message.split(archive).map(withoutPaths).join(archivePath(file));
    throw relayed(cause.code, said).causedBy(cause);
  }
}

export const isParquet = ({ fileType }: Pick<Source, 'fileType'>, name: string): boolean =>
  fileType === undefined
    ? /\.(?:parquet|parq)$/i.test(/^[^?#]*/.exec(name)?.[0] ?? '')
    : /^parquet$/i.test(fileType);

/**
 * As `prepareFile`, of one file.
 * @param local the local file with the contents of `file`
 * @throws EngineError when the file cannot be used
 */
export async function prepareOne(
  from: Source,
  file: string,
  local: string,
  prefix: string,
  work: Workplace,
): Promise<PlannedFile[]> {
  const { plan } = from;
  const { temporary, signal } = work;
  let path = local;
  if (isParquet(from, file)) {
    path = `${prefix}.json.tmp`;
    temporary.push(path);
    await parquetToLines(from, file, local, path, work);
  } else if (plan.options.encoding !== 'utf-8' && from.from.kind !== 'query') {
    path = `${prefix}.utf8.tmp`;
    temporary.push(path);
    await toUtf8(local, plan.options.encoding, path, work.budget.file(file), signal);
  }
  if (plan.options.json && path !== `${prefix}.json.tmp` && (await isArray(path))) {
    const lines = `${prefix}.json.tmp`;
    temporary.push(lines);
    await arrayToLines(file, path, lines, work);
    path = lines;
  }
  // The bytes of fetched or unpacked files are reported earlier; those of compressed files would be other bytes.
  const tells = from.from.kind === 'local' && path === local && !path.endsWith('.gz');
  const onBytes = tells ? work.onBytes : () => undefined;
  const take = path.endsWith('.gz') ? work.budget.file(file) : () => undefined;
  let bytesRead = 0;
  const onRead = (now: number): void => {
    take(now - bytesRead);
    bytesRead = now;
    onBytes(now);
  };
  const inspected = await inspectFile(path, plan.options, onRead, signal);
  if (inspected.empty && !work.refusesEmpty) return [];
  if (inspected.empty) throw engineError('fileEmpty', { file });
  const copy = `${prefix}.tmp`;
  if (!inspected.plain) {
    temporary.push(copy);
    await copyWithMarks(path, plan.options.eol, copy, signal);
  }
  const { size: bytes } = await stat(local);
  const { plain, longestLine, quoted, wellQuoted, digits } = inspected;
  const readable = plain ? path : copy;
  return [
    { plan, file: { path: file, readable, marked: !plain, longestLine, bytes, quoted, wellQuoted, digits } },
  ];
}

/** Milliseconds between looks at a file that grows. */
const MEASURE_MS = 100;

/**
 * Writes a file by a COPY of DuckDB, within the budget.
 * @throws EngineError when the file would be too large, or cannot be read
 */
async function copyOut(
  copy: Sql,
  file: string,
  target: string,
  { store, budget, signal: given }: Workplace,
  failed: (reason: string) => EngineError,
): Promise<void> {
  const { signal, end } = budget.watch(file, given);
  const tooLarge = new AbortController();
  const take = budget.file(file);
  let written = 0;
  // DuckDB writes it by itself: how large it is shows while it grows.
  const measure = async (): Promise<void> => {
    const { size } = await stat(target).catch(() => ({ size: 0 }));
    const more = size - written;
    written = size;
    take(more);
  };
  const watch = setInterval(() => {
    measure().catch((cause: unknown) => tooLarge.abort(cause));
  }, MEASURE_MS);
  const either = AbortSignal.any([signal, tooLarge.signal]);
  try {
    await store.read((transaction) => transaction.run(copy), either);
    await measure();
  } catch (cause) {
    await rm(target, { force: true });
    either.throwIfAborted();
    if (cause instanceof OverBudget) throw cause;
    throw failed(reasonOf(cause)).causedBy(cause);
  } finally {
    clearInterval(watch);
    end();
  }
}

/** Rows of a Parquet file as lines of JSON objects, by the names of its columns. */
async function parquetToLines(
  { plan }: Source,
  file: string,
  local: string,
  target: string,
  work: Workplace,
): Promise<void> {
  if (!plan.options.json) {
    throw engineError('parquetByName', { file });
  }
  const copy = sql`COPY (SELECT * FROM read_parquet(${fileLiteral(local)})) TO ${fileLiteral(target)} (FORMAT json)`;
  await copyOut(copy, file, target, work, (reason) => engineError('parquetUnreadable', { file, reason }));
}

/** The objects of a JSON array as lines. Texts of JSON have no line ends in them, so that those between are no data. */
async function arrayToLines(file: string, local: string, target: string, work: Workplace): Promise<void> {
  const objects = sql`SELECT translate(json::VARCHAR, chr(10) || chr(13), '  ') AS line
    FROM read_json_objects(${fileLiteral(local)}, format = 'array', maximum_object_size = ${LONGEST_LINE})`;
  const copy = sql`COPY (${objects}) TO ${fileLiteral(target)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER ${literal('\u001f')})`;
  await copyOut(copy, file, target, work, (reason) => engineError('jsonArrayUnreadable', { file, reason }));
}

/** Whether the first character of a file that is no space opens a JSON array. */
async function isArray(local: string): Promise<boolean> {
  for await (const piece of unpackedBytes(local)) {
    const text = piece
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .trimStart();
    if (text !== '') return text.startsWith('[');
  }
  return false;
}

/** Copies a text file to UTF-8. */
async function toUtf8(
  local: string,
  encoding: Encoding,
  target: string,
  take: Take,
  signal: AbortSignal,
): Promise<void> {
  const decoder = new TextDecoder(encoding);
  await pipeline(
    unpackedBytes(local),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        const text = decoder.decode(piece, { stream: true });
        take(Buffer.byteLength(text));
        yield text;
      }
      yield decoder.decode();
    },
    createWriteStream(target),
    { signal },
  );
}
