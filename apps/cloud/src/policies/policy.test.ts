import {
  cloudApi,
  ErrorEnvelope,
  operationDenied,
  POLICY,
  RoleName,
  type CloudCall,
  type RoleGrant,
  type Route,
} from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, workgroups, workspaces } from '../database/schema.ts';
import { authorize, completePath } from './authorize.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let params: Record<string, string>;
/** A place in another organisation. */
let foreign: Record<string, string>;
/** Tokens of people with a membership of both organisations, by the one that they work in. */
let adminOfBoth: Both;
let adminElsewhere: Both;
/** Token of a person who has joined no organisation. */
let ofNone: string;

interface Both {
  readonly here: string;
  readonly there: string;
}

/** Path parameters other than workgroups, workspaces and databases: entries of the catalog, and missing things. */
const ELSE = {
  addon_id: 'copilot',
  config_key: 'copilot_llm_providers',
  solution_catalog_id: 'transaction-fraud',
  invoice_id: new Date().toISOString().slice(0, 7),
};
/** Required query parameters of calls. */
const QUERIES: Partial<Record<CloudCall, Record<string, string>>> = {
  getMetrics: { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' },
  listSolutions: { workgroup_id: 'none' },
};
/** Calls that read a missing thing, or ask a workspace that does not run: Not-Found or Unavailable for an allowed caller. */
const NOT_THERE: ReadonlySet<CloudCall> = new Set([
  'getSolution',
  'getBackupTaskStatus',
  'getDataProfile',
  'listDbUsers',
  'getExploration',
  'listExplorationShares',
  'listExplorationComments',
]);
/** Calls on payment: a Conflict for an allowed caller where the installation charges nothing. */
const PAYMENT: ReadonlySet<CloudCall> = new Set(['listCreditCards', 'getCustomer']);

/** Statuses of a call to an allowed caller. */
function statusesOf(name: CloudCall): readonly number[] {
  if (PAYMENT.has(name)) return [409];
  return NOT_THERE.has(name) ? [404, 503] : [200];
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  const workgroup_id = await server.workgroup();
  const { id, databaseId } = await server.workspace(workgroup_id);
  params = { ...ELSE, workgroup_id, workspace_id: id, database_id: databaseId };
  await addOrganization();
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** Makes the place in another organisation, and the people of both. */
async function addOrganization(): Promise<void> {
  const { db } = server.database;
  const there = await server.organization();
  const here = String((await server.call('getMyOrganization')).result['org_id']);
  foreign = { ...ELSE, workgroup_id: 'there', workspace_id: 'there', database_id: 'there' };
  const name = 'There';
  const at = { cloudProviderId: 'aws', region: 'us-east-1', enableApplicationLog: false };
  await db.insert(workgroups).values({ id: 'there', orgId: there, name, creator: 'someone', ...at });
  await db.insert(databases).values({ id: 'there', workgroupId: 'there', name });
  await db.insert(workspaces).values({
    id: 'there',
    workgroupId: 'there',
    databaseId: 'there',
    name,
    status: 'Stopped',
    isRw: true,
    enableHa: false,
    workspaceTypeName: 'TG-00',
    autoStopMinutes: 60,
    enableAutoStart: false,
    port: 34_999,
    tgVersion: '4.2.1',
    creator: 'someone',
  });
  const admin = [{ name: 'org-admins' as const }];
  const person = (first: string, grants: typeof admin, second: string) =>
    server.personIn([
      { orgId: first, grants },
      { orgId: second, grants: admin },
    ]);
  adminOfBoth = { here: await person(here, admin, there), there: await person(there, admin, here) };
  ofNone = await server.personIn([]);
  adminElsewhere = { here: await person(here, [], there), there: await person(there, [], here) };
}

const calls = Object.entries(cloudApi) as [CloudCall, Route][];
const signedIn = calls.filter(([, route]) => route.permission !== 'public');
const personal = signedIn.filter(([, route]) => route.permission === 'signedIn');
const guarded = signedIn.filter(([, route]) => route.permission !== 'signedIn');

/** The role, granted in the workgroup or workspace of `params`. */
function grantOf(role: RoleName): Partial<RoleGrant> {
  if (role === 'workgroup-admins') return { name: role, workgroup_id: params['workgroup_id'] ?? null };
  if (role.startsWith('workspace-')) {
    return {
      name: role,
      workgroup_id: params['workgroup_id'] ?? null,
      workspace_id: params['workspace_id'] ?? null,
    };
  }
  return { name: role };
}

describe('every call of the contract', () => {
  test.each(calls)('%s is implemented at its path and its aliases', (_name, route) => {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      expect(server.plane.app.hasRoute({ method: route.method, url: `/api${path}` })).toBe(true);
    }
  });

  test.each(signedIn)('%s needs a sign-in', async (name) => {
    const answer = await server.call(name, { params, token: null });
    expect(answer.status).toBe(401);
    expect(ErrorEnvelope.parse(answer.body).ErrorDetails[0]?.Type).toBe('Unauthorized');
  });

  const ofOrganisations = guarded.filter(([, { permission }]) => !permission.startsWith('dashboard.'));
  test.each(ofOrganisations)('%s needs an organisation', async (name) => {
    const answer = await server.call(name, { params, token: ofNone });
    expect([answer.status, answer.body.Message]).toEqual([403, 'You belong to no organisation yet.']);
  });

  test.each(personal)('%s needs none', async (name, { method, path }) => {
    const answer = await server.call(name, { token: ofNone });
    // Those that change something get no body here, and no id.
    const ends = method === 'GET' && !path.includes(':') ? [200] : [200, 400, 404];
    // Founding one is a matter of the setting: people come by invitation here.
    expect(name === 'createMyOrganization' ? [403] : ends).toContain(answer.status);
  });

  const refused = guarded.flatMap(([name, route]) => {
    const roles: readonly string[] = POLICY[route.permission as keyof typeof POLICY];
    if (roles.includes('member')) return [];
    return RoleName.options
      .filter((role) => !roles.includes(role))
      .map((role) => [name, role, route.permission] as const);
  });
  test.each(refused)('%s refuses %s', async (name, role, permission) => {
    const token = await server.person([grantOf(role)]);
    const answer = await server.call(name, { params, token });
    expect([answer.status, answer.body.Message]).toEqual([403, operationDenied(permission as 'org.read')]);
  });

  /** The grants that let somebody call, judged as the pipeline judges them, and without the call's effect. */
  const grantsThatLet = (orgId: string, grants: readonly RoleGrant[], { path, permission }: Route) => {
    const ids = Object.fromEntries(Object.entries(params).filter(([key]) => path.includes(`:${key}`)));
    const who = { userId: 'u', email: '', name: '', kind: 'person', sid: 's', isElsewhere: false } as const;
    const factors = { hasSecondFactor: false, lacksSecondFactor: false, hasProvenEmail: true, operator: [] };
    const actor = { ...who, ...factors, orgId, membershipId: 'm', grants };
    return completePath(server.database.db, ids).then((whole) =>
      authorize(server.database.db, actor, permission as keyof typeof POLICY, whole),
    );
  };
  const letIn = guarded.flatMap(([name, route]) => {
    const roles: readonly string[] = POLICY[route.permission as keyof typeof POLICY];
    return RoleName.options
      .filter((role) => roles.includes(role))
      .map((role) => [name, role, route] as const);
  });
  test.each(letIn)('%s lets %s in', async (_name, role, route) => {
    const orgId = String((await server.call('getMyOrganization')).result['org_id']);
    const grant = { workgroup_id: null, workspace_id: null, name: role, ...grantOf(role) };
    expect(await grantsThatLet(orgId, [grant], route)).toContainEqual(grant);
  });

  const listed = guarded.flatMap(([name, route]) => {
    const roles: readonly string[] = POLICY[route.permission as keyof typeof POLICY];
    const role = RoleName.options.findLast((each) => roles.includes(each));
    return role === undefined ? [] : [[name, role] as const];
  });
  test.each(listed)('%s lets %s in, and refuses the same role elsewhere', async (name, role) => {
    const route: Route = cloudApi[name];
    if (route.method === 'GET') {
      const token = await server.person([grantOf(role)]);
      const answer = await server.call(name, { params, token, query: QUERIES[name] ?? {} });
      expect(statusesOf(name)).toContain(answer.status);
    }
    if (role === 'org-admins' || route.params === undefined) return;
    if (!/:workgroup_id/.test(route.path)) return;
    const elsewhere = await server.workgroup();
    const stranger = await server.person([{ name: role, workgroup_id: elsewhere }]);
    expect((await server.call(name, { params, token: stranger })).status).toBe(403);
  });

  const scoped = guarded.filter(([, route]) => /:work(group|space)_id/.test(route.path));
  test.each(scoped)('%s knows nothing of the organisation that one does not work in', async (name) => {
    for (const [token, at] of [
      [adminOfBoth.here, foreign],
      [adminOfBoth.there, params],
    ] as const) {
      const answer = await server.call(name, { params: at, token });
      expect([answer.status, answer.body.Message]).toEqual([404, 'There is no such workgroup.']);
    }
  });

  const held = guarded.filter(([, { permission }]) => {
    const roles: readonly string[] = POLICY[permission as keyof typeof POLICY];
    return !roles.includes('member');
  });
  test.each(held)('%s is not allowed by a role in another organisation', async (name, { permission }) => {
    for (const [token, at] of [
      [adminElsewhere.here, params],
      [adminElsewhere.there, foreign],
    ] as const) {
      const answer = await server.call(name, { params: at, token });
      expect([answer.status, answer.body.Message]).toEqual([403, operationDenied(permission as 'org.read')]);
    }
  });
});

test('someone without roles sees an empty list, not a refusal', async () => {
  const answer = await server.call('listWorkgroups', { token: await server.person() });
  expect([answer.status, answer.result]).toEqual([200, []]);
});

test('a member of one workspace sees that one alone in its workgroup', async () => {
  const workgroup_id = params['workgroup_id'] ?? '';
  const other = await server.workspace(workgroup_id);
  const token = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id: other.id }]);
  const answer = await server.call('listWorkspaces', { params, token });
  const seen = answer.result as unknown as { workspace_id: string }[];
  expect(seen.map((workspace) => workspace.workspace_id)).toEqual([other.id]);
});

test('an admin of a workspace renames the database that it opens, and no other', async () => {
  const workgroup_id = params['workgroup_id'] ?? '';
  const token = await server.person([
    { name: 'workspace-admins', workgroup_id, workspace_id: params['workspace_id'] ?? '' },
  ]);
  const body = { tg_database_name: 'Renamed' };
  expect((await server.call('updateDatabase', { params, token, body })).result['name']).toBe('Renamed');
  const other = await server.createDatabase(workgroup_id);
  const refused = await server.call('updateDatabase', {
    params: { workgroup_id, database_id: other },
    token,
    body,
  });
  expect(refused.status).toBe(403);
});
