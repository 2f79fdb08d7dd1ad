/** Types of expressions. Reports only certain errors: code that may be right at run time passes. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Span } from '../../diagnostic.ts';
import type { Type } from '../analysis.ts';
import type { BinaryOp, Expr, Seed } from '../ast.ts';
import { checkCall, checkMethod } from './calls.ts';
import type { Context } from './context.ts';
import { CONSTANTS } from './functions.ts';
import { checkMember } from './members.ts';
import { checkVectorSearch } from './vectors.ts';
import {
  BOOL,
  DATETIME,
  DOUBLE,
  INT,
  NULL,
  STRING,
  UNKNOWN,
  assignable,
  describe,
  elementOf,
  fromTypeExpr,
  isNumeric,
  isScalar,
  isVertexCollection,
  join,
  resolveAccum,
  unite,
  valueOf,
  widest,
} from './types.ts';

/** The type of `expr`, remembered for it and for everything in it. */
export function checkExpr(ctx: Context, expr: Expr): Type {
  ctx.work(1);
  return ctx.typed(expr, infer(ctx, expr));
}

/** As `checkExpr`, with the type of an accumulator's content. */
export function checkValue(ctx: Context, expr: Expr): Type {
  return valueOf(checkExpr(ctx, expr), ctx);
}

/** As `checkExpr`, for what FOREACH and IN go over: the name of an edge type is no collection of its edges. */
export function checkCollection(ctx: Context, expr: Expr): Type {
  const type = checkExpr(ctx, expr);
  return ctx.bindingOf.get(expr)?.kind === 'edgeType' && expr.kind === 'name'
    ? { kind: 'edge', types: [expr.name] }
    : type;
}

export function checkCondition(ctx: Context, expr: Expr, what: string): void {
  const type = checkValue(ctx, expr);
  if (type.kind !== 'unknown' && !isScalar(type, 'BOOL')) {
    ctx.error(finding('conditionNotBool', { what, type: describe(type) }), expr.span);
  }
}

export function checkNumber(ctx: Context, expr: Expr, what: string): void {
  const type = checkValue(ctx, expr);
  if (type.kind !== 'unknown' && !isNumeric(type)) {
    ctx.error(finding('numberNeeded', { what, type: describe(type) }), expr.span);
  }
}

