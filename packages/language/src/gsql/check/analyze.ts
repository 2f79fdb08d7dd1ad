/** The checker's entry: analyses a query against a schema. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { GraphSchema } from '../../schema.ts';
import type { Analysis } from '../analysis.ts';
import type { BodyStatement, QueryDefinition } from '../ast.ts';
import { Context, TooMuchWork } from './context.ts';
import { checkType, declareParameter } from './declarations.ts';
import { MAX_FAULTS } from '../limits.ts';
import { checkLoops } from './loops.ts';
import { checkBody } from './statements.ts';
import { withVirtualEdges } from './virtual-edges.ts';

/** Resolves the names and types of a query that was parsed without errors. Pure; never throws. */
export function analyzeQuery(query: QueryDefinition, schema: GraphSchema): Analysis {
  return toAnalysis(walkQuery(query, schema));
}

/** As `analyzeQuery`, but returns all that the walk found: completion needs the names in scope at a place. */
export function walkQuery(query: QueryDefinition, schema: GraphSchema): Context {
  const ctx = new Context(query, withVirtualEdges(schema, query.body));
  ctx.scopes.push({ span: query.span, scope: ctx.scope });
  withinBounds(ctx, () => {
    for (const parameter of query.parameters) declareParameter(ctx, parameter);
    if (query.returns !== undefined) checkType(ctx, query.returns);
    checkBody(ctx, query.body);
    checkLoops(ctx, query.body);
  });
  return ctx;
}

/** Walks further statements of the query of a context. */
export function walkFurther(ctx: Context, body: readonly BodyStatement[]): void {
  withinBounds(ctx, () => checkBody(ctx, body));
}

function withinBounds(ctx: Context, walk: () => void): void {
  try {
    walk();
  } catch (cause) {
    if (!(cause instanceof TooMuchWork)) throw cause;
    ctx.error(finding('queryTooMuchWork'), ctx.query.name.span);
  }
}

function toAnalysis(ctx: Context): Analysis {
  const { query, diagnostics, declaredAccums, tuples, accumTypedefs, variables, typeOf, bindingOf } = ctx;
  const ordered = firstOf(diagnostics).toSorted(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end,
  );
  return {
    query,
    diagnostics: ordered,
    globalAccums: declaredAccums.global,
    vertexAccums: declaredAccums.vertex,
    tuples,
    accumTypedefs,
    variables,
    typeOf,
    bindingOf,
  };
}

/** The first errors and warnings of a text, up to the limit for each. */
function firstOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MAX_FAULTS) return diagnostics;
  const of = (wanted: Diagnostic['severity']): readonly Diagnostic[] =>
    diagnostics.filter(({ severity }) => severity === wanted).slice(0, MAX_FAULTS);
  return [...of('error'), ...of('warning')];
}
