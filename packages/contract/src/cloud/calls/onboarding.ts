/** Survey, and a person's own organisation. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { Organization } from '../identity.ts';
import { Survey } from '../onboarding.ts';

export const onboardingCalls = {
  answerSurvey: route({
    method: 'POST',
    path: '/orgs/survey',
    tag: 'identity',
    permission: 'survey.answer',
    summary: 'Answer the survey of the onboarding; another answer of the same person replaces it',
    body: Survey,
    result: z.object({}),
  }),
  finishSurvey: route({
    method: 'PUT',
    path: '/orgs/:org_id',
    tag: 'identity',
    permission: 'survey.answer',
    summary: 'Remember that the organisation has answered the survey',
    params: z.object({ org_id: z.string() }),
    body: z.object({ marketing_done: z.literal(true) }).strict(),
    result: Organization,
  }),
} as const;
