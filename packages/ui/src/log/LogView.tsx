/**
 * Lines of a log, of which only those in sight are in the document. A live one follows its newest line until
 * someone scrolls up to read.
 */
import { t } from '@acacia/texts';
import { Button, Switch } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { toast } from '../toasts.ts';
import { wordsOf } from './highlight.ts';
import { LogRow, plainLine, type LogLine } from './LogRow.tsx';
import classes from './log.module.css';
import { useAnnouncement } from './useAnnouncement.ts';

interface LogViewProps {
  /** Accessible name of the list, e.g. `Log of Workspace-1`. */
  readonly label: string;
  /** Oldest first. */
  readonly lines: readonly LogLine[];
  /** The search text: its words are highlighted. */
  readonly search?: string;
  /** Lines are added at the end while it is looked at. */
  readonly live?: boolean;
  /** Pixels. */
  readonly height?: number;
  /** Shown when there are no lines. */
  readonly empty: ReactNode;
}

const LINE = 22;
/** Pixels from the end that still count as being there. */
const NEAR = 24;

async function copyLine(line: LogLine): Promise<void> {
  try {
    // Absent, whatever its type says, on a page without a secure connection.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) throw new Error(t`The browser copies from secure pages only.`);
    await clipboard.writeText(plainLine(line));
    toast.success(t`Line copied.`);
  } catch (error) {
    toast.error(error);
  }
}
const copy = (line: LogLine): void => void copyLine(line);

const narrow = (): boolean => window.matchMedia('(max-width: 40em)').matches;

export function LogView({ label, lines, search = '', live = false, height = 420, empty }: LogViewProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [wraps, setWraps] = useState(narrow);
  const [active, setActive] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | undefined>();
  const words = useMemo(() => wordsOf(search), [search]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => lines[index]?.id ?? index,
    estimateSize: () => LINE,
    overscan: 20,
    anchorTo: live ? 'end' : 'start',
    followOnAppend: live,
    scrollEndThreshold: NEAR,
  });

  useLayoutEffect(() => {
    if (live && scroller !== null) virtual.scrollToEnd();
  }, [live, scroller, virtual]);
  // Lines are as high as they wrap.
  useLayoutEffect(() => virtual.measure(), [wraps, virtual]);

  const newest = lines.at(-1);
  const atEnd = !live || virtual.isAtEnd();
  useEffect(() => {
    if (atEnd) setSeen(newest?.id);
  }, [atEnd, newest?.id]);
  const unseen = useMemo(
    () =>
      atEnd || seen === undefined ? 0 : lines.length - 1 - lines.findLastIndex((line) => line.id === seen),
    [atEnd, seen, lines],
  );
  const announcement = useAnnouncement(live && atEnd ? newest : undefined);

  const jump = (): void => {
    virtual.scrollToEnd();
    scroller?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const place = lines.findIndex((line) => line.id === active);
    if (step !== 0) {
      event.preventDefault();
      // The first step goes to a line that is in sight.
      const first = virtual.range?.startIndex ?? 0;
      const next = Math.min(lines.length - 1, Math.max(0, place === -1 ? first : place + step));
      setActive(lines[next]?.id ?? null);
      virtual.scrollToIndex(next, { align: 'auto' });
    }
    const line = lines[place];
    const copies = event.key === 'c' && (event.ctrlKey || event.metaKey);
    if (line !== undefined && (event.key === 'Enter' || (copies && getSelection()?.isCollapsed !== false))) {
      event.preventDefault();
      copy(line);
    }
  };

  if (lines.length === 0) return <>{empty}</>;
  return (
    <div className={classes.log}>
      <div className={classes.tools}>
        <span className={classes.count}>
          {formatNumber(lines.length)} {lines.length === 1 ? 'line' : 'lines'}
        </span>
        <Switch
          size="xs"
          label="Wrap lines"
          checked={wraps}
          onChange={(event) => setWraps(event.currentTarget.checked)}
        />
      </div>
      <div className={classes.frame}>
        <div
          ref={setScroller}
          className={classes.scroller}
          style={{ height }}
          role="log"
          // Scrolling also adds lines to the document; new ones are announced below.
          aria-live="off"
          aria-label={label}
          aria-description="Arrow keys go from line to line, Enter copies the line."
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <div
            className={classes.lines}
            data-wraps={wraps || undefined}
            style={{ height: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map((item) => {
              const line = lines[item.index];
              if (line === undefined) return null;
              return (
                <LogRow
                  key={item.key}
                  line={line}
                  words={words}
                  top={item.start}
                  place={item.index}
                  measure={virtual.measureElement}
                  active={line.id === active}
                  onChoose={setActive}
                  onCopy={copy}
                />
              );
            })}
          </div>
        </div>
        {!atEnd && (
          <Button
            className={classes.jump}
            size="compact-sm"
            leftSection={<IconArrowDown size={14} aria-hidden="true" />}
            onClick={jump}
          >
            Jump to newest{unseen > 0 && ` (${formatNumber(unseen)} new)`}
          </Button>
        )}
      </div>
      <div role="status" className={classes.unseen}>
        {announcement}
      </div>
    </div>
  );
}
