/** Calls of functions, constructors of tuples, subqueries, and methods. */
import { finding } from '../diagnostics/catalogue.ts';
import type { FunctionSignature, QuerySignature } from '../../schema.ts';
import type { Type } from '../analysis.ts';
import type { AccumType, Expr } from '../ast.ts';
import { parseTypeText } from '../parse.ts';
import type { Context } from './context.ts';
import { checkAssignable, checkCondition, checkExpr } from './expressions.ts';
import {
  ACCUM_METHODS,
  COLLECTION_METHODS,
  DYNAMIC_METHODS,
  EDGE_METHODS,
  FUNCTIONS,
  TAG_METHODS,
  VERTEX_METHODS,
} from './functions.ts';
import type { Signature } from './functions.ts';
import { checkKeys } from './groups.ts';
import { attributeType } from './members.ts';
import { checkFileCall, checkLog, checkReset, evaluated, isLogStatement } from './special-calls.ts';
import { nearest } from '../../text-distance.ts';
import {
  ANY_SET,
  ANY_VERTEX,
  BOOL,
  DATETIME,
  DOUBLE,
  INT,
  STRING,
  UNKNOWN,
  describe,
  typeText,
  elementOf,
  fromAttribute,
  fromTypeExpr,
  groupTuple,
  isNumeric,
  isScalar,
  join,
  resolveAccum,
  valueOf,
} from './types.ts';
import { isVector } from './vectors.ts';

type Call = Extract<Expr, { kind: 'call' }>;
type Method = Extract<Expr, { kind: 'method' }>;

export function checkCall(ctx: Context, expr: Call): Type {
  if (expr.name.toLowerCase() === 'vectorsearch' && !ctx.schema.queries.has(expr.name)) {
    ctx.error(finding('vectorSearchRefused'), expr.span);
    return UNKNOWN;
  }
  const reading = checkFileCall(ctx, expr);
  if (reading !== undefined) return reading;
  const args = expr.args.map((arg) => checkExpr(ctx, arg));
  const tuple = ctx.tuple(expr.name);
  if (tuple !== undefined) {
    if (expr.args.length !== tuple.fields.length) {
      const fields = tuple.fields.map(({ name, type }) => `${describe(type)} ${name}`).join(', ');
      ctx.error(
        finding('tupleFieldCount', {
          tuple: expr.name,
          count: tuple.fields.length,
          fields,
          given: expr.args.length,
        }),
        expr.span,
      );
    }
    tuple.fields.forEach((field, i) => {
      const [arg, type] = [expr.args[i], args[i]];
      if (arg !== undefined && type !== undefined)
        checkAssignable(ctx, field.type, type, arg.span, `Field ${field.name}`);
    });
    return tuple;
  }
  if (isLogStatement(expr)) return checkLog(ctx, expr);
  if (expr.name.toLowerCase() === 'reset_collection_accum') return checkReset(ctx, expr);
  const signature = FUNCTIONS.get(expr.name.toLowerCase());
  if (signature !== undefined) {
    const type = checkSignature(ctx, expr, expr.args, signature, undefined);
    return expr.name.toLowerCase() === 'evaluate' ? evaluated(ctx, expr) : type;
  }
  const own = ctx.schema.functions.get(expr.name);
  if (own !== undefined) return checkOwnFunction(ctx, expr, own, args);
  const query = ctx.schema.queries.get(expr.name);
  if (query !== undefined || expr.name === ctx.query.name.text) {
    return checkSubquery(ctx, expr, query, args);
  }
  const nameSpan = { start: expr.span.start, end: expr.span.start + expr.name.length };
  const known = [
    ...[...FUNCTIONS.values()].map(({ name }) => name),
    ...ctx.schema.functions.keys(),
    ...ctx.schema.queries.keys(),
    ...ctx.tuples.keys(),
  ];
  ctx.unknown('Function', expr.name, nameSpan, known);
  return UNKNOWN;
}

