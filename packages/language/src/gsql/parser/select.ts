/** SELECT blocks: clauses in any order that makes sense; after an error each clause recovers separately. */
import { finding } from '../diagnostics/catalogue.ts';
import type {
  Column,
  DmlStatement,
  Expr,
  Name,
  OrderItem,
  PathPattern,
  PostAccumClause,
  SelectExpr,
} from '../ast.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseDmlList } from './dml.ts';
import { parseExpr, parseExprList } from './expressions.ts';
import { parsePaths } from './patterns.ts';
import { byAlias, isVertexAlias, namedBySource, namedByUse } from './source-alias.ts';

/** In the order of the reference. Another order is accepted, but completion offers the clauses that follow. */
export const CLAUSES = [
  'FROM',
  'SAMPLE',
  'WHERE',
  'PER',
  'ACCUM',
  'POST-ACCUM',
  'POST_ACCUM',
  'GROUP',
  'HAVING',
  'ORDER',
  'LIMIT',
  'OFFSET',
] as const;

interface Clauses {
  from: PathPattern[];
  sample?: NonNullable<SelectExpr['sample']>;
  where?: Expr;
  per: Name[];
  accum: DmlStatement[];
  postAccum: PostAccumClause[];
  groupBy: Expr[];
  having?: Expr;
  orderBy: OrderItem[];
  limit?: Expr;
  offset?: Expr;
}

/**
 * Parses from SELECT to the end of the last clause; the `;` is the caller's. With `implicitTable`, a SELECT list other
 * than one vertex alias fills a table of that name.
 */
export function parseSelect(c: Cursor, implicitTable?: string): SelectExpr {
  const { start } = c.token;
  c.expectWord('SELECT');
  const distinct = c.takeWord('DISTINCT') !== undefined;
  const columns: Column[] = [];
  let into: Name | undefined;
  const clauses: Clauses = { from: [], per: [], accum: [], postAccum: [], groupBy: [], orderBy: [] };
  recover(c, () => {
    do columns.push(parseColumn(c));
    while (c.take(','));
    if (c.takeWord('INTO')) into = c.name('a name for the table');
    c.expectWord('FROM');
    parsePaths(c, clauses.from);
  });
  if (clauses.from.length === 0 && c.takeWord('FROM')) recover(c, () => parsePaths(c, clauses.from));
  const seen: string[] = ['FROM'];
  while (parseClause(c, clauses, seen));
  const span = c.spanFrom(start);
  const { from, ...written } = clauses;
  clauses.from = namedByUse(from, [written, columns]);
  Object.assign(clauses, byAlias(clauses.from, written));
  const [first] = columns;
  let alias: Name | undefined;
  if (into === undefined) {
    const isName = columns.length === 1 && first?.expr.kind === 'name' && first.as === undefined;
    if (implicitTable !== undefined && !(isName && isVertexAlias(clauses.from, first.expr.name))) {
      into = { text: implicitTable, span: { start, end: start } };
    } else if (isName) {
      alias = { text: first.expr.name, span: first.span };
      clauses.from = namedBySource(clauses.from, alias.text);
    } else if (first !== undefined) {
      c.error(finding('selectOfSeveralColumns'), {
        start: first.span.start,
        end: columns.at(-1)?.span.end ?? first.span.end,
      });
    }
  }
  return {
    kind: 'select',
    distinct,
    ...(alias === undefined ? {} : { alias }),
    ...(into === undefined ? {} : { into: { table: into, columns: byAlias(clauses.from, columns) } }),
    ...clauses,
    span,
  };
}

export function parseColumn(c: Cursor): Column {
  const expr = parseExpr(c);
  const as = c.takeWord('AS') ? c.name('a name for the column', 'new', true).text : undefined;
  return { expr, ...(as === undefined ? {} : { as }), span: c.spanFrom(expr.span.start) };
}

/** Parses one clause; after an error continues at the next clause, unless the statement ends before it. */
function recover(c: Cursor, parse: () => void): void {
  try {
    parse();
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    let depth = 0;
    for (; !c.atEnd && !c.at(';'); c.advance()) {
      if (c.at('{')) depth++;
      else if (c.at('}')) {
        if (depth === 0) return;
        depth--;
      } else if (depth === 0 && c.isWord(0, ...CLAUSES)) return;
      else if (depth === 0 && c.token.newLine && c.isWord(0, 'PRINT', 'RETURN', 'END', 'ELSE')) return;
    }
  }
}

