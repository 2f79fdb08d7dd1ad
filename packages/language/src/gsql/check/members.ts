/** `target.name`: attributes, `.type`, fields of tuples, columns of tables. */
import { finding } from '../diagnostics/catalogue.ts';
import type { AttributeType } from '../../schema.ts';
import type { Type } from '../analysis.ts';
import type { Expr } from '../ast.ts';
import type { Context } from './context.ts';
import { checkExpr } from './expressions.ts';
import { STRING, UNKNOWN, describe, fromAttribute, join, valueOf } from './types.ts';

export function checkMember(ctx: Context, expr: Extract<Expr, { kind: 'member' }>): Type {
  const target = valueOf(checkExpr(ctx, expr.target), ctx);
  const nameSpan = { start: expr.span.end - expr.name.length, end: expr.span.end };
  switch (target.kind) {
    case 'vertex':
    case 'vertexSet':
    case 'edge': {
      const kind = target.kind === 'edge' ? 'edge' : 'vertex';
      if (expr.name.toLowerCase() === 'type') return STRING;
      const known = ctx.schema.readable(kind, target.types);
      const found = known.get(expr.name);
      if (found !== undefined) return attributeType(ctx, found);
      // Types that a query makes itself (virtual edges) or that are not in the schema were reported before.
      if (ctx.schema.named(kind, target.types).length === 0) return UNKNOWN;
      const where = ` in ${target.types.length === 0 ? `any ${kind} type` : `${kind} type ${target.types.join(' or ')}`}`;
      if (kind === 'vertex' && isHiddenId(ctx, target.types, expr.name)) {
        ctx.error(
          finding('primaryIdNotAttribute', { name: expr.name, types: target.types.join(' and ') }),
          nameSpan,
        );
      } else ctx.unknown('Attribute', expr.name, nameSpan, known.keys(), where);
      return UNKNOWN;
    }
    case 'tuple': {
      const field = target.fields.find(({ name }) => name === expr.name);
      if (field !== undefined) return field.type;
      ctx.unknown(
        'Field',
        expr.name,
        nameSpan,
        target.fields.map(({ name }) => name),
        ` in ${describe(target)}`,
      );
      return UNKNOWN;
    }
    case 'table': {
      const column = target.columns.find(({ name }) => name === expr.name);
      if (column !== undefined) return column.type;
      ctx.unknown(
        'Column',
        expr.name,
        nameSpan,
        target.columns.map(({ name }) => name),
        ' in this table',
      );
      return UNKNOWN;
    }
    case 'unknown':
    case 'null':
      return UNKNOWN;
    default:
      ctx.error(finding('typeWithoutAttributes', { type: describe(target) }), nameSpan);
      return UNKNOWN;
  }
}

/** The common type of an attribute that several vertex or edge types have. */
export function attributeType(ctx: Context, types: readonly AttributeType[]): Type {
  const [first, ...rest] = types.map((type) => fromAttribute(type, ctx));
  return rest.reduce<Type>((a, b) => (a.kind === 'unknown' ? a : join(a, b)), first ?? UNKNOWN);
}

function isHiddenId(ctx: Context, types: readonly string[], name: string): boolean {
  return types.length > 0 && types.some((type) => ctx.schema.vertexTypes.get(type)?.primaryId.name === name);
}
