/** Builds the adjacency of edge tables: of small ones at once, of large ones in another thread. */
import { Worker } from 'node:worker_threads';
import type { EdgeType } from '@acacia/language';
import type { SharedColumn } from '../graph/columns.ts';
import { buildEdgeTable, type SharedEdgeTable } from '../graph/edge-table.ts';

/** The rows of an edge table, in shared memory; its adjacency depends on the vertex tables besides. */
export interface EdgeRows {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}

/** The inputs for an edge table with its adjacency. */
export interface EdgeTableSpec {
  readonly type: EdgeType;
  readonly fromIndex: number;
  readonly toIndex: number;
  /** Rows of the two vertex tables. */
  readonly fromSize: number;
  readonly toSize: number;
  readonly rows: EdgeRows;
}

export interface ToBuilder {
  readonly id: number;
  readonly spec: EdgeTableSpec;
}

export type FromBuilder =
  | { readonly id: number; readonly value: SharedEdgeTable }
  | { readonly id: number; readonly error: string };

export const edgeTableOf = ({ rows, ...spec }: EdgeTableSpec): SharedEdgeTable =>
  buildEdgeTable({ ...spec, ...rows });

/** Tables with fewer rows take less time to build than to send away (some 20 ms). */
const LARGE = 100_000;

interface Waiting {
  readonly resolve: (value: SharedEdgeTable) => void;
  readonly reject: (error: Error) => void;
}

export class TableBuilder {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  async edgeTable(spec: EdgeTableSpec): Promise<SharedEdgeTable> {
    if (spec.rows.from.length < LARGE && spec.fromSize + spec.toSize < LARGE) return edgeTableOf(spec);
    this.#lastId += 1;
    const id = this.#lastId;
    const built = await new Promise<SharedEdgeTable>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, spec } satisfies ToBuilder);
    });
    return { ...built, type: spec.type };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./build.worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (message: FromBuilder) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('value' in message) waiting?.resolve(message.value);
      else waiting?.reject(new Error(`A table of the graph could not be built: ${message.error}`));
    });
    const lost = (cause: Error): void => {
      if (this.#worker === worker) this.#worker = null;
      for (const waiting of this.#waiting.values()) waiting.reject(cause);
      this.#waiting.clear();
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('The thread that builds tables of the graph ended.')));
    return worker;
  }
}
