/** Statements over tables: each runs a function of the library with the columns' expressions as functions of rows. */
import type { Ast } from '@acacia/language';
import type { TableType, ValueType } from '../library/value-types.ts';
import { conjuncts } from '../plan/planner.ts';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, condition } from './expressions.ts';
import { fault } from './fault.ts';
import { namesIn } from '../plan/aliases.ts';
import { orNull } from './select-into.ts';
import { tableShape, tableType } from './table-types.ts';
import { ANY, SAFE_INT, VERTEX_SET, isCollection } from './types.ts';
import type { Operand, Unit } from './unit.ts';
import { queryVariable } from './variables.ts';

type JoinStatement = Extract<Ast.TableStatement, { kind: 'joinTables' }>;

export function compileTableStatement(unit: Unit, statement: Ast.TableStatement): Code {
  switch (statement.kind) {
    case 'initTable': {
      const values = statement.columns.map(({ expr }) => compileExpr(unit, expr));
      const type = tableType(
        statement.columns,
        values.map((value) => value.type),
      );
      const row = js`[${list(values.map(orNull))}]`;
      const made = unit.call('initTable', unit.constant(tableShape(type)), row);
      return assignTable(unit, statement.table, made, type);
    }
    case 'orderTable':
      return compileOrder(unit, statement);
    case 'filterTable': {
      const rows = rowsOf(unit, statement.table);
      const keep = rows.within(() => condition(unit, statement.condition));
      const kept = unit.call('filterTable', rows.table, js`(${rows.row}) => ${keep}`);
      return js`{\n${rows.places}\n${assignTable(unit, statement.table, kept, rows.type)}\n}`;
    }
    case 'projectTable': {
      const rows = rowsOf(unit, statement.table);
      const { shown, type } = rows.within(() => compileColumns(unit, statement.columns));
      const shape = unit.constant(tableShape(type));
      const made = unit.call('projectTable', rows.table, shape, js`(${rows.row}) => ${shown}`);
      return js`{\n${rows.places}\n${assignTable(unit, statement.into, made, type)}\n}`;
    }
    case 'projectVertices': {
      const { code } = tableNamed(unit, statement.table);
      return js`${statement.sets.map(({ column, into }) => {
        const place = unit.call('columnAt', code, literal(column.text));
        const set = unit.call('columnVertices', js`X`, code, place);
        return js`${queryVariable(unit, into.text, VERTEX_SET)} = ${set};`;
      })}`;
    }
    case 'joinTables':
      return compileJoin(unit, statement);
    case 'unionTables': {
      const sides = statement.tables.map((name) => tableNamed(unit, name));
      const made = unit.call(
        'unionTables',
        js`[${list(sides.map(({ code }) => code))}]`,
        literal(statement.all),
      );
      return assignTable(unit, statement.into, made, sides[0]?.type ?? { kind: 'table', columns: [] });
    }
    case 'unwind':
      return compileUnwind(unit, statement);
  }
}

/** Code that assigns a table to its name; the statements after it know its columns. */
export const assignTable = (unit: Unit, name: Ast.Name, made: Code, type: TableType): Code =>
  js`${queryVariable(unit, name.text, type)} = ${made};`;

function tableNamed(unit: Unit, name: Ast.Name): { readonly code: Code; readonly type: TableType } {
  const binding = unit.lookup(name.text);
  if (binding?.kind !== 'variable' || binding.type.kind !== 'table') {
    throw fault(name.span, 'notTable', { name: name.text });
  }
  return { code: binding.code, type: binding.type };
}

/** A table while expressions over its rows are compiled. */
class Rows {
  readonly table: Code;
  readonly type: TableType;
  /** The parameter that holds the row. */
  readonly row: Code;
  readonly #unit: Unit;
  readonly #name: string;
  /** Whether columns may be named without the table, as in `FILTER T ON amount > 5`. */
  readonly #bare: boolean;
  readonly #places = new Map<string, Code>();

  constructor(unit: Unit, table: Ast.Name, name: string, bare: boolean) {
    const { code, type } = tableNamed(unit, table);
    this.table = code;
    this.type = type;
    this.row = unit.names.fresh();
    this.#unit = unit;
    this.#name = name;
    this.#bare = bare;
  }

