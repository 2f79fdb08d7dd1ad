/** Record of the writes to a database: it reveals loss and half-written data. */

/** Expected content of a database at some moment: all of `must`, and of the others only those of `may`. */
export interface Content {
  readonly must: ReadonlySet<number>;
  readonly may: ReadonlySet<number>;
}

/** Each number is written as two vertices in one request: a database has both or neither. */
export type Found = ReadonlyMap<number, number>;

const HALVES = 2;

const some = (numbers: readonly number[]): string =>
  numbers.length > 10 ? `${numbers.slice(0, 10).join(', ')} … (${numbers.length})` : numbers.join(', ');

/** Differences from the expected content, a sentence each. */
export function differences({ must, may }: Content, found: Found): string[] {
  const lost = [...must].filter((number) => !found.has(number));
  const half = [...found].filter(([, halves]) => halves !== HALVES).map(([number]) => number);
  const strange = [...found.keys()].filter((number) => !must.has(number) && !may.has(number));
  return [
    ...(lost.length > 0 ? [`acknowledged and lost: ${some(lost)}`] : []),
    ...(half.length > 0 ? [`written by half: ${some(half)}`] : []),
    ...(strange.length > 0 ? [`there although they should not be: ${some(strange)}`] : []),
  ];
}

/** The record of one database over time. */
export class Ledger implements Content {
  must = new Set<number>();
  /** Sent, acknowledged or not. */
  may = new Set<number>();

  send(number: number): void {
    this.may.add(number);
  }

  acknowledge(number: number): void {
    this.must.add(number);
  }

  /** Numbers that were seen once must stay. */
  saw(found: Found): void {
    for (const number of found.keys()) this.must.add(number);
  }

  now(): Content {
    return { must: new Set(this.must), may: new Set(this.may) };
  }

  /** The database was restored to an earlier content. */
  rewind({ must, may }: Content): void {
    this.must = new Set(must);
    this.may = new Set(may);
  }
}
