/** Variables whose scope is the query, and whose first assignment declares them. */
import type { ValueType } from '../library/value-types.ts';
import { type Code, js } from './code.ts';
import { initialValue } from './dml.ts';
import { VERTEX_SET } from './types.ts';
import type { Unit } from './unit.ts';

/** The identifier of a variable; from here on it has the type. */
export function queryVariable(unit: Unit, name: string, type: ValueType): Code {
  const known = unit.lookup(name);
  const retyped = type.kind === 'table' || (known?.kind === 'variable' && known.type.kind === 'table');
  if (known?.kind === 'variable' && !retyped) return known.code;
  const code = known?.kind === 'variable' ? known.code : unit.names.fresh();
  if (known === undefined) unit.preamble.push(js`let ${code} = ${initialValue(unit, type)};`);
  unit.bindGlobally(name, { kind: 'variable', code, type, invariant: true });
  return code;
}

export const setVariable = (unit: Unit, name: string): Code => queryVariable(unit, name, VERTEX_SET);
