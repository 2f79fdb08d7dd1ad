/** `--wait`: until what a call has begun has ended. */
import { setTimeout as delay } from 'node:timers/promises';
import { CloudError, type CloudClient } from '@acacia/api-client';
import {
  Backup,
  BACKUP_ENDED,
  IN_PROGRESS,
  RestoreTask,
  Workspace,
  type CloudCall,
  type Route,
} from '@acacia/contract';
import type { CallInput } from '@acacia/api-client/commands';
import { OutcomeError } from '../failure.ts';
import type { Connection } from '../session/connection.ts';

const POLL_MS = 500;

type Waiting = (connection: Connection, input: CallInput, result: unknown) => Promise<unknown>;

/** @throws OutcomeError when the workspace ends in Error */
export async function settled(
  cloud: CloudClient,
  params: { workgroup_id: string; workspace_id: string },
): Promise<Workspace> {
  for (;;) {
    const workspace = await cloud.getWorkspace({ params });
    if (workspace.status === 'Error') throw new OutcomeError(`${workspace.name}: ${workspace.err_message}`);
    if (!IN_PROGRESS.has(workspace.status) && workspace.refresh_status !== 'refreshing') return workspace;
    await delay(POLL_MS);
  }
}

const workspaceSettled: Waiting = (connection, _input, result) =>
  settled(connection.cloud, Workspace.parse(result));

const placeOf = ({ params = {} }: CallInput) => ({
  workgroup_id: String(params['workgroup_id']),
  workspace_id: String(params['workspace_id']),
});

const workspaceGone: Waiting = async (connection, input, result) => {
  try {
    await settled(connection.cloud, placeOf(input));
  } catch (error) {
    if (error instanceof CloudError && error.status === 404) return result;
    throw error;
  }
  throw new OutcomeError('The workspace is still there.');
};

async function taskEnded({ cloud }: Connection, input: CallInput, task_id: string): Promise<unknown> {
  for (;;) {
    const task = await cloud.getBackupTaskStatus({ params: { ...placeOf(input), task_id } });
    if (BACKUP_ENDED.has(task.status)) {
      if (task.status !== 'Succeed') throw new OutcomeError(`${task.name}: ${task.output}`);
      return task;
    }
    await delay(POLL_MS);
  }
}

const WAITS: Partial<Record<CloudCall, Waiting>> = {
  deleteWorkspace: workspaceGone,
  createBackup: async (connection, input, result) => {
    const { task_id } = Backup.parse(result);
    return task_id === null ? result : taskEnded(connection, input, task_id);
  },
  restoreBackup: (connection, input, result) => taskEnded(connection, input, RestoreTask.parse(result)),
};

/** How to wait for what a call begins; undefined for calls that have done all when they are answered. */
export function waitingFor(call: CloudCall, { method, result }: Route): Waiting | undefined {
  return WAITS[call] ?? (method !== 'GET' && result === Workspace ? workspaceSettled : undefined);
}
