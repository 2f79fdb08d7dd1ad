/**
 * Queries of a shell text that have errors of syntax. A graph keeps them as drafts ("Draft queries", GSQL reference 4.2),
 * so the extent of a broken query must be known, and whether the rest of the text is sound.
 */
import type { Diagnostic, Span } from '../diagnostic.ts';
import type { Statement } from './ast.ts';
import { SHELL_STARTERS } from './keywords.ts';
import type { ParsedProgram } from './parse.ts';

type CreateQuery = Extract<Statement, { kind: 'createQuery' }>;

export interface BrokenQueries {
  /** Errors by the query that they are in; each query has the text and the span that its graph keeps. */
  readonly queries: ReadonlyMap<CreateQuery, readonly Diagnostic[]>;
  /** All statements, broken queries with their whole extent. */
  readonly statements: readonly Statement[];
  /** Errors outside of queries that the text creates. */
  readonly others: readonly Diagnostic[];
}

export function brokenQueries(text: string, { program, diagnostics }: ParsedProgram): BrokenQueries {
  let others = diagnostics.filter(({ severity }) => severity === 'error');
  const queries = new Map<CreateQuery, readonly Diagnostic[]>();
  if (others.length === 0) return { queries, statements: program.statements, others };
  const statements = program.statements.map((statement, index) => {
    if (statement.kind !== 'createQuery') return statement;
    const whole = extentOf(text, statement.span, program.statements[index + 1]?.span.start ?? text.length);
    const within = others.filter(({ span }) => span.start < whole.end && span.end > whole.start);
    if (within.length === 0) return statement;
    others = others.filter((fault) => !within.includes(fault));
    const goesBeyond = within.some(({ span }) => span.end > statement.span.end);
    const span = goesBeyond ? whole : statement.span;
    const broken = { ...statement, span, text: text.slice(span.start, span.end) };
    queries.set(broken, within);
    return broken;
  });
  return { queries, statements, others };
}

/**
 * The query with the rest of its body, which stands behind it after a brace too many: the text to the next statement,
 * when a brace closes there that none opens.
 * @param next the start of the next statement that could be read
 */
function extentOf(text: string, { start, end }: Span, next: number): Span {
  let at = end;
  for (const line of text.slice(end, next).split(/(?<=\n)/)) {
    const word = /^\s*([A-Za-z_]+)/.exec(line)?.[1]?.toUpperCase() ?? '';
    if (at > end && word !== 'SET' && SHELL_STARTERS.has(word)) break;
    at += line.length;
  }
  const rest = text.slice(end, at);
  const opened = rest.split('{').length;
  return { start, end: rest.split('}').length > opened ? end + rest.trimEnd().length : end };
}
