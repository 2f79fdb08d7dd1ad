/** Query answers in the output of a GSQL command. */
import { parseJson } from '@acacia/base';
import { QueryProfileStep } from '@acacia/contract';
import { z } from 'zod';

export interface Answer {
  /** One object per PRINT. */
  readonly results: readonly Record<string, unknown>[];
  readonly error: boolean;
  readonly message: string;
  /** Present when it was asked for. */
  readonly profile?: readonly QueryProfileStep[];
}

const Profile = z.array(QueryProfileStep);

/** The end (past its last bracket) of the JSON value that begins at `start`; -1 when it does not end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case 0x22: // a string: to its closing quote
        for (i += 1; i < text.length && text.charCodeAt(i) !== 0x22; i += 1) {
          if (text.charCodeAt(i) === 0x5c) i += 1;
        }
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        if (depth === 0) return i + 1;
    }
  }
  return -1;
}

/** Name for the result of `SELECT * FROM …`, which is a list without a name. */
const LISTED = 'Result';

const isRows = (value: unknown): value is readonly Record<string, unknown>[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));

function answerOf(text: string): Answer | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // Braces of something else, e.g. of a query's text that was listed.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (isRows(value)) return { results: [{ [LISTED]: value }], error: false, message: '' };
  if (typeof value !== 'object' || value === null || !('results' in value)) return null;
  const { results } = value;
  if (!Array.isArray(results)) return null;
  const profile = Profile.safeParse('profile' in value ? value.profile : undefined);
  return {
    results: results.filter(
      (each): each is Record<string, unknown> => typeof each === 'object' && each !== null,
    ),
    error: 'error' in value && value.error === true,
    message: 'message' in value && typeof value.message === 'string' ? value.message : '',
    ...(profile.success ? { profile: profile.data } : {}),
  };
}

/** Every answer in the output, and every list of rows, in order. An answer starts at the start of a line. */
export function answersIn(output: string): Answer[] {
  const answers: Answer[] = [];
  let from = 0;
  for (;;) {
    const brace = /(?:^|\n)[ \t]*[[{]/g;
    brace.lastIndex = from;
    const found = brace.exec(output);
    if (found === null) return answers;
    const start = found.index + found[0].length - 1;
    const end = endOfValue(output, start);
    const answer = end < 0 ? null : answerOf(output.slice(start, end));
    if (answer !== null) answers.push(answer);
    from = answer === null ? start + 1 : end;
  }
}
