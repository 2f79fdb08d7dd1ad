/** Resolved types: made from written ones, named, joined and compared. */
import type { AttributeType, ScalarTypeName } from '../../schema.ts';
import type { Type } from '../analysis.ts';
import type { AccumType, TypeExpr } from '../ast.ts';

export const UNKNOWN: Type = { kind: 'unknown' };
export const NULL: Type = { kind: 'null' };
export const INT: Type = { kind: 'scalar', name: 'INT' };
export const DOUBLE: Type = { kind: 'scalar', name: 'DOUBLE' };
export const BOOL: Type = { kind: 'scalar', name: 'BOOL' };
export const STRING: Type = { kind: 'scalar', name: 'STRING' };
export const DATETIME: Type = { kind: 'scalar', name: 'DATETIME' };
export const ANY_VERTEX: Type = { kind: 'vertex', types: [] };
export const ANY_SET: Type = { kind: 'vertexSet', types: [] };

export type TupleTypeValue = Extract<Type, { kind: 'tuple' }>;

/** Types named by TYPEDEF and by the catalog. */
export interface TypeNames {
  tuple(name: string): TupleTypeValue | undefined;
  accum(name: string): AccumType | undefined;
}

export function fromTypeExpr(type: TypeExpr, names: TypeNames): Type {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', name: type.name };
    case 'vertex':
      return { kind: 'vertex', types: type.vertexType === undefined ? [] : [type.vertexType] };
    case 'edge':
      return { kind: 'edge', types: type.edgeType === undefined ? [] : [type.edgeType] };
    case 'set':
    case 'bag':
    case 'list':
      return { kind: type.kind, element: fromTypeExpr(type.element, names) };
    case 'map':
      return { kind: 'map', key: fromTypeExpr(type.key, names), value: fromTypeExpr(type.value, names) };
    case 'json':
      return UNKNOWN;
    case 'accum':
      return { kind: 'accum', accum: resolveAccum(type.accum, names) };
    case 'tuple': {
      const fields = type.fields.map((field, i) => ({ name: String(i), type: fromTypeExpr(field, names) }));
      return { kind: 'tuple', name: '', fields };
    }
    case 'named': {
      const accum = names.accum(type.name);
      if (accum !== undefined) return { kind: 'accum', accum };
      return names.tuple(type.name) ?? UNKNOWN;
    }
  }
}

/** The accumulator type behind the names that TYPEDEF gave. */
export function resolveAccum(accum: AccumType, names: TypeNames): AccumType {
  const seen = new Set<string>();
  let found = accum;
  while (found.kind === 'named' && !seen.has(found.name)) {
    seen.add(found.name);
    found = names.accum(found.name) ?? found;
    if (found === accum) break;
  }
  return found;
}

export function fromAttribute(type: AttributeType, names: TypeNames): Type {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', name: type.name };
    case 'list':
    case 'set':
      return { kind: type.kind, element: fromAttribute(type.element, names) };
    case 'map':
      return { kind: 'map', key: fromAttribute(type.key, names), value: fromAttribute(type.value, names) };
    case 'udt':
      return names.tuple(type.name) ?? UNKNOWN;
  }
}

/** Type of reading a value of this type: an accumulator's content, any other type itself. */
export function valueOf(type: Type, names: TypeNames): Type {
  if (type.kind !== 'accum') return type;
  const accum = resolveAccum(type.accum, names);
  switch (accum.kind) {
    case 'SumAccum':
    case 'MinAccum':
    case 'MaxAccum':
      return accum.element === undefined ? UNKNOWN : fromTypeExpr(accum.element, names);
    case 'AvgAccum':
    case 'DeviationAccum':
    case 'DeviationPAccum':
    case 'PercentileContAccum':
      return DOUBLE;
    case 'AndAccum':
    case 'OrAccum':
      return BOOL;
    case 'BitwiseAndAccum':
    case 'BitwiseOrAccum':
      return INT;
    case 'ListAccum':
    case 'ArrayAccum':
      return { kind: 'list', element: fromTypeExpr(accum.element, names) };
    case 'SetAccum':
      return { kind: 'set', element: fromTypeExpr(accum.element, names) };
    case 'BagAccum':
      return { kind: 'bag', element: fromTypeExpr(accum.element, names) };
    case 'MapAccum':
      return { kind: 'map', key: fromTypeExpr(accum.key, names), value: fromTypeExpr(accum.value, names) };
    case 'HeapAccum':
      return { kind: 'list', element: names.tuple(accum.tuple) ?? UNKNOWN };
    case 'GroupByAccum':
      return { kind: 'list', element: groupTuple(accum, names) };
    case 'named':
      return UNKNOWN;
  }
}

