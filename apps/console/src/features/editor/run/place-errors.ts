/** The server's errors as the editor underlines them. */
import type { Diagnostic } from '@acacia/language';
import { serverErrors } from './server-errors.ts';

/** Offset of a line's beginning; the text's end when it has fewer lines. */
function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let i = 1; i < line; i += 1) {
    const next = text.indexOf('\n', offset);
    if (next < 0) return text.length;
    offset = next + 1;
  }
  return offset;
}

/**
 * @param firstLine lines of the file before the text that was sent
 */
export function placeErrors(log: string, text: string, firstLine: number): readonly Diagnostic[] {
  return serverErrors(log).map(({ line, column, message }) => {
    const begin = offsetOfLine(text, line + firstLine);
    const lineEnd = text.indexOf('\n', begin);
    const start = Math.min(begin + column, lineEnd < 0 ? text.length : lineEnd);
    const word = /^[@\w]+/.exec(text.slice(start, start + 200))?.[0].length ?? 1;
    return {
      code: 'server',
      severity: 'error',
      message,
      span: { start, end: Math.min(text.length, start + word) },
    };
  });
}
