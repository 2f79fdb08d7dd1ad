/** Statements over tables: INIT, ORDER, FILTER, PROJECT, JOIN, UNION and UNWIND. */
import type { Column, Name, OrderItem, TableStatement } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';
import { parseColumn, parseOrder } from './select.ts';

/** Words that begin a statement over tables, for completion. */
const TABLE_STARTERS = [
  'INIT',
  'ORDER',
  'FILTER',
  'PROJECT',
  'JOIN',
  'LEFT JOIN',
  'SEMIJOIN',
  'UNION',
  'UNWIND',
] as const;

/** Of these words only ORDER and UNION are reserved, so the next tokens distinguish the others from names. */
export function startsTableStatement(c: Cursor): boolean {
  c.atWord(...TABLE_STARTERS);
  const named = c.peek(1).kind === 'word' || c.peek(1).kind === 'quotedName';
  switch (c.token.upper) {
    case 'INIT':
    case 'SEMIJOIN':
    case 'UNION':
      return named;
    case 'ORDER':
      return named && c.isWord(2, 'BY');
    case 'FILTER':
    case 'PROJECT':
      return named && c.isWord(2, 'ON');
    case 'JOIN':
      return named && (c.peek(2).kind === 'word' || c.peek(2).kind === 'quotedName');
    case 'LEFT':
      return c.isWord(1, 'JOIN');
    case 'UNWIND':
      return named || c.isSymbol(1, '[') || c.peek(1).kind === 'globalAccum';
    default:
      return false;
  }
}

export function parseTableStatement(c: Cursor): TableStatement {
  const { start } = c.token;
  const word = c.advance().upper;
  switch (word) {
    case 'INIT': {
      const table = c.name('a name for the table');
      return { kind: 'initTable', table, columns: parseColumns(c), span: c.spanFrom(start) };
    }
    case 'ORDER':
      return parseOrderTable(c, start);
    case 'FILTER': {
      const table = c.name('a table', 'expression');
      c.expectWord('ON');
      return { kind: 'filterTable', table, condition: parseExpr(c), span: c.spanFrom(start) };
    }
    case 'PROJECT':
      return parseProject(c, start);
    case 'UNION':
      return parseUnion(c, start);
    case 'UNWIND':
      return parseUnwind(c, start);
    case 'LEFT':
      c.expectWord('JOIN');
      return parseJoin(c, start, 'left');
    default:
      return parseJoin(c, start, word === 'SEMIJOIN' ? 'semi' : 'inner');
  }
}

function parseColumns(c: Cursor): Column[] {
  const columns: Column[] = [];
  do columns.push(parseColumn(c));
  while (c.take(','));
  return columns;
}

function parseInto(c: Cursor): Name {
  c.expectWord('INTO');
  return c.name('a name for the table');
}

function parseOrderTable(c: Cursor, start: number): TableStatement {
  const table = c.name('a table', 'expression');
  c.expectWord('BY');
  const orderBy: OrderItem[] = [];
  parseOrder(c, orderBy);
  const limit = c.takeWord('LIMIT') ? parseExpr(c) : undefined;
  const offset = c.takeWord('OFFSET') ? parseExpr(c) : undefined;
  return {
    kind: 'orderTable',
    table,
    orderBy,
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    span: c.spanFrom(start),
  };
}

/** `PROJECT T ON e AS c, … INTO U`, or `PROJECT T ON VERTEX COLUMN c INTO S, …`. */
function parseProject(c: Cursor, start: number): TableStatement {
  const table = c.name('a table', 'expression');
  c.expectWord('ON');
  if (!c.takeWords('VERTEX', 'COLUMN')) {
    const columns = parseColumns(c);
    return { kind: 'projectTable', table, columns, into: parseInto(c), span: c.spanFrom(start) };
  }
  const sets: { column: Name; into: Name }[] = [];
  do {
    const column = c.name('a column', 'expression');
    c.expectWord('INTO');
    sets.push({ column, into: c.name('a name for the vertex set') });
  } while (c.take(','));
  return { kind: 'projectVertices', table, sets, span: c.spanFrom(start) };
}

function parseJoin(c: Cursor, start: number, join: 'inner' | 'left' | 'semi'): TableStatement {
  const side = () => {
    const table = c.name('a table', 'expression');
    return { table, alias: c.name('an alias for the table') };
  };
  const left = side();
  c.expectWord('WITH');
  const right = side();
  const condition = c.takeWord('ON') ? parseExpr(c) : undefined;
  c.expectWord('PROJECT');
  const distinct = c.takeWord('DISTINCT') !== undefined;
  const columns = parseColumns(c);
  const into = parseInto(c);
  return {
    kind: 'joinTables',
    join,
    left,
    right,
    ...(condition === undefined ? {} : { condition }),
    distinct,
    columns,
    into,
    span: c.spanFrom(start),
  };
}

function parseUnion(c: Cursor, start: number): TableStatement {
  const all = c.takeWord('ALL') !== undefined;
  const tables = [c.name('a table', 'expression')];
  c.expectWord('WITH');
  do tables.push(c.name('a table', 'expression'));
  while (c.takeWord('WITH'));
  return { kind: 'unionTables', all, tables, into: parseInto(c), span: c.spanFrom(start) };
}

/** `UNWIND list AS c INTO T`, or `UNWIND T ON list AS c INTO U`. */
function parseUnwind(c: Cursor, start: number): TableStatement {
  const table = c.token.kind !== 'symbol' && c.isWord(1, 'ON') ? c.name('a table', 'expression') : undefined;
  if (table !== undefined) c.expectWord('ON');
  const list = parseExpr(c);
  c.expectWord('AS');
  const as = c.name('a name for the column', 'new', true);
  return {
    kind: 'unwind',
    ...(table === undefined ? {} : { table }),
    list,
    as,
    into: parseInto(c),
    span: c.spanFrom(start),
  };
}
