/** Statements of a query's body: each ends with `;`, and an error in one does not affect the others. */
import { finding } from '../diagnostics/catalogue.ts';
import type { BodyStatement, DmlStatement, Expr, Name, PathPattern } from '../ast.ts';
import { ACCUM_TYPES } from '../keywords.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseDeclarations, parseTypedef, startsAccumDeclaration } from './declarations.ts';
import { asTarget, caseCondition, parseDmlList, parseInsert, startsDeclaration } from './dml.ts';
import { startsInnerIf } from './else-if.ts';
import { parseExpr, parseExprThen, parsePostfix } from './expressions.ts';
import { parseLoop } from './foreach.ts';
import { parsePaths } from './patterns.ts';
import { parsePrint } from './print.ts';
import { parseCreateEdge } from './schema-ddl.ts';
import { parseSelect } from './select.ts';
import { byAlias, namedBySource, namedByUse } from './source-alias.ts';
import { parseTableStatement, startsTableStatement } from './tables.ts';

/** Up to one of the closing words (or `}`), which is left for the caller. */
export function parseStatements(c: Cursor, ...closing: readonly string[]): BodyStatement[] {
  const statements: BodyStatement[] = [];
  for (;;) {
    while (c.take(';'));
    if (c.atEnd || c.at('}') || (closing.length > 0 && c.atWord(...closing))) {
      if (c.atEnd) offerStatements(c);
      return statements;
    }
    const { index } = c;
    try {
      const statement = c.deeper(() => parseStatement(c));
      statements.push(statement);
      if (c.take(';') || !needsSemicolon(c)) continue;
      c.report("';'");
      // Nothing is skipped before the word that closes the block.
      if (!c.isWord(0, ...closing)) skipStatement(c, index);
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      skipStatement(c, index);
    }
  }
}

const STARTERS = [
  'SELECT',
  'IF',
  'WHILE',
  'FOREACH',
  'CASE',
  'PRINT',
  'RETURN',
  'INSERT',
  'DELETE',
  'UPDATE',
  'BREAK',
  'CONTINUE',
  'TYPEDEF',
  'TRY',
  'RAISE',
  'EXCEPTION',
  'CREATE',
] as const;

/** Words that may begin a statement, for completion and for suggestions on misspelt words. */
function offerStatements(c: Cursor): void {
  c.slot({ kind: 'bodyStatement' });
  c.atWord(...STARTERS);
}

/** A control statement before `}` or END may stand without its semicolon. */
function needsSemicolon(c: Cursor): boolean {
  return !(c.before.upper === 'END' && (c.at('}') || c.atWord('END', 'ELSE')));
}

/** Skips to the next statement: past a `;`, or before END, ELSE or `}` of the enclosing block. */
function skipStatement(c: Cursor, from: number): void {
  if (c.index === from && !c.at('}')) c.advance();
  let depth = 0;
  for (; !c.atEnd; c.advance()) {
    if (c.at('{')) depth++;
    else if (c.at('}')) {
      if (depth === 0) return;
      depth--;
    } else if (depth > 0) continue;
    else if (c.take(';')) return;
    else if (c.token.newLine && c.isWord(0, 'END', 'ELSE', ...STARTERS)) return;
  }
}

function parseStatement(c: Cursor): BodyStatement {
  const { start } = c.token;
  offerStatements(c);
  if (startsSelect(c)) {
    const select = parseSelect(c);
    return { kind: 'select', select, span: select.span };
  }
  switch (c.token.upper) {
    case 'TYPEDEF':
      return parseTypedef(c);
    case 'IF':
      return c.inOpenBlock(() => parseIf(c, start));
    case 'CASE':
      return c.inOpenBlock(() => parseCase(c, start));
    case 'WHILE':
      return c.inOpenBlock(() => parseWhile(c, start));
    case 'FOR':
    case 'FOREACH':
      return c.inOpenBlock(() => parseForeach(c, start));
    case 'BREAK':
    case 'CONTINUE':
      return { kind: c.advance().upper === 'BREAK' ? 'break' : 'continue', span: c.spanFrom(start) };
    case 'PRINT':
      return parsePrint(c, start);
    case 'RETURN': {
      c.advance();
      // Without a value the query just ends.
      const value: Expr = c.at(';') ? { kind: 'null', span: c.spanFrom(c.before.end) } : parseExpr(c);
      return { kind: 'return', value, span: c.spanFrom(start) };
    }
    case 'INSERT':
      return parseInsert(c);
    case 'DELETE':
    case 'UPDATE':
      if (c.peek(1).kind === 'word' && c.isWord(2, 'FROM')) return parseModification(c, start);
      break;
    case 'CREATE':
      return parseVirtualEdge(c, start);
    case 'END':
    case 'ELSE':
      return c.failAt(c.token, finding('closesNothing', { word: c.token.upper }));
    case 'TRY':
      return c.inOpenBlock(() => parseTry(c, start));
    case 'RAISE':
      return parseRaise(c, start);
    case 'EXCEPTION':
      return parseException(c, start);
    default:
  }
  if (c.isWord(0, 'FILE') && c.peek(1).kind === 'word' && c.isSymbol(2, '(')) {
    c.advance();
    const name = c.name('a name for the file');
    c.expect('(');
    const path = parseExpr(c);
    const permission = c.take(',') ? { permission: parseExpr(c) } : {};
    c.expect(')');
    return { kind: 'declareFile', name, path, ...permission, span: c.spanFrom(start) };
  }
  if (startsTableStatement(c)) return parseTableStatement(c);
  if (c.isWord(0, 'STATIC')) {
    c.failAt(c.token, finding('staticAccumulators'));
  }
  if (startsAccumDeclaration(c) || startsDeclaration(c)) return parseDeclarations(c);
  if (c.token.kind === 'word' && c.isSymbol(1, '<')) {
    for (const name of ACCUM_TYPES.values()) c.atWord(name);
    return c.fail('a statement');
  }
  return parseAssignment(c, start);
}

