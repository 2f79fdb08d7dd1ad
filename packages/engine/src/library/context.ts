/** The context of one run of a query: the snapshot by types and edge tables, and the run's results and writes. */
import { engineError } from '../errors/catalogue.ts';
import type { EdgeType, GraphSchema } from '@acacia/language';
import { openEdgeTable, type SharedEdgeTable } from '../graph/edge-table.ts';
import type { ColumnData, EdgeTable, GraphSnapshot, VertexRef, VertexTable } from '../graph/snapshot.ts';
import { VERTEX_NUMBER_SPAN, numberOf, typeIndexOf, vertexRef } from '../graph/snapshot.ts';
import { vectorOfVertex } from '../graph/vectors/search.ts';
import { OutputFiles } from './files.ts';
import type { HopConfig } from './patterns.ts';
import { PendingWrites } from './pending-writes.ts';
import { Profile, type Row, type RowDescription } from './profile.ts';
import { Results } from './results.ts';
import type { EvaluateScope } from './value-types.ts';
import { VertexSet } from './vertex-set.ts';
import type { VirtualEdges } from './virtual-edges.ts';

/** An edge inside a query: `(table * 2 + reversed) * 2^40 + row`; reversed: seen as its reverse type. */
export type EdgeRef = number;

export const edgeBaseOf = (ordinal: number, reversed: boolean): number =>
  (ordinal * 2 + (reversed ? 1 : 0)) * VERTEX_NUMBER_SPAN;

/** The reference to no vertex, as an unset VERTEX variable holds it. */
export const NO_VERTEX: VertexRef = -1;

/** Inputs besides the text that determine a query's code. */
export interface Shape {
  readonly schema: GraphSchema;
  readonly schemaVersion: number;
  readonly profile: boolean;
  readonly optimise: boolean;
}

export class QueryContext {
  readonly snapshot: GraphSnapshot;
  readonly schema: GraphSchema;
  results = new Results();
  readonly writes: PendingWrites;
  readonly warnings: string[];
  readonly files: OutputFiles;
  /** Folders whose files SelectVertex and LOADACCUM read. */
  readable: readonly string[] = [];
  /** Roles of the person who runs the query. */
  roles: readonly string[] = [];
  /** Lines of LOG. */
  readonly logs: string[];
  /** The profile of the run; filled in only when it is asked for. */
  profile = new Profile();
  /** In a query that another one calls: the profile's row of the call. */
  caller: Row | null = null;
  /** Threads that took part in the rows of the SELECT that ran last. */
  threads = 1;
  /** Adjacencies that count for outdegree, by vertex type and edge types. */
  readonly degrees = new Map<string, readonly HopConfig[]>();
  /** Vertices and edges that the query has already deleted. */
  readonly deletedVertices = new Set<VertexRef>();
  readonly deletedEdges = new Set<EdgeRef>();
  /** All edge tables, those of virtual edges last; the position of one is its ordinal. */
  edgeTables: readonly EdgeTable[];
  /** The number of tables of stored edges. */
  readonly storedTables: number;
  /** The virtual edges that the query has declared. */
  virtual: VirtualEdges | null = null;
  edgeTypesByName: ReadonlyMap<string, EdgeType>;
  /** Runs another query of the graph in the same run and gives what it returns. */
  callQuery: (name: string, args: readonly unknown[]) => unknown = (name) => {
    throw engineError('queryOfCallNotInstalled', { name });
  };
  /** Evaluates a text of `evaluate`; undefined where it reads an attribute that does not exist. */
  evaluate: (text: string, scope: EvaluateScope, values: readonly unknown[]) => unknown = (text) => {
    throw engineError('evaluateHere', { text });
  };
  /** The query that runs; null where it cannot be run in another thread. */
  source: {
    readonly text: string;
    readonly shape: Shape;
    /** The tables of its virtual edges. */
    readonly virtual?: readonly SharedEdgeTable[];
  } | null = null;
  /** Calls a function that the people of the workspace wrote. */
  callFunction: (name: string, args: readonly unknown[]) => unknown = (name) => {
    throw engineError('functionUnknown', { name });
  };
  readonly #vertexColumns = new Map<string, (ColumnData | undefined)[]>();
  readonly #edgeColumns = new Map<string, (ColumnData | undefined)[]>();

  constructor(
    snapshot: GraphSnapshot,
    schema: GraphSchema,
    kept: Pick<QueryContext, 'writes' | 'warnings' | 'files' | 'logs'> = {
      writes: new PendingWrites(),
      warnings: [],
      files: new OutputFiles(),
      logs: [],
    },
  ) {
    this.writes = kept.writes;
    this.warnings = kept.warnings;
    this.files = kept.files;
    this.logs = kept.logs;
    this.snapshot = snapshot;
    this.schema = schema;
    this.edgeTables = snapshot.edgeTypes.flatMap((type) => snapshot.edgeTables(type.name));
    this.storedTables = this.edgeTables.length;
    this.edgeTypesByName = new Map(snapshot.edgeTypes.map((type) => [type.name, type]));
  }