/** A function that the people of the workspace wrote. */
function checkOwnFunction(
  ctx: Context,
  expr: Call,
  { parameters, returns }: FunctionSignature,
  args: readonly Type[],
): Type {
  if (args.length !== parameters.length) {
    const list = parameters.map(({ name, type }) => `${typeText(type)} ${name}`).join(', ');
    ctx.error(
      finding('ownFunctionArguments', {
        name: expr.name,
        count: parameters.length,
        parameters: list,
        given: args.length,
      }),
      expr.span,
    );
  }
  parameters.forEach(({ name, type }, i) => {
    const [arg, given] = [expr.args[i], args[i]];
    if (arg !== undefined && given !== undefined)
      checkAssignable(ctx, fromAttribute(type, ctx), given, arg.span, `The argument ${name}`);
  });
  return fromAttribute(returns, ctx);
}

/** A call of a stored query, or a recursive call when there is none of the name. */
function checkSubquery(
  ctx: Context,
  expr: Call,
  query: QuerySignature | undefined,
  args: readonly Type[],
): Type {
  const parameters =
    query === undefined
      ? ctx.query.parameters
      : query.parameters.map(({ name, type }) => ({ name, type: parseTypeText(type) }));
  if (expr.args.length > parameters.length) {
    ctx.error(
      finding('functionArgumentCount', {
        name: expr.name,
        count: parameters.length,
        given: expr.args.length,
      }),
      expr.span,
    );
  }
  parameters.forEach(({ name, type }, i) => {
    const [arg, given] = [expr.args[i], args[i]];
    if (type !== undefined && arg !== undefined && given !== undefined)
      checkAssignable(ctx, fromTypeExpr(type, ctx), given, arg.span, `The argument ${name}`);
  });
  const returns = query?.returns;
  if (returns === undefined) {
    const own = ctx.query.name.text === expr.name ? ctx.query.returns : undefined;
    return own === undefined ? UNKNOWN : asReturned(ctx, fromTypeExpr(own, ctx));
  }
  const type = parseTypeText(returns);
  return type === undefined ? UNKNOWN : asReturned(ctx, fromTypeExpr(type, ctx));
}

/** A set of vertices that a query returns can be used as a vertex set. */
function asReturned(ctx: Context, type: Type): Type {
  const value = valueOf(type, ctx);
  if (value.kind === 'set' && value.element.kind === 'vertex')
    return { kind: 'vertexSet', types: value.element.types };
  return value;
}

export function checkMethod(ctx: Context, expr: Method): Type {
  const receiver = checkExpr(ctx, expr.target);
  if (expr.name.toLowerCase() === 'filter') return checkFilter(ctx, expr, receiver);
  for (const arg of expr.args) {
    // Edge and vertex types may be bare arguments: v.outdegree(Knows).
    checkExpr(ctx, arg);
  }
  if (receiver.kind === 'unknown' || receiver.kind === 'null') {
    const signature = DYNAMIC_METHODS.get(expr.name.toLowerCase());
    return signature === undefined ? UNKNOWN : checkSignature(ctx, expr, expr.args, signature, receiver);
  }
  const methods = methodsOf(ctx, receiver);
  const signature = methods?.get(expr.name.toLowerCase());
  if (signature !== undefined) {
    const type = checkSignature(ctx, expr, expr.args, signature, receiver);
    const lower = expr.name.toLowerCase();
    if (lower === 'outdegree') checkCounted(ctx, expr, receiver);
    if (receiver.kind === 'accum' && KEYED.has(lower)) {
      const accum = resolveAccum(receiver.accum, ctx);
      if (accum.kind === 'GroupByAccum') checkKeys(ctx, accum, expr.args, expr);
    }
    if (
      (lower === 'getattr' || lower === 'setattr') &&
      (receiver.kind === 'vertex' || receiver.kind === 'edge')
    ) {
      return attributeByName(ctx, expr, receiver);
    }
    return type;
  }
  if (receiver.kind === 'vertex' && TAG_METHODS.has(expr.name.toLowerCase())) {
    ctx.error(finding('tagFunctionRefused', { name: expr.name }), expr.span);
    return UNKNOWN;
  }
  const known = [...(methods?.values() ?? [])].map(({ name }) => name);
  const near = nearest(expr.name, known);
  const called = FUNCTIONS.get(expr.name.toLowerCase());
  const available =
    called !== undefined
      ? `write ${called.name}(…)`
      : known.length === 0
        ? 'it has none'
        : `it has ${[...new Set(known)].join(', ')}`;
  const start = expr.target.span.end + 1;
  ctx.error(
    finding('memberFunctionUnknown', { type: describe(receiver), name: expr.name, available }),
    { start, end: start + expr.name.length },
    near === undefined ? undefined : { title: `Change to ${near}`, replacement: near },
  );
  return UNKNOWN;
}

