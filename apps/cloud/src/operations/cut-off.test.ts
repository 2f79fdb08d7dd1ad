/**
 * Every kind of operation, killed after each of its steps: a control plane that starts afterwards brings it to the end
 * that it has without a kill.
 */
import type { WorkspaceStatus } from '@acacia/contract';
import { installSteps, solutionKit, uninstallSteps } from '@acacia/solutions';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accounts,
  backups,
  databases,
  memberships,
  operations,
  organizations,
  snapshots,
  solutionInstances,
  workspaces,
  type OperationKind,
} from '../database/schema.ts';
import { loadCatalog } from '../catalog/catalog.ts';
import { performers } from '../resources/performers.ts';
import { isMade } from '../resources/solutions/ready-sample.ts';
import { createMemoryDriver, type MemoryDriver } from '../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { startWorkspaceServer, type WorkspaceServer } from '../testing/workspace-server.ts';
import type { Performer, Performers, Step } from './performer.ts';
import { enqueue, OPEN } from './queue.ts';
import { createRunner, type Runner } from './runner.ts';

const SOLUTION = 'transaction-fraud';
const NEWCOMER = 'newcomer';

let postgres: TestPostgres;
let server: TestServer;
let workspaceServer: WorkspaceServer;
let driver: MemoryDriver;
let workgroup_id: string;
let token: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  workspaceServer = await startWorkspaceServer();
  driver = {
    ...createMemoryDriver(),
    address: () => ({ kind: 'url', origin: workspaceServer.origin }),
  };
  // Operations stay in the queue until a runner of the test takes them.
  server = await startTestServer(postgres, { driver, start: false });
  await server.database.db.update(organizations).set({ maxWorkspaceMemory: 1_000_000 });
  workgroup_id = await server.workgroup();
});
afterAll(async () => {
  await server.stop();
  workspaceServer.close();
  await postgres.stop();
});
beforeEach(async () => {
  workspaceServer.reset();
  // Calls are limited by person.
  token = await server.person([{ name: 'org-admins' }]);
});

const runner = (of: Performers): Runner =>
  createRunner({
    db: server.database.db,
    driver,
    catalog: loadCatalog(null, driver.promise),
    performers: of,
    owner: 'test',
    log: pino({ level: 'silent' }),
  });

/** Does the operations that are open, as a control plane does that starts now. Rejects with the error of a failed one. */
async function finish(): Promise<void> {
  const { db } = server.database;
  const open = await db
    .select()
    .from(operations)
    .where(inArray(operations.state, [...OPEN]))
    .orderBy(operations.createdAt);
  const all = runner(performers);
  await all.start();
  for (const { id } of open) await all.ended(id);
  await all.stop();
}

/** A step that never ends, once it or its undo of this name is done, as if the process had been killed there. */
function deadly(step: Step, name: string, died: () => void): Step {
  const never = () => new Promise<never>(() => undefined);
  const { undo } = step;
  return {
    ...step,
    async do() {
      const ending = await step.do();
      if (step.name !== name) return ending;
      died();
      return never();
    },
    ...(undo?.name === name && {
      undo: {
        name,
        async do(failure) {
          await undo.do(failure);
          died();
          return never();
        },
      },
    }),
  };
}

/** Begins the only open operation and kills its control plane after the step. Resolves with the names of its steps. */
function kill(kind: OperationKind, name: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const performer: Performer = {
      ...performers[kind],
      async steps(performance) {
        const steps = await performers[kind].steps(performance);
        const died = () => resolve(steps.map((step) => step.name));
        return steps.map((step) => deadly(step, name, died));
      },
      after: async () => reject(new Error(`The operation ended without '${name}'.`)),
    };
    void runner({ ...performers, [kind]: performer }).start();
  });
}

interface Place {
  readonly workspaceId: string;
  readonly databaseId: string;
}
/** Of an operation on none. */
const NOWHERE: Place = { workspaceId: 'none', databaseId: 'none' };

async function ask(...[name, input]: Parameters<TestServer['call']>): Promise<Record<string, unknown>> {
  const { status, body, result } = await server.call(name, { ...input, token });
  if (status !== 200) throw new Error(`${name}: ${body.Message}`);
  return result;
}

let names = 0;
async function createWorkspace(tg_database_id: string): Promise<string> {
  const body = {
    name: `Made-${++names}`,
    tg_database_id,
    tg_version: '4.2.1',
    workspace_type_name: 'TG-00',
  };
  return String((await ask('createWorkspace', { params: { workgroup_id }, body }))['workspace_id']);
}

