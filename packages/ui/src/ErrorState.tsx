/** What failed, in the server's own words, and the way to try again. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText } from './format.ts';
import classes from './States.module.css';

interface ErrorStateProps {
  readonly title?: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** It is the whole page: the title is its heading. */
  readonly page?: boolean;
  /** Lower, for inside a card. */
  readonly compact?: boolean;
}

export function ErrorState({
  title = 'This could not be loaded',
  error,
  onRetry,
  page = false,
  compact = false,
}: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert" data-compact={compact || undefined}>
      <div className={classes.icon} data-negative aria-hidden="true">
        <IconAlertTriangle size={22} stroke={1.6} />
      </div>
      {page ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      <div className={classes.text}>{errorText(error)}</div>
      {onRetry !== undefined && (
        <div className={classes.action}>
          <button type="button" className={classes.retry} onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}
