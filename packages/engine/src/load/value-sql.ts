/** The values of a loading job as SQL over a line's tokens, which are texts. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import { literal, sql, type Sql } from '../sql.ts';
import { FUNCTIONS } from './token-functions.ts';

/** Gives the SQL of a column by its number; named columns are resolved by `indexOf`. */
export interface TokenColumns {
  column(index: number): Sql;
  /** @throws EngineError when the file has no such column */
  indexOf(name: string): number;
  /** The value of `$sys.file_name`. */
  readonly fileName: string;
  /**
   * The results of a user-defined function; null for other functions.
   * @throws EngineError when the call is not valid
   */
  own(call: Extract<Ast.LoadValue, { kind: 'function' }>): OwnColumns | null;
}

/** SQL of the value and of the error, and whether the value is a number. */
export interface OwnColumns {
  readonly value: Sql;
  readonly fault: Sql;
  readonly numeric: boolean;
}

const BETWEEN_NAMES = '\0';

/** The name by which a column is looked up: of a JSON path all names, which `pathOf` splits again. */
export const columnKey = ({ name, path = [] }: Extract<Ast.LoadValue, { kind: 'namedColumn' }>): string =>
  [name, ...path].join(BETWEEN_NAMES);

export const pathOf = (key: string): readonly string[] => key.split(BETWEEN_NAMES);

/**
 * SQL of a call; null when the function is not among these.
 * @throws EngineError when the call is not valid
 */
export function callSql(
  functions: typeof FUNCTIONS,
  value: Extract<Ast.LoadValue, { kind: 'function' }>,
  columns: TokenColumns,
): Sql | null {
  const name = value.name.toLowerCase();
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (known === undefined) return null;
  if (value.args.length < known.least || value.args.length > known.most) {
    throw engineError('loadFunctionArguments', { name: value.name, given: value.args.length });
  }
  // The argument of the clock says nothing: people write 0 there, or '_'.
  const args = name === 'gsql_current_time_epoch' ? [] : value.args;
  return sql`(${known.make(args.map((argument) => valueSql(argument, columns)))})`;
}

/**
 * SQL of type VARCHAR, which is null where a function has no result.
 * @throws EngineError when the value is not valid
 */
export function valueSql(value: Ast.LoadValue, columns: TokenColumns): Sql {
  switch (value.kind) {
    case 'column':
      return columns.column(value.index);
    case 'namedColumn':
      return columns.column(columns.indexOf(columnKey(value)));
    case 'fileName':
      return literal(columns.fileName);
    case 'literal':
      return literal(String(value.value));
    case 'skip':
      throw engineError('underscoreInside');
    case 'pair':
      throw engineError('pairElsewhere');
    case 'tuple':
      throw engineError('compositeElsewhere');
    case 'arithmetic':
      throw engineError('operatorElsewhere', { operator: value.op });
    case 'function': {
      const made = callSql(FUNCTIONS, value, columns) ?? columns.own(value)?.value ?? null;
      if (made === null) throw engineError('tokenFunctionUnknown', { name: value.name });
      return made;
    }
  }
}

/** Names after the array of flatten_json_array are of its objects, not of the line. */
const readArguments = ({
  name,
  args,
}: Extract<Ast.LoadValue, { kind: 'function' }>): readonly Ast.LoadValue[] =>
  name.toLowerCase() === 'flatten_json_array' ? args.slice(0, 1) : args;

/** The columns that a value reads: numbers, and names of the header. */
export function columnsRead(value: Ast.LoadValue): (number | string)[] {
  switch (value.kind) {
    case 'column':
      return [value.index];
    case 'namedColumn':
      return [columnKey(value)];
    case 'function':
      return readArguments(value).flatMap(columnsRead);
    case 'pair':
      return [value.key, value.value].flatMap(columnsRead);
    case 'tuple':
      return value.items.flatMap(columnsRead);
    case 'arithmetic':
      return [value.left, value.right].flatMap(columnsRead);
    case 'fileName':
    case 'literal':
    case 'skip':
      return [];
  }
}

export function columnsReadBy(condition: Ast.LoadCondition): (number | string)[] {
  switch (condition.kind) {
    case 'compare':
      return [condition.left, condition.right].flatMap(columnsRead);
    case 'and':
    case 'or':
      return [condition.left, condition.right].flatMap(columnsReadBy);
    case 'not':
      return columnsReadBy(condition.operand);
    case 'in':
      return [condition.value, ...condition.list].flatMap(columnsRead);
    case 'between':
      return [condition.value, condition.low, condition.high].flatMap(columnsRead);
    case 'isEmpty':
    case 'isNumeric':
    case 'value':
      return columnsRead(condition.value);
  }
}
