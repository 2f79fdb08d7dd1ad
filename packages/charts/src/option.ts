/** Type of a chart's options: the drawing library's, of the parts that are loaded. */
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type {
  DataZoomComponentOption,
  GridComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { Tokens } from './tokens.ts';

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | DataZoomComponentOption | GridComponentOption | TooltipComponentOption
>;

/** Options that all charts share. No animation: a chart refreshed every few seconds would never rest. */
export const common = (tokens: Tokens) =>
  ({
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: tokens.font, fontSize: 11.5, color: tokens.inkDim },
  }) satisfies ChartOption;

export const axisLabel = (tokens: Tokens) => ({ color: tokens.inkDim, fontSize: 11.5, hideOverlap: true });
export const splitLine = (tokens: Tokens) => ({ show: true, lineStyle: { color: tokens.hairline } });
export const axisLine = (tokens: Tokens) => ({ show: true, lineStyle: { color: tokens.hairlineStrong } });

/** Style of the tooltip; `tooltipContent` makes its content. */
export const tooltip = (tokens: Tokens) =>
  ({
    confine: true,
    transitionDuration: 0,
    backgroundColor: tokens.surface,
    borderColor: tokens.hairlineStrong,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { color: tokens.ink, fontSize: 12.5, fontFamily: tokens.font },
    extraCssText: 'box-shadow: var(--acacia-shadow); border-radius: 6px;',
  }) satisfies TooltipComponentOption;
