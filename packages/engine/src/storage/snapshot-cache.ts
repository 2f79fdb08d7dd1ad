/**
 * The graph in memory: tables read on first use, kept until a write changes them. A snapshot is put
 * together from the tables at one commit; of the next one only changed tables are read again.
 */
import {
  schemaOf,
  scopeOf,
  visiblePairs,
  type Catalog,
  type EdgeTypeEntry,
  type PairEntry,
  type Scope,
  type VertexTypeEntry,
} from '../catalog/catalog.ts';
import type { EdgeType } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { SharedVectors } from '../graph/vectors/buffers.ts';
import { assembleSnapshot } from '../graph/assemble.ts';
import type { SharedEdgeTable } from '../graph/edge-table.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import type { SharedVertexTable } from '../graph/vertex-table.ts';
import { readEdgeRows, readVertexTable, withColumnsRead } from './read-tables.ts';
import type { StoreState } from './store.ts';
import { VectorCache, type VectorSource } from './vector-cache.ts';
import { TableBuilder, type EdgeRows } from './table-builder.ts';
import type { Transaction } from './transaction.ts';

interface Versioned<T> {
  readonly version: number;
  readonly value: Promise<T>;
}

interface KeptEdgeTable {
  readonly rows: EdgeRows;
  readonly fromSize: number;
  readonly toSize: number;
  readonly type: EdgeType;
  readonly shared: Promise<SharedEdgeTable>;
}

export class SnapshotCache {
  readonly #limitBytes: number;
  readonly #vertexTables = new Map<string, Versioned<SharedVertexTable>>();
  readonly #edgeRows = new Map<string, Versioned<EdgeRows>>();
  readonly #edgeTables = new Map<string, KeptEdgeTable>();
  readonly #snapshots = new Map<string, { readonly state: StoreState; readonly snapshot: GraphSnapshot }>();
  readonly #builder = new TableBuilder();
  readonly #vectors = new VectorCache();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Bytes of shared memory that the kept tables hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The kept snapshot of a graph, when nothing that the graph sees changed since. */
  ready(state: StoreState, graph: string): GraphSnapshot | null {
    const kept = this.#snapshots.get(graph);
    if (kept === undefined) return null;
    if (kept.state === state) return kept.snapshot;
    if (kept.state.catalog !== state.catalog) return null;
    const same = tablesOf(state.catalog, graph).every(
      (table) => kept.state.tableVersions.get(table) === state.tableVersions.get(table),
    );
    if (!same) return null;
    this.#snapshots.set(graph, { state, snapshot: kept.snapshot });
    return kept.snapshot;
  }

