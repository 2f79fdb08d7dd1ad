/** `acacia load`: files are uploaded, a loading job reads them, and its outcome is told. */
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import { Command } from 'commander';
import { OutcomeError, UsageError } from '../failure.ts';
import { print } from '../output/print.ts';
import type { Terminal } from '../terminal.ts';
import { textFrom } from '../verbs/input.ts';
import { atWorkspace, graphOf, withGraph, type WorkspaceOptions } from './at-workspace.ts';

interface LoadOptions extends WorkspaceOptions {
  readonly job?: string;
  readonly code?: string;
  readonly dryRun?: boolean;
}

interface Source {
  /** File variable of the job; undefined: its only one. */
  readonly variable: string | undefined;
  readonly file: string;
}

const POLL_MS = 500;

/** `VARIABLE=FILE`, or a file alone. */
function sourceOf(text: string): Source {
  const [, variable, file] = /^(\w+)=(.+)$/.exec(text) ?? [];
  return { variable, file: file ?? text };
}

/** @throws UsageError when the job's file variables cannot be told */
async function variablesOf(client: WorkspaceClient, graph: string, { job, code = '' }: LoadOptions) {
  if (job === undefined) {
    return [...code.matchAll(/\bDEFINE\s+FILENAME\s+(\w+)/gi)].flatMap(([, name]) => name ?? []);
  }
  const found = (await client.loadingJobs(graph)).find(({ JobName }) => JobName === job);
  if (found === undefined) throw new UsageError(`--job: ${graph} has no loading job named "${job}".`);
  return Object.keys(found.FileNames);
}

async function upload({ folder }: Terminal, client: WorkspaceClient, file: string): Promise<string> {
  const place = path.resolve(folder, file);
  const content = await openAsBlob(place).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read.`, { cause: error });
  });
  return (await client.uploadFile(path.basename(place), content)).path;
}

async function ended(client: WorkspaceClient, graph: string, id: string): Promise<WireLoadStatus> {
  for (;;) {
    const status = await client.loadStatus(graph, id);
    if (status.overall.status !== 'running') return status;
    await delay(POLL_MS);
  }
}

const sum = (counts: readonly { readonly validObject: number }[]): number =>
  counts.reduce((total, { validObject }) => total + validObject, 0);

function outcomeOf({ overall }: WireLoadStatus): Record<string, unknown> {
  const { fileLevel, objectLevel } = overall.statistics;
  return {
    id: overall.id,
    status: overall.status,
    vertices: sum(objectLevel.vertex),
    edges: sum(objectLevel.edge),
    lines: fileLevel.validLine,
    rejected_lines: fileLevel.rejectLine,
    seconds: overall.duration / 1000,
  };
}

async function load(terminal: Terminal, texts: readonly string[], options: LoadOptions): Promise<void> {
  const graph = graphOf(options);
  const { job, dryRun = false } = options;
  if ((job === undefined) === (options.code === undefined)) {
    throw new UsageError(
      'Give --job with the name of a loading job, or --code with a file that has its text.',
    );
  }
  const { client } = await atWorkspace(terminal, options);
  const code = options.code === undefined ? '' : await textFrom(terminal, options.code);
  const variables = await variablesOf(client, graph, { ...options, code });
  const files: Record<string, string> = {};
  for (const { variable, file } of texts.map(sourceOf)) {
    const name = variable ?? variables[0];
    if (name === undefined || (variable === undefined && variables.length > 1)) {
      throw new UsageError(
        `${file}: say which file variable it is for: ${variables.join(', ')}. Write VARIABLE=FILE.`,
      );
    }
    files[name] = await upload(terminal, client, file);
  }
  const id =
    job === undefined
      ? await client.startLoad(graph, code, files, { dryRun })
      : await client.runLoadingJob(graph, job, files);
  const status = await ended(client, graph, id);
  await print(terminal, options.json === true ? status : outcomeOf(status), options);
  if (status.overall.status !== 'finished') {
    throw new OutcomeError(status.overall.error ?? `The load was ${status.overall.status}.`);
  }
}

export function loadCommand(terminal: Terminal): Command {
  const command = withGraph(new Command('load'))
    .description('Upload files and run a loading job over them')
    .argument('<files...>', 'Files, or VARIABLE=FILE where the job has several file variables')
    .option('--job <name>', 'A loading job of the graph.')
    .option('--code <file>', 'Text of a CREATE LOADING JOB, which is run and not stored.')
    .option('--dry-run', 'With --code: read and count everything, and store nothing.');
  return command.action((files: readonly string[]) =>
    load(terminal, files, command.optsWithGlobals<LoadOptions>()),
  );
}