async function created(): Promise<Place> {
  const body = { name: `Made-${++names}` };
  const { database_id } = await ask('createDatabase', { params: { workgroup_id }, body });
  const databaseId = String(database_id);
  return { databaseId, workspaceId: await createWorkspace(databaseId) };
}
async function active(): Promise<Place> {
  const place = await created();
  await finish();
  return place;
}
/** A read-only workspace beside a read-write one. */
async function reading(): Promise<Place> {
  const { databaseId } = await active();
  return { databaseId, workspaceId: await createWorkspace(databaseId) };
}
const params = ({ workspaceId: workspace_id }: Place) => ({ workgroup_id, workspace_id });

async function backedUp(): Promise<Place & { readonly backupId: string }> {
  const place = await active();
  const { id } = await ask('createBackup', { params: params(place), body: { name: 'one' } });
  return { ...place, backupId: String(id) };
}
async function installing(): Promise<Place> {
  const place = await active();
  const body = { name: 'Fraud', solution_catalog_id: SOLUTION, data_source_origin: 'none' };
  await ask('installSolution', { params: params(place), body });
  return place;
}

async function changed(body: object): Promise<Place> {
  const place = await active();
  await ask('updateWorkspace', { params: params(place), body });
  return place;
}
async function finished<P extends Place>(place: P): Promise<P> {
  await finish();
  return place;
}

interface State {
  readonly open: number;
  readonly status: WorkspaceStatus | null;
  readonly errMessage: string;
  readonly runs: boolean;
  readonly runsAsWanted: boolean;
  /** Whether the row of the database says that its storage was made; null: there is no row. */
  readonly database: boolean | null;
  readonly data: boolean;
  /** How often empty storage was made: more than once would erase data. */
  readonly made: number;
  /** The status of each backup, and whether its files are in the store. */
  readonly backups: readonly (readonly [string, boolean])[];
  /** Of each snapshot, whether the workspace shows it, and whether its files are there. */
  readonly snapshots: readonly (readonly [boolean, boolean])[];
  readonly solution: string | null;
  readonly graphs: readonly string[];
}

/** The state of a place: rows, and what the driver keeps and runs. */
async function stateOf({ workspaceId, databaseId }: Place): Promise<State> {
  const { db } = server.database;
  const [workspace] = await db.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  const [database] = await db.select().from(databases).where(eq(databases.id, databaseId));
  const [solution] = await db
    .select()
    .from(solutionInstances)
    .where(eq(solutionInstances.workspaceId, workspaceId));
  const kept = await db.select().from(backups).where(eq(backups.databaseId, databaseId));
  const copies = await db.select().from(snapshots).where(eq(snapshots.databaseId, databaseId));
  const open = await db.$count(operations, inArray(operations.state, [...OPEN]));
  return {
    open,
    status: workspace?.status ?? null,
    errMessage: workspace?.errMessage ?? '',
    runs: driver.condition(workspaceId).state === 'running',
    runsAsWanted:
      workspace !== undefined &&
      driver.spec(workspaceId)?.snapshotId === workspace.snapshotId &&
      driver.spec(workspaceId)?.version === workspace.tgVersion,
    database: database?.isMade ?? null,
    data: driver.kept.has(`database ${databaseId}`),
    made: driver.calls.filter((call) => call === `createDatabase ${databaseId}`).length,
    backups: kept.map(({ id, status }) => [status, driver.kept.has(`backup ${id}`)]),
    snapshots: copies.map(({ id }) => [id === workspace?.snapshotId, driver.kept.has(`snapshot ${id}`)]),
    solution: solution?.status ?? null,
    graphs: workspaceServer.graphs,
  };
}

const RUNNING: State = {
  open: 0,
  status: 'Active',
  errMessage: '',
  runs: true,
  runsAsWanted: true,
  database: true,
  data: true,
  made: 1,
  backups: [],
  snapshots: [],
  solution: null,
  graphs: [],
};
const GONE: State = { ...RUNNING, status: null, runs: false, runsAsWanted: false };

interface Case {
  readonly kind: OperationKind;
  /** Puts the operation into the queue. */
  readonly begin: () => Promise<Place>;
  /** The names of its steps. */
  readonly steps: readonly string[];
  readonly end: State;
  /** Checks what `stateOf` does not see. */
  readonly also?: () => Promise<void>;
}

const kit = solutionKit(SOLUTION);
if (kit === undefined) throw new Error('The solution is gone.');
const GRAPH = kit.meta.graph;
const WITHOUT_DATA = new Set(['drop-graph', 'create-graph', 'style', 'statements']);

