/** Handlers of the calls of the onboarding. */
import type { TaskId } from '@acacia/contract';
import { notFound } from '../../errors/problem.ts';
import type { Change, HandlersOf } from '../../http/call.ts';
import type { Settings } from '../../settings.ts';
import { presentOrganization } from '../identity/store.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Places } from '../workspaces/create.ts';
import { acquireWorkgroup } from './acquire-workgroup.ts';
import { askForOrganization, jobOf } from './create-organization.ts';
import { completeProved, demandCompleted } from './tasks.ts';
import { finishSurvey, storeSurvey } from './survey.ts';

/** The change of a look at the to-do list, which stands in the audit log where it has completed something. */
const completedNow = (orgId: string, now: readonly TaskId[]): Change => ({
  resource: `onboarding/${orgId}`,
  after: { completed: now },
  ...(now.length === 0 ? { quiet: true } : {}),
});

export const onboardingHandlers = (
  { supportEmail, strangers, stripe }: Pick<Settings, 'supportEmail' | 'strangers' | 'stripe'>,
  catalog: Catalog,
  places: Places,
): HandlersOf<
  | 'createMyOrganization'
  | 'getJob'
  | 'acquireWorkgroup'
  | 'listOnboardingTasks'
  | 'completeOnboardingTask'
  | 'answerSurvey'
  | 'finishSurvey'
> => ({
  createMyOrganization: async ({ actor, db, changed }) => {
    const job_id = await askForOrganization(db, actor, strangers);
    changed({ resource: `job/${job_id}`, after: { asked_for: 'organization' } });
    return { job_id };
  },

  getJob: ({ actor, params, db }) => jobOf(db, actor.userId, params.job_id),

  listOnboardingTasks: async ({ actor: { orgId }, db, changed }) => {
    const { tasks, now } = await completeProved(db, orgId, stripe !== null);
    changed(completedNow(orgId, now));
    return [...tasks];
  },

  completeOnboardingTask: async ({ actor: { orgId }, body, db, changed }) => {
    const completion = await completeProved(db, orgId, stripe !== null);
    const task = demandCompleted(completion, body.task_id);
    changed(completedNow(orgId, completion.now));
    return task;
  },

  acquireWorkgroup: async ({ actor, query, db, changed }) => {
    const wish = { sample: query.sample, places };
    const { workgroupId, made } = await acquireWorkgroup(db, catalog, actor, wish);
    changed({
      resource: `workgroup/${workgroupId}`,
      after: { acquired: true },
      ...(made ? {} : { quiet: true }),
    });
    return { workgroup_id: workgroupId };
  },

  answerSurvey: async ({ actor, body, db, changed }) => {
    await storeSurvey(db, actor.membershipId, body);
    // The answers stay out of the log, as what people say of themselves.
    changed({ resource: `survey/${actor.userId}`, after: { answered: true } });
    return {};
  },

  finishSurvey: async ({ actor, params, db, changed }) => {
    if (params.org_id !== actor.orgId) throw notFound('organisation');
    const row = await finishSurvey(db, actor.orgId);
    changed({ resource: `organization/${row.id}`, after: { marketing_done: true } });
    return presentOrganization(row, supportEmail);
  },
});
