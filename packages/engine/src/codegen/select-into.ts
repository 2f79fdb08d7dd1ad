/** `SELECT … INTO table`: rows of columns, grouped where there are aggregates or GROUP BY. */
import type { Ast } from '@acacia/language';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, guard } from './expressions.ts';
import { isAggregate } from './functions.ts';
import { fault } from './fault.ts';
import { compilePattern } from './pattern-code.ts';
import { tableShape, tableType } from './table-types.ts';
import { DOUBLE, SAFE_INT, type TableType, type ValueType } from './types.ts';
import type { Operand, Unit } from './unit.ts';
import { walk } from '../plan/aliases.ts';

const hasAggregate = (tree: unknown): boolean => {
  let found = false;
  walk(tree, (node) => {
    if (isAggregate(node as Ast.Expr)) found = true;
  });
  return found;
};

/** Code of a call that runs the SELECT and gives its table, and the type of that. */
export const compileSelectInto = (
  unit: Unit,
  select: Ast.SelectExpr,
): { readonly code: Code; readonly type: TableType } => {
  const { into } = select;
  if (into === undefined) throw fault(select.span, 'SELECT names no table.');
  if (select.accum.length > 0 || select.postAccum.length > 0) {
    throw fault(select.span, 'SELECT … INTO has no ACCUM and no POST-ACCUM.');
  }
  const grouped = select.groupBy.length > 0 || into.columns.some((column) => hasAggregate(column.expr));
  const types: ValueType[] = [];
  const table = unit.names.fresh();
  const tree = grouped ? groupedRows(unit, select, table, types) : plainRows(unit, select, table, types);
  const type = tableType(into.columns, types);
  const limit = select.limit === undefined ? literal(null) : compileExpr(unit, select.limit, SAFE_INT).code;
  const offset = select.offset === undefined ? literal(0) : compileExpr(unit, select.offset, SAFE_INT).code;
  const options = unit.constant({
    columns: tableShape(type),
    distinct: select.distinct,
    directions: select.orderBy.map((item) => item.descending),
  });
  const id = unit.names.fresh();
  unit.functions.push(js`function ${id}() {
${unit.call('check')};
const ${table} = ${unit.call(grouped ? 'groupedTable' : 'plainTable', options, limit, offset)};
${tree}
return ${table}.finish();
}`);
  return { code: js`${id}()`, type };
};

export const orNull = (operand: Operand): Code =>
  operand.needs.length === 0 ? operand.code : js`((${guard(operand.needs)}true) ? ${operand.code} : null)`;

/** HAVING, ORDER BY and GROUP BY may name a column by its alias. */
const columnNamed = (unit: Unit, select: Ast.SelectExpr, expr: Ast.Expr): Ast.Expr | undefined => {
  if (expr.kind !== 'name' || unit.lookup(expr.name) !== undefined) return undefined;
  return select.into?.columns.find((column) => column.as === expr.name)?.expr;
};

const plainRows = (unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): Code =>
  compilePattern(unit, select, select.span, () => {
    const columns = (select.into?.columns ?? []).map((column, index) => {
      const operand = compileExpr(unit, column.expr);
      types[index] = operand.type;
      return orNull(operand);
    });
    const substitute = (expr: Ast.Expr): Operand | undefined => {
      const column = columnNamed(unit, select, expr);
      return column === undefined ? undefined : unit.substituting(null, () => compileExpr(unit, column));
    };
    const keys = unit.substituting(substitute, () =>
      select.orderBy.map((item) => orNull(compileExpr(unit, item.expr))),
    );
    return js`${table}.add([${list(columns)}], [${list(keys)}]);`;
  });

/**
 * Rows are grouped by GROUP BY, or by the columns without aggregates. What the columns, HAVING and ORDER BY
 * show is worked out per group from its keys and its aggregates.
 */
