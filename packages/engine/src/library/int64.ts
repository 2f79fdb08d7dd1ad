/**
 * GSQL's 64-bit integers in JavaScript: a number while it is a safe integer, else a bigint. Results wrap at 64 bits.
 * Division by zero is GSQL's runtime error.
 */
import { engineError } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';

export type Int = number | bigint;

const MAX = Number.MAX_SAFE_INTEGER;
const MIN = Number.MIN_SAFE_INTEGER;
const WIDE_MAX = BigInt(MAX);
const WIDE_MIN = BigInt(MIN);

/** A bigint of at most 64 bits to the form in which integers are kept. */
export const narrow = (value: bigint): Int =>
  value <= WIDE_MAX && value >= WIDE_MIN ? Number(value) : value;

const wrap = (value: bigint): Int => narrow(BigInt.asIntN(64, value));

const addWide = (a: Int, b: Int): Int => wrap(BigInt(a) + BigInt(b));
const subtractWide = (a: Int, b: Int): Int => wrap(BigInt(a) - BigInt(b));
const multiplyWide = (a: Int, b: Int): Int => wrap(BigInt(a) * BigInt(b));

export function addInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= MAX && sum >= MIN) return sum;
  }
  return addWide(a, b);
}

/** The result of arithmetic on doubles while it is a safe integer, else NaN. */
export const safeInt = (value: number): number => (value <= MAX && value >= MIN ? value : NaN);

export function subtractInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference <= MAX && difference >= MIN) return difference;
  }
  return subtractWide(a, b);
}

export function multiplyInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (product <= MAX && product >= MIN) return product + 0;
  }
  return multiplyWide(a, b);
}

const dividerIsZero = (): EngineError => engineError('dividedByZero');

export function divideInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) throw dividerIsZero();
    return Math.trunc(a / b) + 0;
  }
  if (BigInt(b) === 0n) throw dividerIsZero();
  return wrap(BigInt(a) / BigInt(b));
}

export function remainderInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) throw dividerIsZero();
    return (a % b) + 0;
  }
  if (BigInt(b) === 0n) throw dividerIsZero();
  return wrap(BigInt(a) % BigInt(b));
}

export function divideDouble(a: number, b: number): number {
  if (b === 0) throw dividerIsZero();
  return a / b;
}

export function remainderDouble(a: number, b: number): number {
  if (b === 0) throw dividerIsZero();
  return a % b;
}

export const negateInt = (a: Int): Int => (typeof a === 'number' ? 0 - a : wrap(-a));

export function bitwise(op: '&' | '|' | '^' | '<<' | '>>', a: Int, b: Int): Int {
  const x = BigInt(a);
  const y = BigInt(b);
  switch (op) {
    case '&':
      return wrap(x & y);
    case '|':
      return wrap(x | y);
    case '^':
      return wrap(x ^ y);
    case '<<':
      return wrap(x << BigInt.asUintN(6, y));
    case '>>':
      return wrap(x >> BigInt.asUintN(6, y));
  }
}

/** Converts INT to UINT: the same 64 bits read as an unsigned integer. */
export function toUint(value: Int): Int {
  if (typeof value === 'number' && value >= 0) return value;
  return narrow(BigInt.asUintN(64, BigInt(value)));
}

/** A double to INT: the fraction is cut; beyond 64 bits it stops at the ends of the range. */
export function truncate(value: number): Int {
  const whole = Math.trunc(value) + 0;
  if (whole <= MAX && whole >= MIN) return whole;
  if (Number.isNaN(whole)) return 0;
  if (whole >= 2 ** 63) return 2n ** 63n - 1n;
  if (whole <= -(2 ** 63)) return -(2n ** 63n);
  return narrow(BigInt(whole));
}

/** Integer to double. */
export const toDouble = (value: Int): number => (typeof value === 'number' ? value : Number(value));

/** Decimal digits to an integer, or undefined when the text is none or does not fit 64 bits. */
export function parseInteger(text: string, unsigned: boolean): Int | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  const wrapped = unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
  return wrapped === value ? narrow(value) : undefined;
}
