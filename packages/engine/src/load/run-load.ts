/** Loads files within one transaction: lines, tokens, rows of every target, then merges and counts. */
import type { FileCounts, TargetCounts } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { quoteText } from '../storage/columns.ts';
import { mergeEdges } from '../storage/merge-edges.ts';
import { mergeVertices } from '../storage/merge-vertices.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { SourcePlan } from './loading-job.ts';
import { readHeader, readLines, splitLines, splitObjects, type SourceFile } from './read-lines.ts';
import { ROW, compileTarget, targetColumns, type CompiledTarget } from './target-sql.ts';
import { tempTableSql } from './temp-table.ts';
import { conditionSql, pathOf, type TokenColumns } from './value-sql.ts';

export interface PlannedFile {
  readonly plan: SourcePlan;
  readonly file: SourceFile;
}

/** A file whose rows stand in temporary tables, one for each target. */
interface StagedFile extends PlannedFile {
  readonly counts: FileCounts;
  readonly targets: readonly {
    readonly compiled: CompiledTarget;
    readonly rows: string;
    readonly order: number;
  }[];
  readonly lines: string;
}

/** `onProgress` gets the share that is done (0 to 1) and the counts so far. */
export const runLoad = async (
  transaction: Transaction,

  files: readonly PlannedFile[],
  rejectsPath: string,
  onProgress: (progress: number, counts: readonly FileCounts[]) => void,
): Promise<readonly FileCounts[]> => {
  const rejects = await transaction.materialize(
    'rejects',
    `SELECT 0::INTEGER AS file, 0::BIGINT AS line, ''::VARCHAR AS target, ''::VARCHAR AS reason, ''::VARCHAR AS content LIMIT 0`,
  );
  const staged: StagedFile[] = [];
  const steps = files.length + files.reduce((sum, { plan }) => sum + plan.targets.length, 0) + 1;
  let done = 0;
  const step = (): void => {
    done += 1;
    onProgress(done / steps, counts());
  };
  const results = files.map(() => ({ vertex: [] as TargetCounts[], edge: [] as TargetCounts[] }));
  const counts = (): FileCounts[] =>
    staged.map(({ counts: base }, index) => ({ ...base, ...(results[index] ?? { vertex: [], edge: [] }) }));
  for (const [index, planned] of files.entries()) {
    staged.push(await stageFile(transaction, planned, index, rejects));
    step();
  }
  // Vertices of all files come first: an edge must find ends that a later file brings.
  for (const kind of ['vertex', 'edge'] as const) {
    for (const [index, each] of staged.entries()) {
      for (const target of each.targets) {
        if (target.compiled.ast.kind !== kind) continue;
        results[index]?.[kind].push(await mergeTarget(transaction, each, index, target, rejects));
        await transaction.drop(target.rows);
        step();
      }
    }
  }
  for (const { lines } of staged) await transaction.drop(lines);
  const paths = files.map(({ file }, index) => `WHEN ${index} THEN ${quoteText(file.path)}`).join(' ');
  await transaction.run(
    `COPY (SELECT CASE file ${paths} END AS file, line, nullif(target, '') AS target, reason, content
           FROM ${rejects} ORDER BY ${rejects.slice(5)}.file, line, target) TO ${quoteText(rejectsPath)} (FORMAT json)`,
  );
  await transaction.drop(rejects);
  onProgress(1, counts());
  return counts();
};

