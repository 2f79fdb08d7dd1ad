/** `SELECT … INTO table`: rows of columns, grouped where there are aggregates or GROUP BY. */
import type { Ast } from '@acacia/language';
import type { TableType, ValueType } from '../library/value-types.ts';
import { type Code, empty, js, list, literal } from './code.ts';
import { type RowsGathering, dividedRows } from './divided-rows.ts';
import { compileExpr, condition, guard } from './expressions.ts';
import { groupCodes } from './group-codes.ts';
import { isAggregate } from './functions.ts';
import { fault } from './fault.ts';
import { type PatternCode, patternCode } from './pattern-code.ts';
import { clauseShown, passed, timed } from './profile.ts';
import { ROWS } from './repeated-rows.ts';
import { limitCode, orderShown } from './select-result.ts';
import { sharedPart, startsToShare } from './shared-rows.ts';
import { tableShape, tableType } from './table-types.ts';
import { DOUBLE, INT, SAFE_INT, UINT } from './types.ts';
import type { Operand, Unit } from './unit.ts';
import { namesIn, walk } from '../plan/aliases.ts';
import type { Pattern } from '../plan/pattern.ts';
import { isSteady, type RowUse } from '../plan/row-use.ts';

function hasAggregate(tree: unknown): boolean {
  let found = false;
  walk(tree, (node) => {
    if (isAggregate(node as Ast.Expr)) found = true;
  });
  return found;
}

/** Code of a call that runs the SELECT and gives its table, and the type of that. */
export function compileSelectInto(
  unit: Unit,
  select: Ast.SelectExpr,
): { readonly code: Code; readonly type: TableType } {
  const { into } = select;
  if (into === undefined) throw fault(select.span, 'selectWithoutTable');
  if (select.accum.length > 0 || select.postAccum.length > 0) {
    throw fault(select.span, 'selectIntoWithAccum');
  }
  const grouped = select.groupBy.length > 0 || hasAggregate([into.columns, select.having, select.orderBy]);
  const types: ValueType[] = [];
  const table = unit.names.fresh();
  const { pattern, groups, aggregates, close } = grouped
    ? groupedRows(unit, select, table, types)
    : plainRows(unit, select, table, types);
  const type = tableType(into.columns, types);
  const limit = limitCode(unit, select);
  const offset = select.offset === undefined ? literal(0) : compileExpr(unit, select.offset, SAFE_INT).code;
  const options = unit.constant({
    columns: tableShape(type),
    distinct: select.distinct,
    directions: select.orderBy.map((item) => item.descending),
  });
  const [id, most, first] = [unit.names.fresh(), unit.names.fresh(), unit.names.fresh()];
  const made = unit.call(grouped ? 'groupedTable' : 'plainTable', options, most, first, ...groups);
  const columns = aggregates.map(
    (column, index) => js`const ${column} = ${table}.columns[${literal(index)}];`,
  );
  const gathered: RowsGathering = {
    goOn: (carried) => js`const ${table} = ${carried} === null ? ${made} : ${carried}[0];\n${columns}`,
    names: [table],
    merge: ([value = empty]) => js`${table} = ${table} === null ? ${value} : ${table}.absorb(${value});`,
  };
  const read = [select.from, select.where, into.columns, select.groupBy, select.having, select.orderBy];
  const part = (name: Code, code: Code): Code =>
    sharedPart(unit, { name, code, counters: pattern.counters.length }, { added: [], cells: [null] });
  const rows = dividedRows(unit, pattern, {
    gathered,
    given: [most, first],
    part: startsToShare(unit, read, [])?.size === 0 ? part : null,
  });
  unit.functions.push(js`function ${id}() {
${unit.call('check')};
const ${most} = ${limit}, ${first} = ${offset};
${pattern.before}
let ${table} = null;
${rows}
${passed(unit, js`${pattern.start}.size`, null)}
${columns}
${close}
${finished(unit, select, table)}
}`);
  return { code: js`${id}()`, type };
}

/** Returns the table; ORDER BY and LIMIT take effect. */
function finished(unit: Unit, select: Ast.SelectExpr, table: Code): Code {
  if (select.orderBy.length === 0 && select.limit === undefined && select.offset === undefined)
    return js`return ${table}.finish();`;
  const made = unit.names.fresh();
  const rows = { rowsIn: js`${table}.size`, rowsOut: js`${made}.rows.length` };
  return js`${timed(unit, orderShown(unit, select), rows, js`const ${made} = ${table}.finish();`)}
return ${made};`;
}

export const orNull = (operand: Operand): Code =>
  operand.needs.length === 0 ? operand.code : js`((${guard(operand.needs)}true) ? ${operand.code} : null)`;

/** How a table is filled. */
interface TableFill {
  readonly pattern: PatternCode;
  /** Arguments of a table of groups besides its options. */
  readonly groups: readonly Code[];
  /** Names of its columns of aggregates. */
  readonly aggregates: readonly Code[];
  /** Code that runs after all rows. */
  readonly close: Code;
}

