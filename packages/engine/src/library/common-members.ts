/** The number of members that two sets share, where one set is compared with many others. */
import { canonical } from './values.ts';

/** Larger numbers are not marked: the array of marks would be too long. */
const MAX_MARKED = 2 ** 24;
/** When one set is so many times as large as the other, the members of the smaller are looked up in the larger. */
const FAR_LARGER = 8;

let marks = new Int32Array(1024);
/** The mark of the set that was marked last. */
let stamp = 0;

export type SetOperator = 'UNION' | 'INTERSECT' | 'MINUS';

/** A set on its way to be compared with others, which stays as it is meanwhile. */
export class ComparedSet {
  readonly members: ReadonlySet<unknown>;
  /** The stamp that marks its members; negative: not marked yet, null: they cannot be marked. */
  #stamp: number | null = -1;

  constructor(many: unknown) {
    this.members = asSet(many);
  }

  /** Marks the members; false when they cannot be. */
  #mark(): boolean {
    if (this.#stamp === null) return false;
    if (this.#stamp === stamp) return true;
    if (stamp === 2 ** 31 - 1) {
      marks.fill(0);
      stamp = 0;
    }
    stamp += 1;
    this.#stamp = null;
    for (const member of this.members) {
      if (typeof member !== 'number' || !(member >= 0 && member < MAX_MARKED) || !Number.isInteger(member))
        return false;
      if (member >= marks.length) {
        const longer = new Int32Array(2 ** Math.ceil(Math.log2(member + 1)));
        longer.set(marks);
        marks = longer;
      }
      marks[member] = stamp;
    }
    this.#stamp = stamp;
    return true;
  }

  /** The number of members that the other set has too. */
  common(other: ReadonlySet<unknown>): number {
    const { members } = this;
    let found = 0;
    if (other.size > members.size * FAR_LARGER) {
      for (const member of members) if (other.has(member)) found += 1;
    } else if (this.#mark()) {
      const [own, mark] = [marks, stamp];
      for (const member of other) if (own[member as number] === mark) found += 1;
    } else {
      for (const member of other) if (members.has(member)) found += 1;
    }
    return found;
  }
}

/** Members of a set are canonical. */
export const asSet = (many: unknown): ReadonlySet<unknown> =>
  many instanceof Set ? many : new Set([...(many as Iterable<unknown>)].map(canonical));

/** The size of the result of an operator on two sets. */
export function sizeOfSets(op: SetOperator, left: ComparedSet, right: unknown): number {
  const other = asSet(right);
  const common = left.common(other);
  const { size } = left.members;
  return op === 'INTERSECT' ? common : op === 'MINUS' ? size - common : size + other.size - common;
}
