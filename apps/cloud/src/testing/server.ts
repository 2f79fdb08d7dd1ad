/** The control plane under test: the real application on a real PostgreSQL, over a memory driver. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { API_KEY_HEADER, cloudApi, type CloudCall, type RoleGrant, type Route } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { loadCatalog } from '../catalog/catalog.ts';
import { createControlPlane, type ControlPlane } from '../control-plane.ts';
import type { Database } from '../database/database.ts';
import { readOperatorKeys } from '../database/kept-secrets.ts';
import { accounts, memberships, organizations, roleGrants, workspaces } from '../database/schema.ts';
import { issueAccessToken } from '../identity/embedded/issue.ts';
import { loadKeys } from '../identity/embedded/keys.ts';
import { isLocal, loadSettings, type Settings } from '../settings.ts';
import { createOwnLines } from '../logs/own-lines.ts';
import { createMemoryDriver, type MemoryDriver } from './memory-driver.ts';
import type { TestPostgres } from './postgres.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The whole envelope. */
  readonly body: { Error: boolean; Message: string; ErrorDetails?: { FieldName: string; Reason: string }[] };
  /** `Result`; its type is the test's to know. */
  readonly result: Record<string, unknown>;
}

interface Input {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** The version in `If-Match`. */
  readonly version?: number;
  /** Null: no token is sent. */
  readonly token?: string | null;
  /** Sent as `x-api-key`, without a token unless one is given. */
  readonly apiKey?: string;
}

export interface TestServer {
  readonly plane: ControlPlane;
  readonly driver: MemoryDriver;
  readonly database: Database;
  readonly settings: Settings;
  /** Token of the seeded organisation admin. */
  readonly admin: string;
  readonly doors: readonly string[];
  call(name: CloudCall, input?: Input): Promise<Answer>;
  /** Adds a person with these roles to the organisation (or to another one); resolves with their token. */
  person(grants?: readonly Partial<RoleGrant>[], orgId?: string): Promise<string>;
  /** Adds a person with a membership of each organisation, who works in the first one; resolves with their token. */
  personIn(
    places: readonly { readonly orgId: string; readonly grants: readonly Partial<RoleGrant>[] }[],
  ): Promise<string>;
  /** Adds another organisation; resolves with its id. */
  organization(): Promise<string>;
  workgroup(name?: string): Promise<string>;
  createDatabase(workgroupId: string, name?: string): Promise<string>;
  /** An Active workspace with a database of its own. */
  workspace(workgroupId: string, name?: string): Promise<{ id: string; databaseId: string }>;
  /** Resolves when the workspace has the status, or is gone (`null`). */
  settled(workspaceId: string, status: string | null): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Record<string, string>;
  readonly database?: Database;
  readonly driver?: MemoryDriver;
  /** False: operations stay in the queue. */
  readonly start?: boolean;
}

/** The settings on which everything that a first start writes depends. */
function firstStartOf(settings: Settings): unknown {
  const plan = loadCatalog(settings.catalogFile, createMemoryDriver().promise).quota(
    settings.tier ?? 'enterprise',
  );
  return [settings.adminEmail, isLocal(settings), settings.tier, plan.max_workspace_memory];
}
const USUAL = firstStartOf(loadSettings({}));

let names = 0;
const fresh = (kind: string): string => `${kind}-${++names}`;

