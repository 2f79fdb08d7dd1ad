/**
 * A SELECT typed on its own, with LET before it or without: `LET …; IN SELECT … FROM …`. It is equivalent to an
 * interpreted query that prints `Result_Vertex_Set` or `Result_Table`, then the global accumulators of LET. Source:
 * GSQL tutorial, "1-block SELECT".
 */
import type { Span } from '../../diagnostic.ts';
import type { BodyStatement, SelectExpr, Statement } from '../ast.ts';
import { parseStatements } from './body.ts';
import type { Cursor } from './cursor.ts';
import { parseSelect } from './select.ts';

const SET = 'Result_Vertex_Set';
const TABLE = 'Result_Table';

export function parseSelectBlock(c: Cursor, start: number): Statement {
  let declarations: readonly BodyStatement[] = [];
  let declared = '';
  if (c.takeWord('LET')) {
    const from = c.token.start;
    declarations = parseStatements(c, 'IN');
    declared = c.text.slice(from, c.token.start);
    c.close('IN');
  }
  const select = parseSelect(c, TABLE);
  const span = c.spanFrom(start);
  const result: BodyStatement =
    select.into === undefined
      ? { kind: 'assignSelect', target: { text: SET, span: select.span }, select, span: select.span }
      : { kind: 'select', select, span: select.span };
  const accums = declarations.flatMap((statement) =>
    statement.kind === 'declareAccums'
      ? statement.accums.filter(({ global }) => global).map(({ name }) => name)
      : [],
  );
  const prints = [
    print({ kind: 'name', name: select.into?.table.text ?? SET, span }, select.into?.table.text ?? SET, span),
    ...accums.map((name) => print({ kind: 'globalAccum', name, previous: false, span }, `@@${name}`, span)),
  ];
  const printed = prints.map(({ items }) => `PRINT ${items[0]?.text ?? ''};`).join(' ');
  return {
    kind: 'interpretQuery',
    query: {
      kind: 'query',
      name: { text: '', span: { start, end: start } },
      parameters: [],
      distributed: false,
      syntax: 'v3',
      body: [...declarations, result, ...prints],
      span,
    },
    ...(aggregatesOnly(select) ? { oneRow: true } : {}),
    text: `INTERPRET QUERY () SYNTAX v3 { ${declared} ${selectText(c.text, select)}; ${printed} }`,
    span,
  };
}

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max', 'stdev']);

function aggregatesOnly({ into, groupBy }: SelectExpr): boolean {
  return (
    into !== undefined &&
    groupBy.length === 0 &&
    into.columns.every(({ expr }) => expr.kind === 'call' && AGGREGATES.has(expr.name.toLowerCase()))
  );
}

type Print = Extract<BodyStatement, { kind: 'print' }>;

function print(expr: Print['items'][number]['expr'], text: string, span: Span): Print {
  return { kind: 'print', items: [{ expr, text, span }], span };
}

/** The block as a statement of a query: assigned to the set, or with INTO after its columns. */
function selectText(text: string, { span, into }: SelectExpr): string {
  if (into === undefined) return `${SET} = ${text.slice(span.start, span.end)}`;
  const after = into.columns.at(-1)?.span.end ?? span.end;
  const written = into.table.span.start >= after ? '' : ` INTO ${TABLE}`;
  return `${text.slice(span.start, after)}${written}${text.slice(after, span.end)}`;
}
