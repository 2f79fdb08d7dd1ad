/** Operations during which something is killed: how to prepare and begin each, and how to verify its promise. */
import { randomUUID } from 'node:crypto';
import { messageOf } from '@acacia/base';
import type { CloudCall, Workspace } from '@acacia/contract';
import { z } from 'zod';
import { callControl } from '../../apps/cloud/src/home/control-call.ts';
import { PROOF_PATH } from '../../apps/cloud/src/home/control-socket.ts';
import { until, versionAfter } from './acacia.ts';
import { dropGraph, LONG_RUN, LONG_RUN_ROWS, runHistory, startRun, type RunFound } from './data.ts';
import type { Random } from '../random.ts';
import type { Victim } from './victims.ts';
import type { World } from './world.ts';

/** Outcome of a call. */
export interface Outcome {
  /** Whether the call was accepted: the audit log has it. */
  readonly accepted: boolean;
  /** Whether the operation that the call began has failed, rather than succeeded. */
  readonly failed: boolean;
  /** Why, a sentence each. */
  readonly failures: readonly string[];
}

export interface Attempt {
  /** The workspace whose processes are victims. */
  readonly target: string;
  readonly begin: () => Promise<unknown>;
  /** Name of the action in the audit log; absent: there is no call. */
  readonly action?: CloudCall | 'wakeWorkspace' | 'runSchedule';
  /** Waits for effects that only come after a while, once everything runs again. */
  readonly complete?: () => Promise<unknown>;
  /** Violations, a sentence each, when nothing is under way any more. */
  readonly verify: (outcome: Outcome) => Promise<readonly string[]>;
}

export interface Case {
  readonly name: string;
  /** Milliseconds that it takes on a quiet machine; the moment of the kill lies within. */
  readonly typical: number;
  /** Whether the main database is written to meanwhile. */
  readonly writes: boolean;
  readonly victims: readonly Victim[];
  /** Victims after whose death the operation may fail with a reason. */
  readonly mayFail?: readonly Victim[];
  /** Left out of short series. */
  readonly slow?: boolean;
  readonly prepare: (world: World, random: Random) => Promise<Attempt>;
}

const ANY: readonly Victim[] = ['cloud', 'cloud', 'workspace', 'everything', 'everything', 'database'];
/** Victims for operations that begin no process. */
const PLANE: readonly Victim[] = ['cloud', 'everything', 'database'];

const expect = (what: string, seen: unknown, wanted: unknown): string[] =>
  seen === wanted ? [] : [`${what} is ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}.`];

/** An action of the main workspace that leaves it with a status. */
function lifecycle(
  action: 'pauseWorkspace' | 'stopWorkspace' | 'resumeWorkspace',
  before: 'Active' | 'Idle',
  after: Workspace['status'],
): Case['prepare'] {
  return async (world) => {
    await (before === 'Idle' ? world.paused(world.mainId) : world.main());
    return {
      target: world.mainId,
      action,
      begin: () => world.acacia.cloud[action]({ params: world.place(world.mainId) }),
      async verify({ accepted }) {
        const { status } = await world.workspace(world.mainId);
        return expect('The status', status, accepted ? after : before);
      },
    };
  };
}

/** A change of the main workspace: afterwards it has either the requested value or the previous one. */
function change<K extends 'enable_ha' | 'tg_version' | 'workspace_type_name'>(
  key: K,
  next: (workspace: Workspace) => string | boolean | undefined,
  seen: (workspace: Workspace) => string | boolean,
): Case['prepare'] {
  return async (world) => {
    const main = await world.main();
    const before = seen(main);
    const after = next(main);
    return {
      target: world.mainId,
      action: 'updateWorkspace',
      begin: () =>
        world.acacia.cloud.updateWorkspace({ params: world.place(world.mainId), body: { [key]: after } }),
      async verify({ accepted, failed }) {
        const now = await world.workspace(world.mainId);
        return [
          ...expect('The status', now.status, 'Active'),
          ...expect(key, seen(now), accepted && !failed ? after : before),
        ];
      },
    };
  };
}

