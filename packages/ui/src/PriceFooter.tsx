/** At the foot of a form, always in sight: what it will cost an hour, of what, and what can be done. */
import type { ReactNode } from 'react';
import { formatCostPerHour } from './format.ts';
import classes from './PriceFooter.module.css';

interface PricePart {
  readonly label: string;
  /** US dollars an hour. */
  readonly cost: number;
}

interface PriceFooterProps {
  /** What the price is made of; undefined while it is not known. */
  readonly parts: readonly PricePart[] | undefined;
  /** E.g. that nothing is billed on this machine. */
  readonly note?: ReactNode;
  /** Buttons. */
  readonly children: ReactNode;
}

export function PriceFooter({ parts, note, children }: PriceFooterProps) {
  const total = parts?.reduce((sum, part) => sum + part.cost, 0);
  return (
    <footer className={classes.footer} aria-label="Price">
      <div className={classes.price} role="status">
        <span className={classes.total}>{total === undefined ? '–' : formatCostPerHour(total)}</span>
        {parts !== undefined && parts.length > 1 && (
          <ul className={classes.parts}>
            {parts.map(({ label, cost }) => (
              <li key={label}>
                {label} <span className={classes.cost}>{formatCostPerHour(cost)}</span>
              </li>
            ))}
          </ul>
        )}
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </footer>
  );
}
