/** Checks SELECT blocks: the names visible in each clause, and the rules of the clauses. */
import { finding } from '../diagnostics/catalogue.ts';
import type { DmlStatement, Expr, Name, PostAccumClause, SelectExpr } from '../ast.ts';
import type { AliasUse, Context } from './context.ts';
import { checkDml } from './dml.ts';
import { checkCondition, checkExpr, checkNumber, checkValue } from './expressions.ts';
import { checkAlias, checkPaths } from './patterns.ts';
import { checkColumns } from './tables.ts';
import { checkConflicts } from './type-conflicts.ts';
import { UNKNOWN } from './types.ts';

/** Returns the vertex types of the resulting set (undefined when the block fills a table instead). */
export function checkSelect(ctx: Context, select: SelectExpr): readonly string[] | undefined {
  return ctx.inBlock(select.span, () => {
    checkPaths(ctx, select.from);
    const selected = select.alias && checkAlias(ctx, select.alias, 'vertex', 'SELECT');
    if (select.sample !== undefined) {
      const { size, when } = select.sample;
      checkNumber(ctx, size, 'The size of SAMPLE');
      if (when !== undefined)
        ctx.inPlace('where', () => checkCondition(ctx, when, 'The condition of SAMPLE'));
    }
    if (select.where !== undefined) {
      const { where } = select;
      ctx.inPlace('where', () => checkCondition(ctx, where, 'The condition after WHERE'));
    }
    for (const alias of select.per) checkAlias(ctx, alias, 'any', 'PER');
    if (select.per.length > 0 && select.alias !== undefined) onlyPer(ctx, select, [use(select.alias)]);
    if (select.accum.length > 0) checkAccum(ctx, select);
    checkConflicts(ctx, select);
    for (const clause of select.postAccum) checkPostAccum(ctx, select, clause);
    if (select.into !== undefined) checkTable(ctx, select);
    else checkOutput(ctx, select);
    if (select.limit !== undefined) checkNumber(ctx, select.limit, 'LIMIT');
    if (select.offset !== undefined) checkOffset(ctx, select, select.offset);
    return selected?.kind === 'vertex' ? selected.types : select.into === undefined ? [] : undefined;
  });
}

/** `LIMIT n OFFSET m` takes an order, as the reference has it ("LIMIT clause"); of `LIMIT m, n` it does not say so. */
function checkOffset(ctx: Context, { limit, orderBy }: SelectExpr, offset: Expr): void {
  checkNumber(ctx, offset, 'OFFSET');
  const named = limit === undefined || limit.span.end <= offset.span.start;
  if (named && orderBy.length === 0) ctx.error(finding('offsetWithoutOrder'), offset.span);
}

function use(alias: Name): AliasUse {
  return { name: alias.text, kind: 'vertexAlias', span: alias.span };
}

function onlyPer(ctx: Context, select: SelectExpr, uses: readonly AliasUse[]): void {
  const allowed = select.per.map(({ text }) => text);
  const other = uses.find(({ name }) => !allowed.includes(name));
  if (select.per.length > 0 && other !== undefined) {
    ctx.error(finding('aliasOutsideOfPer', { allowed: allowed.join(', '), alias: other.name }), other.span);
  }
}

function checkAccum(ctx: Context, select: SelectExpr): void {
  const uses = ctx.usesIn(() => inClause(ctx, 'accum', select.accum));
  onlyPer(ctx, select, uses);
}

function inClause(ctx: Context, place: 'accum' | 'postAccum', body: readonly DmlStatement[]): void {
  const [first, last] = [body[0], body.at(-1)];
  if (first === undefined || last === undefined) return;
  ctx.inPlace(place, () =>
    ctx.inBlock({ start: first.span.start, end: last.span.end }, () => checkDml(ctx, body)),
  );
}

/** POST-ACCUM runs once for each vertex of one alias. A clause with both ends of one hop is split. */
function checkPostAccum(ctx: Context, select: SelectExpr, clause: PostAccumClause): void {
  if (clause.alias !== undefined) checkAlias(ctx, clause.alias, 'vertex', 'POST-ACCUM');
  const uses = ctx.usesIn(() => inClause(ctx, 'postAccum', clause.body));
  onlyPer(ctx, select, uses);
  const edge = uses.find(({ kind }) => kind === 'edgeAlias');
  if (edge !== undefined) {
    ctx.error(finding('edgeInPostAccum', { alias: edge.name }), edge.span);
  }
  const vertices = uses.filter(({ kind }) => kind === 'vertexAlias');
  const first = clause.alias?.text ?? vertices[0]?.name;
  const other = vertices.find(({ name }) => name !== first);
  if (first === undefined || other === undefined || ctx.query.syntax === 'v1') return;
  // Queries written for V1 are often run as V2.
  if (clause.alias === undefined && ctx.query.syntax !== 'v3' && isOneHop(select)) {
    ctx.warn(finding('postAccumDivided', { first, other: other.name }), other.span);
    return;
  }
  ctx.error(finding('postAccumOfSeveralAliases', { first, other: other.name }), other.span);
}

const isOneHop = ({ from }: SelectExpr): boolean => from.length === 1 && (from[0]?.hops.length ?? 0) < 2;

/** HAVING and ORDER BY of a block that returns a vertex set see the selected alias only. */
function checkOutput(ctx: Context, select: SelectExpr): void {
  const clauses = [
    { name: 'HAVING', exprs: select.having === undefined ? [] : [select.having] },
    { name: 'ORDER BY', exprs: select.orderBy.map(({ expr }) => expr) },
  ];
  for (const { name, exprs } of clauses) {
    const uses = ctx.usesIn(() => {
      for (const expr of exprs) {
        if (expr === select.having) checkCondition(ctx, expr, 'The condition after HAVING');
        else checkValue(ctx, expr);
      }
    });
    const other = uses.find((used) => used.name !== select.alias?.text);
    if (other !== undefined && select.alias !== undefined) {
      ctx.error(
        finding('otherThanSelectedAlias', { clause: name, selected: select.alias.text, other: other.name }),
        other.span,
      );
    }
  }
  for (const expr of select.groupBy) checkExpr(ctx, expr);
}

function checkTable(ctx: Context, select: SelectExpr): void {
  const { into } = select;
  if (into === undefined) return;
  const table = checkColumns(ctx, into.columns);
  for (const expr of select.groupBy) checkExpr(ctx, expr);
  ctx.inBlock(select.span, () => {
    into.columns.forEach(({ as: name }, i) => {
      // A column that is only an alias stays that alias: its attributes can be sorted by.
      if (name === undefined) return;
      ctx.scope.set(name, { binding: { kind: 'column', name }, type: table.columns[i]?.type ?? UNKNOWN });
    });
    if (select.having !== undefined) checkCondition(ctx, select.having, 'The condition after HAVING');
    for (const { expr } of select.orderBy) checkValue(ctx, expr);
  });
  ctx.tables.set(into.table.text, table);
}
