/** `+=` on accumulators of plain values, inline: dense vertex accumulators, and numbers that a clause gathers. */
import type { AccumInfo } from '../library/value-types.ts';
import { type Code, empty, js, literal } from './code.ts';
import { isSafe } from './integers.ts';
import { isCollection } from './types.ts';
import type { Clause, Gathering, Operand, Unit } from './unit.ts';

/** `+=` on the value of a vertex in a dense page; `values` is the page's array. */
export function addDense(
  unit: Unit,
  info: AccumInfo,
  page: Code,
  values: Code,
  number: Code,
  input: Operand,
): Code {
  const { kind } = info.spec;
  const { code, fast } = input;
  const at = js`${values}[${number}]`;
  switch (info.layout) {
    case 'double': {
      if (kind !== 'min' && kind !== 'max') return js`${at} += ${code}`;
      const value = unit.names.fresh();
      const better = kind === 'min' ? js`<` : js`>`;
      return js`{ const ${value} = ${code}; if (${value} ${better} ${at}) ${at} = ${value}; }`;
    }
    case 'bool':
      return kind === 'and' ? js`if (!(${code})) ${at} = 0` : js`if (${code}) ${at} = 1`;
    default: {
      const name = kind === 'min' ? 'minIntAt' : kind === 'max' ? 'maxIntAt' : 'addIntAt';
      const exact = unit.call(name, page, number, code);
      return fast === undefined ? exact : addFast(unit, kind, at, fast, exact);
    }
  }
}

function addFast(unit: Unit, kind: string, at: Code, fast: Code, exact: Code): Code {
  const [value, sum] = [unit.names.fresh(), unit.names.fresh()];
  if (kind !== 'min' && kind !== 'max') {
    return js`{ const ${sum} = ${at} + ${fast}; if (${isSafe(sum)}) ${at} = ${sum}; else ${exact}; }`;
  }
  const [better, worse] = kind === 'min' ? [js`<`, js`>=`] : [js`>`, js`<=`];
  return js`{ const ${value} = ${fast}; if (${value} ${better} ${at}) ${at} = ${value}; else if (!(${value} ${worse} ${at})) ${exact}; }`;
}

/** `=` on the value of a vertex in a page of integers. */
export function setDenseInt(unit: Unit, page: Code, values: Code, number: Code, input: Operand): Code {
  const exact = unit.call('setInt', page, number, input.code);
  if (input.fast === undefined) return exact;
  const value = unit.names.fresh();
  return js`{ const ${value} = ${input.fast}; if (${value} === ${value}) ${values}[${number}] = ${value}; else ${exact}; }`;
}

/** How a gathering cell of an accumulator begins. */
function gatheringOf(unit: Unit, info: AccumInfo): Gathering {
  const cell = unit.names.fresh();
  const { kind } = info.spec;
  const numeric = ['int', 'double', 'datetime'].includes(info.input.kind);
  if (!numeric || (kind !== 'sumInt' && kind !== 'min' && kind !== 'max')) return { cell };
  const start = kind === 'sumInt' ? 0 : kind === 'min' ? Infinity : -Infinity;
  return { cell, number: { id: unit.names.fresh(), start } };
}

/** `+=` on a global accumulator of one number or truth value that the clause gathers; undefined for others. */
function addScalar(
  unit: Unit,
  { code: box, info }: { readonly code: Code; readonly info: AccumInfo },
  gathering: Gathering,
  input: Operand,
): Code | undefined {
  const { cell, number } = gathering;
  const { code, fast } = input;
  const exact = js`${cell} = ${box}.ops.add(${cell}, ${code});`;
  switch (info.spec.kind) {
    case 'sumInt': {
      if (number === undefined || fast === undefined) {
        return js`${cell} = ${unit.call('addInt', cell, code)};`;
      }
      const sum = unit.names.fresh();
      return js`{ const ${sum} = ${number.id} + ${fast}; if (${isSafe(sum)}) ${number.id} = ${sum}; else ${cell} = ${unit.call('addInt', cell, code)}; }`;
    }
    case 'sumDouble':
      return js`${cell} += ${code};`;
    case 'min':
    case 'max': {
      if (number === undefined) return undefined;
      const plain = info.input.kind === 'double' ? code : fast;
      if (plain === undefined) return exact;
      const value = unit.names.fresh();
      const [better, worse] = info.spec.kind === 'min' ? [js`<`, js`>=`] : [js`>`, js`<=`];
      // An infinite value stands for an end of INT's range: it is not a number to keep.
      const keep = info.input.kind === 'double' ? empty : js`if (${isSafe(value)}) `;
      const other = info.input.kind === 'double' ? empty : js` else ${exact}`;
      return js`{ const ${value} = ${plain}; if (${value} ${better} ${number.id}) { ${keep}${number.id} = ${value};${other} } else if (!(${value} ${worse} ${number.id})) ${exact} }`;
    }
    case 'or':
      return js`if (${code}) ${cell} = true;`;
    case 'and':
      return js`if (!(${code})) ${cell} = false;`;
    default:
      return undefined;
  }
}

