/** `SELECT … INTO table`: rows of columns, grouped where there are aggregates or GROUP BY. */
import type { Ast } from '@acacia/language';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, guard } from './expressions.ts';
import { groupCodes } from './group-codes.ts';
import { isAggregate } from './functions.ts';
import { fault } from './fault.ts';
import { compilePattern } from './pattern-code.ts';
import { ROWS } from './repeated-rows.ts';
import { tableShape, tableType } from './table-types.ts';
import { DOUBLE, SAFE_INT, type TableType, type ValueType } from './types.ts';
import type { Operand, Unit } from './unit.ts';
import { namesIn, walk } from '../plan/aliases.ts';
import type { Pattern } from '../plan/pattern.ts';
import { isSteady, type RowUse } from '../plan/row-use.ts';

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
  const { tree, kinds } = grouped
    ? groupedRows(unit, select, table, types)
    : { tree: plainRows(unit, select, table, types), kinds: [] };
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
const ${table} = ${unit.call(grouped ? 'groupedTable' : 'plainTable', options, limit, offset, ...kinds)};
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

/** What rows are used for that become columns of a table. */
const columnUse = (unit: Unit, select: Ast.SelectExpr, grouped: boolean): RowUse | undefined => {
  const trees = [select.into?.columns, select.groupBy, select.having, select.orderBy];
  if ((!grouped && !select.distinct) || !isSteady(trees, unit.schema)) return undefined;
  return { names: namesIn(trees), counted: grouped, costly: true };
};

const plainRows = (unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): Code => {
  const body = (): Code => {
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
      select.orderBy.map((item) => compileExpr(unit, item.expr)),
    );
    const add = js`${table}.add([${list(columns)}], [${list(keys.map(orNull))}]);`;
    // Most rows are told by their first key not to be among the first: for them no array is made.
    const [first] = keys;
    const [item] = select.orderBy;
    if (select.limit === undefined || select.distinct || first === undefined || item === undefined)
      return add;
    if (!isNumber(first) || !isThere(item.expr, first)) return add;
    return js`if (${table}.takes(${first.code})) ${add}`;
  };
  return compilePattern(unit, select, select.span, body, columnUse(unit, select, false));
};

/** Whether a value is there for all rows: CASE without ELSE and some functions may give none. */
const isThere = (expr: Ast.Expr, { needs }: Operand): boolean => {
  const isPlain = (part: Ast.Expr): boolean =>
    ['int', 'float', 'name', 'member', 'vertexAccum'].includes(part.kind) ||
    (part.kind === 'binary' && isPlain(part.left) && isPlain(part.right));
  return needs.length === 0 && isPlain(expr);
};

/** Whether a value is certainly a JavaScript number. */
const isNumber = ({ type }: Operand): boolean =>
  type.kind === 'double' || type.kind === 'datetime' || (type.kind === 'int' && type.safe === true);

/**
 * Rows are grouped by GROUP BY, or by the columns without aggregates. What the columns, HAVING and ORDER BY
 * show is worked out per group from its keys and its aggregates.
 */
const groupedRows = (
  unit: Unit,
  select: Ast.SelectExpr,
  table: Code,
  types: ValueType[],
): { readonly tree: Code; readonly kinds: readonly Code[] } => {
  const columns = select.into?.columns ?? [];
  const group = unit.names.fresh();
  let finish = js``;
  let kinds = js``;
  const body = (_: Pattern, several: boolean): Code => {
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
    kinds = unit.constant(over.kinds);
    finish = js`${table}.close((${group}) => (${having}) ? [[${list(shown)}], [${list(order)}]] : null, ${literal(keys.length > 0)});`;
    return over.row(table, several ? compileExpr(unit, rowsOf(select)).code : literal(1));
  };
  const loops = compilePattern(unit, select, select.span, body, columnUse(unit, select, true));
  return { tree: js`${loops}\n${finish}`, kinds: [kinds] };
};

const rowsOf = ({ span }: Ast.SelectExpr): Ast.Expr => ({ kind: 'name', name: ROWS, span });

/** What an aggregate is fed; absent for count(*). */
interface Input {
  readonly operand: Operand;
  /** It is there for all rows. */
  readonly sure: boolean;
}

/** Compiles expressions over groups: keys and aggregates are read from the group, the rest is around them. */
class GroupExpressions {
  /** The aggregates that were met, and what each is fed per row. */
  readonly kinds: { readonly name: string; readonly distinct: boolean }[] = [];
  readonly #inputs: (Input | undefined)[] = [];
  readonly #unit: Unit;
  readonly #select: Ast.SelectExpr;
  readonly #group: Code;
  readonly #keys: readonly { readonly expr: Ast.Expr; readonly text: string; readonly operand: Operand }[];

  constructor(unit: Unit, select: Ast.SelectExpr, group: Code, keys: readonly Ast.Expr[]) {
    this.#unit = unit;
    this.#select = select;
    this.#group = group;
    this.#keys = keys.map((key) => ({ expr: key, text: this.#text(key), operand: compileExpr(unit, key) }));
  }

  /** What a row adds to its group; `rows`: for how many it stands. */
  row(table: Code, rows: Code): Code {
    const cells = this.#unit.names.fresh();
    const keys = js`[${list(this.#keys.map(({ operand }) => orNull(operand)))}]`;
    const coded = groupCodes(this.#unit, table, this.#keys);
    const add = this.kinds.map((kind, index) =>
      addTo(js`${cells}[${literal(index)}]`, kind, this.#inputs[index], rows),
    );
    if (coded === undefined) return js`const ${cells} = ${table}.at(${keys});\n${add}`;
    const code = this.#unit.names.fresh();
    return js`const ${code} = ${coded.code};
const ${cells} = ${coded.groups}.get(${code}) ?? ${coded.groups}.begin(${code}, ${keys});
${add}`;
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
    this.#inputs.push(
      argument === undefined ? undefined : operand && { operand, sure: isThere(argument, operand) },
    );
    this.kinds.push({ name, distinct: expr.distinct });
    const code = js`${this.#group}.value(${literal(this.kinds.length - 1)})`;
    if (name === 'count') return { code, type: SAFE_INT, needs: [] };
    if (name === 'avg' || name === 'stdev') return { code, type: DOUBLE, needs: [] };
    return { code, type: operand?.type ?? SAFE_INT, needs: [] };
  }
}

/** Adds a value to an aggregate; numbers that are always there go the shorter way. */
const addTo = (
  cell: Code,
  { name, distinct }: { readonly name: string; readonly distinct: boolean },
  input: Input | undefined,
  rows: Code,
): Code => {
  if (input === undefined) return js`${cell}.count(${rows});`;
  const { operand, sure } = input;
  if (sure && !distinct) {
    const { code } = operand;
    if (name === 'count') return js`${cell}.count(${rows});`;
    if (isNumber(operand)) {
      if (name === 'min' || name === 'max') return js`${cell}.extreme(${code}, ${literal(name === 'min')});`;
      if (name === 'avg') return js`${cell}.mean(${code}, ${rows});`;
      if (name === 'sum' && operand.type.kind === 'int') return js`${cell}.sum(${code}, ${rows});`;
    }
  }
  return js`${cell}.add(${orNull(operand)}, ${rows});`;
};