/** Parses the clause that starts here; false when none does. `seen` holds the clauses before it. */
function parseClause(c: Cursor, clauses: Clauses, seen: string[]): boolean {
  const last = CLAUSES.findIndex((word) => word === seen.at(-1));
  c.atWord(...CLAUSES.slice(seen.at(-1) === 'POST-ACCUM' ? last : last + 1));
  if (!c.isWord(0, ...CLAUSES)) return false;
  const clause = c.advance();
  const name = clause.upper === 'POST_ACCUM' ? 'POST-ACCUM' : clause.upper;
  if (name !== 'POST-ACCUM' && seen.includes(name)) {
    c.error(finding('clauseTwice', { clause: name }), clause);
  }
  seen.push(name);
  recover(c, () => {
    switch (clause.upper) {
      case 'SAMPLE':
        clauses.sample = parseSample(c);
        break;
      case 'WHERE':
        clauses.where = parseExpr(c);
        break;
      case 'PER': {
        // ACCUM runs for every match without PER too.
        if (c.takeWord('MATCH')) break;
        const parenthesised = c.take('(') !== undefined;
        do clauses.per.push(c.name('an alias', 'alias'));
        while (c.take(','));
        if (parenthesised) c.expect(')');
        break;
      }
      case 'ACCUM':
        parseDmlList(c, clauses.accum);
        break;
      case 'POST-ACCUM':
      case 'POST_ACCUM':
        parsePostAccum(c, clause.start, clauses.postAccum);
        break;
      case 'GROUP':
        c.expectWord('BY');
        clauses.groupBy = parseExprList(c);
        break;
      case 'HAVING':
        clauses.having = parseExpr(c);
        break;
      case 'ORDER':
        c.expectWord('BY');
        parseOrder(c, clauses.orderBy);
        break;
      case 'LIMIT': {
        const first = parseExpr(c);
        if (c.take(',')) {
          clauses.offset = first;
          clauses.limit = parseExpr(c);
        } else clauses.limit = first;
        break;
      }
      case 'OFFSET':
        clauses.offset = parseExpr(c);
        break;
      default:
        // A second FROM: read, though it was reported.
        parsePaths(c, clauses.from);
    }
  });
  return true;
}

/** `SAMPLE n [%] EDGE|TARGET [PINNED] [WHEN condition]` */
function parseSample(c: Cursor): NonNullable<SelectExpr['sample']> {
  const size = parseExpr(c);
  const percent = c.take('%') !== undefined;
  const of = c.takeWord('EDGE', 'TARGET') ?? c.fail('EDGE or TARGET');
  c.takeWord('PINNED');
  const when = c.takeWord('WHEN') ? parseExpr(c) : undefined;
  return {
    size,
    percent,
    of: of.upper === 'EDGE' ? 'edge' : 'target',
    ...(when === undefined ? {} : { when }),
  };
}

function parsePostAccum(c: Cursor, start: number, into: PostAccumClause[]): void {
  let alias: Name | undefined;
  // `POST-ACCUM (a) a.@x = 1` names the alias; `POST-ACCUM (a).…` cannot be written.
  if (c.at('(') && c.isSymbol(2, ')')) {
    c.advance();
    alias = c.name('an alias', 'alias');
    c.expect(')');
  }
  const body: DmlStatement[] = [];
  try {
    parseDmlList(c, body);
  } finally {
    into.push({ ...(alias === undefined ? {} : { alias }), body, span: c.spanFrom(start) });
  }
}

/** Parses the list after ORDER BY; adds to `items`, so that an error keeps the items before it. */
export function parseOrder(c: Cursor, items: OrderItem[]): void {
  do items.push(parseOrderItem(c));
  while (c.take(','));
}

function parseOrderItem(c: Cursor): OrderItem {
  const expr = parseExpr(c);
  const descending = c.takeWord('DESC') !== undefined;
  if (!descending) c.takeWord('ASC');
  return { expr, descending, span: c.spanFrom(expr.span.start) };
}
