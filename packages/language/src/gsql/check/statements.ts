/** Statements of a query's body. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Span } from '../../diagnostic.ts';
import type { Type } from '../analysis.ts';
import type { BodyStatement, Expr, Name, PrintItem } from '../ast.ts';
import { checkAssign } from './assign.ts';
import type { Context } from './context.ts';
import { checkAccumType, checkAccums, checkFields, checkType, declareVariable } from './declarations.ts';
import { checkDml, checkInsert, declareLoop } from './dml.ts';
import { checkAssignable, checkCondition, checkExpr, checkNumber, checkValue } from './expressions.ts';
import { checkAlias, checkPaths } from './patterns.ts';
import { checkSelect } from './select.ts';
import { checkTableStatement } from './tables.ts';
import { checkVirtualEdge } from './virtual-edges.ts';
import {
  ANY_SET,
  STRING,
  UNKNOWN,
  assignable,
  describe,
  elementOf,
  fromTypeExpr,
  isVertexCollection,
  valueOf,
} from './types.ts';

export function checkBody(ctx: Context, body: readonly BodyStatement[]): void {
  for (const statement of body) checkStatement(ctx, statement);
}

function block(ctx: Context, body: readonly BodyStatement[], span: Span): void {
  const [first, last] = [body[0], body.at(-1)];
  const own =
    first === undefined || last === undefined ? span : { start: first.span.start, end: last.span.end };
  ctx.inBlock(own, () => checkBody(ctx, body));
}

function checkStatement(ctx: Context, statement: BodyStatement): void {
  ctx.work(1);
  const { span } = statement;
  switch (statement.kind) {
    case 'typedefTuple':
      checkFields(ctx, statement.fields);
      if (ctx.tuples.has(statement.name)) ctx.error(finding('nameDeclared', { name: statement.name }), span);
      ctx.tuples.set(statement.name, statement.fields);
      break;
    case 'typedefAccum':
      checkAccumType(ctx, statement.type);
      ctx.accumTypedefs.set(statement.name, statement.type);
      break;
    case 'declareAccums':
      checkAccums(ctx, statement);
      break;
    case 'declareVars':
      checkType(ctx, statement.type);
      for (const variable of statement.vars) declareVariable(ctx, statement.type, variable, variable.span);
      break;
    case 'declareFile': {
      const { name, path } = statement;
      checkAssignable(ctx, STRING, checkValue(ctx, path), path.span, 'The path of a file');
      if (statement.permission !== undefined) checkPermission(ctx, statement.permission);
      ctx.declare(name.text, { binding: { kind: 'file', name: name.text }, type: UNKNOWN }, name.span);
      break;
    }
    case 'createVirtualEdge':
      checkVirtualEdge(ctx, statement);
      break;
    case 'declareException':
      if (ctx.exceptions.has(statement.name.text)) {
        ctx.error(finding('exceptionDeclared', { name: statement.name.text }), statement.name.span);
      }
      if (statement.code <= 40000) {
        ctx.error(finding('exceptionCode', { code: statement.code }), span);
      }
      ctx.exceptions.add(statement.name.text);
      break;
    case 'raise':
      knownException(ctx, statement.name);
      if (statement.message !== undefined) {
        checkAssignable(
          ctx,
          STRING,
          checkValue(ctx, statement.message),
          statement.message.span,
          'The message',
        );
      }
      break;
    case 'try':
      checkTry(ctx, statement);
      break;
    case 'assign':
      checkBodyAssign(ctx, statement);
      break;
    case 'assignSelect': {
      const types = checkSelect(ctx, statement.select);
      if (types === undefined) {
        ctx.error(finding('selectIntoAssigned'), statement.target.span);
      }
      const entry = ctx.scope.find(statement.target.text);
      if (entry !== undefined) {
        const to = valueOf(entry.type, ctx);
        if (!isVertexCollection(to) && to.kind !== 'vertexSet') {
          ctx.error(
            finding('variableNoVertexSet', { name: statement.target.text, type: describe(entry.type) }),
            statement.target.span,
          );
        }
      }
      setVertexSet(ctx, statement.target.text, types ?? [], statement.declaredTypes, statement.target.span);
      break;
    }
    case 'select':
      checkSelect(ctx, statement.select);
      break;
    case 'if':
      checkIf(ctx, statement);
      break;
    case 'while':
      if (statement.limit !== undefined) checkNumber(ctx, statement.limit, 'LIMIT');
      ctx.untilStable(() => {
        checkCondition(ctx, statement.condition, 'The condition after WHILE');
        block(ctx, statement.body, span);
      });
      break;
    case 'foreach':
      ctx.untilStable(() =>
        ctx.inBlock(span, () => {
          declareLoop(ctx, statement.loop, span);
          checkBody(ctx, statement.body);
        }),
      );
      break;
    case 'print':
      for (const item of statement.items) checkPrint(ctx, item);
      if (statement.where !== undefined) checkCondition(ctx, statement.where, 'The condition after WHERE');
      if (statement.toCsv !== undefined) checkExpr(ctx, statement.toCsv);
      break;
    case 'return': {
      const type = checkExpr(ctx, statement.value);
      if (type.kind === 'null' && ctx.query.returns === undefined) break;
      if (ctx.query.returns === undefined) {
        ctx.error(finding('returnWithoutReturns'), span);
      } else {
        const to = fromTypeExpr(ctx.query.returns, ctx);
        checkAssignable(ctx, to, type, statement.value.span, 'The returned value');
      }
      break;
    }
    case 'expr':
      checkExpr(ctx, statement.expr);
      break;
    case 'insert':
      checkInsert(ctx, statement);
      break;
    case 'delete':
    case 'update':
      ctx.inBlock(span, () => {
        checkPaths(ctx, statement.from);
        checkAlias(ctx, statement.alias, 'any', statement.kind.toUpperCase());
        if (statement.where !== undefined) checkCondition(ctx, statement.where, 'The condition after WHERE');
        if (statement.kind === 'update') checkDml(ctx, statement.set);
      });
      break;
    case 'break':
    case 'continue':
      break;
    default:
      checkTableStatement(ctx, statement);
  }
}

function checkIf(ctx: Context, statement: Extract<BodyStatement, { kind: 'if' }>): void {
  const before = new Map(ctx.vertexSets);
  const ends: ReadonlyMap<string, readonly string[]>[] = [];
  for (const { when, body } of statement.branches) {
    ctx.work(before.size);
    ctx.vertexSets = new Map(before);
    checkCondition(ctx, when, 'The condition after IF');
    block(ctx, body, statement.span);
    ends.push(ctx.vertexSets);
  }
  ctx.vertexSets = new Map(before);
  if (statement.otherwise !== undefined) block(ctx, statement.otherwise, statement.span);
  for (const end of ends) ctx.mergeSets(end);
}

/** Checks a file's permission such as `"764"`: rights of owner, group and others. */
function checkPermission(ctx: Context, permission: Expr): void {
  checkAssignable(ctx, STRING, checkValue(ctx, permission), permission.span, 'The permission of a file');
  if (permission.kind !== 'string' || /^[0-7]{3}$/.test(permission.value)) return;
  ctx.error(finding('filePermission', { value: permission.value }), permission.span);
}

