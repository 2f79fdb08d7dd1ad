/** The performers of all kinds of operations. */
import type { Performers } from '../operations/performer.ts';
import { backupPerformers } from './backups/performers.ts';
import { databasePerformers } from './databases/performers.ts';
import { organizationPerformers } from './onboarding/create-organization.ts';
import { solutionPerformers } from './solutions/performers.ts';
import { samplePerformers } from './solutions/sample-performer.ts';
import { lifecyclePerformers } from './workspaces/performers.ts';

export const performers: Performers = {
  ...lifecyclePerformers,
  ...databasePerformers,
  ...backupPerformers,
  ...solutionPerformers,
  ...samplePerformers,
  ...organizationPerformers,
};
