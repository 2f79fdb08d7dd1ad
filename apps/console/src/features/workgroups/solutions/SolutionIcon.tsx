/** The picture of a solution. It is drawn as an image, in which no script of it runs. */
import { IconPackage } from '@tabler/icons-react';
import classes from './solutions.module.css';

/** @param svg its text; '' for the picture that stands for those without one */
export function SolutionIcon({ svg }: { readonly svg: string }) {
  return (
    <span className={classes.icon} aria-hidden="true">
      {svg === '' ? (
        <IconPackage size={22} stroke={1.5} />
      ) : (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" width={28} height={28} />
      )}
    </span>
  );
}
