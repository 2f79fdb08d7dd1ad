/** Tone of each status (specification part 2, section 4: active is positive, others accordingly). */
import type { WorkspaceStatus } from '@acacia/contract';
import type { StatusTone } from '@acacia/ui';

export const WORKSPACE_TONE: Readonly<Record<WorkspaceStatus, StatusTone>> = {
  Active: 'positive',
  Idle: 'idle',
  Stopped: 'stopped',
  Pending: 'progress',
  Resuming: 'progress',
  Pausing: 'progress',
  Stopping: 'progress',
  Updating: 'progress',
  Upgrading: 'progress',
  Resizing: 'progress',
  Terminating: 'warning',
  Error: 'negative',
};
