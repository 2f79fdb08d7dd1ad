/**
 * Finds statements of ACCUM and conditions of WHERE that no row can meet: no combination of types in the pattern has
 * all the attributes that they read of an edge and its ends. Where only some types have them, the statement applies to
 * rows of those types.
 */
import { finding } from '../diagnostics/catalogue.ts';
import type { EdgeType } from '../../schema.ts';
import type { DmlStatement, EdgePattern, Expr, SelectExpr } from '../ast.ts';
import type { Context } from './context.ts';
import { ends } from './patterns.ts';
import { readableAttributes } from './schema-index.ts';

/** Types that the two ends and the edge of a hop can be of together. */
interface Hop {
  readonly names: readonly (string | undefined)[];
  readonly combinations: readonly (readonly [near: string, edge: string, far: string])[];
}

export function checkConflicts(ctx: Context, select: SelectExpr): void {
  const hops = select.from.flatMap((path) =>
    path.hops.flatMap(({ edge, vertex }, at) => {
      const before = at === 0 ? path.start : path.hops[at - 1]?.vertex;
      const combinations = combinationsOf(ctx, edge, before?.alias?.text, vertex.alias?.text);
      const names = [before?.alias?.text, edge.alias?.text, vertex.alias?.text];
      return combinations === undefined || combinations.length < 2 ? [] : [{ names, combinations }];
    }),
  );
  if (hops.length === 0) return;
  if (select.where !== undefined) report(ctx, hops, [select.where], 'The condition after WHERE never holds');
  for (const statement of select.accum) checkStatement(ctx, hops, statement);
}

/** Undefined when types are known only at run time, or the edge is repeated. */
function combinationsOf(
  ctx: Context,
  { steps, repeat }: EdgePattern,
  near: string | undefined,
  far: string | undefined,
): Hop['combinations'] | undefined {
  if (repeat !== undefined) return undefined;
  const found: (readonly [string, string, string])[] = [];
  for (const { name, direction } of steps) {
    const named = name === undefined ? undefined : ctx.schema.edgeTypes.get(name.text);
    if (name !== undefined && named === undefined) return undefined;
    const types: readonly EdgeType[] = named === undefined ? [...ctx.schema.edgeTypes.values()] : [named];
    for (const type of types) {
      for (const [from, to] of ends(type, direction)) {
        if (from === '*' || to === '*') return undefined;
        if (mayBe(ctx, near, from) && mayBe(ctx, far, to)) found.push([from, type.name, to]);
      }
    }
  }
  return found;
}

function mayBe(ctx: Context, alias: string | undefined, type: string): boolean {
  const entry = alias === undefined ? undefined : ctx.scope.own(alias);
  return entry?.type.kind !== 'vertex' || entry.type.types.length === 0 || entry.type.types.includes(type);
}

function checkStatement(ctx: Context, hops: readonly Hop[], statement: DmlStatement): void {
  switch (statement.kind) {
    case 'declare':
      if (statement.value !== undefined) report(ctx, hops, [statement.value], NEVER);
      break;
    case 'assign':
      report(ctx, hops, [statement.target, statement.value], NEVER);
      break;
    case 'expr':
      report(ctx, hops, [statement.expr], NEVER);
      break;
    case 'if':
      for (const { body } of statement.branches) for (const each of body) checkStatement(ctx, hops, each);
      for (const each of statement.otherwise ?? []) checkStatement(ctx, hops, each);
      break;
    case 'while':
    case 'foreach':
      for (const each of statement.body) checkStatement(ctx, hops, each);
      break;
    default:
  }
}

const NEVER = 'This statement never runs';

type Use = Extract<Expr, { kind: 'member' }>;

function report(ctx: Context, hops: readonly Hop[], exprs: readonly Expr[], what: string): void {
  const uses = exprs.flatMap((expr) => usesIn(ctx, expr));
  for (const { names, combinations } of hops) {
    const own = uses.filter(({ target }) => target.kind === 'name' && names.includes(target.name));
    const met = combinations.some((types) => own.every((use) => has(ctx, names, types, use)));
    // An attribute that none of them has is reported as unknown elsewhere.
    const each = own.every((use) => combinations.some((types) => has(ctx, names, types, use)));
    if (met || !each) continue;
    const asked = [...new Set(own.map(shown))].join(' and ');
    const types = [...new Set(combinations.map(([, edge]) => edge))].join(', ');
    const [first, last] = [exprs[0] as Expr, exprs.at(-1) as Expr];
    ctx.error(finding('attributesNeverTogether', { what, types, attributes: asked }), {
      start: first.span.start,
      end: last.span.end,
    });
    return;
  }
}

function shown({ target, name }: Use): string {
  return target.kind === 'name' ? `${target.name}.${name}` : name;
}

function has(ctx: Context, names: Hop['names'], types: readonly string[], { target, name }: Use): boolean {
  const at = target.kind === 'name' ? names.indexOf(target.name) : -1;
  const kind = at === 1 ? 'edge' : 'vertex';
  // A loop has one alias at both ends: both are of the type then.
  return ctx.schema
    .named(kind, [types[at] ?? ''])
    .some((type) => readableAttributes(type).some((attribute) => attribute.name === name));
}

/** Attributes of aliases that an expression cannot do without. */
function usesIn(ctx: Context, expr: Expr): Use[] {
  if (expr.kind === 'member') {
    const binding = ctx.bindingOf.get(expr.target)?.kind;
    const isAlias = binding === 'vertexAlias' || binding === 'edgeAlias';
    return isAlias && expr.name !== 'type' ? [expr] : usesIn(ctx, expr.target);
  }
  if (expr.kind === 'case' || expr.kind === 'isNull' || (expr.kind === 'binary' && expr.op === 'OR'))
    return [];
  if (expr.kind === 'call' && ['coalesce', 'evaluate'].includes(expr.name.toLowerCase())) return [];
  return Object.values(expr)
    .flatMap((part) => partsOf(part))
    .flatMap((part) => usesIn(ctx, part));
}

/** The expressions that a property of one holds. */
function partsOf(part: unknown): Expr[] {
  if (Array.isArray(part)) return part.flatMap(partsOf);
  if (typeof part !== 'object' || part === null) return [];
  if ('kind' in part && 'span' in part && typeof part.kind === 'string') return [part as Expr];
  return [];
}
