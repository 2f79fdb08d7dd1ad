/** A small HTTP server that answers as a workspace does to the calls of a solution's steps. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WireLoadStatus } from '@acacia/contract';

export interface WorkspaceServer {
  readonly origin: string;
  /** Method and path of every call, without the query. */
  asked: string[];
  graphs: string[];
  /** Message of a refusal of a call; undefined: the call succeeds. */
  refuse: (call: string) => string | undefined;
  /** Whether the connection of a call breaks, as when the server dies. */
  lose: (call: string) => boolean;
  /** Awaited before each response. */
  gate: Promise<void>;
  /** Forgets calls and graphs, refuses and loses nothing. */
  reset(): void;
  close(): void;
}

const FINISHED: WireLoadStatus = {
  overall: {
    id: 'j1',
    jobName: 'load',
    graphName: 'g',
    status: 'finished',
    error: null,
    progress: 1,
    startTime: 0,
    endTime: 1,
    duration: 1,
    size: 1,
    averageSpeed: 1,
    currentSpeed: 0,
    dryRun: false,
    resumable: false,
    statistics: {
      fileLevel: {
        validLine: 7,
        rejectLine: 0,
        failedConditionLine: 0,
        notEnoughToken: 0,
        surplusToken: 0,
        invalidJson: 0,
        oversizeToken: 0,
      },
      objectLevel: { vertex: [], edge: [] },
    },
  },
  workers: [],
};

function answerTo(call: string, graphs: readonly string[]): string {
  const results = (value: unknown) => JSON.stringify({ error: false, message: '', results: value });
  if (call === 'GET /gsql/v1/schema/graphs') {
    return JSON.stringify({ error: false, message: '', graphs: graphs.map((graphName) => ({ graphName })) });
  }
  if (call === 'POST /api/gsql-command') {
    return `data: ${JSON.stringify({ error: false, message: '', done: true, returnCode: 0, results: 'ok\n' })}\n`;
  }
  if (call === 'POST /gsql/v1/loading-jobs/run') return results({ message: '', jobIds: ['j1'] });
  if (call === 'GET /gsql/v1/loading-jobs/status') return results([FINISHED]);
  return results(null);
}

/** Name of the graph that a call makes; undefined: it makes none. */
const madeBy = (call: string, body: string): string | undefined =>
  call === 'POST /gsql/v1/schema/graphs'
    ? (JSON.parse(body) as { readonly GraphName: string }).GraphName
    : undefined;

/** Refusal of a second graph of one name. */
function taken(call: string, body: string, graphs: readonly string[]): string | undefined {
  const name = madeBy(call, body);
  return name !== undefined && graphs.includes(name) ? `The graph ${name} exists.` : undefined;
}

function graphsAfter(call: string, body: string, graphs: readonly string[]): string[] {
  const dropped = /^DELETE \/gsql\/v1\/schema\/graphs\/(\w+)$/.exec(call)?.[1];
  return [...graphs.filter((graph) => graph !== dropped), ...[madeBy(call, body) ?? []].flat()];
}

export async function startWorkspaceServer(): Promise<WorkspaceServer> {
  async function serve(request: IncomingMessage): Promise<{ status: number; body: string } | null> {
    const call = `${request.method} ${request.url?.split('?', 1)[0]}`;
    const body = await text(request);
    // Lists of people with access may come at any time.
    if (call !== 'PUT /internal/people') state.asked.push(call);
    await state.gate;
    if (state.lose(call)) return null;
    const refusal = state.refuse(call) ?? taken(call, body, state.graphs);
    if (refusal !== undefined) {
      return { status: 400, body: JSON.stringify({ error: true, message: refusal }) };
    }
    state.graphs = graphsAfter(call, body, state.graphs);
    return { status: 200, body: answerTo(call, state.graphs) };
  }
  const server = createServer((request, response) => {
    void serve(request).then((answer) => {
      if (answer === null) request.socket.destroy();
      else response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fresh = () => ({
    asked: [],
    graphs: [],
    refuse: () => undefined,
    lose: () => false,
    gate: Promise.resolve(),
  });
  const state: WorkspaceServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...fresh(),
    reset: () => void Object.assign(state, fresh()),
    close: () => void server.close(),
  };
  return state;
}
