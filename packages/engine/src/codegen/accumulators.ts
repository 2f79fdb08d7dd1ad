/** Accumulator types as written → their behaviour at run time and the type of their value. */
import { groupParts, type Ast } from '@acacia/language';
import type { AccumSpec } from '../library/accumulators.ts';
import type { AccumInfo, DynamicPart, TupleType, ValueType } from '../library/value-types.ts';
import { type Code, js, list } from './code.ts';
import { compileExpr } from './expressions.ts';
import { fault } from './fault.ts';
import { BOOL, DOUBLE, type Tuples, INT, isUnsigned, writtenType } from './types.ts';
import type { Unit } from './unit.ts';

interface AccumTypes {
  readonly tuples: Tuples;
  readonly typedefs: ReadonlyMap<string, Ast.AccumType>;
}

const INT_MAX = 2n ** 63n - 1n;
const UINT_MAX = 2n ** 64n - 1n;
const INT_MIN = -(2n ** 63n);

/**
 * `dimensions`: as many as the declaration of an ArrayAccum has, with the sizes that it says.
 */
export function accumInfo(
  type: Ast.AccumType,
  types: AccumTypes,
  dimensions: readonly (Ast.Expr | null)[] = [null],
): AccumInfo {
  const inner = (written: Ast.TypeExpr): ValueType => elementType(written, types);
  switch (type.kind) {
    case 'named': {
      const target = types.typedefs.get(type.name);
      if (target === undefined) throw fault(type.span, 'accumTypeUnnamed', { name: type.name });
      return accumInfo(target, types);
    }
    case 'SumAccum': {
      const element = type.element === undefined ? INT : inner(type.element);
      if (element.kind === 'string') return cell({ kind: 'sumString' }, element, element);
      if (element.kind === 'double')
        return { ...cell({ kind: 'sumDouble' }, element, element), layout: 'double' };
      return { ...cell(sumOfInts(element), element, element), layout: 'int' };
    }
    case 'MinAccum':
    case 'MaxAccum': {
      const element = type.element === undefined ? INT : inner(type.element);
      const kind = type.kind === 'MinAccum' ? 'min' : 'max';
      const info = cell({ kind, untouched: untouched(kind, element), type: element }, element, element);
      if (element.kind === 'double') return { ...info, layout: 'double' };
      // Pages of integers cannot represent the value of an untouched minimum of UINT.
      if (kind === 'min' && isUnsigned(element)) return info;
      return element.kind === 'int' || element.kind === 'datetime' ? { ...info, layout: 'int' } : info;
    }
    case 'AvgAccum':
      return cell({ kind: 'avg' }, DOUBLE, DOUBLE);
    case 'OrAccum':
      return { ...cell({ kind: 'or' }, BOOL, BOOL), layout: 'bool' };
    case 'AndAccum':
      return { ...cell({ kind: 'and' }, BOOL, BOOL), layout: 'bool' };
    case 'BitwiseOrAccum':
    case 'BitwiseAndAccum': {
      const op = type.kind === 'BitwiseOrAccum' ? '|' : '&';
      const length = numberOr(type.size, 64, 'length');
      return {
        ...cell({ kind: 'bits', op, length: length.known }, { kind: 'bits' }, { kind: 'bits' }),
        ...length,
      };
    }
    case 'DeviationAccum':
    case 'DeviationPAccum':
      return cell({ kind: 'deviation', population: type.kind === 'DeviationPAccum' }, DOUBLE, DOUBLE);
    case 'PercentileContAccum': {
      const fraction = numberOr(type.size, 0.5, 'fraction');
      return { ...cell({ kind: 'percentile', fraction: fraction.known }, DOUBLE, DOUBLE), ...fraction };
    }
    case 'ListAccum': {
      const element = inner(type.element);
      return cell({ kind: 'list' }, { kind: 'list', element }, element);
    }
    case 'SetAccum':
    case 'BagAccum': {
      const element = inner(type.element);
      const kind = type.kind === 'SetAccum' ? 'set' : 'bag';
      return cell({ kind }, { kind, element }, element);
    }
    case 'MapAccum': {
      const key = inner(type.key);
      const value = valueInfo(type.value, types);
      const map: ValueType = { kind: 'map', key, value: value.type, accum: true };
      return { ...cell({ kind: 'map', value: value.spec }, map, map), dynamic: within(['value'], value) };
    }
    case 'HeapAccum': {
      const tuple = types.tuples.get(type.tuple);
      if (tuple === undefined) throw fault(type.span, 'tupleTypeUnnamed', { tuple: type.tuple });
      const order = type.order.map(({ field, descending }) => {
        const index = tuple.fields.findIndex(({ name }) => name === field);
        if (index < 0) throw fault(type.span, 'tupleWithoutField', { tuple: type.tuple, field });
        return { field: index, descending };
      });
      const capacity = numberOr(type.capacity, Infinity, 'capacity');
      const spec: AccumSpec = { kind: 'heap', capacity: capacity.known, order };
      return { ...cell(spec, { kind: 'heap', element: tuple }, tuple), ...capacity };
    }
    case 'GroupByAccum': {
      const parts = groupParts(type, (name) => types.typedefs.has(name));
      const values = parts.values.map(({ name, accum }) => ({ name, info: accumInfo(accum, types) }));
      const element: TupleType = {
        kind: 'tuple',
        name: 'group',
        fields: [
          ...parts.keys.map((key) => ({ name: key.name, type: inner(key.type) })),
          ...values.map(({ name, info }) => ({ name, type: info.type })),
        ],
      };
      const specs = values.map(({ info }) => info.spec);
      const spec: AccumSpec = { kind: 'groupBy', keys: parts.keys.length, values: specs };
      const dynamic = values.flatMap(({ info }, index) => within(['values', index], info));
      return { ...cell(spec, { kind: 'groups', element }, element), dynamic };
    }
    case 'ArrayAccum': {
      const place = valueInfo(type.element, types);
      const sizes = dimensions.map((size) => (size?.kind === 'int' ? Number(size.value) : 0));
      const array = dimensions.reduceRight<ValueType>(
        (element, _, level) => ({ kind: 'array', element, dimensions: dimensions.length - level, place }),
        place.type,
      );
      const dynamic = [
        ...dimensions.flatMap((value, index) =>
          value === null || value.kind === 'int' ? [] : [{ path: ['sizes', index], value }],
        ),
        ...within(['element'], place),
      ];
      return { ...cell({ kind: 'array', sizes, element: place.spec }, array, array), dynamic };
    }
  }
}

