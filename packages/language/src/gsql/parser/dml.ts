/** Statements of ACCUM, POST-ACCUM and UPDATE … SET: separated by commas. */
import { finding } from '../diagnostics/catalogue.ts';
import type { DmlStatement, Expr, InsertStatement, Name, Target } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { startsInnerIf } from './else-if.ts';
import { parseExpr, parseExprThen, parsePostfix } from './expressions.ts';
import { parseLoop } from './foreach.ts';
import { startsType, parseType } from './types.ts';

/** Parses a list until no comma follows; adds to `body`, so that an error keeps the items before it. */
export function parseDmlList(c: Cursor, body: DmlStatement[]): void {
  do {
    // A comma may precede END or the next clause.
    if (c.isWord(0, 'END', 'ELSE') && body.length > 0) return;
    body.push(c.deeper(() => parseDml(c)));
  } while (c.take(','));
}

function dmlList(c: Cursor): DmlStatement[] {
  const body: DmlStatement[] = [];
  if (!c.atWord('END', 'ELSE')) parseDmlList(c, body);
  // Published queries end the last statement of a block with a semicolon at times.
  if (c.at(';') && c.isWord(1, 'END', 'ELSE', 'WHEN')) c.advance();
  return body;
}

function parseDml(c: Cursor): DmlStatement {
  const { start } = c.token;
  c.slot({ kind: 'expression' });
  switch (c.token.upper) {
    case 'IF':
      return c.inOpenBlock(() => parseIf(c, start));
    case 'CASE':
      return c.inOpenBlock(() => parseCase(c, start));
    case 'WHILE':
      return c.inOpenBlock(() => parseWhile(c, start));
    case 'FOREACH':
      return c.inOpenBlock(() => parseForeach(c, start));
    case 'BREAK':
      c.advance();
      return { kind: 'break', span: c.spanFrom(start) };
    case 'CONTINUE':
      c.advance();
      return { kind: 'continue', span: c.spanFrom(start) };
    case 'INSERT':
      return parseInsert(c);
    case 'DELETE': {
      c.advance();
      c.expect('(');
      const alias = c.name('an alias', 'alias');
      c.expect(')');
      return { kind: 'deleteElement', alias, span: c.spanFrom(start) };
    }
    case 'PRINT':
    case 'RAISE':
    case 'RETURN':
    case 'TRY':
    case 'UPDATE':
      if (c.peek(1).kind === 'symbol') break;
      return c.failAt(c.token, finding('statementInClause', { word: c.token.upper }));
    default:
      c.atWord('IF', 'CASE', 'WHILE', 'FOREACH', 'BREAK', 'CONTINUE', 'INSERT', 'DELETE');
  }
  if (startsDeclaration(c)) {
    const type = parseType(c);
    const name = c.name('a name for the variable').text;
    const value = c.take('=') ? parseExpr(c) : undefined;
    return {
      kind: 'declare',
      type,
      name,
      ...(value === undefined ? {} : { value }),
      span: c.spanFrom(start),
    };
  }
  const target = parsePostfix(c);
  const op = c.take('=') ? '=' : c.take('+=') ? '+=' : undefined;
  if (op === undefined) {
    if (target.kind === 'call' || target.kind === 'method')
      return { kind: 'expr', expr: target, span: c.spanFrom(start) };
    return c.fail("'=' or '+='");
  }
  const checked = asTarget(c, target);
  const value = parseExpr(c);
  return { kind: 'assign', target: checked, op, value, span: c.spanFrom(start) };
}

/** A built-in type with a name after it, or two names in a row: a type from TYPEDEF and a variable. */
export function startsDeclaration(c: Cursor): boolean {
  const next = c.peek(1);
  if (startsType(c)) return next.kind === 'word' || next.kind === 'quotedName' || c.isSymbol(1, '<');
  if (c.isWord(0, 'TUPLE') && c.isSymbol(1, '<')) return true;
  return (
    (c.token.kind === 'word' || c.token.kind === 'quotedName') &&
    (next.kind === 'word' || next.kind === 'quotedName') &&
    ['=', ',', ';'].some((symbol) => c.isSymbol(2, symbol))
  );
}

/** Converts the left side of an assignment, which must be assignable. */
export function asTarget(c: Cursor, expr: Expr): Target {
  switch (expr.kind) {
    case 'name':
    case 'globalAccum':
    case 'vertexAccum':
    case 'member':
    case 'index':
      return expr;
    default:
      return c.failAt(expr.span, finding('notAssignableTarget'));
  }
}

