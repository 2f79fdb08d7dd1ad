/** The one empty state: a title, why it is empty, and the one action. */
import type { ReactNode } from 'react';
import classes from './States.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly description: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** The state is the whole page: the title is its heading. */
  readonly page?: boolean;
  /** Lower, for inside a card. */
  readonly compact?: boolean;
}

export function EmptyState({
  title,
  description,
  icon,
  action,
  page = false,
  compact = false,
}: EmptyStateProps) {
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      {page ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      <div className={classes.text}>{description}</div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
