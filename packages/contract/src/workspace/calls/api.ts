/** Every call of a workspace's HTTP API: ADR 90. */
import { accessCalls } from './access.ts';
import type { WorkspaceCall, WorkspaceCalls } from './call.ts';
import { dataCalls } from './data.ts';
import { documentCalls } from './documents.ts';
import { loadingCalls } from './loading.ts';
import { queryCalls } from './queries.ts';
import { runCalls } from './runs.ts';
import { schemaCalls } from './schema.ts';
import { serverCalls } from './server.ts';
import { shellCalls } from './shell.ts';

/** In the order of the guide. */
export const CALL_GROUPS: readonly { readonly title: string; readonly calls: WorkspaceCalls }[] = [
  { title: 'Vertices and edges', calls: dataCalls },
  { title: 'Queries', calls: queryCalls },
  { title: 'Schema', calls: schemaCalls },
  { title: 'Loading', calls: loadingCalls },
  { title: 'GSQL texts', calls: shellCalls },
  { title: 'Access', calls: accessCalls },
  { title: 'Server', calls: serverCalls },
  { title: 'Runs of the editor', calls: runCalls },
  { title: 'Documents of the console', calls: documentCalls },
];

export const workspaceApi = {
  ...dataCalls,
  ...queryCalls,
  ...schemaCalls,
  ...loadingCalls,
  ...shellCalls,
  ...accessCalls,
  ...serverCalls,
  ...runCalls,
  ...documentCalls,
} as const;

export type WorkspaceApi = typeof workspaceApi;
export type CallName = keyof WorkspaceApi;

/** The row of a call, without its own type. */
export const callNamed = (name: CallName): WorkspaceCall => workspaceApi[name];

/** How the answer of a call is wrapped. */
export function answerForm(name: string, { answer }: WorkspaceCall): NonNullable<WorkspaceCall['answer']> {
  return answer ?? (name.includes(' /restpp/') ? 'restpp' : 'gsql');
}
