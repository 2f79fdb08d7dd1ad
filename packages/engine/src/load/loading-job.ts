/** A loading job as stored text, read and checked against the catalog. */
import { engineError } from '../errors/catalogue.ts';
import { lineColumn, parseProgram, type Ast } from '@acacia/language';
import { scopeOf, type Catalog } from '../catalog/catalog.ts';
import { EngineError } from '../errors.ts';
import { conditionSql } from './condition-sql.ts';
import { deleteColumns, resolveDelete, type ResolvedDelete } from './delete-sql.ts';
import { readFileOptions, type FileOptions } from './file-options.ts';
import { resolveTargets, targetColumns, type ResolvedTarget } from './target-sql.ts';
import { resolveTempTable, type TempTable } from './temp-table.ts';
import { ownFunctions, trialColumns, type OwnFunctions } from './own-functions.ts';
import { columnsReadBy, pathOf, type TokenColumns } from './value-sql.ts';

/** All LOAD or DELETE statements over one file variable or path. */
export interface SourcePlan {
  /** The variable, or `__GSQL_FILENAME_n__` for a path that is written in the job. */
  readonly variable: string;
  readonly path: string | null;
  readonly options: FileOptions;
  /** Column names of a DEFINE HEADER. */
  readonly header: readonly string[] | null;
  readonly targets: readonly ResolvedTarget[];
  readonly deletes: readonly ResolvedDelete[];
  /** Tables that are filled from the file's lines before its targets. */
  readonly tempTables: readonly TempTable[];
  /** Lines that it is true for are rejected. */
  readonly lineFilter: Ast.LoadCondition | null;
  /** Those that its values and conditions may call. */
  readonly functions: OwnFunctions;
}

/**
 * Parses the text of a stored job.
 * @throws EngineError when the text is not valid
 */
export function parseLoadingJob(text: string): Ast.CreateLoadingJob {
  const { program, diagnostics } = parseProgram(text);
  const [error] = diagnostics.filter((each) => each.severity === 'error');
  const [statement] = program.statements;
  if (error !== undefined || statement?.kind !== 'createLoadingJob') {
    const at = lineColumn(text, error?.span.start ?? 0);
    throw engineError('jobUnreadable', {
      line: at.line,
      column: at.column,
      reason: error?.message ?? 'a loading job is expected',
    });
  }
  return statement;
}

/** File variables of a job and the paths that it gives them. */
export function jobFiles(job: Ast.CreateLoadingJob): Record<string, string | null> {
  const files = job.files.map(({ name, path }): [string, string | null] => [name.text, path ?? null]);
  return Object.fromEntries([
    ...files,
    ...literalPaths(job).map(({ variable, path }) => [variable, path]),
  ]) as Record<string, string | null>;
}

function literalPaths(job: Ast.CreateLoadingJob): { variable: string; path: string }[] {
  const paths = [
    ...new Set(
      [...job.loads, ...job.deletes]
        .filter(({ source }) => source.kind === 'path')
        .map(({ source }) => source.text),
    ),
  ];
  return paths.map((path, index) => ({ variable: `__GSQL_FILENAME_${index}__`, path }));
}

/** Where the places in messages are counted: in the job's own text, or in the text that it stands in. */
interface Places {
  readonly text: string;
  readonly offset: number;
}

/** A fault in a job, with its place. */
function within<T>(places: Places, part: { readonly span: { readonly start: number } }, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    const at = lineColumn(places.text, part.span.start - places.offset);
    throw engineError('jobStatementFault', {
      line: at.line,
      column: at.column,
      reason: cause.message,
    }).causedBy(cause);
  }
}

/**
 * Groups a job's statements by file and finds their targets. `using` overrides the job's options;
 * `text` is the text that the job stands in, for places in messages.
 * @throws EngineError when a statement does not fit the schema or another statement
 */
