/** Virtual edges: edge types that a query declares, fills and traverses, and that end with it. */
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
    ctx.error('SEM-54', 'A virtual edge is declared at the top of the query, not inside of a block.', span);
  }
  const { schema } = ctx.schema;
  const types = [...schema.vertexTypes, ...schema.edgeTypes].filter((type) => type.name === name.text);
  // At the top its own type is among those of the schema.
  if (types.length > 1 || ctx.find(name.text) !== undefined) {
    ctx.error('SEM-2', `The name ${name.text} is declared already.`, name.span);
  }
  edgeTypeOf(edge, schema, (severity, code, message, at, fix) => {
    if (severity === 'error') ctx.error(code, message, at, fix);
    else ctx.warn(code, message, at, fix);
  });
  const [first] = discriminator;
  if (first !== undefined) {
    const message = 'A virtual edge has no DISCRIMINATOR: there is one between two vertices.';
    ctx.error('SEM-55', message, first.span);
  }
  if (reverseEdge !== undefined) {
    ctx.error('SEM-55', 'A virtual edge has no reverse edge: walk it backwards.', reverseEdge.span);
  }
  for (const { type } of attributes) {
    if (type.kind === 'scalar') continue;
    const found = describeTypeExpr(type);
    ctx.error(
      'TYP-32',
      `An attribute of a virtual edge has a base type such as INT, not ${found}.`,
      type.span,
    );
  }
}
