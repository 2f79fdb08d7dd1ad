/** Upgrading a workspace now, outside of its window. */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { Notice, toast } from '@acacia/ui';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { idsOf, useUpdateWorkspace } from '../../../data/workspaces.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';

interface UpgradeDialogProps {
  readonly workspace: Workspace;
  readonly version: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function UpgradeDialog({ workspace, version, opened, onClose }: UpgradeDialogProps) {
  const update = useUpdateWorkspace(workspace);
  const upgrade = (): void => {
    const shown = toast.progress(t`Updating workspace`);
    update.mutate(
      { tg_version: version },
      {
        onSuccess: () => {
          shown.success(t`Workspace updating request accepted.`);
          onClose();
        },
        onError: (error) => shown.error(error),
      },
    );
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Upgrade ${workspace.name}?`} size={440}>
      <Stack gap="md">
        <Text size="sm">{`From version ${workspace.tg_version} to ${version}. It cannot be taken back.`}</Text>
        <Notice tone="warning">
          The workspace restarts: queries that are running end, and requests are refused until it is Active
          again.
        </Notice>
        <Group justify="flex-end" gap="xs">
          <CopyAs
            calls={[formCall('updateWorkspace', { params: idsOf(workspace), body: { tg_version: version } })]}
          />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={upgrade} loading={update.isPending} data-autofocus>
            Upgrade
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
