/**
 * Spaces beside values in Chinese: none between two characters, nor beside a full-width sign, and one between a character
 * and a Latin letter or digit. A translation cannot know them: the same value may be 工作区 or a name such as `sales`.
 */

const EXTRA = /(?<=[\p{Script=Han}，。；：！？、（“]) (?=[\p{Script=Han}，。；：！？、）”])/gu;
const MISSING =
  /(?<=\p{Script=Han})(?=[\p{Script=Latin}\p{Nd}])|(?<=[\p{Script=Latin}\p{Nd}])(?=\p{Script=Han})/gu;

const first = (value: string): string => /^./su.exec(value)?.[0] ?? '';
const last = (value: string): string => /.$/su.exec(value)?.[0] ?? '';

/** The words between two values. */
function fitted(before: string, words: string, after: string): string {
  const left = last(before);
  const right = first(after);
  const whole = `${left}${words}${right}`.replaceAll(EXTRA, '').replaceAll(MISSING, ' ');
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
