/** Warnings about a workspace: errors, rebuilding replicas, memory or disk running out. */
import { said } from '@acacia/texts';
import { DEGRADED_HINT, type Workspace } from '@acacia/contract';
import { Notice } from '@acacia/ui';
import { WorkspaceUsage } from '../usage/UsageBanner.tsx';
import classes from './WorkspaceCondition.module.css';

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
          A replica is being recovered. {said(DEGRADED_HINT)}
        </Notice>
      )}
      {workspace.refresh_status === 'failed' && (
        <Notice tone="negative" title="The last update failed">
          {workspace.refresh_message}
        </Notice>
      )}
      <WorkspaceUsage workspace={workspace} />
    </div>
  );
}
