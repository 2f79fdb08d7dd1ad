/** Rows of the catalogue for what works as it is and could be written better. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row } from './row.ts';

export const ADVICE = {
  declaredUnused: row(
    'ADV-1',
    ({ what, name }: Quoted<'what' | 'name'>) => `The ${what} ${name} is not used.`,
  ),
  postAccumOlderSpelling: row('ADV-2', () => 'POST_ACCUM is an older spelling of POST-ACCUM.'),
  apiVersionOne: row('ADV-2', () => 'Answers of the API version "v1" are no longer made: "v2" is used.'),
} as const satisfies SentenceRows;