const create: Case['prepare'] = async (world) => {
  await world.dropSpare();
  const databaseId = await world.createDatabase();
  const name = world.name('created');
  return {
    target: world.mainId,
    action: 'createWorkspace',
    begin: () => world.createWorkspace(databaseId, { name }),
    async verify({ accepted }) {
      const made = (await world.workspaces()).filter((workspace) => workspace.name === name);
      world.spareId = made[0]?.workspace_id;
      return [
        ...expect('The number of workspaces made', made.length, accepted ? 1 : 0),
        ...made.flatMap(({ status }) => expect('The status', status, 'Active')),
      ];
    },
  };
};

const attach: Case['prepare'] = async (world) => {
  await world.dropReader();
  const { database_id } = await world.main();
  const name = world.name('reader');
  const { must } = world.ledger.now();
  return {
    target: world.mainId,
    action: 'createWorkspace',
    begin: () => world.createWorkspace(database_id, { name, is_rw: false }),
    async verify({ accepted }) {
      const made = (await world.workspaces()).filter((workspace) => workspace.name === name);
      const [reader] = made;
      if (reader !== undefined) {
        const content = { must, may: world.ledger.now().may };
        world.reader = { workspaceId: reader.workspace_id, content };
      }
      return [
        ...expect('The number of workspaces made', made.length, accepted ? 1 : 0),
        ...made.flatMap(({ status }) => expect('The status', status, 'Active')),
      ];
    },
  };
};

const refresh: Case['prepare'] = async (world) => {
  await world.main();
  const reader = await world.withReader();
  const before = (await world.workspace(reader.workspaceId)).snapshot_time;
  const { must } = world.ledger.now();
  return {
    target: reader.workspaceId,
    action: 'refreshWorkspace',
    begin: () => world.acacia.cloud.refreshWorkspace({ params: world.place(reader.workspaceId) }),
    async verify({ accepted, failed }) {
      const now = await world.workspace(reader.workspaceId);
      const anew = accepted && !failed;
      if (anew) reader.content = { must, may: world.ledger.now().may };
      return [
        ...expect('The status', now.status, 'Active'),
        ...expect('Whether it shows a new snapshot', now.snapshot_time !== before, anew),
        ...expect('refresh_status', now.refresh_status, failed ? 'failed' : ''),
      ];
    },
  };
};

const wake: Case['prepare'] = async (world) => {
  await world.paused(world.mainId);
  return {
    target: world.mainId,
    action: 'wakeWorkspace',
    begin: () => world.writer.once(),
    async verify({ accepted }) {
      const { status } = await world.workspace(world.mainId);
      return expect('The status', status, accepted ? 'Active' : 'Idle');
    },
  };
};

const terminate: Case['prepare'] = async (world, random) => {
  const ofReader = world.reader !== undefined && random.next() < 0.5;
  const target = ofReader ? (world.reader?.workspaceId ?? '') : (await world.withSpare()).workspace_id;
  const { database_id } = await world.workspace(target);
  return {
    target,
    action: 'deleteWorkspace',
    begin: () => world.acacia.cloud.deleteWorkspace({ params: world.place(target) }),
    async verify({ accepted }) {
      const there = (await world.workspaces()).some(({ workspace_id }) => workspace_id === target);
      if (!there && ofReader) world.reader = undefined;
      if (!there && !ofReader) {
        world.spareId = undefined;
        const params = { workgroup_id: world.workgroupId, database_id };
        // It stays when its workspace goes.
        await world.acacia.cloud.deleteDatabase({ params });
      }
      return expect('Whether it is still there', there, !accepted);
    },
  };
};

/** With a replica: no call is made, and whichever process dies, the other one takes over. */
const failover: Case['prepare'] = async (world) => {
  const main = await world.main();
  const params = world.place(world.mainId);
  if (!main.enable_ha) await world.acacia.cloud.updateWorkspace({ params, body: { enable_ha: true } });
  await world.main();
  await until('A replica', 60_000, async () =>
    (await world.workspace(world.mainId)).condition_type === 'Normal' ? true : undefined,
  );
  return {
    target: world.mainId,
    begin: async () => undefined,
    async verify() {
      return expect('The status', (await world.workspace(world.mainId)).status, 'Active');
    },
  };
};

