/** Takes the steps of a plan. */
import { CloudError, type CloudClient } from '@acacia/api-client';
import { UsageError } from '../failure.ts';
import { settled } from '../verbs/wait.ts';
import { pathOf, readIds, type Ids } from './read.ts';
import type { Live, Step } from './step.ts';

/** @throws UsageError for a name that nothing has */
function idOf(ids: ReadonlyMap<string, string>, kind: string, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new UsageError(`There is no ${kind} named "${name}".`);
  return id;
}

const liveOf = (cloud: CloudClient, ids: Ids): Live => ({
  cloud,
  workgroup: (name) => idOf(ids.workgroups, 'workgroup', name),
  database: (group, name) => idOf(ids.databases, 'database', pathOf(group, name)),
  workspace: (group, name) => idOf(ids.workspaces, 'workspace', pathOf(group, name)),
  user: (email) => idOf(ids.users, 'user', email),
  async settle(params) {
    try {
      await settled(cloud, params);
    } catch (error) {
      if (!(error instanceof CloudError && error.status === 404)) throw error;
    }
  },
});

/**
 * Takes the steps in their order; the first that fails ends it, and applying again goes on from there.
 * @param told called before each step
 */
export async function applySteps(
  cloud: CloudClient,
  steps: readonly Step[],
  told: (step: Step) => void,
): Promise<void> {
  for (const step of steps) {
    told(step);
    // What was made before has an id only now.
    await step.run(liveOf(cloud, await readIds(cloud)));
  }
}
