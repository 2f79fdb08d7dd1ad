/** Expressions that are compiled or called while the query runs: evaluate, and conditions on a vertex' neighbours. */
import type { Ast } from '@acacia/language';
import type { EvaluateName, ValueType } from '../library/value-types.ts';
import { namesIn } from '../plan/aliases.ts';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, condition, needsOf } from './expressions.ts';
import { fault } from './fault.ts';
import { BOOL, DOUBLE, INT, STRING, UINT, shapeOf } from './types.ts';
import type { Operand, Unit } from './unit.ts';

type CallExpr = Extract<Ast.Expr, { kind: 'call' }>;
type MethodExpr = Extract<Ast.Expr, { kind: 'method' }>;

const RESULTS: Readonly<Record<string, ValueType>> = {
  int: INT,
  uint: UINT,
  float: DOUBLE,
  double: DOUBLE,
  bool: BOOL,
  string: STRING,
};

/**
 * `evaluate(text, "type")`: the text is compiled at run time. It sees aliases, parameters and accumulators.
 * Its value is undefined where the text asks for an attribute that the vertex or edge does not have: then the
 * statement is not done and the condition not met, as for a column that a type lacks.
 */
export function compileEvaluate(unit: Unit, expr: CallExpr): Operand {
  const [text, kind] = expr.args;
  if (text === undefined) throw fault(expr.span, 'evaluateArgument');
  const type =
    kind === undefined ? BOOL : kind.kind === 'string' ? RESULTS[kind.value.toLowerCase()] : undefined;
  if (type === undefined) throw fault((kind ?? expr).span, 'evaluateTypeArgument');
  const names: EvaluateName[] = [];
  const values: Code[] = [];
  for (const [name, operand] of unit.visibleValues((code) => compileExpr(unit, code))) {
    names.push({ kind: 'value', name, type: operand.type });
    values.push(operand.code);
  }
  for (const [name, { code, info }] of unit.globals) {
    names.push({ kind: 'global', name, info, edge: false });
    values.push(code);
  }
  for (const [name, { code, info, edge }] of unit.vertexAccums) {
    names.push({ kind: 'attached', name, info, edge });
    values.push(code);
  }
  const operand = compileExpr(unit, text);
  const call = js`X.evaluate(${operand.code}, ${unit.constant({ type, names })}, [${list(values)}])`;
  return { code: call, type, needs: [...operand.needs, call] };
}

const NEIGHBOUR_METHODS = new Set(['neighbors', 'neighborattribute', 'edgeattribute']);

/**
 * `v.neighbors("E").filter(E.since > 2000)`: the condition is asked for each edge. A type's name in it stands for
 * the edge or for the vertex at its other end; where that is of another type the condition is not met.
 */
export function compileFiltered(unit: Unit, expr: MethodExpr): Operand | undefined {
  const { target } = expr;
  const [test] = expr.args;
  if (expr.name.toLowerCase() !== 'filter' || test === undefined || target.kind !== 'method')
    return undefined;
  if (!NEIGHBOUR_METHODS.has(target.name.toLowerCase())) return undefined;
  const [to, edge] = [unit.names.fresh(), unit.names.fresh()];
  const names = [...namesIn(test)].filter((name) => unit.lookup(name) === undefined);
  const types: Code[] = [];
  const tested = unit.scoped(() => {
    for (const name of names) {
      const isEdge = unit.schema.edgeTypes.some((type) => type.name === name);
      if (!isEdge && !unit.schema.vertexTypes.some((type) => type.name === name)) continue;
      const [code, kind] = isEdge ? [edge, 'edge' as const] : [to, 'vertex' as const];
      unit.bind(name, { kind: 'variable', code, type: { kind, types: [name] }, invariant: false });
      types.push(
        js`${isEdge ? js`X.edgeTypeName(${edge})` : js`X.typeNameOf(${to})`} === ${literal(name)} && `,
      );
    }
    return condition(unit, test);
  });
  const filter = js`(${to}, ${edge}) => ${types}${tested}`;
  return unit.filtering(filter, () => compileExpr(unit, target));
}

/** `LOG(condition, values…)`. */
export function compileLog(unit: Unit, expr: CallExpr): Operand {
  const [when, ...values] = expr.args.map((arg) => compileExpr(unit, arg));
  if (when === undefined) throw fault(expr.span, 'logArguments');
  const texts = values.map(({ code, type }) =>
    unit.call('toJson', js`X`, unit.constant(shapeOf(type)), code),
  );
  return {
    code: js`((${when.code}) && ${unit.call('logValues', js`X`, js`[${list(texts)}]`)})`,
    type: BOOL,
    needs: needsOf(when, ...values),
  };
}

/** Documented to have an effect in DISTRIBUTED queries alone. */
export function compileReset(unit: Unit, expr: CallExpr): Operand {
  const [accum] = expr.args;
  const nothing: Operand = { code: literal(null), type: { kind: 'null' }, needs: [] };
  if (!unit.distributed) return nothing;
  if (accum?.kind === 'globalAccum') {
    const { code } = unit.globals.get(accum.name) ?? { code: undefined };
    if (code !== undefined) return { ...nothing, code: js`${code}.reset()` };
  } else if (accum?.kind === 'string') {
    const { code } = unit.vertexAccums.get(accum.value.slice(1)) ?? { code: undefined };
    if (code !== undefined) return { ...nothing, code: js`${code}.reset()` };
  }
  throw fault(expr.span, 'resetArgument');
}
