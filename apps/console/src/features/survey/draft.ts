/** Answers to the survey that were typed and not sent yet: kept in the tab for their person in their organisation. */
import { z } from 'zod';

const Values = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  role: z.string(),
  usage: z.string(),
  useCases: z.array(z.string()).readonly(),
  other: z.string(),
});
export type Values = Readonly<z.infer<typeof Values>>;

const EMPTY: Values = {
  firstName: '',
  lastName: '',
  company: '',
  role: '',
  usage: '',
  useCases: [],
  other: '',
};

/** Where the answers of one person are kept; a tab belongs to one after the other. */
export const draftKey = (userId: string, orgId: string | null): string =>
  `acacia.survey.${userId}.${orgId ?? ''}`;

/** The answers typed before; empty ones where there are none that can be read. */
export function readDraft(key: string): Values {
  try {
    return Values.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? EMPTY;
  } catch (error) {
    if (error instanceof SyntaxError) return EMPTY;
    throw error;
  }
}

export function keepDraft(key: string, values: Values): void {
  sessionStorage.setItem(key, JSON.stringify(values));
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(key);
}