const stageFile = async (
  transaction: Transaction,
  { plan, file }: PlannedFile,
  index: number,
  rejects: string,
): Promise<StagedFile> => {
  const { options } = plan;
  const lines = await readLines(transaction, file, options);
  const header = await readHeader(transaction, lines, file, options);
  const names = plan.header ?? header.names;
  const paths: (readonly string[])[] = [];
  const places = new Map<string, number>();
  const indexOf = (name: string): number => {
    if (options.json) {
      const known = places.get(name) ?? paths.push(pathOf(name)) - 1;
      places.set(name, known);
      return known;
    }
    const found = names.indexOf(name.trim());
    if (found !== -1) return found;
    const where = plan.header === null ? `line ${header.line}` : `USER_DEFINED_HEADER`;
    throw new EngineError(
      'REST-10021',
      `The file ${file.path} has no column "${name}"; its header (${where}) has: ${names.join(', ')}.`,
    );
  };
  const columns: TokenColumns = { indexOf, column: (column) => `c${column}` };
  const filter = plan.lineFilter === null ? [] : [{ ast: { values: [], where: plan.lineFilter } }];
  const read = [
    ...plan.targets.filter(({ tempTable }) => tempTable === undefined),
    ...plan.tempTables,
    ...filter,
  ]
    .flatMap(targetColumns)
    .map((column) => (typeof column === 'number' ? column : indexOf(column)));
  const indexes = [...new Set(read)].sort((a, b) => a - b);
  const tokens = options.json
    ? await splitObjects(transaction, lines, paths)
    : await splitLines(transaction, lines, options, header.line, indexes);
  const reject = (select: string): Promise<number> =>
    transaction.run(
      `INSERT INTO ${rejects} SELECT ${index}, l.n, r.target, r.reason, l.line FROM (${select}) r JOIN ${lines} l ON l.n = r.n`,
    );
  const fault = (like: string): Promise<number> =>
    reject(
      `SELECT n, '' AS target, fault AS reason FROM ${lines} WHERE n > ${header.line} AND fault ${like}`,
    );
  const oversizeToken = await fault(`LIKE 'OversizeToken%'`);
  let rejectLine = await fault(`NOT LIKE 'OversizeToken%'`);
  const notEnoughToken = await reject(`SELECT n, '' AS target, reason FROM ${tokens.short}`);
  if (plan.lineFilter !== null) {
    const rejected = `coalesce(${conditionSql(plan.lineFilter, columns)}, false)`;
    const reason = quoteText(`RejectLine: the line is left out by ${plan.options.rejectLineRule ?? ''}`);
    rejectLine += await reject(
      `SELECT n, '' AS target, ${reason} AS reason FROM ${tokens.table} WHERE ${rejected}`,
    );
    await transaction.run(`DELETE FROM ${tokens.table} WHERE ${rejected}`);
  }
  const sources = new Map<string, { readonly rows: string; readonly columns: TokenColumns }>();
  for (const table of plan.tempTables) {
    sources.set(table.name, {
      rows: await transaction.materialize('table', tempTableSql(table, tokens.table, columns)),
      columns: { indexOf: (name) => table.columns.indexOf(name), column: (index) => `c${index}` },
    });
  }
  const targets: { compiled: CompiledTarget; rows: string; order: number }[] = [];
  for (const [order, target] of plan.targets.entries()) {
    const source = sources.get(target.tempTable ?? '') ?? { rows: tokens.table, columns };
    const compiled = compileTarget(target, source.columns);
    const rows = await transaction.materialize('rows', `SELECT ${compiled.select} FROM ${source.rows}`);
    await reject(
      `SELECT n, ${quoteText(compiled.name)} AS target, verdict.reason AS reason FROM ${rows} WHERE verdict.code > ${ROW.failedCondition}`,
    );
    targets.push({ compiled, rows, order });
  }
  const validLine = await transaction.number(`SELECT count(*) FROM ${tokens.table}`);
  for (const { rows } of sources.values()) await transaction.drop(rows);
  await transaction.drop(tokens.table);
  await transaction.drop(tokens.short);
  return {
    plan,
    file,
    lines,
    targets,
    counts: {
      file: file.path,
      bytes: file.bytes,
      bytesRead: file.bytes,
      validLine,
      rejectLine,
      notEnoughToken,
      oversizeToken,
      vertex: [],
      edge: [],
    },
  };
};

const mergeTarget = async (
  transaction: Transaction,

  { plan, lines }: StagedFile,
  index: number,
  { compiled, rows }: StagedFile['targets'][number],
  rejects: string,
): Promise<TargetCounts> => {
  const byCode = new Map(
    (await transaction.rows(`SELECT verdict.code, count(*) FROM ${rows} GROUP BY 1`)).map(([code, count]) => [
      Number(code),
      Number(count),
    ]),
  );
  const count = (code: number): number => byCode.get(code) ?? 0;
  const stage = await transaction.materialize(
    'stage',
    `SELECT * EXCLUDE (verdict) FROM ${rows} WHERE verdict.code = ${ROW.valid}`,
  );
  let validObject = count(ROW.valid);
  let newObject: number;
  let missingEndpoint = 0;
  const { destination, given } = compiled;
  if (destination.kind === 'vertex') {
    const mode = plan.options.newVertexOnly ? 'newOnly' : 'upsert';
    const merged = await mergeVertices(transaction, destination.entry, stage, given, mode);
    newObject = merged.inserted;
  } else {
    const missingEnds = plan.options.vertexMustExist ? 'leaveOut' : 'create';
    const merged = await mergeEdges(transaction, destination.target, stage, given, missingEnds);
    newObject = merged.inserted;
    if (merged.missing !== null) {
      const { from, to } = destination.target;
      const absent = (flag: string, type: string, id: string): string =>
        `CASE WHEN ${flag} THEN ${quoteText(`${type} "`)} || ${id} || '"' END`;
      const who = `concat_ws(' and ', ${absent('no_from', from.type.name, 'f')}, ${absent('no_to', to.type.name, 't')})`;
      missingEndpoint = await transaction.run(
        `INSERT INTO ${rejects} SELECT ${index}, l.n, ${quoteText(compiled.name)},
           ${quoteText(`MissingVertex(load edge:${compiled.name}): `)} || ${who} || CASE WHEN no_from AND no_to THEN ' do not exist' ELSE ' does not exist' END, l.line
         FROM ${merged.missing} m JOIN ${lines} l ON l.n = m.n`,
      );
      validObject -= missingEndpoint;
      await transaction.drop(merged.missing);
    }
  }
  await transaction.drop(stage);
  return {
    typeName: compiled.name,
    validObject,
    newObject,
    updatedObject: validObject - newObject,
    noIdFound: count(ROW.noId),
    invalidAttribute: count(ROW.badAttribute),
    invalidPrimaryId: count(ROW.badId),
    missingEndpoint,
    failedCondition: count(ROW.failedCondition),
  };
};
