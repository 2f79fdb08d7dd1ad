/** Survey, and a person's own organisation. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { Organization } from '../identity.ts';
import { OnboardingTask, TaskId } from '../onboarding-tasks.ts';
import { Job, Survey } from '../survey.ts';

export const onboardingCalls = {
  createMyOrganization: route({
    method: 'POST',
    path: '/users/me/create_org',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'Found an organisation for a person who belongs to none; while one is being made, the same job',
    heavy: true,
    result: z.object({ job_id: z.string() }),
  }),
  getJob: route({
    method: 'GET',
    path: '/jobs/:job_id',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'How far a job of the signed-in person is',
    params: z.object({ job_id: z.string() }),
    result: Job,
  }),
  completeOnboardingTask: route({
    method: 'POST',
    path: '/v2/onboarding-tasks',
    tag: 'identity',
    permission: 'onboarding.read',
    summary: 'Complete a task of the to-do list, once its proof is there; it earns its credits once',
    body: z.object({ task_id: TaskId }).strict(),
    result: OnboardingTask,
  }),
  acquireWorkgroup: route({
    method: 'GET',
    path: '/v2/pooled-workgroups/acquire',
    tag: 'workgroups',
    permission: 'workgroup.create',
    changes: true,
    heavy: true,
    summary:
      'Make the first workspace of an organisation, in a workgroup of the usual kind; another call gives the same',
    query: z.object({
      sample: z
        .stringbool()
        .default(false)
        .describe('Whether a workspace that is made gets the sample of card payments'),
    }),
    result: z.object({ workgroup_id: z.string() }),
  }),
  answerSurvey: route({
    method: 'POST',
    path: '/orgs/survey',
    tag: 'identity',
    permission: 'survey.answer',
    people: true,
    summary: 'Answer the survey of the onboarding; another answer of the same person replaces it',
    body: Survey,
    result: z.object({}),
  }),
  finishSurvey: route({
    method: 'PUT',
    path: '/orgs/:org_id',
    tag: 'identity',
    permission: 'survey.answer',
    people: true,
    summary: 'Remember that the organisation has answered the survey',
    params: z.object({ org_id: z.string() }),
    body: z.object({ marketing_done: z.literal(true) }).strict(),
    result: Organization,
  }),
} as const;