type GroupBy = Extract<AccumType, { kind: 'GroupByAccum' }>;

/** The keys and the accumulators of a GroupByAccum: a name from TYPEDEF is recognised as an accumulator only here. */
export function groupParts(
  { keys, values }: GroupBy,
  isAccum: (name: string) => boolean,
): Pick<GroupBy, 'keys' | 'values'> {
  const named = keys.flatMap(({ name, type }) =>
    type.kind === 'named' && isAccum(type.name)
      ? [{ name, accum: { kind: 'named', name: type.name, span: type.span } as const }]
      : [],
  );
  const names = new Set(named.map(({ name }) => name));
  return { keys: keys.filter(({ name }) => !names.has(name)), values: [...named, ...values] };
}

/** Type of one group of a GroupByAccum: its keys, unless they were given to find it, and its accumulators. */
export function groupTuple(
  accum: Extract<AccumType, { kind: 'GroupByAccum' }>,
  names: TypeNames,
  withKeys = true,
): TupleTypeValue {
  const { keys, values } = groupParts(accum, (name) => names.accum(name) !== undefined);
  return {
    kind: 'tuple',
    name: '',
    fields: [
      ...(withKeys ? keys : []).map((key) => ({ name: key.name, type: fromTypeExpr(key.type, names) })),
      ...values.map((value) => ({
        name: value.name,
        type: { kind: 'accum', accum: resolveAccum(value.accum, names) } as const,
      })),
    ],
  };
}

/** Type of a member in FOREACH, or undefined when the type has no members. */
export function elementOf(type: Type, names: TypeNames): Type | undefined {
  const value = valueOf(type, names);
  switch (value.kind) {
    case 'list':
    case 'set':
    case 'bag':
      return value.element;
    case 'vertexSet':
      return { kind: 'vertex', types: value.types };
    case 'table':
      return { kind: 'tuple', name: '', fields: value.columns };
    case 'map':
      return {
        kind: 'tuple',
        name: '',
        fields: [
          { name: 'key', type: value.key },
          { name: 'value', type: value.value },
        ],
      };
    case 'unknown':
      return UNKNOWN;
    default:
      return undefined;
  }
}

const WIDTH: readonly ScalarTypeName[] = ['INT', 'UINT', 'FLOAT', 'DOUBLE'];

export function isNumeric(type: Type): boolean {
  return type.kind === 'scalar' && WIDTH.includes(type.name);
}

export function isScalar(type: Type, name: ScalarTypeName): boolean {
  return type.kind === 'scalar' && type.name === name;
}

/** The wider of two numeric types: INT, UINT, FLOAT, DOUBLE. */
export function widest(a: Type, b: Type): Type {
  if (a.kind !== 'scalar' || b.kind !== 'scalar') return UNKNOWN;
  return WIDTH.indexOf(a.name) >= WIDTH.indexOf(b.name) ? a : b;
}

/** The type that two branches of an expression share; unknown when they share none. */
export function join(a: Type, b: Type): Type {
  if (a.kind === 'null' || a.kind === 'unknown') return b.kind === 'null' ? UNKNOWN : b;
  if (b.kind === 'null' || b.kind === 'unknown') return a;
  if (isNumeric(a) && isNumeric(b)) return widest(a, b);
  if (a.kind === 'scalar' && b.kind === 'scalar') return a.name === b.name ? a : UNKNOWN;
  if (
    (a.kind === 'vertex' && b.kind === 'vertex') ||
    (a.kind === 'edge' && b.kind === 'edge') ||
    (a.kind === 'vertexSet' && b.kind === 'vertexSet')
  ) {
    return { kind: a.kind, types: unite(a.types, b.types) };
  }
  if (a.kind === 'tuple' && b.kind === 'tuple' && a.name === b.name) return a;
  if ((a.kind === 'list' || a.kind === 'set' || a.kind === 'bag') && a.kind === b.kind) {
    return { kind: a.kind, element: join(a.element, b.element) };
  }
  if (a.kind === 'map' && b.kind === 'map') {
    return { kind: 'map', key: join(a.key, b.key), value: join(a.value, b.value) };
  }
  return UNKNOWN;
}

/** Union of type names, where none at all means any. */
export function unite(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0 || b.length === 0) return [];
  return [...new Set([...a, ...b])];
}

