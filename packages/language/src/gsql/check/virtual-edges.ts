/** Virtual edges: edge types that a query declares, fills and traverses, and that end with it. */
import { finding } from '../diagnostics/catalogue.ts';
import type { GraphSchema } from '../../schema.ts';
import type { BodyStatement } from '../ast.ts';
import type { Context } from './context.ts';
import { edgeTypeOf } from './ddl.ts';
import { describeTypeExpr } from './types.ts';

type VirtualEdge = Extract<BodyStatement, { kind: 'createVirtualEdge' }>;

/** The schema as the query sees it: its virtual edges stand beside the edges of the graph, from its first line on. */
export function withVirtualEdges(schema: GraphSchema, body: readonly BodyStatement[]): GraphSchema {
  const declared = body.filter((statement) => statement.kind === 'createVirtualEdge');
  if (declared.length === 0) return schema;
  const types = declared.map(({ edge }) => edgeTypeOf(edge, schema, () => undefined));
  return { ...schema, edgeTypes: [...schema.edgeTypes, ...types] };
}

export function checkVirtualEdge(ctx: Context, { edge, span }: VirtualEdge): void {
  const { name, discriminator, attributes, reverseEdge } = edge;
  if (ctx.scope.parent !== undefined) {
    ctx.error(finding('virtualEdgeInBlock'), span);
  }
  const { schema } = ctx.schema;
  const types = [...schema.vertexTypes, ...schema.edgeTypes].filter((type) => type.name === name.text);
  // At the top its own type is among those of the schema.
  if (types.length > 1 || ctx.find(name.text) !== undefined) {
    ctx.error(finding('nameDeclared', { name: name.text }), name.span);
  }
  edgeTypeOf(edge, schema, (severity, found, at, fix) => {
    if (severity === 'error') ctx.error(found, at, fix);
    else ctx.warn(found, at, fix);
  });
  const [first] = discriminator;
  if (first !== undefined) {
    ctx.error(finding('virtualEdgeDiscriminator'), first.span);
  }
  if (reverseEdge !== undefined) {
    ctx.error(finding('virtualEdgeReverse'), reverseEdge.span);
  }
  for (const { type } of attributes) {
    if (type.kind === 'scalar') continue;
    const found = describeTypeExpr(type);
    ctx.error(finding('virtualEdgeAttributeType', { found }), type.span);
  }
}
