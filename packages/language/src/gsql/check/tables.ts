/** Checks statements over tables: their visible columns, and the columns of the tables that they make. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Type } from '../analysis.ts';
import type { Column, Name, TableStatement } from '../ast.ts';
import { columnName } from '../column-name.ts';
import type { Context } from './context.ts';
import { checkCondition, checkNumber, checkValue } from './expressions.ts';
import { UNKNOWN, assignable, describe, elementOf } from './types.ts';

type TableType = Extract<Type, { kind: 'table' }>;
type JoinStatement = Extract<TableStatement, { kind: 'joinTables' }>;

export function checkTableStatement(ctx: Context, statement: TableStatement): void {
  switch (statement.kind) {
    case 'initTable':
      ctx.tables.set(statement.table.text, checkColumns(ctx, statement.columns));
      break;
    case 'orderTable':
      withColumns(ctx, statement.table, statement.span, () => {
        for (const { expr } of statement.orderBy) checkValue(ctx, expr);
      });
      if (statement.limit !== undefined) checkNumber(ctx, statement.limit, 'LIMIT');
      if (statement.offset !== undefined) checkNumber(ctx, statement.offset, 'OFFSET');
      break;
    case 'filterTable':
      withColumns(ctx, statement.table, statement.span, () =>
        checkCondition(ctx, statement.condition, 'The condition after ON'),
      );
      break;
    case 'projectTable':
      withColumns(ctx, statement.table, statement.span, () => {
        ctx.tables.set(statement.into.text, checkColumns(ctx, statement.columns));
      });
      break;
    case 'projectVertices':
      checkProjectVertices(ctx, statement);
      break;
    case 'joinTables':
      checkJoin(ctx, statement);
      break;
    case 'unionTables':
      checkUnion(ctx, statement);
      break;
    case 'unwind':
      checkUnwind(ctx, statement);
  }
}

/** The columns of SELECT … INTO, INIT, PROJECT and JOIN; two of one name are reported. */
export function checkColumns(ctx: Context, columns: readonly Column[]): TableType {
  const seen = new Set<string>();
  return {
    kind: 'table',
    columns: columns.map((column) => {
      const name = columnName(column);
      if (seen.has(name)) ctx.error(finding('columnsOfOneName', { name }), column.span);
      seen.add(name);
      return { name, type: checkValue(ctx, column.expr) };
    }),
  };
}

/** The table of a name; undefined after reporting an unknown one. */
function tableNamed(ctx: Context, { text, span }: Name): TableType | undefined {
  const table = ctx.tables.get(text);
  if (table === undefined) ctx.unknown('Table', text, span, ctx.tables.keys());
  return table;
}

/** Runs `walk` where the columns of a table are names. */
function withColumns(ctx: Context, name: Name, span: Name['span'], walk: () => void): void {
  const table = tableNamed(ctx, name);
  if (table === undefined) return;
  ctx.inBlock(span, () => {
    for (const column of table.columns) {
      ctx.scope.set(column.name, { binding: { kind: 'column', name: column.name }, type: column.type });
    }
    walk();
  });
}

function checkProjectVertices(
  ctx: Context,
  { table, sets }: Extract<TableStatement, { kind: 'projectVertices' }>,
): void {
  const type = tableNamed(ctx, table);
  for (const { column, into } of sets) {
    const found = type?.columns.find(({ name }) => name === column.text);
    if (type !== undefined && found === undefined) {
      const known = type.columns.map(({ name }) => name);
      ctx.unknown('Column', column.text, column.span, known, ` in ${table.text}`);
    } else if (found !== undefined && found.type.kind !== 'vertex' && found.type.kind !== 'unknown') {
      ctx.error(
        finding('columnWithoutVertices', { name: column.text, type: describe(found.type) }),
        column.span,
      );
    }
    ctx.vertexSets.set(into.text, found?.type.kind === 'vertex' ? found.type.types : []);
  }
}

function checkJoin(ctx: Context, statement: JoinStatement): void {
  const { left, right, condition, columns, into, join } = statement;
  const [leftType, rightType] = [tableNamed(ctx, left.table), tableNamed(ctx, right.table)];
  let made: TableType = {
    kind: 'table',
    columns: columns.map((c) => ({ name: columnName(c), type: UNKNOWN })),
  };
  const declare = ({ text }: Name, type: TableType): void =>
    ctx.scope.set(text, { binding: { kind: 'table', name: text }, type });
  if (leftType !== undefined && rightType !== undefined) {
    if (left.alias.text === right.alias.text) {
      ctx.error(finding('joinedTablesOfOneName', { name: left.alias.text }), right.alias.span);
    }
    ctx.inBlock(statement.span, () => {
      declare(left.alias, leftType);
      const matched = (): void => {
        declare(right.alias, rightType);
        if (condition !== undefined) checkCondition(ctx, condition, 'The condition after ON');
      };
      // The columns of a SEMIJOIN are those of its left table only.
      if (join === 'semi') ctx.inBlock(statement.span, matched);
      else matched();
      made = checkColumns(ctx, columns);
    });
  }
  ctx.tables.set(into.text, made);
}

/** The tables that UNION joins are used up by it. */
function checkUnion(ctx: Context, { tables, into }: Extract<TableStatement, { kind: 'unionTables' }>): void {
  const [first, ...rest] = tables.map((name) => ({ name, type: tableNamed(ctx, name) }));
  for (const { name, type } of rest) {
    if (type === undefined || first?.type === undefined || sameColumns(ctx, first.type, type)) continue;
    ctx.error(
      finding('unionOfOtherColumns', {
        first: first.name.text,
        columns: columnList(first.type),
        other: name.text,
        otherColumns: columnList(type),
      }),
      name.span,
    );
  }
  for (const { text } of tables) ctx.tables.delete(text);
  ctx.tables.set(into.text, first?.type ?? { kind: 'table', columns: [] });
}

function sameColumns(ctx: Context, a: TableType, b: TableType): boolean {
  return (
    a.columns.length === b.columns.length &&
    a.columns.every(({ name, type }, i) => {
      const other = b.columns[i];
      return other !== undefined && name === other.name && assignable(type, other.type, ctx);
    })
  );
}

function columnList({ columns }: TableType): string {
  return columns.map(({ name, type }) => `${name} ${describe(type)}`).join(', ');
}

function checkUnwind(ctx: Context, statement: Extract<TableStatement, { kind: 'unwind' }>): void {
  const { table, list, as, into } = statement;
  let element: Type = UNKNOWN;
  const checkList = (): void => {
    const type = checkValue(ctx, list);
    const found = elementOf(type, ctx);
    if (found === undefined) {
      ctx.error(finding('unwindNeedsList', { type: describe(type) }), list.span);
    } else element = found;
  };
  let kept: TableType['columns'] = [];
  if (table === undefined) checkList();
  else {
    kept = ctx.tables.get(table.text)?.columns ?? [];
    withColumns(ctx, table, statement.span, checkList);
  }
  if (kept.some(({ name }) => name === as.text)) {
    ctx.error(finding('columnThere', { name: as.text }), as.span);
  }
  ctx.tables.set(into.text, { kind: 'table', columns: [...kept, { name: as.text, type: element }] });
}
