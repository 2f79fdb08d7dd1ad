/** Feedback about the product. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { Feedback, FEEDBACK_TEXTS, FeedbackEntry, FeedbackId } from '../feedback.ts';

export const feedbackCalls = {
  giveFeedback: route({
    method: 'POST',
    path: '/v2/feedback',
    tag: 'identity',
    permission: 'feedback.give',
    people: true,
    message: FEEDBACK_TEXTS.sent,
    summary: 'Say something about the product; it is kept, and mailed to whoever supports this installation',
    body: Feedback,
    result: z.object({}),
  }),
  listFeedback: route({
    method: 'GET',
    path: '/v2/feedback',
    tag: 'identity',
    permission: 'feedback.read',
    summary: 'Feedback of the people of the organisation, the newest first',
    query: z.object({ before: FeedbackId.optional() }),
    result: z.array(FeedbackEntry),
  }),
} as const;
