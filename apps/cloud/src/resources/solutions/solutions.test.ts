/** Solutions over a driver whose workspace is a small HTTP server that responds as a workspace does. */
import type { SolutionCatalogEntry, SolutionInstance } from '@acacia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryDriver, type MemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { startWorkspaceServer, type WorkspaceServer } from '../../testing/workspace-server.ts';
import { solutionsAfterRestore } from './after-restore.ts';

let postgres: TestPostgres;
let server: TestServer;
let workspaceServer: WorkspaceServer;

function driverTo(origin: string): MemoryDriver {
  return { ...createMemoryDriver(), address: () => ({ kind: 'url', origin }) };
}

beforeAll(async () => {
  workspaceServer = await startWorkspaceServer();
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { driver: driverTo(workspaceServer.origin) });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
  workspaceServer.close();
});
beforeEach(() => workspaceServer.reset());

interface Place extends Record<string, string> {
  workgroup_id: string;
  workspace_id: string;
}
async function place(): Promise<Place> {
  const workgroup_id = await server.workgroup();
  const { id } = await server.workspace(workgroup_id);
  return { workgroup_id, workspace_id: id };
}
const FRAUD = { name: 'Fraud', solution_catalog_id: 'transaction-fraud', data_source_origin: 'sample' };
const install = (params: Place, body: object = FRAUD, token = server.admin) =>
  server.call('installSolution', { params, body, token });
const solution = async (params: Place, id: string) =>
  (await server.call('getSolution', { params: { ...params, solution_id: id } }))
    .result as unknown as SolutionInstance;

async function settled(params: Place, id: string): Promise<SolutionInstance> {
  return expect
    .poll(() => solution(params, id), { timeout: 30_000 })
    .toMatchObject({
      solution_status: expect.stringMatching(/^(installed|install_error|uninstall_error)$/) as string,
    })
    .then(() => solution(params, id));
}

describe('the catalog', () => {
  it('shows every solution by name, with its contents', async () => {
    const entries = (await server.call('listSolutionCatalog')).result as unknown as SolutionCatalogEntry[];
    expect(entries).toHaveLength(9);
    expect(entries[0]).toMatchObject({ id: 'application-fraud', sample_rows: 108_150, full_rows: null });
    expect(entries.at(-1)).toMatchObject({ id: 'transaction-fraud', full_rows: 1_343_914 });
    const meta = await server.call('getSolutionMeta', {
      params: { solution_catalog_id: 'transaction-fraud' },
    });
    expect(meta.result['schema']).toContain('#File: schema.gsql');
    expect(meta.result).toMatchObject({
      schemaJSON: { GraphName: 'Transaction_Fraud' },
      styleJSON: { vertexStyles: { Card: { fillColor: '#0072B2' } } },
      queriesDocs: expect.arrayContaining([
        expect.objectContaining({ name: 'shared_devices', parameters: { min_parties: 5 } }),
      ]) as unknown,
      guide: expect.stringContaining('## The story') as unknown,
    });
    const chinese = await server.call('getSolutionMeta', {
      params: { solution_catalog_id: 'transaction-fraud' },
      query: { language: 'zh' },
    });
    expect(chinese.result).toEqual({
      ...meta.result,
      queriesDocs: expect.arrayContaining([
        expect.objectContaining({ name: 'shared_devices', title: '多人使用的设备' }),
      ]) as unknown,
      guide: expect.stringContaining('## 故事') as unknown,
    });
    const missing = await server.call('getSolutionMeta', { params: { solution_catalog_id: 'nothing' } });
    expect(missing.status).toBe(404);
  });
});

