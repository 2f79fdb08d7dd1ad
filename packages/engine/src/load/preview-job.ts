/**
 * The first rows of a loading job's targets as a load would store them, read from the beginning of its sources by the
 * loader's own code. Bounded in rows and in time; nothing is stored, and no load is waited for.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textsOfArray } from '@acacia/inference';
import { engineError } from '../errors/catalogue.ts';
import type { JobPreview, RejectedRow } from '../load-status.ts';
import { sql, type Sql } from '../sql.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { Transaction } from '../storage/transaction.ts';
import { OwnThread } from './call-own.ts';
import type { Source } from './choose-files.ts';
import type { FileOptions } from './file-options.ts';
import { LoadArchives } from './load-archives.ts';
import { prepareFile, prepareOne, type Workplace } from './prepare-file.ts';
import { previewTargets } from './preview-targets.ts';
import { filesOfReading, limitedQuery, readSource, type SourcePlace } from './read-source.ts';
import { rejectsTable } from './run-load.ts';
import { stageFile, type PlannedFile, type StagedFile } from './stage-file.ts';

/** Rows of each source that are looked at, so that a condition leaves some to show. */
const ROWS = 100;
const REJECTED = 10;
const SECONDS = 20;

interface Place extends SourcePlace {
  readonly folder: string;
}

/** @throws EngineError when a source cannot be read, or takes too long */
export async function previewJob(
  place: Place,
  sources: readonly Source[],
  given: AbortSignal | undefined,
): Promise<JobPreview> {
  const patience = AbortSignal.timeout(SECONDS * 1000);
  const signal = given === undefined ? patience : AbortSignal.any([given, patience]);
  const prefix = path.join(place.folder, `sample-${randomUUID()}`);
  const temporary: string[] = [];
  // Of a folder the first file.
  const first = sources.filter(
    ({ plan }, index) => sources.findIndex((each) => each.plan.variable === plan.variable) === index,
  );
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    const planned: PlannedFile[] = [];
    for (const [index, source] of first.entries()) {
      const work: Workplace = {
        ...place,
        archives: new LoadArchives([source]),
        prefix: `${prefix}.${index}`,
        temporary,
        fetched: temporary,
        onBytes: () => undefined,
        refusesEmpty: false,
        signal,
      };
      planned.push(...(await beginningOf(source, work)));
    }
    return await staged(place, planned, signal);
  } catch (cause) {
    given?.throwIfAborted();
    if (!patience.aborted) throw cause;
    const file = first[0]?.file ?? '';
    throw engineError('sampleTooLong', { file, seconds: String(SECONDS) }).causedBy(cause);
  } finally {
    for (const file of temporary) await rm(file, { force: true });
  }
}

/** The first rows of a source as files that the loader reads. */
async function beginningOf(source: Source, work: Workplace): Promise<PlannedFile[]> {
  const { from, plan, file } = source;
  if (from.kind === 'query') {
    const limited = { ...source, from: { ...from, query: limitedQuery(from.query, ROWS) } };
    const files = await prepareFile(limited, work);
    return files.map((each) => (each.form === undefined ? each : withOptions(each, each.form)));
  }
  const local = `${work.prefix}.read.tmp`;
  work.temporary.push(...filesOfReading(local));
  const read = await readSource(work, source, ROWS, local, work.signal);
  const rows = `${work.prefix}.rows.tmp`;
  work.temporary.push(rows);
  const isText = read.kind === 'text';
  if (!isText && !plan.options.json) throw engineError('parquetByName', { file });
  if (isText) await writeFile(rows, firstLines(read.head, plan.options));
  else {
    const select = sql`SELECT * FROM read_parquet(${fileLiteral(read.local)}) LIMIT ${ROWS}`;
    await work.store.read(
      (transaction) => transaction.run(sql`COPY (${select}) TO ${fileLiteral(rows)} (FORMAT json)`),
      work.signal,
    );
  }
  // The rows are written in UTF-8, whatever the source is.
  const options: FileOptions = { ...plan.options, encoding: 'utf-8' };
  const written = { ...source, plan: { ...plan, options }, fileType: 'text' };
  return prepareOne(written, file, rows, work.prefix, work);
}

const withOptions = (planned: PlannedFile, options: FileOptions): PlannedFile => ({
  ...planned,
  plan: { ...planned.plan, options },
});

/** The first whole lines of a text, or the first objects of a JSON array, one in a line. */
function firstLines(
  { bytes, whole }: { readonly bytes: Uint8Array; readonly whole: boolean },
  { encoding, eol, json, quote }: FileOptions,
): string {
  const text = new TextDecoder(encoding).decode(bytes);
  const objects = json ? textsOfArray(text, ROWS) : null;
  if (objects !== null) return objects.map((each) => each.replace(/[\n\r]/g, ' ')).join('\n');
  let end = 0;
  // Lines within quotes are no lines of their own.
  let isQuoted = false;
  for (let line = 0; line <= ROWS || isQuoted; line += 1) {
    const next = text.indexOf(eol, end);
    if (next === -1) return whole ? text : text.slice(0, end);
    if (quote !== null && text.slice(end, next).split(quote).length % 2 === 0) isQuoted = !isQuoted;
    end = next + eol.length;
  }
  return text.slice(0, end);
}

async function staged(
  { store }: SourcePlace,
  planned: readonly PlannedFile[],
  signal: AbortSignal,
): Promise<JobPreview> {
  const thread = new OwnThread(signal);
  try {
    return await store.read(async (transaction) => {
      const rejects = await rejectsTable(transaction);
      const files: StagedFile[] = [];
      for (const [index, each] of planned.entries())
        files.push(await stageFile(transaction, each, index, rejects, thread));
      const targets = await previewTargets(
        transaction,
        files.flatMap((each) => each.targets),
      );
      return { targets, rejected: await rejectedOf(transaction, rejects, files) };
    }, signal);
  } finally {
    await thread.close();
  }
}

const CHARACTERS = 200;

async function rejectedOf(
  transaction: Transaction,
  rejects: Sql,
  files: readonly StagedFile[],
): Promise<readonly RejectedRow[]> {
  const rows = await transaction.rows(
    sql`SELECT file, line, nullif(target, ''), reason, left(content, ${CHARACTERS}) FROM ${rejects}
      ORDER BY file, line LIMIT ${REJECTED}`,
  );
  return rows.map(([file, line, target, reason, content]) => ({
    file: files[Number(file)]?.file.path ?? '',
    line: Number(line),
    target: target === null ? null : String(target),
    reason: String(reason),
    content: String(content),
  }));
}