/** Whether a value of type `from` can be stored where `to` is wanted. False only in certain cases. */
export function assignable(to: Type, from: Type, names: TypeNames): boolean {
  const target = valueOf(to, names);
  const value = valueOf(from, names);
  if ([target.kind, value.kind].some((kind) => kind === 'unknown' || kind === 'null' || kind === 'table'))
    return true;
  if (target.kind === 'scalar') {
    if (value.kind !== 'scalar') return false;
    // TigerGraph's own tutorial gathers truth values as texts.
    if (target.name === 'STRING' && value.name === 'BOOL') return true;
    return target.name === value.name || (isNumeric(target) && isNumeric(value));
  }
  switch (target.kind) {
    case 'vertex':
      return value.kind === 'vertex' && overlaps(target.types, value.types);
    case 'edge':
      return value.kind === 'edge' && overlaps(target.types, value.types);
    case 'list':
    case 'set':
    case 'bag':
      if (value.kind === 'vertexSet') return ['vertex', 'unknown'].includes(target.element.kind);
      return (
        (value.kind === 'list' || value.kind === 'set' || value.kind === 'bag') &&
        assignable(target.element, value.element, names)
      );
    case 'vertexSet':
      return value.kind === 'vertexSet' || isVertexCollection(value);
    case 'map':
      return (
        value.kind === 'map' &&
        assignable(target.key, value.key, names) &&
        assignable(target.value, value.value, names)
      );
    case 'tuple':
      return (
        value.kind === 'tuple' && (target.name === value.name || target.name === '' || value.name === '')
      );
    default:
      return true;
  }
}

export function isVertexCollection(type: Type): boolean {
  return (
    (type.kind === 'set' || type.kind === 'bag' || type.kind === 'list') &&
    ['vertex', 'unknown'].includes(type.element.kind)
  );
}

function overlaps(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((name) => b.includes(name));
}

/** A type as GSQL writes it. */
export function describe(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return type.name;
    case 'vertex':
      return type.types.length === 0 ? 'VERTEX' : `VERTEX<${type.types.join('|')}>`;
    case 'edge':
      return type.types.length === 0 ? 'EDGE' : `EDGE<${type.types.join('|')}>`;
    case 'vertexSet':
      return 'vertex set';
    case 'list':
    case 'set':
    case 'bag':
      return `${type.kind.toUpperCase()}<${describe(type.element)}>`;
    case 'map':
      return `MAP<${describe(type.key)}, ${describe(type.value)}>`;
    case 'tuple':
      return type.name === '' ? 'tuple' : type.name;
    case 'accum':
      return describeAccum(type.accum);
    case 'table':
      return 'table';
    case 'null':
      return 'NULL';
    case 'unknown':
      return 'a value of unknown type';
  }
}

export function describeAccum(accum: AccumType): string {
  switch (accum.kind) {
    case 'named':
      return accum.name;
    case 'MapAccum':
      return `MapAccum<${describeTypeExpr(accum.key)}, ${describeTypeExpr(accum.value)}>`;
    case 'HeapAccum':
      return `HeapAccum<${accum.tuple}>`;
    case 'GroupByAccum':
      return `GroupByAccum<${[
        ...accum.keys.map((key) => `${describeTypeExpr(key.type)} ${key.name}`),
        ...accum.values.map((value) => `${describeAccum(value.accum)} ${value.name}`),
      ].join(', ')}>`;
    default:
      return accum.element === undefined ? accum.kind : `${accum.kind}<${describeTypeExpr(accum.element)}>`;
  }
}

/** A type as it was written, in normal form: `SET<VERTEX<Person>>`. */
export function describeTypeExpr(type: TypeExpr): string {
  switch (type.kind) {
    case 'scalar':
    case 'json':
    case 'named':
      return type.name;
    case 'vertex':
      return type.vertexType === undefined ? 'VERTEX' : `VERTEX<${type.vertexType}>`;
    case 'edge':
      return type.edgeType === undefined ? 'EDGE' : `EDGE<${type.edgeType}>`;
    case 'set':
    case 'bag':
    case 'list':
      return `${type.kind.toUpperCase()}<${describeTypeExpr(type.element)}>`;
    case 'map':
      return `MAP<${describeTypeExpr(type.key)}, ${describeTypeExpr(type.value)}>`;
    case 'tuple':
      return `TUPLE<${type.fields.map(describeTypeExpr).join(', ')}>`;
    case 'accum':
      return describeAccum(type.accum);
  }
}

/** An attribute's type as GSQL writes it. */
export function typeText(type: AttributeType): string {
  switch (type.kind) {
    case 'scalar':
    case 'udt':
      return type.name;
    case 'list':
    case 'set':
      return `${type.kind.toUpperCase()}<${typeText(type.element)}>`;
    case 'map':
      return `MAP<${typeText(type.key)}, ${typeText(type.value)}>`;
  }
}
