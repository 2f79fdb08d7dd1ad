/** Progress bar of a workspace with an operation under way. */
import type { Workspace } from '@acacia/contract';
import { formatDuration, useNow } from '@acacia/ui';
import { Progress } from '@mantine/core';
import { progressOf } from './progress.ts';
import classes from './WorkspaceProgress.module.css';

export function WorkspaceProgress({ workspace }: { readonly workspace: Workspace }) {
  const now = useNow(1000);
  const progress = progressOf(workspace, now);
  if (progress === null) return null;
  const { verb, elapsed, percent, estimate, nearlyDone } = progress;
  const step = workspace.operation_step === '' ? '' : ` ${workspace.operation_step}`;
  return (
    <div className={classes.progress}>
      <Progress
        value={percent ?? 100}
        size={4}
        color="var(--acacia-progress)"
        striped={percent === null}
        animated={percent === null}
        aria-label={`${verb} ${workspace.name}`}
      />
      <div className={classes.text}>
        <span>
          {nearlyDone ? 'Nearly done' : `${verb}…`}
          {step}
        </span>
        <span className={classes.time}>
          {formatDuration(elapsed * 1000)}
          {estimate !== null && !nearlyDone && `, estimated ${estimate / 60} minutes at most`}
        </span>
      </div>
    </div>
  );
}
