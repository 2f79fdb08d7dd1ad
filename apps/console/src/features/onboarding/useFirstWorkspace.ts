/** Acquires the first workspace and waits until it is Active (specification part 1, sections 4.3 and 8). */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { tasksQuery } from '../../data/onboarding.ts';
import { workgroupKeys } from '../../data/workgroups.ts';
import { pause } from '../../services/pause.ts';
import type { Services } from '../../services/services.ts';

const POLL_MS = 1000;
const MOST_MS = 600_000;

/**
 * @param sample with the sample for newcomers in it, where it is made by this call
 * @throws CloudError when there is none
 * @throws Error with the specification's sentence when it is not Active after ten minutes
 */
export async function acquireWorkspace(
  { cloud, queryClient }: Pick<Services, 'cloud' | 'queryClient'>,
  sample: boolean,
  signal: AbortSignal,
): Promise<Workspace> {
  const { workgroup_id } = await cloud.acquireWorkgroup({ query: sample ? { sample: 'true' } : {}, signal });
  for (let waited = 0; waited <= MOST_MS; waited += POLL_MS) {
    const { workspaces } = await cloud.getWorkgroup({ params: { workgroup_id }, signal });
    const first = workspaces.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0];
    if (first?.status === 'Active') {
      await queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      await queryClient.invalidateQueries({ queryKey: tasksQuery({ cloud }).queryKey });
      return first;
    }
    await pause(POLL_MS, signal);
  }
  throw new Error(t`workspace did not become active in time.`);
}
