/** Entry points of the GSQL parser. They never throw: errors are diagnostics. */
import type { Diagnostic } from '../diagnostic.ts';
import type { Expr, Program, QueryDefinition, TypeExpr } from './ast.ts';
import { Cursor, ParseFailure } from './parser/cursor.ts';
import { parseExpr } from './parser/expressions.ts';
import { parseShellStatements } from './parser/program.ts';
import { parseTemplateName } from './parser/packages.ts';
import { parseQueryDefinition, refuseCypher } from './parser/query.ts';
import { INTERPRET_OPTIONS, parseRunOptions } from './parser/run-query.ts';
import { parseType } from './parser/types.ts';

export interface ParsedProgram {
  /** The statements that could be read; those with faults may be missing or incomplete. */
  readonly program: Program;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ParsedQuery {
  /** Absent when the head of the query could not be read. Complete only without diagnostics. */
  readonly query?: QueryDefinition;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads shell text: any number of statements, separated by `;` or line ends. */
export function parseProgram(text: string): ParsedProgram {
  const c = new Cursor(text);
  const statements = parseShellStatements(c);
  return { program: { statements }, diagnostics: inOrder(c.diagnostics) };
}

/** Reads one query: `CREATE [OR REPLACE] [DISTRIBUTED|TEMPLATE] QUERY …` or `INTERPRET QUERY …`, and nothing after it. */
export function parseQuery(text: string): ParsedQuery {
  const c = new Cursor(text);
  let query: QueryDefinition | undefined;
  try {
    const { start } = c.token;
    let distributed = false;
    let template = false;
    if (c.takeWord('CREATE')) {
      c.takeWords('OR', 'REPLACE');
      template = c.takeWord('TEMPLATE') !== undefined;
      distributed = c.takeWord('DISTRIBUTED') !== undefined;
    } else if (!c.takeWord('INTERPRET')) c.fail('CREATE QUERY or INTERPRET QUERY');
    const interpreted = c.before.upper === 'INTERPRET';
    refuseCypher(c);
    c.expectWord('QUERY');
    if (interpreted) parseRunOptions(c, INTERPRET_OPTIONS);
    query = parseQueryDefinition(c, start, distributed, template ? parseTemplateName(c) : undefined);
    while (c.take(';'));
    if (!c.atEnd) c.fail('the end of the query');
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
  }
  return { ...(query === undefined ? {} : { query }), diagnostics: inOrder(c.diagnostics) };
}

/** Parses a type given as text, such as the RETURNS of a stored query; undefined when it is not a type. */
/**
 * Parses an expression alone, as `evaluate` takes it; without faults it returns the expression, otherwise diagnostics.
 */
export function parseExpression(text: string): {
  readonly expr?: Expr;
  readonly diagnostics: readonly Diagnostic[];
} {
  const c = new Cursor(text);
  try {
    const expr = parseExpr(c);
    if (!c.atEnd) c.fail('the end of the expression');
    return { expr, diagnostics: inOrder(c.diagnostics) };
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    return { diagnostics: inOrder(c.diagnostics) };
  }
}

export function parseTypeText(text: string): TypeExpr | undefined {
  const c = new Cursor(text);
  try {
    const type = parseType(c);
    return c.atEnd && c.diagnostics.length === 0 ? type : undefined;
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    return undefined;
  }
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
