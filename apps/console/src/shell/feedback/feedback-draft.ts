/** Feedback that a person has begun, kept in this tab until it is sent: closing the dialog loses nothing. */
import { FeedbackCategory, feedbackQuestions, TEAM_SIZES } from '@acacia/contract';
import { z } from 'zod';

const Draft = z.object({
  category: FeedbackCategory,
  /** Answers by the label of their question, so that they stay when another category asks others. */
  answers: z.record(z.string(), z.string()),
});
export type Draft = z.infer<typeof Draft>;

const KEY = 'acacia.feedback';

const BEGUN: Readonly<Record<string, string>> = { 'Team size': TEAM_SIZES[0] };

/** @param category that of the page, where nothing was begun */
export function readDraft(category: FeedbackCategory): Draft {
  const kept = sessionStorage.getItem(KEY);
  const found = kept === null ? undefined : Draft.safeParse(JSON.parse(kept));
  return found?.data ?? { category, answers: {} };
}

export const keepDraft = (draft: Draft): void => sessionStorage.setItem(KEY, JSON.stringify(draft));

export const forgetDraft = (): void => sessionStorage.removeItem(KEY);

export const answerTo = ({ answers }: Draft, label: string): string => answers[label] ?? BEGUN[label] ?? '';

/** The answers in the order of the category's questions. */
export const rowDataOf = (draft: Draft): string[] =>
  feedbackQuestions(draft.category).map(({ label }) => answerTo(draft, label));
