/** Performers that start, change, stop and remove workspaces. */
import type { WorkspaceStatus } from '@acacia/contract';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { Undone, type Ending, type Performance, type Performer } from '../../operations/performer.ts';
import {
  eraseWorkspace,
  findWorkspace,
  moveStatus,
  specOf,
  type WorkspaceRow,
} from '../../operations/workspace-state.ts';
import { makeDatabase } from '../databases/make.ts';
import { removeSnapshotsFor, sweepSnapshots, takePlanned } from '../databases/snapshots.ts';
import { tellable } from '../../errors/tellable.ts';

type BringUp = 'create' | 'resume';
type Change = 'resize' | 'upgrade' | 'reconfigure';
type LifecycleKind = BringUp | Change | 'pause' | 'stop' | 'terminate' | 'refresh';

const nothing: Ending = async () => undefined;
/** A performer on an existing workspace; it does nothing for one that was terminated meanwhile. */
const onWorkspace = (
  work: (row: WorkspaceRow, performance: Performance) => Promise<Ending>,
  rest: Omit<Performer, 'perform'> = {},
): Performer => ({
  ...rest,
  async perform(performance) {
    const id = performance.operation.workspaceId;
    const row = id === null ? undefined : await findWorkspace(performance.db, id);
    return row === undefined ? nothing : work(row, performance);
  },
});

/** Makes a workspace run as its row says. */
async function run(row: WorkspaceRow, { driver, db, catalog, step }: Performance): Promise<void> {
  await step('Preparing');
  await makeDatabase(db, driver, row.databaseId);
  await step('Starting the server');
  await driver.start(specOf(catalog, row));
}

const active = (row: WorkspaceRow, kind: LifecycleKind, errMessage: string) => async (tx: Db) => {
  await moveStatus(tx, row.id, STATUS_DURING[kind], { status: 'Active', restarts: 0, errMessage });
};

/** Restores the state before a failure. @throws Error with both messages when that fails too */
async function goBack(work: () => Promise<void>, first: unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${tellable(first)} Going back failed too: ${tellable(error)}`, { cause: error });
  }
}

async function takeMissingSnapshot({ snapshotId }: WorkspaceRow, performance: Performance): Promise<void> {
  if (snapshotId === null) return;
  await performance.step('Taking a snapshot of the database');
  await takePlanned(performance.db, performance.driver, snapshotId);
}

const bringUp = (kind: BringUp) =>
  onWorkspace(async (row, performance) => {
    await takeMissingSnapshot(row, performance);
    await run(row, performance);
    return active(row, kind, '');
  });

/** The state before a change, to go back to; absent when the control plane's start or an earlier release began it. */
export const ChangePayload = z.object({
  former: z
    .object({ workspaceTypeName: z.string(), enableHa: z.boolean(), tgVersion: z.string() })
    .optional(),
});
export type ChangePayload = z.infer<typeof ChangePayload>;

/** Changes a running workspace to the present state of its row; on failure restores the state before. */
const change = (kind: Change, failure: string) =>
  onWorkspace(
    async (row, performance) => {
      const { former } = ChangePayload.parse(performance.operation.payload);
      try {
        await run(row, performance);
      } catch (error) {
        if (former === undefined) throw error;
        await performance.step('Going back to what it was');
        await goBack(() => run({ ...row, ...former }, performance), error);
        throw new Undone(error, async (tx) => {
          const errMessage = `${failure}, and it runs as it did before: ${tellable(error)}`;
          const before = { status: 'Active' as const, restarts: 0, errMessage, ...former };
          await moveStatus(tx, row.id, STATUS_DURING[kind], before);
        });
      }
      return active(row, kind, '');
    },
    {
      async failed(tx, { workspaceId, payload }, errMessage) {
        if (workspaceId === null) return;
        const { former } = ChangePayload.parse(payload);
        await moveStatus(tx, workspaceId, STATUS_DURING[kind], { status: 'Error', errMessage, ...former });
      },
    },
  );

const takeDown = (kind: 'pause' | 'stop', status: WorkspaceStatus) =>
  onWorkspace(async (row, { driver, step }) => {
    await step('Stopping the server');
    await driver.stop(row.id);
    return async (tx) => {
      await moveStatus(tx, row.id, STATUS_DURING[kind], { status });
    };
  });

export const RefreshPayload = z.object({
  /** The new snapshot; the sweep spares it because an operation names it. */
  snapshotId: z.string(),
  /** The status to go back to. */
  from: z.enum(['Active', 'Idle']),
});
export type RefreshPayload = z.infer<typeof RefreshPayload>;

const notRefreshed = (refreshMessage: string) => ({ refreshStatus: 'failed' as const, refreshMessage });

const refresh = onWorkspace(
  async (row, performance) => {
    const { operation, driver, db, catalog, step } = performance;
    const { snapshotId, from } = RefreshPayload.parse(operation.payload);
    const restart = async (shown: string | null) => {
      if (from === 'Active') await driver.start(specOf(catalog, { ...row, snapshotId: shown }));
    };
    try {
      await step('Taking a snapshot of the database');
      await takePlanned(db, driver, snapshotId);
      await step('Starting the server on it');
      await restart(snapshotId);
    } catch (error) {
      await step('Going back to the snapshot before');
      await goBack(() => restart(row.snapshotId), error);
      throw new Undone(error, async (tx) => {
        await moveStatus(tx, row.id, STATUS_DURING.refresh, {
          status: from,
          ...notRefreshed(tellable(error)),
        });
      });
    }
    return async (tx) => {
      const done = { snapshotId, refreshStatus: '' as const, refreshMessage: '' };
      await moveStatus(tx, row.id, STATUS_DURING.refresh, { status: from, ...done });
    };
  },
  {
    async failed(tx, { workspaceId }, message) {
      const change = { status: 'Error' as const, errMessage: message, ...notRefreshed(message) };
      if (workspaceId !== null) await moveStatus(tx, workspaceId, STATUS_DURING.refresh, change);
    },
    // Removes the snapshot that was shown before, or the new one after a failure.
    after: ({ operation, db, driver }) => sweepSnapshots(db, driver, operation.workspaceId ?? ''),
  },
);

export const lifecyclePerformers: Readonly<Record<LifecycleKind, Performer>> = {
  create: bringUp('create'),
  resume: bringUp('resume'),
  resize: change('resize', 'The workspace could not be resized'),
  upgrade: change('upgrade', 'The workspace could not be upgraded'),
  reconfigure: change('reconfigure', 'The workspace could not be changed'),
  refresh,
  pause: takeDown('pause', 'Idle'),
  stop: takeDown('stop', 'Stopped'),
  terminate: onWorkspace(async (row, { driver, db, step }) => {
    await step('Stopping the server');
    await driver.stop(row.id);
    await step('Removing the workspace');
    await driver.delete(row.id);
    await removeSnapshotsFor(db, driver, row.id);
    return (tx) => eraseWorkspace(tx, row.id);
  }),
};
