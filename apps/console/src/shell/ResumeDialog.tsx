/** A dialog for using a stopped or failed workspace: its status, and a button to start it. */
import { said } from '@acacia/texts';
import { STATUS_MEANING, workspaceCan, type Workspace } from '@acacia/contract';
import { ActionButton, toast, useOnTop } from '@acacia/ui';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useDenied } from '../data/me.ts';
import { useResumeWorkspace } from '../data/workspaces.ts';

export function ResumeDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const denied = useDenied();
  const close = useOnTop(true, onClose);
  const resume = useResumeWorkspace();
  const verdict = workspaceCan('resume', workspace);
  const scope = { workgroup_id: workspace.workgroup_id, workspace_id: workspace.workspace_id };
  const refusal = denied('workspace.resume', scope);
  const reason = refusal ?? (verdict.allowed ? undefined : said(verdict.reason));
  return (
    <Modal opened onClose={close} title={`Resume ${workspace.name}?`} size={440}>
      <Text size="sm">
        {workspace.status === 'Error'
          ? `This workspace failed: ${workspace.err_message}`
          : workspace.status === 'Stopped' || workspace.status === 'Idle'
            ? `It is ${said(workspace.status)}. ${said(STATUS_MEANING[workspace.status])}`
            : `It is ${said(workspace.status)}.`}
        {refusal !== undefined && ` ${refusal}`}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton
          disabledReason={reason}
          loading={resume.isPending}
          onClick={() =>
            resume.mutate(workspace, { onSuccess: onClose, onError: (error) => toast.error(error) })
          }
        >
          Resume
        </ActionButton>
      </Group>
    </Modal>
  );
}
