/** Values and conditions of loading jobs. */
import { finding } from '../diagnostics/catalogue.ts';
import type { LoadCondition, LoadValue } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

const A_VALUE = 'a column such as $0 or $"name", a literal or a function';

export function parseLoadValue(c: Cursor): LoadValue {
  c.slot({ kind: 'loadValue' });
  const { token } = c;
  const { start } = token;
  switch (token.kind) {
    case 'column':
      return parseColumn(c);
    case 'string':
      c.advance();
      return { kind: 'literal', value: token.value, span: c.spanFrom(start) };
    case 'int':
    case 'float':
      c.advance();
      return { kind: 'literal', value: loadNumber(token.value), span: c.spanFrom(start) };
    case 'word':
      if (token.value === '_' && !c.isSymbol(1, '(')) {
        c.advance();
        return { kind: 'skip', span: c.spanFrom(start) };
      }
      if (c.isWord(0, 'TRUE', 'FALSE')) {
        c.advance();
        return { kind: 'literal', value: token.upper === 'TRUE', span: c.spanFrom(start) };
      }
      if (c.isSymbol(1, '(')) {
        c.advance();
        return { kind: 'function', name: token.value, args: parseLoadArguments(c), span: c.spanFrom(start) };
      }
      return c.fail(A_VALUE);
    default:
      if (c.at('(')) return parseInParentheses(c);
      if (c.at('-') && (c.peek(1).kind === 'int' || c.peek(1).kind === 'float')) {
        c.advance();
        const value = loadNumber(`-${c.advance().value}`);
        return { kind: 'literal', value, span: c.spanFrom(start) };
      }
      return c.fail(A_VALUE);
  }
}

/** `$0`, `$"name"`, `$"a":"b"` and `$sys.file_name`. */
function parseColumn(c: Cursor): LoadValue {
  const { start, end, value } = c.advance();
  if (/^\d+$/.test(value)) return { kind: 'column', index: Number(value), span: c.spanFrom(start) };
  const quoted = c.text[start + 1] === '"';
  if (!quoted) {
    if (value.toLowerCase() === 'sys.file_name') return { kind: 'fileName', span: c.spanFrom(start) };
    c.failAt({ start, end }, finding('foundInstead', { found: `$${value}`, expected: A_VALUE }));
  }
  const path: string[] = [];
  while (c.take(':')) path.push(stringValue(c, 'a name in double quotes'));
  const names = path.length === 0 ? {} : { path };
  return { kind: 'namedColumn', name: value, ...names, span: c.spanFrom(start) };
}

/** `($1 -> $2)` is an entry of a MAP, `($0, $1)` a composite key, `($0)` the value in it. */
function parseInParentheses(c: Cursor): LoadValue {
  const { start } = c.token;
  c.expect('(');
  const items = [c.deeper(() => parseLoadValue(c))];
  const [first] = items;
  if (first !== undefined && c.atJoined('-', '>')) {
    c.advance();
    c.advance();
    const value = c.deeper(() => parseLoadValue(c));
    c.expect(')');
    return { kind: 'pair', key: first, value, span: c.spanFrom(start) };
  }
  while (c.take(',')) items.push(c.deeper(() => parseLoadValue(c)));
  c.expect(')');
  return first !== undefined && items.length === 1
    ? first
    : { kind: 'tuple', items, span: c.spanFrom(start) };
}

/** A number as a literal; past 2^53 its text, so that no digit is lost before the target's type parses it. */
function loadNumber(text: string): number | string {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
}

export function parseLoadArguments(c: Cursor): LoadValue[] {
  const args: LoadValue[] = [];
  c.expect('(');
  if (c.take(')')) return args;
  do args.push(c.deeper(() => parseLoadValue(c)));
  while (c.take(','));
  c.expect(')');
  return args;
}

export function parseCondition(c: Cursor): LoadCondition {
  return c.tree(() => parseOr(c));
}

function parseOr(c: Cursor): LoadCondition {
  let left = parseAnd(c);
  for (let links = 0; c.takeWord('OR'); links++) {
    c.checkChain(links);
    const right = parseAnd(c);
    left = { kind: 'or', left, right, span: c.spanFrom(left.span.start) };
  }
  return left;
}

