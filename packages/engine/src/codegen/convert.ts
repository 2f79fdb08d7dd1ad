/** Conversion of a compiled value to the type that its place asks for. */
import type { ValueType } from '../library/value-types.ts';
import { type Code, js } from './code.ts';
import { intToDouble } from './integers.ts';
import type { Operand, Unit } from './unit.ts';

export function convert(unit: Unit, operand: Operand, type: ValueType): Code {
  const { type: from } = operand;
  // The content of a bitwise accumulator is a number wherever one is wanted.
  if (from.kind === 'bits' && (type.kind === 'int' || type.kind === 'double')) {
    return convert(
      unit,
      { ...operand, code: unit.call('bitsNumber', operand.code), type: { kind: 'int' } },
      type,
    );
  }
  const { code } = operand;
  switch (type.kind) {
    case 'double':
      if (from.kind === 'int') return from.safe === true ? code : intToDouble(unit, operand);
      return from.kind === 'any' ? unit.call('anyToDouble', code) : code;
    case 'int':
      if (from.kind === 'double') return unit.call('truncate', code);
      if (type.unsigned === true && from.kind === 'int' && from.unsigned !== true) {
        return unit.call('toUint', code);
      }
      return from.kind === 'any' ? unit.call('anyToInt', code) : code;
    case 'bool':
      // OrAccum and AndAccum take numbers too.
      return from.kind === 'int' || from.kind === 'double' ? js`(${code} != 0)` : code;
    case 'string':
      if (from.kind === 'bool') return js`String(${code})`;
      return from.kind === 'any' ? unit.call('anyToText', code) : code;
    case 'datetime':
      return from.kind === 'string' ? unit.call('toDatetime', code) : code;
    case 'set':
      return from.kind === 'list' || from.kind === 'bag' || from.kind === 'vertexSet'
        ? unit.call('makeSet', code)
        : code;
    case 'list':
      return from.kind === 'set' || from.kind === 'bag' ? unit.call('makeList', code) : code;
    case 'bag':
      return from.kind === 'set' || from.kind === 'list' ? unit.call('makeBag', code) : code;
    default:
      return code;
  }
}
