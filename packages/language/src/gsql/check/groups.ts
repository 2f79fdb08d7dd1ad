/** Checks entries `(k1, k2 -> v1, v2)` of a GroupByAccum or a MapAccum, and the keys by which a group is read. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Type } from '../analysis.ts';
import type { AccumType, Expr } from '../ast.ts';
import { accumulates } from './assign.ts';
import type { Context } from './context.ts';
import { assignable, describe, describeAccum, fromTypeExpr, groupParts, resolveAccum } from './types.ts';

type GroupBy = Extract<AccumType, { kind: 'GroupByAccum' }>;
type Entry = Extract<Expr, { kind: 'mapEntry' }>;

/** Notes the entries of a value that is added to an accumulator, before its types are checked. */
export function noteEntries(ctx: Context, value: Expr): void {
  switch (value.kind) {
    case 'mapEntry':
      ctx.addedEntries.add(value);
      for (const part of value.values) noteEntries(ctx, part);
      break;
    case 'list':
    case 'parenList':
      for (const item of value.items) noteEntries(ctx, item);
      break;
    case 'case':
      for (const { then } of value.branches) noteEntries(ctx, then);
      if (value.otherwise !== undefined) noteEntries(ctx, value.otherwise);
      break;
    default:
  }
}

/** Checks that an entry fits the accumulator; reports errors at their parts. */
export function checkEntry(ctx: Context, accum: AccumType, entry: Entry): void {
  if (accum.kind === 'MapAccum') {
    const wrong = entry.keys.length > 1 ? entry.keys : entry.values.length > 1 ? entry.values : [];
    const extra = wrong[1];
    if (extra === undefined) {
      const [value] = entry.values;
      const type = fromTypeExpr(accum.value, ctx);
      if (value?.kind === 'mapEntry' && type.kind === 'accum') {
        checkEntry(ctx, resolveAccum(type.accum, ctx), value);
      }
      return;
    }
    const what = wrong === entry.keys ? 'one key' : 'one value for a key';
    ctx.error(finding('mapAccumEntry', { what, given: wrong.length }), extra.span);
  }
  if (accum.kind !== 'GroupByAccum') return;
  const { keys, values } = partsOf(ctx, accum);
  const fits = checkKeys(ctx, accum, entry.keys, entry);
  if (!fits) return;
  if (entry.values.length !== values.length) {
    ctx.error(
      finding('groupValueCount', {
        accum: describeAccum(accum),
        count: `${values.length} ${values.length === 1 ? 'value' : 'values'}`,
        keys: keys.map(({ name }) => name).join(', '),
        values: values.map(({ name }) => name).join(', '),
        given: entry.values.length,
      }),
      entry.span,
    );
    return;
  }
  values.forEach(({ name, accum: written }, index) => {
    const value = entry.values[index];
    if (value === undefined) return;
    const inner = resolveAccum(written, ctx);
    const type = ctx.typeOf.get(value);
    if (value.kind === 'mapEntry') checkEntry(ctx, inner, value);
    if (type === undefined || accumulates(ctx, inner, type, value)) return;
    ctx.error(
      finding('groupValueType', { name, accum: describeAccum(inner), type: describe(type) }),
      value.span,
    );
  });
}

/** The keys of get, containsKey and remove, or those before the arrow. */
export function checkKeys(
  ctx: Context,
  accum: GroupBy,
  given: readonly Expr[],
  whole: { readonly span: Entry['span'] },
): boolean {
  const { keys } = partsOf(ctx, accum);
  if (given.length !== keys.length) {
    const names = keys.map(({ name }) => name).join(', ');
    const expected = keys.length === 1 ? `the key ${names}` : `${String(keys.length)} keys, ${names}`;
    ctx.error(
      finding('groupKeyCount', { accum: describeAccum(accum), expected, given: given.length }),
      whole.span,
    );
    return false;
  }
  keys.forEach(({ name, type }, index) => {
    const key = given[index];
    const from: Type | undefined = key === undefined ? undefined : ctx.typeOf.get(key);
    if (key === undefined || from === undefined) return;
    const wanted = fromTypeExpr(type, ctx);
    if (assignable(wanted, from, ctx)) return;
    ctx.error(finding('groupKeyType', { name, wanted: describe(wanted), type: describe(from) }), key.span);
  });
  return true;
}

const partsOf = (ctx: Context, accum: GroupBy): Pick<GroupBy, 'keys' | 'values'> =>
  groupParts(accum, (name) => ctx.accum(name) !== undefined);
