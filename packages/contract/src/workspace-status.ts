/** Statuses of a workspace (specification part 2, section 4). */
import { z } from 'zod';

export const WorkspaceStatus = z.enum([
  'Pending',
  'Active',
  'Idle',
  'Stopped',
  'Resuming',
  'Pausing',
  'Stopping',
  'Updating',
  'Upgrading',
  'Resizing',
  'Terminating',
  'Error',
]);
export type WorkspaceStatus = z.infer<typeof WorkspaceStatus>;

/**
 * `InitializeRoll`: the workspace is being created. `Degraded`: it answers while its replica is being rebuilt.
 */
export const ConditionType = z.enum(['Normal', 'InitializeRoll', 'Degraded']);
export type ConditionType = z.infer<typeof ConditionType>;

/** Statuses that end by themselves: shown with progress and polled. */
export const IN_PROGRESS: ReadonlySet<WorkspaceStatus> = new Set([
  'Pending',
  'Resuming',
  'Pausing',
  'Stopping',
  'Updating',
  'Upgrading',
  'Resizing',
  'Terminating',
]);
