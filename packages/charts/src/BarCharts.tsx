/** Bar charts of counts: by category, e.g. vertices of each type, and of a distribution, e.g. of degrees. */
import { t } from '@acacia/texts';
import type { DataTableColumn } from '@acacia/ui';
import { useMemo } from 'react';
import { BAR_HEIGHT, barOption, BARS_PADDING, barText, histogramOption, type Bar } from './bars.ts';
import { ChartFrame, type ChartState } from './ChartFrame.tsx';
import { Plot } from './Plot.tsx';
import { useTokens } from './tokens.ts';

interface CountsProps extends ChartState {
  readonly bars: readonly Bar[];
  /** Name of the things counted, e.g. `Vertices`. */
  readonly what: string;
}

interface PlacedBar extends Bar {
  readonly place: number;
}
const rowKey = (bar: PlacedBar): string => String(bar.place);

/** The bars as rows of a table, in the order given. */
function useTable(bars: readonly Bar[], labels: string, what: string) {
  const rows = useMemo(() => bars.map((bar, place): PlacedBar => ({ ...bar, place })), [bars]);
  const columns = useMemo(
    (): DataTableColumn<PlacedBar>[] => [
      { id: 'label', header: labels, cell: (bar) => bar.label, sortBy: (bar) => bar.label },
      {
        id: 'count',
        header: what,
        align: 'right',
        cell: (bar) => barText(bar.count),
        sortBy: (bar) => bar.count,
      },
    ],
    [labels, what],
  );
  return { rows, columns, rowKey };
}

const total = (bars: readonly Bar[]): string => barText(bars.reduce((sum, bar) => sum + bar.count, 0));
const NOTHING = t`There is nothing to count.`;

/** Horizontal bars in the order given, each with its label and count. The height follows the number of bars. */
export function BarChart({ bars, what, ...frame }: CountsProps) {
  const tokens = useTokens();
  const option = useMemo(() => barOption(bars, what, tokens), [bars, what, tokens]);
  const height = frame.height ?? Math.max(3, bars.length) * BAR_HEIGHT + BARS_PADDING;
  return (
    <ChartFrame
      empty={NOTHING}
      {...frame}
      {...useTable(bars, t`Name`, what)}
      height={height}
      nothing={bars.length === 0}
    >
      <Plot
        option={option}
        height={height}
        description={`${frame.title}: ${total(bars)} ${what.toLowerCase()} in ${bars.length} bars.`}
      />
    </ChartFrame>
  );
}

interface HistogramChartProps extends CountsProps {
  /** Title of the axis of buckets, e.g. `Edges going out`. */
  readonly axis: string;
  /** Counts in powers of ten: for distributions with a long tail. */
  readonly log?: boolean;
}

/** Standing bars, one for each bucket in the order given. */
export function HistogramChart({ bars, what, axis, log = false, ...frame }: HistogramChartProps) {
  const tokens = useTokens();
  const option = useMemo(
    () => histogramOption({ bars, what, axis, log }, tokens),
    [bars, what, axis, log, tokens],
  );
  const height = frame.height ?? 200;
  return (
    <ChartFrame
      empty={NOTHING}
      {...frame}
      {...useTable(bars, axis, what)}
      height={height}
      nothing={bars.length === 0}
    >
      <Plot
        option={option}
        height={height}
        description={`${frame.title}: ${total(bars)} ${what.toLowerCase()} by ${axis.toLowerCase()}.`}
      />
    </ChartFrame>
  );
}
