/** Operators: arithmetic by type, comparison, logic, and operators of sets. */
import type { Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { type Code, js, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileExpr, needsOf } from './expressions.ts';
import { fault } from './fault.ts';
import { fastArithmetic, fastComparison } from './integers.ts';
import {
  ANY,
  BOOL,
  DOUBLE,
  INT,
  STRING,
  UINT,
  VERTEX_SET,
  isNumeric,
  isUnsigned,
  shapeOf,
  widestReal,
} from './types.ts';
import type { Operand, Unit } from './unit.ts';

type BinaryExpr = Extract<Ast.Expr, { kind: 'binary' }>;
type ComparisonOp = '==' | '!=' | '<' | '<=' | '>' | '>=';

export function binary(unit: Unit, expr: BinaryExpr, expected: ValueType | undefined): Operand {
  const { op } = expr;
  const left = compileExpr(unit, expr.left, op === '+' ? expected : undefined);
  const right = compileExpr(unit, expr.right, op === '+' ? expected : left.type);
  const needs = needsOf(left, right);
  const invariant = left.invariant === true && right.invariant === true;
  switch (op) {
    case 'AND':
    case 'OR': {
      const guarded = (operand: Operand): Code =>
        operand.needs.length === 0 || op === 'AND'
          ? js`(${operand.code})`
          : js`(${operand.needs.map((need) => js`${need} !== undefined &&`)} ${operand.code})`;
      const code =
        op === 'AND'
          ? js`(${guarded(left)} && ${guarded(right)})`
          : js`(${guarded(left)} || ${guarded(right)})`;
      return { code, type: BOOL, needs: op === 'AND' ? needs : [], invariant };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { code: comparison(unit, op, left, right), type: BOOL, needs, invariant };
    case 'UNION':
    case 'INTERSECT':
    case 'MINUS':
      return { ...setOperation(unit, op, left, right), needs, invariant };
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return { ...arithmetic(unit, expr, op, left, right), needs, invariant };
    case '<<':
    case '>>':
    case '&':
    case '^':
    case '|': {
      const isBits = left.type.kind === 'bits' || right.type.kind === 'bits';
      if (isBits && op !== '<<' && op !== '>>') {
        return {
          code: unit.call('combineBits', literal(op), left.code, right.code),
          type: { kind: 'bits' },
          needs,
        };
      }
      const unsigned = isUnsigned(left.type) || (isUnsigned(right.type) && op !== '<<' && op !== '>>');
      const type = unsigned ? UINT : INT;
      const [a, b] = [convert(unit, left, type), convert(unit, right, type)];
      const code = unit.call('bitwise', literal(op), a, b);
      return { code: unsigned ? unit.call('toUint', code) : code, type, needs, invariant };
    }
  }
}

function arithmetic(
  unit: Unit,
  expr: BinaryExpr,
  op: '+' | '-' | '*' | '/' | '%',
  left: Operand,
  right: Operand,
): { readonly code: Code; readonly type: ValueType; readonly fast?: Code } {
  const containers = ['list', 'set', 'bag', 'map'];
  const isContainer = containers.includes(left.type.kind);
  if (op === '+' && !isContainer && (left.type.kind === 'string' || right.type.kind === 'string')) {
    return { code: unit.call('joinTexts', asText(unit, left), asText(unit, right)), type: STRING };
  }
  if (left.type.kind === 'any' || right.type.kind === 'any') {
    return { code: unit.call('anyArithmetic', literal(op), left.code, right.code), type: ANY };
  }
  if (!isNumeric(left.type) || !isNumeric(right.type)) {
    if (op === '+' && left.type.kind === 'array' && right.type.kind === 'array') {
      return { code: unit.call('addArrays', left.code, right.code), type: left.type };
    }
    if (op === '*' && left.type.kind === 'list' && right.type.kind === 'list') {
      return { code: unit.call('multiplyLists', left.code, right.code), type: left.type };
    }
    if (left.type.kind === 'bits' || right.type.kind === 'bits') {
      return arithmetic(unit, expr, op, asNumber(unit, left), asNumber(unit, right));
    }
    if (op === '+' && isContainer) {
      return { code: unit.call('addContainers', left.code, right.code), type: left.type };
    }
    if (left.type.kind === 'datetime' || right.type.kind === 'datetime') {
      const plain = (operand: Operand): Operand =>
        operand.type.kind === 'datetime' ? { ...operand, type: INT } : operand;
      return arithmetic(unit, expr, op, plain(left), plain(right));
    }
    throw fault(expr.span, 'operatorUnusable', {
      operator: op,
      left: left.type.kind,
      right: right.type.kind,
    });
  }
  if (left.type.kind === 'double' || right.type.kind === 'double') {
    const a = convert(unit, left, DOUBLE);
    const b = convert(unit, right, DOUBLE);
    const type = widestReal([left.type, right.type]);
    switch (op) {
      case '+':
        return { code: js`(${a} + ${b})`, type };
      case '-':
        return { code: js`(${a} - ${b})`, type };
      case '*':
        return { code: js`(${a} * ${b})`, type };
      case '/':
        return { code: unit.call('divideDouble', a, b), type };
      case '%':
        return { code: unit.call('remainderDouble', a, b), type };
    }
  }
  const name = (
    { '+': 'addInt', '-': 'subtractInt', '*': 'multiplyInt', '/': 'divideInt', '%': 'remainderInt' } as const
  )[op];
  const code = unit.call(name, left.code, right.code);
  if (isUnsigned(left.type) || isUnsigned(right.type)) return { code: unit.call('toUint', code), type: UINT };
  const fast = fastArithmetic(unit, op, left, right);
  return { code, type: INT, ...(fast === undefined ? {} : { fast }) };
}

/** A value as `+` with a string shows it. */
export function asText(unit: Unit, operand: Operand): Code {
  if (operand.type.kind === 'string') return operand.code;
  return unit.call('valueText', js`X`, unit.constant(shapeOf(operand.type)), operand.code);
}

/** Types whose values are compared by JavaScript's own operators. */
const PRIMITIVE = new Set(['string', 'bool', 'vertex', 'edge', 'datetime']);

export function comparison(unit: Unit, op: ComparisonOp, a_: Operand, b_: Operand): Code {
  const [left, right] = [asNumber(unit, a_), asNumber(unit, b_)];
  if (op === '==' || op === '!=') {
    const equal = equality(unit, left, right);
    return op === '==' ? equal : js`!${equal}`;
  }
  const primitive =
    (isNumeric(left.type) && isNumeric(right.type)) ||
    (left.type.kind === right.type.kind && PRIMITIVE.has(left.type.kind));
  const [a, b] = primitive
    ? [left.code, right.code]
    : [unit.call('compare', dated(unit, left, right), dated(unit, right, left)), literal(0)];
  const exact = ordered(op, a, b);
  return fastComparison(op, left, right, exact) ?? exact;
}

function ordered(op: '<' | '<=' | '>' | '>=', a: Code, b: Code): Code {
  switch (op) {
    case '<':
      return js`(${a} < ${b})`;
    case '<=':
      return js`(${a} <= ${b})`;
    case '>':
      return js`(${a} > ${b})`;
    case '>=':
      return js`(${a} >= ${b})`;
  }
}

/** Bits are compared as the numbers that they are. */
const asNumber = (unit: Unit, operand: Operand): Operand =>
  operand.type.kind === 'bits' ? { ...operand, code: convert(unit, operand, INT), type: INT } : operand;

/** A text beside a DATETIME is read as one. */
const dated = (unit: Unit, operand: Operand, other: Operand): Code =>
  other.type.kind === 'datetime' ? convert(unit, operand, other.type) : operand.code;

function equality(unit: Unit, left: Operand, right: Operand): Code {
  const byCode = equalCodes(left, right) ?? equalCodes(right, left);
  if (byCode !== undefined) return byCode;
  const [a, b] = [left.type, right.type];
  if (a.kind === 'int' && b.kind === 'int') {
    const exact = js`(${left.code} === ${right.code})`;
    return fastComparison('===', left, right, exact) ?? exact;
  }
  if (isNumeric(a) && isNumeric(b)) {
    return js`(${convert(unit, left, DOUBLE)} === ${convert(unit, right, DOUBLE)})`;
  }
  if (a.kind === b.kind && PRIMITIVE.has(a.kind)) return js`(${left.code} === ${right.code})`;
  return unit.call('equal', dated(unit, left, right), dated(unit, right, left));
}

/** A string attribute against a value that does not change in the loop: its code is found once per type. */
function equalCodes(column: Operand, value: Operand): Code | undefined {
  if (column.text === undefined || value.invariant !== true || value.type.kind !== 'string') return undefined;
  const { alias, strings, code } = column.text;
  const found = alias.hoist(
    `find ${strings} ${value.code}`,
    js`${strings} === undefined ? -1 : ${strings}.find(${value.code})`,
  );
  return js`(${code} === ${found})`;
}

function setOperation(
  unit: Unit,
  op: 'UNION' | 'INTERSECT' | 'MINUS',
  left: Operand,
  right: Operand,
): { readonly code: Code; readonly type: ValueType } {
  if (left.type.kind === 'vertexSet' || right.type.kind === 'vertexSet') {
    const a = unit.call('sourceSet', js`X`, left.code);
    const b = unit.call('sourceSet', js`X`, right.code);
    if (op === 'UNION') return { code: js`${a}.union(${b})`, type: VERTEX_SET };
    if (op === 'INTERSECT') return { code: js`${a}.intersect(${b})`, type: VERTEX_SET };
    return { code: js`${a}.minus(${b})`, type: VERTEX_SET };
  }
  const bag = left.type.kind === 'bag' || right.type.kind === 'bag';
  const element = 'element' in left.type ? left.type.element : ANY;
  return {
    code: unit.call('combineSets', literal(op), left.code, right.code),
    type: { kind: bag ? 'bag' : 'set', element },
  };
}
