/** Something to know, standing on the page: tone, icon and words. */
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'negative';
  readonly title?: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Notice({ tone, title, children, action }: NoticeProps) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'negative' ? 'alert' : 'note'}>
      <Icon size={17} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <div className={classes.texts}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        <div className={classes.text}>{children}</div>
      </div>
      {action}
    </div>
  );
}
