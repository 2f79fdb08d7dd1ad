/** Units of a chart's numbers: their format as the console writes them, and the steps of an axis. */
import { formatBytes, formatCompact, formatDuration, formatPercent, formatRate } from '@acacia/ui';

export type Unit = 'count' | 'percent' | 'bytes' | 'ms' | 'perSecond';

const FORMATS: Readonly<Record<Unit, (value: number) => string>> = {
  count: formatCompact,
  percent: formatPercent,
  bytes: formatBytes,
  ms: formatDuration,
  perSecond: formatRate,
};

export const formatUnit = (value: number, unit: Unit): string => FORMATS[unit](value);

interface ValueScale {
  readonly min: number;
  readonly max: number;
  /** Between two lines of the grid. */
  readonly interval: number;
}

const LINES = 4;
/** Steps that read well, in each power of ten. */
const DECIMAL = [1, 2, 2.5, 5, 10] as const;

/** An axis from 0 in at most four steps of round values in the unit: powers of two for bytes, 100 % where it fits. */
export function valueScale(highest: number, unit: Unit): ValueScale {
  if (unit === 'percent' && highest <= 100) return { min: 0, max: 100, interval: 25 };
  const least = (highest > 0 ? highest : 1) / LINES;
  const interval = unit === 'bytes' ? byteStep(least) : decimalStep(least, unit === 'perSecond' ? 0 : 1);
  return { min: 0, max: interval * Math.max(1, Math.ceil(highest / interval)), interval };
}

function byteStep(least: number): number {
  return Math.max(1024, 2 ** Math.ceil(Math.log2(least)));
}

function decimalStep(least: number, smallest: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = DECIMAL.find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return Math.max(smallest, step * power);
}
