/** Positions that the server's messages name. */

interface ServerError {
  /** 1-based line of the text that was sent. */
  readonly line: number;
  /** 0-based column. */
  readonly column: number;
  readonly message: string;
}

/** `line 2:7`, `line 2, col 7`, `line 2, column 7` (columns count from 0 in the first form, as the parser's do). */
const PLACE = /\bline (\d+)(?::(\d+)|,\s*col(?:umn)?\.? (\d+))/i;

/** One error for every line of the output that names a position; its message may be on the line below. */
export function serverErrors(output: string): ServerError[] {
  const errors: ServerError[] = [];
  const lines = output.split('\n');
  for (const [i, text] of lines.entries()) {
    const found = PLACE.exec(text);
    if (found === null) continue;
    const after = text.slice(found.index + found[0].length).replace(/^[\s:,.)]+/, '');
    const next = lines[i + 1]?.trim() ?? '';
    const message = after === '' && next !== '' && !PLACE.test(next) ? next : text.trim();
    errors.push({ line: Number(found[1]), column: Number(found[2] ?? found[3] ?? 0), message });
    if (errors.length === 100) return errors;
  }
  return errors;
}
