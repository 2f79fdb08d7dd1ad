/** Starting, stopping and removing of workspaces. */
import type { WorkspaceStatus } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import type { Ending, Performance, Performer } from '../../operations/performer.ts';
import { findWorkspace, moveStatus, specOf, type WorkspaceRow } from '../../operations/workspace-state.ts';

type LifecycleKind =
  'create' | 'resume' | 'pause' | 'stop' | 'terminate' | 'resize' | 'upgrade' | 'reconfigure';

const nothing: Ending = async () => undefined;

/** For a workspace that is there: one that was terminated meanwhile needs nothing any more. */
const onWorkspace = (work: (row: WorkspaceRow, performance: Performance) => Promise<Ending>): Performer => ({
  async perform(performance) {
    const id = performance.operation.workspaceId;
    const row = id === null ? undefined : await findWorkspace(performance.db, id);
    return row === undefined ? nothing : work(row, performance);
  },
});

const become = (row: WorkspaceRow, kind: LifecycleKind, status: WorkspaceStatus) => async (tx: Db) => {
  await moveStatus(tx, row.id, STATUS_DURING[kind], { status });
};

const bringUp = (kind: LifecycleKind) =>
  onWorkspace(async (row, { driver, step }) => {
    const spec = specOf(row);
    await step('Preparing');
    await driver.create(spec);
    await step('Starting the server');
    await driver.start(spec);
    return async (tx) => {
      await moveStatus(tx, row.id, STATUS_DURING[kind], { status: 'Active', restarts: 0 });
    };
  });

const takeDown = (kind: LifecycleKind, status: WorkspaceStatus) =>
  onWorkspace(async (row, { driver, step }) => {
    await step('Stopping the server');
    await driver.stop(row.id);
    return become(row, kind, status);
  });

export const lifecyclePerformers: Readonly<Record<LifecycleKind, Performer>> = {
  create: bringUp('create'),
  resume: bringUp('resume'),
  resize: bringUp('resize'),
  upgrade: bringUp('upgrade'),
  reconfigure: bringUp('reconfigure'),
  pause: takeDown('pause', 'Idle'),
  stop: takeDown('stop', 'Stopped'),
  terminate: onWorkspace(async (row, { driver, step }) => {
    await step('Stopping the server');
    await driver.stop(row.id);
    await step('Removing the workspace');
    await driver.delete(row.id);
    return async (tx) => {
      await tx.delete(workspaces).where(eq(workspaces.id, row.id));
    };
  }),
};
