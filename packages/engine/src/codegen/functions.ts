/** Built-in functions, tuple constructors and calls of other queries. */
import { parseTypeText, type Ast, type FunctionSignature, type QuerySignature } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { ALGORITHM_FUNCTIONS, FIELD_FUNCTIONS } from './algorithm-functions.ts';
import { type Code, js, list, literal } from './code.ts';
import { asText } from './arithmetic.ts';
import { compileSelectVertex } from './data-files.ts';
import { declaredType } from './dml.ts';
import { compileEvaluate, compileLog, compileReset } from './dynamic.ts';
import { convert } from './convert.ts';
import { commonType, compileExpr, needsOf, tupleOf } from './expressions.ts';
import { fault } from './fault.ts';
import { VARYING } from '../plan/row-use.ts';
import { sizeOfSets } from './set-sizes.ts';
import {
  ANY,
  BOOL,
  DATETIME,
  DOUBLE,
  INT,
  SAFE_INT,
  STRING,
  UINT,
  VERTEX_SET,
  attributeType,
  isCollection,
  isUnsigned,
} from './types.ts';
import type { LibraryName, Operand, Unit } from './unit.ts';
import { VECTOR_FUNCTIONS } from './vectors.ts';

type CallExpr = Extract<Ast.Expr, { kind: 'call' }>;

/** Functions that map argument by argument onto one of the library. */
const DIRECT: Readonly<
  Record<
    string,
    {
      readonly lib: LibraryName;
      readonly args: readonly ValueType[];
      readonly type: ValueType;
      readonly least?: number;
    }
  >
> = {
  ceil: { lib: 'ceil', args: [DOUBLE], type: INT },
  exp: { lib: 'exp', args: [DOUBLE], type: DOUBLE },
  float_to_int: { lib: 'truncate', args: [DOUBLE], type: INT },
  floor: { lib: 'floor', args: [DOUBLE], type: INT },
  fmod: { lib: 'remainderDouble', args: [DOUBLE, DOUBLE], type: DOUBLE },
  ldexp: { lib: 'ldexp', args: [DOUBLE, INT], type: DOUBLE },
  log: { lib: 'log', args: [DOUBLE], type: DOUBLE },
  log2: { lib: 'log2', args: [DOUBLE], type: DOUBLE },
  log10: { lib: 'log10', args: [DOUBLE], type: DOUBLE },
  sqrt: { lib: 'sqrt', args: [DOUBLE], type: DOUBLE },
  sin: { lib: 'sin', args: [DOUBLE], type: DOUBLE },
  cos: { lib: 'cos', args: [DOUBLE], type: DOUBLE },
  tan: { lib: 'tan', args: [DOUBLE], type: DOUBLE },
  cot: { lib: 'cot', args: [DOUBLE], type: DOUBLE },
  asin: { lib: 'asin', args: [DOUBLE], type: DOUBLE },
  acos: { lib: 'acos', args: [DOUBLE], type: DOUBLE },
  atan: { lib: 'atan', args: [DOUBLE], type: DOUBLE },
  atan2: { lib: 'atan2', args: [DOUBLE, DOUBLE], type: DOUBLE },
  sinh: { lib: 'sinh', args: [DOUBLE], type: DOUBLE },
  cosh: { lib: 'cosh', args: [DOUBLE], type: DOUBLE },
  tanh: { lib: 'tanh', args: [DOUBLE], type: DOUBLE },
  degrees: { lib: 'degrees', args: [DOUBLE], type: DOUBLE },
  radians: { lib: 'radians', args: [DOUBLE], type: DOUBLE },
  pi: { lib: 'pi', args: [], type: DOUBLE },
  rand: { lib: 'rand', args: [INT], type: DOUBLE, least: 0 },
  e: { lib: 'euler', args: [], type: DOUBLE },
  round: { lib: 'round', args: [DOUBLE, INT], type: DOUBLE, least: 1 },
  trunc: { lib: 'trunc', args: [DOUBLE, INT], type: DOUBLE, least: 1 },
  sign: { lib: 'sign', args: [DOUBLE], type: SAFE_INT },
  ascii: { lib: 'ascii', args: [STRING], type: SAFE_INT },
  chr: { lib: 'chr', args: [INT], type: STRING },
  difference: { lib: 'difference', args: [STRING, STRING], type: SAFE_INT },
  find_in_set: { lib: 'findInSet', args: [STRING, STRING], type: SAFE_INT },
  gsql_uuid_v4: { lib: 'uuid', args: [], type: STRING },
  instr: { lib: 'instr', args: [STRING, STRING, INT, INT], type: SAFE_INT, least: 2 },
  left: { lib: 'left', args: [STRING, INT], type: STRING },
  right: { lib: 'right', args: [STRING, INT], type: STRING },
  length: { lib: 'length', args: [STRING], type: SAFE_INT },
  lower: { lib: 'lower', args: [STRING], type: STRING },
  upper: { lib: 'upper', args: [STRING], type: STRING },
  lpad: { lib: 'lpad', args: [STRING, INT, STRING], type: STRING, least: 2 },
  rpad: { lib: 'rpad', args: [STRING, INT, STRING], type: STRING, least: 2 },
  ltrim: { lib: 'ltrim', args: [STRING, STRING], type: STRING, least: 1 },
  rtrim: { lib: 'rtrim', args: [STRING, STRING], type: STRING, least: 1 },
  trim: { lib: 'trim', args: [STRING, STRING, STRING], type: STRING, least: 1 },
  repeat: { lib: 'repeat', args: [STRING, INT], type: STRING },
  replace: { lib: 'replace', args: [STRING, STRING, STRING], type: STRING, least: 2 },
  reverse: { lib: 'reverse', args: [STRING], type: STRING },
  soundex: { lib: 'soundex', args: [STRING], type: STRING },
  space: { lib: 'space', args: [INT], type: STRING },
  split: { lib: 'split', args: [STRING, STRING], type: { kind: 'list', element: STRING } },
  substr: { lib: 'substr', args: [STRING, INT, INT], type: STRING, least: 2 },
  translate: { lib: 'translate', args: [STRING, STRING, STRING], type: STRING },
  parse_json_array: { lib: 'parseJsonArray', args: [STRING], type: ANY },
  parse_json_object: { lib: 'parseJsonObject', args: [STRING], type: ANY },
  str_to_int: { lib: 'strToInt', args: [STRING], type: INT },
  now: { lib: 'now', args: [], type: DATETIME },
  range: { lib: 'rangeList', args: [INT, INT, INT], type: { kind: 'list', element: INT }, least: 2 },
  timestamp: { lib: 'timestamp', args: [], type: SAFE_INT },
  toboolean: { lib: 'textToBool', args: [ANY], type: BOOL },
  tofloat: { lib: 'textToDouble', args: [ANY], type: DOUBLE },
  tointeger: { lib: 'textToInt', args: [ANY], type: INT },
  to_datetime: { lib: 'toDatetime', args: [STRING], type: DATETIME },
  epoch_to_datetime: { lib: 'toDouble', args: [INT], type: DATETIME },
  datetime_to_epoch: { lib: 'toDouble', args: [DATETIME], type: SAFE_INT },
  datetime_diff: { lib: 'datetimeDiff', args: [DATETIME, DATETIME], type: SAFE_INT },
  datetime_format: { lib: 'datetimeFormat', args: [DATETIME, STRING], type: STRING, least: 1 },
  ...VECTOR_FUNCTIONS,
  ...ALGORITHM_FUNCTIONS,
};

