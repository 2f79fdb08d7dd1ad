/** Expressions of the reference interpreter: the value of a tree, given the values of its names. */
import type { Vertex } from '../graph.ts';
import type { BinaryOp, Expr } from '../program.ts';
import { type Binding, type Value, asInt, asLiteral, asNumber, asText, order, wrapped } from './values.ts';

/** Values of names at one place of a query. */
export interface Scope {
  binding(alias: string): Binding;
  variable(name: string): Value;
  global(name: string): Value;
  vertexAccum(binding: Binding, name: string, previous: boolean): Value;
  outdegree(binding: Binding, edgeType: string): bigint;
  setSize(name: string): bigint;
  typeName(alias: string): string;
}

export function evaluate(expr: Expr, scope: Scope): Value {
  const value = (each: Expr): Value => evaluate(each, scope);
  switch (expr.kind) {
    case 'literal':
      return expr.value;
    case 'attribute': {
      const binding = scope.binding(expr.alias);
      if (expr.name === 'id' && 'id' in binding) return binding.id;
      return binding.values.get(expr.name) as Value;
    }
    case 'vertex':
      return scope.binding(expr.alias) as Vertex;
    case 'typeOf':
      return scope.typeName(expr.alias);
    case 'outdegree':
      return scope.outdegree(scope.binding(expr.alias), expr.edgeType);
    case 'vertexAccum':
      return scope.vertexAccum(scope.binding(expr.alias), expr.name, expr.previous);
    case 'globalAccum':
      return scope.global(expr.name);
    case 'variable':
      return scope.variable(expr.name);
    case 'size': {
      const container = value(expr.of);
      return BigInt(container instanceof Map ? container.size : (container as readonly Value[]).length);
    }
    case 'setSize':
      return scope.setSize(expr.set);
    case 'contains':
      return (value(expr.of) as readonly Value[]).includes(value(expr.item));
    case 'mapGet': {
      const found = (value(expr.of) as ReadonlyMap<Value, Value>).get(value(expr.key));
      return found ?? 0n;
    }
    case 'binary':
      return binary(expr, value);
    case 'not':
      return value(expr.of) !== true;
    case 'negative': {
      const operand = value(expr.of);
      return typeof operand === 'bigint' ? wrapped(-operand) : -asNumber(operand);
    }
    case 'in': {
      const item = value(expr.item);
      return expr.list.some((each) => value(each) === item) !== expr.negated;
    }
    case 'between': {
      const item = asLiteral(value(expr.item));
      return order(asLiteral(value(expr.low)), item) <= 0 && order(item, asLiteral(value(expr.high))) <= 0;
    }
    case 'like':
      return likeRegExp(expr.pattern).test(asText(value(expr.item)));
    case 'call':
      return call(expr.name, value(expr.of));
    case 'case': {
      const chosen = expr.branches.find(([condition]) => value(condition) === true);
      return value(chosen === undefined ? expr.otherwise : chosen[1]);
    }
  }
}

function call(name: Extract<Expr, { kind: 'call' }>['name'], of: Value): Value {
  switch (name) {
    case 'abs':
      return typeof of === 'bigint' ? wrapped(of < 0n ? -of : of) : Math.abs(asNumber(of));
    case 'lower':
      return asText(of).toLowerCase();
    case 'upper':
      return asText(of).toUpperCase();
    case 'length':
      return BigInt([...asText(of)].length);
    case 'to_string':
      return String(asInt(of));
  }
}

/** `%` any text, `_` any character. */
function likeRegExp(pattern: string): RegExp {
  const source = [...pattern].map((character) => {
    if (character === '%') return '[^]*';
    return character === '_' ? '[^]' : character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}

function binary(expr: Extract<Expr, { kind: 'binary' }>, value: (expr: Expr) => Value): Value {
  const { op } = expr;
  if (op === 'AND') return value(expr.left) === true && value(expr.right) === true;
  if (op === 'OR') return value(expr.left) === true || value(expr.right) === true;
  const [left, right] = [value(expr.left), value(expr.right)];
  if (['==', '!=', '<', '<=', '>', '>='].includes(op)) return compared(op, asLiteral(left), asLiteral(right));
  if (expr.type === 'string') return asText(left) + asText(right);
  if (expr.type === 'int') return wrapped(onIntegers(op, asInt(left), asInt(right)));
  return onDoubles(op, asNumber(left), asNumber(right));
}

function compared(op: BinaryOp, left: Value, right: Value): boolean {
  const difference = order(asLiteral(left), asLiteral(right));
  switch (op) {
    case '==':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    default:
      return difference >= 0;
  }
}

function onIntegers(op: BinaryOp, left: bigint, right: bigint): bigint {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    default:
      throw new TypeError(`${op} does not join integers.`);
  }
}

function onDoubles(op: BinaryOp, left: number, right: number): number {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      throw new TypeError(`${op} does not join doubles here.`);
  }
}
