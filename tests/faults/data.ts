/** Reads and writes the data of a workspace through the gateway, as any program does. */
import { z } from 'zod';
import type { Found } from './ledger.ts';

const GRAPH = 'Ledger';

const SCHEMA = `CREATE VERTEX Entry (PRIMARY_ID id STRING, number INT)
CREATE DIRECTED EDGE Follows (FROM Entry, TO Entry)
CREATE GRAPH ${GRAPH} (Entry, Follows)`;

const Answer = z.object({ error: z.boolean(), message: z.string(), results: z.unknown() });
const Vertices = z.array(z.object({ v_id: z.string(), attributes: z.object({ number: z.number() }) }));

const Graphs = z.object({ graphs: z.array(z.object({ graphName: z.string() })) });

/** Milliseconds; a request waits in the gateway for a workspace that is on its way. */
const PATIENCE = 60_000;

interface Sent {
  readonly body?: unknown;
  /** Sent as it is instead of as JSON. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

/** Access to the data of a workspace: its host, and a token. */
export interface Door {
  readonly host: string;
  readonly token: string;
}

async function call({ host, token }: Door, method: string, path: string, sent: Sent = {}): Promise<string> {
  const overdue = AbortSignal.timeout(PATIENCE);
  const response = await fetch(`${host}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: sent.signal === undefined ? overdue : AbortSignal.any([sent.signal, overdue]),
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    ...(sent.text === undefined ? {} : { body: sent.text }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

export async function makeGraph(door: Door): Promise<void> {
  const output = await call(door, 'POST', '/gsql/v1/statements', { text: SCHEMA });
  if (/error|fail/i.test(output)) throw new Error(`The graph could not be made: ${output}`);
}

/** A restored database may hold a graph of which the control plane knows nothing any more. */
export async function dropGraph(door: Door, graph: string): Promise<void> {
  const { graphs } = Graphs.parse(JSON.parse(await call(door, 'GET', '/gsql/v1/schema/graphs')));
  if (graphs.some(({ graphName }) => graphName === graph)) {
    await call(door, 'DELETE', `/gsql/v1/schema/graphs/${graph}`);
  }
}

/** Resolves when the two vertices of the number are acknowledged. */
export async function write(door: Door, number: number, signal?: AbortSignal): Promise<void> {
  const attributes = { number: { value: number } };
  const body = { vertices: { Entry: { [`${number}a`]: attributes, [`${number}b`]: attributes } } };
  const sent: Sent = signal === undefined ? { body } : { body, signal };
  const answer = Answer.parse(JSON.parse(await call(door, 'POST', `/restpp/graph/${GRAPH}`, sent)));
  if (answer.error) throw new Error(answer.message);
}

export async function read(door: Door): Promise<Found> {
  const answer = Answer.parse(JSON.parse(await call(door, 'GET', `/restpp/graph/${GRAPH}/vertices/Entry`)));
  if (answer.error) throw new Error(answer.message);
  const found = new Map<number, number>();
  for (const { v_id, attributes } of Vertices.parse(answer.results)) {
    const number = Number.parseInt(v_id, 10);
    // A vertex that has lost its value counts as missing: its number is then half there.
    found.set(number, (found.get(number) ?? 0) + (attributes.number === number ? 1 : 0));
  }
  return found;
}

const Run = z.object({ results: z.object({ state: z.string(), startedAt: z.string(), rows: z.number() }) });
export type RunFound = z.infer<typeof Run>['results'];
const History = z.object({
  results: z.object({ entries: z.array(z.object({ id: z.string(), state: z.string() })) }),
});

/** Prints a list so long that it takes a while to be made and stored. */
export const LONG_RUN = `INTERPRET QUERY () FOR GRAPH ${GRAPH} {
  ListAccum<STRING> @@texts;
  FOREACH i IN RANGE[1, 300000] DO @@texts += "a text of the run " + to_string(i); END;
  PRINT @@texts;
}`;
export const LONG_RUN_ROWS = 300_000;

/** Starts a run of GSQL text under the id, or attaches to the one that has it. */
export async function startRun(door: Door, id: string, text: string): Promise<RunFound> {
  const body = { type: 'GSQL', graph: GRAPH, text };
  return Run.parse(JSON.parse(await call(door, 'PUT', `/api/runs/${id}`, { body }))).results;
}

/** States of the run in the history of the caller, of which there is one for each entry. */
export async function runHistory(door: Door, id: string): Promise<readonly string[]> {
  const { entries } = History.parse(JSON.parse(await call(door, 'GET', '/api/run-history?rows=200'))).results;
  return entries.filter((entry) => entry.id === id).map(({ state }) => state);
}
