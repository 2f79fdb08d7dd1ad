/** Mathematical functions of GSQL. */
import { multiplyInt, negateInt, truncate, type Int } from './int64.ts';

/** States of the sequences of `rand(seed)`. */
let sequences = new Map<number, number>();

/** Sequences begin anew with every query. */
export function forgetSequences(): void {
  if (sequences.size > 0) sequences = new Map();
}

/** The next number of a seed's sequence (Mulberry32). */
function seeded(seed: number): number {
  const state = ((sequences.get(seed) ?? seed) + 0x6d2b79f5) | 0;
  sequences.set(seed, state);
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

export const math = {
  abs: Math.abs,
  absInt: (value: Int): Int => (value < 0 ? negateInt(value) : value),
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  atan2: Math.atan2,
  ceil: (value: number): Int => truncate(Math.ceil(value)),
  cos: Math.cos,
  cosh: Math.cosh,
  cot: (value: number): number => 1 / Math.tan(value),
  degrees: (value: number): number => (value * 180) / Math.PI,
  euler: (): number => Math.E,
  exp: Math.exp,
  floor: (value: number): Int => truncate(Math.floor(value)),
  ldexp: (value: number, power: Int): number => value * 2 ** Number(power),
  log: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  pi: (): number => Math.PI,
  pow: (base: number, power: number): number => base ** power,
  radians: (value: number): number => (value * Math.PI) / 180,
  rand: (seed?: Int): number => (seed === undefined ? Math.random() : seeded(Number(seed))),
  round: (value: number, digits: Int = 0): number => {
    const scale = 10 ** Number(digits);
    return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale;
  },
  sign: Math.sign,
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  square: (value: number): number => value * value,
  squareInt: (value: Int): Int => multiplyInt(value, value),
  tan: Math.tan,
  tanh: Math.tanh,
  trunc: (value: number, digits: Int = 0): number => {
    const scale = 10 ** Number(digits);
    return Math.trunc(value * scale) / scale;
  },
};
