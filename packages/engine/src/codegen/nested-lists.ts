/** `+=` on a list of lists: the value is one of its lists, or a list of them. */
import type { Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { compileExpr } from './expressions.ts';
import type { Unit } from './unit.ts';

/** The depth of nested lists; undefined where it is not known before the query runs. */
function depthOf(type: ValueType): number | undefined {
  if (type.kind === 'any') return undefined;
  if (type.kind !== 'list') return 0;
  const within = depthOf(type.element);
  return within === undefined ? undefined : within + 1;
}

function depthWritten(unit: Unit, value: Ast.Expr): number | undefined {
  if (value.kind !== 'list') return depthOf(compileExpr(unit, value).type);
  const [first] = value.items;
  if (first === undefined) return 1;
  const within = depthWritten(unit, first);
  return within === undefined ? undefined : within + 1;
}

/**
 * `@@matrix += x`: the members of `x` become members of the list. When `x` is as deep as a member itself, it is
 * wrapped in a list.
 */
export function wholeList(unit: Unit, type: ValueType | undefined, value: Ast.Expr): Ast.Expr {
  if (type?.kind !== 'list' || type.element.kind !== 'list') return value;
  const wanted = depthOf(type) ?? 0;
  const written = depthWritten(unit, value);
  if (written === undefined || written === 0 || written >= wanted) return value;
  return { kind: 'list', items: [value], span: value.span };
}
