import type { Token } from '../lexer.ts';
import type { Cursor } from './cursor.ts';

const OPENERS = new Set(['CASE', 'WHILE', 'FOREACH', 'TRY']);

/** For each token, counts from it to the end of the text. */
interface Counts {
  /** Number of END beyond those that opening blocks need, `ELSE IF` left out. */
  readonly spare: Int32Array;
  readonly elseIfs: Int32Array;
  /** The brace that closes the block around the token, or the end. */
  readonly closing: Int32Array;
}

/** Counts of a text, computed in one pass over its tokens, however many ELSE IF it has. */
const known = new WeakMap<readonly Token[], Counts>();

/**
 * Whether the IF after the ELSE just taken is a nested statement with its own END, and not the next condition of the IF
 * before: GSQL writes both as `ELSE IF`. The number of END left up to the end of the query decides: those that the open
 * blocks do not need belong to such nested IFs. Where only some of several can be nested, a line break between ELSE and
 * IF marks them.
 */
export function startsInnerIf(c: Cursor): boolean {
  let counts = known.get(c.tokens);
  if (counts === undefined) {
    counts = count(c.tokens);
    known.set(c.tokens, counts);
  }
  const { spare, elseIfs, closing } = counts;
  const end = closing[c.index] ?? c.tokens.length;
  const left = (spare[c.index] ?? 0) - (spare[end] ?? 0) - c.openBlocks;
  const candidates = (elseIfs[c.index] ?? 0) - (elseIfs[end] ?? 0);
  if (left <= 0) return false;
  return left >= candidates || c.token.newLine;
}

function count(tokens: readonly Token[]): Counts {
  const { length } = tokens;
  const spare = new Int32Array(length + 1);
  const elseIfs = new Int32Array(length + 1);
  const closing = new Int32Array(length + 1).fill(length);
  const braces: number[] = [];
  for (let i = length - 1; i >= 0; i--) {
    const { kind, value, upper } = tokens[i] ?? { kind: 'end', value: '', upper: '' };
    if (kind === 'symbol' && value === '}') braces.push(i);
    else if (kind === 'symbol' && value === '{') braces.pop();
    closing[i] = braces.at(-1) ?? length;
    const before = tokens[i - 1];
    const isName = before?.kind === 'symbol' && before.value === '.';
    const isElseIf = upper === 'IF' && before?.upper === 'ELSE';
    const opens = OPENERS.has(upper) || (upper === 'IF' && !isElseIf);
    spare[i] = (spare[i + 1] ?? 0) + (isName ? 0 : upper === 'END' ? 1 : opens ? -1 : 0);
    elseIfs[i] = (elseIfs[i + 1] ?? 0) + (isElseIf && !isName ? 1 : 0);
  }
  return { spare, elseIfs, closing };
}
