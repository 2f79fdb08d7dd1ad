/** The calls on workgroups, databases and workspaces over a real server and database. */
import { DEGRADED_HINT, INVALID_NAME, nameTaken, type MyOrganization } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memberships } from '../database/schema.ts';
import { issueAccessToken } from '../identity/embedded/issue.ts';
import { loadKeys } from '../identity/embedded/keys.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../testing/server.ts';

/** Timeout of work in the background, generous for a busy machine. */
const SOON = { timeout: 50_000, interval: 10 };

let postgres: TestPostgres;
let server: TestServer;
let workgroup_id: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
});
beforeEach(async () => {
  workgroup_id = await server.workgroup();
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const refusal = ({ status, body }: Answer) => ({
  status,
  field: body.ErrorDetails?.[0]?.FieldName,
  message: body.Message,
});

async function audit(): Promise<Record<string, unknown>[]> {
  const { result } = await server.call('listAuditEntries', { query: { limit: '5' } });
  return result as unknown as Record<string, unknown>[];
}

describe('workgroups', () => {
  const valid = { name: 'WG', cloud_provider_id: 'aws', platform: 'AWS', region: 'eu-west-1' };

  test('are created, read, listed, renamed and deleted, each with its audit row', async () => {
    const made = await server.call('createWorkgroup', { body: { ...valid, name: 'Lifecycle' } });
    expect(made.result).toMatchObject({ name: 'Lifecycle', region: 'eu-west-1', cloud_provider_name: 'AWS' });
    const params = { workgroup_id: String(made.result['workgroup_id']) };
    expect((await server.call('getWorkgroup', { params })).result).toEqual(made.result);
    const renamed = await server.call('updateWorkgroup', {
      params,
      body: { workgroup_name: 'Renamed', enable_application_log: true },
    });
    expect(renamed.result).toMatchObject({ name: 'Renamed', enable_application_log: true });
    expect((await audit())[0]).toMatchObject({
      actor: 'admin@acacia.local',
      action: 'updateWorkgroup',
      resource: `workgroup/${params.workgroup_id}`,
      before: { name: 'Lifecycle', enable_application_log: false },
      after: { name: 'Renamed', enable_application_log: true },
      outcome: 'ok',
    });
    expect((await server.call('deleteWorkgroup', { params })).status).toBe(200);
    expect((await server.call('getWorkgroup', { params })).status).toBe(404);
    expect((await audit())[0]).toMatchObject({ action: 'deleteWorkgroup', before: { name: 'Renamed' } });
  });

  test.each([
    ['a space in the name', { name: 'a b' }, 'name', INVALID_NAME],
    ['no name', { name: undefined }, 'name', INVALID_NAME],
    ['49 characters', { name: 'x'.repeat(49) }, 'name', INVALID_NAME],
    ['no provider', { cloud_provider_id: undefined }, 'cloud_provider_id', 'Please select cloud provider'],
    ['no region', { region: '' }, 'region', 'Please select region'],
    ['an unknown region', { region: 'mars-1' }, 'region', "There is no region 'mars-1' of AWS."],
    [
      'a provider that is to come',
      { cloud_provider_id: 'gcp', platform: 'GCP' },
      'cloud_provider_id',
      'Cloud provider is unavailable.',
    ],
    ['a field that is none', { colour: 'red' }, 'colour', "'colour' is not a field of this call"],
  ])('%s is refused at its field', async (_what, change, field, message) => {
    const answer = await server.call('createWorkgroup', { body: { ...valid, ...change } });
    expect(refusal(answer)).toEqual({ status: 400, field, message });
  });

  test('a name is unique, also when two ask at once, and the failure is audited', async () => {
    const body = { ...valid, name: 'Twice' };
    const answers = await Promise.all([1, 2, 3].map(() => server.call('createWorkgroup', { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused && refusal(refused)).toMatchObject({ field: 'name', message: nameTaken('Twice') });
    const taken = await server.call('updateWorkgroup', {
      params: { workgroup_id },
      body: { workgroup_name: 'Twice' },
    });
    expect(refusal(taken)).toMatchObject({ status: 409, field: 'workgroup_name' });
    expect((await audit())[0]).toMatchObject({ outcome: 'failed', message: nameTaken('Twice') });
  });

  test('a call that the role does not allow is audited as failed', async () => {
    const token = await server.person();
    const params = { workgroup_id };
    await server.call('updateWorkgroup', { token, params, body: { workgroup_name: 'Mine' } });
    const { result } = await server.call('getMe', { token });
    expect((await audit())[0]).toMatchObject({
      actor: result['email'],
      action: 'updateWorkgroup',
      resource: `workgroup/${workgroup_id}`,
      before: null,
      outcome: 'failed',
      message: 'operation denied: your roles do not allow workgroup.update',
    });
  });

  test('deleting one while something is put into it leaves both right', async () => {
    const params = { workgroup_id };
    const [made, deleted] = await Promise.all([
      server.call('createDatabase', { params, body: { name: 'Late' } }),
      server.call('deleteWorkgroup', { params }),
    ]);
    expect([200, 404]).toContain(made.status);
    expect(deleted.status).toBe(200);
    expect((await server.call('listDatabases', { params })).status).toBe(404);
  });

  test('one with a workspace is not deleted', async () => {
    await server.workspace(workgroup_id, 'Keeper');
    const answer = await server.call('deleteWorkgroup', { params: { workgroup_id } });
    expect(answer.status).toBe(409);
    expect(answer.body.Message).toContain("holds the workspace 'Keeper'");
  });
});

describe('databases', () => {
  test('are created, renamed and deleted with their data', async () => {
    const database_id = await server.createDatabase(workgroup_id, 'Graph-1');
    const params = { workgroup_id, database_id };
    const renamed = await server.call('updateDatabase', { params, body: { tg_database_name: 'Graph-2' } });
    expect(renamed.result).toMatchObject({ name: 'Graph-2', workspace_ids: [] });
    expect((await server.call('deleteDatabase', { params })).status).toBe(200);
    expect((await server.call('getDatabase', { params })).status).toBe(404);
    await expect.poll(() => server.driver.calls, SOON).toContain(`deleteDatabase ${database_id}`);
  });

  test('a name is unique in the workgroup, not among workgroups', async () => {
    await server.createDatabase(workgroup_id, 'Same');
    const again = await server.call('createDatabase', { params: { workgroup_id }, body: { name: 'Same' } });
    expect(refusal(again)).toEqual({ status: 409, field: 'name', message: nameTaken('Same') });
    await expect(server.createDatabase(await server.workgroup(), 'Same')).resolves.toBeTypeOf('string');
  });

  test('one that is in use is not deleted', async () => {
    const { databaseId } = await server.workspace(workgroup_id, 'User');
    const answer = await server.call('deleteDatabase', { params: { workgroup_id, database_id: databaseId } });
    expect(answer.status).toBe(409);
    expect(answer.body.Message).toContain("used by the workspace 'User'");
  });

  test('erasing that fails is tried again', async () => {
    const database_id = await server.createDatabase(workgroup_id);
    server.driver.failOnce('deleteDatabase', 'disk away');
    await server.call('deleteDatabase', { params: { workgroup_id, database_id } });
    const erases = () =>
      server.driver.calls.filter((call) => call === `deleteDatabase ${database_id}`).length;
    await expect.poll(erases, SOON).toBe(2);
  });
});

describe('workspaces', () => {
  const choice = { tg_version: '4.2.1', workspace_type_name: 'TG-00' };
  const create = async (body: object) => server.call('createWorkspace', { params: { workgroup_id }, body });

  test('become Active, with a port and the defaults of the specification', async () => {
    const { id, databaseId } = await server.workspace(workgroup_id);
    const { result } = await server.call('getWorkspace', { params: { workgroup_id, workspace_id: id } });
    expect(result).toMatchObject({
      status: 'Active',
      is_rw: true,
      enable_ha: false,
      auto_stop_minutes: 60,
      enable_auto_start: true,
      database_id: databaseId,
      operation_started_at: null,
      err_message: '',
      workspace_type: { typeName: 'TG-00', cpu: '2', memory: '16', cost_per_hour: 1 },
    });
    expect(result['nginx_host']).toMatch(/^localhost:24\d{3}$/);
    const port = String(result['nginx_host']).split(':')[1] ?? '';
    await expect.poll(() => server.doors, SOON).toContain(`open ${id} ${port}`);
    const database = async () =>
      (await server.call('getDatabase', { params: { workgroup_id, database_id: databaseId } })).result;
    await expect
      .poll(database, SOON)
      .toMatchObject({ workspace_ids: [id], folder_statistics: { billed_size: 4096 } });
  });

  test('ports differ, also when two are created at once', async () => {
    const bodies = await Promise.all(
      ['Both-1', 'Both-2'].map(async (name) => ({
        ...choice,
        name,
        tg_database_id: await server.createDatabase(workgroup_id),
      })),
    );
    const answers = await Promise.all(bodies.map(create));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ result }) => result['nginx_host'])).size).toBe(2);
  });

  test.each([
    ['no database', { tg_database_id: undefined }, 400, 'tg_database_id', 'Please select database'],
    ['a database that is none', { tg_database_id: 'x' }, 400, 'tg_database_id', 'There is no such database'],
    ['an unknown size', { workspace_type_name: 'XXL' }, 400, 'workspace_type_name', 'no workspace size'],
    ['an unknown version', { tg_version: '1.0' }, 400, 'tg_version', 'There is no version'],
    [
      '9 minutes',
      { auto_stop_minutes: 9 },
      400,
      'auto_stop_minutes',
      'minimum auto suspend waiting time is 10',
    ],
    [
      '361 minutes',
      { auto_stop_minutes: 361 },
      400,
      'auto_stop_minutes',
      'maximum auto suspend waiting time is 360',
    ],
    ['a bad name', { name: 'ä' }, 400, 'name', INVALID_NAME],
  ])('%s is refused at its field', async (_what, change, status, field, message) => {
    const tg_database_id = await server.createDatabase(workgroup_id);
    const answer = await create({ ...choice, name: 'W', tg_database_id, ...change });
    expect(refusal(answer)).toMatchObject({ status, field });
    expect(answer.body.Message).toContain(message);
  });

  test('after a termination its database takes another workspace', async () => {
    const { id, databaseId } = await server.workspace(workgroup_id);
    await server.call('deleteWorkspace', { params: { workgroup_id, workspace_id: id } });
    await server.settled(id, null);
    expect(server.driver.calls).toContain(`delete ${id}`);
    await expect.poll(() => server.doors, SOON).toContain(`close ${id}`);
    expect((await create({ ...choice, name: 'Next', tg_database_id: databaseId })).status).toBe(200);
  });

  test('pause, resume, stop and resume', async () => {
    const { id } = await server.workspace(workgroup_id);
    const params = { workgroup_id, workspace_id: id };
    expect((await server.call('pauseWorkspace', { params })).result['status']).toBe('Pausing');
    await server.settled(id, 'Idle');
    expect((await server.call('resumeWorkspace', { params })).result['status']).toBe('Resuming');
    await server.settled(id, 'Active');
    const stopping = await server.call('stopWorkspace', { params });
    expect(stopping.result).toMatchObject({ status: 'Stopping', enable_auto_start: false });
    await server.settled(id, 'Stopped');
    expect((await server.call('resumeWorkspace', { params })).result['enable_auto_start']).toBe(true);
    await server.settled(id, 'Active');
    expect((await server.call('pauseWorkspace', { params })).status).toBe(200);
    await server.settled(id, 'Idle');
    // It is suspended already, so that only Resume is allowed.
    expect((await server.call('stopWorkspace', { params })).status).toBe(409);
  });

  test('resuming leaves auto-resume off where a person turned it off', async () => {
    const { id } = await server.workspace(workgroup_id);
    const params = { workgroup_id, workspace_id: id };
    await server.call('stopWorkspace', { params });
    await server.settled(id, 'Stopped');
    await server.call('updateWorkspace', { params, body: { enable_auto_start: false } });
    expect((await server.call('resumeWorkspace', { params })).result['enable_auto_start']).toBe(false);
    await server.settled(id, 'Active');
    expect(refusal(await server.call('pauseWorkspace', { params })).message).toMatch(
      /^Pausing needs auto-resume, which is off for this workspace/,
    );
  });

  test('a degraded workspace is refused what its hint says, and nothing else', async () => {
    const { id } = await server.workspace(workgroup_id);
    const params = { workgroup_id, workspace_id: id };
    const degrade = (degraded: boolean) => {
      server.driver.report(id, { state: 'running', restarts: 0, degraded });
      const shown = async () => (await server.call('getWorkspace', { params })).result['condition_type'];
      return expect.poll(shown, SOON).toBe(degraded ? 'Degraded' : 'Normal');
    };
    await degrade(true);
    const body = { name: 'Fraud', solution_catalog_id: 'transaction-fraud' };
    const answer = await server.call('installSolution', { params, body });
    expect(answer.status).toBe(409);
    expect(answer.body.Message).toMatch(
      /^A replica of the workspace is being recovered\. It cannot be given a solution/,
    );
    expect(DEGRADED_HINT).toMatch(/cannot be given a solution/);
    const renamed = await server.call('updateWorkspace', { params, body: { workspace_name: 'Degraded-1' } });
    expect(renamed.status).toBe(200);
    await degrade(false);
    expect((await server.call('installSolution', { params, body })).status).toBe(200);
  });

  test('of conflicting actions at once one is taken, the other refused with the reason', async () => {
    const { id } = await server.workspace(workgroup_id);
    const params = { workgroup_id, workspace_id: id };
    // Until all have been answered: one that was taken could have ended, and another be allowed again.
    const release = server.driver.hold('stop');
    const answers = await Promise.all([
      server.call('pauseWorkspace', { params }),
      server.call('stopWorkspace', { params }),
      server.call('pauseWorkspace', { params }),
    ]).finally(release);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.Message).toMatch(/^The workspace is (Paus|Stopp)ing and cannot be .* now\./);
  });

  test('renaming and configuring', async () => {
    const { id } = await server.workspace(workgroup_id, 'Old');
    const params = { workgroup_id, workspace_id: id };
    const update = (body: object) => server.call('updateWorkspace', { params, body });
    expect((await update({ workspace_name: 'New', auto_stop_minutes: 0 })).result).toMatchObject({
      name: 'New',
      auto_stop_minutes: 0,
    });
    expect((await audit())[0]).toMatchObject({
      before: { name: 'Old', auto_stop_minutes: 60 },
      after: { name: 'New', auto_stop_minutes: 0 },
    });
    await server.workspace(workgroup_id, 'Other');
    expect(refusal(await update({ workspace_name: 'Other' }))).toEqual({
      status: 409,
      field: 'workspace_name',
      message: nameTaken('Other'),
    });
    expect((await update({ auto_stop_minutes: 5 })).status).toBe(400);
  });

  test('an Idle workspace without auto-resume is a Stopped one', async () => {
    const { id } = await server.workspace(workgroup_id);
    const params = { workgroup_id, workspace_id: id };
    await server.call('pauseWorkspace', { params });
    await server.settled(id, 'Idle');
    const { result } = await server.call('updateWorkspace', { params, body: { enable_auto_start: false } });
    expect(result).toMatchObject({ status: 'Stopped', enable_auto_start: false });
  });
});

