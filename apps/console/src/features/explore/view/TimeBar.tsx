/** The window of time over a DATETIME attribute: two handles over how many elements there are, and play. */
import type { ExplorationView } from '@acacia/contract';
import type { GraphData } from '@acacia/graph-view';
import '@mantine/core/styles/Slider.layer.css';
import { ActionIcon, CloseButton, RangeSlider, Select, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import classes from '../explore.module.css';
import { histogram, momentsOf, momentText } from './moments.ts';

interface TimeBarProps {
  /** All that is on the canvas, whatever the window. */
  readonly data: GraphData;
  /** DATETIME attributes of what is on the canvas; not empty. */
  readonly names: readonly string[];
  readonly time: NonNullable<ExplorationView['time']>;
  readonly onTime: (time: ExplorationView['time']) => void;
}

const PARTS = 60;
/** Milliseconds between two steps of playing, and the steps of the whole range. */
const STEP_MS = 120;
const STEPS = 120;

/** First and last moment of an attribute; null where nothing has one. */
export function rangeOf(data: GraphData, attribute: string): readonly [number, number] | null {
  let first = Infinity;
  let last = -Infinity;
  for (const moment of momentsOf(data, attribute)) {
    first = Math.min(first, moment);
    last = Math.max(last, moment);
  }
  return first <= last ? [first, last] : null;
}

export function TimeBar({ data, names, time, onTime }: TimeBarProps) {
  const { attribute, from, to } = time;
  const range = useMemo(() => rangeOf(data, attribute), [data, attribute]);
  const bars = useMemo(
    () => (range === null ? [] : histogram(momentsOf(data, attribute), range, PARTS)),
    [data, attribute, range],
  );
  const highest = Math.max(1, ...bars);
  const [playing, setPlaying] = useState(false);
  const [first, last] = range ?? [from, to];
  const span = Math.max(1, last - first);

  // The interval reads the window of the latest render.
  const latest = useRef({ from, to, onTime });
  useEffect(() => {
    latest.current = { from, to, onTime };
  });
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      const now = latest.current;
      const width = now.to - now.from;
      const next = Math.min(last, now.to + span / STEPS);
      now.onTime({ attribute, from: next - width, to: next });
      if (next >= last) setPlaying(false);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [playing, attribute, last, span]);

  const play = () => {
    // From the start where it stands at the end; a tenth of the range where the window is all of it.
    const width = to - from >= span * 0.95 ? span / 10 : to - from;
    if (to >= last || to - from >= span * 0.95) onTime({ attribute, from: first, to: first + width });
    setPlaying(true);
  };
  const choose = (name: string | null) => {
    const next = name === null ? null : rangeOf(data, name);
    if (name === null || next === null) return;
    setPlaying(false);
    onTime({ attribute: name, from: next[0], to: next[1] });
  };
  return (
    <section className={classes.timeBar} aria-label="Time" data-panel>
      <Tooltip label={playing ? 'Pause' : 'Play'}>
        <ActionIcon
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={() => (playing ? setPlaying(false) : play())}
        >
          {playing ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </ActionIcon>
      </Tooltip>
      <Select
        size="xs"
        w={120}
        aria-label="Attribute of time"
        allowDeselect={false}
        data={[...names]}
        value={attribute}
        onChange={choose}
      />
      <div className={classes.timeRange}>
        <svg aria-hidden viewBox={`0 0 ${PARTS} 24`} preserveAspectRatio="none" className={classes.timeBars}>
          {bars.map((count, n) => {
            const height = (count / highest) * 24;
            const middle = first + ((n + 0.5) / PARTS) * span;
            return (
              <rect
                // The parts are places of the range.
                key={n}
                x={n + 0.1}
                width={0.8}
                y={24 - height}
                height={height}
                data-in={middle >= from && middle <= to}
              />
            );
          })}
        </svg>
        <RangeSlider
          size="xs"
          min={first}
          max={first + span}
          step={Math.max(1, Math.round(span / 1000))}
          minRange={0}
          value={[from, to]}
          label={momentText}
          thumbFromLabel="From"
          thumbToLabel="To"
          onChange={([nextFrom, nextTo]) => {
            setPlaying(false);
            onTime({ attribute, from: nextFrom, to: nextTo });
          }}
        />
        <div className={classes.timeEnds}>
          <span>{momentText(from)}</span>
          <span>{momentText(to)}</span>
        </div>
      </div>
      <CloseButton
        size="sm"
        aria-label="Close the time window"
        onClick={() => {
          setPlaying(false);
          onTime(null);
        }}
      />
    </section>
  );
}