function parseIf(c: Cursor, start: number): DmlStatement {
  const branches: { when: Expr; body: DmlStatement[] }[] = [];
  let otherwise: DmlStatement[] | undefined;
  c.advance();
  branches.push(parseBranch(c));
  while (c.takeWord('ELSE')) {
    if (c.atWord('IF') && !startsInnerIf(c)) {
      c.advance();
      branches.push(parseBranch(c));
    } else {
      otherwise = dmlList(c);
      break;
    }
  }
  c.expectWord('END');
  return { kind: 'if', branches, ...(otherwise === undefined ? {} : { otherwise }), span: c.spanFrom(start) };
}

function parseWhile(c: Cursor, start: number): DmlStatement {
  c.advance();
  const condition = parseExpr(c);
  const limit = c.takeWord('LIMIT') ? parseExpr(c) : undefined;
  c.expectWord('DO');
  const body = dmlList(c);
  c.expectWord('END');
  return {
    kind: 'while',
    condition,
    ...(limit === undefined ? {} : { limit }),
    body,
    span: c.spanFrom(start),
  };
}

function parseForeach(c: Cursor, start: number): DmlStatement {
  c.advance();
  const loop = parseLoop(c);
  c.expectWord('DO');
  const body = dmlList(c);
  c.expectWord('END');
  return { kind: 'foreach', loop, body, span: c.spanFrom(start) };
}

function parseBranch(c: Cursor): { when: Expr; body: DmlStatement[] } {
  const when = parseExprThen(c, 'THEN');
  return { when, body: dmlList(c) };
}

/** `CASE WHEN c THEN … END` is an IF; with an operand the conditions compare with it. */
function parseCase(c: Cursor, start: number): DmlStatement {
  c.advance();
  const operand = c.atWord('WHEN') ? undefined : parseExpr(c);
  const branches: { when: Expr; body: DmlStatement[] }[] = [];
  while (c.takeWord('WHEN')) {
    const when = caseCondition(operand, parseExpr(c));
    c.expectWord('THEN');
    const body: DmlStatement[] = [];
    if (!c.atWord('WHEN', 'ELSE', 'END')) parseDmlList(c, body);
    branches.push({ when, body });
  }
  if (branches.length === 0) c.fail('WHEN');
  const otherwise = c.takeWord('ELSE') ? dmlList(c) : undefined;
  c.expectWord('END');
  return { kind: 'if', branches, ...(otherwise === undefined ? {} : { otherwise }), span: c.spanFrom(start) };
}

export function caseCondition(operand: Expr | undefined, when: Expr): Expr {
  return operand === undefined
    ? when
    : { kind: 'binary', op: '==', left: operand, right: when, span: when.span };
}

/** `INSERT INTO [VERTEX|EDGE] T [(columns)] VALUES (v [T], …)` */
export function parseInsert(c: Cursor): InsertStatement {
  const { start } = c.token;
  c.advance();
  c.expectWord('INTO');
  if (c.isWord(0, 'VERTEX', 'EDGE') && c.peek(1).kind === 'word' && !c.isWord(1, 'VALUES')) c.advance();
  const type = c.name('a vertex or edge type', 'insertedType');
  let columns: Name[] | undefined;
  if (c.take('(')) {
    columns = [];
    do {
      c.slot({ kind: 'attributeOf', owner: type.text, vectors: false });
      const column = c.name('a column', 'new', true);
      if (column.text.toUpperCase() === 'DISCRIMINATOR' && c.take('(')) {
        do {
          c.slot({ kind: 'attributeOf', owner: type.text, vectors: false });
          columns.push(c.name('a column', 'new', true));
        } while (c.take(','));
        c.expect(')');
      } else columns.push(column);
    } while (c.take(','));
    c.expect(')');
  }
  const values = parseInsertValues(c);
  return {
    kind: 'insert',
    type,
    ...(columns === undefined
      ? {}
      : { columns: columns.map(({ text }) => text), columnSpans: columns.map((column) => column.span) }),
    values,
    span: c.spanFrom(start),
  };
}

/** `VALUES (…)` */
export function parseInsertValues(c: Cursor): InsertStatement['values'] {
  c.expectWord('VALUES');
  c.expect('(');
  const values: { value: Expr | null; vertexType?: string }[] = [];
  do {
    if (c.isWord(0, '_') && (c.isSymbol(1, ',') || c.isSymbol(1, ')'))) {
      c.advance();
      values.push({ value: null });
    } else {
      const value = parseExpr(c);
      const typed = c.token.kind === 'word' || c.token.kind === 'quotedName';
      values.push({ value, ...(typed ? { vertexType: c.name('a vertex type', 'vertexType').text } : {}) });
    }
  } while (c.take(','));
  c.expect(')');
  return values;
}