const SCALARS = new Set(['sumInt', 'sumDouble', 'or', 'and']);

function isScalar(info: AccumInfo, input: Operand): boolean {
  if (input.type.kind === 'any' || isCollection(input.type)) return false;
  const { kind } = info.spec;
  if (SCALARS.has(kind)) return true;
  return (kind === 'min' || kind === 'max') && ['int', 'double', 'datetime'].includes(info.input.kind);
}

/** `@@name += input` in a clause. */
export function addGlobal(
  unit: Unit,
  clause: Clause,
  name: string,
  accum: { readonly code: Code; readonly info: AccumInfo },
  input: Operand,
): Code {
  const { code, info } = accum;
  const scalar = isScalar(info, input);
  const pair = info.spec.kind === 'map' ? input.pair : undefined;
  if (!scalar && !clause.gatherContainers.has(name)) {
    return pair === undefined
      ? js`${code}.add(${input.code});`
      : js`${code}.cell.put(${pair.key}, ${pair.value});`;
  }
  let gathering = clause.gathered.get(name);
  if (gathering === undefined) {
    gathering = gatheringOf(unit, info);
    clause.gathered.set(name, gathering);
  }
  const inline = scalar ? addScalar(unit, accum, gathering, input) : undefined;
  const { cell } = gathering;
  if (pair !== undefined) return js`${cell}.put(${pair.key}, ${pair.value});`;
  return inline ?? js`${cell} = ${code}.ops.add(${cell}, ${input.code});`;
}

/** Local cells for contributions to global accumulators, and the code that adds them after the clause. */
interface Gatherings {
  readonly before: Code;
  /** As `before`, starting from the values of `names` in the array `carried`, unless that is null. */
  readonly goOn: (carried: Code) => Code;
  /** The identifiers that the clause changes. */
  readonly names: readonly Code[];
  /** Adds the contributions to the accumulators; `values` stands in for the names. */
  readonly merge: (values: readonly Code[]) => Code;
}

export function gatherings(unit: Unit, clause: Clause): Gatherings {
  const entries = [...clause.gathered].map(([name, gathering]) => ({
    ...gathering,
    box: unit.globals.get(name)?.code ?? empty,
  }));
  const deferred = [...clause.deferred.values()];
  const starts = [
    ...entries.flatMap(({ cell, number, box }) => {
      const fresh = { id: cell, start: js`${box}.fresh()`, isNumber: false };
      return number === undefined
        ? [fresh]
        : [fresh, { id: number.id, start: literal(number.start), isNumber: true }];
    }),
    ...deferred.map(({ later }) => ({ id: later, start: js`undefined`, isNumber: false })),
  ];
  const merges = entries.flatMap(({ number, box }) => {
    const cell = (value: Code): Code => js`${box}.merge(${value});`;
    if (number === undefined) return [cell];
    const start = literal(number.start);
    return [cell, (value: Code): Code => js`if (${value} !== ${start}) ${box}.merge(${value});`];
  });
  // A variable of the body gets the last value that was assigned, if one was.
  merges.push(
    ...deferred.map(
      ({ variable }) =>
        (value: Code): Code =>
          js`if (${value} !== undefined) ${variable} = ${value};`,
    ),
  );
  const gathered = entries.flatMap(({ cell, number }) => (number === undefined ? [cell] : [cell, number.id]));
  return {
    before: js`${starts.map(({ id, start }) => js`let ${id} = ${start};`)}`,
    goOn: (carried) =>
      js`${starts.map(({ id, start, isNumber }, index) => {
        // The unary plus keeps a number unboxed.
        const before = js`${isNumber ? js`+` : empty}${carried}[${literal(index)}]`;
        return js`let ${id} = ${carried} === null ? ${start} : ${before};`;
      })}`,
    names: [...gathered, ...deferred.map(({ later }) => later)],
    merge: (values) => js`${merges.map((merge, index) => merge(values[index] ?? empty))}`,
  };
}