/** HAVING, ORDER BY and GROUP BY may name a column by its alias. */
function columnNamed(unit: Unit, select: Ast.SelectExpr, expr: Ast.Expr): Ast.Expr | undefined {
  if (expr.kind !== 'name' || unit.lookup(expr.name) !== undefined) return undefined;
  return select.into?.columns.find((column) => column.as === expr.name)?.expr;
}

/** How the columns of a table use the rows of the pattern. */
function columnUse(unit: Unit, select: Ast.SelectExpr, grouped: boolean): RowUse | undefined {
  const trees = [select.into?.columns, select.groupBy, select.having, select.orderBy];
  if ((!grouped && !select.distinct) || !isSteady(trees, unit.schema)) return undefined;
  return { names: namesIn(trees), counted: grouped, costly: true };
}

function plainRows(unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): TableFill {
  const { having } = select;
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
    const [keys, kept] = unit.substituting(substitute, (): [Operand[], Code | undefined] => [
      select.orderBy.map((item) => compileExpr(unit, item.expr)),
      having === undefined ? undefined : condition(unit, having),
    ]);
    const row = js`${table}.add([${list(columns)}], [${list(keys.map(orNull))}]);`;
    const add = kept === undefined ? row : js`if (${kept}) ${row}`;
    // The first key of ORDER BY rules out most rows: no array is made for them.
    const [first] = keys;
    const [item] = select.orderBy;
    if (select.limit === undefined || select.distinct || first === undefined || item === undefined)
      return add;
    if (!isNumber(first) || !isThere(item.expr, first)) return add;
    return js`if (${table}.takes(${first.code})) ${add}`;
  };
  const work = {
    ...clauseShown(unit, 'INTO', select.into?.columns ?? [], select),
    rowsOut: js`${table}.size`,
  };
  const pattern = patternCode(unit, { ...select, work }, select.span, body, columnUse(unit, select, false));
  return { pattern, groups: [], aggregates: [], close: empty };
}

/** Whether a value is never null: CASE without ELSE and some functions may give null. */
function isThere(expr: Ast.Expr, { needs }: Operand): boolean {
  const isPlain = (part: Ast.Expr): boolean =>
    ['int', 'float', 'name', 'member', 'vertexAccum'].includes(part.kind) ||
    (part.kind === 'binary' && isPlain(part.left) && isPlain(part.right));
  return needs.length === 0 && isPlain(expr);
}

/** Whether a value is certainly a JavaScript number. */
const isNumber = ({ type }: Operand): boolean =>
  type.kind === 'double' || type.kind === 'datetime' || (type.kind === 'int' && type.safe === true);

/**
 * Rows are grouped by GROUP BY, or by the columns without aggregates. The columns, HAVING and ORDER BY are
 * evaluated once per group from its keys and its aggregates.
 */
function groupedRows(unit: Unit, select: Ast.SelectExpr, table: Code, types: ValueType[]): TableFill {
  const columns = select.into?.columns ?? [];
  const group = unit.names.fresh();
  let close = js``;
  let groups: readonly Code[] = [];
  /** Names of the columns of aggregates, the same in all plans. */
  const aggregates: Code[] = [];
  const body = (_: Pattern, several: boolean): Code => {
    const keys =
      select.groupBy.length > 0
        ? select.groupBy.map((expr) => columnNamed(unit, select, expr) ?? expr)
        : columns.filter((column) => !hasAggregate(column.expr)).map((column) => column.expr);
    const over = new GroupExpressions(unit, select, { table, group, aggregates }, keys);
    const shown = columns.map((column, index) => {
      const operand = over.compile(column.expr);
      types[index] = operand.type;
      return operand.code;
    });
    const having = select.having === undefined ? literal(true) : over.compile(select.having).code;
    const order = select.orderBy.map((item) => over.compile(item.expr).code);
    const [first] = order;
    // With a limit, the first key of ORDER BY rules out most groups.
    const taken =
      select.limit === undefined || first === undefined ? literal(true) : js`${table}.takes(${first})`;
    close = js`${table}.close((${group}) => (${having}) && ${taken} ? [[${list(shown)}], [${list(order)}]] : null);`;
    groups = [unit.constant(over.kinds), literal(keys.length)];
    return over.row(several ? compileExpr(unit, rowsOf(select)).code : literal(1));
  };
  const by = select.groupBy.length > 0 ? select.groupBy : columns;
  const work = { ...clauseShown(unit, 'GROUP BY', by, select), rowsOut: js`${table}.count` };
  const pattern = patternCode(unit, { ...select, work }, select.span, body, columnUse(unit, select, true));
  const { having } = select;
  const rows = { rowsIn: js`${table}.count`, rowsOut: js`${table}.size` };
  const closed =
    having === undefined ? close : timed(unit, clauseShown(unit, 'HAVING', [having], select), rows, close);
  return { pattern, groups, aggregates, close: closed };
}

const rowsOf = ({ span }: Ast.SelectExpr): Ast.Expr => ({ kind: 'name', name: ROWS, span });

/** Identifiers in the code of a grouped SELECT. */
interface GroupNames {
  readonly table: Code;
  /** The number of a group while its row is computed. */
  readonly group: Code;
  /** One name per aggregate; grows as further aggregates are found. */
  readonly aggregates: Code[];
}

