/**
 * The graph in memory: tables are read on first use and kept until a write changes them. A snapshot is
 * assembled from the tables at one commit; for the next commit only changed tables are read again.
 */
import { engineError } from '../errors/catalogue.ts';
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
import type { EngineError } from '../errors.ts';
import type { Sql } from '../sql.ts';
import { sizeAndLimit } from '../size-text.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { SharedVectors } from '../graph/vectors/buffers.ts';
import { assembleSnapshot } from '../graph/assemble.ts';
import { openEdgeTable, type SharedEdgeTable } from '../graph/edge-table.ts';
import type { EdgeTable, GraphSnapshot, VertexTable } from '../graph/snapshot.ts';
import { patchEdges } from '../graph/patch-edges.ts';
import { patchVertices } from '../graph/patch-vertices.ts';
import type { EdgeChange, TableChange, VertexChange } from '../graph/table-changes.ts';
import { openVertexTable, type SharedVertexTable } from '../graph/vertex-table.ts';
import { ChangeLog } from './change-log.ts';
import {
  MANY_TABLES,
  NO_SMALL_TABLES,
  readSmallTables,
  SMALL_ROWS,
  type SmallTables,
} from './read-small-tables.ts';
import { readEdgeRows, readVertexTable, withColumnsRead } from './read-tables.ts';
import type { StoreState } from './store.ts';
import { VectorCache, type VectorCacheOptions, type VectorSource } from './vector-cache.ts';
import { TableBuilder } from './table-builder.ts';
import type { Transaction } from './transaction.ts';

interface Versioned<T> {
  readonly version: number;
  readonly value: Promise<T>;
  /** The value, once it is there. */
  readonly now: { value: T | null };
}

/**
 * Tables in memory, without waiting, as of a state: as they are kept, or with the changes since where these are known.
 * Null: the table has to be read.
 */
export interface TablesNow {
  vertices(state: StoreState, entry: VertexTypeEntry): VertexTable | null;
  /** `fromSize`, `toSize`: of the vertex tables at the same state. */
  edges(
    state: StoreState,
    entry: EdgeTypeEntry,
    pair: PairEntry,
    fromSize: number,
    toSize: number,
  ): EdgeTable | null;
}

/** All that tables of a graph are read from. */
interface Reading {
  readonly transaction: Transaction;
  readonly state: StoreState;
  /** Rows of each table. */
  readonly rows: ReadonlyMap<string, number>;
  /** Tables that were read together. */
  readonly small: SmallTables;
}

interface EdgeTableSizes {
  readonly entry: EdgeTypeEntry;
  readonly pair: PairEntry;
  readonly fromSize: number;
  readonly toSize: number;
  /** Rows of the table itself. */
  readonly size: number;
}

export class SnapshotCache implements TablesNow {
  readonly #limitBytes: number;
  readonly #vertexTables = new Map<string, Versioned<SharedVertexTable>>();
  readonly #edgeTables = new Map<string, Versioned<SharedEdgeTable>>();
  readonly #log = new ChangeLog();
  readonly #snapshots = new Map<string, { readonly state: StoreState; readonly snapshot: GraphSnapshot }>();
  readonly #builder = new TableBuilder();
  readonly #vectors: VectorCache;
  /** The vertex tables of the latest snapshots. */
  readonly #vertices = new Map<string, SharedVertexTable>();
  #bytes = 0;
  /** Snapshots that are being built. */
  #building = 0;

  constructor(limitBytes: number, vectors: VectorCacheOptions) {
    this.#limitBytes = limitBytes;
    this.#vectors = new VectorCache(vectors);
  }

  /** Bytes of shared memory that the kept tables hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Records the changes of a commit; called in the order of commits. */
  note(commit: number, changes: ReadonlyMap<string, readonly TableChange[] | null>): void {
    this.#log.add(commit, changes);
  }

  /** The kept snapshot of a graph, when none of the graph's tables has changed since; else null. */
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

  /** The number of a vertex in the kept table, of whichever version; null: the vertex is not in it. */
  numberOf(table: string, id: string): number | null {
    const known = this.#vertices.get(table);
    const number = known === undefined ? -1 : openVertexTable(known).lookup(id);
    return number < 0 ? null : number;
  }

