/** Checks assignments and accumulations: their targets, and the types of their values. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Type } from '../analysis.ts';
import type { AccumType, Expr, Target } from '../ast.ts';
import type { Context } from './context.ts';
import { checkAssignable, checkExpr } from './expressions.ts';
import { checkEntry, noteEntries } from './groups.ts';
import {
  INT,
  assignable,
  describe,
  describeAccum,
  elementOf,
  fromTypeExpr,
  isNumeric,
  isScalar,
  resolveAccum,
  valueOf,
} from './types.ts';

/** `target = value` or `target += value`, anywhere but for vertex sets of the body. */
export function checkAssign(ctx: Context, target: Target, op: '=' | '+=', value: Expr): void {
  const to = checkExpr(ctx, target);
  if (to.kind === 'accum') noteEntries(ctx, value);
  const from = checkExpr(ctx, value);
  checkPlace(ctx, target, op, to);
  if (to.kind === 'accum') {
    if (op === '=') checkReplaced(ctx, to, from, value);
    else if (!accumulates(ctx, resolveAccum(to.accum, ctx), from, value)) {
      const needsPair = to.accum.kind === 'MapAccum' && value.kind === 'parenList';
      const params = { accum: describe(to), value: describe(valueOf(from, ctx)) };
      ctx.error(finding(needsPair ? 'accumNeedsPair' : 'accumCannotTake', params), value.span);
    }
    if (value.kind === 'mapEntry') checkEntry(ctx, resolveAccum(to.accum, ctx), value);
    return;
  }
  if (op === '+=' && to.kind === 'scalar' && isScalar(to, 'BOOL')) {
    ctx.error(finding('nothingAddedToBool'), target.span);
    return;
  }
  if (op === '+=' && (to.kind === 'list' || to.kind === 'set' || to.kind === 'bag')) {
    if (assignable(to.element, from, ctx)) return;
  }
  checkAssignable(ctx, to, from, value.span, targetName(target));
}

function targetName(target: Target): string {
  switch (target.kind) {
    case 'globalAccum':
      return `@@${target.name}`;
    case 'vertexAccum':
      return `@${target.name}`;
    case 'index':
      return 'This place';
    default:
      return target.name;
  }
}

/** Rules of place: which targets a clause may change, and how. */
function checkPlace(ctx: Context, target: Target, op: '=' | '+=', type: Type): void {
  const inClause = ctx.place === 'accum' || ctx.place === 'postAccum';
  const root = rootOf(target);
  if (inClause && op === '=' && root.kind === 'globalAccum') {
    ctx.error(finding('globalAccumSetInAccum', { name: root.name }), target.span);
  }
  if (target.kind === 'name') {
    const binding = ctx.bindingOf.get(target);
    if (binding?.kind === 'vertexAlias' || binding?.kind === 'edgeAlias') {
      ctx.error(finding('aliasAssigned', { name: target.name }), target.span);
    } else if (
      binding?.kind === 'vertexType' ||
      binding?.kind === 'edgeType' ||
      binding?.kind === 'constant'
    ) {
      ctx.error(finding('notAssignable', { name: target.name }), target.span);
    }
  }
  if (ctx.place === 'accum' && target.kind === 'member' && type.kind !== 'unknown') {
    const owner = ctx.typeOf.get(target.target);
    if (owner?.kind === 'vertex' && op === '=') {
      ctx.error(finding('vertexAttributeInAccum'), target.span);
    }
  }
}

function rootOf(expr: Expr): Expr {
  return expr.kind === 'index' || expr.kind === 'member' || expr.kind === 'method'
    ? rootOf(expr.target)
    : expr;
}

/** An accumulator's content replaced by a value or by the content of another. */
function checkReplaced(ctx: Context, to: Extract<Type, { kind: 'accum' }>, from: Type, value: Expr): void {
  const accum = resolveAccum(to.accum, ctx);
  const given = valueOf(from, ctx);
  if (accum.kind === 'named') return;
  if (isBitwise(accum) && isScalar(given, 'STRING')) return;
  const isArray = from.kind === 'accum' && resolveAccum(from.accum, ctx).kind === 'ArrayAccum';
  if (isBitwise(accum) && given.kind === 'list' && !isArray && assignable(INT, given.element, ctx)) return;
  if (accum.kind === 'ArrayAccum') {
    // An array can be set to another of the same elements, whatever its dimensions, or filled with one value.
    if (sameArrays(ctx, accum, from) || accumulates(ctx, leafOf(ctx, accum), from, value)) return;
    ctx.error(finding('accumCannotBeSet', { accum: describe(to), value: describe(from) }), value.span);
    return;
  }
  const wanted = valueOf(to, ctx);
  // Groups are shown as tuples, but are not made of them.
  const isOfGroups = from.kind === 'accum' && resolveAccum(from.accum, ctx).kind === 'GroupByAccum';
  if ((accum.kind !== 'GroupByAccum' || isOfGroups) && assignable(wanted, given, ctx)) return;
  // A collection that is set to one element then holds only that.
  const gathers = ['list', 'set', 'bag', 'map'].includes(wanted.kind) || accum.kind === 'HeapAccum';
  if ((gathers || accum.kind === 'GroupByAccum') && accumulates(ctx, accum, from, value)) return;
  ctx.error(finding('accumCannotBeSet', { accum: describe(to), value: describe(given) }), value.span);
}

