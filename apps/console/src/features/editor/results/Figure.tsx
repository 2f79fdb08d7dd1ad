/** A number in the table of a plan or a profile. */
import { formatNumber } from '@acacia/ui';
import classes from './profile.module.css';

export function Figure({ value }: { readonly value: number | null }) {
  return (
    <span role="cell" className={classes.cell} data-number>
      {value === null ? '' : formatNumber(value)}
    </span>
  );
}
