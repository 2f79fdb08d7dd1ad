/** Mathematical functions of GSQL. */
import { multiplyInt, negateInt, truncate, type Int } from './int64.ts';

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
  exp: Math.exp,
  floor: (value: number): Int => truncate(Math.floor(value)),
  ldexp: (value: number, power: Int): number => value * 2 ** Number(power),
  log: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  pi: (): number => Math.PI,
  pow: (base: number, power: number): number => base ** power,
  radians: (value: number): number => (value * Math.PI) / 180,
  rand: Math.random,
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
