/** A banner across the page for a level that was reached: colour, icon, text and action. */
import { t } from '@acacia/texts';
import {
  IconAlertHexagon,
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notices.module.css';

export type BannerLevel = 'info' | 'warning' | 'danger' | 'critical';

interface BannerProps {
  readonly level: BannerLevel;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

const ICONS = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconAlertHexagon,
  critical: IconAlertOctagonFilled,
} as const;
const WORDS = { info: t`Note:`, warning: t`Warning:`, danger: t`Danger:`, critical: t`Critical:` } as const;

export function Banner({ level, children, action }: BannerProps) {
  const Icon = ICONS[level];
  const urgent = level === 'danger' || level === 'critical';
  return (
    <div className={classes.banner} data-level={level} role={urgent ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <strong>{WORDS[level]}</strong> {children}
      </div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