/** Restarts nothing. */
const logCollection: Case['prepare'] = async (world) => {
  await world.main();
  const params = { workgroup_id: world.workgroupId };
  const group = await world.acacia.cloud.getWorkgroup({ params });
  const before = group.enable_application_log;
  return {
    target: world.mainId,
    action: 'updateWorkgroup',
    begin: () => world.acacia.cloud.updateWorkgroup({ params, body: { enable_application_log: !before } }),
    async verify({ accepted }) {
      const now = await world.acacia.cloud.getWorkgroup({ params });
      return [
        ...expect('Log collection', now.enable_application_log, accepted ? !before : before),
        ...expect('The status', (await world.workspace(world.mainId)).status, 'Active'),
      ];
    },
  };
};

const settings: Case['prepare'] = async (world, random) => {
  const before = await world.main();
  const body = {
    workspace_name: world.name('renamed'),
    auto_stop_minutes: 10 + Math.floor(random.next() * 300),
  };
  return {
    target: world.mainId,
    action: 'updateWorkspace',
    begin: () => world.acacia.cloud.updateWorkspace({ params: world.place(world.mainId), body }),
    async verify({ accepted }) {
      const now = await world.workspace(world.mainId);
      const wanted = accepted
        ? body
        : { workspace_name: before.name, auto_stop_minutes: before.auto_stop_minutes };
      return [
        ...expect('The name', now.name, wanted.workspace_name),
        ...expect('auto_stop_minutes', now.auto_stop_minutes, wanted.auto_stop_minutes),
      ];
    },
  };
};

const Proof = z.object({ proved: z.boolean(), findings: z.array(z.string()) });

/** Restores the backup in a separate place and compares. */
async function prove(world: World, id: string): Promise<string[]> {
  const { proved, findings } = Proof.parse(await callControl(world.acacia.home, PROOF_PATH, { id }));
  return proved ? [] : [`The backup ${id} is not proved: ${findings.join(' ')}`];
}

const PROVED = 0.5;

const backup: Case['prepare'] = async (world, random) => {
  const { workspace_id } = await world.main();
  const params = world.place(workspace_id);
  const name = world.name('backup');
  const { must } = world.ledger.now();
  const proved = random.next() < PROVED;
  return {
    target: workspace_id,
    action: 'createBackup',
    begin: () => world.acacia.cloud.createBackup({ params, body: { name } }),
    async verify({ accepted }) {
      await world.main();
      const taken = (await world.acacia.cloud.listBackups({ params })).filter(({ tag }) => tag === name);
      for (const { id, status } of taken) {
        if (status === 'Succeed')
          world.backups.unshift({ id, content: { must, may: world.ledger.now().may } });
      }
      return [
        ...expect('The number of backups taken', taken.length, accepted ? 1 : 0),
        ...taken.flatMap(({ status }) => expect('The status of the backup', status, 'Succeed')),
        ...(proved ? (await Promise.all(taken.map(({ id }) => prove(world, id)))).flat() : []),
      ];
    },
  };
};

const deleteBackup: Case['prepare'] = async (world, random) => {
  await world.withBackup();
  const { workspace_id } = await world.main();
  const params = world.place(workspace_id);
  const { id } = random.pick(world.backups);
  return {
    target: workspace_id,
    action: 'deleteBackup',
    begin: () => world.acacia.cloud.deleteBackup({ params, body: { backup_id: id } }),
    async verify({ accepted }) {
      const there = (await world.acacia.cloud.listBackups({ params })).some((each) => each.id === id);
      if (!there) world.backups = world.backups.filter((each) => each.id !== id);
      return expect('Whether it is still there', there, !accepted);
    },
  };
};

