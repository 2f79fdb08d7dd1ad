import { cloudApi, operationDenied, type CloudCall, type Route } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoices } from '../../database/billing-tables.ts';
import {
  accounts,
  auditEntries,
  databases,
  memberships,
  organizations,
  usageIntervals,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
/** Id of the other organisation, in which a workspace `foreign` runs. */
let birch: string;
let own: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  const group = await server.workgroup('Own-group');
  own = (await server.workspace(group, 'Own-workspace')).id;
  birch = await server.organization();
  const { db } = server.database;
  await db.update(organizations).set({ displayName: 'Birch' }).where(eq(organizations.id, birch));
  const at = { cloudProviderId: 'aws', region: 'us-east-1', enableApplicationLog: false };
  await db.insert(workgroups).values({ id: 'g', orgId: birch, name: 'Group_%', creator: 'b', ...at });
  await db.insert(databases).values({ id: 'foreign', workgroupId: 'g', name: 'D' });
  await db.insert(workspaces).values({
    id: 'foreign',
    workgroupId: 'g',
    databaseId: 'foreign',
    name: 'Foreign workspace',
    status: 'Active',
    isRw: true,
    enableHa: false,
    workspaceTypeName: 'TG-00',
    autoStopMinutes: 60,
    enableAutoStart: true,
    port: 34_998,
    tgVersion: '4.2.1',
    creator: 'b',
  });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const calls = (Object.entries(cloudApi) as [CloudCall, Route][]).filter(([, { permission }]) =>
  permission.startsWith('dashboard.'),
);

/** Ids for the paths of all calls. */
const params = { any_workspace: 'foreign', organization: 'none', cloud_provider: 'aws' };

interface List {
  readonly total: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}
const listed = async (query: Record<string, string> = {}): Promise<List> =>
  (await server.call('listDashboardWorkspaces', { query })).result as unknown as List;

/** Gives the database of the other organisation a size; those of the driver have none. */
const measured = () =>
  server.database.db.update(databases).set({ sizeBytes: 4096 }).where(eq(databases.id, 'foreign'));

interface Bills {
  readonly items: readonly {
    readonly org_id: string;
    readonly org_display_name: string;
    readonly cost: number;
  }[];
  readonly sums: { readonly cost: number };
}
const month = (at: number): string => new Date(at).toISOString().slice(0, 7);

describe('every call of the dashboard', () => {
  test.each(calls)(
    '%s refuses admins of either organisation, and people without one',
    async (name, route) => {
      for (const token of [
        await server.person([{ name: 'org-admins' }]),
        await server.person([{ name: 'org-admins' }], birch),
        await server.personIn([]),
      ]) {
        const answer = await server.call(name, { params, token });
        expect([answer.status, answer.body.Message]).toEqual([
          403,
          operationDenied(route.permission as 'dashboard.read'),
        ]);
      }
    },
  );

  test.each(calls)('%s is not for an API key, whoever made it', async (name) => {
    const key = await server.call('createApiKey', {
      body: { description: name, life_time_in_seconds: null },
    });
    const answer = await server.call(name, { params, apiKey: String(key.result['plaintext_key']) });
    expect([answer.status, answer.body.Message]).toEqual([
      403,
      'This call is for people: an API key cannot make it.',
    ]);
  });

  test.each(calls)('%s names a permission that an operator has', (_name, route) => {
    expect(route.permission).toMatch(/^dashboard\.\w+$/);
    expect(route.people).toBe(true);
  });
});

describe('who operates the installation', () => {
  const flagsOf = async (of: TestServer, token?: string) =>
    (await of.call('getMe', token === undefined ? {} : { token })).result['permissions'];
  const all = {
    readWorkspace: true,
    updateWorkspace: true,
    readOrg: true,
    readOrgDetail: true,
    updateOrg: true,
  };
  const none = Object.fromEntries(Object.keys(all).map((flag) => [flag, false]));

  test('is the first admin on a machine of their own, and nobody else', async () => {
    expect(await flagsOf(server)).toEqual(all);
    expect(await flagsOf(server, await server.person([{ name: 'org-admins' }]))).toEqual(none);
  });

  test('is nobody where others reach the installation, unless a setting names them', async () => {
    const environment = { ACACIA_PUBLIC_URL: 'https://acacia.example' };
    const reached = await startTestServer(postgres, { environment });
    try {
      expect(await flagsOf(reached)).toEqual(none);
      expect((await reached.call('listDashboardWorkspaces')).status).toBe(403);
    } finally {
      await reached.stop();
    }
  });

  test('is who is named, by an address that they have proved to be theirs', async () => {
    const environment = { ACACIA_OPERATORS: 'Olga@Example.org, other@example.org' };
    const named = await startTestServer(postgres, { environment });
    const { db } = named.database;
    try {
      // The first admin is not among those who are named.
      expect(await flagsOf(named)).toEqual(none);
      const token = await named.person();
      const me = String((await named.call('getMe', { token })).result['id']);
      const become = (email: string, emailVerifiedAt: Date | null) =>
        db.update(accounts).set({ email, emailVerifiedAt }).where(eq(accounts.id, me));
      await become('olga@example.org', null);
      expect(await flagsOf(named, token)).toEqual(none);
      await become('olga@example.org.evil.example', new Date());
      expect(await flagsOf(named, token)).toEqual(none);
      await become('olga@example.org', new Date());
      expect(await flagsOf(named, token)).toEqual(all);
      expect((await named.call('listDashboardWorkspaces', { token })).status).toBe(200);
      // Not with a token of an organisation that they have left, nor without its second factor.
      await db.update(organizations).set({ requireSecondFactor: true });
      const refused = await named.call('listDashboardWorkspaces', { token });
      expect([refused.status, refused.body.Message]).toEqual([
        403,
        expect.stringContaining('second factor') as string,
      ]);
      await db.update(organizations).set({ requireSecondFactor: false });
      await db.update(accounts).set({ kind: 'service' }).where(eq(accounts.id, me));
      expect((await named.call('listDashboardWorkspaces', { token })).status).toBe(403);
    } finally {
      await named.stop();
    }
  });

  test('does not see into an organisation with that', async () => {
    const answer = await server.call('listWorkspaces', { params: { workgroup_id: 'g' } });
    expect([answer.status, answer.body.Message]).toEqual([404, 'There is no such workgroup.']);
    const ids = { workgroup_id: 'g', workspace_id: 'foreign' };
    for (const name of ['getWorkspace', 'getMetrics', 'getDataProfile', 'pauseWorkspace'] as const) {
      expect((await server.call(name, { params: ids })).status).toBe(404);
    }
  });
});

describe('the list of workspaces', () => {
  test('has those of all organisations, with where they are', async () => {
    await measured();
    const { total, items } = await listed();
    expect(total).toBe(2);
    expect(items.map(({ name, org_display_name }) => [name, org_display_name])).toEqual([
      ['Foreign workspace', 'Birch'],
      ['Own-workspace', 'Acacia'],
    ]);
    expect(items[0]).toMatchObject({
      org_id: birch,
      workgroup_name: 'Group_%',
      status: 'Active',
      is_rw: true,
      size_bytes: 4096,
      last_active_at: null,
    });
    expect(items[1]?.['last_active_at']).toEqual(expect.any(String));
  });

  test.each([
    [{ find: 'birch' }, ['foreign']],
    [{ find: 'GROUP_%' }, ['foreign']],
    [{ find: '%' }, ['foreign']],
    [{ find: "'; drop table workspaces; --" }, []],
    [{ status: 'Idle' }, []],
    [{ sort: 'org', desc: 'true' }, ['foreign', 'own']],
    [{ sort: 'data' }, ['own', 'foreign']],
    [{ limit: '1' }, ['foreign']],
    [{ limit: '1', offset: '1' }, ['own']],
    [{ cloud_provider_id: 'gcp' }, []],
  ] as const)('is chosen by %j', async (query, expected) => {
    await measured();
    const ids = (await listed(query)).items.map(({ workspace_id: id }) => (id === own ? 'own' : id));
    expect(ids).toEqual(expected);
  });

  test.each([
    [{ limit: '101' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: 'x' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ offset: '-1' }, 'offset', 'must be a whole number from 0 to 1000000'],
    [{ sort: 'password' }, 'sort'],
    [{ desc: 'yes' }, 'desc'],
    [{ status: 'Gone' }, 'status'],
    [{ find: 'x'.repeat(201) }, 'find'],
  ])('refuses %j and names the field', async (query, field, rule?: string) => {
    const { status, body } = await server.call('listDashboardWorkspaces', {
      query: query as unknown as Record<string, string>,
    });
    expect(status).toBe(400);
    const Reason: unknown = rule ?? expect.any(String);
    expect(body).toMatchObject({ ErrorDetails: [{ FieldName: field, Reason }] });
  });
});

test('stopping a workspace of another organisation is in the log of that one', async () => {
  const { db } = server.database;
  const answer = await server.call('stopDashboardWorkspace', { params });
  expect([answer.status, answer.result['status']]).toEqual([200, 'Stopping']);
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.orgId, birch));
  expect(entries.filter(({ outcome }) => outcome === 'ok')).toMatchObject([
    {
      action: 'stopDashboardWorkspace',
      actor: 'admin@acacia.local',
      resource: 'workspace/foreign',
      before: { status: 'Active' },
      after: { status: 'Stopping' },
      outcome: 'ok',
    },
  ]);
  const again = await server.call('stopDashboardWorkspace', { params });
  expect([again.status, again.body.Message]).toEqual([
    409,
    expect.stringContaining('cannot be stopped now') as string,
  ]);
  const missing = await server.call('pauseDashboardWorkspace', { params: { any_workspace: 'nowhere' } });
  expect([missing.status, missing.body.Message]).toEqual([404, 'There is no such workspace.']);
});

