/** Long text, of which only the lines in sight are in the document. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import classes from './results.module.css';

const LINE = 19;
/** Longest line shown, in characters; the download has all of it. */
const LONGEST = 5_000;

interface LinesViewProps {
  readonly text: string;
  readonly label: string;
  /** Keeps the last line in sight while text is added. */
  readonly follow?: boolean;
}

export function LinesView({ text, label, follow = false }: LinesViewProps) {
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  });
  useEffect(() => {
    if (follow) virtual.scrollToIndex(lines.length - 1);
  }, [follow, lines.length, virtual]);
  return (
    <div ref={scroller} className={classes.lines} role="region" aria-label={label} tabIndex={0} data-text>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index] ?? '';
          return (
            <div
              key={item.key}
              className={classes.line}
              style={{ height: LINE, transform: `translateY(${item.start}px)` }}
            >
              {line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}
            </div>
          );
        })}
      </div>
    </div>
  );
}
