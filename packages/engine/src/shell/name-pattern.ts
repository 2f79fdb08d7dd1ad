/** Which names a statement means: one, a pattern with `*` and `?`, or a regular expression. */
import { EngineError } from '../errors.ts';
import { writtenPattern } from '../written-pattern.ts';

export type NameTest = (name: string) => boolean;

/** Throws EngineError for an expression that is none. */
export const nameMatcher = ({
  pattern,
  expression,
}: {
  readonly pattern?: string;
  readonly expression?: string;
}): NameTest => {
  if (expression !== undefined) return tester(expression);
  if (pattern === undefined || pattern === '*') return () => true;
  return tester(
    pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.'),
  );
};

export const isPattern = (text: string): boolean => /[*?]/.test(text);

const tester = (source: string): NameTest => {
  try {
    return writtenPattern(`^(?:${source})$`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError('GSQL-SEMANTIC', `The pattern cannot be read: ${reason}`, { cause });
  }
};
