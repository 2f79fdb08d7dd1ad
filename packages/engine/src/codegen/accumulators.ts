/** Accumulator types as written → their behaviour at run time and the type of their value. */
import type { Ast } from '@acacia/language';
import type { AccumSpec } from '../run/library/accumulators.ts';
import type { VertexAccumLayout } from '../run/library/vertex-accumulators.ts';
import { fault } from './fault.ts';
import { BOOL, DOUBLE, type TupleType, type Tuples, type ValueType, INT, writtenType } from './types.ts';

export interface AccumInfo {
  readonly spec: AccumSpec;
  readonly layout: VertexAccumLayout;
  /** Type of what reading it gives. */
  readonly type: ValueType;
  /** Type that `+=` takes, when it is a single value. */
  readonly input: ValueType;
  /** Heaps: the capacity as written, worked out when the query runs. */
  readonly capacity?: Ast.Expr;
}

interface AccumTypes {
  readonly tuples: Tuples;
  readonly typedefs: ReadonlyMap<string, Ast.AccumType>;
}

const INT_MAX = 2n ** 63n - 1n;
const INT_MIN = -(2n ** 63n);

export const accumInfo = (type: Ast.AccumType, types: AccumTypes): AccumInfo => {
  const inner = (written: Ast.TypeExpr): ValueType => elementType(written, types);
  switch (type.kind) {
    case 'named': {
      const target = types.typedefs.get(type.name);
      if (target === undefined) throw fault(type.span, `No accumulator type is named ${type.name}.`);
      return accumInfo(target, types);
    }
    case 'SumAccum': {
      const element = type.element === undefined ? INT : inner(type.element);
      if (element.kind === 'string') return cell({ kind: 'sumString' }, element, element);
      if (element.kind === 'double')
        return { ...cell({ kind: 'sumDouble' }, element, element), layout: 'double' };
      return { ...cell({ kind: 'sumInt' }, element, element), layout: 'int' };
    }
    case 'MinAccum':
    case 'MaxAccum': {
      const element = type.element === undefined ? INT : inner(type.element);
      const kind = type.kind === 'MinAccum' ? 'min' : 'max';
      const info = cell({ kind, untouched: untouched(kind, element) }, element, element);
      if (element.kind === 'double') return { ...info, layout: 'double' };
      return element.kind === 'int' || element.kind === 'datetime' ? { ...info, layout: 'int' } : info;
    }
    case 'AvgAccum':
      return cell({ kind: 'avg' }, DOUBLE, DOUBLE);
    case 'OrAccum':
      return { ...cell({ kind: 'or' }, BOOL, BOOL), layout: 'bool' };
    case 'AndAccum':
      return { ...cell({ kind: 'and' }, BOOL, BOOL), layout: 'bool' };
    case 'BitwiseOrAccum':
      return cell({ kind: 'bitOr' }, { kind: 'bits' }, INT);
    case 'BitwiseAndAccum':
      return cell({ kind: 'bitAnd' }, { kind: 'bits' }, INT);
    case 'ListAccum': {
      const element = inner(type.element);
      return cell({ kind: 'list', nested: element.kind === 'list' }, { kind: 'list', element }, element);
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
      return cell({ kind: 'map', value: value.spec }, map, map);
    }
    case 'HeapAccum': {
      const tuple = types.tuples.get(type.tuple);
      if (tuple === undefined) throw fault(type.span, `No tuple type is named ${type.tuple}.`);
      const order = type.order.map(({ field, descending }) => {
        const index = tuple.fields.findIndex(({ name }) => name === field);
        if (index < 0) throw fault(type.span, `The tuple ${type.tuple} has no field ${field}.`);
        return { field: index, descending };
      });
      const spec: AccumSpec = { kind: 'heap', capacity: 0, order };
      return { ...cell(spec, { kind: 'heap', element: tuple }, tuple), capacity: type.capacity };
    }
    case 'GroupByAccum': {
      const values = type.values.map(({ name, accum }) => ({ name, info: accumInfo(accum, types) }));
      const element: TupleType = {
        kind: 'tuple',
        name: 'group',
        fields: [
          ...type.keys.map((key) => ({ name: key.name, type: inner(key.type) })),
          ...values.map(({ name, info }) => ({ name, type: info.type })),
        ],
      };
      const specs = values.map(({ info }) => info.spec);
      const spec: AccumSpec = { kind: 'groupBy', keys: type.keys.length, values: specs };
      return cell(spec, { kind: 'groups', element }, element);
    }
    case 'ArrayAccum':
      throw fault(type.span, 'ArrayAccum is not supported.');
  }
};

const cell = (spec: AccumSpec, type: ValueType, input: ValueType): AccumInfo => ({
  spec,
  layout: 'cell',
  type,
  input,
});

const elementType = (type: Ast.TypeExpr, types: AccumTypes): ValueType => {
  if (type.kind === 'accum') return accumInfo(type.accum, types).type;
  if (type.kind === 'named' && types.typedefs.has(type.name)) {
    return accumInfo({ kind: 'named', name: type.name, span: type.span }, types).type;
  }
  return writtenType(type, types.tuples);
};

/** Values of a map: an accumulator, or a base type whose values accumulate as TigerGraph's maps do. */
const valueInfo = (type: Ast.TypeExpr, types: AccumTypes): AccumInfo => {
  if (type.kind === 'accum') return accumInfo(type.accum, types);
  if (type.kind === 'named' && types.typedefs.has(type.name)) {
    return accumInfo({ kind: 'named', name: type.name, span: type.span }, types);
  }
  const element = writtenType(type, types.tuples);
  switch (element.kind) {
    case 'int':
      return cell({ kind: 'sumInt' }, element, element);
    case 'double':
      return cell({ kind: 'sumDouble' }, element, element);
    case 'string':
      return cell({ kind: 'sumString' }, element, element);
    default:
      return cell({ kind: 'last', initial: defaultOf(element) }, element, element);
  }
};

const untouched = (kind: 'min' | 'max', element: ValueType): unknown => {
  if (element.kind === 'int' || element.kind === 'datetime') return kind === 'min' ? INT_MAX : INT_MIN;
  if (element.kind === 'double') return kind === 'min' ? Number.MAX_VALUE : -Number.MAX_VALUE;
  return defaultOf(element);
};

/** What an unset value of a type is; null where no plain value can say it (containers, tuples). */
const defaultOf = (type: ValueType): string | number | boolean | null => {
  switch (type.kind) {
    case 'int':
    case 'double':
    case 'datetime':
    case 'bits':
      return 0;
    case 'bool':
      return false;
    case 'string':
      return '';
    case 'vertex':
    case 'edge':
      return -1;
    default:
      return null;
  }
};
