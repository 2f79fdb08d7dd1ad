/**
 * A workspace's API as typed functions. A graph of null is the global scope.
 * @throws WorkspaceError from every function when its call fails
 * @throws AbortError when the call's `signal` was aborted
 */
import { accessCalls } from './calls/access.ts';
import { dataCalls } from './calls/data.ts';
import { documentCalls } from './calls/documents.ts';
import { loadingCalls } from './calls/loading.ts';
import { queryCalls } from './calls/queries.ts';
import { resultCalls } from './calls/results.ts';
import { runCalls } from './calls/runs.ts';
import { schemaCalls } from './calls/schema.ts';
import { sendingBy } from './calls/sending.ts';
import { serverCalls } from './calls/server.ts';
import { shellCalls } from './calls/shell.ts';
import { traversalCalls } from './calls/traversals.ts';
import { createTransport, type GetToken } from './workspace-transport.ts';

export type WorkspaceClient = ReturnType<typeof createWorkspaceClient>;

/**
 * @param origin the workspace's address, e.g. `http://localhost:14240`
 * @param getToken returns the access token for a call, or null for none
 */
export function createWorkspaceClient(origin: string, getToken: GetToken) {
  const sending = sendingBy(createTransport(origin.replace(/\/$/, ''), getToken));
  return {
    origin,
    ...serverCalls(sending),
    ...accessCalls(sending),
    ...shellCalls(sending),
    ...schemaCalls(sending),
    ...dataCalls(sending),
    ...traversalCalls(sending),
    ...queryCalls(sending),
    ...runCalls(sending),
    ...resultCalls(sending),
    ...loadingCalls(sending),
    ...documentCalls(sending),
  };
}
