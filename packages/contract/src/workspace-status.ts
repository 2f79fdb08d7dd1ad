/** Which statuses a workspace can have (specification part 2, section 4). */
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
