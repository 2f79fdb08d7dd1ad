/** The header of every page: title, a sentence about the page, actions at the right, tabs below. */
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Content under the title, e.g. tabs. */
  readonly children?: ReactNode;
}

export function PageHeader({ title, description, actions, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <div className={classes.titles}>
          {typeof title === 'string' ? <h1 className={classes.title}>{title}</h1> : title}
          {description !== undefined && <div className={classes.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  );
}