/** A number of a spec: the literal as written, or 0 and the expression that the run evaluates. */
function numberOr(
  written: Ast.Expr | undefined,
  otherwise: number,
  name: string,
): { readonly known: number; readonly dynamic: readonly DynamicPart[] } {
  if (written === undefined) return { known: otherwise, dynamic: [] };
  if (written.kind === 'int' || written.kind === 'float')
    return { known: Number(written.value), dynamic: [] };
  return { known: 0, dynamic: [{ path: [name], value: written }] };
}

/** Code of the spec with all its numbers. */
export function specCode(unit: Unit, info: AccumInfo): Code {
  if (info.dynamic.length === 0) return unit.constant(info.spec);
  const parts = info.dynamic.map(
    ({ path, value }) => js`[${unit.constant(path)}, Number(${compileExpr(unit, value).code})]`,
  );
  return unit.call('specWith', unit.constant(info.spec), js`[${list(parts)}]`);
}

const within = (path: DynamicPart['path'], inner: AccumInfo): readonly DynamicPart[] =>
  inner.dynamic.map((part) => ({ path: [...path, ...part.path], value: part.value }));

const cell = (spec: AccumSpec, type: ValueType, input: ValueType): AccumInfo => ({
  spec,
  layout: 'cell',
  type,
  input,
  dynamic: [],
});

function elementType(type: Ast.TypeExpr, types: AccumTypes): ValueType {
  if (type.kind === 'accum') return accumInfo(type.accum, types).type;
  if (type.kind === 'named' && types.typedefs.has(type.name)) {
    return accumInfo({ kind: 'named', name: type.name, span: type.span }, types).type;
  }
  return writtenType(type, types.tuples);
}

/** Values of a map: an accumulator, or a base type whose values accumulate as TigerGraph's maps do. */
function valueInfo(type: Ast.TypeExpr, types: AccumTypes): AccumInfo {
  if (type.kind === 'accum') return accumInfo(type.accum, types);
  if (type.kind === 'named' && types.typedefs.has(type.name)) {
    return accumInfo({ kind: 'named', name: type.name, span: type.span }, types);
  }
  const element = writtenType(type, types.tuples);
  switch (element.kind) {
    case 'int':
      return cell(sumOfInts(element), element, element);
    case 'double':
      return cell({ kind: 'sumDouble' }, element, element);
    case 'string':
      return cell({ kind: 'sumString' }, element, element);
    default:
      return cell({ kind: 'last', type: element }, element, element);
  }
}

const sumOfInts = (element: ValueType): AccumSpec =>
  isUnsigned(element) ? { kind: 'sumInt', unsigned: true } : { kind: 'sumInt' };

function untouched(kind: 'min' | 'max', element: ValueType): unknown {
  if (isUnsigned(element)) return kind === 'min' ? UINT_MAX : 0;
  if (element.kind === 'int' || element.kind === 'datetime') return kind === 'min' ? INT_MAX : INT_MIN;
  if (element.kind === 'double') return kind === 'min' ? Number.MAX_VALUE : -Number.MAX_VALUE;
  return null;
}
