/** `COUNT(a INTERSECT b)` and the like: the size of the result without making the set. */
import type { Ast } from '@acacia/language';
import { namesIn } from '../plan/aliases.ts';
import { type Code, js, literal } from './code.ts';
import { compileExpr, needsOf } from './expressions.ts';
import { SAFE_INT } from './types.ts';
import type { Operand, Unit, VertexAlias } from './unit.ts';

const OPERATORS = ['UNION', 'INTERSECT', 'MINUS'] as const;

/** Undefined for an expression that is not an operator on two sets. */
export function sizeOfSets(unit: Unit, expr: Ast.Expr): Operand | undefined {
  if (expr.kind !== 'binary') return undefined;
  const op = OPERATORS.find((known) => known === expr.op);
  if (op === undefined) return undefined;
  const sides = [expr.left, expr.right].map((side) => ({ side, operand: compileExpr(unit, side) }));
  if (sides.some(({ operand }) => operand.type.kind !== 'set')) return undefined;
  // The set of an outer loop is compared with those of the loops inside.
  const outer = sides.map(({ side }) => outerAlias(unit, side));
  if (outer[0] === undefined && outer[1] !== undefined && op !== 'MINUS') {
    sides.reverse();
    outer.reverse();
  }
  const [left, right] = sides.map(({ operand }) => operand) as [Operand, Operand];
  const compared = unit.call('comparedSet', left.code);
  const kept: Code = outer[0]?.once(compared, literal(null)) ?? compared;
  const byOne = unit.call('sizeOfSets', literal(op), kept, right.code);
  const [first, second] = sides.map(({ side }) => flatPlace(unit, side));
  const code =
    first === undefined || second === undefined
      ? byOne
      : js`(${first.flat} !== null && ${second.flat} !== null ? ${unit.call('sizeOfFlat', literal(op), first.flat, first.number, second.flat, second.number)} : ${byOne})`;
  return { code, type: SAFE_INT, needs: needsOf(left, right) };
}

/** The place of an alias' set among the flat sets of all vertices; undefined where the rows may change the sets. */
function flatPlace(unit: Unit, expr: Ast.Expr): { readonly flat: Code; readonly number: Code } | undefined {
  if (expr.kind !== 'vertexAccum' || expr.target.kind !== 'name' || unit.clause?.kind !== 'accum')
    return undefined;
  const accum = unit.vertexAccums.get(expr.name);
  const binding = unit.lookup(expr.target.name);
  if (accum?.info.spec.kind !== 'set' || accum.edge || binding?.kind !== 'vertex') return undefined;
  if (
    expr.previous ||
    unit.clause.readOld.has(expr.name) ||
    !['int', 'vertex'].includes(accum.info.input.kind)
  )
    return undefined;
  const { alias } = binding;
  const flat = alias.hoist(`flat ${expr.name}`, unit.call('flatSets', accum.code, alias.typeIndex));
  return { flat, number: alias.number };
}

/** The alias of an outer loop on whose accumulator or attribute alone a value depends. */
function outerAlias(unit: Unit, expr: Ast.Expr): VertexAlias | undefined {
  if (expr.kind !== 'vertexAccum' && expr.kind !== 'member') return undefined;
  const [name, ...others] = namesIn(expr);
  const binding = name === undefined || others.length > 0 ? undefined : unit.lookup(name);
  return binding?.kind === 'vertex' && unit.isOuter(binding.alias) ? binding.alias : undefined;
}
