import type { Cursor } from './cursor.ts';

const OPENERS = ['CASE', 'WHILE', 'FOREACH', 'TRY'];

/**
 * Whether the IF after the ELSE just taken is a statement of its own, with an END of its own, rather than
 * the next condition of the IF before: GSQL writes both as `ELSE IF`. What decides is how many END are
 * left up to the end of the query: those that the open blocks do not need belong to such inner IFs. Where
 * only some of several can be meant, a line break between ELSE and IF marks them.
 */
export function startsInnerIf(c: Cursor): boolean {
  let braces = 0;
  let spare = -c.openBlocks;
  let candidates = 0;
  for (let i = 0; c.peek(i).kind !== 'end'; i++) {
    if (c.isSymbol(i, '{')) braces++;
    else if (c.isSymbol(i, '}') && --braces < 0) break;
    if (c.isSymbol(i - 1, '.')) continue;
    if (c.isWord(i, 'END')) spare++;
    else if (c.isWord(i, ...OPENERS)) spare--;
    else if (c.isWord(i, 'IF')) {
      if (c.isWord(i - 1, 'ELSE')) candidates++;
      else spare--;
    }
  }
  if (spare <= 0) return false;
  return spare >= candidates || c.token.newLine;
}