function knownException(ctx: Context, name: Name): void {
  if (!ctx.exceptions.has(name.text)) ctx.unknown('Exception', name.text, name.span, ctx.exceptions);
}

/** A handler may meet any of the sets that the tried statements assigned, or did not reach. */
function checkTry(ctx: Context, statement: Extract<BodyStatement, { kind: 'try' }>): void {
  const before = new Map(ctx.vertexSets);
  block(ctx, statement.body, statement.span);
  const ends = [ctx.vertexSets];
  const handle = (body: readonly BodyStatement[]): void => {
    ctx.work(before.size);
    ctx.vertexSets = new Map(before);
    for (const end of ends.slice(0, 1)) ctx.mergeSets(end);
    block(ctx, body, statement.span);
    ends.push(ctx.vertexSets);
  };
  for (const { name, body } of statement.handlers) {
    knownException(ctx, name);
    handle(body);
  }
  if (statement.otherwise !== undefined) handle(statement.otherwise);
  for (const end of ends.slice(0, -1)) ctx.mergeSets(end);
}

/** `{ LOADACCUM(…), … }` */
function loadsAccum(value: Expr): boolean {
  if (value.kind !== 'vertexSet' || value.seeds.length === 0) return false;
  return value.seeds.every((seed) => {
    if (seed.kind !== 'expr') return false;
    const call = seed.expr.kind === 'method' ? seed.expr.target : seed.expr;
    return call.kind === 'call' && call.name.toLowerCase() === 'loadaccum';
  });
}

