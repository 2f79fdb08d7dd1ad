/** What each kind of operation does. */
import { backupPerformers } from '../resources/backups/performers.ts';
import { databasePerformers } from '../resources/databases/performers.ts';
import { solutionPerformers } from '../resources/solutions/performers.ts';
import { lifecyclePerformers } from '../resources/workspaces/performers.ts';
import type { OperationKind } from './operation.ts';
import type { Performer } from './performer.ts';

export const PERFORMERS: Readonly<Partial<Record<OperationKind, Performer>>> = {
  ...lifecyclePerformers,
  ...databasePerformers,
  ...backupPerformers,
  ...solutionPerformers,
};
