/** A panel over the canvas that folds away to its title. */
import type { Insets } from '@acacia/graph-view';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './explore.module.css';

export interface Folded {
  readonly find: boolean;
  readonly side: boolean;
}

export const NOTHING_FOLDED: Folded = { find: false, side: false };

/** Width of an open panel with the room around it, in pixels, as in the style sheet. */
const COVERED = { left: 272, right: 322 } as const;

/** Height of a folded panel with the room around it, in pixels, as in the style sheet. */
const FOLDED_HEIGHT = 64;

export const insetsOf = (folded: Folded): Insets => ({
  left: folded.find ? 0 : COVERED.left,
  right: folded.side ? 0 : COVERED.right,
  top: folded.find || folded.side ? FOLDED_HEIGHT : 0,
  bottom: 0,
});

interface FloatingPanelProps {
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly children: ReactNode;
}

export function FloatingPanel({ side, title, folded, onFold, children }: FloatingPanelProps) {
  return (
    <div className={classes.floating} data-side={side} data-folded={folded} data-panel>
      <h2 className={classes.fold}>
        <button type="button" aria-expanded={!folded} onClick={() => onFold(!folded)}>
          {folded ? <IconChevronRight size={15} aria-hidden /> : <IconChevronDown size={15} aria-hidden />}
          {title}
        </button>
      </h2>
      {!folded && <div className={classes.panelBody}>{children}</div>}
    </div>
  );
}
