/** Vertices of one type in shared memory: ids with an index, attribute columns, and marks of the live rows. */
import type { VertexType } from '@acacia/language';
import { integerColumn, columnReader, stringColumn, type SharedColumn } from './columns.ts';
import { sharedInt32, sharedUint8 } from './shared-arrays.ts';
import type { ColumnData, VertexTable } from './snapshot.ts';
import { TextArray, buildTextArray, type TextArrayData } from './text-array.ts';

/** A vertex table as it travels to another thread. */
export interface SharedVertexTable {
  readonly typeIndex: number;
  readonly type: VertexType;
  readonly size: number;
  readonly count: number;
  readonly alive: Uint8Array | null;
  readonly ids: TextArrayData;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}

/**
 * `ids` by number, holes included (any text stands in a hole). `alive` is 1 where the vertex exists;
 * absent when all do. `columns` by attribute name; the column of a readable STRING, INT or UINT
 * primary id is made from the ids unless given.
 */
export function buildVertexTable(input: {
  readonly typeIndex: number;
  readonly type: VertexType;
  readonly ids: readonly string[];
  readonly alive?: Uint8Array | null;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}): SharedVertexTable {
  const size = input.ids.length;
  const holes = input.alive?.some((flag) => flag === 0) ?? false;
  let alive: Uint8Array | null = null;
  let count = size;
  if (holes && input.alive) {
    alive = sharedUint8(size);
    alive.set(input.alive.subarray(0, size));
    count = alive.reduce((sum, flag) => sum + flag, 0);
  }
  const ids = buildTextArray(input.ids, { indexed: true, alive }).data;
  const columns = new Map(input.columns);
  const { primaryId } = input.type;
  if ((primaryId.asAttribute || primaryId.isPrimaryKey) && !columns.has(primaryId.name)) {
    columns.set(primaryId.name, idColumn(input.type, input.ids, alive, ids));
  }
  return { typeIndex: input.typeIndex, type: input.type, size, count, alive, ids, columns };
}

function idColumn(
  type: VertexType,
  ids: readonly string[],
  alive: Uint8Array | null,
  texts: TextArrayData,
): SharedColumn {
  switch (type.primaryId.type) {
    case 'INT':
    case 'UINT': {
      const values = ids.map((id, row) => (alive !== null && alive[row] === 0 ? 0n : BigInt(id)));
      return integerColumn(values, type.primaryId.type === 'UINT');
    }
    case 'STRING': {
      const codes = sharedInt32(ids.length);
      for (let row = 0; row < codes.length; row += 1) codes[row] = row;
      return { kind: 'string', codes, texts };
    }
    case 'DATETIME': {
      const seconds = ids.map((id) => {
        const milliseconds = Date.parse(`${id.replace(' ', 'T')}Z`);
        return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
      });
      return integerColumn(seconds, false);
    }
    case 'FLOAT':
    case 'DOUBLE':
    case 'BOOL':
      return stringColumn(ids);
  }
}

class OpenVertexTable implements VertexTable {
  readonly typeIndex: number;
  readonly type: VertexType;
  readonly size: number;
  readonly count: number;
  readonly alive: Uint8Array | null;
  readonly #ids: TextArray;
  readonly column: (attribute: string) => ColumnData | undefined;

  constructor(table: SharedVertexTable) {
    this.typeIndex = table.typeIndex;
    this.type = table.type;
    this.size = table.size;
    this.count = table.count;
    this.alive = table.alive;
    this.#ids = new TextArray(table.ids);
    this.column = columnReader(table.columns);
  }

  id(number: number): string {
    return this.#ids.get(number);
  }

  lookup(id: string): number {
    return this.#ids.find(id, this.alive);
  }
}

/** Opened tables by their shared form, so that snapshots share decoded values. */
const opened = new WeakMap<SharedVertexTable, VertexTable>();

export function openVertexTable(shared: SharedVertexTable): VertexTable {
  let table = opened.get(shared);
  if (table === undefined) {
    table = new OpenVertexTable(shared);
    opened.set(shared, table);
  }
  return table;
}