function infer(ctx: Context, expr: Expr): Type {
  switch (expr.kind) {
    case 'int':
    case 'star':
      return INT;
    case 'float':
      return DOUBLE;
    case 'string':
      return STRING;
    case 'bool':
      return BOOL;
    case 'null':
      return NULL;
    case 'name':
      return checkName(ctx, expr);
    case 'globalAccum': {
      const accum = ctx.globalAccums.get(expr.name);
      if (accum !== undefined) return { kind: 'accum', accum: resolveAccum(accum, ctx) };
      if (ctx.vertexAccums.has(expr.name)) {
        ctx.error(finding('vertexAccumWithoutAlias', { name: expr.name }), expr.span);
        return UNKNOWN;
      }
      ctx.unknown(
        'Accumulator',
        `@@${expr.name}`,
        expr.span,
        [...ctx.globalAccums.keys()].map((name) => `@@${name}`),
      );
      return UNKNOWN;
    }
    case 'vertexAccum':
      return checkVertexAccum(ctx, expr);
    case 'member':
      return checkMember(ctx, expr);
    case 'call':
      return checkCall(ctx, expr);
    case 'method':
      return checkMethod(ctx, expr);
    case 'index': {
      const array = arrayElement(ctx, checkExpr(ctx, expr.target));
      const target = array ?? valueOf(ctx.typeOf.get(expr.target) ?? UNKNOWN, ctx);
      const index = checkValue(ctx, expr.index);
      if (array !== undefined) {
        checkNumber(ctx, expr.index, 'A place in an array');
        return array;
      }
      if (target.kind === 'map') return target.value;
      if (target.kind === 'list' || target.kind === 'unknown') {
        if (index.kind !== 'unknown' && !isNumeric(index)) {
          ctx.error(finding('listPlaceNotNumber', { type: describe(index) }), expr.index.span);
        }
        return target.kind === 'list' ? target.element : UNKNOWN;
      }
      ctx.error(finding('placesOfNone', { type: describe(target) }), expr.span);
      return UNKNOWN;
    }
    case 'binary':
      return checkBinary(ctx, expr);
    case 'unary':
      if (expr.op === 'NOT') {
        checkCondition(ctx, expr.operand, 'What NOT turns around');
        return BOOL;
      }
      checkNumber(ctx, expr.operand, `What ${expr.op} turns around`);
      return valueOf(ctx.typeOf.get(expr.operand) ?? UNKNOWN, ctx);
    case 'between': {
      const value = checkValue(ctx, expr.value);
      for (const bound of [expr.low, expr.high]) comparable(ctx, value, checkValue(ctx, bound), bound.span);
      return BOOL;
    }
    case 'in': {
      const value = checkValue(ctx, expr.value);
      const collection = valueOf(checkCollection(ctx, expr.collection), ctx);
      const element = collection.kind === 'map' ? collection.key : elementOf(collection, ctx);
      if (element === undefined) {
        ctx.error(finding('inNeedsCollection', { type: describe(collection) }), expr.collection.span);
      } else comparable(ctx, value, element, expr.value.span);
      return BOOL;
    }
    case 'like':
      for (const side of [expr.value, expr.pattern]) {
        const type = checkValue(ctx, side);
        if (type.kind !== 'unknown' && !isScalar(type, 'STRING')) {
          ctx.error(finding('likeNeedsStrings', { type: describe(type) }), side.span);
        }
      }
      return BOOL;
    case 'isNull':
      checkExpr(ctx, expr.value);
      return BOOL;
    case 'case': {
      const operand = expr.operand && checkValue(ctx, expr.operand);
      let result: Type = NULL;
      for (const { when, then } of expr.branches) {
        if (operand === undefined) checkCondition(ctx, when, 'The condition after WHEN');
        else comparable(ctx, operand, checkValue(ctx, when), when.span);
        result = join(result, checkValue(ctx, then));
      }
      return expr.otherwise === undefined ? result : join(result, checkValue(ctx, expr.otherwise));
    }
    case 'parenList': {
      const element = joined(ctx, expr.items);
      // `(k1 -> v1, k2 -> v2)` is one map.
      return element.kind === 'map' && expr.items.every(({ kind }) => kind === 'mapEntry')
        ? element
        : { kind: 'set', element };
    }
    case 'list':
      return { kind: 'list', element: joined(ctx, expr.items) };
    case 'mapEntry': {
      const keys = expr.keys.map((key) => checkValue(ctx, key));
      const values = expr.values.map((value) => checkValue(ctx, value));
      if ((keys.length > 1 || values.length > 1) && !ctx.addedEntries.has(expr)) {
        ctx.error(finding('groupEntryElsewhere'), expr.span);
        return UNKNOWN;
      }
      return { kind: 'map', key: keys[0] ?? UNKNOWN, value: values[0] ?? UNKNOWN };
    }
    case 'vertexSet':
      return { kind: 'vertexSet', types: seedTypes(ctx, expr.seeds) };
    case 'vectorSearch':
      return checkVectorSearch(ctx, expr);
    case 'column':
      if (ctx.columnsAllowed) return STRING;
      ctx.error(finding('fileColumnElsewhere'), expr.span);
      return UNKNOWN;
    case 'interval':
      checkNumber(ctx, expr.amount, 'The length of an INTERVAL');
      return UNKNOWN;
  }
}

/** Type of an array's elements, which are accumulators. */
function arrayElement(ctx: Context, type: Type): Type | undefined {
  if (type.kind !== 'accum') return undefined;
  const accum = resolveAccum(type.accum, ctx);
  return accum.kind === 'ArrayAccum' ? fromTypeExpr(accum.element, ctx) : undefined;
}

function joined(ctx: Context, items: readonly Expr[]): Type {
  const types = items.map((item) => checkValue(ctx, item));
  const [first = UNKNOWN, ...rest] = types;
  return rest.reduce<Type>((a, b) => (a.kind === 'unknown' ? a : join(a, b)), first);
}

function checkName(ctx: Context, expr: Extract<Expr, { kind: 'name' }>): Type {
  const { name } = expr;
  const entry = ctx.find(name);
  if (entry !== undefined) return ctx.bind(expr, entry);
  const constant = CONSTANTS.get(name.toUpperCase());
  if (constant !== undefined) {
    return ctx.bind(expr, {
      binding: { kind: 'constant', name: name.toUpperCase() },
      type: { kind: 'scalar', name: constant },
    });
  }
  if (ctx.schema.vertexTypes.has(name)) {
    return ctx.bind(expr, {
      binding: { kind: 'vertexType', name },
      type: { kind: 'vertexSet', types: [name] },
    });
  }
  if (ctx.schema.edgeTypes.has(name)) {
    return ctx.bind(expr, { binding: { kind: 'edgeType', name }, type: UNKNOWN });
  }
  ctx.unknown('Name', name, expr.span, visibleNames(ctx));
  return UNKNOWN;
}

