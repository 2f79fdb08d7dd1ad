/**
 * Spaces beside values in Chinese: none between two characters, nor beside a full-width sign, and one between a character
 * and a Latin letter or digit. A translation cannot know them: the same value may be 工作区 or a name such as `sales`.
 */

const HAN = String.raw`\p{Script=Han}`;
const LATIN = String.raw`[\p{Script=Latin}\p{Nd}]`;
const SIGN = `[${HAN}，。；：！？、（）“”]`;

/** Between the value before some words and their beginning, and between their end and the value after them. */
const EXTRA_BEFORE = new RegExp(`^(${SIGN}) (?=${SIGN})`, 'u');
const EXTRA_AFTER = new RegExp(`(?<=${SIGN}) (${SIGN})$`, 'u');
const MISSING_BEFORE = new RegExp(`^(?:${HAN}(?=${LATIN})|${LATIN}(?=${HAN}))`, 'u');
const MISSING_AFTER = new RegExp(`(?:(?<=${HAN})${LATIN}|(?<=${LATIN})${HAN})$`, 'u');
const MISSING = new RegExp(`(?<=${HAN})(?=${LATIN})|(?<=${LATIN})(?=${HAN})`, 'gu');

const first = (value: string): string => /^./su.exec(value)?.[0] ?? '';
const last = (value: string): string => /.$/su.exec(value)?.[0] ?? '';

/** The words between two values. Spaces among them are as the translation has them. */
function fitted(before: string, words: string, after: string): string {
  const left = last(before);
  const right = first(after);
  let whole = `${left}${words}${right}`;
  if (left !== '') whole = whole.replace(EXTRA_BEFORE, '$1').replace(MISSING_BEFORE, '$& ');
  if (right !== '') whole = whole.replace(EXTRA_AFTER, '$1').replace(MISSING_AFTER, ' $&');
  return whole.slice(left.length, whole.length - right.length);
}

/** A translation of words (at even places) and values, which stay as they are. Beside elements words stay as well. */
export function spaced<Value>(parts: readonly (string | Value)[]): readonly (string | Value)[] {
  const textAt = (at: number): string => {
    const part = parts[at];
    return typeof part === 'string' || typeof part === 'number' ? String(part) : '';
  };
  return parts.map((part, at) => (at % 2 === 0 ? fitted(textAt(at - 1), textAt(at), textAt(at + 1)) : part));
}

/** A text that `Intl` has written without spaces: `3分钟前`. */
export const separated = (written: string): string => written.replaceAll(MISSING, ' ');
