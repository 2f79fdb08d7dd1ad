/** Calls of endpoints as runs of the workspace: the history has them, and leaving the page cancels them. */
import { t } from '@acacia/texts';
import { sentPath, WorkspaceError, type EndpointCall, type WorkspaceClient } from '@acacia/api-client';
import type { RunAnswer, StartRunInput, WireRun } from '@acacia/contract';
import { stringifyJson } from '@acacia/base';

interface AskedCall {
  readonly call: EndpointCall;
  readonly graph: string;
  /** 0: none of its own. */
  readonly limits: { readonly timeMs: number; readonly memoryMb: number };
  readonly profile: boolean;
}

const callRun = ({ call, graph, limits, profile }: AskedCall): StartRunInput => ({
  ...{ type: 'API', graph, limits, profile, method: call.method, path: sentPath(call.path) },
  params: Object.fromEntries(Object.entries(call.query).map(([name, values]) => [name, [...values]])),
  payload: call.body?.text ?? (call.body?.json === undefined ? null : stringifyJson(call.body.json)),
});

export interface EndedCall {
  readonly id: string;
  readonly answer: RunAnswer | undefined;
  /** The results; undefined where they are too large to be held, or there are none. */
  readonly value: unknown;
  /** The message of the endpoint beside its results. */
  readonly message: string;
}

/** The results as the endpoint gave them: those of others than queries stand under one name. */
function valueOf(call: EndpointCall, results: readonly Record<string, unknown>[] | null): unknown {
  if (results === null) return undefined;
  return call.path.startsWith('/restpp/query/') ? results : results[0]?.['results'];
}

/**
 * @throws WorkspaceError when the workspace refuses the call or it fails
 * @param signal cancels it
 */
export async function runCall(
  client: WorkspaceClient,
  asked: AskedCall,
  signal: AbortSignal,
): Promise<EndedCall> {
  const id = crypto.randomUUID();
  const cancel = (): void => {
    // Nobody is left to be told; a call that goes on is in the history.
    client.cancelRun(id).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await client.startRun(id, callRun(asked));
    const run = await endOf(client, id, signal);
    if (run.state !== 'done')
      throw new WorkspaceError(run.returnCode ?? 0, '', run.error ?? t`The call failed.`);
    const [answer] = run.answers;
    if (answer === undefined) return { id, answer, value: undefined, message: '' };
    const { results, message } = await client.runAnswer(id, answer.answer, { signal });
    return { id, answer, value: valueOf(asked.call, results), message };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function endOf(client: WorkspaceClient, id: string, signal: AbortSignal): Promise<WireRun> {
  for await (const event of client.runEvents(id, { from: 0, signal })) {
    if (event.kind === 'end') return event.run;
  }
  throw new WorkspaceError(
    0,
    '',
    t`The line to the workspace was lost. The call goes on, and stands in the history.`,
  );
}