const DATE_PARTS = new Set(['year', 'month', 'day', 'hour', 'minute', 'second']);
const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max']);

export const isAggregate = (expr: Ast.Expr): expr is CallExpr =>
  expr.kind === 'call' &&
  (AGGREGATES.has(expr.name.toLowerCase()) || expr.name.toLowerCase() === 'stdev') &&
  expr.args.length === 1;

export function compileCall(unit: Unit, expr: CallExpr): Operand {
  const tuple = unit.tuples.get(expr.name);
  if (tuple !== undefined) return tupleOf(unit, expr.args, tuple);
  const own = unit.schema.functions?.find(({ name }) => name === expr.name);
  if (own !== undefined) return callOwn(unit, expr, own);
  const query = unit.schema.queries.find(({ name }) => name === expr.name);
  if (query !== undefined) return callQuery(unit, expr, query);
  const selected = compileSelectVertex(unit, expr);
  if (selected !== undefined) return selected;
  const name = expr.name.toLowerCase();
  if (name === 'log' && expr.args.length > 1) return compileLog(unit, expr);
  const direct = Object.hasOwn(DIRECT, name) ? DIRECT[name] : undefined;
  if (direct !== undefined) {
    const operands = arguments_(unit, expr, direct.least ?? direct.args.length, direct.args.length);
    const codes = operands.map((operand, index) => convert(unit, operand, direct.args[index] ?? ANY));
    return {
      code: unit.call(direct.lib, ...codes),
      type: direct.type,
      needs: needsOf(...operands),
      invariant: !VARYING.has(name) && operands.every((operand) => operand.invariant === true),
    };
  }
  if (DATE_PARTS.has(name)) {
    const [date] = arguments_(unit, expr, 1, 1);
    const code = unit.call('datetimePart', convert(unit, date as Operand, DATETIME), literal(name));
    return { code, type: SAFE_INT, needs: needsOf(date as Operand) };
  }
  return special(unit, expr, name);
}

