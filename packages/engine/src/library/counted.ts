/** Rows that stand for several: numbers of matches of branches by vertex, and vertices with their numbers of rows. */
import { engineError } from '../errors/catalogue.ts';
import type { QueryContext } from './context.ts';
import type { KeptValues } from './kept-values.ts';
import { accountRows } from './meter.ts';
import { CollectorPage } from './vertex-set.ts';

/** The number of matches of a branch at a vertex. */
type CountOf = (number: number) => number;

/** The matches over one table of edges. */
interface BranchPart {
  readonly count: CountOf;
  /** Whether counting costs less than looking up a known number. */
  readonly cheap: boolean;
}

const none: CountOf = () => 0;

/**
 * A number of rows, which must be exact.
 * @throws EngineError when the number is not a safe integer
 */
function exactRows(rows: number): number {
  if (rows <= Number.MAX_SAFE_INTEGER) return rows;
  throw engineError('matchesTooMany');
}

/** Counts a branch at most once per vertex, and keeps the numbers by vertex. */
function branchCounter(
  context: QueryContext,
  kept: KeptValues,
  key: number,
  partsOf: (typeIndex: number) => readonly BranchPart[],
): (typeIndex: number) => CountOf {
  const byType: (CountOf | undefined)[] = [];
  return (typeIndex) =>
    (byType[typeIndex] ??= countOf(context, [kept, `${key} ${typeIndex}`], typeIndex, partsOf(typeIndex)));
}

function countOf(
  context: QueryContext,
  [kept, key]: readonly [KeptValues, string],
  typeIndex: number,
  parts: readonly BranchPart[],
): CountOf {
  const [only] = parts;
  if (only === undefined) return none;
  const count = parts.length === 1 ? only.count : sumOf(parts);
  if (parts.every(({ cheap }) => cheap)) return count;
  const { size } = context.snapshot.vertexTable(typeIndex);
  /** Matches + 1; 0: not known. */
  const known = kept.known(key, size);
  return (number) => {
    const before = known[number] as number;
    if (before !== 0) return before - 1;
    const matches = exactRows(count(number));
    known[number] = matches + 1;
    return matches;
  };
}

const sumOf =
  (parts: readonly BranchPart[]): CountOf =>
  (number) => {
    let sum = 0;
    for (let index = 0; index < parts.length; index += 1) sum += (parts[index] as BranchPart).count(number);
    return sum;
  };

/** Vertices of one type with the number of rows that led to each. */
class GatheredPage extends CollectorPage {
  readonly typeIndex: number;
  readonly rows: Float64Array;
  #members: Uint32Array | null = null;

  constructor(typeIndex: number, size: number) {
    super(size);
    this.typeIndex = typeIndex;
    this.rows = new Float64Array(size);
  }

  /** The vertices in ascending order; read once all are gathered. */
  get members(): Uint32Array {
    this.#members ??= this.sorted();
    return this.#members;
  }
}

/** Vertices that rows have reached, each with its number of rows: the start of the operators that follow. */
class Gathered {
  readonly #context: QueryContext;
  readonly #pages: (GatheredPage | undefined)[] = [];

  constructor(context: QueryContext) {
    this.#context = context;
  }

  page(typeIndex: number): GatheredPage {
    let page = this.#pages[typeIndex];
    if (page === undefined) {
      const { size } = this.#context.snapshot.vertexTable(typeIndex);
      accountRows(size * (Float64Array.BYTES_PER_ELEMENT + 1));
      page = new GatheredPage(typeIndex, size);
      this.#pages[typeIndex] = page;
    }
    return page;
  }

  get parts(): readonly GatheredPage[] {
    return this.#pages.filter((page) => page !== undefined);
  }
}

export const counted = {
  branchCounter,
  exactRows,
  gathered: (context: QueryContext): Gathered => new Gathered(context),
};
