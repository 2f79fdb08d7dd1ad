import { tokenize } from '@acacia/language';
import { getIndentUnit } from '@codemirror/language';
import type { IndentContext } from '@codemirror/language';

const OPENING = /^(?:THEN|DO|ELSE)$/i;
const CLOSING = /^\s*(?:[})\]]|END\b|ELSE\b)/i;

/**
 * Columns by which the line at `position` is indented: as the line above, one step more after a line that
 * opens a bracket or a body (THEN, DO, ELSE), one step less where the line itself closes one.
 */
export function indentationAt(context: IndentContext, position: number): number | null {
  const line = context.lineAt(position, -1);
  const text = context.textAfterPos(position);
  let above = line.from;
  let base: ReturnType<IndentContext['lineAt']> | undefined;
  while (above > 0) {
    const candidate = context.lineAt(above - 1, -1);
    if (candidate.text.trim() !== '') {
      base = candidate;
      break;
    }
    above = candidate.from;
  }
  if (base === undefined) return 0;
  const unit = getIndentUnit(context.state);
  const columns =
    context.lineIndent(base.from, -1) + (opens(base.text) ? unit : 0) - (CLOSING.test(text) ? unit : 0);
  return Math.max(0, columns);
}

/** Whether the line leaves a bracket or body open; those that it closes at its start were opened above it. */
function opens(line: string): boolean {
  let depth = 0;
  for (const { start, end, class: kind } of tokenize(line)) {
    const token = line.slice(start, end);
    if (kind === 'bracket') depth += '({['.includes(token) ? 1 : depth > 0 ? -1 : 0;
    else if (kind === 'keyword' && OPENING.test(token)) depth++;
    else if (kind === 'keyword' && /^END$/i.test(token) && depth > 0) depth--;
  }
  return depth > 0;
}