describe('installing', () => {
  it('runs every step in the workspace, tells them in the log, and is seen by the list', async () => {
    const params = await place();
    const begun = await install(params);
    expect(begun.result).toMatchObject({ solution_status: 'install_pending', name: 'Fraud' });
    const done = await settled(params, String(begun.result['id']));
    expect(done.solution_status).toBe('installed');
    expect(done.gsql_log).toContain('Create the graph Transaction_Fraud');
    expect(done.gsql_log).toContain('7 lines loaded');
    expect(workspaceServer.asked).toContain('PUT /api/data-files/Transaction_Fraud.transactions.csv');
    const workspace = await server.call('getWorkspace', { params });
    expect(workspace.result).toMatchObject({
      solution_catalog_id: 'transaction-fraud',
      solution_status: 'installed',
    });
    const listed = await server.call('listSolutions', { query: { workgroup_id: params.workgroup_id } });
    expect(listed.result).toMatchObject([
      { workspace_id: params.workspace_id, graph_name: 'Transaction_Fraud' },
    ]);
    const attached = await server.call('listAttachedWorkspaces');
    expect(attached.result).toContainEqual({
      workspace_id: params.workspace_id,
      solution_catalog_id: 'transaction-fraud',
    });
    const again = await install(params);
    expect([again.status, again.body.Message]).toEqual([
      409,
      expect.stringContaining("has the solution 'Fraud' already"),
    ]);
  });

  it('in full size is refused where the solution has one size, at its field, anew or again', async () => {
    const params = await place();
    const wrong = { ...FRAUD, solution_catalog_id: 'entity-resolution', data_source_origin: 'full' };
    const refused = await install(params, wrong);
    expect(refused.body.ErrorDetails).toMatchObject([
      {
        FieldName: 'data_source_origin',
        Reason: "The data of Entity Resolution have one size: choose 'sample' or 'none'.",
      },
    ]);
    workspaceServer.refuse = (call) => (call === 'POST /gsql/v1/schema/graphs' ? 'No.' : undefined);
    const failed = await install(params, { ...wrong, data_source_origin: 'none' });
    await settled(params, String(failed.result['id']));
    expect((await install(params, wrong)).status).toBe(400);
  });

  it('brings no data when none is wanted', async () => {
    const params = await place();
    const { result } = await install(params, { ...FRAUD, data_source_origin: 'none' });
    expect((await settled(params, String(result['id']))).solution_status).toBe('installed');
    expect(workspaceServer.asked.some((call) => call.includes('/api/data-files'))).toBe(false);
  });

  it('never touches a graph of the same name that is somebody else’s', async () => {
    workspaceServer.graphs = ['Transaction_Fraud'];
    const params = await place();
    const { result } = await install(params);
    const done = await settled(params, String(result['id']));
    expect(done.solution_status).toBe('install_error');
    expect(done.gsql_log).toContain('has a graph named Transaction_Fraud already');
    const again = await settled(params, String((await install(params)).result['id']));
    expect([again.solution_status, again.gsql_log]).toEqual([
      'install_error',
      expect.stringContaining('has a graph named Transaction_Fraud already'),
    ]);
    const gone = await server.call('uninstallSolution', { params: { ...params, solution_id: again.id } });
    expect(gone.status).toBe(200);
    const left = async () =>
      (await server.call('getSolution', { params: { ...params, solution_id: again.id } })).result[
        'solution_status'
      ];
    await expect.poll(left).toBe('uninstalled');
    expect(workspaceServer.asked.some((call) => call.startsWith('DELETE'))).toBe(false);
  });

  it('that fails says why, and can be tried again or removed', async () => {
    workspaceServer.refuse = (call) =>
      call === 'POST /gsql/v1/schema/graphs' ? 'City is used by another object' : undefined;
    const params = await place();
    const { result } = await install(params);
    const id = String(result['id']);
    const failed = await settled(params, id);
    expect([failed.solution_status, failed.gsql_log]).toEqual([
      'install_error',
      expect.stringContaining('Failed: City is used by another object'),
    ]);
    expect((await server.call('getWorkspace', { params })).result['status']).toBe('Active');
    workspaceServer.refuse = () => undefined;
    // The present graph is from the failed attempt.
    workspaceServer.graphs = ['Transaction_Fraud'];
    expect((await install(params)).result['id']).toBe(id);
    expect((await settled(params, id)).solution_status).toBe('installed');
    const gone = await server.call('uninstallSolution', { params: { ...params, solution_id: id } });
    expect(gone.result['solution_status']).toBe('uninstall_pending');
    await expect
      .poll(async () => (await server.call('getWorkspace', { params })).result['solution_status'])
      .toBeNull();
    const left = await server.call('getSolution', { params: { ...params, solution_id: id } });
    expect(left.result['solution_status']).toBe('uninstalled');
    expect(left.result['gsql_log']).toMatch(/Uninstalled\.\n$/);
    const anew = await install(params, { ...FRAUD, data_source_origin: 'none' });
    expect((await settled(params, String(anew.result['id']))).solution_status).toBe('installed');
  }, 120_000);

  it('begins again when the server dies, and keeps the graph that it has made', async () => {
    let deaths = 0;
    workspaceServer.lose = (call) => call === 'POST /api/gsql-command' && deaths++ === 0;
    const params = await place();
    const { result } = await install(params, { ...FRAUD, data_source_origin: 'none' });
    const done = await settled(params, String(result['id']));
    expect([done.solution_status, done.gsql_log]).toEqual([
      'installed',
      expect.stringContaining('The server of the workspace died. Beginning again.'),
    ]);
  });

  it('keeps the workspace from being paused, stopped and resized while it lasts', async () => {
    const open = Promise.withResolvers<void>();
    workspaceServer.gate = open.promise;
    const params = await place();
    const { result } = await install(params);
    const paused = await server.call('pauseWorkspace', { params });
    expect([paused.status, paused.body.Message]).toEqual([
      409,
      'The current workspace is in the process of installing a solution and cannot be paused at this time.',
    ]);
    const stopped = await server.call('stopWorkspace', { params });
    expect(stopped.body.Message).toContain('cannot be stopped at this time');
    const solution_id = String(result['id']);
    const early = await server.call('uninstallSolution', { params: { ...params, solution_id } });
    expect(early.status).toBe(409);
    open.resolve();
    expect((await settled(params, solution_id)).solution_status).toBe('installed');
  });

  it('is refused for what there is not, and people without the role', async () => {
    const params = await place();
    const unknown = await install(params, { ...FRAUD, solution_catalog_id: 'nothing' });
    expect([unknown.status, unknown.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'solution_catalog_id']);
    const name = await install(params, { ...FRAUD, name: 'with space' });
    expect(name.body.ErrorDetails?.[0]?.FieldName).toBe('name');
    const token = await server.person([{ name: 'workspace-users', ...params }]);
    expect((await install(params, FRAUD, token)).status).toBe(403);
    await server.call('pauseWorkspace', { params });
    await server.settled(params.workspace_id, 'Idle');
    expect((await install(params)).status).toBe(409);
  });
});

describe('after a restore', () => {
  it('a solution is there when its graph is, and not when it is not', async () => {
    const params = await place();
    const { db } = server.database;
    const { result } = await install(params);
    const id = String(result['id']);
    await settled(params, id);
    const write = async () =>
      db.transaction(await solutionsAfterRestore(db, server.driver, params.workspace_id));
    const status = async () => (await server.call('getWorkspace', { params })).result['solution_status'];

    // The backup is older than the solution.
    workspaceServer.graphs = ['Mine'];
    await write();
    expect(await status()).toBeNull();
    // The backup contains the solution, which was removed since.
    workspaceServer.graphs = ['Mine', 'Transaction_Fraud'];
    await write();
    expect(await status()).toBe('installed');
    expect((await solution(params, id)).solution_status).toBe('installed');
  });

  it('nothing is asked of a workspace that never had one', async () => {
    const params = await place();
    await server.database.db.transaction(
      await solutionsAfterRestore(server.database.db, server.driver, params.workspace_id),
    );
    expect(workspaceServer.asked).toEqual([]);
  });
});