function parseAnd(c: Cursor): LoadCondition {
  let left = parseNot(c);
  for (let links = 0; c.takeWord('AND'); links++) {
    c.checkChain(links);
    const right = parseNot(c);
    left = { kind: 'and', left, right, span: c.spanFrom(left.span.start) };
  }
  return left;
}

const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>'] as const;

function parseNot(c: Cursor): LoadCondition {
  const { start } = c.token;
  if (c.takeWord('NOT'))
    return { kind: 'not', operand: c.deeper(() => parseNot(c)), span: c.spanFrom(start) };
  const operand = parseSum(c);
  return operand.kind === 'value' ? parseTest(c, operand.value, start) : operand;
}

/** The test after a value, or none. */
function parseTest(c: Cursor, value: LoadValue, start: number): LoadCondition {
  if (c.takeWord('IS')) {
    const negated = c.takeWord('NOT') !== undefined;
    const test = c.takeWord('EMPTY', 'NUMERIC') ?? c.fail('EMPTY or NUMERIC');
    const kind = test.upper === 'EMPTY' ? 'isEmpty' : 'isNumeric';
    return { kind, value, negated, span: c.spanFrom(start) };
  }
  const negated = c.isWord(0, 'NOT') && c.isWord(1, 'IN', 'BETWEEN') && c.takeWord('NOT') !== undefined;
  if (c.takeWord('IN')) {
    const list = parseLoadArguments(c);
    return { kind: 'in', value, list, negated, span: c.spanFrom(start) };
  }
  if (c.takeWord('BETWEEN')) {
    const low = valueOf(c, parseSum(c));
    c.expectWord('AND');
    const high = valueOf(c, parseSum(c));
    return { kind: 'between', value, low, high, negated, span: c.spanFrom(start) };
  }
  for (const op of COMPARISONS) {
    if (c.take(op)) {
      const right = valueOf(c, parseSum(c));
      return { kind: 'compare', op, left: value, right, span: c.spanFrom(start) };
    }
  }
  return { kind: 'value', value, span: c.spanFrom(start) };
}

/** A value where a condition in parentheses may have been read. */
function valueOf(c: Cursor, condition: LoadCondition): LoadValue {
  if (condition.kind === 'value') return condition.value;
  return c.failAt(condition.span, finding('conditionForValue'));
}

function parseSum(c: Cursor): LoadCondition {
  return parseChain(c, ['+', '-'], () => parseChain(c, ['*', '/'], () => parsePower(c)));
}

function parseChain(
  c: Cursor,
  operators: readonly ('+' | '-' | '*' | '/')[],
  operand: () => LoadCondition,
): LoadCondition {
  let left = operand();
  for (let links = 0; ; links++) {
    const op = left.kind === 'value' ? operators.find((each) => c.at(each)) : undefined;
    if (op === undefined) return left;
    c.checkChain(links);
    c.advance();
    left = arithmetic(c, op, left, operand());
  }
}

function parsePower(c: Cursor): LoadCondition {
  const left = parseOperand(c);
  if (left.kind !== 'value' || !c.take('^')) return left;
  return arithmetic(
    c,
    '^',
    left,
    c.deeper(() => parsePower(c)),
  );
}

function arithmetic(
  c: Cursor,
  op: Extract<LoadValue, { kind: 'arithmetic' }>['op'],
  left: LoadCondition,
  right: LoadCondition,
): LoadCondition {
  const span = c.spanFrom(left.span.start);
  return {
    kind: 'value',
    value: { kind: 'arithmetic', op, left: valueOf(c, left), right: valueOf(c, right), span },
    span,
  };
}

/** A value, or a condition in parentheses; a value alone counts as a condition of kind `value`. */
function parseOperand(c: Cursor): LoadCondition {
  const { start } = c.token;
  if (c.take('(')) {
    const inner = parseCondition(c);
    c.expect(')');
    return inner;
  }
  const value = parseLoadValue(c);
  return { kind: 'value', value, span: c.spanFrom(start) };
}
