/** Resolves written types, and checks declared variables and accumulators. */
import { finding } from '../diagnostics/catalogue.ts';
import type { AccumType, BodyStatement, Expr, Parameter, TupleField, TypeExpr } from '../ast.ts';
import { KEYWORDS, TYPE_WORDS } from '../keywords.ts';
import { checkInitial } from './assign.ts';
import type { Context } from './context.ts';
import { checkAssignable, checkExpr, checkNumber } from './expressions.ts';
import { nearest } from '../../text-distance.ts';
import {
  describe,
  describeAccum,
  describeTypeExpr,
  fromTypeExpr,
  groupParts,
  isScalar,
  resolveAccum,
} from './types.ts';

/** Reports unknown names in a type. */
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
    case 'tuple':
      for (const field of type.fields) checkType(ctx, field);
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
      plainElement(ctx, accum.key, 'The key of a MapAccum');
      checkType(ctx, accum.value);
      break;
    case 'SetAccum':
    case 'BagAccum':
      plainElement(ctx, accum.element, `The element of a ${accum.kind}`);
      break;
    case 'ListAccum':
      checkType(ctx, accum.element);
      if (!['none', 'ListAccum'].includes(accumKind(ctx, accum.element))) {
        ctx.error(finding('accumInListAccum'), accum.span);
      }
      break;
    case 'ArrayAccum':
      checkType(ctx, accum.element);
      if (['none', 'HeapAccum', 'MapAccum', 'GroupByAccum'].includes(accumKind(ctx, accum.element))) {
        const found = describe(fromTypeExpr(accum.element, ctx));
        ctx.error(finding('accumInArrayAccum', { found }), accum.span);
      }
      break;
    case 'HeapAccum': {
      if (accum.capacity !== undefined) checkNumber(ctx, accum.capacity, 'The capacity of a HeapAccum');
      const tuple = ctx.tuple(accum.tuple);
      if (tuple === undefined) ctx.unknown('Tuple type', accum.tuple, accum.span, ctx.tuples.keys());
      else {
        const fields = tuple.fields.map(({ name }) => name);
        for (const { field } of accum.order) {
          if (!fields.includes(field)) ctx.unknown('Field', field, accum.span, fields, ` in ${accum.tuple}`);
        }
      }
      if (accum.order.length === 0) {
        ctx.error(finding('heapWithoutField'), accum.span);
      }
      break;
    }
    case 'GroupByAccum':
      {
        const { keys, values } = groupParts(accum, (name) => ctx.accum(name) !== undefined);
        for (const { type } of keys) plainElement(ctx, type, 'A key of a GroupByAccum');
        for (const value of values) checkAccumType(ctx, value.accum);
      }
      break;
    case 'SumAccum':
    case 'MinAccum':
    case 'MaxAccum':
      if (accum.element === undefined) {
        ctx.error(finding('accumWithoutType', { accum: accum.kind }), accum.span);
        break;
      }
      checkType(ctx, accum.element);
      break;
    default:
      if (accum.element !== undefined) checkType(ctx, accum.element);
  }
}

/** The kind of an accumulator used as an element; `none` when it is not one. */
function accumKind(ctx: Context, element: TypeExpr): string {
  const type = fromTypeExpr(element, ctx);
  return type.kind === 'accum' ? resolveAccum(type.accum, ctx).kind : 'none';
}

/** Elements of sets and keys of maps are base types and tuples. */
function plainElement(ctx: Context, element: TypeExpr, what: string): void {
  checkType(ctx, element);
  const found = accumKind(ctx, element);
  if (found !== 'none') ctx.error(finding('accumValueType', { what, found }), element.span);
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
  'BitwiseAndAccum',
  'BitwiseOrAccum',
  'DeviationAccum',
  'DeviationPAccum',
  'PercentileContAccum',
];

export function checkAccums(
  ctx: Context,
  statement: Extract<BodyStatement, { kind: 'declareAccums' }>,
): void {
  checkAccumType(ctx, statement.type);
  const resolved = resolveAccum(statement.type, ctx);
  for (const { name, global, edge, initial, dimensions, span } of statement.accums) {
    if (edge && global) ctx.error(finding('edgeAccumGlobal', { name }), span);
    const accum = withDimensions(ctx, resolved, dimensions ?? [], span);
    const kind = global ? 'global' : edge ? 'edge' : 'vertex';
    const accums = { global: ctx.globalAccums, vertex: ctx.vertexAccums, edge: ctx.edgeAccums }[kind];
    const taken = !global && (edge ? ctx.vertexAccums : ctx.edgeAccums).has(name);
    const known = accums.get(name);
    const first = ctx.declareAccum(name, kind, accum);
    if (taken || (!first && known !== undefined && describeAccum(known) !== describeAccum(accum))) {
      ctx.error(finding('accumDeclared', { sign: global ? '@@' : '@', name }), span);
    }
    if (initial !== undefined) checkInitial(ctx, accum, initial);
  }
}

/** An array of n dimensions is to the checker an array of arrays: each `[i]` goes one level down. */
function withDimensions(
  ctx: Context,
  accum: AccumType,
  dimensions: readonly (Expr | null)[],
  span: AccumType['span'],
): AccumType {
  for (const size of dimensions) if (size !== null) checkNumber(ctx, size, 'The size of an array');
  if (accum.kind !== 'ArrayAccum') {
    if (dimensions.length > 0) {
      ctx.error(finding('sizesWithoutArrayAccum', { accum: describeAccum(accum) }), span);
    }
    return accum;
  }
  if (dimensions.length === 0) {
    ctx.error(finding('arrayAccumWithoutSizes'), span);
  }
  return dimensions
    .slice(1)
    .reduce<AccumType>(
      (element) => ({ ...accum, element: { kind: 'accum', accum: element, span: accum.span } }),
      accum,
    );
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
  if (['edge', 'accum', 'tuple'].includes(type.kind)) {
    ctx.error(finding('parameterType', { type: describeTypeExpr(type), name }), type.span);
  }
  const resolved = fromTypeExpr(type, ctx);
  if (defaultValue !== undefined) {
    const given = checkExpr(ctx, defaultValue);
    if (!isScalar(resolved, 'DATETIME') || defaultValue.kind !== 'string') {
      checkAssignable(ctx, resolved, given, defaultValue.span, `The default of ${name}`);
    } else if (!/^\s*(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|-?\d+\s*$)/.test(defaultValue.value)) {
      // A DATETIME has no literal: its default is a text, as in a call.
      const example = '"2020-01-31 00:00:00"';
      ctx.error(finding('defaultNoTime', { name, example }), defaultValue.span);
    }
  }
  const nameSpan = { start: type.span.end, end: parameter.span.end };
  ctx.declare(name, { binding: { kind: 'parameter', parameter }, type: resolved }, nameSpan);
}
