/** Types of values, from types as written and those of attributes. */
import {
  parseTypeText,
  type Ast,
  type AttributeType,
  type GraphSchema,
  type ScalarTypeName,
} from '@acacia/language';
import type { ValueShape } from '../library/json.ts';
import type { TupleType, ValueType } from '../library/value-types.ts';

export const INT: ValueType = { kind: 'int' };
export const SAFE_INT: ValueType = { kind: 'int', safe: true };
export const UINT: ValueType = { kind: 'int', unsigned: true };
export const DOUBLE: ValueType = { kind: 'double' };
const FLOAT: ValueType = { kind: 'double', float: true };
export const BOOL: ValueType = { kind: 'bool' };
export const STRING: ValueType = { kind: 'string' };
export const DATETIME: ValueType = { kind: 'datetime' };
const VERTEX: ValueType = { kind: 'vertex' };
const EDGE: ValueType = { kind: 'edge' };
export const ANY: ValueType = { kind: 'any' };
export const NULL: ValueType = { kind: 'null' };
export const VERTEX_SET: ValueType = { kind: 'vertexSet' };

function scalarType(name: ScalarTypeName): ValueType {
  switch (name) {
    case 'INT':
      return INT;
    case 'UINT':
      return UINT;
    case 'FLOAT':
      return FLOAT;
    case 'DOUBLE':
      return DOUBLE;
    case 'BOOL':
      return BOOL;
    case 'STRING':
      return STRING;
    case 'DATETIME':
      return DATETIME;
  }
}

/** Types of tuples by name, those of the catalog and those of the query's TYPEDEFs. */
export type Tuples = ReadonlyMap<string, TupleType>;

export function attributeType(type: AttributeType, tuples: Tuples): ValueType {
  switch (type.kind) {
    case 'scalar':
      return scalarType(type.name);
    case 'list':
    case 'set':
      return { kind: type.kind, element: attributeType(type.element, tuples) };
    case 'map':
      return {
        kind: 'map',
        key: attributeType(type.key, tuples),
        value: attributeType(type.value, tuples),
      };
    case 'udt':
      if (type.name === 'VERTEX') return VERTEX;
      if (type.name === 'EDGE') return EDGE;
      if (type.fields === undefined) return tuples.get(type.name) ?? ANY;
      return {
        kind: 'tuple',
        name: type.name,
        fields: type.fields.map((field) => ({ name: field.name, type: attributeType(field.type, tuples) })),
      };
  }
}

export function catalogTuples(schema: GraphSchema): Map<string, TupleType> {
  const tuples = new Map<string, TupleType>();
  for (const tuple of schema.tuples) {
    if (tuple.accum !== undefined) continue;
    const fields = tuple.fields.map(({ name, type }) => ({ name, type: attributeType(type, tuples) }));
    tuples.set(tuple.name, { kind: 'tuple', name: tuple.name, fields });
  }
  return tuples;
}

/** The accumulator types that the catalog names. */
export function catalogAccums(schema: GraphSchema): Map<string, Ast.AccumType> {
  const accums = new Map<string, Ast.AccumType>();
  for (const { name, accum } of schema.tuples) {
    const type = accum === undefined ? undefined : parseTypeText(accum);
    if (type?.kind === 'accum') accums.set(name, type.accum);
  }
  return accums;
}

/** A type as written. Accumulator types are the business of `accumulators.ts`. */
export function writtenType(type: Ast.TypeExpr, tuples: Tuples): ValueType {
  switch (type.kind) {
    case 'scalar':
      return scalarType(type.name);
    case 'vertex':
      return type.vertexType === undefined ? VERTEX : { kind: 'vertex', types: [type.vertexType] };
    case 'edge':
      return type.edgeType === undefined ? EDGE : { kind: 'edge', types: [type.edgeType] };
    case 'set':
    case 'bag':
    case 'list':
      return { kind: type.kind, element: writtenType(type.element, tuples) };
    case 'map':
      return { kind: 'map', key: writtenType(type.key, tuples), value: writtenType(type.value, tuples) };
    case 'named':
      if (type.name.toUpperCase() === 'FILE') return { kind: 'file' };
      return tuples.get(type.name) ?? ANY;
    case 'tuple': {
      // Fields without names are called by their places, from 0.
      const fields = type.fields.map((field, index) => ({
        name: String(index),
        type: writtenType(field, tuples),
      }));
      return { kind: 'tuple', name: '', fields };
    }
    case 'json':
    case 'accum':
      return ANY;
  }
}

export const isNumeric = (type: ValueType): boolean => type.kind === 'int' || type.kind === 'double';

export const isUnsigned = (type: ValueType): boolean => type.kind === 'int' && type.unsigned === true;

const isFloat = (type: ValueType): boolean => type.kind === 'double' && type.float === true;

/** The result type of arithmetic where one of the numbers is no integer: FLOAT unless one of them is a DOUBLE. */
export const widestReal = (types: readonly ValueType[]): ValueType =>
  types.every((type) => type.kind === 'int' || isFloat(type)) ? FLOAT : DOUBLE;

export const isCollection = (type: ValueType): type is Extract<ValueType, { readonly element: ValueType }> =>
  'element' in type;

/** The shape of a type, by which values of it are printed. */
export function shapeOf(type: ValueType): ValueShape {
  switch (type.kind) {
    case 'int':
    case 'bool':
    case 'string':
    case 'null':
    case 'any':
    case 'file':
      return { kind: 'plain' };
    case 'double':
      return { kind: isFloat(type) ? 'float' : 'double' };
    case 'datetime':
    case 'vertex':
    case 'edge':
    case 'vertexSet':
    case 'table':
    case 'bits':
      return { kind: type.kind };
    case 'list':
    case 'set':
    case 'bag':
    case 'heap':
    case 'groups':
      return { kind: 'list', element: shapeOf(type.element) };
    case 'array':
      return { kind: 'array', place: shapeOf(type.place.type) };
    case 'map':
      return { kind: 'map', key: shapeOf(type.key), value: shapeOf(type.value) };
    case 'tuple':
      return {
        kind: 'tuple',
        fields: type.fields.map((field) => ({ name: field.name, shape: shapeOf(field.type) })),
      };
  }
}