describe('catalog', () => {
  test('regions, providers, versions and sizes', async () => {
    const { result } = await server.call('getWorkspaceMeta');
    const regions = result['regions'] as { name: string }[];
    expect(regions[0]?.name).toBe('us-east-1');
    expect(regions).toHaveLength(10);
    expect(result['cloudProviders']).toMatchObject([
      { platform: 'AWS', status: 'Active' },
      { platform: 'GCP', status: 'ComingSoon' },
      { platform: 'AZURE', status: 'ComingSoon' },
    ]);
    const types = result['workspaceTypes'] as { typeName: string; disabled: boolean }[];
    expect(types).toHaveLength(14);
    expect(types.some(({ disabled }) => disabled)).toBe(false);
  });

  test('prices follow region, partitions and high availability', async () => {
    const { result } = await server.call('listWorkspaceTypes', { query: { region: 'sa-east-1' } });
    const types = result as unknown as { typeName: string }[];
    const find = (name: string) => types.find(({ typeName }) => typeName === name);
    expect(find('TG-0')).toMatchObject({
      cost_per_hour: 2.75,
      cost_per_hour_with_ha: 7.7,
      memory_with_ha: 96,
    });
    expect(find('TG-16')).toMatchObject({ partition: 2, cost_per_hour: 88, cost_per_hour_with_ha: 171.6 });
    const unknown = await server.call('listWorkspaceTypes', { query: { region: 'moon-1' } });
    expect(refusal(unknown)).toMatchObject({ status: 400, field: 'region' });
  });
});

