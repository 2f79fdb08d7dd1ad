/** A drawing that fills its container, follows its size, and shares its cursor with other charts. */
import { ErrorState } from '@acacia/ui';
import { Skeleton } from '@mantine/core';
import type { ECharts } from 'echarts/core';
import { useEffect, useState } from 'react';
import type { ChartOption } from './option.ts';

interface PlotProps {
  readonly option: ChartOption;
  /** Description of the chart in a sentence, for screen readers. */
  readonly description: string;
  /** Pixels. */
  readonly height: number;
  /** Charts of one group show the same place under the pointer. */
  readonly group?: string | undefined;
}

export function Plot({ option, description, height, group }: PlotProps) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const [chart, setChart] = useState<ECharts | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    if (place === null) return undefined;
    let started = false;
    let made: ECharts | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      const { connect, init } = await import('./engine.ts');
      if (gone) return;
      made = init(place, null, { renderer: 'canvas' });
      if (group !== undefined) {
        made.group = group;
        connect(group);
      }
      setChart(made);
    };
    // Nothing can be drawn in a container without a size, e.g. in a hidden tab.
    const observer = new ResizeObserver(() => {
      if (place.clientWidth === 0) return;
      made?.resize();
      if (started) return;
      started = true;
      start().catch(setFailure);
    });
    observer.observe(place);
    return () => {
      gone = true;
      observer.disconnect();
      made?.dispose();
      setChart(null);
    };
  }, [place, group]);

  useEffect(() => {
    // The zoom that a person has set stays when newer values come.
    chart?.setOption(option, { replaceMerge: ['series'] });
  }, [chart, option]);

  if (failure !== null) return <ErrorState compact title="The chart could not be drawn" error={failure} />;
  return (
    <div style={{ height, position: 'relative' }}>
      {chart === null && <Skeleton height={height} style={{ position: 'absolute' }} aria-hidden="true" />}
      <div ref={setPlace} role="img" aria-label={description} style={{ height }} />
    </div>
  );
}
