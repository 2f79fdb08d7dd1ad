/** Refreshes a read-only workspace with a new snapshot (specification part 2, section 4). */
import type { WorkspaceStatus } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { problem } from '../../errors/problem.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { enqueue } from '../../operations/queue.ts';
import { writeWorkspace } from '../../operations/workspace-state.ts';
import { planSnapshot, writerOf } from '../databases/snapshots.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';
import { RefreshPayload } from './performers.ts';

/** @throws Problem Conflict when its state does not allow it, or the database's read-write workspace is not Active */
export async function refreshWorkspace(
  tx: Db,
  id: string,
  actor: string,
): Promise<{ readonly before: { status: WorkspaceStatus }; readonly after: { status: WorkspaceStatus } }> {
  const row = await lockWorkspace(tx, id);
  demand('refresh', row);
  const { databaseId, status } = row;
  if ((await writerOf(tx, databaseId))?.status !== 'Active') throw problem('noSnapshotSource');
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
