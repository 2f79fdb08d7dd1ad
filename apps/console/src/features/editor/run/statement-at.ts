/** The text that Run executes: the selection, or the statement at the cursor. */
import { brokenQueries, parseProgram } from '@acacia/language';

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * @param cursor position of the cursor, when nothing is selected
 * @returns null when there is nothing to run: blank text, or comments only
 */
export function rangeToRun(text: string, selection: TextRange, cursor: number): TextRange | null {
  if (selection.end > selection.start) {
    return text.slice(selection.start, selection.end).trim() === '' ? null : selection;
  }
  const statements = brokenQueries(text, parseProgram(text)).statements.map((statement) => statement.span);
  if (statements.length === 0) {
    // Text that cannot be parsed goes to the server whole, which reports its errors.
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
