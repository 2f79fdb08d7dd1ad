/** The values that ACCUM adds to accumulators, evaluated as rarely as the pattern's loops allow. */
import type { Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { namesIn } from '../plan/aliases.ts';
import { isSteady } from '../plan/row-use.ts';
import { literal } from './code.ts';
import { compileExpr, convertInput } from './expressions.ts';
import { fastInt } from './integers.ts';
import type { Operand, Unit } from './unit.ts';

/** Kinds of expressions that cost nothing to evaluate again. */
const CHEAP = new Set([
  'int',
  'float',
  'string',
  'bool',
  'null',
  'name',
  'globalAccum',
  'vertexAccum',
  'member',
]);

/**
 * The value that is added to an accumulator. A value that depends on a single alias of an outer loop is evaluated
 * once per vertex of that alias instead of once per row: ACCUM reads values from before it began.
 */
export function contribution(unit: Unit, value: Ast.Expr, expected: ValueType, type: ValueType): Operand {
  const compiled = compileExpr(unit, value, expected);
  const code = convertInput(unit, compiled, type);
  // After a conversion, the fast form no longer holds the same value.
  const fast = code === compiled.code && type.kind === 'int' ? fastInt(compiled) : undefined;
  const { type: from, needs, pair } = compiled;
  const operand: Operand = {
    code,
    type: from,
    needs,
    ...(fast === undefined ? {} : { fast }),
    ...(pair === undefined ? {} : { pair }),
  };
  if (fast !== undefined || CHEAP.has(value.kind) || unit.clause?.kind !== 'accum' || needs.length > 0) {
    return operand;
  }
  const names = [...namesIn(value)].filter((name) => unit.lookup(name) !== undefined);
  const bindings = names.map((name) => unit.lookup(name));
  const aliases = bindings.flatMap((binding) => (binding?.kind === 'vertex' ? [binding.alias] : []));
  const others = bindings.every(
    (binding) => binding?.kind === 'vertex' || (binding?.kind === 'variable' && binding.invariant),
  );
  const scalar = ['int', 'double', 'bool', 'string', 'datetime'].includes(from.kind);
  const [alias] = aliases;
  if (alias === undefined || aliases.length !== 1 || !unit.isOuter(alias)) return operand;
  if (!others || !scalar || !isSteady(value, unit.schema)) return operand;
  const eager = unit.conditional ? undefined : unit.loopStart;
  if (eager?.alias === alias) return { ...operand, code: eager.keep(code) };
  const initial = literal(from.kind === 'string' ? '' : from.kind === 'bool' ? false : 0);
  return { ...operand, code: alias.once(code, initial) };
}
