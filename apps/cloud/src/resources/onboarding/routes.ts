/** Handlers of the calls of the onboarding. */
import { notFound } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import type { Settings } from '../../settings.ts';
import { presentOrganization } from '../identity/store.ts';
import { askForOrganization, jobOf } from './create-organization.ts';
import { finishSurvey, storeSurvey } from './survey.ts';

export const onboardingHandlers = ({
  supportEmail,
  strangers,
}: Pick<Settings, 'supportEmail' | 'strangers'>): HandlersOf<
  'createMyOrganization' | 'getJob' | 'answerSurvey' | 'finishSurvey'
> => ({
  createMyOrganization: async ({ actor, db, changed }) => {
    const job_id = await askForOrganization(db, actor, strangers);
    changed({ resource: `job/${job_id}`, after: { asked_for: 'organization' } });
    return { job_id };
  },

  getJob: ({ actor, params, db }) => jobOf(db, actor.userId, params.job_id),

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
