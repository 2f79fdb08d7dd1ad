/** Status of a workspace during each kind of operation. */
import type { WorkspaceStatus } from '@acacia/contract';
import type { OperationKind } from '../database/schema.ts';

/** The status of a workspace while an operation of each kind runs on it; null: it stays as it is. */
export const STATUS_DURING = {
  create: 'Pending',
  resume: 'Resuming',
  pause: 'Pausing',
  stop: 'Stopping',
  terminate: 'Terminating',
  resize: 'Resizing',
  upgrade: 'Upgrading',
  reconfigure: 'Updating',
  refresh: 'Updating',
  backup: null,
  'delete-backup': null,
  restore: 'Updating',
  'install-solution': null,
  'uninstall-solution': null,
  'make-sample': null,
  'delete-database': null,
  'create-organization': null,
} as const satisfies Record<OperationKind, WorkspaceStatus | null>;