export async function startTestServer(
  postgres: TestPostgres,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const settings = loadSettings({
    ACACIA_HOME: mkdtempSync(path.join(tmpdir(), 'acacia-test-')),
    ACACIA_FIRST_WORKSPACE_PORT: '24240',
    ACACIA_SAMPLE_AHEAD: 'off',
    ...options.environment,
  });
  const driver = options.driver ?? createMemoryDriver();
  const isUsual = isDeepStrictEqual(firstStartOf(settings), USUAL);
  const { database = await (isUsual ? postgres.seeded() : postgres.migrated()) } = options;
  const { db } = database;
  const doors: string[] = [];
  const plane = await createControlPlane({
    settings,
    database,
    driver,
    log: pino({ level: 'silent' }),
    ownLines: createOwnLines(),
    refusedSources: '',
    installation: 'test',
    gateway: () => ({
      open: async (id, port) => void doors.push(`open ${id} ${port}`),
      close: async (id) => void doors.push(`close ${id}`),
      changed: () => undefined,
      forgetCallers: () => void doors.push('forget callers'),
    }),
  });
  if (options.start !== false) await plane.start();

  const operatorKeys = readOperatorKeys(settings.keyFile, settings.home);
  const tokenOf = async (userId: string) =>
    issueAccessToken(db, await loadKeys(db, operatorKeys), `${settings.publicUrl}/oidc`, userId);

  const [seeded] = await db
    .select({ id: accounts.id, orgId: memberships.orgId })
    .from(accounts)
    .innerJoin(memberships, eq(memberships.accountId, accounts.id))
    .where(eq(accounts.email, settings.adminEmail));
  if (seeded === undefined) throw new Error('The admin was not seeded.');
  const admin = await tokenOf(seeded.id);

  const call = async (name: CloudCall, input: Input = {}): Promise<Answer> => {
    const route: Route = cloudApi[name];
    const url = route.path.replace(/:([a-z_]+)/g, (_, key: string) => input.params?.[key] ?? 'none');
    const query = new URLSearchParams(input.query).toString();
    const { apiKey } = input;
    const token = input.token === undefined && apiKey === undefined ? admin : (input.token ?? null);
    const response = await plane.app.inject({
      method: route.method,
      url: `/api${url}${query === '' ? '' : `?${query}`}`,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(apiKey === undefined ? {} : { [API_KEY_HEADER]: apiKey }),
        ...(input.version === undefined ? {} : { 'if-match': `"${input.version}"` }),
      },
      ...(input.body === undefined ? {} : { payload: input.body as object }),
    });
    const { statusCode: status, headers } = response;
    // A file has no envelope.
    const isFile = status === 200 && route.download !== undefined;
    const body = isFile
      ? { Error: false, Message: '', Result: {} }
      : response.json<Answer['body'] & { Result: Record<string, unknown> }>();
    return { status, headers, body, result: body.Result };
  };
  const made = async (name: CloudCall, input: Input, key: string): Promise<string> => {
    const answer = await call(name, input);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.body.Message}`);
    return String(answer.result[key]);
  };

  const workgroup = (name = fresh('Workgroup')) =>
    made(
      'createWorkgroup',
      { body: { name, cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' } },
      'workgroup_id',
    );
  const createDatabase = (workgroupId: string, name = fresh('Database')) =>
    made('createDatabase', { params: { workgroup_id: workgroupId }, body: { name } }, 'database_id');

  const settled = async (id: string, status: string | null): Promise<void> => {
    const end = Date.now() + 60_000;
    for (;;) {
      const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
      if ((row?.status ?? null) === status) return;
      if (Date.now() > end) throw new Error(`The workspace is ${row?.status ?? 'gone'}, not ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  const personIn: TestServer['personIn'] = async (places) => {
    const id = randomUUID();
    const lastOrgId = places[0]?.orgId ?? null;
    await db.insert(accounts).values({ id, email: `${id}@example.org`, name: 'Someone', lastOrgId });
    for (const { orgId, grants } of places) {
      const membershipId = randomUUID();
      await db.insert(memberships).values({ id: membershipId, orgId, accountId: id, joinedAt: new Date() });
      for (const grant of grants) {
        await db.insert(roleGrants).values({
          membershipId,
          name: grant.name ?? 'workspace-users',
          workgroupId: grant.workgroup_id ?? null,
          workspaceId: grant.workspace_id ?? null,
        });
      }
    }
    return tokenOf(id);
  };

  return {
    plane,
    driver,
    database,
    settings,
    admin,
    doors,
    call,
    workgroup,
    createDatabase,
    settled,
    person: (grants = [], orgId = seeded.orgId) => personIn([{ orgId, grants }]),
    personIn,
    async organization() {
      const id = randomUUID();
      await db.insert(organizations).values({
        id,
        name: `org-${id}`,
        displayName: 'Another',
        creator: 'someone',
        maxWorkspaceMemory: 256,
      });
      return id;
    },
    async workspace(workgroupId, name = fresh('Workspace')) {
      const databaseId = await createDatabase(workgroupId);
      const body = {
        name,
        tg_database_id: databaseId,
        tg_version: '4.2.1',
        workspace_type_name: 'TG-00',
      };
      const id = await made(
        'createWorkspace',
        { params: { workgroup_id: workgroupId }, body },
        'workspace_id',
      );
      await settled(id, 'Active');
      return { id, databaseId };
    },
    async stop() {
      await Promise.all([plane.app.close(), plane.control.close()]);
      await plane.stop();
      rmSync(settings.home, { recursive: true, force: true });
    },
  };
}
