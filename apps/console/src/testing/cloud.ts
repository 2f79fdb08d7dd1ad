/** Answers of a cloud that holds the given workgroups. */
import type { Workgroup } from '@acacia/contract';
import { aBillingStatus, aCatalog, anAdmin, anOrganization, aQuota, aTask } from './records.ts';
import { Refused, type Answers } from './render-console.tsx';

export function aCloud(groups: readonly Workgroup[], more: Answers = {}): Answers {
  return {
    getMe: () => anAdmin,
    getMyOrganization: () => anOrganization,
    listMyOrganizations: ({ query }) =>
      query['holds'] === undefined ? [{ ...anOrganization, last_login: true }] : [],
    getWorkspaceMeta: () => aCatalog,
    listWorkspaceTypes: () => aCatalog.workspaceTypes,
    getQuota: () => aQuota(),
    getBillingStatus: () => aBillingStatus(),
    listAddons: () => [],
    // All done, so that home shows none of them.
    listOnboardingTasks: () => [{ ...aTask, completed: true }],
    listUsers: () => [],
    listSolutionCatalog: () => [],
    listFiles: () => ({ files: [], more: false }),
    listLeftFiles: () => [],
    listLoadDrafts: () => [],
    getLoadDraft: () => ({ version: 0, draft: null }),
    listPastLoads: () => [],
    listWorkgroups: () => groups,
    getWorkgroup: ({ ids }) => {
      const found = groups.find((group) => group.workgroup_id === ids[0]);
      if (found === undefined) throw new Refused('There is no such workgroup.', 'Not-Found');
      return found;
    },
    ...more,
  };
}
