export { BarChart, HistogramChart } from './BarCharts.tsx';
export type { Bar } from './bars.ts';
export type { Threshold, TimeSeries } from './time-series.ts';
export { TimeSeriesChart } from './TimeSeriesChart.tsx';
export type { Unit } from './units.ts';
