/** Status of an installed solution (specification part 2, section 3). */
import { z } from 'zod';

export const SolutionStatus = z.enum([
  'install_pending',
  'uninstall_pending',
  'installed',
  'uninstalled',
  'install_error',
  'uninstall_error',
]);
export type SolutionStatus = z.infer<typeof SolutionStatus>;

/** While one of these, the workspace may not be paused, stopped or resized. */
export const SOLUTION_PENDING: ReadonlySet<SolutionStatus> = new Set([
  'install_pending',
  'uninstall_pending',
]);
