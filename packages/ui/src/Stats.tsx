/** Single numbers that matter, side by side. */
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Stats.module.css';

interface StatDelta {
  /** Direction of the change that the text describes. */
  readonly direction: 'up' | 'down';
  /** E.g. `12% since yesterday`. */
  readonly text: string;
  readonly tone?: 'positive' | 'negative';
}

interface StatProps {
  readonly label: string;
  /** Formatted; undefined while it is not known. */
  readonly value: ReactNode;
  readonly unit?: string;
  readonly delta?: StatDelta | undefined;
  /** Beside the delta, or instead of it. */
  readonly note?: string | undefined;
}

/** Holds tiles: a list of names and values to screen readers. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>;
}

export function Stat({ label, value, unit, delta, note }: StatProps) {
  const Arrow = delta?.direction === 'down' ? IconArrowDownRight : IconArrowUpRight;
  return (
    <div className={classes.stat}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {value ?? '–'}
        {unit !== undefined && value !== undefined && (
          <>
            {' '}
            <span className={classes.unit}>{unit}</span>
          </>
        )}
      </dd>
      {delta !== undefined && (
        <dd className={classes.delta} data-tone={delta.tone}>
          <Arrow size={14} aria-hidden="true" />
          <span className={classes.unseen}>{delta.direction}</span> {delta.text}
        </dd>
      )}
      {note !== undefined && <dd className={classes.delta}>{note}</dd>}
    </div>
  );
}