describe('the signed-in person', () => {
  test('reads and changes what is remembered of them', async () => {
    const token = await server.person();
    const patch = { accepted_tos: true, accepted_toc_version: '1.0.1' };
    const { result } = await server.call('updateMyMetadata', { token, body: patch });
    expect(result['user_metadata']).toEqual({ ...patch, last_visit_cloud: null });
    expect((await server.call('getMe', { token })).result['metadata']).toMatchObject(patch);
    const wrong = await server.call('updateMyMetadata', { token, body: { last_visit_cloud: 'moon' } });
    expect(refusal(wrong)).toMatchObject({ status: 400, field: 'last_visit_cloud' });
  });

  test('fills the audit log neither by what is remembered of them nor by what is refused', async () => {
    const token = await server.person();
    const { email } = (await server.call('getMe', { token })).result;
    const rows = async () =>
      (await server.call('listAuditEntries', { query: { actor: String(email), limit: '500' } }))
        .result as unknown as { action: string; message: string }[];
    await server.call('updateMyMetadata', { token, body: { accepted_tos: true } });
    for (const last_visit_cloud of ['new', 'old', 'new'])
      await server.call('updateMyMetadata', { token, body: { last_visit_cloud } });
    expect((await rows()).map(({ action }) => action)).toEqual(['updateMyMetadata']);
    const began = performance.now();
    for (let n = 0; n < 130; n++) await server.call('createWorkgroup', { token, body: {} });
    const seconds = (performance.now() - began) / 1000;
    const refused = (await rows()).length - 1;
    expect(refused).toBeGreaterThanOrEqual(100);
    // One more each two seconds.
    expect(refused).toBeLessThanOrEqual(101 + seconds / 2);
  });

  test('has the organisations that they joined, and works in the last one with its roles alone', async () => {
    const here = String((await server.call('getMyOrganization')).result['org_id']);
    const there = await server.organization();
    const token = await server.personIn([
      { orgId: there, grants: [{ name: 'org-admins' }] },
      { orgId: here, grants: [{ name: 'billing-viewers' }] },
    ]);
    const { result: me } = await server.call('getMe', { token });
    expect(me).toMatchObject({ org_id: there, roles: [{ name: 'org-admins' }] });
    const { db } = server.database;
    const listed = async (by = token) =>
      ((await server.call('listMyOrganizations', { token: by })).result as unknown as MyOrganization[]).map(
        ({ org_id, last_login }) => [org_id, last_login],
      );
    expect(await listed()).toEqual([
      [here, false],
      [there, true],
    ]);
    const mine = eq(memberships.accountId, String(me['id']));
    // An invitation that is pending is no organisation yet.
    await db
      .update(memberships)
      .set({ joinedAt: null })
      .where(and(mine, eq(memberships.orgId, there)));
    expect(await listed()).toEqual([[here, false]]);
    expect((await server.call('getMe', { token })).result).toMatchObject({ org_id: null, roles: [] });
    expect((await server.call('getMyOrganization', { token })).status).toBe(403);
    const issuer = `${server.settings.publicUrl}/oidc`;
    const next = await issueAccessToken(db, await loadKeys(db), issuer, String(me['id']));
    expect(await listed(next)).toEqual([[here, false]]);
    expect((await server.call('getMe', { token: next })).result).toMatchObject({
      org_id: here,
      roles: [{ name: 'billing-viewers' }],
    });
  });

  test('has an organisation', async () => {
    const { result } = await server.call('getMyOrganization');
    expect(result).toMatchObject({ org_name: 'acacia', org_display_name: 'Acacia' });
  });
});
