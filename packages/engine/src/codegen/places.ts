/** Places that hold an accumulator: a global one, one of a vertex or an edge, a place of an array. */
import type { Ast } from '@acacia/language';
import type { AccumInfo, ValueType } from '../library/value-types.ts';
import { type Code, js } from './code.ts';
import { compileExpr } from './expressions.ts';
import type { Clause, Unit } from './unit.ts';

/** A place; `slot` is code of an AccumSlot. */
interface Place {
  readonly slot: Code;
  readonly info: AccumInfo;
  readonly needs: readonly Code[];
}

/** Undefined when the expression names no accumulator. */
export function accumPlace(unit: Unit, expr: Ast.Expr): Place | undefined {
  switch (expr.kind) {
    case 'globalAccum': {
      const accum = unit.globals.get(expr.name);
      return accum && { slot: accum.code, info: accum.info, needs: [] };
    }
    case 'vertexAccum': {
      const accum = unit.vertexAccums.get(expr.name);
      if (accum === undefined) return undefined;
      const owner = compileExpr(unit, expr.target);
      return { slot: js`${accum.code}.slot(${owner.code})`, info: accum.info, needs: owner.needs };
    }
    case 'index': {
      const array = arrayPlace(unit, expr.target);
      if (array?.type.dimensions !== 1) return undefined;
      const index = compileExpr(unit, expr.index);
      return {
        slot: js`${array.code}.slot(${index.code})`,
        info: array.type.place,
        needs: [...array.needs, ...index.needs],
      };
    }
    default:
      return undefined;
  }
}

interface ArrayPlace {
  readonly code: Code;
  readonly type: Extract<ValueType, { readonly kind: 'array' }>;
  readonly needs: readonly Code[];
}

/** An array that may be changed: of a clause that gathers its contributions apart, the one to gather in. */
function arrayPlace(unit: Unit, expr: Ast.Expr): ArrayPlace | undefined {
  if (expr.kind === 'index') {
    const outer = arrayPlace(unit, expr.target);
    if (outer?.type.element.kind !== 'array') return undefined;
    const index = compileExpr(unit, expr.index);
    return {
      code: js`${outer.code}.part(${index.code})`,
      type: outer.type.element,
      needs: [...outer.needs, ...index.needs],
    };
  }
  const place = accumPlace(unit, expr);
  if (place?.info.type.kind !== 'array') return undefined;
  const gathered =
    expr.kind === 'globalAccum' && unit.clause?.gatherContainers.has(expr.name) === true
      ? gatheredArray(unit, unit.clause, expr.name)
      : undefined;
  return { code: gathered ?? js`${place.slot}.cell`, type: place.info.type, needs: place.needs };
}

/** The cell in which a clause gathers its contributions to a global array. */
function gatheredArray(unit: Unit, clause: Clause, name: string): Code {
  let gathering = clause.gathered.get(name);
  if (gathering === undefined) {
    gathering = { cell: unit.names.fresh() };
    clause.gathered.set(name, gathering);
  }
  return gathering.cell;
}

/** The expression to the left of every `[…]`. */
export const rootOf = (expr: Ast.Expr): Ast.Expr => (expr.kind === 'index' ? rootOf(expr.target) : expr);
