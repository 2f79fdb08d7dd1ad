/** Every call of the cloud API. Paths are below `/api`. */
import { accessCalls } from './calls/access.ts';
import { apiKeyCalls } from './calls/api-keys.ts';
import { backupsCalls } from './calls/backups.ts';
import { billingCalls } from './calls/billing.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { extrasCalls } from './calls/extras.ts';
import { factorCalls } from './calls/factors.ts';
import { explorationCalls } from './calls/explorations.ts';
import { feedbackCalls } from './calls/feedback.ts';
import { supportCalls } from './calls/support.ts';
import { importCalls } from './calls/imports.ts';
import { loadDraftCalls } from './calls/load-drafts.ts';
import { filesCalls } from './calls/files.ts';
import { onboardingCalls } from './calls/onboarding.ts';
import { organizationCalls } from './calls/organization.ts';
import { provisioningCalls } from './calls/provisioning.ts';
import { sessionsCalls } from './calls/sessions.ts';
import { shellCalls } from './calls/shell.ts';
import { usersCalls } from './calls/users.ts';
import { watchingCalls } from './calls/watching.ts';
import { workgroupsCalls } from './calls/workgroups.ts';
import { workspacesCalls } from './calls/workspaces.ts';

export const cloudApi = {
  ...shellCalls,
  ...sessionsCalls,
  ...factorCalls,
  ...onboardingCalls,
  ...organizationCalls,
  ...workgroupsCalls,
  ...workspacesCalls,
  ...usersCalls,
  ...provisioningCalls,
  ...apiKeyCalls,
  ...accessCalls,
  ...watchingCalls,
  ...backupsCalls,
  ...extrasCalls,
  ...explorationCalls,
  ...feedbackCalls,
  ...supportCalls,
  ...importCalls,
  ...loadDraftCalls,
  ...filesCalls,
  ...dashboardCalls,
  ...billingCalls,
} as const;

export type CloudApi = typeof cloudApi;
export type CloudCall = keyof CloudApi;
