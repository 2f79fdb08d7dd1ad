/** Values of a query that a part of its SELECT needs, as messages between the running thread and a helping one. */
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { ReceivedAccumulator, type SentAccumulator, sendAccumulator, sendInPlace } from './accum-transfer.ts';
import type { AccumSpec } from './accumulators.ts';
import { GlobalAccumulator } from './collections.ts';
import { KeptValues } from './kept-values.ts';
import {
  MAX_SENT,
  NotTransferable,
  type Sent,
  type SentCell,
  isTransferable,
  packCell,
  packValue,
  unpackCell,
  unpackValue,
} from './transfer.ts';
import { VertexAccumulator } from './vertex-accumulators.ts';
import { Collector, VertexSet } from './vertex-set.ts';

export interface SentSet {
  readonly kind: 'vertices';
  readonly parts: readonly {
    readonly typeIndex: number;
    /** Null: all of the type. */
    readonly members: Uint32Array | null;
    readonly tableSize: number;
    readonly bits?: Uint8Array;
  }[];
}

export type SentArgument =
  | SentSet
  | SentAccumulator
  | { readonly kind: 'global'; readonly spec: AccumSpec; readonly cell: SentCell | null }
  | { readonly kind: 'collector' }
  | { readonly kind: 'kept'; readonly known: readonly (readonly [string, Float64Array])[] }
  | { readonly kind: 'value'; readonly value: Sent };

/** The arguments that the part adds to. */
export type Written = (index: number) => boolean;

/**
 * `place`: types of the vertices whose values are changed in place; null: none.
 * @throws NotTransferable when a value cannot be sent
 */
export function sendArguments(
  values: readonly unknown[],
  written: Written,
  place: readonly number[] | null,
): readonly SentArgument[] {
  // An object that is given twice is sent once.
  const sent = new Map<unknown, SentArgument>();
  return values.map((value, index) => {
    let argument = sent.get(value);
    if (argument === undefined) {
      argument = sendArgument(value, written(index), place);
      sent.set(value, argument);
    }
    return argument;
  });
}

function sendArgument(value: unknown, written: boolean, place: readonly number[] | null): SentArgument {
  if (value instanceof VertexSet) {
    const parts = value.parts.map(({ typeIndex, members, full, tableSize, bits }) => ({
      typeIndex,
      members: full ? null : members,
      tableSize,
      ...(bits === undefined ? {} : { bits }),
    }));
    return { kind: 'vertices', parts };
  }
  if (value instanceof VertexAccumulator) {
    return written && place !== null ? sendInPlace(value, place) : sendAccumulator(value, written);
  }
  if (value instanceof GlobalAccumulator) {
    const { spec, cell } = value;
    if (!isTransferable(spec)) throw new NotTransferable();
    if (written) return { kind: 'global', spec, cell: null };
    requireSmall(cell);
    return { kind: 'global', spec, cell: packCell(cell) };
  }
  if (value instanceof Collector) return { kind: 'collector' };
  if (value instanceof KeptValues) return { kind: 'kept', known: value.sent() };
  requireSmall(value);
  return { kind: 'value', value: packValue(value) };
}

function requireSmall(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const size = Array.isArray(value) ? value.length : (value as { readonly size?: number }).size;
  if (size !== undefined && size > MAX_SENT) throw new NotTransferable();
}

export function receiveArguments(sent: readonly SentArgument[], snapshot: GraphSnapshot): readonly unknown[] {
  const received = new Map<SentArgument, unknown>();
  return sent.map((argument) => {
    if (!received.has(argument)) received.set(argument, receiveArgument(argument, snapshot));
    return received.get(argument);
  });
}

function receiveArgument(sent: SentArgument, snapshot: GraphSnapshot): unknown {
  switch (sent.kind) {
    case 'vertices':
      return new VertexSet(
        sent.parts.flatMap(({ typeIndex, members, ...rest }) =>
          members === null
            ? VertexSet.ofTables([snapshot.vertexTable(typeIndex)]).parts
            : [{ typeIndex, members, full: false, ...rest }],
        ),
      );
    case 'accumulator':
      return new ReceivedAccumulator(sent, snapshot);
    case 'global': {
      const accumulator = new GlobalAccumulator(sent.spec, undefined);
      if (sent.cell !== null) accumulator.cell = unpackCell(sent.cell, sent.spec);
      return accumulator;
    }
    case 'collector':
      return new Collector(snapshot);
    case 'kept':
      return new KeptValues(sent.known);
    case 'value':
      return unpackValue(sent.value);
  }
}
