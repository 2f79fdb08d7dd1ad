/** The aggregates of GROUP BY: each is a column with one value per group. */
import { Average } from './accumulators.ts';
import { addInt, multiplyInt, toDouble, type Int } from './int64.ts';
import { type Sent, packValue, unpackValue } from './transfer.ts';
import { canonical, compare } from './values.ts';

export interface Aggregate {
  readonly name: string;
  readonly distinct: boolean;
  /** Its values are numbers that are never missing; whole ones are exact as doubles. */
  readonly plain: boolean;
}

/** A column as a message to another thread. */
export type SentColumn =
  | { readonly kind: 'numbers'; readonly values: readonly Int[]; readonly counts?: readonly number[] }
  | { readonly kind: 'values'; readonly cells: readonly SentAggregation[] };

/** One aggregate of all groups, by their numbers. `rows`: the number of rows that a value stands for. */
export interface AggregateColumn {
  begin(): void;
  value(group: number): unknown;
  pack(): SentColumn;
  /** Adds another column's value at a place to a group. */
  absorb(group: number, sent: SentColumn, at: number): void;
}

const numberAt = (sent: SentColumn, at: number): number =>
  sent.kind === 'numbers' ? (sent.values[at] as number) : Number.NaN;

/** count(*), and count of values that are never null. */
class CountColumn implements AggregateColumn {
  readonly #counts: number[] = [];

  begin(): void {
    this.#counts.push(0);
  }

