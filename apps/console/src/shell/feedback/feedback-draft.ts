/** Feedback that a person has begun, kept in this tab until it is sent: closing the dialog loses nothing. */
import { FeedbackCategory, feedbackQuestions, TEAM_SIZES } from '@acacia/contract';
import { z } from 'zod';

const Draft = z.object({
  category: FeedbackCategory,
  /** Answers by the label of their question, so that they stay when another category asks others. */
  answers: z.record(z.string(), z.string()),
});
export type Draft = z.infer<typeof Draft>;

/** Another person in the same tab does not see it. */
const keyOf = (personId: string): string => `acacia.feedback.${personId}`;

const BEGUN: Readonly<Record<string, string>> = { 'Team size': TEAM_SIZES[0] };

/** @param category that of the page, where nothing was begun */
export function readDraft(personId: string, category: FeedbackCategory): Draft {
  const begun = { category, answers: {} };
  try {
    return Draft.safeParse(JSON.parse(sessionStorage.getItem(keyOf(personId)) ?? 'null')).data ?? begun;
  } catch (error) {
    if (error instanceof SyntaxError) return begun;
    throw error;
  }
}

export const keepDraft = (personId: string, draft: Draft): void =>
  sessionStorage.setItem(keyOf(personId), JSON.stringify(draft));

export const forgetDraft = (personId: string): void => sessionStorage.removeItem(keyOf(personId));

export const answerTo = ({ answers }: Draft, label: string): string => answers[label] ?? BEGUN[label] ?? '';

/** The answers in the order of the category's questions. */
export const rowDataOf = (draft: Draft): string[] =>
  feedbackQuestions(draft.category).map(({ label }) => answerTo(draft, label));
