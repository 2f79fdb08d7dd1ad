/** What ACCUM adds to accumulators: worked out as rarely as the pattern's loops allow. */
import type { Ast } from '@acacia/language';
import { namesIn, walk } from '../plan/aliases.ts';
import { literal } from './code.ts';
import { compileExpr, convertInput } from './expressions.ts';
import { fastInt } from './integers.ts';
import { MUTATORS } from './methods.ts';
import type { ValueType } from './types.ts';
import type { Operand, Unit } from './unit.ts';

/** Kinds of expressions that cost nothing to work out again. */
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
/** Calls whose value is not the same each time, or that do something. */
const IMPURE = new Set(['rand', 'now', 'timestamp', 'log', 'gsql_uuid_v4', 'setattr', ...MUTATORS]);

/**
 * The value that is added to an accumulator. When it depends on one alias of an outer loop alone, it is
 * worked out once per vertex of that alias instead of once per row: ACCUM reads what was before it.
 */
export const contribution = (unit: Unit, value: Ast.Expr, expected: ValueType, type: ValueType): Operand => {
  const compiled = compileExpr(unit, value, expected);
  const code = convertInput(unit, compiled, type);
  // A converted value is another one than that which the fast form holds.
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
  if (!others || !scalar || !isPure(unit, value)) return operand;
  const eager = unit.conditional ? undefined : unit.loopStart;
  if (eager?.alias === alias) return { ...operand, code: eager.keep(code) };
  const initial = literal(from.kind === 'string' ? '' : from.kind === 'bool' ? false : 0);
  return { ...operand, code: alias.once(code, initial) };
};

const isPure = (unit: Unit, value: Ast.Expr): boolean => {
  let pure = true;
  walk(value, (node) => {
    if (!('name' in node) || typeof node.name !== 'string') return;
    const { name } = node;
    if (node.kind !== 'call' && node.kind !== 'method') return;
    if (IMPURE.has(name.toLowerCase()) || unit.schema.queries.some((query) => query.name === name))
      pure = false;
  });
  return pure;
};