const restore: Case['prepare'] = async (world, random) => {
  await world.withBackup();
  await world.main();
  const { id, content } = random.pick(world.backups);
  // Such as must be gone after it.
  for (let count = 0; count < 3; count++) await world.writer.once();
  return {
    target: world.mainId,
    action: 'restoreBackup',
    begin: () =>
      world.acacia.cloud.restoreBackup({ params: world.place(world.mainId), body: { backup_id: id } }),
    async verify({ accepted, failed }) {
      if (accepted && !failed) world.ledger.rewind(content);
      const { status, err_message } = await world.workspace(world.mainId);
      return [
        ...expect('The status', status, 'Active'),
        ...(failed && err_message === '' ? ['It does not say why the restore failed.'] : []),
      ];
    },
  };
};

const restoreIntoNew: Case['prepare'] = async (world, random) => {
  await world.dropSpare();
  await world.withBackup();
  await world.main();
  const { id, content } = random.pick(world.backups);
  const name = world.name('restored');
  const new_workspace = { name, database_name: name, workspace_type_name: 'TG-00' };
  return {
    target: world.mainId,
    action: 'restoreBackup',
    begin: () =>
      world.acacia.cloud.restoreBackup({
        params: world.place(world.mainId),
        body: { backup_id: id, new_workspace },
      }),
    async verify({ accepted, failed }) {
      const made = (await world.workspaces()).filter((workspace) => workspace.name === name);
      const [restored] = made;
      world.spareId = restored?.workspace_id;
      const databases = await world.acacia.cloud.listDatabases({
        params: { workgroup_id: world.workgroupId },
      });
      const count = accepted && !failed ? 1 : 0;
      const problems = [
        ...expect('The number of workspaces made', made.length, count),
        ...expect('The number of databases', databases.filter((each) => each.name === name).length, count),
        ...made.flatMap(({ status }) => expect('The status', status, 'Active')),
      ];
      if (restored === undefined || problems.length > 0) return problems;
      return (await world.dataProblems(restored.workspace_id, content)).problems;
    },
  };
};

const deleteDatabase: Case['prepare'] = async (world) => {
  const spare = await world.withSpare();
  const { database_id } = spare;
  await world.terminate(spare.workspace_id);
  world.spareId = undefined;
  const params = { workgroup_id: world.workgroupId, database_id };
  return {
    target: world.mainId,
    action: 'deleteDatabase',
    begin: () => world.acacia.cloud.deleteDatabase({ params }),
    async verify({ accepted }) {
      const all = await world.acacia.cloud.listDatabases({ params });
      const there = all.some((database) => database.database_id === database_id);
      if (there) await world.acacia.cloud.deleteDatabase({ params });
      return expect('Whether it is still there', there, !accepted);
    },
  };
};

const SOLUTION = 'transaction-fraud';
const SOLUTION_GRAPH = 'Transaction_Fraud';
const NO_SOLUTION = 'uninstalled';

async function solutionOf(world: World) {
  const all = await world.acacia.cloud.listSolutions({ query: { workgroup_id: world.workgroupId } });
  return all.find((each) => each.workspace_id === world.mainId && each.solution_status !== NO_SOLUTION);
}

const solutionParams = (world: World, solution_id: string) => ({
  ...world.place(world.mainId),
  solution_id,
});

async function solutionSettled(world: World): Promise<string> {
  return until('The end of an installation', 120_000, async () => {
    const status = (await solutionOf(world))?.solution_status ?? NO_SOLUTION;
    return status.endsWith('_pending') ? undefined : status;
  });
}

const installRequest = { name: 'Fraud', solution_catalog_id: SOLUTION, data_source_origin: 'none' } as const;

const install: Case['prepare'] = async (world) => {
  await world.main();
  const there = await solutionOf(world);
  if (there !== undefined) {
    await world.acacia.cloud.uninstallSolution({ params: solutionParams(world, there.id) });
    await solutionSettled(world);
  }
  await dropGraph(await world.door(world.mainId), SOLUTION_GRAPH);
  const params = world.place(world.mainId);
  return {
    target: world.mainId,
    action: 'installSolution',
    begin: () => world.acacia.cloud.installSolution({ params, body: installRequest }),
    async verify({ accepted }) {
      return expect('The solution', await solutionSettled(world), accepted ? 'installed' : NO_SOLUTION);
    },
  };
};