function arguments_(unit: Unit, expr: CallExpr, least: number, most: number): readonly Operand[] {
  if (expr.args.length < least || expr.args.length > most) {
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    throw fault(expr.span, 'functionTakes', { name: expr.name, wanted, given: expr.args.length });
  }
  return expr.args.map((arg) => compileExpr(unit, arg));
}

function special(unit: Unit, expr: CallExpr, name: string): Operand {
  switch (name) {
    case 'abs': {
      const [value] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      const integer = value.type.kind === 'int';
      return {
        code: unit.call(integer ? 'absInt' : 'abs', value.code),
        type: integer ? INT : DOUBLE,
        needs: value.needs,
      };
    }
    case 'pow': {
      const [base, power] = arguments_(unit, expr, 2, 2) as readonly [Operand, Operand];
      const code = unit.call('pow', convert(unit, base, DOUBLE), convert(unit, power, DOUBLE));
      const integer = base.type.kind === 'int' && power.type.kind === 'int';
      return {
        code: integer ? unit.call('truncate', code) : code,
        type: integer ? INT : DOUBLE,
        needs: needsOf(base, power),
      };
    }
    case 'square': {
      const [value] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      const integer = value.type.kind === 'int';
      const code = unit.call(integer ? 'squareInt' : 'square', value.code);
      return { code, type: integer ? INT : DOUBLE, needs: value.needs };
    }
    case 'to_string': {
      const [value] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      const code = value.type.kind === 'double' ? unit.call('doubleText', value.code) : asText(unit, value);
      return { code, type: STRING, needs: value.needs };
    }
    case 'datetime_add':
    case 'datetime_sub': {
      const [, interval] = expr.args;
      if (expr.args.length !== 2 || interval?.kind !== 'interval') {
        throw fault(expr.span, 'datetimeFunctionTakes', { name: expr.name });
      }
      const date = compileExpr(unit, expr.args[0] as Ast.Expr);
      const amount = convert(unit, compileExpr(unit, interval.amount), DOUBLE);
      const signed = name === 'datetime_sub' ? js`-${amount}` : amount;
      const unitName = literal(interval.unit.toUpperCase().replace(/S$/, ''));
      const code = unit.call('addInterval', convert(unit, date, DATETIME), signed, unitName);
      return { code, type: DATETIME, needs: date.needs };
    }
    case 'coalesce': {
      const values = arguments_(unit, expr, 1, 99);
      // All values are converted to the type of the first one.
      const [first] = values;
      const type =
        first === undefined || first.type.kind === 'null'
          ? commonType(values.map((value) => value.type))
          : first.type;
      const codes = values.map((value) => {
        const converted = convert(unit, value, type);
        return converted === value.code ? converted : js`(${value.code} === null ? null : ${converted})`;
      });
      return { code: js`(${codes.join(' ?? ') as Code})`, type, needs: needsOf(...values) };
    }
    case 'type': {
      const [element] = expr.args;
      if (element === undefined || expr.args.length > 1) throw fault(expr.span, 'typeTakes');
      return compileExpr(unit, { kind: 'member', target: element, name: 'type', span: expr.span });
    }
    case 'tg_get_pattern_key':
    case 'tg_get_suffix_key': {
      const [target] = expr.args;
      if (target === undefined) throw fault(expr.span, 'tupleFunctionTakes', { name: expr.name });
      return compileExpr(unit, {
        kind: 'member',
        target,
        name: FIELD_FUNCTIONS[name] ?? '',
        span: expr.span,
      });
    }
    case 'tg_get_tup': {
      const [tuple] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      return tuple;
    }
    case 'getvid': {
      const [vertex] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      return { code: unit.call('vertexNumber', vertex.code), type: SAFE_INT, needs: vertex.needs };
    }
    case 'to_vertex': {
      const [id, type] = arguments_(unit, expr, 2, 2) as readonly [Operand, Operand];
      const code = unit.call('toVertex', js`X`, id.code, type.code);
      return { code, type: { kind: 'vertex' }, needs: needsOf(id, type) };
    }
    case 'to_vertex_set': {
      const [ids, type] = arguments_(unit, expr, 2, 2) as readonly [Operand, Operand];
      const code = unit.call('toVertexSet', js`X`, ids.code, type.code);
      return { code, type: VERTEX_SET, needs: needsOf(ids, type) };
    }
    case 'count':
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return aggregateOfCollection(unit, expr, name);
    case 'isempty': {
      const [many] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      return { code: js`(${unit.call('sizeOf', many.code)} === 0)`, type: BOOL, needs: many.needs };
    }
    case 'insert':
      return insertText(unit, expr);
    case 'evaluate':
      return compileEvaluate(unit, expr);
    case 'current_roles':
      arguments_(unit, expr, 0, 0);
      return { code: js`new Set(X.roles)`, type: { kind: 'set', element: STRING }, needs: [] };
    case 'is_granted_to_current_roles': {
      const [role] = arguments_(unit, expr, 1, 1) as readonly [Operand];
      return { code: js`X.roles.includes(${role.code})`, type: BOOL, needs: role.needs };
    }
    case 'reset_collection_accum':
      return compileReset(unit, expr);
    default:
      throw fault(expr.span, 'functionUnnamed', { name: expr.name });
  }
}

