/** Loads files: their rows are staged, then within one transaction merged and counted. */
import { engineError } from '../errors/catalogue.ts';
import type { FileCounts, TargetCounts } from '../load-status.ts';
import { EngineError } from '../errors.ts';
import { literal, sql, type Sql } from '../sql.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import { mergeEdges } from '../storage/merge-edges.ts';
import { mergeVectors } from '../storage/merge-vectors.ts';
import { mergeVertices } from '../storage/merge-vertices.ts';
import { bareName, type Transaction } from '../storage/transaction.ts';
import { prepareKeys } from '../storage/vertex-keys.ts';
import { deleteRows, type ResolvedDelete } from './delete-sql.ts';
import type { OwnThread } from './call-own.ts';
import { rejectedLines, rejectedObjects } from './load-reports.ts';
import type { LoadRequest } from './load-requests.ts';
import { linesOf, stageFile, type PlannedFile, type StagedFile, type StagedTarget } from './stage-file.ts';
import { ROW } from './row-checks.ts';
import { verdicts } from './verdicts.ts';

/** The result of `stageLoad`, for `finishLoad`. */
interface StagedLoad {
  readonly files: readonly StagedFile[];
  readonly rejects: Sql;
  readonly onProgress: (progress: number, counts: readonly FileCounts[]) => void;
}

const stepsOf = (files: readonly PlannedFile[]): number =>
  files.length + files.reduce((sum, { plan }) => sum + plan.targets.length, 0) + 1;

/** An empty table for the rows that are rejected. */
export const rejectsTable = (staging: Transaction): Promise<Sql> =>
  staging.materialize(
    'rejects',
    sql`SELECT 0::INTEGER AS file, 0::BIGINT AS line, ''::VARCHAR AS target, ''::VARCHAR AS reason, ''::VARCHAR AS content LIMIT 0`,
  );

/**
 * Brings files into temporary tables. `onProgress` gets the share that is done (0 to 1) and the counts so
 * far.
 */
export async function stageLoad(
  staging: Transaction,
  files: readonly PlannedFile[],
  onProgress: StagedLoad['onProgress'],
  thread: OwnThread,
): Promise<StagedLoad> {
  const rejects = await rejectsTable(staging);
  const staged: StagedFile[] = [];
  for (const [index, planned] of files.entries()) {
    staged.push(await stageFile(staging, planned, index, rejects, thread));
    onProgress(
      staged.length / stepsOf(files),
      staged.map((each) => countsOf(each, [], new Map())),
    );
  }
  for (const { compiled, ids } of staged.flatMap(({ targets }) => targets)) {
    if (compiled.destination.kind !== 'edge' || ids !== 'number') continue;
    const { from, to } = compiled.destination.target;
    await prepareKeys(staging, [from, to]);
  }
  return { files: staged, rejects, onProgress };
}

interface Deleted {
  readonly kind: 'vertex' | 'edge';
  readonly counts: TargetCounts;
}

/** The counts of a file so far: the number of new rows of a target is known once it is merged. */
function countsOf(
  { counts, targets }: StagedFile,
  deleted: readonly Deleted[],
  merged: ReadonlyMap<StagedTarget, TargetCounts>,
): FileCounts {
  const ofKind = (kind: 'vertex' | 'edge'): TargetCounts[] => [
    ...deleted.filter((each) => each.kind === kind).map((each) => each.counts),
    ...targets
      .filter(({ compiled }) => compiled.destination.kind === kind)
      .map((target) => merged.get(target) ?? rowCounts(target.compiled.name, target.counts)),
  ];
  return { ...counts, vertex: ofKind('vertex'), edge: ofKind('edge') };
}

/** The counts of a target, from the verdicts on its rows. */
function rowCounts(typeName: string, counts: ReadonlyMap<number, number>): TargetCounts {
  const count = (code: number): number => counts.get(code) ?? 0;
  return {
    typeName,
    validObject: count(ROW.valid),
    newObject: 0,
    updatedObject: 0,
    deletedObject: 0,
    noIdFound: count(ROW.noId),
    invalidAttribute: count(ROW.badAttribute),
    invalidPrimaryId: count(ROW.badId),
    missingEndpoint: 0,
    newEndpoint: 0,
    failedCondition: count(ROW.failedCondition),
  };
}

/** Merges staged files into the graph, and writes rejected rows to a separate file. */
export async function finishLoad(
  transaction: Transaction,
  { files, rejects, onProgress }: StagedLoad,
  rejectsPath: string,
): Promise<readonly FileCounts[]> {
  let done = files.length;
  const step = (): void => {
    done += 1;
    onProgress(done / stepsOf(files), counts());
  };
  const deleted = files.map(() => [] as Deleted[]);
  const merged = new Map<StagedTarget, TargetCounts>();
  const counts = (): FileCounts[] => files.map((file, index) => countsOf(file, deleted[index] ?? [], merged));
  for (const [index, { deletes }] of files.entries()) {
    for (const { resolved, rows } of deletes) {
      const counted = await deleteStaged(transaction, resolved, rows);
      deleted[index]?.push({ kind: resolved.kind, counts: counted });
      await transaction.drop(rows);
    }
  }
  // Vertices of all files come first: an edge must find ends that a later file brings.
  for (const kind of ['vertex', 'edge'] as const) {
    for (const [index, each] of files.entries()) {
      for (const target of each.targets) {
        if (target.compiled.destination.kind !== kind) continue;
        merged.set(target, await mergeTarget(transaction, each, index, target, rejects));
        // Those of vertices may be the keys that edges are joined with.
        if (kind === 'edge') await transaction.drop(target.rows);
        step();
      }
    }
  }
  for (const { lines } of files) if (lines !== null) await transaction.drop(lines);
  const paths = files.map(({ file }, index) => sql`WHEN ${index} THEN ${literal(file.path)}`);
  await transaction.run(
    sql`COPY (SELECT CASE file ${paths} END AS file, line, nullif(target, '') AS target, reason, content
           FROM ${rejects} ORDER BY ${bareName(rejects)}.file, line, target) TO ${fileLiteral(rejectsPath)} (FORMAT json)`,
  );
  await transaction.drop(rejects);
  onProgress(1, counts());
  return counts();
}

