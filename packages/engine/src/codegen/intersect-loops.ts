/** Loops over the common neighbours of two bound vertices. */
import { type Code, js } from './code.ts';
import type { EdgeAlias, Unit, VertexAlias } from './unit.ts';

interface Intersection {
  /** The vertex that changes more often, the one bound before it, and the one that both lead to. */
  readonly near: VertexAlias;
  readonly far: VertexAlias;
  readonly reached: VertexAlias;
  /** The edges from near and from far, and the hops over them by the type of their source. */
  readonly edges: readonly [EdgeAlias, EdgeAlias];
  readonly hops: readonly [Code, Code];
  /** Code that declares something once before all loops. */
  readonly declare: (value: Code) => Code;
}

interface IntersectionCode {
  /** Puts code inside of the loops over the tables of edges. */
  readonly wrap: (inside: Code) => Code;
  /** The vertices that may be reached: a bitmap, or null for all. */
  readonly filter: Code;
  /** Loops over the common neighbours with their edges. */
  readonly loop: (inside: () => Code) => Code;
  /** The number of common neighbours. */
  readonly count: Code;
  /** Entries that are read or searched. */
  readonly work: Code;
}

export function intersection(unit: Unit, parts: Intersection): IntersectionCode {
  const { near, far, reached, edges, hops } = parts;
  const [one, two] = edges;
  const fresh = (): Code => unit.names.fresh();
  const [first, second, found, list, start, end, filter] = [
    fresh(),
    fresh(),
    fresh(),
    fresh(),
    fresh(),
    fresh(),
    fresh(),
  ];
  const all = parts.declare(unit.call('intersectors', js`X`));
  const [places, place, other, neighbours] = [fresh(), fresh(), fresh(), fresh()];
  const from = js`${start}[${near.number}]`;
  const to = js`${end}[${near.number}]`;
  return {
    filter,
    work: js`${to} - ${from}`,
    wrap: (inside) => js`for (const ${first} of ${unit.call('hopsFrom', hops[0], near.typeIndex)})
for (const ${second} of ${unit.call('hopsFrom', hops[1], far.typeIndex)}) {
if (${first}.toType !== ${second}.toType) continue;
const ${list} = ${first}.neighbours, ${start} = ${first}.offsets, ${end} = ${first}.ends;
const ${filter} = ${first}.filter, ${neighbours} = ${second}.neighbours, ${found} = ${all}.of(${second});
const ${reached.typeIndex} = ${first}.toType;
const ${one.ordinal} = ${first}.ordinal, ${one.base} = ${first}.edgeBase;
const ${two.ordinal} = ${second}.ordinal, ${two.base} = ${second}.edgeBase;
${reached.prelude()}
${one.prelude()}
${two.prelude()}
${inside}
}`,
    loop: (inside) => {
      const body = inside();
      return js`const ${places} = ${found}.find(${far.number}, ${list}, ${from}, ${to});
for (let ${place} = 0; ${place} < ${places}; ${place}++) {
const ${reached.number} = ${list}[${found}.at[${place}]];
const ${one.row} = ${first}.rows[${found}.at[${place}]];
${reached.rowPrelude()}
${one.rowPrelude()}
for (let ${other} = ${found}.other[${place}]; ${other} < ${found}.end && ${neighbours}[${other}] === ${reached.number}; ${other}++) {
const ${two.row} = ${second}.rows[${other}];
${two.rowPrelude()}
${body}
}
}`;
    },
    count: js`${found}.count(${far.number}, ${list}, ${from}, ${to}, ${filter})`,
  };
}
