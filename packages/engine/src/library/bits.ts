/** Bitwise accumulators: sequences of bits of a fixed length, 64 unless the declaration gives another. */
import { engineError } from '../errors/catalogue.ts';
import type { AccumOps, AccumSlot } from './accumulators.ts';
import { narrow, truncate, type Int } from './int64.ts';

/** The content of a bitwise accumulator. Bit 0 is the rightmost. */
export class Bits {
  /** From 0 to below 2^length. */
  readonly value: bigint;
  readonly length: number;

  constructor(value: bigint, length: number) {
    this.value = BigInt.asUintN(length, value);
    this.length = length;
  }

  /** As PRINT shows it: a character a bit. */
  toString(): string {
    return this.value.toString(2).padStart(this.length, '0');
  }

  /** The number that the bits are: of 64 bits an INT with its sign, of others one without. */
  get number(): Int {
    return narrow(this.length === 64 ? BigInt.asIntN(64, this.value) : this.value);
  }

  combined(op: '&' | '|' | '^', other: bigint): Bits {
    const { value, length } = this;
    if (op === '&') return new Bits(value & BigInt.asUintN(length, other), length);
    return new Bits(op === '|' ? value | other : value ^ other, length);
  }
}

/** A number, a text of 0 and 1, a truth value, or a list of 64-bit parts with the least one last. */
function bitsOf(value: unknown): bigint {
  if (value instanceof Bits) return value.value;
  if (Array.isArray(value)) {
    return value.reduce<bigint>((high, part) => (high << 64n) | BigInt.asUintN(64, bitsOf(part)), 0n);
  }
  if (typeof value === 'number') return BigInt(truncate(value));
  if (typeof value !== 'string') return BigInt(value as Int | boolean);
  if (!/^[01]+$/.test(value)) {
    throw engineError('bitsUnreadable', { value });
  }
  return BigInt(`0b${value}`);
}

const MOST_BITS = 2 ** 20;

/** @throws EngineError when there cannot be so many bits */
export function bitsOps(op: '&' | '|', length: number): AccumOps {
  if (!Number.isInteger(length) || length < 1 || length > MOST_BITS) {
    throw engineError('bitCount', { bits: length, most: MOST_BITS });
  }
  const start = new Bits(op === '&' ? -1n : 0n, length);
  const add = (cell: unknown, value: unknown): Bits => (cell as Bits).combined(op, bitsOf(value));
  const same = (cell: unknown): unknown => cell;
  return {
    init: () => start,
    add,
    assign: (value) => new Bits(bitsOf(value), length),
    read: same,
    copy: same,
    merge: add,
  };
}

/**
 * The index of a bit.
 * @throws EngineError when it is out of range
 */
function placeOf(bits: Bits, at: unknown): bigint {
  const place = Number(at);
  if (!Number.isInteger(place) || place < 0 || place >= bits.length) {
    throw engineError('bitOutOfRange', { index: String(at), bits: bits.length });
  }
  return BigInt(place);
}

/** The bits from one place to another, both counted in. */
function span(bits: Bits, from: unknown, to: unknown): bigint {
  const [a, b] = [placeOf(bits, from), placeOf(bits, to)];
  const [low, high] = a < b ? [a, b] : [b, a];
  return ((1n << (high - low + 1n)) - 1n) << low;
}

/** The functions of bitwise accumulators, by name in lower case. `and`, `or` and `xor` change it and give it. */
function bitsMethod(slot: AccumSlot, name: string, [first, second]: readonly unknown[]): unknown {
  const bits = slot.cell as Bits;
  const put = (value: bigint): Bits => {
    const changed = new Bits(value, bits.length);
    slot.cell = changed;
    return changed;
  };
  switch (name) {
    case 'cardinality':
      return bits.toString().replaceAll('0', '').length;
    case 'get':
      return Number((bits.value >> placeOf(bits, first)) & 1n);
    case 'reset':
      return put(0n);
    case 'clear':
      slot.cell = slot.ops.init();
      return slot.cell;
    case 'set': {
      if (first === undefined) return put(-1n);
      const bit = span(bits, first, first);
      const isSet = second === undefined || (second !== false && Number(second) !== 0);
      return put(isSet ? bits.value | bit : bits.value & ~bit);
    }
    case 'flip':
      return put(bits.value ^ (first === undefined ? -1n : span(bits, first, second ?? first)));
    default: {
      const op = ({ and: '&', or: '|', xor: '^' } as const)[name as 'and' | 'or' | 'xor'];
      return put(bits.combined(op, bitsOf(first)).value);
    }
  }
}

export const bits = {
  bitsMethod,
  bitsNot: (value: Bits): Bits => new Bits(~value.value, value.length),
  bitsNumber: (value: Bits): Int => value.number,
  /** `a & b` of which one is the content of an accumulator: the result has its length. */
  combineBits: (op: '&' | '|' | '^', a: unknown, b: unknown): Bits =>
    a instanceof Bits ? a.combined(op, bitsOf(b)) : (b as Bits).combined(op, bitsOf(a)),
};