/** `insert(s, position[, length], text)` */
function insertText(unit: Unit, expr: CallExpr): Operand {
  const operands = arguments_(unit, expr, 3, 4);
  const types = operands.length === 3 ? [STRING, INT, STRING] : [STRING, INT, INT, STRING];
  const codes = operands.map((operand, index) => convert(unit, operand, types[index] ?? ANY));
  if (codes.length === 3) codes.splice(2, 0, literal(0));
  return { code: unit.call('insertText', ...codes), type: STRING, needs: needsOf(...operands) };
}

/** count, sum, avg, min and max of a set, bag or list value; of several arguments, min and max of these. */
function aggregateOfCollection(unit: Unit, expr: CallExpr, name: string): Operand {
  const [only, ...others] = expr.args;
  const size =
    name === 'count' && only !== undefined && others.length === 0 ? sizeOfSets(unit, only) : undefined;
  if (size !== undefined) return size;
  const operands = arguments_(unit, expr, 1, 99);
  const [first] = operands as readonly [Operand];
  const needs = needsOf(...operands);
  if (operands.length > 1) {
    const type = commonType(operands.map((operand) => operand.type));
    const codes = operands.map((operand) => convert(unit, operand, type));
    return { code: unit.call('aggregate', literal(name), js`[${list(codes)}]`, literal(false)), type, needs };
  }
  if (name === 'count')
    return { code: unit.call('countOf', first.code, literal(expr.distinct)), type: SAFE_INT, needs };
  const element = isCollection(first.type) ? first.type.element : ANY;
  const none = literal(element.kind === 'tuple' ? null : 0);
  const code = unit.call('aggregate', literal(name), first.code, literal(expr.distinct), none);
  // Tuples have no sum: that of none of them is 0.
  if (name === 'sum' && element.kind === 'tuple') return { code, type: INT, needs };
  if (name === 'sum' && isUnsigned(element)) return { code: unit.call('toUint', code), type: UINT, needs };
  if (name !== 'avg') return { code, type: element, needs };
  // The average of integers is one as well, rounded down.
  if (element.kind === 'int') return { code: unit.call('floor', code), type: INT, needs };
  return { code, type: DOUBLE, needs };
}

/** A function that the people of the workspace wrote. */
function callOwn(unit: Unit, expr: CallExpr, { name, parameters, returns }: FunctionSignature): Operand {
  const operands = arguments_(unit, expr, parameters.length, parameters.length);
  const codes = operands.map((operand, index) => {
    const type = parameters[index]?.type;
    return type === undefined ? operand.code : convert(unit, operand, attributeType(type, unit.tuples));
  });
  const code = js`X.callFunction(${literal(name)}, [${list(codes)}])`;
  return { code, type: attributeType(returns, unit.tuples), needs: needsOf(...operands) };
}

function callQuery(unit: Unit, expr: CallExpr, { parameters, returns }: QuerySignature): Operand {
  const operands = expr.args.map((arg) => compileExpr(unit, arg));
  const codes = operands.map((operand, index) => {
    const type = parseTypeText(parameters[index]?.type ?? '');
    return type === undefined ? operand.code : convert(unit, operand, declaredType(unit, type));
  });
  const code = js`X.callQuery(${literal(expr.name)}, [${list(codes)}])`;
  return { code, type: returnType(unit, returns), needs: needsOf(...operands) };
}

/** The type of a stored query's answer, from the words after RETURNS. */
function returnType(unit: Unit, returns: string | undefined): ValueType {
  const type = returns === undefined ? undefined : parseTypeText(returns);
  return type === undefined ? ANY : declaredType(unit, type);
}
