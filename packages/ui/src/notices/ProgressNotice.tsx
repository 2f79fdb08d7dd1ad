/** Progress of something that takes time: a bar, the present step, and an action. */
import { t } from '@acacia/texts';
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notices.module.css';

interface ProgressNoticeProps {
  /** Name of the activity, e.g. `Restoring backup-1`. */
  readonly label: string;
  /** 0 to 100; null while it is unknown. */
  readonly percent: number | null;
  /** More of it, e.g. the step or the time that is left. */
  readonly detail?: ReactNode;
  /** E.g. a button to cancel. */
  readonly action?: ReactNode;
}

export function ProgressNotice({ label, percent, detail, action }: ProgressNoticeProps) {
  return (
    <div className={classes.progress}>
      <div className={classes.progressHead}>
        <span className={classes.progressLabel}>{label}</span>
        {percent !== null && <span className={classes.percent}>{Math.round(percent)}%</span>}
      </div>
      <Progress.Root size={6}>
        <Progress.Section
          value={percent ?? 100}
          color="var(--acacia-progress)"
          striped={percent === null}
          animated={percent === null}
          aria-label={label}
          // Without a value screen readers say that it is under way, not how far.
          {...(percent === null
            ? { withAria: false, role: 'progressbar', 'aria-valuetext': t`under way` }
            : {})}
        />
      </Progress.Root>
      {(detail !== undefined || action !== undefined) && (
        <div className={classes.progressFoot}>
          <span className={classes.detail}>{detail}</span>
          {action}
        </div>
      )}
    </div>
  );
}
