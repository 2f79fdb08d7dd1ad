/**
 * Columns of attribute values in shared memory. An INT column takes the narrowest form that keeps
 * every value: 32-bit integers, doubles while all are safe integers, else 64-bit integers.
 */
import type { AttributeType } from '@acacia/language';
import { sharedBigInt64, sharedBigUint64, sharedFloat64, sharedInt32, sharedUint8 } from './shared-arrays.ts';
import type { ColumnData } from './snapshot.ts';
import { TextArray, buildTextArray, type TextArrayData } from './text-array.ts';

/** A column as it travels to another thread. */
export type SharedColumn =
  | Extract<ColumnData, { kind: 'number' | 'bigint' | 'bool' }>
  | { readonly kind: 'string' | 'json'; readonly codes: Int32Array; readonly texts: TextArrayData };

export const openColumn = (column: SharedColumn): ColumnData =>
  'texts' in column
    ? { kind: column.kind, codes: column.codes, strings: new TextArray(column.texts) }
    : column;

/** Opens columns by attribute, each once, at its first use. */
export function columnReader(shared: ReadonlyMap<string, SharedColumn>) {
  const opened = new Map<string, ColumnData>();
  return (attribute: string): ColumnData | undefined => {
    let column = opened.get(attribute);
    if (column === undefined) {
      const closed = shared.get(attribute);
      if (closed === undefined) return undefined;
      column = openColumn(closed);
      opened.set(attribute, column);
    }
    return column;
  };
}

/** FLOAT, DOUBLE, and DATETIME (seconds since 1970 UTC). */
function numberColumn(values: ArrayLike<number>): SharedColumn {
  const shared = sharedFloat64(values.length);
  shared.set(values);
  return { kind: 'number', values: shared };
}

function boolColumn(values: ArrayLike<boolean | number>): SharedColumn {
  const shared = sharedUint8(values.length);
  for (let row = 0; row < values.length; row += 1) shared[row] = values[row] ? 1 : 0;
  return { kind: 'bool', values: shared };
}

/** INT or, with `unsigned`, UINT. */
export function integerColumn(values: ArrayLike<number | bigint>, unsigned: boolean): SharedColumn {
  let safe = true;
  let small = true;
  for (let row = 0; row < values.length && safe; row += 1) {
    const value = Number(values[row]);
    if (!Number.isSafeInteger(value)) safe = false;
    else if ((value | 0) !== value) small = false;
  }
  if (!safe) {
    const wide = unsigned ? sharedBigUint64(values.length) : sharedBigInt64(values.length);
    for (let row = 0; row < values.length; row += 1) wide[row] = BigInt(values[row] ?? 0);
    return { kind: 'bigint', values: wide };
  }
  const shared = small ? sharedInt32(values.length) : sharedFloat64(values.length);
  for (let row = 0; row < values.length; row += 1) shared[row] = Number(values[row]);
  return { kind: 'number', values: shared };
}

/** Strings (or JSON texts of LIST, SET, MAP and tuple values), each distinct one stored once. */
export function stringColumn(values: ArrayLike<string>, kind: 'string' | 'json' = 'string'): SharedColumn {
  const codes = sharedInt32(values.length);
  const codeOf = new Map<string, number>();
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? '';
    let code = codeOf.get(value);
    if (code === undefined) {
      code = codeOf.size;
      codeOf.set(value, code);
    }
    codes[row] = code;
  }
  return { kind, codes, texts: buildTextArray([...codeOf.keys()], { indexed: true }).data };
}

/** A column of any attribute type from its values; collections are given as JSON text. */
export function attributeColumn(
  type: AttributeType,
  values: ArrayLike<string | number | bigint | boolean>,
): SharedColumn {
  if (type.kind !== 'scalar') return stringColumn(values as ArrayLike<string>, 'json');
  switch (type.name) {
    case 'INT':
    case 'UINT':
      return integerColumn(values as ArrayLike<number | bigint>, type.name === 'UINT');
    case 'FLOAT':
    case 'DOUBLE':
      return numberColumn(values as ArrayLike<number>);
    case 'DATETIME':
      return integerColumn(values as ArrayLike<number>, false);
    case 'BOOL':
      return boolColumn(values as ArrayLike<boolean>);
    case 'STRING':
      return stringColumn(values as ArrayLike<string>);
  }
}