  add(group: number, rows: number): void {
    (this.#counts[group] as number) += rows;
  }

  value(group: number): unknown {
    return this.#counts[group];
  }

  pack(): SentColumn {
    return { kind: 'numbers', values: this.#counts };
  }

  absorb(group: number, sent: SentColumn, at: number): void {
    this.add(group, numberAt(sent, at));
  }
}

/** sum of whole numbers. */
class SumColumn implements AggregateColumn {
  readonly #sums: Int[] = [];

  begin(): void {
    this.#sums.push(0);
  }

  add(group: number, value: number, rows: number): void {
    const before = this.#sums[group] as Int;
    const part = value * rows;
    const sum = typeof before === 'number' ? before + part : Number.NaN;
    this.#sums[group] =
      Number.isSafeInteger(sum) && Number.isSafeInteger(part)
        ? sum
        : addInt(before, multiplyInt(value, rows));
  }

  value(group: number): unknown {
    return this.#sums[group];
  }

  pack(): SentColumn {
    return { kind: 'numbers', values: this.#sums };
  }

  absorb(group: number, sent: SentColumn, at: number): void {
    if (sent.kind === 'numbers') this.#sums[group] = addInt(this.#sums[group] as Int, sent.values[at] as Int);
  }
}

/** avg of numbers. */
class MeanColumn implements AggregateColumn {
  readonly #counts: number[] = [];
  readonly #sums: number[] = [];

  begin(): void {
    this.#counts.push(0);
    this.#sums.push(0);
  }

  add(group: number, value: number, rows: number): void {
    (this.#counts[group] as number) += rows;
    (this.#sums[group] as number) += value * rows;
  }

  value(group: number): unknown {
    return new Average(this.#sums[group] as number, this.#counts[group] as number).mean;
  }

  pack(): SentColumn {
    return { kind: 'numbers', values: this.#sums, counts: this.#counts };
  }

  absorb(group: number, sent: SentColumn, at: number): void {
    (this.#sums[group] as number) += numberAt(sent, at);
    if (sent.kind === 'numbers') (this.#counts[group] as number) += sent.counts?.[at] ?? 0;
  }
}

/** min and max of numbers. */
class ExtremeColumn implements AggregateColumn {
  readonly #lower: boolean;
  /** NaN: none yet. */
  readonly #values: number[] = [];

  constructor(lower: boolean) {
    this.#lower = lower;
  }

  begin(): void {
    this.#values.push(Number.NaN);
  }

  add(group: number, value: number): void {
    const before = this.#values[group] as number;
    if (this.#lower ? !(before <= value) : !(before >= value)) this.#values[group] = value;
  }

  value(group: number): unknown {
    const value = this.#values[group] as number;
    return Number.isNaN(value) ? null : value;
  }

  pack(): SentColumn {
    return { kind: 'numbers', values: this.#values };
  }

  absorb(group: number, sent: SentColumn, at: number): void {
    const value = numberAt(sent, at);
    if (!Number.isNaN(value)) this.add(group, value);
  }
}

interface SentAggregation {
  readonly count: number;
  readonly sum: Int;
  readonly double: number;
  readonly squares: number;
  readonly integers: boolean;
  readonly extreme: Sent;
  readonly seen: readonly Sent[] | null;
}

/** One aggregate of one group; missing values (null) do not count. */
class Aggregation {
  readonly #kind: Aggregate;
  readonly #seen: Set<unknown> | null;
  #count = 0;
  #sum: Int = 0;
  #double = 0;
  #squares = 0;
  #integers = true;
  #extreme: unknown = null;

  constructor(kind: Aggregate) {
    this.#kind = kind;
    this.#seen = kind.distinct ? new Set() : null;
  }

  add(value: unknown, rows: number): void {
    if (value === null || value === undefined) return;
    let times = rows;
    if (this.#seen !== null) {
      const member = canonical(value);
      if (this.#seen.has(member)) return;
      this.#seen.add(member);
      times = 1;
    }
    this.#count += times;
    switch (this.#kind.name) {
      case 'min':
      case 'max':
        if (
          this.#extreme === null ||
          compare(value, this.#extreme) * (this.#kind.name === 'min' ? 1 : -1) < 0
        ) {
          this.#extreme = value;
        }
        return;
      case 'sum':
      case 'avg':
      case 'stdev': {
        const number = toDouble(value as Int);
        if (typeof value === 'number' && !Number.isInteger(value)) this.#integers = false;
        if (this.#integers) {
          this.#sum = addInt(this.#sum, times === 1 ? (value as Int) : multiplyInt(value as Int, times));
        }
        this.#double += number * times;
        this.#squares += number * number * times;
      }
    }
  }

  pack(): SentAggregation {
    return {
      count: this.#count,
      sum: this.#sum,
      double: this.#double,
      squares: this.#squares,
      integers: this.#integers,
      extreme: packValue(this.#extreme),
      seen: this.#seen === null ? null : Array.from(this.#seen, packValue),
    };
  }

  absorb(sent: SentAggregation): void {
    if (sent.seen !== null) {
      for (const value of sent.seen) this.add(unpackValue(value), 1);
      return;
    }
    const { name } = this.#kind;
    if (name === 'min' || name === 'max') this.add(unpackValue(sent.extreme), sent.count);
    else {
      this.#count += sent.count;
      this.#integers &&= sent.integers;
      if (this.#integers) this.#sum = addInt(this.#sum, sent.sum);
      this.#double += sent.double;
      this.#squares += sent.squares;
    }
  }

  get(): unknown {
    switch (this.#kind.name) {
      case 'count':
        return this.#count;
      case 'sum':
        return this.#integers ? this.#sum : this.#double;
      case 'avg':
        return new Average(this.#double, this.#count).mean;
      case 'stdev': {
        if (this.#count < 2) return 0;
        const mean = this.#double / this.#count;
        return Math.sqrt(Math.max(0, (this.#squares - this.#count * mean * mean) / (this.#count - 1)));
      }
      default:
        return this.#extreme;
    }
  }
}

/** Values of any kind. */
class ValueColumn implements AggregateColumn {
  readonly #kind: Aggregate;
  readonly #cells: Aggregation[] = [];

  constructor(kind: Aggregate) {
    this.#kind = kind;
  }

  begin(): void {
    this.#cells.push(new Aggregation(this.#kind));
  }

  add(group: number, value: unknown, rows: number): void {
    (this.#cells[group] as Aggregation).add(value, rows);
  }

  value(group: number): unknown {
    return (this.#cells[group] as Aggregation).get();
  }

  pack(): SentColumn {
    return { kind: 'values', cells: this.#cells.map((cell) => cell.pack()) };
  }

  absorb(group: number, sent: SentColumn, at: number): void {
    if (sent.kind === 'values') this.#cells[group]?.absorb(sent.cells[at] as SentAggregation);
  }
}

export function columnOf(kind: Aggregate): AggregateColumn {
  if (!kind.plain) return new ValueColumn(kind);
  switch (kind.name) {
    case 'count':
      return new CountColumn();
    case 'sum':
      return new SumColumn();
    case 'avg':
      return new MeanColumn();
    default:
      return new ExtremeColumn(kind.name === 'min');
  }
}