const groupedRows = (unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): Code => {
  const columns = select.into?.columns ?? [];
  const group = unit.names.fresh();
  let finish = js``;
  const loops = compilePattern(unit, select, select.span, () => {
    const keys =
      select.groupBy.length > 0
        ? select.groupBy.map((expr) => columnNamed(unit, select, expr) ?? expr)
        : columns.filter((column) => !hasAggregate(column.expr)).map((column) => column.expr);
    const over = new GroupExpressions(unit, select, group, keys);
    const shown = columns.map((column, index) => {
      const operand = over.compile(column.expr);
      types[index] = operand.type;
      return operand.code;
    });
    const having = select.having === undefined ? literal(true) : over.compile(select.having).code;
    const order = select.orderBy.map((item) => over.compile(item.expr).code);
    const kinds = unit.constant(over.kinds);
    finish = js`${table}.close(${kinds}, (${group}) => (${having}) ? [[${list(shown)}], [${list(order)}]] : null, ${literal(keys.length > 0)});`;
    return js`${table}.add([${list(over.keyCodes)}], [${list(over.inputs)}], ${kinds});`;
  });
  return js`${loops}\n${finish}`;
};

/** Compiles expressions over groups: keys and aggregates are read from the group, the rest is around them. */
class GroupExpressions {
  /** The aggregates that were met, and what each is fed per row. */
  readonly kinds: { readonly name: string; readonly distinct: boolean }[] = [];
  readonly inputs: Code[] = [];
  readonly #unit: Unit;
  readonly #select: Ast.SelectExpr;
  readonly #group: Code;
  readonly #keys: readonly { readonly text: string; readonly operand: Operand }[];

  constructor(unit: Unit, select: Ast.SelectExpr, group: Code, keys: readonly Ast.Expr[]) {
    this.#unit = unit;
    this.#select = select;
    this.#group = group;
    this.#keys = keys.map((key) => ({ text: this.#text(key), operand: compileExpr(unit, key) }));
  }

  get keyCodes(): readonly Code[] {
    return this.#keys.map(({ operand }) => orNull(operand));
  }

  compile(expr: Ast.Expr): Operand {
    return this.#unit.substituting(
      (inner) => this.#substitute(inner),
      () => compileExpr(this.#unit, expr),
    );
  }

  #text(expr: Ast.Expr): string {
    return this.#unit.text.slice(expr.span.start, expr.span.end).replace(/\s+/g, '');
  }

  #substitute(expr: Ast.Expr): Operand | undefined {
    const text = this.#text(expr);
    const key = this.#keys.findIndex((known) => known.text === text);
    const operand = this.#keys[key]?.operand;
    if (operand !== undefined) {
      return { code: js`${this.#group}.keys[${literal(key)}]`, type: operand.type, needs: [] };
    }
    if (isAggregate(expr)) return this.#aggregate(expr);
    const column = columnNamed(this.#unit, this.#select, expr);
    if (column !== undefined) return this.compile(column);
    const alias = expr.kind === 'name' ? this.#unit.lookup(expr.name) : undefined;
    if (alias?.kind === 'vertex' || alias?.kind === 'edge') {
      throw fault(expr.span, `${text} must be in GROUP BY or inside an aggregate.`);
    }
    return undefined;
  }

  #aggregate(expr: Extract<Ast.Expr, { kind: 'call' }>): Operand {
    const [argument] = expr.args;
    const name = expr.name.toLowerCase();
    const operand =
      argument === undefined || argument.kind === 'star'
        ? undefined
        : this.#unit.substituting(null, () => compileExpr(this.#unit, argument));
    this.inputs.push(operand === undefined ? literal(1) : orNull(operand));
    this.kinds.push({ name, distinct: expr.distinct });
    const code = js`${this.#group}.value(${literal(this.kinds.length - 1)})`;
    if (name === 'count') return { code, type: SAFE_INT, needs: [] };
    if (name === 'avg' || name === 'stdev') return { code, type: DOUBLE, needs: [] };
    return { code, type: operand?.type ?? SAFE_INT, needs: [] };
  }
}
