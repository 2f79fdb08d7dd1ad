/** The frame of a page without navigation: the logo, and a column in the middle. */
import type { ReactNode } from 'react';
import { Logo } from '../Logo.tsx';
import classes from './FullScreen.module.css';

interface FullScreenProps {
  /** Largest width of the column, in pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

export function FullScreen({ width = 480, children }: FullScreenProps) {
  return (
    <main className={classes.page}>
      <Logo size={28} />
      <div className={classes.column} style={{ maxWidth: width }}>
        {children}
      </div>
      <div id="overlays" />
    </main>
  );
}
