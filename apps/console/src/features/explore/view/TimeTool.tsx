/** The window of time where what is on the canvas has DATETIME attributes: a button, or the window itself. */
import type { ExplorationView, WireGraphSchema } from '@acacia/contract';
import type { GraphData } from '@acacia/graph-view';
import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { momentAttributes, momentNames } from './moments.ts';
import { rangeOf, TimeBar } from './TimeBar.tsx';

interface TimeToolProps {
  /** All that is on the canvas. */
  readonly data: GraphData;
  readonly schema: WireGraphSchema;
  readonly time: ExplorationView['time'];
  readonly onTime: (time: ExplorationView['time']) => void;
}

export function TimeTool({ data, schema, time, onTime }: TimeToolProps) {
  const attributes = useMemo(() => momentAttributes(schema), [schema]);
  const names = useMemo(
    () => momentNames(data, attributes).filter((name) => rangeOf(data, name) !== null),
    [data, attributes],
  );
  if (time !== null) {
    const all = names.includes(time.attribute) ? names : [...names, time.attribute];
    return <TimeBar data={data} names={all} time={time} onTime={onTime} />;
  }
  const [first] = names;
  if (first === undefined) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconClock size={14} />}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => {
        const range = rangeOf(data, first);
        if (range !== null) onTime({ attribute: first, from: range[0], to: range[1] });
      }}
    >
      Time
    </Button>
  );
}