/** `S = …` makes a vertex set unless the name is a declared variable. */
function checkBodyAssign(ctx: Context, statement: Extract<BodyStatement, { kind: 'assign' }>): void {
  const { target, op, value } = statement;
  if (target.kind === 'globalAccum' && loadsAccum(value)) {
    checkExpr(ctx, target);
    checkExpr(ctx, value);
    return;
  }
  if (target.kind !== 'name' || ctx.scope.find(target.name) !== undefined) {
    checkAssign(ctx, target, op, value);
    return;
  }
  const type = valueOf(checkExpr(ctx, value), ctx);
  let types: readonly string[] = [];
  if (type.kind === 'vertexSet') types = type.types;
  else if (isVertexCollection(type)) {
    const element = elementOf(type, ctx);
    if (element?.kind === 'vertex') types = element.types;
  } else if (type.kind === 'table') {
    ctx.tables.set(target.name, type);
    return;
  } else if (type.kind !== 'unknown') {
    ctx.error(finding('variableUndeclared', { name: target.name, type: describe(type) }), target.span);
    // Declared all the same, so that its uses are not reported as well.
    ctx.scope.set(target.name, { binding: { kind: 'variable', name: target.name }, type });
    return;
  }
  if (op === '+=') ctx.error(finding('vertexSetsAdded'), statement.span);
  setVertexSet(ctx, target.name, types, statement.declaredTypes, target.span);
  ctx.bind(target, { binding: { kind: 'vertexSet', name: target.name }, type: { kind: 'vertexSet', types } });
}

const vertices = (types: readonly string[]): Type => ({ kind: 'vertex', types });

function setVertexSet(
  ctx: Context,
  name: string,
  types: readonly string[],
  declared: readonly string[] | undefined,
  span: Span,
): void {
  for (const type of declared ?? []) {
    if (type !== 'ANY' && !ctx.schema.vertexTypes.has(type)) {
      ctx.unknown('Vertex type', type, span, ctx.schema.vertexTypes.keys());
    }
  }
  const fixed = declared === undefined ? types : declared.includes('ANY') ? [] : declared;
  if (!assignable(vertices(fixed), vertices(types), ctx)) {
    const params = { name, wanted: fixed.join(' or '), found: types.join(' or ') };
    ctx.error(finding('vertexSetOfOtherTypes', params), span);
  }
  ctx.vertexSets.set(name, fixed);
}

function checkPrint(ctx: Context, item: PrintItem): void {
  const type = checkExpr(ctx, item.expr);
  if (item.projection === undefined) return;
  const { projection } = item;
  const value = valueOf(type, ctx);
  const element: Type | undefined =
    value.kind === 'vertexSet' ? value : isVertexCollection(value) ? ANY_SET : undefined;
  if (element === undefined && value.kind !== 'unknown') {
    ctx.error(finding('projectionOfOther', { type: describe(value) }), item.expr.span);
  }
  ctx.inBlock(item.span, () => {
    if (item.expr.kind === 'name') {
      const { name } = item.expr;
      const types = element?.kind === 'vertexSet' ? element.types : [];
      ctx.scope.set(name, { binding: { kind: 'vertexAlias', name }, type: { kind: 'vertex', types } });
    }
    for (const { expr } of projection) checkValue(ctx, expr);
  });
}
