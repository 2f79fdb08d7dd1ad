/** Compiles the texts of `evaluate` in the thread that runs the call. */
import { engineError } from '../errors/catalogue.ts';
import { parseExpression, type Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';
import type { EvaluateName, EvaluateScope } from '../library/value-types.ts';
import { walk } from '../plan/aliases.ts';
import type { QueryContext } from '../library/context.ts';
import { type Code, js, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileExpr } from './expressions.ts';
import { CompileFault, MissingAttribute } from './fault.ts';
import { instantiate } from './instantiate.ts';
import { isNumeric } from './types.ts';
import { Unit } from './unit.ts';

type Evaluator = ReturnType<typeof instantiate>;
type UnitOptions = Omit<ConstructorParameters<typeof Unit>[0], 'text'>;

const KEPT_TEXTS = 100;
const evaluators = new WeakMap<EvaluateScope, Map<string, Evaluator>>();

/**
 * The value of the text; undefined where it reads an attribute that does not exist.
 * @throws EngineError when the text is not an expression or has another type
 */
export function evaluateText(
  context: QueryContext,
  text: string,
  scope: EvaluateScope,
  values: readonly unknown[],
  options: UnitOptions,
): unknown {
  const known = evaluators.get(scope) ?? new Map<string, Evaluator>();
  evaluators.set(scope, known);
  let evaluator = known.get(text);
  if (evaluator === undefined) {
    evaluator = compileText(text, scope, options);
    known.set(text, evaluator);
    if (known.size > KEPT_TEXTS) known.delete(known.keys().next().value ?? '');
  }
  try {
    return evaluator(context, values);
  } catch (problem) {
    if (problem instanceof EngineError && NO_ATTRIBUTE.has(problem.code)) return undefined;
    throw problem;
  }
}

/** Codes of reading an attribute that the type of a vertex or edge does not have. */
const NO_ATTRIBUTE = new Set(['GSQL-4511', 'GSQL-4521']);

const cannotEvaluate = (text: string, reason: string): EngineError =>
  engineError('evaluateFailed', { text: JSON.stringify(text), reason });

function compileText(text: string, scope: EvaluateScope, options: UnitOptions): Evaluator {
  const { expr, diagnostics } = parseExpression(text);
  const [problem] = diagnostics;
  if (expr === undefined || problem !== undefined) {
    throw cannotEvaluate(text, problem?.message ?? 'it is no expression.');
  }
  walk(expr, (node) => {
    if (
      (node as Ast.Expr).kind === 'call' &&
      (node as Ast.Expr & { name: string }).name.toLowerCase() === 'evaluate'
    ) {
      throw cannotEvaluate(text, 'evaluate cannot stand inside evaluate.');
    }
  });
  const unit = new Unit({ text, ...options });
  const declared = scope.names.map((name, index) => declare(unit, name, index));
  try {
    const operand = compileExpr(unit, expr);
    const fits = operand.type.kind === scope.type.kind || (isNumeric(operand.type) && isNumeric(scope.type));
    if (!fits && operand.type.kind !== 'any') {
      throw cannotEvaluate(text, `it is ${operand.type.kind}, not ${scope.type.kind}.`);
    }
    const value = convert(unit, operand, scope.type);
    const imports = [...unit.used].map(([name, id]) => js`const ${id} = L[${literal(name)}];`);
    const source = js`"use strict";
${imports}
return function (X, A) {
${declared}
${unit.preamble}
return ${value};
};`;
    return instantiate(source, unit.constants);
  } catch (fault) {
    if (fault instanceof MissingAttribute) return () => undefined;
    if (fault instanceof CompileFault) throw cannotEvaluate(text, fault.message);
    throw fault;
  }
}

function declare(unit: Unit, name: EvaluateName, index: number): Code {
  const code = unit.names.fresh();
  switch (name.kind) {
    case 'value':
      unit.bind(name.name, { kind: 'variable', code, type: name.type, invariant: false });
      break;
    case 'global':
      unit.globals.set(name.name, { code, info: name.info });
      break;
    case 'attached':
      unit.vertexAccums.set(name.name, { code, info: name.info, edge: name.edge });
  }
  return js`const ${code} = A[${literal(index)}];`;
}
