/** Accumulators attached to edges, by edge table and row; an edge and its reverse share one. */
import { engineError } from '../errors/catalogue.ts';
import type { EdgeTable } from '../graph/snapshot.ts';
import { VERTEX_NUMBER_SPAN, numberOf, typeIndexOf } from '../graph/snapshot.ts';
import type { AccumSlot } from './accumulators.ts';
import type { EdgeRef, QueryContext } from './context.ts';
import { VertexAccumulator, type VertexAccumSpec } from './vertex-accumulators.ts';

/** The same reference however the edge is seen: the table in the upper bits, the row in the lower ones. */
const stored = (ref: EdgeRef): number =>
  ref < 0 ? ref : Math.floor(typeIndexOf(ref) / 2) * VERTEX_NUMBER_SPAN + numberOf(ref);

export class EdgeAccumulator extends VertexAccumulator {
  readonly #tables: readonly EdgeTable[];

  constructor(spec: VertexAccumSpec, initial: unknown, { snapshot, edgeTables, storedTables }: QueryContext) {
    super(spec, initial, snapshot);
    this.#tables = edgeTables.slice(0, storedTables);
  }

  protected override sizeOf(ordinal: number): number {
    const table = this.#tables[ordinal];
    if (table !== undefined) return table.from.length;
    throw engineError('virtualEdgeAccumulators');
  }

  protected override total(): number {
    return this.#tables.reduce((sum, table) => sum + table.from.length, 0);
  }

  override read(ref: EdgeRef): unknown {
    return super.read(stored(ref));
  }

  override readOld(ref: EdgeRef): unknown {
    return super.readOld(stored(ref));
  }

  override keep(ref: EdgeRef): void {
    super.keep(stored(ref));
  }

  override slot(ref: EdgeRef): AccumSlot {
    return super.slot(stored(ref));
  }

  override add(ref: EdgeRef, value: unknown): void {
    super.add(stored(ref), value);
  }

  override assign(ref: EdgeRef, value: unknown): void {
    super.assign(stored(ref), value);
  }
}
