/** A status as colour, icon and word together. */
import {
  IconAlertCircleFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconLoader2,
  IconMoonFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react';
import { said } from '@acacia/texts';
import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

export type StatusTone = 'positive' | 'warning' | 'negative' | 'progress' | 'idle' | 'stopped';

const ICONS: Readonly<Record<StatusTone, ReactNode>> = {
  positive: <IconCircleCheckFilled size={13} />,
  warning: <IconAlertTriangleFilled size={13} />,
  negative: <IconAlertCircleFilled size={13} />,
  progress: <IconLoader2 size={13} stroke={2.4} className={classes.spin} />,
  idle: <IconMoonFilled size={12} />,
  stopped: <IconPlayerStopFilled size={12} />,
};

interface StatusBadgeProps {
  readonly tone: StatusTone;
  /** Meaning of the status, where its word alone does not say it. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function StatusBadge({ tone, title, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} title={said(title ?? '') || undefined}>
      <span aria-hidden="true" className={classes.icon}>
        {ICONS[tone]}
      </span>
      {typeof children === 'string' ? said(children) : children}
    </span>
  );
}

/** A neutral mark beside a name, e.g. R/W. */
export function Tag({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={classes.tag} title={title}>
      {children}
    </span>
  );
}