  /** Declarations of the places of the columns that were used. */
  get places(): Code {
    const { table } = this;
    return js`${[...this.#places].map(
      ([name, id]) => js`const ${id} = ${this.#unit.call('columnAt', table, literal(name))};`,
    )}`;
  }

  /** The value of an expression that names a column of this table; undefined for others. */
  column(expr: Ast.Expr): Operand | undefined {
    const name =
      expr.kind === 'member' && expr.target.kind === 'name' && expr.target.name === this.#name
        ? expr.name
        : expr.kind === 'name' && this.#bare
          ? expr.name
          : undefined;
    const column = this.type.columns.find((known) => known.name === name);
    if (column === undefined) return undefined;
    let place = this.#places.get(column.name);
    if (place === undefined) {
      place = this.#unit.names.fresh();
      this.#places.set(column.name, place);
    }
    const code = js`${this.row}[${place}]`;
    return { code, type: column.type, needs: [js`(${code} ?? undefined)`] };
  }

  within<T>(work: () => T): T {
    return this.#unit.substituting((expr) => this.column(expr), work);
  }
}

const rowsOf = (unit: Unit, table: Ast.Name): Rows => new Rows(unit, table, table.text, true);

function compileColumns(
  unit: Unit,
  columns: readonly Ast.Column[],
): { readonly shown: Code; readonly type: TableType } {
  const values = columns.map(({ expr }) => compileExpr(unit, expr));
  const type = tableType(
    columns,
    values.map((value) => value.type),
  );
  return { shown: js`[${list(values.map(orNull))}]`, type };
}

function compileOrder(unit: Unit, statement: Extract<Ast.TableStatement, { kind: 'orderTable' }>): Code {
  const { table, orderBy, limit, offset } = statement;
  const rows = rowsOf(unit, table);
  const keys = rows.within(() => orderBy.map(({ expr }) => orNull(compileExpr(unit, expr))));
  const sorted = unit.call(
    'orderTable',
    rows.table,
    unit.constant(orderBy.map(({ descending }) => descending)),
    js`(${rows.row}) => [${list(keys)}]`,
    limit === undefined ? literal(null) : compileExpr(unit, limit, SAFE_INT).code,
    offset === undefined ? literal(0) : compileExpr(unit, offset, SAFE_INT).code,
  );
  return js`{\n${rows.places}\n${assignTable(unit, table, sorted, rows.type)}\n}`;
}

function compileJoin(unit: Unit, statement: JoinStatement): Code {
  const left = new Rows(unit, statement.left.table, statement.left.alias.text, false);
  const right = new Rows(unit, statement.right.table, statement.right.alias.text, false);
  const within = <T>(work: () => T): T =>
    unit.substituting((expr) => left.column(expr) ?? right.column(expr), work);
  const { condition: on, columns, join, distinct } = statement;
  const keys = joinKeys(unit, statement, left, right);
  const matches = on === undefined ? literal(true) : within(() => condition(unit, on));
  const { shown, type } = within(() => compileColumns(unit, columns));
  const made = unit.call(
    'joinTables',
    left.table,
    right.table,
    unit.constant({ columns: tableShape(type), join, distinct }),
    keys,
    js`(${left.row}, ${right.row}) => ${matches}`,
    js`(${left.row}, ${right.row}) => ${shown}`,
  );
  return js`{\n${left.places}\n${right.places}\n${assignTable(unit, statement.into, made, type)}\n}`;
}

/** The sides of an equality of the condition, one of each table: only rows where they agree are tested. */
function joinKeys(unit: Unit, statement: JoinStatement, left: Rows, right: Rows): Code {
  const names = [statement.left.alias.text, statement.right.alias.text] as const;
  for (const expr of conjuncts(statement.condition)) {
    if (expr.kind !== 'binary' || expr.op !== '==') continue;
    for (const [a, b] of [
      [expr.left, expr.right],
      [expr.right, expr.left],
    ] as const) {
      const [ofA, ofB] = [namesIn(a), namesIn(b)];
      if (!ofA.has(names[0]) || ofA.has(names[1]) || !ofB.has(names[1]) || ofB.has(names[0])) continue;
      const keyA = left.within(() => compileExpr(unit, a));
      const keyB = right.within(() => compileExpr(unit, b));
      // Values of two types may be equal without being the same.
      if (keyA.type.kind !== keyB.type.kind || keyA.type.kind === 'any') continue;
      return js`{ left: (${left.row}) => ${orNull(keyA)}, right: (${right.row}) => ${orNull(keyB)} }`;
    }
  }
  return literal(null);
}

function compileUnwind(unit: Unit, statement: Extract<Ast.TableStatement, { kind: 'unwind' }>): Code {
  const { table, list: items, as, into } = statement;
  const elementOf = ({ type }: Operand): ValueType => (isCollection(type) ? type.element : ANY);
  if (table === undefined) {
    const value = compileExpr(unit, items);
    const type: TableType = { kind: 'table', columns: [{ name: as.text, type: elementOf(value) }] };
    const shape = unit.constant(tableShape(type));
    const made = unit.call('unwindTable', literal(null), shape, js`() => ${value.code}`);
    return assignTable(unit, into, made, type);
  }
  const rows = rowsOf(unit, table);
  const value = rows.within(() => compileExpr(unit, items));
  const columns = [...rows.type.columns, { name: as.text, type: elementOf(value) }];
  const type: TableType = { kind: 'table', columns };
  const shape = unit.constant(tableShape(type));
  const made = unit.call('unwindTable', rows.table, shape, js`(${rows.row}) => ${orNull(value)}`);
  return js`{\n${rows.places}\n${assignTable(unit, into, made, type)}\n}`;
}
