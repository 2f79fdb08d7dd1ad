/** A new snapshot for a read-only workspace (specification part 2, section 4). */
import { NO_SNAPSHOT_SOURCE, type WorkspaceStatus } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { conflict } from '../../http/problem.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { enqueue } from '../../operations/queue.ts';
import { writeWorkspace } from '../../operations/workspace-state.ts';
import { planSnapshot, writerOf } from '../databases/snapshots.ts';
import { demand, lockWorkspace } from './lifecycle.ts';
import { RefreshPayload } from './performers.ts';

/** @throws Problem Conflict when it is not read-only and up or idle, or no workspace writes the database just now */
export async function refreshWorkspace(
  tx: Db,
  id: string,
  actor: string,
): Promise<{ readonly before: { status: WorkspaceStatus }; readonly after: { status: WorkspaceStatus } }> {
  const row = await lockWorkspace(tx, id);
  demand('refresh', row);
  const { databaseId, status } = row;
  if ((await writerOf(tx, databaseId))?.status !== 'Active') throw conflict(NO_SNAPSHOT_SOURCE);
  const during = STATUS_DURING.refresh;
  const payload = RefreshPayload.parse({ snapshotId: await planSnapshot(tx, databaseId, id), from: status });
  await enqueue(tx, { kind: 'refresh', workspaceId: id, databaseId, actor, payload });
  await writeWorkspace(tx, id, {
    status: during,
    errMessage: '',
    refreshStatus: 'refreshing',
    refreshMessage: '',
    lastModifiedAt: new Date(),
  });
  return { before: { status }, after: { status: during } };
}
