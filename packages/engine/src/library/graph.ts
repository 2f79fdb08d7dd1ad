/** Functions over the graph: attributes of any vertex or edge, degrees, neighbours, conversion of ids. */
import { engineError } from '../errors/catalogue.ts';
import { parseJson } from '@acacia/base';
import { type ColumnData, type VertexRef, numberOf, typeIndexOf, vertexRef } from '../graph/snapshot.ts';
import { NO_VERTEX, type EdgeRef, type QueryContext } from './context.ts';
import { narrow, type Int } from './int64.ts';
import { type HopConfig, type HopStep, edgeNames, hops, hopsFrom } from './patterns.ts';
import { Repeater } from './repeat.ts';
import { Sampler } from './sampler.ts';
import type { ValueType } from './value-types.ts';
import { Bag, Tuple, canonical } from './values.ts';
import { Collector, VertexSet } from './vertex-set.ts';
import { EdgeAccumulator } from './edge-accumulators.ts';
import { VertexAccumulator, type VertexAccumSpec } from './vertex-accumulators.ts';

/** A value of a column in the form in which queries hold it; collections as `type` says. */
function readTyped(column: ColumnData, row: number, type: ValueType): unknown {
  if (column.kind !== 'json') return readCell(column, row);
  return fromJson(type, parseJson(column.strings.get(column.codes[row] as number)));
}

function readCell(column: ColumnData, row: number): unknown {
  switch (column.kind) {
    case 'number':
      return column.values[row];
    case 'bigint':
      return narrow(column.values[row] as bigint);
    case 'bool':
      return column.values[row] === 1;
    case 'string':
    case 'json':
      return column.strings.get(column.codes[row] as number);
    case 'vector':
      return column.read(row);
  }
}

/** JSON of a stored collection or tuple to the value of its type. */
function fromJson(type: ValueType, json: unknown): unknown {
  switch (type.kind) {
    case 'list':
      return (json as unknown[]).map((item) => fromJson(type.element, item));
    case 'set':
      return new Set((json as unknown[]).map((item) => canonical(fromJson(type.element, item))));
    case 'map': {
      const entries = Array.isArray(json) ? (json as [unknown, unknown][]) : Object.entries(json as object);
      return new Map(entries.map(([key, value]) => [fromJson(type.key, key), fromJson(type.value, value)]));
    }
    case 'tuple': {
      const fields = json as Record<string, unknown>;
      return new Tuple(
        type.fields.map((field, index) =>
          fromJson(field.type, Array.isArray(json) ? (json as unknown[])[index] : fields[field.name]),
        ),
      );
    }
    case 'int':
      return typeof json === 'string' ? narrow(BigInt(json)) : json;
    case 'double':
    case 'datetime':
      return Number(json);
    default:
      return json;
  }
}

function vertexAttribute(context: QueryContext, ref: VertexRef, name: string, type: ValueType): unknown {
  if (ref < 0) throw engineError('vertexReadMissing', { name });
  const column = context.vertexColumns(name)[typeIndexOf(ref)];
  if (column === undefined) {
    throw engineError('vertexAttributeUnknown', { type: context.typeNameOf(ref), name });
  }
  return readTyped(column, numberOf(ref), type);
}

function edgeAttribute(context: QueryContext, ref: EdgeRef, name: string, type: ValueType): unknown {
  const { table, row } = context.edgeParts(ref);
  const column = table.column(name);
  if (column === undefined) {
    throw engineError('edgeAttributeUnknown', { type: table.type.name, name });
  }
  return readTyped(column, row, type);
}

/** Edges that leave a vertex: directed ones from their source and undirected ones. */
function leaving(context: QueryContext, types: unknown): ReturnType<typeof hops> {
  const names = types === null ? null : edgeNames(types);
  const steps: HopStep[] = [{ names, direction: 'unspecified' }];
  return hops(context, steps, null);
}

function degreeHops(context: QueryContext, typeIndex: number, types: unknown): readonly HopConfig[] {
  const key = `${typeIndex} ${types === null ? '*' : edgeNames(types).join(' ')}`;
  let configs = context.degrees.get(key);
  if (configs === undefined) {
    configs = hopsFrom(leaving(context, types), typeIndex);
    context.degrees.set(key, configs);
  }
  return configs;
}

export function degreeAt(configs: readonly HopConfig[], number: number): number {
  let degree = 0;
  for (let index = 0; index < configs.length; index += 1) {
    const { offsets, ends } = configs[index] as HopConfig;
    degree += (ends[number] as number) - (offsets[number] as number);
  }
  return degree;
}

const neighbourConfigs = (context: QueryContext, ref: VertexRef, types: unknown) =>
  hopsFrom(leaving(context, types), typeIndexOf(ref));

/** Whether an edge counts; `to` is the vertex at its other end. */
type EdgeFilter = (to: VertexRef, edge: EdgeRef) => boolean;

