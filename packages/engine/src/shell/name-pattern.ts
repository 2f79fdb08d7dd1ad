/** Matches names that a statement gives as one name, a pattern with `*` and `?`, or a regular expression. */
import { engineError } from '../errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import { writtenPattern } from '../written-pattern.ts';

export type NameTest = (name: string) => boolean;

/** @throws EngineError when the regular expression is not valid */
export function nameMatcher({
  pattern,
  expression,
}: {
  readonly pattern?: string;
  readonly expression?: string;
}): NameTest {
  if (expression !== undefined) return tester(expression);
  if (pattern === undefined || pattern === '*') return () => true;
  return tester(
    pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.'),
  );
}

export const isPattern = (text: string): boolean => /[*?]/.test(text);

function tester(source: string): NameTest {
  try {
    return writtenPattern(`^(?:${source})$`);
  } catch (cause) {
    const reason = messageOf(cause);
    throw engineError('patternUnreadable', { reason }).causedBy(cause);
  }
}