function checkVertexAccum(ctx: Context, expr: Extract<Expr, { kind: 'vertexAccum' }>): Type {
  const target = checkValue(ctx, expr.target);
  const start = expr.span.end - expr.name.length - 1 - (expr.previous ? 1 : 0);
  const span: Span = { start, end: expr.span.end - (expr.previous ? 1 : 0) };
  if (!['vertex', 'vertexSet', 'edge', 'unknown'].includes(target.kind) && !isVertexCollection(target)) {
    ctx.error(finding('vertexAccumOfOther', { name: expr.name, type: describe(target) }), expr.target.span);
  }
  const accums = target.kind === 'edge' ? ctx.edgeAccums : ctx.vertexAccums;
  const accum =
    accums.get(expr.name) ?? (target.kind === 'unknown' ? ctx.edgeAccums.get(expr.name) : undefined);
  if (accum !== undefined) {
    if (target.kind === 'edge' && ctx.place === 'postAccum') {
      ctx.error(finding('edgeAccumInPostAccum', { name: expr.name }), span);
    }
    return { kind: 'accum', accum: resolveAccum(accum, ctx) };
  }
  if (ctx.edgeAccums.has(expr.name)) {
    ctx.error(finding('edgeAccumOfOther', { name: expr.name, type: describe(target) }), expr.target.span);
  } else if (ctx.globalAccums.has(expr.name)) {
    ctx.error(finding('globalAccumAfterAlias', { name: expr.name }), expr.span, {
      title: `Change to @@${expr.name}`,
      replacement: `@@${expr.name}`,
    });
  } else {
    const known = [...accums.keys()].map((name) => `@${name}`);
    ctx.unknown('Accumulator', `@${expr.name}`, span, known);
  }
  return UNKNOWN;
}

const COMPARISONS: readonly BinaryOp[] = ['==', '!=', '<', '<=', '>', '>='];

function checkBinary(ctx: Context, expr: Extract<Expr, { kind: 'binary' }>): Type {
  const { op } = expr;
  if (op === 'AND' || op === 'OR') {
    checkCondition(ctx, expr.left, `The left side of ${op}`);
    checkCondition(ctx, expr.right, `The right side of ${op}`);
    return BOOL;
  }
  const left = checkValue(ctx, expr.left);
  const right = checkValue(ctx, expr.right);
  if (COMPARISONS.includes(op)) {
    comparable(ctx, left, right, expr.span);
    return BOOL;
  }
  if (op === 'UNION' || op === 'INTERSECT' || op === 'MINUS') return setOperation(ctx, expr, left, right);
  if (op === '+') {
    // The sum of two arrays is an array of the same accumulators.
    const [array, other] = [ctx.typeOf.get(expr.left) ?? UNKNOWN, ctx.typeOf.get(expr.right) ?? UNKNOWN];
    if (arrayElement(ctx, array) !== undefined && arrayElement(ctx, other) !== undefined) return array;
  }
  return arithmetic(ctx, expr, left, right);
}

const STRUCTURED: readonly Type['kind'][] = [
  'vertex',
  'edge',
  'vertexSet',
  'list',
  'set',
  'bag',
  'map',
  'tuple',
];

/** Reports two types that can never be equal nor ordered. */
function comparable(ctx: Context, left: Type, right: Type, span: Span): void {
  let fits = true;
  if (left.kind === 'scalar' && right.kind === 'scalar') {
    // A DATETIME may be compared with its text.
    const isTime = (type: Type): boolean => isScalar(type, 'DATETIME') || isScalar(type, 'STRING');
    fits =
      left.name === right.name || (isNumeric(left) && isNumeric(right)) || (isTime(left) && isTime(right));
  } else if (left.kind === 'scalar') fits = !STRUCTURED.includes(right.kind);
  else if (right.kind === 'scalar') fits = !STRUCTURED.includes(left.kind);
  if (!fits) ctx.error(finding('notComparable', { left: describe(left), right: describe(right) }), span);
}

function setOperation(ctx: Context, expr: Extract<Expr, { kind: 'binary' }>, left: Type, right: Type): Type {
  for (const [type, side] of [
    [left, expr.left],
    [right, expr.right],
  ] as const) {
    if (!['vertexSet', 'set', 'bag', 'list', 'unknown'].includes(type.kind)) {
      ctx.error(finding('setsNeeded', { operator: expr.op, type: describe(type) }), side.span);
      return UNKNOWN;
    }
  }
  if (left.kind === 'vertexSet' || right.kind === 'vertexSet') {
    const types = [left, right].map((type) => (type.kind === 'vertexSet' ? type.types : []));
    const [a = [], b = []] = types;
    return {
      kind: 'vertexSet',
      types: expr.op === 'UNION' ? unite(a, b) : left.kind === 'vertexSet' ? a : b,
    };
  }
  return left.kind === 'unknown' ? right : left;
}

