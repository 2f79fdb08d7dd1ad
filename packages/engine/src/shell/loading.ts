/** CREATE LOADING JOB and RUN LOADING JOB. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import { graphEntry, keyInGraph, scopeOf, withEntry } from '../catalog/catalog.ts';
import { checkName } from '../catalog/names.ts';
import type { LineRange, LoadOptions } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { EngineError } from '../errors.ts';
import { parsePlaces } from '../load/file-place.ts';
import { jobFiles, planLoadingJob } from '../load/loading-job.ts';
import { requireGraph } from './definitions.ts';
import { resultLines } from './load-report.ts';
import { CODES, personOf, StatementFailure, type ShellContext } from './shell.ts';

export async function createLoadingJob(context: ShellContext, job: Ast.CreateLoadingJob): Promise<void> {
  const name = job.name.text;
  try {
    const graph = job.graph?.text ?? requireGraph(context);
    await context.store.changeCatalog((catalog) => {
      graphEntry(catalog, graph);
      checkName('loading job', name);
      const key = keyInGraph(graph, name);
      const scope = scopeOf(catalog, graph);
      if (catalog.loadingJobs.has(key) || scope.vertexTypes.has(name) || scope.edgeTypes.has(name)) {
        throw engineError('jobNameTaken', { name });
      }
      planLoadingJob(catalog, graph, job, { text: context.text });
      const files = jobFiles(job);
      for (const [variable, path] of Object.entries(files)) checkPaths(context, variable, path ?? '');
      const entry = { name, graph, code: job.text, files };
      return { ...catalog, loadingJobs: withEntry(catalog.loadingJobs, key, entry) };
    });
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    context.print(cause.message);
    context.print(`Failed to create loading jobs: [${name}].`);
    throw new StatementFailure(cause.code === 'REST-1004' ? CODES.noGraph : CODES.runtime);
  }
  context.print(`Successfully created loading jobs: [${name}].`);
}

/** Refuses paths that could never be read. Others are checked when the job runs, for the person who runs it. */
function checkPaths(context: ShellContext, variable: string, text: string): void {
  const { access, options, session } = context;
  const person = personOf(context);
  const more = session.imported === undefined ? [] : [session.imported];
  const baseDir = session.imported ?? options.baseDir ?? '.';
  if (text.trim() === '') return;
  for (const place of parsePlaces(text, session.dataRoot ?? '.'))
    if (place.kind === 'local' || place.kind === 'config')
      access.checkName(`path of the file ${variable}`, person, baseDir, place.path, more);
}

const USING = ['SEPARATOR', 'EOL', 'HEADER', 'QUOTE'];
/** Of a timer. */
const LONGEST_MS = 2 ** 31 - 1;
/** How often a running load is looked at for its progress. */
const PROGRESS_MS = 1000;

export async function runLoadingJob(
  context: ShellContext,
  statement: Extract<Ast.Statement, { kind: 'runLoadingJob' }>,
): Promise<void> {
  const graph = requireGraph(context);
  const { signal: given, timeLimitMs } = context.options;
  const limit = timeLimitMs === undefined ? null : AbortSignal.timeout(Math.min(timeLimitMs, LONGEST_MS));
  const signal = limit === null ? given : AbortSignal.any(given === undefined ? [limit] : [given, limit]);
  const { imported } = context.session;
  const baseDir = imported ?? context.options.baseDir;
  // Naming files runs their parts alone; naming none runs the job with the paths written in it.
  const files = Object.fromEntries(statement.files.map(({ name, path }) => [name, path ?? '']));
  const using = Object.fromEntries(
    Object.entries(statement.options).filter(([name]) => USING.includes(name)),
  );
  const silent = Object.hasOwn(statement.options, 'noprint');
  const lines = rangeOf(statement.options['n']);
  const dryRun = Object.hasOwn(statement.options, 'dryrun');
  const id = await context.loads.start(graph, statement.name.text, {
    files,
    using,
    dryRun,
    ...limitsOf(statement.options),
    person: personOf(context),
    ...(imported === undefined ? {} : { imported }),
    ...(lines === undefined ? {} : { lines }),
    ...(baseDir === undefined ? {} : { baseDir }),
    ...(context.session.dataRoot === undefined ? {} : { dataRoot: context.session.dataRoot }),
    ...(signal === undefined ? {} : { signal }),
  });
  context.print('Starting the following job, i.e.');
  context.print(`  JobName: ${statement.name.text}, jobid: ${id}`);
  const ended = context.loads.ended(id);
  const status = silent ? await ended : await watch(context, id, ended);
  context.print('');
  for (const line of resultLines(status)) context.print(line);
  if (status.state === 'aborted' && limit?.aborted === true) {
    context.print(
      `The loading job took longer than the timeout of ${timeLimitMs} ms: nothing of it was stored.`,
    );
  }
  if (dryRun && status.state === 'finished') context.print('Nothing of it was stored: this was a dry run.');
  if (status.state !== 'finished') throw new StatementFailure(CODES.runtime);
}

/**
 * `-max_num_error 10` and `-max_percent_error 5`.
 * @throws EngineError when a value is not valid
 */
function limitsOf(
  options: Readonly<Record<string, string>>,
): Pick<LoadOptions, 'maxErrors' | 'maxPercentErrors'> {
  const limit = (name: string): number | undefined => {
    const text = options[name];
    if (text === undefined) return undefined;
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
    throw engineError('optionNotNumber', { option: name, value: text });
  };
  const [maxErrors, maxPercentErrors] = [limit('max_num_error'), limit('max_percent_error')];
  return {
    ...(maxErrors === undefined ? {} : { maxErrors }),
    ...(maxPercentErrors === undefined ? {} : { maxPercentErrors }),
  };
}

/**
 * `-n 50`, `-n 10,50` and `-n 10,$`.
 * @throws EngineError when the text is no such range
 */
function rangeOf(text: string | undefined): LineRange | undefined {
  if (text === undefined) return undefined;
  const [, first = '', second] = /^(\d+)(?:,(\d+|\$))?$/.exec(text) ?? [];
  const [from, to] = second === undefined ? ['1', first] : [first, second];
  const range = { from: Number(from), to: to === '$' ? null : Number(to) };
  if (first !== '' && range.from > 0 && (range.to === null || range.to >= range.from)) return range;
  throw engineError('optionNotLines', { value: text });
}

/** Prints the progress of a load until it ends. */
async function watch(context: ShellContext, id: string, ended: Promise<LoadStatus>): Promise<LoadStatus> {
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const tick = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PROGRESS_MS);
    });
    const status = await Promise.race([ended, tick]);
    clearTimeout(timer);
    if (status !== null) return status;
    const share = context.loads.status(id)?.progress ?? 0;
    const filled = Math.floor(share * 40);
    context.print(`[${'='.repeat(filled)}${' '.repeat(40 - filled)}] ${Math.floor(share * 100)}%`);
  }
}
