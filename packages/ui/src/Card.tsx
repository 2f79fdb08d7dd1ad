/** The one card: a surface inside a hairline, with an optional head. */
import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** Without inner space, for a table that reaches the edges. */
  readonly flush?: boolean;
}

export function Card({ title, description, actions, children, flush = false }: CardProps) {
  const head = title !== undefined || actions !== undefined;
  return (
    <section className={classes.card}>
      {head && (
        <div className={classes.head}>
          <div className={classes.titles}>
            {title !== undefined && <h2 className={classes.title}>{title}</h2>}
            {description !== undefined && <p className={classes.description}>{description}</p>}
          </div>
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children !== undefined && (
        <div className={classes.body} data-flush={flush || undefined} data-headed={head || undefined}>
          {children}
        </div>
      )}
    </section>
  );
}
