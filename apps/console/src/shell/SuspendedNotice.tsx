/** A notice on pages about a workspace that does not run: the meaning of its status, and a button to start it. */
import { gap, said } from '@acacia/texts';
import { STATUS_MEANING, type Workspace } from '@acacia/contract';
import { ActionButton, Notice } from '@acacia/ui';
import type { ReactNode } from 'react';
import { useWorkspaceActions } from './useWorkspaceActions.ts';

interface SuspendedNoticeProps {
  readonly workspace: Workspace;
  /** The consequences for this page. */
  readonly children?: ReactNode;
}

export function SuspendedNotice({ workspace, children }: SuspendedNoticeProps) {
  const actions = useWorkspaceActions(workspace);
  const { name, status } = workspace;
  if (status !== 'Idle' && status !== 'Stopped') return null;
  return (
    <Notice
      tone="info"
      title={`${name} is ${said(status)}`}
      action={
        <ActionButton
          variant="default"
          size="xs"
          disabledReason={actions.refusal('resume')}
          loading={actions.busy}
          onClick={actions.resume}
        >
          Resume
        </ActionButton>
      }
    >
      {said(STATUS_MEANING[status])}
      {gap}
      {children}
    </Notice>
  );
}
