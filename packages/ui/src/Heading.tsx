/** The heading of a section directly on the page; cards and dialogs have titles of their own. */
import type { ReactNode } from 'react';
import classes from './Heading.module.css';

export function Heading({ children }: { readonly children: ReactNode }) {
  return <h2 className={classes.heading}>{children}</h2>;
}