async function deleteStaged(
  transaction: Transaction,
  resolved: ResolvedDelete,
  rows: Sql,
): Promise<TargetCounts> {
  const counts = rowCounts(resolved.name, await verdicts(transaction, rows, sql`verdict.code`));
  const valid = sql`(SELECT * FROM ${rows} WHERE verdict.code = ${ROW.valid})`;
  return { ...counts, deletedObject: await deleteRows(transaction, resolved, valid) };
}

async function mergeTarget(
  transaction: Transaction,
  staged: StagedFile,
  index: number,
  { compiled, valid, ids, firstN, counts }: StagedTarget,
  rejects: Sql,
): Promise<TargetCounts> {
  const { options } = staged.plan;
  const stage = { rows: valid, ids, ...(firstN === undefined ? {} : { firstN }) };
  const counted = rowCounts(compiled.name, counts);
  let { validObject } = counted;
  let newObject: number;
  let missingEndpoint = 0;
  let newEndpoint = 0;
  const { destination, given } = compiled;
  if (destination.kind === 'vertex' && destination.vector !== undefined) {
    newObject = (await mergeVertices(transaction, destination.entry, stage, [], 'upsert')).inserted;
    await mergeVectors(transaction, destination.entry, destination.vector.name, valid);
  } else if (destination.kind === 'vertex') {
    const mode = options.newVertexOnly ? 'newOnly' : 'upsert';
    const merged = await mergeVertices(transaction, destination.entry, stage, given, mode);
    newObject = merged.inserted;
  } else {
    const missingEnds = options.vertexMustExist ? 'leaveOut' : 'create';
    const merged = await mergeEdges(transaction, destination.target, stage, given, missingEnds);
    newObject = merged.inserted;
    newEndpoint = merged.madeVertices;
    if (merged.missing !== null) {
      const { from, to } = destination.target;
      const absent = (flag: Sql, type: string, key: Sql): Sql =>
        sql`CASE WHEN ${flag} THEN ${literal(`${type} "`)} || ${key} || '"' END`;
      const who = sql`concat_ws(' and ', ${absent(sql`no_from`, from.type.name, sql`f`)}, ${absent(sql`no_to`, to.type.name, sql`t`)})`;
      const lines = await linesOf(transaction, staged, sql`SELECT n FROM ${merged.missing}`);
      missingEndpoint = await transaction.run(
        sql`INSERT INTO ${rejects} SELECT ${index}, l.n, ${literal(compiled.name)},
           ${literal(`MissingVertex(load edge:${compiled.name}): `)} || ${who} || CASE WHEN no_from AND no_to THEN ' do not exist' ELSE ' does not exist' END, l.line
         FROM ${merged.missing} m JOIN ${lines} l ON l.n = m.n`,
      );
      validObject -= missingEndpoint;
      for (const table of [merged.missing, lines]) await transaction.drop(table);
    }
  }
  const updatedObject = validObject - newObject;
  return { ...counted, validObject, newObject, updatedObject, missingEndpoint, newEndpoint };
}

/** A load that rejected more than it was allowed to; its rejected rows are kept. */
export class TooManyRejected extends EngineError {
  readonly counts: readonly FileCounts[];
  constructor(counts: readonly FileCounts[], { code, message }: EngineError) {
    super(code, message);
    this.counts = counts;
  }
}

/** @throws TooManyRejected when the rejected rows exceed a limit of the request */
export function checkRejected(
  counts: readonly FileCounts[],
  { maxErrors, maxPercentErrors }: Pick<LoadRequest, 'maxErrors' | 'maxPercentErrors'>,
): void {
  const targets = counts.flatMap(({ vertex, edge }) => [...vertex, ...edge]);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const rejected = sum(counts.map(rejectedLines)) + sum(targets.map(rejectedObjects));
  const percent = (100 * rejected) / Math.max(1, rejected + sum(targets.map((each) => each.validObject)));
  const fail = (limit: string): never => {
    const params = { rejected, percent: percent.toFixed(1), limit };
    throw new TooManyRejected(counts, engineError('rejectedTooMany', params));
  };
  if (maxErrors !== null && rejected > maxErrors) fail(`${maxErrors}`);
  if (maxPercentErrors !== null && percent > maxPercentErrors) fail(`${maxPercentErrors} %`);
}
