/** The picture of a solution, in the ink of the page. As an image of a style no script of it runs. */
import { IconPackage } from '@tabler/icons-react';
import classes from './solutions.module.css';

/** @param svg its text, drawn in one colour; '' for the picture that stands for those without one */
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