  async build(transaction: Transaction, state: StoreState, graph: string): Promise<GraphSnapshot> {
    const { catalog } = state;
    const scope = scopeOf(catalog, graph);
    const least = await leastBytes(transaction, scope);
    if (least > this.#limitBytes) throw this.#tooLarge(graph, least);
    const vertexTables: SharedVertexTable[] = [];
    for (const entry of scope.vertexTypes.values()) {
      vertexTables.push(
        await versioned(this.#vertexTables, state, entry.table, (known) =>
          this.#readVertices(transaction, state, entry, known),
        ),
      );
    }
    const sizes = new Map(vertexTables.map((table) => [table.typeIndex, table.size]));
    const edgeTables: SharedEdgeTable[] = [];
    for (const { entry, reversed } of scope.edgeTypes.values()) {
      if (reversed) continue;
      for (const pair of visiblePairs(scope, entry)) {
        const rows = await versioned(this.#edgeRows, state, pair.table, () =>
          readEdgeRows(transaction, entry, pair),
        );
        edgeTables.push(await this.#edgeTable(entry, pair, rows, (index) => sizes.get(index) ?? 0));
      }
    }
    const vectors: SharedVectors[] = [];
    for (const source of vectorSources(scope.vertexTypes.values())) {
      const version = state.tableVersions.get(source.table) ?? 0;
      vectors.push(await this.#vectors.at(transaction, source, { version, commit: state.commit }));
    }
    const snapshot = assembleSnapshot({
      graph,
      version: state.commit,
      vertexTables,
      edgeTables,
      vectors,
      edgeTypes: schemaOf(catalog, graph).edgeTypes,
    });
    const kept = this.#snapshots.get(graph);
    if (kept === undefined || kept.state.commit <= state.commit)
      this.#snapshots.set(graph, { state, snapshot });
    this.#forget(catalog);
    this.#bytes = await this.#measure();
    if (this.#bytes > this.#limitBytes) {
      // Tables of other graphs go first; they are read again when they are asked for.
      this.#keepOnly(new Set(tablesOf(catalog, graph)));
      this.#bytes = await this.#measure();
    }
    if (this.#bytes > this.#limitBytes) {
      const needed = this.#bytes;
      this.forget();
      throw this.#tooLarge(graph, needed);
    }
    return snapshot;
  }

  /** Where only values changed since a known version of the table, only their columns are read. */
  async #readVertices(
    transaction: Transaction,
    { partVersions }: StoreState,
    entry: VertexTypeEntry,
    known: Versioned<SharedVertexTable> | undefined,
  ): Promise<SharedVertexTable> {
    const sameRows = known !== undefined && (partVersions.get(entry.table) ?? 0) <= known.version;
    // A known version that failed to be read says so to those who waited for it; here all is read.
    const table = sameRows ? await known.value.catch(() => null) : null;
    if (known === undefined || table?.type !== entry.type) return readVertexTable(transaction, entry);
    const changed = entry.type.attributes.filter(({ name }) => {
      const column = `${entry.table}.${entry.columns[name]}`;
      return (partVersions.get(column) ?? 0) > known.version;
    });
    return withColumnsRead(transaction, entry, table, changed);
  }

  async #edgeTable(
    entry: EdgeTypeEntry,
    pair: PairEntry,
    rows: EdgeRows,
    sizeOf: (index: number) => number,
  ): Promise<SharedEdgeTable> {
    const [fromSize, toSize] = [sizeOf(pair.from), sizeOf(pair.to)];
    const kept = this.#edgeTables.get(pair.table);
    const same =
      kept?.rows === rows && kept.fromSize === fromSize && kept.toSize === toSize && kept.type === entry.type;
    if (same) return kept.shared;
    const { type } = entry;
    const spec = { type, fromIndex: pair.from, toIndex: pair.to, fromSize, toSize, rows };
    const shared = this.#builder.edgeTable(spec);
    const value = { rows, fromSize, toSize, type, shared };
    this.#edgeTables.set(pair.table, value);
    shared.catch(() => {
      if (this.#edgeTables.get(pair.table) === value) this.#edgeTables.delete(pair.table);
    });
    return shared;
  }

  /** Ends the threads that build tables and indexes. */
  async close(): Promise<void> {
    await this.#builder.close();
    await this.#vectors.close();
  }

  /** Lets go of all tables. */
  forget(): void {
    this.#keepOnly(new Set());
    this.#bytes = 0;
  }

  /** Lets go of tables and graphs that the catalog no longer has. */
  #forget(catalog: Catalog): void {
    const tables = new Set([
      ...[...catalog.vertexTypes.values()].map((entry) => entry.table),
      ...[...catalog.edgeTypes.values()].flatMap((entry) => entry.pairs.map((pair) => pair.table)),
    ]);
    for (const kept of [this.#vertexTables, this.#edgeRows, this.#edgeTables]) {
      for (const table of kept.keys()) if (!tables.has(table)) kept.delete(table);
    }
    this.#vectors.keepOnly(new Set(vectorSources(catalog.vertexTypes.values()).map(({ table }) => table)));
    for (const graph of this.#snapshots.keys()) {
      if (!catalog.graphs.has(graph)) this.#snapshots.delete(graph);
    }
  }

  async #measure(): Promise<number> {
    const vertexTables = await Promise.all([...this.#vertexTables.values()].map((kept) => kept.value));
    const edgeTables = await Promise.all([...this.#edgeTables.values()].map((kept) => kept.shared));
    const vectors = await this.#vectors.all();
    return assembleSnapshot({ graph: '', version: 0, vertexTables, edgeTables, vectors, edgeTypes: [] })
      .bytes;
  }

  #keepOnly(tables: ReadonlySet<string>): void {
    for (const kept of [this.#vertexTables, this.#edgeRows, this.#edgeTables]) {
      for (const table of kept.keys()) if (!tables.has(table)) kept.delete(table);
    }
    this.#vectors.keepOnly(tables);
    this.#snapshots.clear();
  }

  #tooLarge(graph: string, needed: number): EngineError {
    const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
    return new EngineError(
      'SYS-0002',
      `The graph '${graph}' needs ${megabytes(needed)} MB in memory, more than the ${megabytes(this.#limitBytes)} MB that this workspace has for it. Use a larger workspace.`,
    );
  }
}

const tablesOf = (catalog: Catalog, graph: string): string[] => {
  const scope = scopeOf(catalog, graph);
  return [
    ...[...scope.vertexTypes.values()].map((entry) => entry.table),
    ...vectorSources(scope.vertexTypes.values()).map(({ table }) => table),
    ...[...scope.edgeTypes.values()].flatMap(({ entry }) => entry.pairs.map((pair) => pair.table)),
  ];
};

const vectorSources = (entries: Iterable<VertexTypeEntry>): VectorSource[] =>
  [...entries].flatMap((entry) => vectorTablesOf(entry).map((each) => ({ ...each, typeIndex: entry.index })));

/** The value of a table at a state: the kept one, one that is being read already, or a new reading. */
const versioned = <T>(
  kept: Map<string, Versioned<T>>,
  state: StoreState,
  table: string,
  read: (known: Versioned<T> | undefined) => Promise<T>,
): Promise<T> => {
  const version = state.tableVersions.get(table) ?? 0;
  const known = kept.get(table);
  if (known?.version === version) return known.value;
  const older = known !== undefined && known.version < version ? known : undefined;
  const value = read(older);
  if (known === undefined || older !== undefined) {
    kept.set(table, { version, value });
    value.catch(() => {
      if (kept.get(table)?.value === value) kept.delete(table);
    });
  }
  return value;
};

/** Bytes that a graph needs at least: its ids, ends, adjacencies and attributes without their texts. */
const leastBytes = async (transaction: Transaction, scope: Scope): Promise<number> => {
  const ATTRIBUTE = 4;
  const VERTEX = 16;
  const EDGE = 24;
  let bytes = 0;
  for (const { table, type } of scope.vertexTypes.values()) {
    const rows = await transaction.number(`SELECT count(*) FROM ${table}`);
    bytes += rows * (VERTEX + ATTRIBUTE * type.attributes.length);
  }
  for (const { vector, table } of vectorSources(scope.vertexTypes.values())) {
    const rows = await transaction.number(`SELECT count(*) FROM ${table}`);
    bytes += rows * (VERTEX + Float32Array.BYTES_PER_ELEMENT * vector.dimension);
  }
  for (const { entry, reversed } of scope.edgeTypes.values()) {
    if (reversed) continue;
    for (const { table } of visiblePairs(scope, entry)) {
      const rows = await transaction.number(`SELECT count(*) FROM ${table}`);
      bytes += rows * (EDGE + ATTRIBUTE * entry.type.attributes.length);
    }
  }
  return bytes;
};
