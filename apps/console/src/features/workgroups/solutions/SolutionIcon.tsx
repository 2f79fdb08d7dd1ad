/** The picture of a solution, in the page's text colour. As a CSS image its scripts do not run. */
import { IconPackage } from '@tabler/icons-react';
import classes from './solutions.module.css';

/** @param svg the SVG text, drawn in one colour; '' for the default picture */
export function SolutionIcon({ svg }: { readonly svg: string }) {
  return (
    <span className={classes.icon} aria-hidden="true">
      {svg === '' ? (
        <IconPackage size={22} stroke={1.5} />
      ) : (
        <span
          className={classes.picture}
          style={{ maskImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")` }}
        />
      )}
    </span>
  );
}
