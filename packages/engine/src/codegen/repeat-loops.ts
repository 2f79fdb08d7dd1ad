/** Loops over the vertices reached over repeated edges, and over the walks to each where every walk is a row. */
import type { PatternEdge } from '../plan/pattern.ts';
import { type Code, js, list, literal } from './code.ts';
import type { Unit, VertexAlias } from './unit.ts';

/** Code of the vertices that a repeated edge reaches from a vertex. `declare` puts a value before all loops. */
export function reachedOver(
  unit: Unit,
  edge: PatternEdge,
  from: VertexAlias,
  hops: Code,
  far: Code | null | undefined,
  declare: (value: Code) => Code,
): Code {
  const { min, max } = edge.repeat ?? { min: 1, max: 1 };
  const repeater = declare(unit.call('repeater', js`X`));
  return js`${repeater}.from(${list([hops, far ?? literal(null), from.ref, literal(min), literal(max)])})`;
}

/** Loops over all ends. `rest` takes code of the number of walks to an end, or null where it runs once per walk. */
export function repeatLoop(
  unit: Unit,
  reached: Code,
  to: VertexAlias,
  merged: boolean,
  rest: (walks: Code | null) => Code,
): Code {
  const { names } = unit;
  const [ends, at, walks] = [names.fresh(), names.fresh(), names.fresh()];
  const inside = rest(merged ? walks : null);
  return js`const ${ends} = ${reached};
for (let ${at} = 0; ${at} < ${ends}.numbers.length; ${at}++) {
const ${to.typeIndex} = ${ends}.types[${at}], ${to.number} = ${ends}.numbers[${at}];
${to.prelude()}
${to.rowPrelude()}
const ${walks} = ${ends}.paths[${at}];
${merged ? inside : eachWalk(unit, walks, inside)}
}`;
}

/** As `repeatLoop` where the end is bound: `reached` is restricted to it. */
export function repeatTest(
  unit: Unit,
  reached: Code,
  merged: boolean,
  rest: (walks: Code | null) => Code,
): Code {
  const walks = unit.names.fresh();
  const inside = rest(merged ? walks : null);
  const once = js`if (${walks} !== 0) {\n${inside}\n}`;
  return js`for (const ${walks} of [${reached}.paths[0] ?? 0]) {
${merged ? once : eachWalk(unit, walks, inside)}
}`;
}

function eachWalk(unit: Unit, walks: Code, inside: Code): Code {
  const walk = unit.names.fresh();
  return js`for (let ${walk} = 0; ${walk} < ${walks}; ${walk}++) {\n${inside}\n}`;
}
