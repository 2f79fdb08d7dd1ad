/** Advice on a text without errors: names that nothing uses, and spellings of older versions. */
import { finding, type Finding } from '../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostic.ts';
import type { BodyStatement, QueryDefinition } from '../ast.ts';
import { lex } from '../lexer.ts';
import type { Token } from '../lexer.ts';
import { parseProgram, type ParsedProgram } from '../parse.ts';

/**
 * Warnings, each with a fix where there is one, in the order of the text. None for a text with errors.
 * @param parsed the text as it was parsed before
 */
export function adviceOn(text: string, parsed: ParsedProgram = parseProgram(text)): readonly Diagnostic[] {
  const { program, diagnostics } = parsed;
  if (diagnostics.some(({ severity }) => severity === 'error')) return [];
  const { tokens } = lex(text);
  const found: Diagnostic[] = [];
  let at = 0;
  for (const statement of program.statements) {
    const { kind, span } = statement;
    while ((tokens[at]?.start ?? Infinity) < span.start) at += 1;
    const first = at;
    while ((tokens[at]?.end ?? Infinity) <= span.end) at += 1;
    if (kind !== 'createQuery' && kind !== 'interpretQuery') continue;
    const inside = tokens.slice(first, at);
    found.push(...unusedNames(statement.query, inside, text), ...olderSpellings(inside));
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

const warning = (found: Finding, span: Span, fix?: Diagnostic['fix']): Diagnostic => ({
  ...found,
  severity: 'warning',
  span,
  ...(fix === undefined ? {} : { fix }),
});

/** Declared names that stand nowhere else in the query. */
function unusedNames(query: QueryDefinition, tokens: readonly Token[], text: string): Diagnostic[] {
  // A text that is evaluated may use any name.
  if (tokens.some(({ upper }) => upper === 'EVALUATE')) return [];
  const uses = new Map<string, number>();
  for (const { kind, value } of tokens) {
    const key = kind === 'globalAccum' ? `@@${value}` : kind === 'accum' ? `@${value}` : value;
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const isUnused = (name: string): boolean => uses.get(name) === 1;
  const found: Diagnostic[] = [];
  for (const { name, span } of query.parameters) {
    if (isUnused(name)) found.push(warning(finding('declaredUnused', { what: 'parameter', name }), span));
  }
  const visit = (statements: readonly BodyStatement[]): void => {
    for (const statement of statements) {
      for (const { name, span, what } of declared(statement)) {
        if (!isUnused(name)) continue;
        const isOnly = declared(statement).length === 1;
        const whole = isOnly ? withSemicolon(statement.span, text) : span;
        const fix = isOnly ? { title: `Remove ${name}`, replacement: '' } : undefined;
        found.push(warning(finding('declaredUnused', { what, name }), whole, fix));
      }
      for (const body of bodiesOf(statement)) visit(body);
    }
  };
  visit(query.body);
  return found;
}

function declared(
  statement: BodyStatement,
): readonly { readonly name: string; readonly span: Span; readonly what: string }[] {
  switch (statement.kind) {
    case 'declareAccums':
      return statement.accums.map(({ name, global, span }) => ({
        name: `${global ? '@@' : '@'}${name}`,
        span,
        what: 'accumulator',
      }));
    case 'declareVars':
      return statement.vars.map(({ name, span }) => ({ name, span, what: 'variable' }));
    default:
      return [];
  }
}

function bodiesOf(statement: BodyStatement): readonly (readonly BodyStatement[])[] {
  switch (statement.kind) {
    case 'if':
      return [...statement.branches.map(({ body }) => body), statement.otherwise ?? []];
    case 'while':
    case 'foreach':
      return [statement.body];
    case 'try':
      return [statement.body, ...statement.handlers.map(({ body }) => body), statement.otherwise ?? []];
    default:
      return [];
  }
}

function withSemicolon({ start, end }: Span, text: string): Span {
  const rest = /^\s*;/.exec(text.slice(end));
  return { start, end: end + (rest?.[0].length ?? 0) };
}

/** Spellings that newer versions of GSQL write in another way. */
function olderSpellings(tokens: readonly Token[]): Diagnostic[] {
  return tokens
    .flatMap((token, index) => {
      if (token.upper === 'POST_ACCUM') {
        const fix = { title: 'Change to POST-ACCUM', replacement: 'POST-ACCUM' };
        return [warning(finding('postAccumOlderSpelling'), token, fix)];
      }
      const isOldApi = token.kind === 'string' && token.value === 'v1' && tokens[index - 2]?.upper === 'API';
      if (isOldApi) {
        const fix = { title: 'Change to "v2"', replacement: '"v2"' };
        return [warning(finding('apiVersionOne'), token, fix)];
      }
      return [];
    })
    .map((each) => ({ ...each, span: { start: each.span.start, end: each.span.end } }));
}
