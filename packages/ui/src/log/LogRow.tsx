/** One line of a log: time, level, source and message. */
import { IconCopy } from '@tabler/icons-react';
import { memo, type Ref } from 'react';
import { formatLogTime } from '../format-instants.ts';
import { highlighted } from './highlight.ts';
import classes from './log.module.css';

export interface LogLine {
  readonly id: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly host: string;
  readonly component: string;
  readonly log: string;
}

interface LogRowProps {
  readonly line: LogLine;
  /** Words that are marked. */
  readonly words: readonly string[];
  /** Pixels from the first line. */
  readonly top: number;
  readonly place: number;
  readonly measure: Ref<HTMLDivElement>;
  readonly active: boolean;
  readonly onChoose: (id: string) => void;
  readonly onCopy: (line: LogLine) => void;
}

/** More of one line is more than anyone reads; all of it is copied. */
const LONGEST = 5000;

/** The line as it is copied. */
export const plainLine = ({ timestamp, level, host, component, log }: LogLine): string =>
  `${timestamp} ${level.toUpperCase()} ${host} ${component} ${log}`;

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { line, words, top, place, measure, active, onChoose, onCopy } = props;
  const text = line.log.length > LONGEST ? `${line.log.slice(0, LONGEST)}…` : line.log;
  return (
    <div
      ref={measure}
      data-index={place}
      className={classes.line}
      data-level={line.level}
      data-active={active || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onChoose(line.id)}
    >
      <time className={classes.time} dateTime={line.timestamp} title={line.timestamp}>
        {formatLogTime(line.timestamp)}
      </time>
      <span className={classes.level}>{line.level.toUpperCase()}</span>
      <span className={classes.where} title={`${line.host} ${line.component}`}>
        {line.host} {line.component}
      </span>
      <span className={classes.text}>
        {highlighted(text, words).map((part, i) =>
          part.found ? <mark key={i}>{part.text}</mark> : <span key={i}>{part.text}</span>,
        )}
      </span>
      <button
        type="button"
        className={classes.copy}
        aria-label="Copy line"
        // Only the chosen line's is in the tab order, so that leaving the log does not take a hundred steps.
        tabIndex={active ? 0 : -1}
        onClick={() => onCopy(line)}
      >
        <IconCopy size={13} aria-hidden="true" />
      </button>
    </div>
  );
});
