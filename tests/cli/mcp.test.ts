/** Tools of the Model Context Protocol against a real control plane: the same calls, roles and audit log. */
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { changesState, cloudApi, type Route } from '@acacia/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMcpServer } from '../../apps/cli/src/mcp/server.ts';
import { connect } from '../../apps/cli/src/session/connection.ts';
import { startStage, type Stage } from './stage.ts';

let stage: Stage;
let workgroup_id: string;
beforeAll(async () => {
  stage = await startStage();
  workgroup_id = await stage.server.workgroup('Sales');
  await stage.server.workspace(workgroup_id, 'shop');
});
afterAll(() => stage.stop());

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Record<string, unknown>;
    readonly required?: readonly string[];
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}
interface Answer {
  readonly content: readonly [{ readonly text: string }];
  readonly isError?: boolean;
  readonly tools: readonly Tool[];
}

/** A client that has shaken hands. @param token of the account whose roles hold */
async function client(token: string, canWrite: boolean) {
  const terminal = {
    env: { ...stage.env, ACACIA_API_KEY: token },
    folder: stage.folder,
    columns: undefined,
    isInteractive: false,
    out: () => undefined,
    err: () => undefined,
    readInput: async () => '',
    ask: async () => '',
  };
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(await connect(terminal, undefined), canWrite).connect(far);
  const waiting = new Map<unknown, (answer: Answer) => void>();
  near.onmessage = (message) => {
    const { id, result, error } = message as { id?: unknown; result?: Answer; error?: { message: string } };
    waiting.get(id)?.(result ?? { content: [{ text: error?.message ?? '' }], isError: true, tools: [] });
  };
  await near.start();
  let next = 0;
  const ask = (method: string, params: Record<string, unknown> = {}): Promise<Answer> =>
    new Promise((resolve) => {
      const id = ++next;
      waiting.set(id, resolve);
      void near.send({ jsonrpc: '2.0', id, method, params });
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  });
  await near.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const tools = async (): Promise<readonly Tool[]> => (await ask('tools/list')).tools;
  const call = (name: string, given: Record<string, unknown> = {}): Promise<Answer> =>
    ask('tools/call', { name, arguments: given });
  return { tools, call };
}

test('without leave to write every tool reads, and says so', async () => {
  const { tools, call } = await client(stage.server.admin, false);
  const listed = await tools();
  expect(listed.length).toBeGreaterThan(50);
  expect(
    listed.filter(({ annotations }) => !annotations.readOnlyHint || annotations.destructiveHint),
  ).toEqual([]);
  expect(listed.map(({ name }) => name)).not.toContain('workgroups_create');
  const refused = await call('workgroups_create', { name: 'X' });
  expect(refused.isError).toBe(true);
  const groups = await call('workgroups_list');
  expect(JSON.parse(groups.content[0].text)).toMatchObject([
    { name: 'Sales', workspaces: [{ name: 'shop' }] },
  ]);
  const changing = await call('workspace_call', {
    workspace: 'shop',
    method: 'POST',
    path: '/gsql/v1/queries/interpret',
    body: 'x',
  });
  expect([changing.isError, changing.content[0].text]).toEqual([true, expect.stringContaining('--write')]);
  expect((await call('workspace_calls')).content[0].text).not.toContain('clear-store');
});

test('with it each call that a model may make is one tool, with its schema and its warning', async () => {
  const { tools } = await client(stage.server.admin, true);
  const listed = new Map((await tools()).map((tool) => [tool.name, tool]));
  const calls: readonly Route[] = Object.values(cloudApi);
  const own = calls.filter((route) => route.permission === 'signedIn' && changesState(route)).length;
  // `files watch` waits for minutes; two tools are for workspaces.
  expect(listed.size).toBe(calls.length - own - 1 + 2);
  expect(listed.get('workgroups_delete')?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
  expect(listed.get('backups_create')).toMatchObject({
    inputSchema: { properties: { name: {} }, required: ['workgroup_id', 'workspace_id', 'name'] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  });
});

test('calls are made with the roles of the account, and written into the audit log', async () => {
  const admin = await client(stage.server.admin, true);
  const made = await admin.call('allow_list_add', { workgroup_id, cidr: '10.0.0.0/8', note: 'Office' });
  expect(made.isError).toBeUndefined();
  const audit = await stage.server.call('listAuditEntries', { query: { limit: '1' } });
  expect(JSON.stringify(audit.result)).toContain('Office');

  const wrong = await admin.call('allow_list_add', { workgroup_id, cidr: 'home', note: 'x' });
  expect([wrong.isError, wrong.content[0].text]).toEqual([true, expect.stringMatching(/^cidr: /)]);
  const missing = await admin.call('allow_list_add', { workgroup_id });
  expect([missing.isError, missing.content[0].text]).toEqual([true, expect.stringContaining('cidr')]);

  const member = await client(await stage.server.person(), true);
  const refused = await member.call('allow_list_add', { workgroup_id, cidr: '10.0.0.0/8', note: 'x' });
  expect([refused.isError, refused.content[0].text]).toEqual([
    true,
    expect.stringContaining('operation denied: your roles do not allow allowList.update'),
  ]);
});
