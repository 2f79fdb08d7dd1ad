/** Hops from a vertex whose type varies by row: values that a loop over neighbours needs, computed once per type. */
import { type Code, js, list, literal } from './code.ts';
import { declaredIn, identifiersIn } from './row-function.ts';
import type { Unit, VertexAlias } from './unit.ts';

interface PreparedHops {
  /** The table of the hops by type, and the vertex that they start from. */
  readonly hops: Code;
  readonly from: VertexAlias;
  /** The name of one hop, and the declarations that read from it the values that the loop needs. */
  readonly config: Code;
  readonly declared: Code;
  /** The loop over the neighbours. */
  readonly loop: Code;
  /** Declares a value before all loops and gives its identifier. */
  readonly declare: (value: Code) => Code;
}

/** `loop` for each of the hops. */
export function preparedHops(
  unit: Unit,
  { hops, from, config, declared, loop, declare }: PreparedHops,
): Code {
  const used = identifiersIn(loop);
  const own = declaredIn(declared);
  const kept = own.filter((name) => used.has(name));
  const outside = new Set<Code>([config, ...own, ...unit.variables(), ...unit.used.values()]);
  const given = [...identifiersIn(declared)].filter((name) => !outside.has(name));
  const [make, all, type, at, way] = Array.from({ length: 5 }, () => unit.names.fresh()) as [
    Code,
    Code,
    Code,
    Code,
    Code,
  ];
  const properties = kept.map((name, index) => js`p${literal(index)}: ${name}`);
  const variables = kept.map((name, index) => js`${name} = ${way}.p${literal(index)}`);
  unit.functions.push(js`function ${make}(${list([hops, type, ...given])}) {
return ${unit.call('hopsFrom', hops, type)}.map((${config}) => {
${declared}
return { ${list(properties)} };
});
}`);
  const byType = declare(js`[]`);
  const ofType = js`${byType}[${from.typeIndex}]`;
  const made = js`${make}(${list([hops, from.typeIndex, ...given])})`;
  const ways = from.hoist(`ways ${all}`, js`${ofType} ?? (${ofType} = ${made})`);
  return js`for (let ${at} = 0; ${at} < ${ways}.length; ${at}++) {
const ${way} = ${ways}[${at}];
const ${list(variables)};
${loop}
}`;
}
