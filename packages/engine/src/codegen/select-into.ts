/** `SELECT … INTO table`: rows of columns, grouped where there are aggregates or GROUP BY. */
import { columnName, type Ast } from '@acacia/language';
import { type Code, js, list, literal } from './code.ts';
import { compileDml } from './dml.ts';
import { compileExpr, guard } from './expressions.ts';
import { isAggregate, withAggregates } from './functions.ts';
import { fault } from './fault.ts';
import { compilePattern } from './select.ts';
import { DOUBLE, SAFE_INT, shapeOf, type ValueType } from './types.ts';
import type { Operand, Unit } from './unit.ts';
import { walk } from '../plan/aliases.ts';

const hasAggregate = (tree: unknown): boolean => {
  let found = false;
  walk(tree, (node) => {
    if (isAggregate(node as Ast.Expr)) found = true;
  });
  return found;
};

/** Code of a call that runs the SELECT and gives its table. */
export const compileSelectInto = (unit: Unit, select: Ast.SelectExpr): Code => {
  const { into } = select;
  if (into === undefined) throw fault(select.span, 'SELECT names no table.');
  if (select.accum.length > 0 || select.postAccum.length > 0) {
    throw fault(select.span, 'SELECT … INTO has no ACCUM and no POST-ACCUM.');
  }
  const grouped = select.groupBy.length > 0 || into.columns.some((column) => hasAggregate(column.expr));
  const types: ValueType[] = [];
  const table = unit.names.fresh();
  const tree = grouped ? groupedRows(unit, select, table, types) : plainRows(unit, select, table, types);
  const columns = into.columns.map((column, index) => ({
    name: columnName(column),
    shape: shapeOf(types[index] ?? { kind: 'any' }),
  }));
  const limit = select.limit === undefined ? literal(null) : compileExpr(unit, select.limit, SAFE_INT).code;
  const offset = select.offset === undefined ? literal(0) : compileExpr(unit, select.offset, SAFE_INT).code;
  const options = unit.constant({
    columns,
    distinct: select.distinct,
    directions: select.orderBy.map((item) => item.descending),
  });
  const id = unit.names.fresh();
  unit.functions.push(js`function ${id}() {
${unit.call('check')};
const ${table} = ${unit.call(grouped ? 'groupedTable' : 'plainTable', js`X`, options, limit, offset)};
${tree}
return ${table}.finish();
}`);
  return js`${id}()`;
};

/** ORDER BY may name a column's alias instead of an expression. */
const orderExpr = (select: Ast.SelectExpr, item: Ast.OrderItem): Ast.Expr => {
  const { expr } = item;
  const named = select.into?.columns.find(
    (column) => expr.kind === 'name' && column.as !== undefined && column.as === expr.name,
  );
  return named?.expr ?? expr;
};

const orNull = (operand: Operand): Code =>
  operand.needs.length === 0 ? operand.code : js`((${guard(operand.needs)}true) ? ${operand.code} : null)`;

const plainRows = (unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): Code =>
  compilePattern(unit, select, select.span, () => {
    const columns = (select.into?.columns ?? []).map((column, index) => {
      const operand = compileExpr(unit, column.expr);
      types[index] = operand.type;
      return orNull(operand);
    });
    const keys = select.orderBy.map((item) => orNull(compileExpr(unit, orderExpr(select, item))));
    return js`${compileDml(unit, select.accum)}${table}.add([${list(columns)}], [${list(keys)}]);`;
  });

/**
 * Rows are grouped by GROUP BY, or by the columns without aggregates. What the columns, HAVING and ORDER BY
 * show is worked out per group from the first row's values of the keys and from the aggregates.
 */
const groupedRows = (unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): Code => {
  const columns = select.into?.columns ?? [];
  const keys =
    select.groupBy.length > 0
      ? select.groupBy.map((expr) => aliased(select, expr))
      : columns.filter((column) => !hasAggregate(column.expr)).map((column) => column.expr);
  const text = (expr: Ast.Expr): string =>
    unit.text.slice(expr.span.start, expr.span.end).replace(/\s+/g, '');
  const group = unit.names.fresh();
  let finish = js``;
  const loops = compilePattern(unit, select, select.span, () => {
    const keyOperands = keys.map((key) => compileExpr(unit, key));
    const inputs: Code[] = [];
    const kinds: { readonly name: string; readonly distinct: boolean }[] = [];
    const aggregate = (expr: Extract<Ast.Expr, { kind: 'call' }>): Operand => {
      const [argument] = expr.args;
      const name = expr.name.toLowerCase();
      const operand =
        argument === undefined || argument.kind === 'star'
          ? undefined
          : withAggregates(null, () => compileExpr(unit, argument));
      inputs.push(operand === undefined ? literal(1) : orNull(operand));
      kinds.push({ name, distinct: expr.distinct });
      const type =
        name === 'count'
          ? SAFE_INT
          : name === 'avg' || name === 'stdev'
            ? DOUBLE
            : (operand?.type ?? SAFE_INT);
      return { code: js`${group}.value(${literal(kinds.length - 1)})`, type, needs: [] };
    };
    /** An expression over a group: its keys by their text, aggregates by their place, the rest around them. */
    const overGroup = (expr: Ast.Expr): Operand => {
      const key = keys.findIndex((known) => text(known) === text(expr));
      const operand = keyOperands[key];
      if (operand !== undefined) {
        return { code: js`${group}.keys[${literal(key)}]`, type: operand.type, needs: [] };
      }
      if (!hasAggregate(expr) && expr.kind === 'member') {
        throw fault(expr.span, `${text(expr)} must be in GROUP BY or inside an aggregate.`);
      }
      return withAggregates(aggregate, () => compileExpr(unit, expr));
    };
    const shown = columns.map((column, index) => {
      const operand = overGroup(column.expr);
      types[index] = operand.type;
      return operand.code;
    });
    const having =
      select.having === undefined ? literal(true) : overGroup(aliased(select, select.having)).code;
    const order = select.orderBy.map((item) => overGroup(orderExpr(select, item)).code);
    finish = js`${table}.close(${unit.constant(kinds)}, (${group}) => (${having}) ? [[${list(shown)}], [${list(order)}]] : null, ${literal(keys.length > 0)});`;
    return js`${table}.add([${list(keyOperands.map(orNull))}], [${list(inputs)}], ${unit.constant(kinds)});`;
  });
  return js`${loops}\n${finish}`;
};

const aliased = (select: Ast.SelectExpr, expr: Ast.Expr): Ast.Expr =>
  orderExpr(select, { expr, descending: false, span: expr.span });