  /** Puts tables of virtual edges in the place of those before. */
  useVirtual(tables: readonly SharedEdgeTable[]): void {
    const { edgeTypes } = this.snapshot;
    this.edgeTables = [...this.edgeTables.slice(0, this.storedTables), ...tables.map(openEdgeTable)];
    this.edgeTypesByName = new Map(
      [...edgeTypes, ...tables].map((each) => {
        const type = 'type' in each ? each.type : each;
        return [type.name, type];
      }),
    );
    this.#edgeColumns.clear();
    this.degrees.clear();
    if (this.source !== null) this.source = { ...this.source, virtual: tables };
  }

  /** One table per pair of an edge type that is no reverse type. */
  edgeTablesOf(name: string): readonly EdgeTable[] {
    const stored = this.snapshot.edgeTables(name);
    return stored.length > 0 || this.edgeTables.length === this.storedTables
      ? stored
      : this.edgeTables.slice(this.storedTables).filter(({ type }) => type.name === name);
  }

  /** The context of a query that this one calls: its printed results are dropped, its writes are kept. */
  forCall(): QueryContext {
    const called = new QueryContext(this.snapshot, this.schema, this);
    called.callQuery = this.callQuery;
    called.callFunction = this.callFunction;
    called.evaluate = this.evaluate;
    called.readable = this.readable;
    called.roles = this.roles;
    return called;
  }

  /** Columns of a vertex attribute by type index; undefined where a type has no such attribute. */
  vertexColumns(attribute: string): readonly (ColumnData | undefined)[] {
    let columns = this.#vertexColumns.get(attribute);
    if (columns === undefined) {
      columns = [];
      for (const table of this.snapshot.vertexTables) {
        columns[table.typeIndex] = table.column(attribute) ?? this.#vectorColumn(table.typeIndex, attribute);
      }
      this.#vertexColumns.set(attribute, columns);
    }
    return columns;
  }

  #vectorColumn(typeIndex: number, name: string): ColumnData | undefined {
    const vectors = this.snapshot.vectors(typeIndex, name);
    return vectors && { kind: 'vector', read: (row) => vectorOfVertex(vectors, row) };
  }

  /** Columns of an edge attribute by ordinal of the edge table. */
  edgeColumns(attribute: string): readonly (ColumnData | undefined)[] {
    let columns = this.#edgeColumns.get(attribute);
    if (columns === undefined) {
      columns = this.edgeTables.map((table) => table.column(attribute));
      this.#edgeColumns.set(attribute, columns);
    }
    return columns;
  }

  tableOf(ref: VertexRef): VertexTable {
    return this.snapshot.vertexTable(typeIndexOf(ref));
  }

  /** The id of a vertex as text; empty for no vertex. */
  idOf(ref: VertexRef): string {
    return ref < 0 ? '' : this.tableOf(ref).id(numberOf(ref));
  }

  typeNameOf(ref: VertexRef): string {
    return ref < 0 ? 'Unknown' : this.tableOf(ref).type.name;
  }

  edgeParts(ref: EdgeRef): { readonly table: EdgeTable; readonly row: number; readonly reversed: boolean } {
    const code = typeIndexOf(ref);
    const table = this.edgeTables[Math.floor(code / 2)];
    if (table === undefined) {
      throw engineError('edgeReadMissing');
    }
    return { table, row: numberOf(ref), reversed: code % 2 === 1 };
  }

  edgeTypeName(ref: EdgeRef): string {
    if (ref < 0) return 'Unknown';
    const { table, reversed } = this.edgeParts(ref);
    return reversed ? (table.type.reverseEdge ?? table.type.name) : table.type.name;
  }

  /** The two ends of an edge, in the direction in which it is seen. */
  edgeEnds(ref: EdgeRef): { readonly from: VertexRef; readonly to: VertexRef } {
    const { table, row, reversed } = this.edgeParts(ref);
    const from = vertexRef(table.fromIndex, table.from[row] as number);
    const to = vertexRef(table.toIndex, table.to[row] as number);
    return reversed ? { from: to, to: from } : { from, to };
  }

  /** All vertices of a type by name; an unknown name is GSQL's runtime error. */
  typeSet(name: string): VertexSet {
    const table = this.snapshot.vertexTableByName(name);
    if (table === undefined) {
      throw engineError('vertexTypeInvalid', { name });
    }
    return VertexSet.ofTables([table]);
  }

  allVertices(): VertexSet {
    return VertexSet.ofTables(this.snapshot.vertexTables);
  }

  /** The number of vertices and edges that the query has deleted. */
  get deleted(): number {
    return this.deletedVertices.size + this.deletedEdges.size;
  }

  /** The rows of the profile that this query fills in. */
  rowsOf(descriptions: readonly RowDescription[]): readonly Row[] {
    return this.profile.rowsOf(this.caller, descriptions);
  }

  warn(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }
}
