/**
 * Virtual edges: edges that a query inserts and walks, and that end with it. The statements after a change see it: the
 * tables of the changed types are then rebuilt, as tables of stored edges are built.
 */
import { engineError } from '../errors/catalogue.ts';
import type { Attribute, EdgeType } from '@acacia/language';
import { attributeColumn } from '../graph/columns.ts';
import { buildEdgeTable, type SharedEdgeTable } from '../graph/edge-table.ts';
import { sharedUint32 } from '../graph/shared-arrays.ts';
import type { Adjacency, GraphSnapshot, VertexRef } from '../graph/snapshot.ts';
import { numberOf, typeIndexOf } from '../graph/snapshot.ts';
import type { QueryContext } from './context.ts';
import { toDatetime } from './datetime.ts';
import { addInt, toDouble, toUint, truncate, type Int } from './int64.ts';
import { ELEMENT_BYTES, account } from './meter.ts';

type Value = string | number | bigint | boolean;

/** A value for an attribute; `added`: it is added to the present value. */
export interface VirtualValue {
  readonly value: unknown;
  readonly added: boolean;
}

/** The edges of one type between two types of vertices. A row stays the row of its two ends, also once deleted. */
class VirtualTable {
  readonly type: EdgeType;
  readonly #ends: readonly [from: number, to: number];
  readonly #sizes: readonly [from: number, to: number];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #alive: boolean[] = [];
  readonly #rows = new Map<number, Map<number, number>>();
  readonly #columns: ReadonlyMap<string, Value[]>;
  #bytes = 0;
  changed = true;

  constructor(type: EdgeType, ends: readonly [number, number], snapshot: GraphSnapshot) {
    this.type = type;
    this.#ends = ends;
    this.#sizes = [snapshot.vertexTable(ends[0]).size, snapshot.vertexTable(ends[1]).size];
    this.#columns = new Map(type.attributes.map(({ name }) => [name, []]));
  }

  /** Whether the edge may go from the first to the second type of vertices. */
  connects(fromIndex: number, toIndex: number): boolean {
    return this.#ends[0] === fromIndex && this.#ends[1] === toIndex;
  }

  insert(from: number, to: number, values: ReadonlyMap<string, unknown>): void {
    const known = this.#rowOf(from, to);
    const row = known ?? this.#add(from, to);
    // One that was deleted begins again with the defaults.
    const fresh = known === undefined || this.#alive[row] !== true;
    this.#alive[row] = true;
    for (const attribute of this.type.attributes) {
      const column = this.#columns.get(attribute.name) as Value[];
      const given = values.get(attribute.name);
      if (given !== undefined) column[row] = asAttribute(attribute, given);
      else if (fresh) column[row] = defaultOf(attribute);
    }
    this.changed = true;
  }

  /** The row of an edge between two vertices; an undirected one has no first end. */
  #rowOf(from: number, to: number): number | undefined {
    const row = this.#rows.get(from)?.get(to);
    const symmetric = !this.type.directed && this.#ends[0] === this.#ends[1];
    return row ?? (symmetric ? this.#rows.get(to)?.get(from) : undefined);
  }