const uninstall: Case['prepare'] = async (world) => {
  await world.main();
  if ((await solutionOf(world)) === undefined) {
    await dropGraph(await world.door(world.mainId), SOLUTION_GRAPH);
    const params = world.place(world.mainId);
    await world.acacia.cloud.installSolution({ params, body: installRequest });
    await solutionSettled(world);
  }
  const id = (await solutionOf(world))?.id ?? '';
  return {
    target: world.mainId,
    action: 'uninstallSolution',
    begin: () => world.acacia.cloud.uninstallSolution({ params: solutionParams(world, id) }),
    async verify({ accepted }) {
      return expect('The solution', await solutionSettled(world), accepted ? NO_SOLUTION : 'installed');
    },
  };
};

/** A schedule that becomes due now; the calendar looks every few seconds, and at each start. */
const schedule: Case['prepare'] = async (world) => {
  const { cloud } = world.acacia;
  await world.main();
  const params = world.place(world.mainId);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { id } = await cloud.createSchedule({
    params,
    body: {
      timezone: 'UTC',
      repeat: 'NOREPEAT',
      date: tomorrow,
      time: '00:00',
      workspace_type_name: 'Pause',
    },
  });
  const find = async () => (await cloud.listSchedules({ params })).find((each) => each.id === id);
  const hasRun = () =>
    until('The run of the schedule', 30_000, async () => {
      const found = await find();
      return found?.last_run_at === null ? undefined : found;
    });
  const soon = "update schedules set next_run_at = now() + interval '1 second' where id = $1";
  await world.acacia.sql(z.unknown(), soon, [id]);
  return {
    target: world.mainId,
    action: 'runSchedule',
    begin: hasRun,
    complete: hasRun,
    async verify() {
      const found = await find();
      const { status } = await world.workspace(world.mainId);
      await cloud.deleteSchedule({ params: { ...params, schedule_id: id } });
      return [
        ...expect('What came of the schedule', found?.last_outcome, 'Paused.'),
        ...expect('The status', status, 'Idle'),
      ];
    },
  };
};

const Due = z.object({ next_run_at: z.coerce.date().nullable() });

/** An automatic backup that becomes due now; the clock is looked at every 15 s. */
const automaticBackup: Case['prepare'] = async (world) => {
  const { acacia } = world;
  const { cloud } = acacia;
  await world.main();
  const params = world.place(world.mainId);
  await cloud.updateBackupSchedule({ params, body: { pause: false, schedule: '0 0 * * *' } });
  const before = new Set((await cloud.listBackups({ params })).map(({ id }) => id));
  const taken = async () =>
    (await cloud.listBackups({ params })).filter(({ id, is_automatic }) => is_automatic && !before.has(id));
  const ended = () =>
    until('The automatic backup', 90_000, async () =>
      (await taken()).some(({ status }) => status === 'Succeed') ? true : undefined,
    );
  const soon =
    "update backup_schedules set next_run_at = now() + interval '1 second' where workspace_id = $1";
  await acacia.sql(z.unknown(), soon, [world.mainId]);
  return {
    target: world.mainId,
    begin: ended,
    complete: ended,
    async verify() {
      const [due] = await acacia.sql(
        Due,
        'select next_run_at from backup_schedules where workspace_id = $1',
        [world.mainId],
      );
      const made = await taken();
      return [
        ...expect('The number of backups taken', made.length, 1),
        ...expect('Whether it is due again', (due?.next_run_at?.getTime() ?? 0) <= Date.now(), false),
        ...(await Promise.all(made.map(({ id }) => prove(world, id)))).flat(),
      ];
    },
  };
};

/**
 * A run that is started again under its id for as long as nobody tells of its end, as the editor does: it has one end and
 * one place in the history, and is whole or interrupted.
 */