const KEYED = new Set(['get', 'containskey', 'remove']);

/** A type WITH STATS="none" has nothing that counts its edges. */
function checkCounted(ctx: Context, expr: Method, receiver: Type): void {
  const types = receiver.kind === 'vertex' ? receiver.types : [];
  const uncounted = types.every((name) => ctx.schema.vertexTypes.get(name)?.stats === 'none');
  if (types.length === 0 || !uncounted) return;
  ctx.error(finding('outdegreeWithoutStats', { types: types.join(', ') }), expr.span);
}

/** The functions that a value of this type has; undefined when it has none. */
export function methodsOf(ctx: Context, type: Type): ReadonlyMap<string, Signature> | undefined {
  if (type.kind === 'accum') {
    const accum = resolveAccum(type.accum, ctx);
    const own = ACCUM_METHODS[accum.kind];
    if (own !== undefined) return own;
    return methodsOf(ctx, valueOf(type, ctx));
  }
  switch (type.kind) {
    case 'vertex':
      return VERTEX_METHODS;
    case 'edge':
      return EDGE_METHODS;
    case 'vertexSet':
    case 'set':
    case 'bag':
    case 'list':
    case 'map':
    case 'table':
      return COLLECTION_METHODS[type.kind];
    default:
      return undefined;
  }
}

/** `.filter(condition)`: the condition may use the members' attributes, or the columns of the file that is read. */
function checkFilter(ctx: Context, expr: Method, receiver: Type): Type {
  if (expr.target.kind === 'call' && /^(?:selectvertex|loadaccum)$/i.test(expr.target.name)) {
    ctx.columnsAllowed = true;
    for (const arg of expr.args) checkCondition(ctx, arg, 'The condition of FILTER');
    ctx.columnsAllowed = false;
    return receiver;
  }
  for (const arg of expr.args)
    ctx.inBlock(arg.span, () => checkCondition(ctx, arg, 'The condition of filter'));
  return receiver;
}

function attributeByName(
  ctx: Context,
  expr: Method,
  receiver: Extract<Type, { kind: 'vertex' | 'edge' }>,
): Type {
  const [name, kind] = expr.args;
  if (expr.name.toLowerCase() === 'setattr') return UNKNOWN;
  if (kind?.kind === 'string') {
    const written = parseTypeText(kind.value);
    if (written !== undefined) return fromTypeExpr(written, ctx);
  }
  if (name?.kind !== 'string') return UNKNOWN;
  const found = ctx.schema.readable(receiver.kind, receiver.types).get(name.value);
  return found === undefined ? UNKNOWN : attributeType(ctx, found);
}

function checkSignature(
  ctx: Context,
  expr: Call | Method,
  args: readonly Expr[],
  signature: Signature,
  receiver: Type | undefined,
): Type {
  const required = signature.parameters.filter((parameter) => !parameter.optional).length;
  const most = signature.parameters.some((parameter) => parameter.rest)
    ? Infinity
    : signature.parameters.length;
  if (args.length < required || args.length > most) {
    ctx.error(finding('functionForm', { name: signature.name, form: signature.text }), expr.span);
  }
  args.forEach((arg, i) => {
    const parameter = signature.parameters[Math.min(i, signature.parameters.length - 1)];
    if (parameter !== undefined) checkArgument(ctx, arg, parameter.type, parameter.name, receiver);
  });
  return returned(ctx, signature.returns, args, receiver);
}