  #add(from: number, to: number): number {
    const row = this.#from.length;
    account(ELEMENT_BYTES * (4 + this.#columns.size));
    this.#from.push(from);
    this.#to.push(to);
    const targets = this.#rows.get(from) ?? new Map<number, number>();
    this.#rows.set(from, targets.set(to, row));
    return row;
  }

  set(row: number, name: string, { value, added }: VirtualValue): void {
    const attribute = this.type.attributes.find((each) => each.name === name);
    const column = this.#columns.get(name);
    if (attribute === undefined || column === undefined)
      throw engineError('edgeNotSettable', { name, type: this.type.name });
    const given = asAttribute(attribute, value);
    column[row] = added ? sumOf(attribute, column[row] as Value, given) : given;
    this.changed = true;
  }

  delete(row: number): void {
    this.#alive[row] = false;
    this.changed = true;
  }

  build(): SharedEdgeTable {
    const attributes = this.type.attributes.map(({ name, type }) => {
      const values = this.#columns.get(name) ?? [];
      return [name, attributeColumn(type, values)] as const;
    });
    const rows = this.#from.map((_, row) => row).filter((row) => this.#alive[row] === true);
    const built = buildEdgeTable({
      type: this.type,
      fromIndex: this.#ends[0],
      toIndex: this.#ends[1],
      fromSize: this.#sizes[0],
      toSize: this.#sizes[1],
      from: rows.map((row) => this.#from[row] as number),
      to: rows.map((row) => this.#to[row] as number),
      columns: new Map(attributes),
    });
    const shared = rows.length === this.#from.length ? built : this.#withDeleted(built, rows);
    this.changed = false;
    const bytes = shared.from.byteLength * 6 + shared.out.ends.byteLength * 4;
    account(bytes - this.#bytes);
    this.#bytes = bytes;
    return shared;
  }

  /** The table of the living edges with the rows that these have among all. */
  #withDeleted(built: SharedEdgeTable, rows: readonly number[]): SharedEdgeTable {
    const moved = (adjacency: Adjacency): Adjacency => {
      const places = sharedUint32(adjacency.rows.length);
      adjacency.rows.forEach((row, at) => {
        places[at] = rows[row] as number;
      });
      return { ...adjacency, rows: places };
    };
    const [from, to] = [sharedUint32(this.#from.length), sharedUint32(this.#to.length)];
    from.set(this.#from);
    to.set(this.#to);
    const out = moved(built.out);
    return { ...built, from, to, out, in: built.in === built.out ? out : moved(built.in), outIsRows: false };
  }
}

/** The virtual edges of one run of a query: their tables come after those of the stored edges. */
export class VirtualEdges {
  readonly types: ReadonlyMap<string, EdgeType>;
  readonly #tables: readonly VirtualTable[];
  #shared: readonly SharedEdgeTable[] = [];

  constructor(types: readonly EdgeType[], snapshot: GraphSnapshot) {
    this.types = new Map(types.map((type) => [type.name, type]));
    const indexOf = (name: string): number => {
      const table = snapshot.vertexTableByName(name);
      if (table === undefined)
        throw new Error(`The vertex type ${name} of a virtual edge is not in the graph`);
      return table.typeIndex;
    };
    this.#tables = types.flatMap((type) =>
      type.pairs.map(({ from, to }) => new VirtualTable(type, [indexOf(from), indexOf(to)], snapshot)),
    );
  }

  /** The tables as they are now; undefined when nothing has changed since the last call. */
  settle(): readonly SharedEdgeTable[] | undefined {
    if (!this.#tables.some(({ changed }) => changed)) return undefined;
    this.#shared = this.#tables.map((table, index) => {
      const known = this.#shared[index];
      return known === undefined || table.changed ? table.build() : known;
    });
    return this.#shared;
  }

  insert(type: EdgeType, from: VertexRef, to: VertexRef, values: ReadonlyMap<string, unknown>): void {
    const [a, b] = [typeIndexOf(from), typeIndexOf(to)];
    const direct = this.#tables.find((table) => table.type === type && table.connects(a, b));
    const turned = type.directed
      ? undefined
      : this.#tables.find((table) => table.type === type && table.connects(b, a));
    if (direct !== undefined) direct.insert(numberOf(from), numberOf(to), values);
    else if (turned !== undefined) turned.insert(numberOf(to), numberOf(from), values);
    else {
      throw engineError('virtualEdgeEnds', { type: type.name });
    }
  }

  /** `index` counts the tables of virtual edges. */
  set(index: number, row: number, name: string, value: VirtualValue): void {
    this.#tables[index]?.set(row, name, value);
  }

  delete(index: number, row: number): void {
    this.#tables[index]?.delete(row);
  }
}

const scalarOf = ({ type }: Attribute): string => (type.kind === 'scalar' ? type.name : 'STRING');

/** A value of the query as a column keeps it. */
function asAttribute(attribute: Attribute, value: unknown): Value {
  switch (scalarOf(attribute)) {
    case 'INT':
      return typeof value === 'string' ? BigInt(value) : truncated(value as Int);
    case 'UINT':
      return typeof value === 'string' ? BigInt(value) : toUint(truncated(value as Int));
    case 'FLOAT':
      return Math.fround(toDouble(value as Int));
    case 'DOUBLE':
      return toDouble(value as Int);
    case 'BOOL':
      return value === true || value === 1 || String(value).toLowerCase() === 'true';
    case 'DATETIME':
      return typeof value === 'string' ? toDatetime(value) : toDouble(value as Int);
    default:
      return String(value);
  }
}

const truncated = (value: Int): Int => (typeof value === 'number' ? truncate(value) : value);

const UNSET: Readonly<Record<string, Value>> = { BOOL: false, STRING: '' };

function defaultOf(attribute: Attribute): Value {
  const { defaultValue } = attribute;
  return defaultValue === undefined
    ? (UNSET[scalarOf(attribute)] ?? 0)
    : asAttribute(attribute, defaultValue);
}

function sumOf(attribute: Attribute, before: Value, added: Value): Value {
  switch (scalarOf(attribute)) {
    case 'INT':
      return addInt(before as Int, added as Int);
    case 'UINT':
      return toUint(addInt(before as Int, added as Int));
    case 'FLOAT':
    case 'DOUBLE':
      return Number(before) + Number(added);
    case 'STRING':
      return String(before) + String(added);
    default:
      return added;
  }
}

export const virtualEdges = {
  /** Begins the virtual edges of a run. */
  beginVirtual: (context: QueryContext, types: readonly EdgeType[]): void => {
    context.virtual = new VirtualEdges(types, context.snapshot);
    virtualEdges.settleVirtual(context);
  },
  /** Makes the changes to virtual edges visible to the following statements. */
  settleVirtual: (context: QueryContext): void => {
    const tables = context.virtual?.settle();
    if (tables !== undefined) context.useVirtual(tables);
  },
};