/** An aggregate found in an expression, and its input per row; undefined for count(*). */
interface Aggregate {
  readonly text: string;
  readonly kind: { readonly name: string; readonly distinct: boolean; readonly plain: boolean };
  readonly input: Operand | undefined;
}

/** Compiles expressions over groups: keys and aggregates are read from the group, the rest is computed from them. */
class GroupExpressions {
  readonly #aggregates: Aggregate[] = [];
  readonly #unit: Unit;
  readonly #select: Ast.SelectExpr;
  readonly #names: GroupNames;
  readonly #keys: readonly { readonly expr: Ast.Expr; readonly text: string; readonly operand: Operand }[];

  constructor(unit: Unit, select: Ast.SelectExpr, names: GroupNames, keys: readonly Ast.Expr[]) {
    this.#unit = unit;
    this.#select = select;
    this.#names = names;
    this.#keys = keys.map((key) => ({ expr: key, text: this.#text(key), operand: compileExpr(unit, key) }));
  }

  get kinds(): readonly Aggregate['kind'][] {
    return this.#aggregates.map(({ kind }) => kind);
  }

  /** Code that adds a row to its group; `rows`: the number of equal rows that it stands for. */
  row(rows: Code): Code {
    const { table, aggregates } = this.#names;
    const id = this.#unit.names.fresh();
    const keys = js`[${list(this.#keys.map(({ operand }) => orNull(operand)))}]`;
    const coded = groupCodes(this.#unit, table, this.#keys);
    const add = this.#aggregates.map((aggregate, index) =>
      addTo(aggregates[index] as Code, aggregate, id, rows),
    );
    if (coded === undefined) return js`const ${id} = ${table}.at(${keys});\n${add}`;
    const code = this.#unit.names.fresh();
    return js`const ${code} = ${coded.code};
let ${id} = ${coded.groups}.get(${code});
if (${id} < 0) ${id} = ${coded.groups}.begin(${code}, ${keys});
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
    const { table, group } = this.#names;
    if (operand !== undefined) {
      return { code: js`${table}.keys[${literal(key)}][${group}]`, type: operand.type, needs: [] };
    }
    if (isAggregate(expr)) return this.#aggregate(expr);
    const column = columnNamed(this.#unit, this.#select, expr);
    if (column !== undefined) return this.compile(column);
    const alias = expr.kind === 'name' ? this.#unit.lookup(expr.name) : undefined;
    if (alias?.kind === 'vertex' || alias?.kind === 'edge') {
      throw fault(expr.span, 'notGrouped', { expression: text });
    }
    return undefined;
  }

  #aggregate(expr: Extract<Ast.Expr, { kind: 'call' }>): Operand {
    const text = this.#text(expr);
    let index = this.#aggregates.findIndex((known) => known.text === text);
    if (index < 0) index = this.#aggregates.push(this.#met(expr, text)) - 1;
    const { group, aggregates } = this.#names;
    const name = (aggregates[index] ??= this.#unit.names.fresh());
    const { kind, input } = this.#aggregates[index] as Aggregate;
    const code = js`${name}.value(${group})`;
    if (kind.name === 'count') return { code, type: SAFE_INT, needs: [] };
    if (kind.name === 'avg' || kind.name === 'stdev') return { code, type: DOUBLE, needs: [] };
    if (kind.name === 'sum' && input?.type.kind === 'int') {
      const unsigned = input.type.unsigned === true;
      return {
        code: unsigned ? this.#unit.call('toUint', code) : code,
        type: unsigned ? UINT : INT,
        needs: [],
      };
    }
    return { code, type: input?.type ?? SAFE_INT, needs: [] };
  }

  #met(expr: Extract<Ast.Expr, { kind: 'call' }>, text: string): Aggregate {
    const [argument] = expr.args;
    const { distinct } = expr;
    const name = expr.name.toLowerCase();
    if (argument === undefined || argument.kind === 'star') {
      return { text, kind: { name, distinct: false, plain: true }, input: undefined };
    }
    const input = this.#unit.substituting(null, () => compileExpr(this.#unit, argument));
    return { text, kind: { name, distinct, plain: !distinct && isPlain(name, argument, input) }, input };
  }
}

/** Whether the values of an aggregate are never null, and are numbers or only counted. */
function isPlain(name: string, argument: Ast.Expr, input: Operand): boolean {
  if (!isThere(argument, input)) return false;
  if (name === 'count') return true;
  if (!isNumber(input)) return false;
  return name === 'min' || name === 'max' || name === 'avg' || (name === 'sum' && input.type.kind === 'int');
}

/** Code that adds a row's value for an aggregate to a group. */
function addTo(column: Code, { kind, input }: Aggregate, group: Code, rows: Code): Code {
  if (input === undefined || (kind.plain && kind.name === 'count'))
    return js`${column}.add(${group}, ${rows});`;
  return js`${column}.add(${group}, ${kind.plain ? input.code : orNull(input)}, ${rows});`;
}