function arithmetic(ctx: Context, expr: Extract<Expr, { kind: 'binary' }>, left: Type, right: Type): Type {
  const { op } = expr;
  if (isNumeric(left) && isNumeric(right)) return widest(left, right);
  if (left.kind === 'unknown' || right.kind === 'unknown') {
    if (op === '+' && (isScalar(left, 'STRING') || isScalar(right, 'STRING'))) return STRING;
    return UNKNOWN;
  }
  if (op === '+') {
    if (isScalar(left, 'STRING') && isScalar(right, 'STRING')) return STRING;
    if (['list', 'set', 'bag', 'map'].includes(left.kind) && left.kind === right.kind)
      return join(left, right);
    if (
      (isScalar(left, 'STRING') || isScalar(right, 'STRING')) &&
      left.kind === 'scalar' &&
      right.kind === 'scalar'
    ) {
      const other = isScalar(left, 'STRING') ? right : left;
      ctx.error(finding('stringNotJoined', { other: describe(other) }), expr.span);
      return STRING;
    }
  }
  if (op === '*' && left.kind === 'list' && right.kind === 'list') return join(left, right);
  if (op === '-' && isScalar(left, 'DATETIME') && isScalar(right, 'DATETIME')) {
    ctx.error(finding('datetimeDifference'), expr.span);
    return INT;
  }
  if (isScalar(left, 'DATETIME') && isNumeric(right)) {
    ctx.error(finding('datetimeArithmetic', { verb: op === '-' ? 'sub' : 'add' }), expr.span);
    return DATETIME;
  }
  ctx.error(
    finding('operatorWithoutMeaning', { left: describe(left), operator: op, right: describe(right) }),
    expr.span,
  );
  return UNKNOWN;
}

/** The vertex types that the members of `{…}` may have; empty: any. */
function seedTypes(ctx: Context, seeds: readonly Seed[]): readonly string[] {
  let types: readonly string[] | undefined;
  for (const seed of seeds) {
    const own = seedOf(ctx, seed);
    types = types === undefined ? own : unite(types, own);
  }
  return types ?? [];
}

function seedOf(ctx: Context, seed: Seed): readonly string[] {
  if (seed.kind === 'any') return [];
  if (seed.kind === 'allOf') {
    if (ctx.schema.vertexTypes.has(seed.name)) return [seed.name];
    const entry = ctx.find(seed.name);
    if (entry === undefined) {
      const span = { start: seed.span.start, end: seed.span.start + seed.name.length };
      ctx.unknown('Vertex type', seed.name, span, ctx.schema.vertexTypes.keys());
    } else if (!holdsTypeNames(entry.type)) {
      ctx.error(finding('seedNamesNoType', { name: seed.name }), seed.span);
    }
    return [];
  }
  const type = checkValue(ctx, seed.expr);
  const { expr } = seed;
  if (expr.kind === 'name' && ctx.bindingOf.get(expr)?.kind === 'vertexType') return [expr.name];
  if (type.kind === 'vertexSet' || type.kind === 'vertex') return type.types;
  const element = elementOf(type, ctx) ?? type;
  if (element.kind === 'vertex') return element.types;
  if (element.kind !== 'unknown' && !holdsTypeNames(type)) {
    ctx.error(finding('notInVertexSet', { type: describe(type) }), seed.span);
  }
  return [];
}

/** STRING or a collection of it: names of types that are known only at run time. */
export function holdsTypeNames(type: Type): boolean {
  if (type.kind === 'unknown' || isScalar(type, 'STRING')) return true;
  return ['set', 'list', 'bag'].includes(type.kind) && 'element' in type && holdsTypeNames(type.element);
}

/** Reports a value that cannot be stored where `to` is wanted. */
export function checkAssignable(ctx: Context, to: Type, from: Type, span: Span, what: string): void {
  if (!assignable(to, from, ctx)) {
    ctx.error(
      finding('notAssignableTo', { what, type: describe(to), value: describe(valueOf(from, ctx)) }),
      span,
    );
  }
}

function* visibleNames(ctx: Context): Iterable<string> {
  yield* ctx.visibleNames();
  yield* ctx.schema.vertexTypes.keys();
}
