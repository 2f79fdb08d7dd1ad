/** Converts the server's errors to diagnostics that the editor underlines. */
import type { RunOrigin } from '@acacia/contract';
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

/** @returns nothing for a run whose text is not from the file */
export function placeErrors(
  log: string,
  text: string,
  { firstLine, moved = 0 }: RunOrigin,
): readonly Diagnostic[] {
  if (firstLine === null) return [];
  return serverErrors(log).map(({ line, column, message }) => {
    const begin = offsetOfLine(text, line + firstLine);
    const lineEnd = text.indexOf('\n', begin);
    const place = line === 1 ? Math.max(0, column - moved) : column;
    const start = Math.min(begin + place, lineEnd < 0 ? text.length : lineEnd);
    const word = /^[@\w]+/.exec(text.slice(start, start + 200))?.[0].length ?? 1;
    return {
      code: 'server',
      severity: 'error',
      message,
      span: { start, end: Math.min(text.length, start + word) },
    };
  });
}