describe('organisations', () => {
  const organisations = async (query: Record<string, string> = {}) =>
    (await server.call('listDashboardOrganizations', { query })).result as unknown as List;

  test('are listed with how much each has, and no key counts as a person', async () => {
    await server.person([], birch);
    await server.call('createApiKey', { body: { description: 'no person', life_time_in_seconds: null } });
    const { total, items } = await organisations({ find: 'birch' });
    expect([total, items.length]).toEqual([1, 1]);
    const { db } = server.database;
    const joined = await db.$count(memberships, eq(memberships.orgId, birch));
    expect(items[0]).toMatchObject({
      org_id: birch,
      org_display_name: 'Birch',
      tier: 'enterprise',
      people: joined,
      workgroups: 1,
      workspaces: 1,
    });
    const own = (await organisations({ find: 'acacia' })).items[0];
    const keys = await db
      .select()
      .from(accounts)
      .innerJoin(memberships, eq(memberships.accountId, accounts.id))
      .where(eq(memberships.orgId, String(own?.['org_id'])));
    const people = keys.filter((row) => row.accounts.kind === 'person').length;
    expect(keys.length).toBeGreaterThan(people);
    expect(own).toMatchObject({ people, running: 1 });
  });

  test.each([
    [{ sort: 'people', desc: 'true' }],
    [{ sort: 'workspaces' }],
    [{ sort: 'created' }],
    [{ tier: 'enterprise' }],
  ] as const)('are ordered and chosen by %j', async (query) => {
    expect((await organisations(query)).total).toBeGreaterThanOrEqual(2);
  });

  test('have a page each, with quota, workgroups and operations', async () => {
    const answer = await server.call('getDashboardOrganization', { params: { organization: birch } });
    expect(answer.result).toMatchObject({
      org_display_name: 'Birch',
      workgroups: 1,
      quota: { tier: 'enterprise', rw_workspace_count_usage: 1 },
      workgroup_list: [{ workgroup_id: 'g', workspaces: 1 }],
      operations: [{ kind: 'stop', actor: 'admin@acacia.local', workspace_name: 'Foreign workspace' }],
    });
    const missing = await server.call('getDashboardOrganization', { params: { organization: 'none' } });
    expect([missing.status, missing.body.Message]).toEqual([404, 'There is no such organisation.']);
  });

  test('change their tier by an operator, which their own log has', async () => {
    const { db } = server.database;
    const change = (organization: string, tier: string) =>
      server.call('updateDashboardOrganization', { params: { organization }, body: { tier } });
    const answer = await change(birch, 'free');
    expect(answer.result).toMatchObject({ tier: 'free', quota: { tier: 'free' } });
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.orgId, birch));
    expect(entries.at(-1)).toMatchObject({
      action: 'updateDashboardOrganization',
      resource: `organization/${birch}`,
      actor: 'admin@acacia.local',
      before: { tier: 'enterprise' },
      after: { tier: 'free' },
    });
    const wrong = await change(birch, 'golden');
    expect([wrong.status, wrong.body]).toMatchObject([400, { ErrorDetails: [{ FieldName: 'tier' }] }]);
    expect((await change('none', 'free')).status).toBe(404);
  });

  test('tell their people with roles, and nothing secret of them', async () => {
    const { db } = server.database;
    const elsewhere = await server.person([{ name: 'org-admins' }], birch);
    const { id, email } = (await server.call('getMe', { token: elsewhere })).result;
    await db
      .update(accounts)
      .set({ name: 'Bea Birch', passwordHash: 'a hash' })
      .where(eq(accounts.id, String(id)));
    const query = { find: String(email) };
    const ask = async () =>
      (await server.call('listDashboardPeople', { params: { organization: birch }, query }))
        .result as unknown as List;
    const { total, items } = await ask();
    expect(total).toBe(1);
    expect(items[0]).toEqual({
      user_id: id,
      email,
      name: 'Bea Birch',
      roles: ['org-admins'],
      joined_at: expect.any(String) as string,
      last_active_at: expect.any(String) as string,
      deactivated: false,
    });
    await db
      .update(memberships)
      .set({ joinedAt: null })
      .where(eq(memberships.accountId, String(id)));
    // The name of somebody who was invited is theirs to tell.
    expect((await ask()).items[0]).toMatchObject({ name: email, joined_at: null });
  });
});

