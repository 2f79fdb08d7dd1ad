/** Loops over the vertices of a set, and collectors of the vertices that loops find. */
import { type Code, empty, js } from './code.ts';
import { type Unit, VertexAlias } from './unit.ts';

/** Loops over the vertices of a set, with `name` bound to each. */
export const vertexLoop = (
  unit: Unit,
  set: Code,
  name: string,
  types: readonly string[] | null,
  body: (alias: VertexAlias) => Code,
): Code =>
  unit.scoped(() => {
    const alias = new VertexAlias(unit.names, types);
    unit.bind(name, { kind: 'vertex', alias });
    const [part, numbers, at] = [unit.names.fresh(), unit.names.fresh(), unit.names.fresh()];
    const inside = body(alias);
    return js`for (const ${part} of ${set}.parts) {
const ${alias.typeIndex} = ${part}.typeIndex, ${numbers} = ${part}.members;
${alias.prelude()}
for (let ${at} = 0; ${at} < ${numbers}.length; ${at}++) {
if ((${at} & 4095) === 4095) ${unit.call('check')};
const ${alias.number} = ${numbers}[${at}];
${inside}
}
}`;
  });

/** Puts the vertex of an alias into a collector. */
export function collect(unit: Unit, name: string, collector: Code): Code {
  const binding = unit.lookup(name);
  if (binding?.kind !== 'vertex') return empty;
  const { alias } = binding;
  const page = alias.hoist(`collector ${collector}`, js`${collector}.page(${alias.typeIndex})`);
  const bits = alias.hoist(`collected ${collector}`, js`${page}.bits`);
  const push = js`if (${bits}[${alias.number}] === 0) ${page}.push(${alias.number});`;
  return unit.isOuter(alias) ? alias.whenMet(push) : push;
}
