export { BarChart, HistogramChart } from './BarCharts.tsx';
export type { Bar } from './bars.ts';
export type { StackedSeries } from './stacked.ts';
export { StackedChart } from './StackedChart.tsx';
export type { Threshold, TimeSeries } from './time-series.ts';
export { TimeSeriesChart } from './TimeSeriesChart.tsx';
export type { Unit } from './units.ts';
