/** Tools of the Model Context Protocol: the calls of the cloud, and those of workspaces. */
import { stringifyJson } from '@acacia/base';
import { CALLS, fieldsOf, isDestructive, VERBS, type CallInput } from '@acacia/api-client/commands';
import { flatSchema } from '@acacia/api-client/flat-schema';
import {
  callNamed,
  changesState,
  cloudApi,
  type CallName,
  type CloudCall,
  type Route,
} from '@acacia/contract';
import { z } from 'zod';
import { UsageError } from '../failure.ts';
import type { Connection } from '../session/connection.ts';
import { sendCall } from '../verbs/verb.ts';
import { inWorkspace } from '../workspace/at.ts';
import { callWorkspace, findCall, WORKSPACE_CALLS } from '../workspace/calls.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly about: string;
  /** JSON Schema of its arguments. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  /** Resolves with the answer as a text. @throws CloudError, WorkspaceError and UsageError */
  run(connection: Connection, given: Arguments): Promise<string>;
}

/**
 * Changes of how a person signs in (passwords, passkeys, sessions) are no tools: their secrets are not for a model. Waits
 * for changes answer after minutes.
 */
function isTool(call: CloudCall): boolean {
  const route: Route = cloudApi[call];
  const isOwn = route.permission === 'signedIn' && changesState(route);
  return !isOwn && !call.startsWith('await');
}

function inputOf(route: Route, given: Arguments): CallInput {
  const of = (place: 'params' | 'query' | 'body'): Record<string, string> =>
    Object.fromEntries(
      fieldsOf(route)
        .filter((field) => field.place === place && given[field.name] !== undefined)
        .map(({ name }) => [name, given[name] as string]),
    );
  const version = given['version'];
  return {
    params: of('params'),
    query: of('query'),
    ...(route.body === undefined ? {} : { body: of('body') }),
    ...(typeof version === 'number' ? { version } : {}),
  };
}

const textOf = async (answer: unknown): Promise<string> =>
  answer instanceof Blob ? answer.text() : stringifyJson(answer, 2);

function cloudTool(call: CloudCall): Tool {
  const route: Route = cloudApi[call];
  return {
    name: VERBS[call].replace(' ', '_').replaceAll('-', '_'),
    about: route.summary,
    input: flatSchema(route),
    isReadOnly: !changesState(route),
    isDestructive: isDestructive(call),
    run: async ({ cloud }, given) => textOf(await sendCall(cloud, call, inputOf(route, given))),
  };
}

const WorkspaceArguments = z.strictObject({
  workspace: z.string().describe('Name or id of the workspace'),
  workgroup: z
    .string()
    .optional()
    .describe('Name or id of its workgroup, where several have a workspace of the name'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().describe('As workspace_calls lists it, its parts filled in'),
  query: z.record(z.string(), z.string()).optional().describe('Parameters of the address'),
  body: z.string().optional().describe('JSON or text, as the call takes it'),
});

/** Whether a call of a workspace only reads: the privilege that it asks for says so. */
const reads = (name: CallName): boolean => /^(READ_|public$)/.test(callNamed(name).needs);

/** @param canWrite whether calls that may change something are made */
function workspaceTool(canWrite: boolean): Tool {
  return {
    name: 'workspace_call',
    about: canWrite
      ? "Makes a call of a workspace's HTTP API: its data, schema, queries and loads. POST /gsql/v1/queries/interpret runs the text of a query."
      : "Makes a call of a workspace's HTTP API that reads: its data, schema, queries and loads",
    input: z.toJSONSchema(WorkspaceArguments, { io: 'input' }) as Readonly<Record<string, unknown>>,
    isReadOnly: !canWrite,
    isDestructive: canWrite,
    async run(connection, given) {
      const { workgroup, workspace, query = {}, ...rest } = WorkspaceArguments.parse(given);
      const call = {
        method: rest.method,
        path: rest.path,
        query: Object.entries(query).map(([name, value]) => `${name}=${value}`),
        body: rest.body,
      };
      if (!canWrite && !reads(findCall(call).name)) {
        throw new UsageError('This call may change something: start the server with acacia mcp --write.');
      }
      const at = await inWorkspace(connection, {
        workspace,
        ...(workgroup === undefined ? {} : { workgroup }),
      });
      return callWorkspace(at, call);
    },
  };
}

const listTool = (canWrite: boolean): Tool => ({
  name: 'workspace_calls',
  about: 'Lists the calls that workspace_call makes, with the privilege that each needs',
  input: { type: 'object', properties: {}, additionalProperties: false },
  isReadOnly: true,
  isDestructive: false,
  run: async () =>
    WORKSPACE_CALLS.filter((name) => canWrite || reads(name))
      .map((name) => `${name} — ${callNamed(name).about} (${callNamed(name).needs})`)
      .join('\n'),
});

export const toolsOf = (canWrite: boolean): readonly Tool[] => [
  ...CALLS.filter(isTool)
    .map(cloudTool)
    .filter(({ isReadOnly }) => canWrite || isReadOnly),
  workspaceTool(canWrite),
  listTool(canWrite),
];
