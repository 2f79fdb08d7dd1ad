/** CREATE LOADING JOB and RUN LOADING JOB. */
import path from 'node:path';
import type { Ast } from '@acacia/language';
import { graphEntry, keyInGraph, scopeOf, withEntry } from '../catalog/catalog.ts';
import { checkName } from '../catalog/names.ts';
import type { LoadStatus } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { jobFiles, planLoadingJob } from '../load/loading-job.ts';
import { requireGraph } from './definitions.ts';
import { CODES, StatementFailure, type ShellContext } from './shell.ts';

export const createLoadingJob = async (context: ShellContext, job: Ast.CreateLoadingJob): Promise<void> => {
  const name = job.name.text;
  try {
    const graph = job.graph?.text ?? requireGraph(context);
    await context.store.changeCatalog((catalog) => {
      graphEntry(catalog, graph);
      checkName('loading job', name);
      const key = keyInGraph(graph, name);
      const scope = scopeOf(catalog, graph);
      if (catalog.loadingJobs.has(key) || scope.vertexTypes.has(name) || scope.edgeTypes.has(name)) {
        throw new EngineError(
          'GSQL-SEMANTIC',
          `Semantic Check Fails: The job name ${name} already exists or is used by another object! Please use a different name.`,
        );
      }
      planLoadingJob(catalog, graph, job, { text: context.text });
      const entry = { name, graph, code: job.text, files: jobFiles(job) };
      return { ...catalog, loadingJobs: withEntry(catalog.loadingJobs, key, entry) };
    });
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    context.print(cause.message);
    context.print(`Failed to create loading jobs: [${name}].`);
    throw new StatementFailure(cause.code === 'REST-1004' ? CODES.noGraph : CODES.runtime);
  }
  context.print(`Successfully created loading jobs: [${name}].`);
};

const USING = ['SEPARATOR', 'EOL', 'HEADER', 'QUOTE'];
/** How often a running load is looked at for its progress. */
const PROGRESS_MS = 1000;

export const runLoadingJob = async (
  context: ShellContext,
  statement: Extract<Ast.Statement, { kind: 'runLoadingJob' }>,
): Promise<void> => {
  const graph = requireGraph(context);
  const { baseDir, signal } = context.options;
  const files: Record<string, string> = {};
  const known = context.store.catalog.loadingJobs.get(keyInGraph(graph, statement.name.text))?.files ?? {};
  // Naming files runs their parts alone; naming none runs the job with the paths written in it.
  const wanted: typeof statement.files =
    statement.files.length > 0 ? statement.files : Object.keys(known).map((name) => ({ name }));
  for (const { name, path: given } of wanted) {
    const place = given ?? known[name] ?? '';
    files[name] = baseDir === undefined || place === '' ? place : path.resolve(baseDir, place);
  }
  const using = Object.fromEntries(
    Object.entries(statement.options).filter(([name]) => USING.includes(name)),
  );
  const silent = Object.hasOwn(statement.options, 'noprint');
  const id = await context.loads.start(graph, statement.name.text, {
    files,
    using,
    ...(signal === undefined ? {} : { signal }),
  });
  context.print('Starting the following job, i.e.');
  context.print(`  JobName: ${statement.name.text}, jobid: ${id}`);
  const ended = context.loads.ended(id);
  const status = silent ? await ended : await watch(context, id, ended);
  context.print('');
  for (const line of resultLines(status)) context.print(line);
  if (status.state !== 'finished') throw new StatementFailure(CODES.runtime);
};

/** Prints the progress of a load until it ends. */
const watch = async (context: ShellContext, id: string, ended: Promise<LoadStatus>): Promise<LoadStatus> => {
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
};

const HEADS = ['FILENAME', 'LINES', 'OBJECTS', 'ERRORS', 'AVG SPEED', 'DURATION'];

/** The table of a finished load, what it could not load, and the line that clients look for. */
const resultLines = (status: LoadStatus): string[] => {
  if (status.state === 'aborted') return [`LOAD ABORTED for loading jobid: ${status.id}`];
  if (status.state === 'failed') return [`${status.error}`, `LOAD FAILED for loading jobid: ${status.id}`];
  const seconds = Math.max(
    0.001,
    ((status.endedAt ?? new Date()).getTime() - status.startedAt.getTime()) / 1000,
  );
  const rows = status.files.map((file) => {
    const targets = [...file.vertex, ...file.edge];
    const sum = (pick: (target: (typeof targets)[number]) => number): number =>
      targets.reduce((total, target) => total + pick(target), 0);
    const lines = file.validLine + file.rejectLine + file.notEnoughToken + file.oversizeToken;
    const objectErrors = sum(
      (each) => each.noIdFound + each.invalidAttribute + each.invalidPrimaryId + each.missingEndpoint,
    );
    return [
      path.basename(file.file),
      String(lines),
      String(sum((each) => each.validObject)),
      String(objectErrors + lines - file.validLine),
      `${Math.round(lines / seconds)} l/s`,
      `${seconds.toFixed(2)} s`,
    ];
  });
  return [
    ...table([HEADS, ...rows]),
    ...status.files.flatMap((file) => [
      ...file.vertex.map(targetLine('vertex')),
      ...file.edge.map(targetLine('edge')),
    ]),
    ...status.files.flatMap((file) => warnings(file)),
    `LOAD SUCCESSFUL for loading jobid: ${status.id}`,
  ];
};

const targetLine =
  (kind: 'vertex' | 'edge') =>
  (target: LoadStatus['files'][number]['vertex'][number]): string =>
    `${kind} ${target.typeName}: ${target.newObject} new, ${target.updatedObject} updated, ` +
    `${target.noIdFound + target.invalidAttribute + target.invalidPrimaryId + target.missingEndpoint} rejected`;

const warnings = (file: LoadStatus['files'][number]): string[] => {
  const targets = [...file.vertex, ...file.edge];
  const sum = (pick: (target: (typeof targets)[number]) => number): number =>
    targets.reduce((total, target) => total + pick(target), 0);
  const kinds: [number, string][] = [
    [file.notEnoughToken, 'line(s) do not have enough number of tokens.'],
    [file.rejectLine, 'line(s) cannot be read.'],
    [file.oversizeToken, 'line(s) are too long.'],
    [sum((each) => each.noIdFound), 'object(s) have no id.'],
    [sum((each) => each.invalidPrimaryId), 'object(s) have an invalid id.'],
    [sum((each) => each.invalidAttribute), 'object(s) have an invalid attribute.'],
    [sum((each) => each.missingEndpoint), 'edge(s) have an end that does not exist.'],
  ];
  return kinds
    .filter(([count]) => count > 0)
    .map(
      ([count, words]) =>
        `[WARNING] bad data in m1 (replica 1) ${path.basename(file.file)}: ${count} ${words}`,
    );
};

const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = `+${'-'.repeat(widths.reduce((sum, width) => sum + width + 3, -1))}+`;
  const lines = rows.map(
    (row) => `|${row.map((cell, column) => ` ${cell.padStart(widths[column] ?? 0)} `).join('|')}|`,
  );
  return [rule, lines[0] ?? '', rule, ...lines.slice(1), rule];
};
