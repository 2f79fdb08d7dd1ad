/**
 * `+=` on the accumulator of a vertex of an outer loop: a local variable collects the contributions, and they are
 * added to the page once, after the inner loops.
 */
import type { AccumInfo } from '../library/value-types.ts';
import { type Code, js, literal } from './code.ts';
import { isSafe } from './integers.ts';
import type { Operand, Unit, VertexAlias } from './unit.ts';

interface Place {
  readonly name: string;
  readonly info: AccumInfo;
  readonly alias: VertexAlias;
  readonly page: Code;
  readonly values: Code;
  /** Keeps the value from before the SELECT. */
  readonly keep: Code;
}

/** Undefined where the loops may change the value otherwise than by additions, or where it is no plain value. */
export function addOuter(unit: Unit, place: Place, input: Operand): Code | undefined {
  const { alias, info, name } = place;
  const { clause } = unit;
  if (clause?.kind !== 'accum' || !clause.onlyAdded.has(name) || !unit.isOuter(alias)) return undefined;
  switch (info.layout) {
    case 'double':
      return addDouble(place, input.code);
    case 'int':
      return input.fast === undefined ? undefined : addInt(unit, place, input.code, input.fast);
    case 'bool':
      return addBool(place, input.code);
    case 'cell':
      return undefined;
  }
}

const START = { min: Infinity, max: -Infinity } as const;

const isExtreme = (kind: string): kind is 'min' | 'max' => kind === 'min' || kind === 'max';

function addDouble({ name, info, alias, values, keep }: Place, value: Code): Code {
  const { kind } = info.spec;
  const at = js`${values}[${alias.number}]`;
  if (!isExtreme(kind)) {
    const sum = alias.local(name, literal(0), (own) => js`${keep}${at} += ${own};`);
    return js`${sum} += ${value}`;
  }
  const better = kind === 'min' ? js`<` : js`>`;
  const end = (own: Code): Code => js`if (${own} ${better} ${at}) { ${keep}${at} = ${own}; }`;
  const own = alias.local(name, literal(START[kind]), end);
  return js`if (${value} ${better} ${own}) ${own} = ${value}`;
}

/** A contribution that is no plain number goes to the page at once. */
function addInt(unit: Unit, { name, info, alias, page, keep }: Place, code: Code, fast: Code): Code {
  const { kind } = info.spec;
  const add = (value: Code): Code => {
    const lib = kind === 'min' ? 'minIntAt' : kind === 'max' ? 'maxIntAt' : 'addIntAt';
    return js`{ ${keep}${unit.call(lib, page, alias.number, value)}; }`;
  };
  const value = unit.names.fresh();
  if (!isExtreme(kind)) {
    const sum = alias.local(name, literal(0), add);
    return js`{ const ${value} = ${sum} + ${fast}; if (${isSafe(value)}) ${sum} = ${value}; else ${add(code)} }`;
  }
  const own = alias.local(name, literal(START[kind]), add);
  const [better, worse] = kind === 'min' ? [js`<`, js`>=`] : [js`>`, js`<=`];
  // The ends of INT's range are infinite in the page; they are not to be mistaken for nothing.
  return js`{ const ${value} = ${fast}; if (${isSafe(value)}) { if (${value} ${better} ${own}) ${own} = ${value}; } else if (!(${value} ${worse} ${literal(START[kind])})) ${add(code)} }`;
}

function addBool({ name, info, alias, values, keep }: Place, value: Code): Code {
  const and = info.spec.kind === 'and';
  const end = (): Code => js`${keep}${values}[${alias.number}] = ${literal(and ? 0 : 1)};`;
  const changed = alias.local(name, literal(0), end);
  return js`if (${and ? js`!(${value})` : value}) ${changed} = 1`;
}
