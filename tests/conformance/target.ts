/** Targets of the cases: the engine itself, or a workspace server over HTTP. */
import { createWorkspaceClient, WorkspaceError } from '@acacia/api-client';
import { parseJson, stringifyJson } from '@acacia/base';
import { RestppEnvelope, WrappedQueryAnswer } from '@acacia/contract';
import { EngineError, openEngine, type Engine, type RunResult } from '@acacia/engine';
import { createLogger } from '../../apps/workspace/src/log.ts';
import { storeKnownPassword } from '../../apps/workspace/src/testing/known-password.ts';
import { startWorkspace } from '../../apps/workspace/src/workspace.ts';
import { upsertsOf, writesOf, type GraphData } from './graph-data.ts';

type Answer = Pick<RunResult, 'results' | 'warnings'>;

export interface Target extends Pick<Engine, 'executeGsql' | 'close'> {
  /** Adds the data to the graph. */
  fill(graph: string, data: GraphData): Promise<void>;
  interpretQuery(text: string, graph: string, parameters: Record<string, unknown>): Promise<Answer>;
  runQuery(graph: string, query: string, parameters: Record<string, unknown>): Promise<Answer>;
}

export async function openInProcess(dataDir: string, optimise: boolean): Promise<Target> {
  const engine = await openEngine({ dataDir, optimise, memoryLimitBytes: 512 * 2 ** 20, workers: 1 });
  return {
    executeGsql: (...call) => engine.executeGsql(...call),
    interpretQuery: (...call) => engine.interpretQuery(...call),
    runQuery: (...call) => engine.runQuery(...call),
    fill: async (graph, data) => {
      const { vertices, edges } = writesOf(data);
      await engine.write(graph, vertices);
      await engine.write(graph, edges, { endsMustExist: 'both' });
    },
    close: () => engine.close(),
  };
}

/** A workspace server and its client. */
export async function openOverHttp(dataDir: string): Promise<Target> {
  await storeKnownPassword(dataDir);
  const workspace = await startWorkspace({
    listen: { kind: 'port', port: 0 },
    dataDir,
    memoryMb: 512,
    readOnly: false,
    workers: 1,
    logger: createLogger(undefined),
  });
  const issued = await fetch(`${workspace.address}/gsql/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('tigergraph:tigergraph')}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { token } = (await issued.json()) as { token: string };
  const client = createWorkspaceClient(workspace.address, () => Promise.resolve(token));
  /** The client's refusal as the engine's, so that a case names one of them. */
  const asEngine = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof WorkspaceError) throw new EngineError(error.code, error.message).causedBy(error);
      throw error;
    }
  };
  return {
    executeGsql: async (text, session, write) => {
      let code = 0;
      for await (const message of client.gsqlCommand(text, { graph: session.graph })) {
        write(message.results);
        code = message.returnCode ?? code;
      }
      return code;
    },
    interpretQuery: async (text, graph, parameters) => {
      const { results, warnings = [] } = await asEngine(client.interpretQuery(graph, text, parameters));
      return { results, warnings };
    },
    // By the call that takes a vertex of a declared type as its id alone, as the cases write it.
    runQuery: async (graph, query, parameters) => {
      const answered = await fetch(`${workspace.address}/gsql/v1/queries/${query}?graph=${graph}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: stringifyJson({ parameters }),
      });
      const answer = parseJson(await answered.text());
      const { error, code, message } = RestppEnvelope.parse(answer);
      if (error) throw new EngineError(code ?? '', message);
      const { results, warnings = [] } = WrappedQueryAnswer.parse(answer).results;
      return { results, warnings };
    },
    fill: async (graph, data) => {
      for (const body of upsertsOf(data)) await client.upsert(graph, body, { vertex_must_exist: true });
    },
    close: () => workspace.close(),
  };
}
