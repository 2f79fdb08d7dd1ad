/**
 * The vectors of all attributes in memory, kept from version to version: for the next version only the rows written
 * since are read, into slots after the present ones (see `graph/vectors/buffers.ts`).
 */
import { empty, sql, type Sql } from '../sql.ts';
import type { VectorTable } from '../catalog/vectors.ts';
import {
  WRITTEN,
  grown,
  makeBuffers,
  writeSlot,
  type SharedVectors,
  type VectorBuffers,
} from '../graph/vectors/buffers.ts';
import { sharedInt32 } from '../graph/shared-arrays.ts';
import { readIndex } from '../graph/vectors/index-file.ts';
import { adopt, rowsOf, sizesOf, type Row } from './adopt-index.ts';
import { IndexBuilder, type IndexBuilderOptions } from './index-builder.ts';
import { indexFile } from './index-files.ts';
import type { Transaction } from './transaction.ts';

interface Kept {
  /** The commit that last changed the table, and the commit at which it was read. */
  readonly version: number;
  readonly commit: number;
  readonly value: Promise<SharedVectors>;
}

/** A table of vectors and the index of its vertex type. */
export interface VectorSource extends VectorTable {
  readonly typeIndex: number;
}

export interface VectorCacheOptions extends IndexBuilderOptions {
  /** The folder of index files; null: indexes are not saved. */
  readonly indexes: string | null;
}

export class VectorCache {
  readonly #kept = new Map<string, Kept>();
  readonly #options: VectorCacheOptions;
  readonly #builder: IndexBuilder;

  constructor(options: VectorCacheOptions) {
    this.#options = options;
    this.#builder = new IndexBuilder(options);
  }

  /** The vectors of a table at the commit that the transaction reads; `version` is the commit that last changed them. */
  at(
    transaction: Transaction,
    source: VectorSource,
    { version, commit }: { readonly version: number; readonly commit: number },
  ): Promise<SharedVectors> {
    const { table } = source;
    const known = this.#kept.get(table);
    if (known?.version === version) return known.value;
    // An older reader does not replace the newest version.
    const older = known !== undefined && known.version < version ? known : undefined;
    const file = indexFile(this.#options.indexes, table);
    const value =
      known === undefined ? this.#first(transaction, source, file) : read(transaction, source, older);
    if (known === undefined || older !== undefined) {
      this.#kept.set(table, { version, commit, value });
      value.then(
        ({ buffers }) => this.#builder.build(buffers, file),
        () => {
          if (this.#kept.get(table)?.value === value) this.#kept.delete(table);
        },
      );
    }
    return value;
  }

  /** Reads the vectors, with the index from its file where there is one that fits. */
  async #first(transaction: Transaction, source: VectorSource, file: string | null): Promise<SharedVectors> {
    const stored =
      file === null
        ? null
        : await readIndex(file, source.vector).catch((cause: unknown) => {
            this.#options.log('warn', 'An index of vectors cannot be read.', { file, reason: String(cause) });
            return null;
          });
    const adopted = stored === null ? null : await adopt(transaction, source, stored);
    return adopted ?? read(transaction, source, undefined);
  }

  /** Lets go of tables that are not among these. */
  keepOnly(tables: ReadonlySet<string>): void {
    for (const table of this.#kept.keys()) if (!tables.has(table)) this.#kept.delete(table);
  }

  async all(): Promise<SharedVectors[]> {
    return Promise.all([...this.#kept.values()].map(({ value }) => value));
  }

  close(): Promise<void> {
    return this.#builder.close();
  }
}

async function read(
  transaction: Transaction,
  { typeIndex, table, vector }: VectorSource,
  older: Kept | undefined,
): Promise<SharedVectors> {
  // A version that failed to be read has rejected for those who waited for it; here everything is read again.
  const before = (await older?.value.catch(() => null)) ?? null;
  const since = before === null || older === undefined ? empty : sql` WHERE _seq > ${older.commit}`;
  const { count, size } = await sizesOf(transaction, table);
  const fresh = await transaction.number(sql`SELECT count(*) FROM ${table}${since}`);
  const { buffers, slots: used, keepsSlots } = placeFor(vector, before, fresh, count);
  const slotOf = sharedInt32(Math.max(size, before?.slotOf.length ?? 0)).fill(-1);
  let slots = used;
  const put = ({ number, vector }: Row): void => {
    writeSlot(buffers, slots, number, vector);
    slotOf[number] = slots;
    slots += 1;
  };
  if (before !== null && keepsSlots) slotOf.set(before.slotOf);
  else if (before !== null) copyLive(before, put);
  for await (const row of rowsOf(transaction, sql`SELECT _num, _v FROM ${table}${since}`)) put(row);
  if (liveIn(slotOf) !== count) await forgetDeleted(transaction, table, slotOf);
  Atomics.store(buffers.header, WRITTEN, slots);
  return { typeIndex, name: vector.name, buffers, slots, slotOf, count };
}

interface Place {
  readonly buffers: VectorBuffers;
  /** Slots in use. */
  readonly slots: number;
  /** Whether slots of the version before stay valid. */
  readonly keepsSlots: boolean;
}

const LEAST_CAPACITY = 256;
const withRoom = (slots: number): number => Math.max(LEAST_CAPACITY, Math.ceil(slots * 1.5));

/** The place of new rows: after the present ones, in enlarged buffers, or in new ones without the removed vectors. */
function placeFor(
  { dimension, metric }: VectorTable['vector'],
  before: SharedVectors | null,
  fresh: number,
  count: number,
): Place {
  if (before === null) {
    const capacity = Math.max(LEAST_CAPACITY, Math.ceil(fresh * 1.1));
    return { buffers: makeBuffers(dimension, metric, capacity), slots: 0, keepsSlots: true };
  }
  const { buffers, slots } = before;
  const needed = slots + fresh;
  if (needed > 2 * count + LEAST_CAPACITY) {
    const capacity = withRoom(before.count + fresh);
    return { buffers: makeBuffers(dimension, metric, capacity), slots: 0, keepsSlots: false };
  }
  if (needed <= buffers.capacity) return { buffers, slots, keepsSlots: true };
  return { buffers: grown(buffers, withRoom(needed)), slots, keepsSlots: true };
}

function copyLive({ buffers, slotOf }: SharedVectors, put: (row: Row) => void): void {
  for (let number = 0; number < slotOf.length; number += 1) {
    const slot = slotOf[number] as number;
    if (slot < 0) continue;
    const at = slot * buffers.dimension;
    put({ number, vector: Array.from(buffers.values.subarray(at, at + buffers.dimension)) });
  }
}

function liveIn(slotOf: Int32Array): number {
  let live = 0;
  for (const slot of slotOf) if (slot >= 0) live += 1;
  return live;
}

/** Clears the slots of vertices that no longer have a vector. */
async function forgetDeleted(transaction: Transaction, table: Sql, slotOf: Int32Array): Promise<void> {
  const has = new Uint8Array(slotOf.length);
  for await (const chunk of transaction.chunks(sql`SELECT _num FROM ${table}`)) {
    const numbers = chunk.getColumnVector(0);
    for (let row = 0; row < chunk.rowCount; row += 1) has[numbers.getItem(row) as number] = 1;
  }
  for (let number = 0; number < slotOf.length; number += 1) if (has[number] === 0) slotOf[number] = -1;
}