const WANTED_WORDS: Readonly<Record<string, string>> = { NUMBER: 'a number', VECTOR: 'a list of numbers' };

function checkArgument(
  ctx: Context,
  arg: Expr,
  wanted: string,
  name: string,
  receiver: Type | undefined,
): void {
  const type = valueOf(ctx.typeOf.get(arg) ?? UNKNOWN, ctx);
  if (type.kind === 'unknown' || type.kind === 'null') return;
  const fits = ((): boolean => {
    switch (wanted) {
      case 'NUMBER':
      case 'INT':
        return isNumeric(type);
      case 'STRING':
        return isScalar(type, 'STRING');
      case 'DATETIME':
        return isScalar(type, 'DATETIME') || isScalar(type, 'STRING');
      case 'BOOL':
        return isScalar(type, 'BOOL');
      case 'VERTEX':
        return type.kind === 'vertex';
      case 'VECTOR':
        return isVector(type);
      default:
        return true;
    }
  })();
  if (!fits) {
    ctx.error(
      finding('argumentType', { name, wanted: WANTED_WORDS[wanted] ?? wanted, type: describe(type) }),
      arg.span,
    );
  } else if (receiver !== undefined && (wanted === 'KEY' || wanted === 'ELEMENT')) {
    const value = valueOf(receiver, ctx);
    const to = value.kind === 'map' ? value.key : elementOf(receiver, ctx);
    if (to !== undefined) checkAssignable(ctx, to, type, arg.span, `The argument ${name}`);
  }
}

function returned(ctx: Context, returns: string, args: readonly Expr[], receiver: Type | undefined): Type {
  const argType = (i: number): Type => {
    const arg = args[i];
    return arg === undefined ? UNKNOWN : valueOf(ctx.typeOf.get(arg) ?? UNKNOWN, ctx);
  };
  switch (returns) {
    case 'INT':
      return INT;
    case 'DOUBLE':
      return DOUBLE;
    case 'STRING':
      return STRING;
    case 'BOOL':
      return BOOL;
    case 'DATETIME':
      return DATETIME;
    case 'VERTEX':
      return ANY_VERTEX;
    case 'VERTEXSET':
      return ANY_SET;
    case 'SAME':
      return argType(0);
    case 'JOIN':
      return args.map((_, i) => argType(i)).reduce((a, b) => join(a, b), UNKNOWN);
    case 'SUM':
    case 'MEMBER': {
      const type = argType(0);
      return elementOf(type, ctx) ?? (args.length > 1 ? args.map((_, i) => argType(i)).reduce(join) : type);
    }
    case 'SELF':
      return receiver ?? UNKNOWN;
    case 'ELEMENT':
      return receiver === undefined ? UNKNOWN : memberOf(ctx, receiver);
    case 'VALUE': {
      const value = receiver === undefined ? UNKNOWN : valueOf(receiver, ctx);
      return value.kind === 'map' ? value.value : UNKNOWN;
    }
    case 'SET<STRING>':
      return { kind: 'set', element: STRING };
    case 'LIST<INT>':
      return { kind: 'list', element: INT };
    case 'BITS':
      return receiver ?? INT;
    case 'LIST<VERTEX>':
      return { kind: 'list', element: ANY_VERTEX };
    case 'LIST<STRING>':
      return { kind: 'list', element: STRING };
    case 'BAG<VERTEX>':
      return { kind: 'bag', element: ANY_VERTEX };
    case 'BAG<ANY>':
      return { kind: 'bag', element: UNKNOWN };
    default:
      return UNKNOWN;
  }
}

function memberOf(ctx: Context, receiver: Type): Type {
  if (receiver.kind === 'accum') {
    const accum: AccumType = resolveAccum(receiver.accum, ctx);
    if (accum.kind === 'GroupByAccum') return groupTuple(accum, ctx, false);
  }
  return elementOf(receiver, ctx) ?? UNKNOWN;
}
