/** An edge table without the rows and entries of lists that patches have left behind. */
import type { SharedColumn } from './columns.ts';
import { buildEdgeTable, type SharedEdgeTable } from './edge-table.ts';
import { sharedUint32, spare } from './shared-arrays.ts';

type Values = Extract<SharedColumn, { readonly values: unknown }>['values'];

/** The same edges in the order of their ends, in arrays of their own. Texts of columns stay where they are. */
export function compactEdges(table: SharedEdgeTable, fromSize: number, toSize: number): SharedEdgeTable {
  const rows = liveRows(table);
  const columns = [...table.columns].map(([name, column]): [string, SharedColumn] => [
    name,
    'texts' in column
      ? { ...column, codes: picked(column.codes, rows) }
      : ({ kind: column.kind, values: picked<Values>(column.values, rows) } as SharedColumn),
  ]);
  return buildEdgeTable({
    type: table.type,
    fromIndex: table.fromIndex,
    toIndex: table.toIndex,
    fromSize,
    toSize,
    from: picked(table.from, rows),
    to: picked(table.to, rows),
    columns: new Map(columns),
  });
}

/** Rows of edges, each once, in the order of the lists of their sources. */
function liveRows({ count, from, out }: SharedEdgeTable): Uint32Array {
  const live = sharedUint32(count);
  let next = 0;
  for (let vertex = 0; vertex < out.offsets.length; vertex += 1) {
    const end = out.ends[vertex] as number;
    for (let at = out.offsets[vertex] as number; at < end; at += 1) {
      const row = out.rows[at] as number;
      // An undirected edge stands in the lists of both ends.
      if (from[row] !== vertex) continue;
      live[next] = row;
      next += 1;
    }
  }
  return live;
}

function picked<A extends Values | Int32Array | Uint32Array>(values: A, rows: Uint32Array): A {
  const Constructor = values.constructor as new (
    buffer: SharedArrayBuffer,
    offset: number,
    length: number,
  ) => A;
  const { length } = rows;
  const buffer = new SharedArrayBuffer((length + spare(length)) * values.BYTES_PER_ELEMENT);
  const some = new Constructor(buffer, 0, length);
  for (let at = 0; at < length; at += 1) some[at] = values[rows[at] as number] as A[number];
  return some;
}