test('cloud providers tell what runs on them', async () => {
  const list = (await server.call('listDashboardProviders')).result as unknown as List['items'];
  const aws = list.find(({ id }) => id === 'aws');
  expect(aws).toMatchObject({ organizations: 2, workgroups: 2, workspaces: 2 });
  const { result } = await server.call('getDashboardProvider', { params: { cloud_provider: 'aws' } });
  expect(result).toMatchObject({ id: 'aws', workspaces: 2 });
  expect(result['regions']).toContainEqual(expect.objectContaining({ name: 'us-east-1', workspaces: 2 }));
  expect(result['sizes']).toContainEqual(expect.objectContaining({ name: 'TG-00', workspaces: 2 }));
  expect(result['versions']).toContainEqual(expect.objectContaining({ name: '4.2.1', workspaces: 2 }));
  const missing = await server.call('getDashboardProvider', { params: { cloud_provider: 'moon' } });
  expect([missing.status, missing.body.Message]).toEqual([404, 'There is no such cloud provider.']);
});

test('the configuration has settings, tasks and versions, and no secret', async () => {
  const environment = {
    ACACIA_METRICS_TOKEN: 'a-secret-of-24-characters',
    ACACIA_AUDIT_OTLP: 'https://logs.example/v1',
    ACACIA_AUDIT_OTLP_TOKEN: 'another-secret',
    ACACIA_NEWS_FEED: 'https://ann:hidden-word@news.example/feed?key=hidden-key',
    ACACIA_GRAFANA_URL: 'https://grafana.example/d/acacia',
    ACACIA_OPERATORS: 'admin@acacia.local',
  };
  const configured = await startTestServer(postgres, { environment });
  try {
    const { result, body } = await configured.call('getDashboardConfiguration');
    expect(JSON.stringify(body)).not.toMatch(/a-secret|another-secret|hidden/);
    expect(result).toMatchObject({
      version: expect.any(String) as string,
      database_version: expect.stringMatching(/^\d+\.\d+/) as string,
      data_folder: { path: configured.settings.home },
    });
    const settings = result['settings'] as readonly Readonly<Record<string, unknown>>[];
    const of = (name: string) => settings.find((setting) => setting['name'] === name);
    expect(of('ACACIA_METRICS_TOKEN')).toEqual({
      name: 'ACACIA_METRICS_TOKEN',
      source: 'environment',
      value: null,
      secret: true,
    });
    expect(of('PORT')).toMatchObject({ source: 'default', value: '4100', secret: false });
    expect(of('ACACIA_TIER')).toMatchObject({ source: 'default', value: null });
    expect(of('ACACIA_NEWS_FEED')).toMatchObject({ value: 'https://news.example/feed …' });
    expect(of('ACACIA_OPERATORS')).toMatchObject({ source: 'environment', value: 'admin@acacia.local' });
    expect(result['tasks']).toContainEqual(
      expect.objectContaining({ name: 'own-metrics', every: 15_000, last_error: '' }),
    );
    const metrics = await configured.call('getDashboardMetrics');
    expect(metrics.result).toMatchObject({ step: 15_000, grafana_url: 'https://grafana.example/d/acacia' });
  } finally {
    await configured.stop();
  }
});

