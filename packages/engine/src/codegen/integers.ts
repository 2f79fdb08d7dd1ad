/** Integers as doubles: forms of INT expressions that keep numbers out of boxes in inner loops. */
import type { ValueType } from '../library/value-types.ts';
import { type Code, js, literal } from './code.ts';
import type { Operand, Unit } from './unit.ts';

const MAX = literal(Number.MAX_SAFE_INTEGER);
const MIN = literal(Number.MIN_SAFE_INTEGER);

/** Longer texts are not worth writing twice. */
const MAX_DOUBLED_TEXT = 240;

/** The value of an INT as a double, or undefined when there is none; see `Operand.fast`. */
export const fastInt = ({ type, code, fast }: Operand): Code | undefined =>
  fast ?? (type.kind === 'int' && type.safe === true ? code : undefined);

export const isSafe = (value: Code): Code => js`${value} <= ${MAX} && ${value} >= ${MIN}`;

/** The result of an operator on two INTs. A result that is not safe is NaN, as is one of operands that are not. */
export function fastArithmetic(
  unit: Unit,
  op: '+' | '-' | '*' | '/' | '%',
  left: Operand,
  right: Operand,
): Code | undefined {
  const [a, b] = [fastInt(left), fastInt(right)];
  if (a === undefined || b === undefined) return undefined;
  switch (op) {
    case '+':
      return unit.call('safeInt', js`${a} + ${b}`);
    case '-':
      return unit.call('safeInt', js`${a} - ${b}`);
    case '*':
      return unit.call('safeInt', js`${a} * ${b} + 0`);
    default:
      return undefined;
  }
}

type Order = '<' | '<=' | '>' | '>=' | '===';
const OPPOSITE: Readonly<Record<Order, Code>> = {
  '<': js`>=`,
  '<=': js`>`,
  '>': js`<=`,
  '>=': js`<`,
  '===': js`!==`,
};
const ORDER: Readonly<Record<Order, Code>> = {
  '<': js`<`,
  '<=': js`<=`,
  '>': js`>`,
  '>=': js`>=`,
  '===': js`===`,
};

/** A comparison by doubles that asks `exact` only where one of them is no number. */
export function fastComparison(op: Order, left: Operand, right: Operand, exact: Code): Code | undefined {
  const [a, b] = [fastInt(left), fastInt(right)];
  if (a === undefined || b === undefined) return undefined;
  if (left.fast === undefined && right.fast === undefined) return undefined;
  if (a.length + b.length > MAX_DOUBLED_TEXT) return undefined;
  if (op === '===') return js`(${a} === ${b} || ((${a} !== ${a} || ${b} !== ${b}) && ${exact}))`;
  return js`(${a} ${ORDER[op]} ${b} || (!(${a} ${OPPOSITE[op]} ${b}) && ${exact}))`;
}

interface PartOfEntry {
  readonly operand: Operand;
  /** The type that the map takes. */
  readonly type: ValueType | undefined;
}

/** Key and value of an entry as doubles, when both are INT. */
export function plainPair(
  keys: readonly PartOfEntry[],
  values: readonly PartOfEntry[],
): readonly [key: Code, value: Code] | undefined {
  const [key, value] = [...keys, ...values].map(({ operand, type }) =>
    type?.kind === 'int' ? fastInt(operand) : undefined,
  );
  return key === undefined || value === undefined ? undefined : [key, value];
}

/** An INT as DOUBLE. */
export function intToDouble(unit: Unit, operand: Operand): Code {
  const { fast, code } = operand;
  if (fast === undefined || fast.length > MAX_DOUBLED_TEXT) return unit.call('toDouble', code);
  return js`(${isSafe(fast)} ? ${fast} : ${unit.call('toDouble', code)})`;
}