/** `x = …`, `S (T) = SELECT …`, `@@a += …`, or a call such as `@@a.clear()`. */
function parseAssignment(c: Cursor, start: number): BodyStatement {
  let declaredTypes: string[] | undefined;
  let target: Expr;
  if (c.token.kind === 'word' && c.isSymbol(1, '(') && declaresTypes(c)) {
    const name = c.name('a vertex set');
    target = { kind: 'name', name: name.text, span: name.span };
    c.expect('(');
    declaredTypes = [];
    do {
      if (c.isWord(0, 'ANY', '_')) {
        c.advance();
        declaredTypes.push('ANY');
      } else declaredTypes.push(c.name('a vertex type', 'vertexType').text);
    } while (c.take(',') ?? c.take('|'));
    c.expect(')');
  } else target = parsePostfix(c);
  const op = c.take('=') ? '=' : c.take('+=') ? '+=' : undefined;
  if (op === undefined) {
    // `@@a;` names an accumulator and does nothing.
    if (target.kind === 'call' || target.kind === 'method' || target.kind === 'globalAccum')
      return { kind: 'expr', expr: target, span: c.spanFrom(start) };
    return c.fail("'=' or '+='");
  }
  const types = declaredTypes === undefined ? {} : { declaredTypes };
  if (op === '=' && startsSelect(c)) {
    if (target.kind !== 'name') {
      return c.failAt(target.span, finding('selectAssignedElsewhere'));
    }
    const name = { text: target.name, span: target.span };
    const select = parseSelect(c);
    return { kind: 'assignSelect', target: name, ...types, select, span: c.spanFrom(start) };
  }
  const checked = asTarget(c, target);
  const value = parseExpr(c);
  return { kind: 'assign', target: checked, op, value, ...types, span: c.spanFrom(start) };
}

/** SELECT, or a word nearly like it that cannot be a value because another word follows. */
function startsSelect(c: Cursor): boolean {
  return c.atWord('SELECT') || (c.atMisspelt('SELECT') && c.peek(1).kind === 'word');
}

/** Whether `name (…)` is followed by `=`: then the parentheses hold types, not arguments. */
function declaresTypes(c: Cursor): boolean {
  let i = 2;
  while (c.peek(i).kind === 'word' || c.isSymbol(i, ',') || c.isSymbol(i, '|')) i++;
  return c.isSymbol(i, ')') && c.isSymbol(i + 1, '=');
}

interface Branch {
  readonly when: Expr;
  readonly body: readonly BodyStatement[];
}

function parseIf(c: Cursor, start: number): BodyStatement {
  c.advance();
  const branches: Branch[] = [parseBranch(c)];
  let otherwise: BodyStatement[] | undefined;
  while (c.takeWord('ELSE')) {
    if (c.atWord('IF') && !startsInnerIf(c)) {
      c.advance();
      branches.push(parseBranch(c));
    } else {
      otherwise = parseStatements(c, 'END');
      break;
    }
  }
  c.close('END', start);
  return { kind: 'if', branches, ...(otherwise === undefined ? {} : { otherwise }), span: c.spanFrom(start) };
}

