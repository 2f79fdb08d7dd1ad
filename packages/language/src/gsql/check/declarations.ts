/** Types as written, declared variables and accumulators. */
import type { AccumType, BodyStatement, Expr, Parameter, TupleField, TypeExpr } from '../ast.ts';
import { KEYWORDS, TYPE_WORDS } from '../keywords.ts';
import { checkInitial } from './assign.ts';
import type { Context } from './context.ts';
import { checkAssignable, checkExpr, checkNumber } from './expressions.ts';
import { nearest } from '../../text-distance.ts';
import { fromTypeExpr, resolveAccum } from './types.ts';

/** Reports names in a type that stand for nothing. */
export function checkType(ctx: Context, type: TypeExpr): void {
  switch (type.kind) {
    case 'vertex':
      if (type.vertexType !== undefined && !ctx.schema.vertexTypes.has(type.vertexType)) {
        ctx.unknown('Vertex type', type.vertexType, inside(type), ctx.schema.vertexTypes.keys());
      }
      break;
    case 'edge':
      if (type.edgeType !== undefined && !ctx.schema.edgeTypes.has(type.edgeType)) {
        ctx.unknown('Edge type', type.edgeType, inside(type), ctx.schema.edgeTypes.keys());
      }
      break;
    case 'set':
    case 'bag':
    case 'list':
      checkType(ctx, type.element);
      break;
    case 'map':
      checkType(ctx, type.key);
      checkType(ctx, type.value);
      break;
    case 'accum':
      checkAccumType(ctx, type.accum);
      break;
    case 'named': {
      if (type.name.toUpperCase() === 'FILE') break;
      if (ctx.tuple(type.name) !== undefined || ctx.accum(type.name) !== undefined) break;
      const types = [...ctx.tuples.keys(), ...ctx.accumTypedefs.keys(), ...TYPE_WORDS];
      // `PRIN x;` reads as a declaration: the word may have been meant to be a statement's.
      const known = nearest(type.name, types) === undefined ? KEYWORDS : types;
      ctx.unknown('Type', type.name, type.span, known);
      break;
    }
    case 'scalar':
    case 'json':
  }
}

/** The name between `<` and `>` of VERTEX<T>. */
function inside(type: Extract<TypeExpr, { kind: 'vertex' | 'edge' }>): { start: number; end: number } {
  const name = type.kind === 'vertex' ? type.vertexType : type.edgeType;
  return { start: type.span.end - 1 - (name?.length ?? 0), end: type.span.end - 1 };
}

export function checkAccumType(ctx: Context, accum: AccumType): void {
  switch (accum.kind) {
    case 'named':
      if (ctx.accum(accum.name) === undefined) {
        ctx.unknown('Accumulator type', accum.name, accum.span, [
          ...ctx.accumTypedefs.keys(),
          ...ACCUM_NAMES,
        ]);
      }
      break;
    case 'MapAccum':
      checkType(ctx, accum.key);
      checkType(ctx, accum.value);
      break;
    case 'HeapAccum': {
      checkNumber(ctx, accum.capacity, 'The capacity of a HeapAccum');
      const tuple = ctx.tuple(accum.tuple);
      if (tuple === undefined) ctx.unknown('Tuple type', accum.tuple, accum.span, ctx.tuples.keys());
      else {
        const fields = tuple.fields.map(({ name }) => name);
        for (const { field } of accum.order) {
          if (!fields.includes(field)) ctx.unknown('Field', field, accum.span, fields, ` in ${accum.tuple}`);
        }
      }
      if (accum.order.length === 0) {
        ctx.error('SEM-19', 'A HeapAccum needs at least one field to sort by.', accum.span);
      }
      break;
    }
    case 'GroupByAccum':
      for (const { type } of accum.keys) checkType(ctx, type);
      for (const value of accum.values) checkAccumType(ctx, value.accum);
      break;
    case 'SumAccum':
    case 'MinAccum':
    case 'MaxAccum':
      if (accum.element === undefined) {
        ctx.error(
          'SEM-20',
          `${accum.kind} needs the type of its value, as in ${accum.kind}<INT>.`,
          accum.span,
        );
        break;
      }
      checkType(ctx, accum.element);
      break;
    default:
      if (accum.element !== undefined) checkType(ctx, accum.element);
  }
}

const ACCUM_NAMES = [
  'SumAccum',
  'MinAccum',
  'MaxAccum',
  'AvgAccum',
  'AndAccum',
  'OrAccum',
  'ListAccum',
  'SetAccum',
  'BagAccum',
  'MapAccum',
  'HeapAccum',
  'GroupByAccum',
  'ArrayAccum',
];

export function checkAccums(
  ctx: Context,
  statement: Extract<BodyStatement, { kind: 'declareAccums' }>,
): void {
  checkAccumType(ctx, statement.type);
  const accum = resolveAccum(statement.type, ctx);
  for (const { name, global, initial, dimensions, span } of statement.accums) {
    const accums = global ? ctx.globalAccums : ctx.vertexAccums;
    const known = accums.get(name);
    if (known !== undefined && known !== accum) {
      ctx.error('SEM-2', `${global ? '@@' : '@'}${name} is declared already.`, span);
    }
    accums.set(name, accum);
    for (const size of dimensions ?? []) checkNumber(ctx, size, 'The size of an array');
    if (initial !== undefined) checkInitial(ctx, accum, initial);
  }
}

/** A base variable, in the body or inside a clause. */
export function declareVariable(
  ctx: Context,
  type: TypeExpr,
  variable: { readonly name: string; readonly value?: Expr },
  span: { readonly start: number; readonly end: number },
): void {
  const resolved = fromTypeExpr(type, ctx);
  if (variable.value !== undefined) {
    checkAssignable(ctx, resolved, checkExpr(ctx, variable.value), variable.value.span, variable.name);
  }
  ctx.variables.set(variable.name, type);
  ctx.declare(variable.name, { binding: { kind: 'variable', name: variable.name }, type: resolved }, span);
}

export function checkFields(ctx: Context, fields: readonly TupleField[]): void {
  for (const { type } of fields) checkType(ctx, type);
}

export function declareParameter(ctx: Context, parameter: Parameter): void {
  const { type, name, defaultValue } = parameter;
  checkType(ctx, type);
  if (type.kind === 'edge' || type.kind === 'json' || type.kind === 'accum' || type.kind === 'map') {
    ctx.error('SEM-21', `A parameter cannot be of this type: ${name}.`, type.span);
  }
  const resolved = fromTypeExpr(type, ctx);
  if (defaultValue !== undefined) {
    checkAssignable(ctx, resolved, checkExpr(ctx, defaultValue), defaultValue.span, `The default of ${name}`);
  }
  const nameSpan = { start: type.span.end, end: parameter.span.end };
  ctx.declare(name, { binding: { kind: 'parameter', parameter }, type: resolved }, nameSpan);
}
