/** A workspace in a process of its own, for benches over HTTP. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const LONGEST_MS = 600_000;

/** @throws Error with the server's message */
export type Call = (method: 'GET' | 'POST', route: string, body?: object) => Promise<Answer>;

interface Answer {
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

export interface WorkspaceProcess {
  readonly address: string;
  readonly token: string;
  readonly call: Call;
  close(): Promise<void>;
}

/** Serves the data of a folder, which no other process may have open. */
export async function startWorkspaceProcess(folder: string): Promise<WorkspaceProcess> {
  const child = fork(path.join(import.meta.dirname, 'workspace-server.ts'), [folder]);
  const [address] = (await once(child, 'message')) as [string];
  const issued = await fetch(`${address}/gsql/v1/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('tigergraph:tigergraph')}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  const { token } = (await issued.json()) as { readonly token: string };
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    // Queries end when the bench says so.
    'gsql-timeout': String(LONGEST_MS),
  };
  return {
    address,
    token,
    call: async (method, route, body) => {
      const request = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${address}${route}`, { method, headers, ...request });
      const answer = (await response.json()) as Answer & {
        readonly error: boolean;
        readonly message: string;
      };
      if (answer.error) throw new Error(`${route}: ${answer.message}`);
      return answer;
    },
    close: async () => {
      const gone = once(child, 'exit');
      child.send('close');
      await gone;
    },
  };
}
