/** Calls whose types follow rules of their own: LOG, resets, evaluate, and calls that read files. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Type } from '../analysis.ts';
import type { Expr } from '../ast.ts';
import type { Context } from './context.ts';
import { checkAssignable, checkCondition, checkExpr } from './expressions.ts';
import { BOOL, DOUBLE, INT, STRING, UNKNOWN } from './types.ts';

type Call = Extract<Expr, { kind: 'call' }>;

/** `SelectVertex(file, $0, $1 or type, ",", header)` and `LOADACCUM(file, $0, …, ",", header)`. */
export function checkFileCall(ctx: Context, expr: Call): Type | undefined {
  const name = expr.name.toLowerCase();
  if (name !== 'selectvertex' && name !== 'loadaccum') return undefined;
  const [file, ...rest] = expr.args;
  const [separator, header] = rest.slice(-2);
  const columns = rest.slice(0, -2);
  const wanted = name === 'selectvertex' ? 2 : Math.max(1, columns.length);
  if (file === undefined || separator === undefined || header === undefined || columns.length !== wanted) {
    const form = name === 'selectvertex' ? '(file, $id, $type, ",", FALSE)' : '(file, $0, $1, ",", FALSE)';
    ctx.error(finding('functionForm', { name: expr.name, form: `${expr.name}${form}` }), expr.span);
    return UNKNOWN;
  }
  for (const text of [file, separator]) {
    checkAssignable(ctx, STRING, checkExpr(ctx, text), text.span, `This argument of ${expr.name}`);
  }
  checkCondition(ctx, header, 'What tells whether there is a header');
  let types: readonly string[] = [];
  for (const [i, column] of columns.entries()) {
    if (column.kind === 'column') continue;
    if (name === 'selectvertex' && i === 1) {
      checkExpr(ctx, column);
      if (column.kind === 'name' && ctx.schema.vertexTypes.has(column.name)) types = [column.name];
    } else ctx.error(finding('columnForm'), column.span);
  }
  return name === 'selectvertex' ? { kind: 'vertexSet', types } : UNKNOWN;
}

/** `LOG(condition, values…)` writes to the log; with one argument, log works out a logarithm. */
export function isLogStatement({ name, args }: Call): boolean {
  return name.toLowerCase() === 'log' && args.length > 1;
}

export function checkLog(ctx: Context, expr: Call): Type {
  const [condition] = expr.args;
  if (condition !== undefined) checkCondition(ctx, condition, 'The condition of LOG');
  return UNKNOWN;
}

/** The accumulator stands without an alias: `reset_collection_accum(@visited)`. */
export function checkReset(ctx: Context, expr: Call): Type {
  const [accum] = expr.args;
  if (accum?.kind === 'string') {
    const name = accum.value.slice(1);
    if (!ctx.vertexAccums.has(name) && !ctx.edgeAccums.has(name)) {
      const known = [...ctx.vertexAccums.keys(), ...ctx.edgeAccums.keys()].map((each) => `@${each}`);
      ctx.unknown('Accumulator', accum.value, accum.span, known);
    }
  } else if (accum?.kind !== 'globalAccum') {
    ctx.error(finding('resetTakesOneAccumulator'), expr.span);
  }
  if (!ctx.query.distributed) {
    ctx.warn(finding('resetWithoutDistributed'), expr.span);
  }
  return UNKNOWN;
}

const EVALUATED: Readonly<Record<string, Type>> = {
  int: INT,
  uint: { kind: 'scalar', name: 'UINT' },
  float: DOUBLE,
  double: DOUBLE,
  bool: BOOL,
  string: STRING,
};

/** The type of `evaluate(text, "type")`: its second argument is a literal, BOOL without one. */
export function evaluated(ctx: Context, { args: [, type], span }: Call): Type {
  if (type === undefined) return BOOL;
  const found = type.kind === 'string' ? EVALUATED[type.value.toLowerCase()] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(EVALUATED).join(', ');
  ctx.error(finding('evaluateType', { names }), type.span ?? span);
  return UNKNOWN;
}
