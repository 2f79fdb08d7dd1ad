/** SHOW LOADING STATUS and ERROR; ABORT, RESUME and UNDO LOADING JOB. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import type { LoadStatus } from '../load-status.ts';
import { requireGraph } from './definitions.ts';
import { filesTable, textTable } from './load-report.ts';
import { personOf, type ShellContext } from './shell.ts';

const DEFAULT_ERRORS = 100;
const NONE_RUNS = 'No loading job is running.';

export async function loadRunStatement(
  context: ShellContext,
  statement: Ast.LoadRunStatement,
): Promise<void> {
  switch (statement.action) {
    case 'status': {
      const runs = chosen(context, statement.id);
      if (runs.length === 0) context.print(NONE_RUNS);
      for (const status of runs) printStatus(context, status);
      return;
    }
    case 'error':
      return showErrors(context, statement.id, statement.limit ?? DEFAULT_ERRORS);
    case 'abort':
      return abortRuns(context, statement.id);
    case 'resume': {
      const { state } = one(context, statement.id);
      await context.loads.resume(statement.id, personOf(context));
      context.print('[RESUME_SUCCESS] m1');
      context.print(`[MESSAGE] ${MESSAGES[state] ?? 'The current job got resumed'}`);
      return;
    }
    case 'undo':
      await context.loads.undo(one(context, statement.id).id);
      context.print('[UNDO_SUCCESS] m1');
  }
}

const MESSAGES: Partial<Record<LoadStatus['state'], string>> = {
  finished: 'The job has finished already: nothing is loaded twice',
  running: 'The job is running',
};

/**
 * A run in the session's graph, or in any graph when the session has none.
 * @throws EngineError when there is no such run
 */
function one(context: ShellContext, id: string): LoadStatus {
  const status = context.loads.status(id);
  const { graph } = context.session;
  if (status === undefined || (graph !== null && status.graph !== graph)) {
    throw engineError('loadOfIdUnknown', { id });
  }
  return status;
}

/** Of `ALL`: the runs under way. */
const chosen = (context: ShellContext, id: string): LoadStatus[] =>
  id === 'ALL'
    ? context.loads.ofGraph(requireGraph(context)).filter(({ state }) => state === 'running')
    : [one(context, id)];

const STATES: Record<LoadStatus['state'], string> = {
  running: 'RUNNING',
  finished: 'FINISHED',
  failed: 'FAILED',
  aborted: 'ABORT_SUCCESS',
};

function printStatus({ print }: ShellContext, status: LoadStatus): void {
  const { id, state, files, progress, error } = status;
  const running = state === 'running';
  print(`Job "${id}" loading status`);
  print(`[${STATES[state]}] m1 ( Finished: ${running ? 0 : files.length} / Total: ${files.length} )`);
  if (error !== null) print(`[MESSAGE] ${error}`);
  if (running) {
    const filled = Math.floor(progress * 40);
    print(`[${'='.repeat(filled)}${' '.repeat(40 - filled)}] ${Math.floor(progress * 100)}%`);
  }
  print(running ? '[LOADING]' : state === 'finished' ? '[LOADED]' : '[SUMMARY]');
  for (const line of filesTable(status)) print(line);
  print('');
}

async function abortRuns(context: ShellContext, id: string): Promise<void> {
  const runs = chosen(context, id);
  if (id === 'ALL' && runs.length === 0) return context.print(NONE_RUNS);
  for (const run of runs) {
    if (!context.loads.abort(run.id)) {
      throw engineError('loadEnded', { id: run.id });
    }
    printStatus(context, await context.loads.ended(run.id));
  }
}

async function showErrors(context: ShellContext, id: string, limit: number): Promise<void> {
  const { id: known } = one(context, id);
  const rows = await context.loads.rejectedRows(known, limit);
  const lines = rows.map(({ file, reason, line, content }) => [file, reason, String(line), content]);
  for (const line of textTable([['Source', 'Reason', 'Offset', 'Content'], ...lines])) context.print(line);
  context.print('Done');
}