function isBitwise(accum: AccumType): boolean {
  return accum.kind === 'BitwiseAndAccum' || accum.kind === 'BitwiseOrAccum';
}

/** Whether the accumulator accepts the value by `+=`. */
export function accumulates(ctx: Context, accum: AccumType, from: Type, value: Expr): boolean {
  const given = valueOf(from, ctx);
  if (given.kind === 'unknown' || given.kind === 'null') return true;
  switch (accum.kind) {
    case 'SumAccum':
    case 'MinAccum':
    case 'MaxAccum':
      return accum.element === undefined || assignable(fromTypeExpr(accum.element, ctx), given, ctx);
    case 'AvgAccum':
    case 'DeviationAccum':
    case 'DeviationPAccum':
    case 'PercentileContAccum':
      return isNumeric(given);
    case 'AndAccum':
    case 'OrAccum':
      return isScalar(given, 'BOOL') || isNumeric(given);
    case 'BitwiseAndAccum':
    case 'BitwiseOrAccum':
      return isNumeric(given) || isScalar(given, 'STRING') || isScalar(given, 'BOOL');
    case 'ListAccum':
    case 'SetAccum':
    case 'BagAccum': {
      const element = fromTypeExpr(accum.element, ctx);
      if (element.kind === 'accum' && accum.kind === 'ListAccum') {
        return isListFor(ctx, element, from) || isListFor(ctx, { kind: 'accum', accum }, from);
      }
      if (fitsElement(ctx, element, from, value)) return true;
      const isOne = given.kind === 'scalar' || given.kind === 'tuple' || given.kind === 'map';
      const members = isOne ? undefined : elementOf(given, ctx);
      return members !== undefined && fitsElement(ctx, element, members, value);
    }
    case 'MapAccum': {
      if (given.kind !== 'map') return false;
      if (!assignable(fromTypeExpr(accum.key, ctx), given.key, ctx)) return false;
      return fitsElement(ctx, fromTypeExpr(accum.value, ctx), given.value, value);
    }
    case 'HeapAccum': {
      // `(1, "a")` may be a tuple of the heap.
      if (given.kind === 'set' && isWrittenOut(value)) return true;
      const member = given.kind === 'set' || given.kind === 'list' ? given.element : given;
      if (member.kind === 'unknown') return true;
      return member.kind === 'tuple' && (member.name === accum.tuple || member.name === '');
    }
    case 'GroupByAccum':
      return (
        given.kind === 'map' ||
        (from.kind === 'accum' && resolveAccum(from.accum, ctx).kind === 'GroupByAccum')
      );
    case 'ArrayAccum':
      return sameArrays(ctx, accum, from);
    case 'named':
      return true;
  }
}

/** Whether the value is a list that the accumulator accepts: equally deep, with members of its type. */
function isListFor(ctx: Context, to: Extract<Type, { kind: 'accum' }>, from: Type): boolean {
  const accum = resolveAccum(to.accum, ctx);
  const given = valueOf(from, ctx);
  if (given.kind === 'unknown') return true;
  if (accum.kind !== 'ListAccum' || given.kind !== 'list') return false;
  const member = given.element;
  const element = fromTypeExpr(accum.element, ctx);
  return element.kind === 'accum' ? isListFor(ctx, element, member) : assignable(element, member, ctx);
}

type ArrayAccum = Extract<AccumType, { kind: 'ArrayAccum' }>;

/** The accumulator in the places of an array of any number of dimensions. */
function leafOf(ctx: Context, array: ArrayAccum): AccumType {
  const element = fromTypeExpr(array.element, ctx);
  if (element.kind !== 'accum') return array;
  const accum = resolveAccum(element.accum, ctx);
  return accum.kind === 'ArrayAccum' ? leafOf(ctx, accum) : accum;
}

/** Whether a type is an array of the same accumulators; dimensions may change when the query runs. */
function sameArrays(ctx: Context, array: ArrayAccum, from: Type): boolean {
  if (from.kind === 'unknown') return true;
  if (from.kind !== 'accum') return false;
  const other = resolveAccum(from.accum, ctx);
  return (
    other.kind === 'ArrayAccum' && describeAccum(leafOf(ctx, array)) === describeAccum(leafOf(ctx, other))
  );
}

/** Whether an element accepts the value; an element that is itself an accumulator accepts what `+=` on it does. */
function fitsElement(ctx: Context, element: Type, from: Type, value: Expr): boolean {
  if (element.kind === 'accum') {
    return accumulates(ctx, resolveAccum(element.accum, ctx), from, value) || assignable(element, from, ctx);
  }
  if (from.kind === 'set' && element.kind === 'tuple' && isWrittenOut(value)) return true;
  return assignable(element, from, ctx);
}

/** Whether the expression is a literal in brackets and not a name. */
function isWrittenOut({ kind }: Expr): boolean {
  return kind === 'parenList' || kind === 'list' || kind === 'mapEntry';
}

/** The first value of a declared accumulator. */
export function checkInitial(ctx: Context, accum: AccumType, initial: Expr): void {
  noteEntries(ctx, initial);
  checkReplaced(ctx, { kind: 'accum', accum }, checkExpr(ctx, initial), initial);
  if (initial.kind === 'mapEntry') checkEntry(ctx, resolveAccum(accum, ctx), initial);
}
