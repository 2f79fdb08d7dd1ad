/** The steps of a profile as a tree, and as a table to export. */
import type { QueryProfileStep } from '@acacia/contract';

export interface ProfileRow {
  readonly index: number;
  readonly step: QueryProfileStep;
  /** The rows that it belongs to, outermost first. */
  readonly within: readonly number[];
  /** Whether it has parts. */
  readonly hasMore: boolean;
}

export function profileRows(steps: readonly QueryProfileStep[]): readonly ProfileRow[] {
  const above: number[] = [];
  return steps.map((step, index) => {
    above.length = Math.min(above.length, step.depth);
    const within = [...above];
    above.push(index);
    return { index, step, within, hasMore: (steps[index + 1]?.depth ?? 0) > step.depth };
  });
}

/** Milliseconds of all statements together. */
export const totalOf = (steps: readonly QueryProfileStep[]): number =>
  steps.reduce((sum, { depth, milliseconds }) => sum + (depth === 0 ? (milliseconds ?? 0) : 0), 0);

const COLUMNS = [
  'depth',
  'kind',
  'operator',
  'text',
  'line',
  'rowsIn',
  'rowsOut',
  'runs',
  'threads',
  'memoryBytes',
  'milliseconds',
] as const satisfies readonly (keyof QueryProfileStep)[];

export interface ProfileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export const profileTable = (steps: readonly QueryProfileStep[]): ProfileTable => ({
  columns: COLUMNS,
  rows: steps.map((step) => COLUMNS.map((column) => step[column])),
});
