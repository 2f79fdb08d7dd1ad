/** Performers that start, change, stop and remove workspaces. */
import type { WorkspaceStatus } from '@acacia/contract';
import { z } from 'zod';
import { STATUS_DURING } from '../../operations/operation.ts';
import type { Ending, Performance, Performer, Step, Undo } from '../../operations/performer.ts';
import {
  eraseWorkspace,
  findWorkspace,
  moveStatus,
  specOf,
  type WorkspaceChange,
  type WorkspaceRow,
} from '../../operations/workspace-state.ts';
import { makeDatabase } from '../databases/make.ts';
import { removeSnapshotsFor, sweepSnapshots, takePlanned } from '../databases/snapshots.ts';
import { sampleFor, tellCopied } from '../solutions/ready-sample.ts';

type BringUp = 'create' | 'resume';
type Change = 'resize' | 'upgrade' | 'reconfigure';
type LifecycleKind = BringUp | Change | 'pause' | 'stop' | 'terminate' | 'refresh';

/** A performer on an existing workspace; it does nothing for one that was terminated meanwhile. */
const onWorkspace = (
  steps: (row: WorkspaceRow, performance: Performance) => readonly Step[],
  rest: Omit<Performer, 'steps'> = {},
): Performer => ({
  ...rest,
  async steps(performance) {
    const id = performance.operation.workspaceId;
    const row = id === null ? undefined : await findWorkspace(performance.db, id);
    return row === undefined ? [] : steps(row, performance);
  },
});

const becomes =
  (
    row: WorkspaceRow,
    kind: LifecycleKind,
    to: WorkspaceChange & { readonly status: WorkspaceStatus },
  ): Ending =>
  async (tx) => {
    await moveStatus(tx, row.id, STATUS_DURING[kind], to);
  };

const ACTIVE = { status: 'Active', restarts: 0 } as const;

const prepare = ({ id, databaseId }: WorkspaceRow, { db, driver, operation }: Performance): Step => ({
  name: 'Preparing',
  do: () =>
    makeDatabase(db, driver, databaseId, async () => {
      const sample = await sampleFor(db, driver, id, operation);
      return sample === null ? null : { databaseId: sample, copied: (tx) => tellCopied(tx, id) };
    }),
});

/** Makes a workspace run as its row says. */
const start = (row: WorkspaceRow, kind: LifecycleKind, { driver, catalog }: Performance): Step => ({
  name: 'Starting the server',
  async do() {
    await driver.start(specOf(catalog, row));
    return becomes(row, kind, ACTIVE);
  },
});

const takeSnapshot = (snapshotId: string, { db, driver }: Performance): Step => ({
  name: 'Taking a snapshot of the database',
  do: () => takePlanned(db, driver, snapshotId),
});

const bringUp = (kind: BringUp) =>
  onWorkspace((row, performance) => [
    ...(row.snapshotId === null ? [] : [takeSnapshot(row.snapshotId, performance)]),
    prepare(row, performance),
    start(row, kind, performance),
  ]);

/** The state before a change, to go back to; absent when the control plane's start or an earlier release began it. */
export const ChangePayload = z.object({
  former: z
    .object({ workspaceTypeName: z.string(), enableHa: z.boolean(), tgVersion: z.string() })
    .optional(),
});
export type ChangePayload = z.infer<typeof ChangePayload>;

/** Changes a running workspace to the present state of its row; on failure restores the state before. */
const change = (kind: Change, complaint: string) =>
  onWorkspace(
    (row, performance) => {
      const { driver, catalog, operation } = performance;
      const { former } = ChangePayload.parse(operation.payload);
      const begin = prepare(row, performance);
      const go = start(row, kind, performance);
      if (former === undefined) return [begin, go];
      const undo: Undo = {
        name: 'Going back to what it was',
        async do(failure) {
          await driver.start(specOf(catalog, { ...row, ...former }));
          const errMessage = `${complaint}, and it runs as it did before: ${failure}`;
          return becomes(row, kind, { ...ACTIVE, errMessage, ...former });
        },
      };
      return [{ ...begin, undo }, go];
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
  onWorkspace((row, { driver }) => [
    {
      name: 'Stopping the server',
      async do() {
        await driver.stop(row.id);
        return becomes(row, kind, { status });
      },
    },
  ]);

export const RefreshPayload = z.object({
  /** The new snapshot; the sweep spares it because an operation names it. */
  snapshotId: z.string(),
  /** The status to go back to. */
  from: z.enum(['Active', 'Idle']),
});
export type RefreshPayload = z.infer<typeof RefreshPayload>;

const notRefreshed = (refreshMessage: string) => ({ refreshStatus: 'failed' as const, refreshMessage });

const refresh = onWorkspace(
  (row, performance) => {
    const { operation, driver, catalog } = performance;
    const { snapshotId, from } = RefreshPayload.parse(operation.payload);
    const restart = async (shown: string | null) => {
      if (from === 'Active') await driver.start(specOf(catalog, { ...row, snapshotId: shown }));
    };
    return [
      {
        ...takeSnapshot(snapshotId, performance),
        // Also when no snapshot was taken: after a restart of the control plane the server may be down.
        undo: {
          name: 'Going back to the snapshot before',
          async do(failure) {
            await restart(row.snapshotId);
            return becomes(row, 'refresh', { status: from, ...notRefreshed(failure) });
          },
        },
      },
      {
        name: 'Starting the server on it',
        async do() {
          await restart(snapshotId);
          const shown = { snapshotId, refreshStatus: '' as const, refreshMessage: '' };
          return becomes(row, 'refresh', { status: from, ...shown });
        },
      },
    ];
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
  terminate: onWorkspace((row, { driver, db }) => [
    { name: 'Stopping the server', do: () => driver.stop(row.id) },
    {
      name: 'Removing the workspace',
      async do() {
        await driver.delete(row.id);
        await removeSnapshotsFor(db, driver, row.id);
        return (tx) => eraseWorkspace(tx, row.id);
      },
    },
  ]),
};
