/** Long text, of which only the lines in sight are in the document. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import classes from './results.module.css';

const LINE = 19;
/** Characters of one element: a longer line stands in several. */
const LONGEST = 5_000;

const piecesOf = (line: string): readonly string[] =>
  line.length <= LONGEST
    ? [line]
    : Array.from({ length: Math.ceil(line.length / LONGEST) }, (_, i) =>
        line.slice(i * LONGEST, (i + 1) * LONGEST),
      );

interface LinesViewProps {
  readonly text: string;
  readonly label: string;
  /** Keeps the last line in sight while text is added. */
  readonly follow?: boolean;
}

export function LinesView({ text, label, follow = false }: LinesViewProps) {
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n').flatMap(piecesOf), [text]);
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
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className={classes.line}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {lines[item.index]}
          </div>
        ))}
      </div>
    </div>
  );
}