/** Calls `each` for every edge that leaves a vertex. */
function forEachEdge(
  context: QueryContext,
  ref: VertexRef,
  types: unknown,
  each: (to: VertexRef, edge: EdgeRef) => void,
  isWanted: EdgeFilter = () => true,
): void {
  const number = numberOf(ref);
  for (const config of neighbourConfigs(context, ref, types)) {
    const end = config.ends[number] as number;
    for (let at = config.offsets[number] as number; at < end; at += 1) {
      const to = vertexRef(config.toType, config.neighbours[at] as number);
      const edge = config.edgeBase + (config.rows[at] as number);
      if (isWanted(to, edge)) each(to, edge);
    }
  }
}

function toVertex(context: QueryContext, id: string, type: string): VertexRef {
  const table = context.snapshot.vertexTableByName(type);
  if (table === undefined) {
    throw engineError('vertexTypeInvalid', { name: type });
  }
  const number = table.lookup(id);
  if (number < 0) {
    throw engineError('vertexIdInvalid', { id, type });
  }
  return vertexRef(table.typeIndex, number);
}

function toVertexSet(context: QueryContext, ids: Iterable<string>, type: string): VertexSet {
  const table = context.snapshot.vertexTableByName(type);
  if (table === undefined) {
    throw engineError('vertexTypeInvalid', { name: type });
  }
  let invalid = 0;
  const refs: VertexRef[] = [];
  for (const id of new Set(ids)) {
    const number = table.lookup(id);
    if (number < 0) invalid += 1;
    else refs.push(vertexRef(table.typeIndex, number));
  }
  if (invalid > 0) context.warn(`Runtime Warning: ${invalid} ids are invalid ${type} vertex ids.`);
  return VertexSet.ofRefs(refs, context.snapshot);
}

/** A LIMIT below zero is none, as algorithm libraries have it. */
const limitOf = (limit: Int): Int | null => (limit < 0 ? null : limit);

/** The first `limit` members after `offset`, in the set's order. */
function limitSet(context: QueryContext, set: VertexSet, limit: Int | null, offset: Int): VertexSet {
  const start = Math.max(0, Number(offset));
  const end = limit === null ? Infinity : start + Math.max(0, Number(limit));
  const refs: VertexRef[] = [];
  let at = 0;
  for (const ref of set) {
    if (at >= end) break;
    if (at >= start) refs.push(ref);
    at += 1;
  }
  return VertexSet.ofRefs(refs, context.snapshot);
}

export const graph = {
  collector: (context: QueryContext): Collector => new Collector(context.snapshot),
  degreeAt,
  degreeHops,
  edgeAccum: (context: QueryContext, spec: VertexAccumSpec, initial: unknown): EdgeAccumulator =>
    new EdgeAccumulator(spec, initial, context),
  edgeAttribute,
  edgeAttributes: (
    context: QueryContext,
    ref: VertexRef,
    types: unknown,
    name: string,
    type: ValueType,
    isWanted?: EdgeFilter,
  ): Bag => {
    const values = new Bag();
    const add = (_to: VertexRef, edge: EdgeRef): void => values.add(edgeAttribute(context, edge, name, type));
    forEachEdge(context, ref, types, add, isWanted);
    return values;
  },
  limitOf,
  limitSet,
  neighborAttribute: (
    context: QueryContext,
    ref: VertexRef,
    types: unknown,
    vertexType: string,
    name: string,
    type: ValueType,
    isWanted?: EdgeFilter,
  ): Bag => {
    const values = new Bag();
    const add = (to: VertexRef): void => {
      if (context.typeNameOf(to) === vertexType) values.add(vertexAttribute(context, to, name, type));
    };
    forEachEdge(context, ref, types, add, isWanted);
    return values;
  },
  neighbors: (context: QueryContext, ref: VertexRef, types: unknown, isWanted?: EdgeFilter): Bag => {
    const found = new Bag();
    forEachEdge(context, ref, types, (to) => found.add(to), isWanted);
    return found;
  },
  noVertices: (): VertexSet => VertexSet.empty(),
  numberOf,
  outdegree: (context: QueryContext, ref: VertexRef, types: unknown): number =>
    ref === NO_VERTEX ? 0 : degreeAt(degreeHops(context, typeIndexOf(ref), types), numberOf(ref)),
  readCell,
  readTyped,
  repeater: (context: QueryContext): Repeater => new Repeater(context),
  sampler: (size: Int, percent: boolean, by: 'edge' | 'target'): Sampler => new Sampler(size, percent, by),
  single: (context: QueryContext, ref: VertexRef): VertexSet => VertexSet.ofRefs([ref], context.snapshot),
  toVertex,
  toVertexSet,
  typeIndexOf,
  vertexAccum: (context: QueryContext, spec: VertexAccumSpec, initial: unknown): VertexAccumulator =>
    new VertexAccumulator(spec, initial, context.snapshot),
  vertexAttribute,
  /** A whole number that identifies a vertex: the type's index is in the upper bits. */
  vertexNumber: (ref: VertexRef): number => ref,
};