function parseWhile(c: Cursor, start: number): BodyStatement {
  c.advance();
  const condition = parseExpr(c);
  const limit = c.takeWord('LIMIT') ? parseExpr(c) : undefined;
  c.close('DO');
  const body = parseStatements(c, 'END');
  c.close('END', start);
  return {
    kind: 'while',
    condition,
    ...(limit === undefined ? {} : { limit }),
    body,
    span: c.spanFrom(start),
  };
}

function parseForeach(c: Cursor, start: number): BodyStatement {
  if (c.advance().upper === 'FOR') c.instead('FOREACH', c.before);
  const loop = parseLoop(c);
  c.close('DO');
  const body = parseStatements(c, 'END');
  c.close('END', start);
  return { kind: 'foreach', loop, body, span: c.spanFrom(start) };
}

function parseBranch(c: Cursor): Branch {
  const when = parseExprThen(c, 'THEN');
  return { when, body: parseStatements(c, 'END', 'ELSE') };
}

function parseCase(c: Cursor, start: number): BodyStatement {
  c.advance();
  const operand = c.atWord('WHEN') ? undefined : parseExpr(c);
  const branches: Branch[] = [];
  while (c.takeWord('WHEN')) {
    const when = caseCondition(operand, parseExprThen(c, 'THEN'));
    branches.push({ when, body: parseStatements(c, 'WHEN', 'ELSE', 'END') });
  }
  if (branches.length === 0) c.fail('WHEN');
  const otherwise = c.takeWord('ELSE') ? parseStatements(c, 'END') : undefined;
  c.close('END', start);
  return { kind: 'if', branches, ...(otherwise === undefined ? {} : { otherwise }), span: c.spanFrom(start) };
}

/** `EXCEPTION name (40001)` */
function parseException(c: Cursor, start: number): BodyStatement {
  c.advance();
  const name = c.name('a name for the exception');
  c.expect('(');
  const code = c.token.kind === 'int' ? Number(c.advance().value) : c.fail('a code above 40000');
  c.expect(')');
  return { kind: 'declareException', name, code, span: c.spanFrom(start) };
}

function parseRaise(c: Cursor, start: number): BodyStatement {
  c.advance();
  const name = c.name('an exception');
  if (!c.take('(')) return { kind: 'raise', name, span: c.spanFrom(start) };
  const message = parseExpr(c);
  c.expect(')');
  return { kind: 'raise', name, message, span: c.spanFrom(start) };
}

/** `TRY … EXCEPTION WHEN e THEN … ELSE … END` */
function parseTry(c: Cursor, start: number): BodyStatement {
  c.advance();
  const body = parseStatements(c, 'EXCEPTION');
  c.expectWord('EXCEPTION');
  const handlers: { name: Name; body: readonly BodyStatement[] }[] = [];
  while (c.takeWord('WHEN')) {
    const name = c.name('an exception');
    c.close('THEN');
    handlers.push({ name, body: parseStatements(c, 'WHEN', 'ELSE', 'END') });
  }
  const otherwise = c.takeWord('ELSE') ? parseStatements(c, 'END') : undefined;
  if (handlers.length === 0 && otherwise === undefined) c.fail('WHEN');
  c.close('END', start);
  return {
    kind: 'try',
    body,
    handlers,
    ...(otherwise === undefined ? {} : { otherwise }),
    span: c.spanFrom(start),
  };
}

/** `CREATE DIRECTED VIRTUAL EDGE e (FROM A|B, TO C, a INT)` */
function parseVirtualEdge(c: Cursor, start: number): BodyStatement {
  c.advance();
  const directed = c.takeWord('DIRECTED') !== undefined;
  if (!directed) c.expectWord('UNDIRECTED');
  c.expectWord('VIRTUAL');
  c.expectWord('EDGE');
  const edge = parseCreateEdge(c, start, directed);
  return { kind: 'createVirtualEdge', edge, span: edge.span };
}

function parseModification(c: Cursor, start: number): BodyStatement {
  const isDelete = c.advance().upper === 'DELETE';
  const alias = c.name('an alias', 'alias');
  c.expectWord('FROM');
  const paths: PathPattern[] = [];
  parsePaths(c, paths);
  const set: DmlStatement[] = [];
  if (!isDelete) {
    c.expectWord('SET');
    parseDmlList(c, set);
  }
  const where = c.takeWord('WHERE') ? parseExpr(c) : undefined;
  const written = { set, ...(where === undefined ? {} : { where }) };
  const from = namedBySource(namedByUse(paths, written), alias.text);
  const { set: changes, ...condition } = byAlias(from, written);
  const span = c.spanFrom(start);
  return isDelete
    ? { kind: 'delete', alias, from, ...condition, span }
    : { kind: 'update', alias, from, set: changes, ...condition, span };
}
