/** What Run runs: the selection, or the statement where the cursor stands. */
import type { WireQueryParameter } from '@acacia/contract';
import { parseProgram } from '@acacia/language';

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * @param cursor where it stands, when nothing is selected
 * @returns null when there is nothing to run: blank text, or comments only
 */
export function rangeToRun(text: string, selection: TextRange, cursor: number): TextRange | null {
  if (selection.end > selection.start) {
    return text.slice(selection.start, selection.end).trim() === '' ? null : selection;
  }
  const { program } = parseProgram(text);
  const statements = program.statements.map((statement) => statement.span);
  if (statements.length === 0) {
    // Text that cannot be read goes to the server whole, which says what is wrong with it.
    return text.trim() === '' || isOnlyComments(text) ? null : { start: 0, end: text.length };
  }
  const inside = statements.find((span) => cursor >= span.start && cursor <= span.end);
  if (inside !== undefined) return inside;
  // Between two statements: the one on the cursor's line, else the one before, else the first.
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1;
  const onLine = statements.find(
    (span) =>
      span.start >= lineStart && span.start >= cursor && !text.slice(cursor, span.start).includes('\n'),
  );
  return onLine ?? statements.findLast((span) => span.end <= cursor) ?? statements[0] ?? null;
}

const isOnlyComments = (text: string): boolean =>
  text
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, '')
    .replace(/(\/\/|#).*$/gm, '')
    .trim() === '';

interface OpenQuery {
  readonly name: string;
  readonly parameters: readonly WireQueryParameter[];
}

/** The query of `INTERPRET QUERY (…) {…}` text that has parameters and was given no arguments; else null. */
export function asksForParameters(text: string): OpenQuery | null {
  const { program, diagnostics } = parseProgram(text);
  const [only, ...others] = program.statements;
  if (only?.kind !== 'interpretQuery' || others.length > 0 || only.args !== undefined) return null;
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return null;
  const { parameters, name } = only.query;
  if (parameters.length === 0) return null;
  return {
    name: name.text === '' ? 'interpreted query' : name.text,
    parameters: parameters.map(({ name: paramName, type, defaultValue }) => ({
      paramName,
      paramType: text.slice(type.span.start, type.span.end),
      ...(defaultValue !== undefined && 'value' in defaultValue && typeof defaultValue.value !== 'object'
        ? { paramDefaultValue: defaultValue.value }
        : {}),
    })),
  };
}
