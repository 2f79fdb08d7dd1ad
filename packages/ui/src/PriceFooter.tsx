/** Footer of a form, always in sight: the price an hour, its parts, and the buttons. */
import type { ReactNode } from 'react';
import { formatCostPerHour } from './format.ts';
import classes from './PriceFooter.module.css';

interface PricePart {
  readonly label: string;
  /** US dollars an hour. */
  readonly cost: number;
}

interface PriceFooterProps {
  /** Parts of the price; undefined while it is unknown. */
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