describe('costs', () => {
  const hours = 10;
  test('of the month that runs are those that each organisation sees, with their sum', async () => {
    const { db } = server.database;
    const at = Date.now();
    const startedAt = new Date(Math.max(at - hours * 3_600_000, Date.parse(`${month(at)}-01T00:00:00Z`)));
    await db
      .insert(usageIntervals)
      .values({
        orgId: birch,
        workgroupId: 'g',
        workspaceId: 'foreign',
        workspaceTypeName: 'TG-00',
        enableHa: false,
        startedAt,
        endedAt: new Date(at),
      })
      .onConflictDoNothing();
    const { result } = await server.call('listDashboardBilling', { query: { sort: 'cost', desc: 'true' } });
    const { items, sums } = result as unknown as Bills;
    expect(items.map(({ org_display_name: name }) => name).toSorted()).toEqual(['Acacia', 'Birch']);
    const token = await server.person([{ name: 'org-admins' }], birch);
    const seen = (await server.call('getBillingOverview', { token })).result;
    const ofBirch = items.find(({ org_id }) => org_id === birch);
    expect(ofBirch?.cost).toBeCloseTo(Number(seen['usage']), 2);
    expect(ofBirch?.cost).toBeGreaterThan(0);
    expect(sums.cost).toBeCloseTo(
      items.reduce((sum, { cost }) => sum + cost, 0),
      2,
    );
    const found = await server.call('listDashboardBilling', { query: { find: 'birch' } });
    expect(found.result).toMatchObject({
      total: 1,
      sums: { cost: ofBirch?.cost },
      charges: false,
    });
  });

  test('of an ended month are its invoices, which lead nobody to paying them', async () => {
    const { db } = server.database;
    await db.insert(invoices).values({
      orgId: birch,
      month: '2026-01',
      startsAt: new Date('2026-01-01T00:00:00Z'),
      endsAt: new Date('2026-02-01T00:00:00Z'),
      itemCents: 1250,
      creditCents: 250,
      totalCents: 1000,
      status: 'Paid',
      paymentUrl: 'https://pay.example/secret-page',
    });
    const { result } = await server.call('listDashboardBilling', { query: { month: '2026-01' } });
    expect(result).toMatchObject({
      month: '2026-01',
      items: [{ org_id: birch, cost: 12.5, credits: 2.5, total: 10, status: 'Paid' }],
      sums: { total: 10 },
    });
    const one = await server.call('getDashboardOrganizationBilling', { params: { organization: birch } });
    expect(JSON.stringify(one.body)).not.toContain('secret-page');
    expect(one.result['invoices']).toContainEqual(
      expect.objectContaining({ invoice_id: '2026-01', payment_url: null }),
    );
    const wrong = await server.call('listDashboardBilling', { query: { month: '2026-13' } });
    expect([wrong.status, wrong.body]).toMatchObject([400, { ErrorDetails: [{ FieldName: 'month' }] }]);
  });
});
