/** An error in the server's own words, with a way to try again. Without a title, something could not be loaded. */
import { t } from '@acacia/texts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText } from './format.ts';
import classes from './States.module.css';

interface ErrorStateProps {
  /** Name of the thing that could not be loaded, e.g. `The metrics`. */
  readonly what?: string;
  /** The whole heading, for an error other than of loading. */
  readonly title?: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  /** Offers a link to the home page as well. */
  readonly home?: boolean;
  /** The state is the whole page: the title is its heading. */
  readonly page?: boolean;
  /** Lower, for inside a card. */
  readonly compact?: boolean;
}

export function ErrorState({
  what = t`This`,
  title,
  error,
  onRetry,
  retryLabel = t`Try again`,
  home = false,
  page = false,
  compact = false,
}: ErrorStateProps) {
  const heading = title ?? t`${what} could not be loaded`;
  return (
    <div className={classes.state} role="alert" data-compact={compact || undefined}>
      <div className={classes.icon} data-negative aria-hidden="true">
        <IconAlertTriangle size={22} stroke={1.6} />
      </div>
      {page ? <h1 className={classes.title}>{heading}</h1> : <p className={classes.title}>{heading}</p>}
      <div className={classes.text}>
        {title === undefined && 'Server error: '}
        {errorText(error)}
      </div>
      {onRetry !== undefined && (
        <div className={classes.action}>
          <button type="button" className={classes.retry} onClick={onRetry}>
            {retryLabel}
          </button>
          {home && (
            <a href="/" className={classes.retry}>
              Go home
            </a>
          )}
        </div>
      )}
    </div>
  );
}
