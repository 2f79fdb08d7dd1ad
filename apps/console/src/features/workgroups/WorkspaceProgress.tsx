/** The bar under a workspace that something is happening to. */
import { CREATION_ESTIMATE_SECONDS, type Workspace } from '@acacia/contract';
import { formatDuration, useNow } from '@acacia/ui';
import { Progress } from '@mantine/core';
import { progressOf } from './progress.ts';
import classes from './WorkspaceProgress.module.css';

export function WorkspaceProgress({ workspace }: { readonly workspace: Workspace }) {
  const now = useNow(1000);
  const progress = progressOf(workspace, now);
  if (progress === null) return null;
  const { verb, elapsed, percent, nearlyDone } = progress;
  const estimate =
    percent === null || nearlyDone
      ? ''
      : `, estimated ${CREATION_ESTIMATE_SECONDS.plain / 60} minutes at most`;
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
        <span>{nearlyDone ? 'Nearly done' : `${verb}…`}</span>
        <span className={classes.time}>
          {formatDuration(elapsed * 1000)}
          {estimate}
        </span>
      </div>
    </div>
  );
}