  vertices(state: StoreState, entry: VertexTypeEntry): VertexTable | null {
    const table = this.#now(this.#vertexTables, state, entry, entry.table, (before, changes) =>
      patchVertices(before, changes as VertexChange[]),
    );
    return table && openVertexTable(table);
  }

  edges(
    state: StoreState,
    entry: EdgeTypeEntry,
    pair: PairEntry,
    fromSize: number,
    toSize: number,
  ): EdgeTable | null {
    const table = this.#now(this.#edgeTables, state, entry, pair.table, (before, changes) =>
      patchEdges(before, changes as EdgeChange[], fromSize, toSize),
    );
    return table && openEdgeTable(table);
  }

  #now<T extends { readonly type: unknown }>(
    kept: Map<string, Versioned<T>>,
    { tableVersions }: StoreState,
    { type }: VertexTypeEntry | EdgeTypeEntry,
    table: string,
    patch: (before: T, changes: readonly TableChange[]) => T | null,
  ): T | null {
    const version = tableVersions.get(table) ?? 0;
    const known = kept.get(table);
    const before = known?.now.value ?? null;
    if (known === undefined || before?.type !== type || known.version > version) return null;
    if (known.version === version) return before;
    // A version that is being built needs the kept one, or one before it.
    const changes = this.#building > 0 ? null : this.#log.between(table, known.version, version);
    if (changes === null) return null;
    const patched = patch(before, changes);
    if (patched === null) {
      // A patch that does not fit has used the table's spare room: it must not be tried again.
      kept.delete(table);
      return null;
    }
    kept.set(table, versionOf(version, patched));
    this.#log.forget(table, version);
    return patched;
  }

  /** Runs `work`, which begins a transaction and calls `build` in it. */
  async building<T>(work: () => Promise<T>): Promise<T> {
    this.#building += 1;
    try {
      return await work();
    } finally {
      this.#building -= 1;
    }
  }

  /** Called within `building`. */
  async build(transaction: Transaction, state: StoreState, graph: string): Promise<GraphSnapshot> {
    const { catalog } = state;
    const scope = scopeOf(catalog, graph);
    const rows = await this.#rows(transaction, state, scope);
    const least = leastBytes(scope, rows);
    if (least > this.#limitBytes) throw this.#tooLarge(graph, least);
    const small = await this.#readSmall(transaction, scope, rows);
    const reading: Reading = { transaction, state, rows, small };
    const vertexTables: SharedVertexTable[] = [];
    for (const entry of scope.vertexTypes.values()) {
      const table = await this.#vertexTable(reading, entry);
      vertexTables.push(table);
      this.#vertices.set(entry.table, table);
    }
    const sizes = new Map(vertexTables.map((table) => [table.typeIndex, table.size]));
    const edgeTables: SharedEdgeTable[] = [];
    for (const { entry, reversed } of scope.edgeTypes.values()) {
      if (reversed) continue;
      for (const pair of visiblePairs(scope, entry)) {
        const [fromSize, toSize] = [sizes.get(pair.from) ?? 0, sizes.get(pair.to) ?? 0];
        const size = rows.get(pair.table) ?? 0;
        edgeTables.push(await this.#edgeTable(reading, { entry, pair, fromSize, toSize, size }));
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
    for (const kept of [this.#vertexTables, this.#edgeTables]) {
      for (const [table, { version }] of kept) this.#log.forget(table, version);
    }
    this.#bytes = await this.#measure();
    if (this.#bytes > this.#limitBytes) {
      // Tables of other graphs are dropped first; they are read again when they are needed.
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

  /** How many rows the tables of a graph have; those that are in memory need not be asked. */
  async #rows(
    transaction: Transaction,
    { tableVersions }: StoreState,
    scope: Scope,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = new Map<string, number>();
    const unknown: Sql[] = [];
    const add = <T extends { readonly count: number }>(kept: Versioned<T> | undefined, table: Sql): void => {
      const isCurrent = kept !== undefined && kept.version === (tableVersions.get(table) ?? 0);
      if (isCurrent && kept.now.value !== null) rows.set(table, kept.now.value.count);
      else unknown.push(table);
    };
    for (const { table } of scope.vertexTypes.values()) add(this.#vertexTables.get(table), table);
    for (const { entry, reversed } of scope.edgeTypes.values()) {
      if (!reversed) {
        for (const { table } of visiblePairs(scope, entry)) add(this.#edgeTables.get(table), table);
      }
    }
    unknown.push(...vectorSources(scope.vertexTypes.values()).map(({ table }) => table));
    for (const [table, count] of await transaction.counts(unknown)) rows.set(table, count);
    return rows;
  }

  /** Reads the small tables that are not in memory, where these are many. */
  async #readSmall(
    transaction: Transaction,
    scope: Scope,
    rows: ReadonlyMap<string, number>,
  ): Promise<SmallTables> {
    const isSmall = (table: Sql): boolean => {
      const count = rows.get(table) ?? 0;
      return count > 0 && count <= SMALL_ROWS;
    };
    const vertices = [...scope.vertexTypes.values()].filter(
      ({ table }) => !this.#vertexTables.has(table) && isSmall(table),
    );
    const edges = [...scope.edgeTypes.values()].flatMap(({ entry, reversed }) =>
      reversed
        ? []
        : visiblePairs(scope, entry)
            .filter(({ table }) => !this.#edgeTables.has(table) && isSmall(table))
            .map((pair) => ({ entry, pair })),
    );
    return vertices.length + edges.length < MANY_TABLES
      ? NO_SMALL_TABLES
      : readSmallTables(transaction, vertices, edges);
  }

  /** A change of the schema that leaves the rows as they are leaves the kept table, under its new type. */
  async #vertexTable(reading: Reading, entry: VertexTypeEntry): Promise<SharedVertexTable> {
    const shared = await versioned(this.#vertexTables, reading.state, entry.table, (known) =>
      this.#readVertices(reading, entry, known),
    );
    if (shared.type === entry.type) return shared;
    const current = { ...shared, type: entry.type };
    await replaceKept(this.#vertexTables, entry.table, shared, current);
    return current;
  }

  /**
   * Reads a table: from a known version and its changes where these are known; else, where only values changed, by
   * reading their columns; else as a whole.
   */
  async #readVertices(
    { transaction, state: { partVersions, tableVersions }, rows, small }: Reading,
    entry: VertexTypeEntry,
    known: Versioned<SharedVertexTable> | undefined,
  ): Promise<SharedVertexTable> {
    const changes = this.#changesSince(known, entry.table, tableVersions);
    const before = changes === null ? null : await known?.value.catch(() => null);
    if (before?.type === entry.type) {
      const patched = patchVertices(before, changes as VertexChange[]);
      if (patched !== null) return patched;
    }
    const sameRows = known !== undefined && (partVersions.get(entry.table) ?? 0) <= known.version;
    // A known version that failed to be read has rejected for those who waited for it; here everything is read.
    const table = sameRows ? await known.value.catch(() => null) : null;
    if (known === undefined || table?.type !== entry.type) {
      const read = small.vertices.get(entry.table);
      return read ?? readVertexTable(transaction, entry, rows.get(entry.table) ?? 0);
    }
    const changed = entry.type.attributes.filter(({ name }) => {
      const column = `${entry.table}.${entry.columns[name]}`;
      return (partVersions.get(column) ?? 0) > known.version;
    });
    return withColumnsRead(transaction, entry, table, changed);
  }

  async #edgeTable(reading: Reading, sizes: EdgeTableSizes): Promise<SharedEdgeTable> {
    const { entry, pair, fromSize, toSize } = sizes;
    const shared = await versioned(this.#edgeTables, reading.state, pair.table, (known) =>
      this.#readEdges(reading, sizes, known),
    );
    const hasRoom = shared.out.offsets.length >= fromSize && shared.in.offsets.length >= toSize;
    if (hasRoom && shared.type === entry.type) return shared;
    const larger = hasRoom ? shared : (patchEdges(shared, [], fromSize, toSize) ?? shared);
    const current = { ...larger, type: entry.type };
    await replaceKept(this.#edgeTables, pair.table, shared, current);
    return current;
  }

  async #readEdges(
    { transaction, state: { tableVersions }, small }: Reading,
    { entry, pair, fromSize, toSize, size }: EdgeTableSizes,
    known: Versioned<SharedEdgeTable> | undefined,
  ): Promise<SharedEdgeTable> {
    const changes = this.#changesSince(known, pair.table, tableVersions);
    const before = changes === null ? null : await known?.value.catch(() => null);
    if (before?.type === entry.type) {
      const patched = patchEdges(before, changes as EdgeChange[], fromSize, toSize);
      if (patched !== null) return patched;
    }
    const rows = small.edges.get(pair.table) ?? (await readEdgeRows(transaction, entry, pair, size));
    const { type } = entry;
    return this.#builder.edgeTable({
      type,
      fromIndex: pair.from,
      toIndex: pair.to,
      fromSize,
      toSize,
      rows,
    });
  }

  /** The changes of a table since a known version of it; null: not known. */
  #changesSince(
    known: Versioned<unknown> | undefined,
    table: string,
    tableVersions: ReadonlyMap<string, number>,
  ): readonly TableChange[] | null {
    return known === undefined
      ? null
      : this.#log.between(table, known.version, tableVersions.get(table) ?? 0);
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
    const tables = new Set<string>([
      ...[...catalog.vertexTypes.values()].map((entry) => entry.table),
      ...[...catalog.edgeTypes.values()].flatMap((entry) => entry.pairs.map((pair) => pair.table)),
    ]);
    for (const kept of [this.#vertexTables, this.#vertices, this.#edgeTables]) {
      for (const table of kept.keys()) if (!tables.has(table)) kept.delete(table);
    }
    this.#log.keepOnly(tables);
    this.#vectors.keepOnly(new Set(vectorSources(catalog.vertexTypes.values()).map(({ table }) => table)));
    for (const graph of this.#snapshots.keys()) {
      if (!catalog.graphs.has(graph)) this.#snapshots.delete(graph);
    }
  }

  async #measure(): Promise<number> {
    const vertexTables = await Promise.all([...this.#vertexTables.values()].map((kept) => kept.value));
    const edgeTables = await Promise.all([...this.#edgeTables.values()].map((kept) => kept.value));
    const vectors = await this.#vectors.all();
    return assembleSnapshot({ graph: '', version: 0, vertexTables, edgeTables, vectors, edgeTypes: [] })
      .bytes;
  }

  #keepOnly(tables: ReadonlySet<string>): void {
    for (const kept of [this.#vertexTables, this.#vertices, this.#edgeTables]) {
      for (const table of kept.keys()) if (!tables.has(table)) kept.delete(table);
    }
    this.#vectors.keepOnly(tables);
    this.#snapshots.clear();
  }

  #tooLarge(graph: string, needed: number): EngineError {
    const [size, limit] = sizeAndLimit(needed, this.#limitBytes);
    return engineError('graphTooLarge', { graph, size, limit });
  }
}

function tablesOf(catalog: Catalog, graph: string): string[] {
  const scope = scopeOf(catalog, graph);
  return [
    ...[...scope.vertexTypes.values()].map((entry) => entry.table),
    ...vectorSources(scope.vertexTypes.values()).map(({ table }) => table),
    ...[...scope.edgeTypes.values()].flatMap(({ entry }) => entry.pairs.map((pair) => pair.table)),
  ];
}

const vectorSources = (entries: Iterable<VertexTypeEntry>): VectorSource[] =>
  [...entries].flatMap((entry) => vectorTablesOf(entry).map((each) => ({ ...each, typeIndex: entry.index })));

/** The table at a state: the kept one, one that is already being read, or a new one. */
function versioned<T>(
  kept: Map<string, Versioned<T>>,
  state: StoreState,
  table: string,
  read: (known: Versioned<T> | undefined) => Promise<T>,
): Promise<T> {
  const version = state.tableVersions.get(table) ?? 0;
  const known = kept.get(table);
  if (known?.version === version) return known.value;
  const older = known !== undefined && known.version < version ? known : undefined;
  const value = read(older);
  if (known === undefined || older !== undefined) {
    const now: Versioned<T>['now'] = { value: null };
    kept.set(table, { version, value, now });
    value.then(
      (read) => {
        now.value = read;
      },
      () => {
        if (kept.get(table)?.value === value) kept.delete(table);
      },
    );
  }
  return value;
}

const versionOf = <T>(version: number, value: T): Versioned<T> => ({
  version,
  value: Promise.resolve(value),
  now: { value },
});

/** Puts `next` where `table` is kept, unless something else is kept there by now. */
async function replaceKept<T>(
  kept: Map<string, Versioned<T>>,
  name: string,
  table: T,
  next: T,
): Promise<void> {
  const known = kept.get(name);
  const isKept = known !== undefined && (await known.value) === table;
  if (isKept && kept.get(name) === known) kept.set(name, versionOf(known.version, next));
}

/** Bytes that a graph needs at least: its ids, ends, adjacencies and attributes without their texts. */
function leastBytes(scope: Scope, rows: ReadonlyMap<string, number>): number {
  const ATTRIBUTE = 4;
  const VERTEX = 16;
  const EDGE = 24;
  const of = (table: string): number => rows.get(table) ?? 0;
  let bytes = 0;
  for (const { table, type } of scope.vertexTypes.values())
    bytes += of(table) * (VERTEX + ATTRIBUTE * type.attributes.length);
  for (const { vector, table } of vectorSources(scope.vertexTypes.values()))
    bytes += of(table) * (VERTEX + Float32Array.BYTES_PER_ELEMENT * vector.dimension);
  for (const { entry, reversed } of scope.edgeTypes.values()) {
    if (reversed) continue;
    for (const { table } of visiblePairs(scope, entry))
      bytes += of(table) * (EDGE + ATTRIBUTE * entry.type.attributes.length);
  }
  return bytes;
}
