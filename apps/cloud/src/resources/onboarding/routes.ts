/** Handlers of the calls of the onboarding. */
import { notFound } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import { presentOrganization } from '../identity/store.ts';
import { finishSurvey, storeSurvey } from './survey.ts';

export const onboardingHandlers = (supportEmail: string): HandlersOf<'answerSurvey' | 'finishSurvey'> => ({
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
