/** Kinds and states of durable operations. */
import type { WorkspaceStatus } from '@acacia/contract';

/** The status of a workspace while an operation of each kind runs on it; null: it stays as it is. */
export const STATUS_DURING = {
  create: 'Pending',
  resume: 'Resuming',
  pause: 'Pausing',
  stop: 'Stopping',
  terminate: 'Terminating',
  resize: 'Resizing',
  upgrade: 'Upgrading',
  /** Restarts the workspace as its row says: high availability has changed. */
  reconfigure: 'Updating',
  /** A new snapshot for a read-only workspace. */
  refresh: 'Updating',
  backup: null,
  'delete-backup': null,
  restore: 'Updating',
  'install-solution': null,
  'uninstall-solution': null,
  'delete-database': null,
} as const satisfies Record<string, WorkspaceStatus | null>;

export type OperationKind = keyof typeof STATUS_DURING;
export type OperationState = 'queued' | 'running' | 'succeeded' | 'failed';
