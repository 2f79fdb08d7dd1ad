/** Builds tables of the graph in memory: small ones at once, large ones in a thread of their own. */
import { Worker } from 'node:worker_threads';
import type { SharedEdgeTable } from '../graph/edge-table.ts';
import type { SharedVertexTable } from '../graph/vertex-table.ts';
import {
  edgeTableOf,
  tableParts,
  type ChunkColumn,
  type EdgeRows,
  type EdgeTableSpec,
  type TableSpec,
  type VertexColumns,
} from './table-parts.ts';

export type ToBuilder =
  | { readonly kind: 'begin'; readonly id: number; readonly spec: TableSpec }
  | { readonly kind: 'chunk'; readonly id: number; readonly columns: readonly ChunkColumn[] }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'forget'; readonly id: number }
  | { readonly kind: 'edgeTable'; readonly id: number; readonly spec: EdgeTableSpec };

export type FromBuilder =
  { readonly id: number; readonly value: object } | { readonly id: number; readonly error: string };

/** Tables with fewer rows take less time to build than to send away (some 20 ms). */
const LARGE = 20_000;

interface Waiting {
  readonly resolve: (value: object) => void;
  readonly reject: (error: Error) => void;
}

export class TableBuilder {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  async vertexTable(
    spec: Extract<TableSpec, { kind: 'vertex' }>,
    chunks: AsyncIterable<readonly ChunkColumn[]>,
  ): Promise<SharedVertexTable> {
    return { ...((await this.#build(spec, chunks)) as SharedVertexTable), type: spec.type };
  }

  async vertexColumns(
    spec: Extract<TableSpec, { kind: 'columns' }>,
    chunks: AsyncIterable<readonly ChunkColumn[]>,
  ): Promise<VertexColumns> {
    return (await this.#build(spec, chunks)) as VertexColumns;
  }

  async edgeRows(
    spec: Extract<TableSpec, { kind: 'edge' }>,
    chunks: AsyncIterable<readonly ChunkColumn[]>,
  ): Promise<EdgeRows> {
    return (await this.#build(spec, chunks)) as EdgeRows;
  }

  async edgeTable(spec: EdgeTableSpec): Promise<SharedEdgeTable> {
    if (spec.rows.from.length < LARGE && spec.fromSize + spec.toSize < LARGE) return edgeTableOf(spec);
    const id = this.#nextId();
    const built = await this.#ask(id, { kind: 'edgeTable', id, spec });
    return { ...(built as SharedEdgeTable), type: spec.type };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #build(spec: TableSpec, chunks: AsyncIterable<readonly ChunkColumn[]>): Promise<object> {
    if (spec.size < LARGE) {
      const parts = tableParts(spec);
      for await (const columns of chunks) parts.add(columns);
      return parts.finish();
    }
    const id = this.#nextId();
    this.#send({ kind: 'begin', id, spec });
    try {
      for await (const columns of chunks) this.#send({ kind: 'chunk', id, columns });
    } catch (cause) {
      this.#send({ kind: 'forget', id });
      throw cause;
    }
    return this.#ask(id, { kind: 'end', id });
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #ask(id: number, message: ToBuilder): Promise<object> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send(message);
    });
  }

  #send(message: ToBuilder): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./build.worker.ts', import.meta.url), { execArgv: [] });
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
