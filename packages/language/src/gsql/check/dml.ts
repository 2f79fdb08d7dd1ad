/** Checks the statements inside ACCUM, POST-ACCUM and UPDATE … SET, and INSERT, which is allowed in the body too. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Span } from '../../diagnostic.ts';
import type { Type } from '../analysis.ts';
import type { DmlStatement, ForeachLoop, InsertStatement } from '../ast.ts';
import { checkAssign } from './assign.ts';
import type { Context } from './context.ts';
import { checkType, declareVariable } from './declarations.ts';
import {
  checkCollection,
  checkCondition,
  checkExpr,
  checkNumber,
  checkValue,
  holdsTypeNames,
} from './expressions.ts';
import { INT, UNKNOWN, describe, elementOf, groupTuple, resolveAccum, valueOf } from './types.ts';

export function checkDml(ctx: Context, body: readonly DmlStatement[]): void {
  for (const statement of body) checkOne(ctx, statement);
}

function block(ctx: Context, body: readonly DmlStatement[], span: Span): void {
  ctx.inBlock(span, () => checkDml(ctx, body));
}

function checkOne(ctx: Context, statement: DmlStatement): void {
  ctx.work(1);
  const { span } = statement;
  switch (statement.kind) {
    case 'declare':
      checkType(ctx, statement.type);
      declareVariable(ctx, statement.type, statement, span);
      break;
    case 'assign':
      checkAssign(ctx, statement.target, statement.op, statement.value);
      break;
    case 'expr':
      checkExpr(ctx, statement.expr);
      break;
    case 'if':
      for (const { when, body } of statement.branches) {
        checkCondition(ctx, when, 'The condition after IF');
        block(ctx, body, span);
      }
      if (statement.otherwise !== undefined) block(ctx, statement.otherwise, span);
      break;
    case 'while':
      checkCondition(ctx, statement.condition, 'The condition after WHILE');
      if (statement.limit !== undefined) checkNumber(ctx, statement.limit, 'LIMIT');
      block(ctx, statement.body, span);
      break;
    case 'foreach':
      ctx.inBlock(span, () => {
        declareLoop(ctx, statement.loop, span);
        checkDml(ctx, statement.body);
      });
      break;
    case 'insert':
      checkInsert(ctx, statement);
      break;
    case 'deleteElement': {
      const { alias } = statement;
      // As an expression, so that the engine finds the binding of the alias.
      const entry = ctx.find(alias.text);
      if (entry === undefined) ctx.unknown('Alias', alias.text, alias.span, ctx.visibleNames());
      else if (entry.binding.kind === 'vertexAlias' || entry.binding.kind === 'edgeAlias') {
        ctx.aliasUses?.push({ name: alias.text, kind: entry.binding.kind, span: alias.span });
      }
      break;
    }
    case 'break':
    case 'continue':
  }
}

/** Declares the names of a FOREACH in the current block. */
export function declareLoop(ctx: Context, loop: ForeachLoop, span: Span): void {
  if (loop.kind === 'range') {
    for (const bound of [loop.from, loop.to, ...(loop.step === undefined ? [] : [loop.step])]) {
      checkNumber(ctx, bound, 'A bound of RANGE');
    }
    declareNames(ctx, [{ name: loop.name, type: INT }]);
    return;
  }
  const collection = checkCollection(ctx, loop.collection);
  const value = valueOf(collection, ctx);
  const { names } = loop;
  const [first] = names;
  if (collection.kind === 'accum') {
    const accum = resolveAccum(collection.accum, ctx);
    if (accum.kind === 'GroupByAccum') {
      const group = groupTuple(accum, ctx);
      if (names.length === 1 && first !== undefined) declareNames(ctx, [{ name: first, type: group }]);
      else {
        checkPartCount(ctx, collection, group.fields.length, names.length, span);
        declareNames(
          ctx,
          names.map((name, i) => ({ name, type: group.fields[i]?.type ?? UNKNOWN })),
        );
      }
      return;
    }
  }
  // One name over a map is its key.
  const element = value.kind === 'map' && names.length === 1 ? value.key : elementOf(collection, ctx);
  if (element === undefined) {
    ctx.error(finding('foreachNeedsCollection', { type: describe(value) }), loop.collection.span);
  }
  if (names.length > 1) {
    if (element !== undefined && value.kind === 'table' && names.length !== value.columns.length) {
      const { length } = value.columns;
      ctx.error(finding('foreachColumnCount', { columns: length, names: names.length }), span);
    } else if (element !== undefined && !['map', 'table', 'unknown'].includes(value.kind)) {
      ctx.error(finding('foreachNeedsMap', { type: describe(value) }), span);
    }
    if (value.kind === 'map') checkPartCount(ctx, value, 2, names.length, span);
    const types =
      value.kind === 'map'
        ? [value.key, value.value]
        : value.kind === 'table'
          ? value.columns.map(({ type }) => type)
          : [];
    declareNames(
      ctx,
      names.map((name, i) => ({ name, type: types[i] ?? UNKNOWN })),
    );
  } else if (first !== undefined) declareNames(ctx, [{ name: first, type: element ?? UNKNOWN }]);
}

