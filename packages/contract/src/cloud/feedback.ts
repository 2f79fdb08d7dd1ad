/** Feedback about the product: categories, the two forms, and stored entries (specification part 1, sections 2.8 and 5). */
import { z } from 'zod';

export const FEEDBACK_CATEGORIES = [
  'Workspace',
  'Load Data',
  'Query Editor',
  'Explore Graph',
  'Solutions',
  'Addons',
  'Admin',
  'Copilot',
] as const;
export const FeedbackCategory = z.enum(FEEDBACK_CATEGORIES);
export type FeedbackCategory = z.infer<typeof FeedbackCategory>;

/** Categories by the part of a path that stands for them. */
const BY_PATH: readonly (readonly [string, FeedbackCategory])[] = [
  ['groups', 'Workspace'],
  ['ingestion', 'Load Data'],
  ['editor', 'Query Editor'],
  ['explore', 'Explore Graph'],
  ['solutions', 'Solutions'],
  ['addons', 'Addons'],
  ['admin', 'Admin'],
];

/** The category that feedback from a page begins with. */
export function feedbackCategoryAt(pathname: string): FeedbackCategory {
  const segments = pathname.split('/');
  return BY_PATH.find(([segment]) => segments.includes(segment))?.[1] ?? 'Workspace';
}

export const TEAM_SIZES = ['1-5', '5-10', '10+'] as const;
export const MOST_STARS = 5;
/** Characters of an answer at most. */
export const FEEDBACK_ANSWER_LENGTH = 4_000;

export const FEEDBACK_TEXTS = {
  required: 'This field is required.',
  sent: 'Feedback submitted successfully',
} as const;

/** A question of a form; its answer stands at the same place of `rowData`. */
export interface FeedbackQuestion {
  readonly label: string;
  readonly kind: 'stars' | 'text' | 'long text' | 'team size';
  readonly required?: true;
}

const GENERAL: readonly FeedbackQuestion[] = [
  { label: 'Rating', kind: 'stars', required: true },
  { label: 'Message', kind: 'long text', required: true },
];
const COPILOT: readonly FeedbackQuestion[] = [
  { label: 'Team size', kind: 'team size', required: true },
  { label: 'Job title', kind: 'text' },
  { label: 'Overall experience', kind: 'stars' },
  { label: 'Most valuable features', kind: 'long text' },
  { label: 'Issues', kind: 'long text' },
  { label: 'Would you go on using it?', kind: 'stars' },
  { label: 'What would make you stop?', kind: 'long text' },
  { label: 'Features that are missing', kind: 'long text' },
  { label: 'Primary use cases', kind: 'long text' },
  { label: 'Compared with other tools', kind: 'long text' },
  { label: 'Comments', kind: 'long text' },
];

/** The questions that are asked about a category. */
export const feedbackQuestions = (category: FeedbackCategory): readonly FeedbackQuestion[] =>
  category === 'Copilot' ? COPILOT : GENERAL;

/** Whether an answer is one to its question; '' is none. */
function isAnswer({ kind }: FeedbackQuestion, answer: string): boolean {
  if (answer === '') return true;
  if (kind === 'stars') return /^[1-5]$/.test(answer);
  return kind !== 'team size' || (TEAM_SIZES as readonly string[]).includes(answer);
}

/** The fault of an answer as the form and the server say it; null without. */
export function answerFault(question: FeedbackQuestion, answer: string): string | null {
  if (question.required === true && answer.trim() === '') return FEEDBACK_TEXTS.required;
  if (!isAnswer(question, answer)) return `is no answer to "${question.label}"`;
  if (answer.length > FEEDBACK_ANSWER_LENGTH) {
    return `must have at most ${FEEDBACK_ANSWER_LENGTH.toLocaleString('en-US')} characters`;
  }
  return null;
}

export const Feedback = z
  .object({
    category: FeedbackCategory,
    /** The answers in the order of the category's questions. */
    rowData: z.array(z.string()).max(COPILOT.length),
  })
  .strict()
  .superRefine(({ category, rowData }, context) => {
    const questions = feedbackQuestions(category);
    if (rowData.length !== questions.length) {
      const message = `must have ${questions.length} answers, as the questions about ${category} are`;
      context.addIssue({ code: 'custom', path: ['rowData'], message });
    }
    for (const [place, question] of questions.entries()) {
      const message = answerFault(question, rowData[place] ?? '');
      if (message !== null) context.addIssue({ code: 'custom', path: ['rowData', place], message });
    }
  })
  .meta({ id: 'Feedback' });
export type Feedback = z.infer<typeof Feedback>;

/** Feedback of an organisation that is kept; the oldest goes when more comes. */
export const FEEDBACK_KEPT = 1_000;
/** Entries of a page of the list. */
export const FEEDBACK_PAGE = 50;
/** Feedback that a person can give within a day. */
export const FEEDBACK_A_DAY = 20;

/** Increases with each entry. */
export const FeedbackId = z.string().regex(/^\d{1,18}$/, 'must be the id of an entry');

export const FeedbackEntry = z
  .object({
    id: FeedbackId,
    category: FeedbackCategory,
    rowData: z.array(z.string()),
    /** E-mail of the person; null once they have left. */
    from: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'FeedbackEntry' });
export type FeedbackEntry = z.infer<typeof FeedbackEntry>;