const CHANGE = ['Preparing', 'Starting the server'];
const CASES: readonly Case[] = [
  { kind: 'create', begin: created, steps: CHANGE, end: RUNNING },
  {
    kind: 'create',
    begin: reading,
    steps: ['Taking a snapshot of the database', ...CHANGE],
    end: { ...RUNNING, snapshots: [[true, true]] },
  },
  {
    kind: 'resume',
    async begin() {
      const place = await active();
      await ask('pauseWorkspace', { params: params(place) });
      await finish();
      await ask('resumeWorkspace', { params: params(place) });
      return place;
    },
    steps: CHANGE,
    end: RUNNING,
  },
  {
    kind: 'pause',
    async begin() {
      const place = await active();
      await ask('pauseWorkspace', { params: params(place) });
      return place;
    },
    steps: ['Stopping the server'],
    end: { ...RUNNING, status: 'Idle', runs: false },
  },
  {
    kind: 'stop',
    async begin() {
      const place = await active();
      await ask('stopWorkspace', { params: params(place) });
      return place;
    },
    steps: ['Stopping the server'],
    end: { ...RUNNING, status: 'Stopped', runs: false },
  },
  {
    kind: 'terminate',
    async begin() {
      const place = await finished(await reading());
      await ask('deleteWorkspace', { params: params(place) });
      return place;
    },
    steps: ['Stopping the server', 'Removing the workspace'],
    end: GONE,
  },
  { kind: 'resize', begin: () => changed({ workspace_type_name: 'TG-0' }), steps: CHANGE, end: RUNNING },
  {
    kind: 'upgrade',
    async begin() {
      const place = await active();
      const { db } = server.database;
      const former = { workspaceTypeName: 'TG-00', enableHa: false, tgVersion: '4.2.1' };
      // The catalog of the tests has one version only.
      await db
        .update(workspaces)
        .set({ tgVersion: '4.10.0', status: 'Upgrading' })
        .where(eq(workspaces.id, place.workspaceId));
      await enqueue(db, { kind: 'upgrade', ...place, actor: 'someone', payload: { former } });
      return place;
    },
    steps: CHANGE,
    end: RUNNING,
  },
  {
    kind: 'reconfigure',
    async begin() {
      const place = await finished(await changed({ workspace_type_name: 'TG-4' }));
      await ask('updateWorkspace', { params: params(place), body: { enable_ha: true } });
      return place;
    },
    steps: CHANGE,
    end: RUNNING,
  },
  {
    kind: 'refresh',
    async begin() {
      const place = await finished(await reading());
      await ask('refreshWorkspace', { params: params(place) });
      return place;
    },
    steps: ['Taking a snapshot of the database', 'Starting the server on it'],
    end: { ...RUNNING, snapshots: [[true, true]] },
  },
  {
    kind: 'backup',
    begin: backedUp,
    steps: ['Copying the data into the store'],
    end: { ...RUNNING, backups: [['Succeed', true]] },
  },
  {
    kind: 'delete-backup',
    async begin() {
      const place = await finished(await backedUp());
      await ask('deleteBackup', { params: params(place), body: { backup_id: place.backupId } });
      return place;
    },
    steps: ['Erasing the backup'],
    end: RUNNING,
  },
  {
    kind: 'restore',
    async begin() {
      const place = await finished(await backedUp());
      await ask('restoreBackup', { params: params(place), body: { backup_id: place.backupId } });
      return place;
    },
    steps: ['Stopping the server', 'Fetching, checking and putting back the data', 'Starting the server'],
    end: { ...RUNNING, backups: [['Succeed', true]] },
  },
  {
    kind: 'restore',
    async begin() {
      const { backupId, ...place } = await finished(await backedUp());
      const new_workspace = {
        name: `Copy-${++names}`,
        database_name: `Copy-${names}`,
        workspace_type_name: 'TG-00',
      };
      await ask('restoreBackup', { params: params(place), body: { backup_id: backupId, new_workspace } });
      const [made] = await server.database.db
        .select()
        .from(operations)
        .where(eq(operations.kind, 'restore'))
        .orderBy(desc(operations.createdAt))
        .limit(1);
      return { workspaceId: made?.workspaceId ?? '', databaseId: made?.databaseId ?? '' };
    },
    steps: ['Preparing', 'Fetching and checking the data', 'Starting the server'],
    end: RUNNING,
  },
  {
    kind: 'install-solution',
    begin: installing,
    steps: [
      'Waiting for the workspace',
      ...installSteps(kit).flatMap(({ kind, title }) => (WITHOUT_DATA.has(kind) ? [title] : [])),
      'Finishing',
    ],
    end: { ...RUNNING, solution: 'installed', graphs: [GRAPH] },
  },
  {
    kind: 'uninstall-solution',
    async begin() {
      const place = await finished(await installing());
      const [row] = await server.database.db
        .select()
        .from(solutionInstances)
        .where(eq(solutionInstances.workspaceId, place.workspaceId));
      await ask('uninstallSolution', { params: { ...params(place), solution_id: row?.id ?? '' } });
      return place;
    },
    steps: [...uninstallSteps(kit).map(({ title }) => title), 'Finishing'],
    end: { ...RUNNING, solution: 'uninstalled' },
  },
  {
    kind: 'delete-database',
    async begin() {
      const place = await finished(await backedUp());
      await ask('deleteWorkspace', { params: params(place) });
      await finish();
      await ask('deleteDatabase', { params: { workgroup_id, database_id: place.databaseId } });
      return place;
    },
    steps: ['Erasing the data', 'Erasing the backups'],
    end: { ...GONE, database: null, data: false },
  },
  {
    kind: 'make-sample',
    async begin() {
      const id = `sample-${++names}`;
      const payload = { size: 'TG-00', version: '4.2.1' };
      await enqueue(server.database.db, { kind: 'make-sample', databaseId: id, actor: 'sample', payload });
      return { workspaceId: id, databaseId: id };
    },
    steps: ['Making the sample', 'Stopping the server'],
    // Made anew after the kill: nobody has written to it.
    end: { ...GONE, database: null, made: 2, graphs: [GRAPH] },
    async also() {
      expect(await isMade(server.database.db, `sample-${names}`)).toBe(true);
    },
  },
  {
    kind: 'create-organization',
    async begin() {
      const { db } = server.database;
      await db.insert(accounts).values({ id: NEWCOMER, email: 'new@example.org', name: 'New' });
      const payload = { org_name: 'new', org_display_name: 'New' };
      const of = { orgId: 'org-new', accountId: NEWCOMER, actor: 'new@example.org', payload };
      await enqueue(db, { kind: 'create-organization', ...of });
      return NOWHERE;
    },
    steps: ['Creating the organization'],
    end: { ...GONE, database: null, data: false, made: 0 },
    async also() {
      const theirs = eq(memberships.accountId, NEWCOMER);
      expect(await server.database.db.select().from(memberships).where(theirs)).toMatchObject([
        { orgId: 'org-new' },
      ]);
    },
  },
];