function checkPartCount(ctx: Context, type: Type, parts: number, names: number, span: Span): void {
  if (names > parts) ctx.error(finding('foreachPartCount', { type: describe(type), parts, names }), span);
}

function declareNames(
  ctx: Context,
  names: readonly {
    readonly name: { readonly text: string; readonly span: Span };
    readonly type: ReturnType<typeof valueOf>;
  }[],
): void {
  for (const { name, type } of names) {
    ctx.declare(name.text, { binding: { kind: 'loopVariable', name: name.text }, type }, name.span);
  }
}

export function checkInsert(ctx: Context, insert: InsertStatement): void {
  const vertex = ctx.schema.vertexTypes.get(insert.type.text);
  const edge = ctx.schema.edgeTypes.get(insert.type.text);
  for (const { value, vertexType } of insert.values) {
    if (value !== null) checkValue(ctx, value);
    if (
      vertexType !== undefined &&
      !ctx.schema.vertexTypes.has(vertexType) &&
      ctx.find(vertexType) === undefined
    ) {
      ctx.unknown('Vertex type', vertexType, insert.span, ctx.schema.vertexTypes.keys());
    }
  }
  const type = vertex ?? edge;
  if (type === undefined) {
    const entry = ctx.find(insert.type.text);
    if (entry === undefined || !holdsTypeNames(entry.type)) {
      const known = [...ctx.schema.vertexTypes.keys(), ...ctx.schema.edgeTypes.keys()];
      ctx.unknown('Vertex or edge type', insert.type.text, insert.type.span, known);
    }
    return;
  }
  const keys = vertex === undefined ? ['FROM', 'TO'] : ['PRIMARY_ID', vertex.primaryId.name];
  const attributes = type.attributes.map(({ name }) => name);
  const writable = [...attributes, ...(vertex?.vectors ?? []).map(({ name }) => name)];
  for (const [i, column] of (insert.columns ?? []).entries()) {
    if (!keys.includes(column) && !keys.includes(column.toUpperCase()) && !writable.includes(column)) {
      ctx.unknown(
        'Attribute',
        column,
        insert.columnSpans?.[i] ?? insert.span,
        [...keys, ...writable],
        ` in ${type.name}`,
      );
    }
  }
  // The parts of a composite key are among the attributes.
  const ownKeys = vertex === undefined ? 2 : vertex.primaryId.parts === undefined ? 1 : 0;
  const most = insert.columns?.length ?? attributes.length + ownKeys;
  const least = insert.columns?.length ?? (vertex === undefined ? 2 : 1);
  if (insert.values.length > most || insert.values.length < least) {
    ctx.error(
      finding('insertedValueCount', {
        type: type.name,
        wanted: least === most ? most : `${least} to ${most}`,
        given: insert.values.length,
      }),
      insert.span,
    );
  }
}