const editorRun: Case['prepare'] = async (world) => {
  await world.main();
  const id = randomUUID();
  const ended = (run: string, text: string): Promise<RunFound> =>
    until('The end of a run', 90_000, async () => {
      try {
        const found = await startRun(await world.door(world.mainId), run, text);
        return found.state === 'running' ? undefined : found;
      } catch (error) {
        if (/was answered 40[03]/.test(messageOf(error))) throw error;
        // Nobody answers just now.
        return undefined;
      }
    });
  return {
    target: world.mainId,
    begin: () => ended(id, LONG_RUN),
    async verify() {
      await world.main();
      const { state, rows } = await ended(id, LONG_RUN);
      const next = await ended(randomUUID(), 'LS');
      return [
        ...expect('Whether the run is whole or interrupted', ['done', 'interrupted'].includes(state), true),
        ...(state === 'done' ? expect('The rows of the run', rows, LONG_RUN_ROWS) : []),
        ...expect('Its entries', String(await runHistory(await world.door(world.mainId), id)), state),
        ...expect('The state of the next run', next.state, 'done'),
      ];
    },
  };
};

export const CASES: readonly Case[] = [
  { name: 'create', typical: 800, writes: true, victims: ANY, prepare: create },
  { name: 'attach', typical: 1000, writes: true, victims: ANY, prepare: attach },
  {
    name: 'pause',
    typical: 250,
    writes: false,
    victims: ANY,
    prepare: lifecycle('pauseWorkspace', 'Active', 'Idle'),
  },
  {
    name: 'resume',
    typical: 800,
    writes: false,
    victims: ANY,
    prepare: lifecycle('resumeWorkspace', 'Idle', 'Active'),
  },
  { name: 'wake', typical: 800, writes: false, victims: ANY, prepare: wake },
  {
    name: 'stop',
    typical: 250,
    writes: true,
    victims: ANY,
    prepare: lifecycle('stopWorkspace', 'Active', 'Stopped'),
  },
  { name: 'terminate', typical: 250, writes: true, victims: ANY, prepare: terminate },
  {
    name: 'resize',
    typical: 1000,
    writes: true,
    victims: ANY,
    prepare: change(
      'workspace_type_name',
      ({ workspace_type }) => (workspace_type.typeName === 'TG-00' ? 'TG-0' : 'TG-00'),
      ({ workspace_type }) => workspace_type.typeName,
    ),
  },
  {
    name: 'replicas',
    typical: 1300,
    writes: true,
    victims: ANY,
    prepare: change(
      'enable_ha',
      ({ enable_ha }) => !enable_ha,
      ({ enable_ha }) => enable_ha,
    ),
  },
  {
    name: 'failover',
    typical: 1000,
    writes: true,
    victims: ['workspace', 'workspace', 'workspace', 'everything'],
    prepare: failover,
  },
  {
    name: 'upgrade',
    typical: 1000,
    writes: true,
    victims: ANY,
    prepare: change(
      'tg_version',
      ({ tg_version }) => versionAfter(tg_version),
      ({ tg_version }) => tg_version,
    ),
  },
  { name: 'refresh', typical: 1100, writes: true, victims: ANY, prepare: refresh },
  { name: 'log-collection', typical: 1200, writes: true, victims: ANY, prepare: logCollection },
  { name: 'run', typical: 1500, writes: true, victims: ANY, prepare: editorRun },
  { name: 'settings', typical: 60, writes: true, victims: PLANE, prepare: settings },
  { name: 'backup', typical: 1600, writes: true, victims: ANY, prepare: backup },
  { name: 'delete-backup', typical: 200, writes: true, victims: PLANE, prepare: deleteBackup },
  {
    name: 'restore',
    typical: 2200,
    writes: false,
    victims: ANY,
    mayFail: ['workspace'],
    prepare: restore,
  },
  {
    name: 'restore-into-new',
    typical: 1900,
    writes: true,
    victims: ANY,
    mayFail: ['workspace'],
    prepare: restoreIntoNew,
  },
  { name: 'delete-database', typical: 200, writes: true, victims: PLANE, prepare: deleteDatabase },
  { name: 'schedule', typical: 4000, writes: false, victims: PLANE, prepare: schedule },
  {
    name: 'automatic-backup',
    typical: 18_000,
    slow: true,
    writes: true,
    victims: PLANE,
    prepare: automaticBackup,
  },
  { name: 'install', typical: 1200, writes: true, victims: ANY, prepare: install },
  { name: 'uninstall', typical: 500, writes: true, victims: ANY, prepare: uninstall },
];
