/**
 * What each kind of operation does. Every step may have been done before, by a process that was killed
 * after it: all of them can be repeated.
 */
import type { WorkspaceStatus } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { workspaces } from '../database/schema.ts';
import type { Driver } from '../drivers/driver.ts';
import type { OperationKind } from './operation.ts';
import { findWorkspace, moveStatus, specOf } from './workspace-state.ts';
import type { OperationRow } from './queue.ts';

type WorkspaceKind = Exclude<OperationKind, 'delete-database'>;

/** The status that a workspace has while each kind runs on it. */
export const STATUS_DURING: Readonly<Record<WorkspaceKind, WorkspaceStatus>> = {
  create: 'Pending',
  resume: 'Resuming',
  pause: 'Pausing',
  stop: 'Stopping',
  terminate: 'Terminating',
};

interface Performance {
  readonly driver: Driver;
  readonly db: Db;
  /** Says what is being done now. */
  readonly step: (text: string) => Promise<void>;
}

/** Runs it to its end and gives what to write when it is done, in the transaction that ends it. */
export async function perform(
  operation: OperationRow,
  { driver, db, step }: Performance,
): Promise<(tx: Db) => Promise<void>> {
  const nothing = async () => undefined;
  if (operation.kind === 'delete-database') {
    await step('Erasing the data');
    await driver.deleteDatabase(operation.databaseId);
    return nothing;
  }
  const id = operation.workspaceId;
  const row = id === null ? undefined : await findWorkspace(db, id);
  // Gone already: a termination that was cut off after it had removed the row.
  if (id === null || row === undefined) return nothing;

  const during = STATUS_DURING[operation.kind];
  const become = (status: WorkspaceStatus) => async (tx: Db) => {
    await moveStatus(tx, id, during, { status });
  };
  switch (operation.kind) {
    case 'create':
    case 'resume': {
      const spec = specOf(row);
      await step('Preparing');
      await driver.create(spec);
      await step('Starting the server');
      await driver.start(spec);
      return async (tx) => {
        await moveStatus(tx, id, during, { status: 'Active', restarts: 0 });
      };
    }
    case 'pause':
      await step('Stopping the server');
      await driver.stop(id);
      return become('Idle');
    case 'stop':
      await step('Stopping the server');
      await driver.stop(id);
      return become('Stopped');
    case 'terminate':
      await step('Stopping the server');
      await driver.stop(id);
      await step('Removing the workspace');
      await driver.delete(id);
      return async (tx) => {
        await tx.delete(workspaces).where(eq(workspaces.id, id));
      };
  }
}
