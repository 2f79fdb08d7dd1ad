/** Assembles snapshots from tables, describes them for other threads, and opens them there. */
import type { EdgeType } from '@acacia/language';
import type { SharedColumn } from './columns.ts';
import { openEdgeTable, type SharedEdgeTable } from './edge-table.ts';
import type { EdgeTable, GraphSnapshot, VertexTable } from './snapshot.ts';
import { buffersOf, type SharedVectors } from './vectors/buffers.ts';
import { openVertexTable, type SharedVertexTable } from './vertex-table.ts';

/** A snapshot as plain data over shared memory, which `postMessage` sends without copying. */
export interface SnapshotDescription {
  readonly graph: string;
  readonly version: number;
  readonly vertexTables: readonly SharedVertexTable[];
  readonly edgeTables: readonly SharedEdgeTable[];
  /** Absent when there are none. */
  readonly vectors?: readonly SharedVectors[];
  /** Every edge type that the graph sees, reverse types too. */
  readonly edgeTypes: readonly EdgeType[];
}

/**
 * Opens a snapshot, in the thread that built its tables or in one that was sent the description.
 * Tables that have not changed since the version before are reused.
 */
export const assembleSnapshot = (description: SnapshotDescription): GraphSnapshot =>
  new Snapshot(description);

/** The description of a snapshot that `assembleSnapshot` made. */
export function shareSnapshot(snapshot: GraphSnapshot): SnapshotDescription {
  if (!(snapshot instanceof Snapshot)) throw new TypeError('Only assembled snapshots can be shared');
  return snapshot.description;
}

class Snapshot implements GraphSnapshot {
  readonly description: SnapshotDescription;
  readonly graph: string;
  readonly version: number;
  readonly vertexTables: readonly VertexTable[];
  readonly edgeTypes: readonly EdgeType[];
  readonly bytes: number;
  readonly #byIndex = new Map<number, VertexTable>();
  readonly #byName = new Map<string, VertexTable>();
  readonly #edges = new Map<string, EdgeTable[]>();

  constructor(description: SnapshotDescription) {
    this.description = description;
    this.graph = description.graph;
    this.version = description.version;
    this.edgeTypes = description.edgeTypes;
    this.vertexTables = description.vertexTables.map(openVertexTable);
    for (const table of this.vertexTables) {
      this.#byIndex.set(table.typeIndex, table);
      this.#byName.set(table.type.name, table);
    }
    for (const shared of description.edgeTables) {
      const tables = this.#edges.get(shared.type.name) ?? [];
      tables.push(openEdgeTable(shared));
      this.#edges.set(shared.type.name, tables);
    }
    this.bytes = sharedBytes(description);
  }

  vertexTable(typeIndex: number): VertexTable {
    const table = this.#byIndex.get(typeIndex);
    if (table === undefined) throw new RangeError(`No vertex type has the index ${typeIndex}`);
    return table;
  }

  vertexTableByName(name: string): VertexTable | undefined {
    return this.#byName.get(name);
  }

  edgeTables(edgeType: string): readonly EdgeTable[] {
    return this.#edges.get(edgeType) ?? [];
  }

  vectors(typeIndex: number, name: string): SharedVectors | undefined {
    return this.description.vectors?.find((each) => each.typeIndex === typeIndex && each.name === name);
  }
}

/** Bytes of the distinct shared buffers below a description. */
function sharedBytes(description: SnapshotDescription): number {
  const buffers = new Set<ArrayBufferLike>();
  const addColumns = (columns: ReadonlyMap<string, SharedColumn>): void => {
    for (const column of columns.values()) {
      if ('values' in column) buffers.add(column.values.buffer);
      else {
        buffers.add(column.codes.buffer);
        addTexts(column.texts);
      }
    }
  };
  const addTexts = (texts: SharedVertexTable['ids']): void => {
    buffers.add(texts.bytes.buffer);
    buffers.add(texts.offsets.buffer);
    if (texts.slots !== null) buffers.add(texts.slots.buffer);
  };
  for (const table of description.vertexTables) {
    if (table.alive !== null) buffers.add(table.alive.buffer);
    addTexts(table.ids);
    addColumns(table.columns);
  }
  for (const table of description.edgeTables) {
    for (const part of [table, table.out, table.in]) {
      for (const value of Object.values(part)) if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
    }
    addColumns(table.columns);
  }
  for (const vectors of description.vectors ?? [])
    for (const buffer of buffersOf(vectors)) buffers.add(buffer);
  let bytes = 0;
  for (const buffer of buffers) bytes += buffer.byteLength;
  return bytes;
}
