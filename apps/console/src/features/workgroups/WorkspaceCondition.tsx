/** What someone should know of a workspace before they use it: rebuilding replicas, memory or disk running out. */
import { usageLevel, type Workspace } from '@acacia/contract';
import { Banner, formatPercent, Notice } from '@acacia/ui';
import classes from './WorkspaceCondition.module.css';

function Usage({ what, percent }: { readonly what: string; readonly percent: number | null }) {
  const level = usageLevel(percent);
  if (level === null || percent === null) return null;
  return (
    <Banner level={level}>
      {`${what} is ${formatPercent(percent)} used. Choose a larger size or remove data before it is full.`}
    </Banner>
  );
}

export function WorkspaceCondition({ workspace }: { readonly workspace: Workspace }) {
  return (
    <div className={classes.notices}>
      {workspace.err_message !== '' && (
        <Notice
          tone="negative"
          title={workspace.status === 'Error' ? 'This workspace failed' : 'The last action failed'}
        >
          {workspace.err_message}
        </Notice>
      )}
      {workspace.condition_type === 'Degraded' && (
        <Notice tone="warning" title="Degraded">
          A replica is being recovered, which takes 5 to 10 minutes. Schema creation, data loading and query
          install are unavailable until then.
        </Notice>
      )}
      {workspace.refresh_status === 'failed' && (
        <Notice tone="negative" title="The last update failed">
          {workspace.refresh_message}
        </Notice>
      )}
      {workspace.status === 'Active' && (
        <>
          <Usage what="The memory" percent={workspace.tigergraph_memory_usage_percent} />
          <Usage what="The data volume" percent={workspace.volume_usage_percent} />
        </>
      )}
    </div>
  );
}