test('every kind has its cases', () => {
  expect(new Set(CASES.map(({ kind }) => kind))).toEqual(new Set(Object.keys(performers)));
});

/** The deletions of uploaded files are alike: a kill after the first of a row stands for all. */
const alike = (step: string | undefined) => step?.startsWith('Delete the uploaded file ') === true;
const KILLS = CASES.flatMap((one) =>
  one.steps.filter((step, at) => !alike(step) || !alike(one.steps[at - 1])).map((step) => ({ ...one, step })),
);

describe('killed after a step', () => {
  test.each(KILLS)('$kind, "$step": goes on to its end', async ({ kind, begin, steps, step, end, also }) => {
    const place = await begin();
    const store = [...driver.kept].filter((id) => id.startsWith('backup')).length;
    expect(await kill(kind, step)).toEqual(steps);
    const { db } = server.database;
    const [row] = await db.select().from(operations).where(eq(operations.state, 'running'));
    expect(row).toMatchObject({ kind, step });
    await finish();
    expect(await stateOf(place)).toEqual(end);
    await also?.();
    // Nothing is left in the store without its row.
    const left = [...driver.kept].filter((id) => id.startsWith('backup')).length;
    expect(left - store).toBe({ backup: 1, 'delete-backup': -1, 'delete-database': -1 }[kind as string] ?? 0);
  });
});

describe('killed after an undo', () => {
  test.each([
    { kind: 'resize', fails: 'start', undo: 'Going back to what it was' },
    { kind: 'upgrade', fails: 'start', undo: 'Going back to what it was' },
    { kind: 'reconfigure', fails: 'start', undo: 'Going back to what it was' },
    { kind: 'refresh', fails: 'start', undo: 'Going back to the snapshot before' },
    { kind: 'restore', fails: 'restore', undo: 'Starting the server on the data as they were' },
  ] as const)('$kind, "$undo": is tried again', async ({ kind, fails, undo }) => {
    const one = CASES.find((row) => row.kind === kind);
    if (one === undefined) throw new Error(`There is no case of ${kind}.`);
    const place = await one.begin();
    driver.failOnce(fails, 'The disk is full.');
    await kill(kind, undo);
    await finish();
    expect(await stateOf(place)).toEqual(one.end);
  });
});

test('an operation that an earlier release left in a step of another name goes on', async () => {
  const place = await created();
  const { db } = server.database;
  await db
    .update(operations)
    .set({ state: 'running', step: 'Booting', attempts: 1, leaseOwner: 'test', leaseUntil: sql`now()` })
    .where(eq(operations.workspaceId, place.workspaceId));
  await finish();
  expect(await stateOf(place)).toEqual(RUNNING);
});
