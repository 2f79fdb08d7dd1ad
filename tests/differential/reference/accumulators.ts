/** Accumulators of the reference interpreter: each keeps its inputs and computes its value when read. */
import type { AccumType, Literal } from '../program.ts';
import { type Value, asInt, asLiteral, asNumber, order, wrapped } from './values.ts';

const INT_MAX = 2n ** 63n - 1n;

export class Accumulator {
  readonly type: AccumType;
  readonly #initial: Literal | undefined;
  #base: Value | undefined;
  #given: (readonly Value[])[] = [];

  constructor(type: AccumType, initial?: Literal) {
    this.type = type;
    this.#initial = initial;
    this.#base = initial;
  }

  add(input: readonly Value[]): void {
    this.#given.push(input);
  }

  set(value: Value): void {
    this.#base = value;
    this.#given = [];
  }

  copy(): Accumulator {
    const copy = new Accumulator(this.type, this.#initial);
    copy.#base = this.#base;
    copy.#given = [...this.#given];
    return copy;
  }

  get value(): Value {
    return valueOf(this.type, this.#base, this.#given);
  }
}

const singles = (base: Value | undefined, given: readonly (readonly Value[])[]): Value[] => [
  ...(base === undefined ? [] : [base]),
  ...given.map(([value]) => value as Value),
];

/** Value of an accumulator that was set to `base` and then received some inputs. */
function valueOf(type: AccumType, base: Value | undefined, given: readonly (readonly Value[])[]): Value {
  const all = singles(base, given);
  switch (type.kind) {
    case 'SumAccum':
      if (type.element === 'DOUBLE') return all.reduce((sum: number, value) => sum + asNumber(value), 0);
      return wrapped(all.reduce((sum: bigint, value) => sum + asInt(value), 0n));
    case 'MinAccum':
    case 'MaxAccum':
      return extreme(type, all);
    case 'OrAccum':
      return all.some((value) => value === true);
    case 'AndAccum':
      return all.every((value) => value === true);
    case 'AvgAccum':
      return all.length === 0 ? 0 : all.reduce((sum: number, value) => sum + asNumber(value), 0) / all.length;
    case 'SetAccum':
      return [...new Set(all)];
    case 'BagAccum':
    case 'ListAccum':
      return all;
    case 'MapAccum': {
      const keys = new Set(given.map(([key]) => asLiteral(key as Value)));
      return new Map(
        [...keys].map((key) => {
          const own = given.filter(([each]) => each === key).map(([, ...input]) => input);
          return [key, valueOf(type.value, undefined, own)];
        }),
      );
    }
    case 'GroupByAccum': {
      const keyOf = ([a, b]: readonly Value[]): string =>
        JSON.stringify([asLiteral(a as Value), String(asInt(b as Value))]);
      const keys = new Set(given.map(keyOf));
      return [...keys].map((key) => {
        const own = given.filter((input) => keyOf(input) === key);
        const value = valueOf(
          type.value,
          undefined,
          own.map(([, , ...input]) => input),
        );
        const [a, b] = own[0] as readonly Value[];
        return new Map<Literal, Value>([
          ['a', a as Value],
          ['b', b as Value],
          ['v', value],
        ]);
      });
    }
    case 'HeapAccum':
      return given
        .toSorted(
          ([n, t], [m, u]) => order(asInt(m as Value), asInt(n as Value)) || order(t as string, u as string),
        )
        .slice(0, type.capacity)
        .map(
          ([n, t]) =>
            new Map<Literal, Value>([
              ['n', n as Value],
              ['t', t as Value],
            ]),
        );
  }
}

function extreme(type: Extract<AccumType, { kind: 'MinAccum' | 'MaxAccum' }>, all: readonly Value[]): Value {
  const sign = type.kind === 'MinAccum' ? 1 : -1;
  const values = all.map((value) => (type.element === 'DOUBLE' ? asNumber(value) : asLiteral(value)));
  const [best] = values.toSorted((a, b) => sign * order(a, b));
  if (best !== undefined) return best;
  if (type.element === 'STRING') return '';
  if (type.element === 'DOUBLE') return sign * Number.MAX_VALUE;
  return sign === 1 ? INT_MAX : -INT_MAX - 1n;
}