export function planLoadingJob(
  catalog: Catalog,
  graph: string,
  job: Ast.CreateLoadingJob,
  { using = {}, text }: { readonly using?: Readonly<Record<string, string>>; readonly text?: string } = {},
): SourcePlan[] {
  const places = text === undefined ? { text: job.text, offset: job.span.start } : { text, offset: 0 };
  const paths = jobFiles(job);
  const functions = ownFunctions(catalog);
  const trial = trialColumns(functions);
  const literals = new Map(literalPaths(job).map(({ variable, path }) => [path, variable]));
  const plans = new Map<string, SourcePlan>();
  /** The file variable of every table. */
  const tables = new Map<string, { readonly variable: string; readonly table: TempTable }>();
  /** The plan so far of a statement's source; `read` are the columns that the statement reads. */
  const sourceOf = (
    { source, using: own }: Ast.LoadStatement | Ast.LoadDelete,
    read: readonly (number | string)[],
  ): SourcePlan => {
    const variable = source.kind === 'path' ? (literals.get(source.text) ?? '') : source.text;
    if (!Object.hasOwn(paths, variable)) {
      throw engineError('fileVariableUndefined', { variable });
    }
    const options = readFileOptions({ ...own, ...using });
    const header = headerOf(job, options);
    const lineFilter = lineFilterOf(job, options, trial);
    checkColumns([...read, ...(lineFilter === null ? [] : columnsReadBy(lineFilter))], options, header);
    const before = plans.get(variable);
    if (before !== undefined && JSON.stringify(before.options) !== JSON.stringify(options)) {
      throw engineError('fileOptionsDiffer', { variable });
    }
    const path = paths[variable] ?? null;
    const fresh = {
      variable,
      path,
      options,
      header,
      targets: [],
      deletes: [],
      tempTables: [],
      lineFilter,
      functions,
    };
    return before ?? fresh;
  };
  for (const load of job.loads) {
    const targets: ResolvedTarget[] = [];
    const tempTables: TempTable[] = [];
    for (const target of load.targets) {
      within(places, target, () => {
        if (target.kind === 'tempTable') tempTables.push(resolveTempTable(target, trial));
        else targets.push(...resolveTargets(catalog, graph, target));
      });
    }
    within(places, load, () => {
      if (load.source.kind === 'tempTable') {
        const { variable, table } = tables.get(load.source.text) ?? {};
        const plan = plans.get(variable ?? '');
        if (table === undefined || plan === undefined) {
          throw engineError('tableNotFilled', { table: load.source.text });
        }
        if (tempTables.length > 0) throw engineError('tableFromTable');
        if (Object.keys(load.using).length > 0) throw engineError('tableOptions');
        const own = targets.map((target) => ({ ...target, tempTable: table.name }));
        checkTableColumns(own, table);
        plans.set(plan.variable, { ...plan, targets: [...plan.targets, ...own] });
        return;
      }
      const plan = sourceOf(load, [...targets, ...tempTables].flatMap(targetColumns));
      for (const table of tempTables) {
        if (tables.has(table.name)) throw engineError('tableFilledTwice', { name: table.name });
        tables.set(table.name, { variable: plan.variable, table });
      }
      plans.set(plan.variable, {
        ...plan,
        targets: [...plan.targets, ...targets],
        tempTables: [...plan.tempTables, ...tempTables],
      });
    });
  }
  for (const each of job.deletes) {
    within(places, each, () => {
      if (job.loads.length > 0) {
        throw engineError('loadsAndDeletes');
      }
      const resolved = resolveDelete(catalog, graph, each);
      const plan = sourceOf(each, deleteColumns(resolved));
      plans.set(plan.variable, { ...plan, deletes: [...plan.deletes, resolved] });
    });
  }
  if (plans.size === 0) throw engineError('jobWithoutLoad', { name: job.name.text });
  return [...plans.values()];
}

function headerOf(job: Ast.CreateLoadingJob, options: FileOptions): readonly string[] | null {
  if (options.userHeader === null) return null;
  const header = job.headers.find(({ name }) => name.text === options.userHeader);
  if (header === undefined) throw engineError('headerUndefined', { header: String(options.userHeader) });
  return header.columns;
}

function lineFilterOf(
  job: Ast.CreateLoadingJob,
  { rejectLineRule }: FileOptions,
  trial: TokenColumns,
): Ast.LoadCondition | null {
  if (rejectLineRule === null) return null;
  const filter = job.filters.find(({ name }) => name.text === rejectLineRule);
  if (filter === undefined) {
    throw engineError('filterUndefined', { filter: rejectLineRule });
  }
  conditionSql(filter.condition, trial);
  return filter.condition;
}

/** Columns of a table are named, or numbered in its order. */
function checkTableColumns(targets: readonly ResolvedTarget[], table: TempTable): void {
  for (const column of targets.flatMap(targetColumns)) {
    const known = typeof column === 'number' ? column < table.columns.length : table.columns.includes(column);
    if (!known) {
      throw engineError('columnOfTableUnknown', {
        table: table.name,
        column: typeof column === 'number' ? `$${column}` : `$"${column}"`,
        known: table.columns.join(', '),
      });
    }
  }
}

/** Columns must be addressed as the kind of file allows. */
function checkColumns(
  read: readonly (number | string)[],
  options: FileOptions,
  header: readonly string[] | null,
): void {
  const number = read.find((column) => typeof column === 'number');
  const names = read.filter((column) => typeof column === 'string');
  const [name] = names;
  const path = names.find((each) => pathOf(each).length > 1);
  if (options.json && number !== undefined) {
    throw engineError('numberInJson', { number });
  }
  if (options.json) return;
  if (!options.header && header === null && name !== undefined) {
    throw engineError('columnNeedsHeader', { name: String(pathOf(name)[0]) });
  }
  if (path !== undefined) {
    const written = pathOf(path).map((part) => `"${part}"`);
    throw engineError('pathNeedsJson', { path: written.join(':') });
  }
}

/** Whether a stored job can be planned over the catalog. */
export function jobFits(catalog: Catalog, graph: string, code: string): boolean {
  try {
    scopeOf(catalog, graph);
    planLoadingJob(catalog, graph, parseLoadingJob(code));
    return true;
  } catch (cause) {
    if (cause instanceof EngineError) return false;
    throw cause;
  }
}
